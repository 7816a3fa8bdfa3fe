/* Asks PostgreSQL and MariaDB where the strings, comments and statements of random texts end, and
 * compares with the tokenizer of ext/pdo/pdo_pool_text.c.
 *
 * A text is a row of SELECTs whose columns are made of quotes, comments and what may be mistaken for
 * them. A server that accepts it tells the number of statements, of their columns, and the
 * strings; one that refuses it says where, and a token of ours must begin there. Texts that the
 * tokenizer itself calls ambiguous are not compared: drivers take them for a change of the session.
 *
 * Usage: text_oracle SECONDS SEED
 * The servers are those of PDO_PGSQL_TEST_DSN and PDO_MYSQL_TEST_HOST, _PORT, _USER, _PASS. */

#include "php.h"
#include "ext/pdo/pdo_pool_text.h"
#include <libpq-fe.h>
#include <mysql.h>

/* PHP has one of its own. */
#undef snprintf

#define MAX_TEXT 400
#define MAX_COLUMNS 64

/* {{{ Random texts */
static uint64_t state;

static uint32_t pick(uint32_t count)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (uint32_t) ((state >> 11) % count);
}

typedef struct _buffer {
	char text[MAX_TEXT];
	size_t length;
} buffer;

static void append(buffer *b, const char *part)
{
	const size_t length = strlen(part);

	if (b->length + length < MAX_TEXT) {
		memcpy(b->text + b->length, part, length + 1);
		b->length += length;
	}
}

#define PICK(list) (list)[pick(sizeof(list) / sizeof((list)[0]))]

static const char *const soup[] = {
	"a", "b", " ", "\\", "\\\\", "'", "''", "\"", "\"\"", "`", "$", "$$", "$a$", "/*", "*/", "--",
	"-- ", "#", ";", ",", "\n", "\r", "\t", "\xe9", "1", "E'", "!",
};
static const char *const openings[] = {
	"'", "'", "'", "E'", "e'", "N'", "x'", "b'", "U&'", "\"", "`", "$$", "$a$", "$1$", "/*", "/*!",
	"/*!50000 ", "/*M!100100 ", "/*+", "-- ", "--", "#", "[",
};
static const char *const closings[] = {
	"'", "'", "'", "\"", "`", "$$", "$a$", "*/", "\n", "\r", "]", "",
};
static const char *const plain[] = {
	"1", "1.5", "1e5", "0x1F", "1--1", "2- -1", "1/*c*/+1", "'a'", "'it''s'", "'a' 'b'",
	"'a'\n'b'", "'a'/*c*/\n'b'", "'a'--c\n'b'", "E'a'--c\n'\\'b'", "E'a'\n'\\'b'", "'\\'", "'\\\\'",
	"'a\\'b'", "E'\\''", "'a''", "$$a$$", "$a$ $$ $a$", "$a$b$a$", "1 AS a$b", "1 AS a$$b", "1 AS \"a\"",
	"1 AS \"a\"\"b\"", "1 AS `a`", "1 AS `a``b`", "/* /* */ 1", "/* /* */ */ 1", "/*!1*/", "/*!99999 1 */ 1",
	"/*! 1 */", "/*M! 1 */", "1 # c\n", "1 -- c\n", "1 --c\n", "1 -- c\r", "(1)", "('a;b')", "1;SELECT 1", "N'a'",
	"x'41'", "_utf8'a'", "u&'a'", "1 /**/", "1 /*/ */", "1*/**/1", "1-/* */-1", "\"a\\\"b\"", "'a\"b'", "\"a'b\"",
};

static void append_soup(buffer *b)
{
	append(b, PICK(openings));
	for (uint32_t parts = pick(6); parts > 0; parts--) {
		append(b, PICK(soup));
	}
	append(b, PICK(closings));
}

static void make_text(buffer *b)
{
	b->length = 0;
	b->text[0] = '\0';
	append(b, "SELECT ");
	for (uint32_t columns = 1 + pick(5); columns > 0; columns--) {
		if (pick(3) == 0) {
			append_soup(b);
		} else {
			append(b, PICK(plain));
		}
		append(b, columns == 1 ? "" : pick(6) == 0 ? ";SELECT " : " , ");
	}
}
/* }}} */

/* {{{ What the tokenizer says */
typedef struct _reading {
	bool is_ambiguous;
	/* Of statements that are not empty, and of their columns one after the other. */
	uint32_t num_statements;
	uint32_t num_columns[MAX_COLUMNS];
	/* For each column of all statements: its only token is a string in '', or NULL. */
	const char *strings[MAX_COLUMNS];
	size_t lengths[MAX_COLUMNS];
	uint32_t num_all;
	/* A token begins at this offset; MariaDB may also point at what stands before it. */
	bool begins[MAX_TEXT + 1];
} reading;

/* The quote and the prefix of a string stand before its content. */
static void note_beginning(reading *r, const pdo_pool_text *t, const char *text)
{
	size_t offset = (size_t) (t->start - text);

	r->begins[offset] = true;
	if (t->kind == PDO_POOL_TOKEN_STRING || t->kind == PDO_POOL_TOKEN_NAME) {
		while (offset > 0) {
			const char c = text[--offset];

			r->begins[offset] = true;
			if (t->quote == '$' ? c == '$' && t->start - (text + offset) > 1 : c != t->quote) {
				break;
			}
		}
		/* U& */
		if (offset > 0 && text[offset] == '&') {
			r->begins[offset - 1] = true;
		}
	}
}

/* Blanks and comments behind a token begin here. */
static void note_end(reading *r, const pdo_pool_text *t, const char *text)
{
	size_t offset = (size_t) (t->start - text) + t->length;

	if (t->kind == PDO_POOL_TOKEN_STRING || t->kind == PDO_POOL_TOKEN_NAME) {
		offset += text[offset] == t->quote;
	}
	offset += strspn(text + offset, " \t\r\n");
	r->begins[offset] = true;
}

static void read_text(reading *r, const buffer *b, uint32_t dialect)
{
	uint32_t tokens_of_statement = 0, tokens_of_column = 0, depth = 0;
	pdo_pool_text t;

	memset(r, 0, sizeof(*r));
	pdo_pool_text_begin(&t, b->text, b->length, dialect);
	while (pdo_pool_text_next(&t) != PDO_POOL_TOKEN_END) {
		/* A version that no server has. */
		r->is_ambiguous |= t.is_versioned && strstr(b->text, "!99999");
		/* For MariaDB x'1''2' is two strings, and one for us: both end in the same place. */
		r->is_ambiguous |= (dialect & PDO_POOL_TEXT_BACK_QUOTES) && t.kind == PDO_POOL_TOKEN_STRING
			&& t.quote == '\'' && strchr("xXbB", t.start[-2]);
		note_beginning(r, &t, b->text);
		if (dialect & PDO_POOL_TEXT_BACK_QUOTES) {
			note_end(r, &t, b->text);
		}
		if (pdo_pool_text_is_sign(&t, ';') && depth == 0) {
			r->num_statements += tokens_of_statement > 0;
			r->num_all += tokens_of_statement > 1;
			tokens_of_statement = tokens_of_column = 0;
			continue;
		}
		if (tokens_of_statement++ == 0) {
			continue;
		}
		if (tokens_of_statement == 2) {
			r->num_columns[r->num_statements] = 1;
		}
		depth += pdo_pool_text_is_sign(&t, '(');
		depth -= depth > 0 && pdo_pool_text_is_sign(&t, ')');
		if (depth == 0 && pdo_pool_text_is_sign(&t, ',')) {
			r->num_columns[r->num_statements]++;
			r->num_all++;
			tokens_of_column = 0;
			continue;
		}
		r->strings[r->num_all] = tokens_of_column++ == 0 && t.kind == PDO_POOL_TOKEN_STRING
			&& t.quote == '\'' && t.start[-2] == ' ' ? t.start : NULL;
		r->lengths[r->num_all] = t.length;
	}
	r->num_statements += tokens_of_statement > 0;
	r->num_all += tokens_of_statement > 1;
	r->begins[b->length] = true;
	r->is_ambiguous |= pdo_pool_text_is_in_doubt(&t);
}

/* A string without escapes, quotes doubled. */
static bool is_same_string(const char *ours, size_t length, const char *value)
{
	for (size_t i = 0; i < length; i++, value++) {
		if (ours[i] == '\\') {
			return true; /* not compared */
		}
		if (ours[i] != *value) {
			return false;
		}
		i += ours[i] == '\'';
	}
	return *value == '\0';
}
/* }}} */

/* {{{ What the servers say */
typedef struct _answer {
	/* Where the server saw an error of the syntax; -1: nowhere; -2: another error. */
	long error_at;
	char message[400];
	uint32_t num_statements;
	uint32_t num_columns[MAX_COLUMNS];
	char *values[MAX_COLUMNS];
	uint32_t num_all;
} answer;

static void free_answer(answer *a)
{
	for (uint32_t i = 0; i < a->num_all; i++) {
		free(a->values[i]);
	}
}

static void add_value(answer *a, const char *value)
{
	if (a->num_all < MAX_COLUMNS) {
		a->values[a->num_all++] = value ? strdup(value) : NULL;
	}
}

static void note_pgsql_error(answer *a, const PGresult *result)
{
	const char *sqlstate = PQresultErrorField(result, PG_DIAG_SQLSTATE);
	const char *message = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
	const char *position = PQresultErrorField(result, PG_DIAG_STATEMENT_POSITION);

	snprintf(a->message, sizeof(a->message), "%s at %s", message, position ? position : "?");
	a->error_at = sqlstate && strcmp(sqlstate, "42601") == 0 && position
		&& (strncmp(message, "syntax error", 12) == 0 || strncmp(message, "unterminated", 12) == 0)
		? atol(position) - 1 : -2;
}

static void ask_pgsql(PGconn *conn, const buffer *b, answer *a)
{
	PGresult *result;

	PQsendQuery(conn, b->text);
	while ((result = PQgetResult(conn)) != NULL) {
		if (PQresultStatus(result) == PGRES_TUPLES_OK) {
			a->num_columns[a->num_statements++] = (uint32_t) PQnfields(result);
			for (int i = 0; i < PQnfields(result); i++) {
				add_value(a, PQgetvalue(result, 0, i));
			}
		} else if (PQresultStatus(result) != PGRES_EMPTY_QUERY) {
			note_pgsql_error(a, result);
		}
		PQclear(result);
	}
}

/* ... near 'the rest of the text' at line 1 */
static void note_mysql_error(answer *a, MYSQL *mysql, const buffer *b)
{
	const char *near = strstr(mysql_error(mysql), "near '");
	const char *end = near ? strrchr(near, '\'') : NULL;
	size_t length;

	snprintf(a->message, sizeof(a->message), "%s", mysql_error(mysql));
	a->error_at = -2;
	if (mysql_errno(mysql) != 1064 || !near || end < near + 6) {
		return;
	}
	near += 6;
	near += strspn(near, " \t\r\n");
	length = (size_t) (end - near);
	/* Only what reaches to the end says where it begins. */
	if (length < 70 && length <= b->length
			&& memcmp(b->text + b->length - length, near, length) == 0) {
		a->error_at = (long) (b->length - length);
	}
}

static void ask_mysql(MYSQL *mysql, const buffer *b, answer *a)
{
	int status = mysql_real_query(mysql, b->text, b->length);

	while (status == 0) {
		MYSQL_RES *result = mysql_store_result(mysql);
		MYSQL_ROW row = result ? mysql_fetch_row(result) : NULL;

		if (row) {
			a->num_columns[a->num_statements++] = mysql_num_fields(result);
			for (uint32_t i = 0; i < mysql_num_fields(result); i++) {
				add_value(a, row[i]);
			}
		}
		mysql_free_result(result);
		status = mysql_next_result(mysql);
	}
	if (status > 0) {
		/* Statements are parsed one by one: those before it have run. */
		note_mysql_error(a, mysql, b);
	}
}
/* }}} */

/* {{{ Comparing */
static uint64_t compared, refused, ambiguous;

/* Nothing but comments follows, of which the last may not be closed: the server points at any of
 * them. */
static bool is_end(const reading *r, const buffer *b, long offset)
{
	for (size_t i = (size_t) offset; i < b->length; i++) {
		if (r->begins[i]) {
			return false;
		}
	}
	return strchr("/-#", b->text[offset]) != NULL;
}

static const char *difference(const reading *r, const buffer *b, const answer *a)
{
	uint32_t column = 0;

	if (a->error_at >= 0) {
		return r->begins[a->error_at] || is_end(r, b, a->error_at) ? NULL
			: "no token begins where the server saw an error";
	}
	if (r->num_statements != a->num_statements) {
		return "number of statements";
	}
	for (uint32_t i = 0; i < r->num_statements; i++) {
		if (r->num_columns[i] != a->num_columns[i]) {
			return "number of columns";
		}
	}
	for (; column < r->num_all && column < a->num_all; column++) {
		if (r->strings[column] && a->values[column]
				&& !is_same_string(r->strings[column], r->lengths[column], a->values[column])) {
			return "a string";
		}
	}
	return NULL;
}

static bool compare(const char *server, const buffer *b, uint32_t dialect, const answer *a)
{
	const char *what;
	reading r;

	read_text(&r, b, dialect);
	if (r.is_ambiguous) {
		ambiguous++;
		return true;
	}
	if (a->error_at == -2) {
		return true;
	}
	compared++;
	refused += a->error_at >= 0;
	what = difference(&r, b, a);
	if (what) {
		printf("not ok - tokenizer: %s: %s; the server: %s\n--\n%s\n--\n", server, what,
			a->message[0] ? a->message : "accepts", b->text);
	}
	return !what;
}
/* }}} */

/* {{{ The servers, each in all its modes */
static PGconn *connect_pgsql(void)
{
	const char *dsn = getenv("PDO_PGSQL_TEST_DSN");
	PGconn *conn = PQconnectdb(dsn && strncmp(dsn, "pgsql:", 6) == 0 ? dsn + 6 : "");

	if (PQstatus(conn) != CONNECTION_OK) {
		fprintf(stderr, "text_oracle: %s", PQerrorMessage(conn));
		exit(2);
	}
	/* One character is one byte. */
	PQclear(PQexec(conn, "SET client_encoding = LATIN1"));
	PQclear(PQexec(conn, "SET backslash_quote = on"));
	PQclear(PQexec(conn, "SET escape_string_warning = off"));
	PQclear(PQexec(conn, "SET client_min_messages = error"));
	return conn;
}

static MYSQL *connect_mysql(void)
{
	MYSQL *mysql = mysql_init(NULL);

	if (!mysql_real_connect(mysql, getenv("PDO_MYSQL_TEST_HOST"), getenv("PDO_MYSQL_TEST_USER"),
			getenv("PDO_MYSQL_TEST_PASS"), "test", (unsigned) atoi(getenv("PDO_MYSQL_TEST_PORT")),
			NULL, CLIENT_MULTI_STATEMENTS)) {
		fprintf(stderr, "text_oracle: %s\n", mysql_error(mysql));
		exit(2);
	}
	mysql_query(mysql, "SET NAMES latin1");
	return mysql;
}

static bool try_pgsql(PGconn *conn, const buffer *b, bool is_new_mode)
{
	static bool backslashes;
	answer a = {.error_at = -1};
	bool is_same;

	if (is_new_mode) {
		backslashes = pick(3) == 0;
		PQclear(PQexec(conn, backslashes ? "SET standard_conforming_strings = off"
			: "SET standard_conforming_strings = on"));
	}
	ask_pgsql(conn, b, &a);
	is_same = compare(backslashes ? "PostgreSQL, backslashes" : "PostgreSQL", b,
		PDO_POOL_TEXT_POSTGRESQL | (backslashes ? PDO_POOL_TEXT_BACKSLASHES : 0), &a);
	free_answer(&a);
	return is_same;
}

static bool try_mysql(MYSQL *mysql, const buffer *b, bool is_new_mode)
{
	static const char *const modes[] = {
		"SET sql_mode = ''", "SET sql_mode = 'ANSI_QUOTES'", "SET sql_mode = 'NO_BACKSLASH_ESCAPES'",
		"SET sql_mode = 'NO_BACKSLASH_ESCAPES,ANSI_QUOTES'",
	};
	static uint32_t mode;
	answer a = {.error_at = -1};
	bool is_same;

	if (is_new_mode) {
		mode = pick(4);
		mysql_query(mysql, modes[mode]);
	}
	ask_mysql(mysql, b, &a);
	is_same = compare(modes[mode], b,
		PDO_POOL_TEXT_MYSQL | (mode < 2 ? PDO_POOL_TEXT_BACKSLASHES : 0), &a);
	free_answer(&a);
	return is_same;
}
/* }}} */

int main(int argc, char **argv)
{
	const long seconds = argc > 1 ? atol(argv[1]) : 10;
	const long seed = argc > 2 ? atol(argv[2]) : 1;
	const time_t end = time(NULL) + seconds;
	PGconn *conn = connect_pgsql();
	MYSQL *mysql = connect_mysql();
	uint64_t texts = 0;
	uint32_t differences = 0;
	buffer b;

	state = (uint64_t) seed * 0x9E3779B97F4A7C15ull | 1;
	for (; time(NULL) < end && differences < 10; texts++) {
		make_text(&b);
		differences += !try_pgsql(conn, &b, texts % 32 == 0);
		differences += !try_mysql(mysql, &b, texts % 32 == 0);
	}
	if (differences == 0) {
		printf("ok - tokenizer: %lu random texts, seed %ld: PostgreSQL and MariaDB agree (%lu compared, %lu of them"
			" refused, %lu ambiguous)\n", texts, seed, compared, refused, ambiguous);
	}
	PQfinish(conn);
	mysql_close(mysql);
	return differences > 0;
}
