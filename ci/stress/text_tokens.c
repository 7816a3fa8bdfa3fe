/* Feeds random texts to the tokenizer of ext/pdo/pdo_pool_text.c, in every dialect, for the
 * sanitizers to see what it reads, and checks that its tokens lie in the text, one after the other.
 *
 * Usage: text_tokens TEXTS SEED
 * With -DFUZZER -fsanitize=fuzzer (clang) it is a target of libFuzzer. */

#include "php.h"
#include "ext/pdo/pdo_pool_text.h"

static const uint32_t dialects[] = {
	PDO_POOL_TEXT_POSTGRESQL,
	PDO_POOL_TEXT_POSTGRESQL | PDO_POOL_TEXT_BACKSLASHES,
	PDO_POOL_TEXT_MYSQL,
	PDO_POOL_TEXT_MYSQL | PDO_POOL_TEXT_BACKSLASHES,
	PDO_POOL_TEXT_ODBC,
};

static const char *const listed[] = {"create", "get_lock", "into", "select", "temp", "temporary"};

static void expect(bool holds, const char *what, const char *sql, size_t length, uint32_t dialect)
{
	if (!holds) {
		printf("not ok - tokenizer: %s, dialect %x, text: ", what, (unsigned) dialect);
		fwrite(sql, 1, length, stdout);
		printf("\n");
		fflush(stdout);
		abort();
	}
}

static bool is_listed(const pdo_pool_text *t)
{
	for (size_t i = 0; i < sizeof(listed) / sizeof(listed[0]); i++) {
		if (t->length == strlen(listed[i]) && strncasecmp(t->start, listed[i], t->length) == 0) {
			return true;
		}
	}
	return false;
}

static void read_all(const char *sql, size_t length, uint32_t dialect)
{
	const char *last = sql;
	pdo_pool_text t;

	pdo_pool_text_begin(&t, sql, length, dialect);
	while (pdo_pool_text_next(&t) != PDO_POOL_TOKEN_END) {
		const char *end = t.start + t.length;
		const char *cursor = (const char *) t.cursor;

		expect(t.start >= last && end >= t.start && end <= cursor, "overlap", sql, length, dialect);
		expect(cursor > last && cursor <= sql + length, "no progress", sql, length, dialect);
		expect(PDO_POOL_TOKEN_IS_IN(&t, listed) == is_listed(&t), "lookup", sql, length, dialect);
		last = cursor;
	}
	expect((const char *) t.cursor == sql + length, "not read to the end", sql, length, dialect);
}

/* A copy of just that size, so that a look behind its end is seen. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t length)
{
	char *sql = malloc(length + 1);

	memcpy(sql, data, length);
	sql[length] = '\0';
	for (size_t i = 0; i < sizeof(dialects) / sizeof(dialects[0]); i++) {
		read_all(sql, length, dialects[i]);
	}
	free(sql);
	return 0;
}

#ifndef FUZZER
static const char *const fragments[] = {
	"'", "\"", "`", "[", "]", "/*", "*/", "/*!", "/*!50000 ", "/*M!", "--", "-- ", "#", "\n", "\r",
	"$", "$$", "$a$", "\\", "\\'", "E'", "U&'", "U&\"", "x'", "@", "@@", ":=", ";", "(", ")", ".",
	"1", "1e5", "1into", " ", "\t", "select", "Create", "temp", "TEMPORARY", "into", "get_lock",
	"pg_catalog", "a$b", "\xc3\xa9", "\x95\\", "*", "/", "-", "!", "M", "",
};

static uint64_t state;

static uint32_t pick(uint32_t count)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (uint32_t) ((state >> 11) % count);
}

int main(int argc, char **argv)
{
	const long texts = argc > 1 ? atol(argv[1]) : 1000000;
	const long seed = argc > 2 ? atol(argv[2]) : 1;
	char text[256];

	state = (uint64_t) seed * 0x9E3779B97F4A7C15ull | 1;
	for (long i = 0; i < texts; i++) {
		size_t length = 0;

		for (uint32_t parts = pick(16); parts > 0; parts--) {
			const char *part = fragments[pick(sizeof(fragments) / sizeof(fragments[0]))];
			/* The empty one stands for any byte, '\0' too. */
			const char byte = (char) pick(256);
			const size_t size = *part ? strlen(part) : 1;

			memcpy(text + length, *part ? part : &byte, size);
			length += size;
		}
		LLVMFuzzerTestOneInput((const uint8_t *) text, length);
	}
	printf("ok - tokenizer: %ld random texts in %zu dialects, seed %ld\n", texts,
		sizeof(dialects) / sizeof(dialects[0]), seed);
	return 0;
}
#endif
