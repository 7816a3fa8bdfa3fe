/*
  +----------------------------------------------------------------------+
  | Copyright (c) The PHP Group                                          |
  +----------------------------------------------------------------------+
  | This source file is subject to version 3.01 of the PHP license,      |
  | that is bundled with this package in the file LICENSE, and is        |
  | available through the world-wide-web at the following url:           |
  | https://www.php.net/license/3_01.txt                                 |
  | If you did not receive a copy of the PHP license and are unable to   |
  | obtain it through the world-wide-web, please send a note to          |
  | license@php.net so we can mail you a copy immediately.               |
  +----------------------------------------------------------------------+
*/

/* Reads the text of a statement for pooled connections: could it leave something in the session that the next
 * user would notice? Which database is behind a driver, and with it the dialect, is not known. So this is a
 * list of what is harmless everywhere, and what is read in different ways by different servers (quotes with backslashes,
 * nested comments, #, $$) counts as a change. It is no parser, and it cannot see what views and triggers do. */

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#include "php.h"
#include "ext/pdo/php_pdo.h"
#include "ext/pdo/php_pdo_driver.h"
#include "php_pdo_odbc.h"
#include "php_pdo_odbc_int.h"

/* {{{ Words, all sorted: they are searched by halves */

/* Statements that by themselves change nothing of the session. */
static const char *const clean_statements[] = {
	"alter", "analyze", "comment", "create", "delete", "desc", "describe", "drop", "explain", "grant", "insert", "merge",
	"reindex", "replace", "revoke", "select", "show", "table", "truncate", "update", "vacuum", "values", "with",
};

static const char *const ending_statements[] = {"commit", "end", "rollback"};

/* They may run any code, and so do something before they fail. */
static const char *const running_statements[] = {"call", "do", "exec", "execute"};

/* Wherever they stand. */
static const char *const sticky[] = {
	"get_lock", "pg_advisory_lock", "pg_advisory_lock_shared", "pg_settings", "pg_try_advisory_lock",
	"pg_try_advisory_lock_shared", "set_config", "sql_calc_found_rows", "volatile",
};

/* Functions that say what the server remembers of the last statement. Without an argument, they only read. */
static const char *const id_functions[] = {
	"changes", "currval", "found_rows", "last_insert_id", "last_insert_rowid", "lastval", "row_count", "scope_identity",
};

/* Where TEMP means a temporary table, and is no name itself. */
static const char *const before_temporary[] = {
	"create", "global", "into", "local", "or", "recursive", "replace", "table",
};

/* What may stand before a parenthesis: functions without a memory, words of the grammar, types. Names of functions
 * are not the same everywhere, but none of these keeps anything in the session anywhere. */
static const char *const harmless_calls[] = {
	"abs", "acos", "add", "all", "and", "any", "as", "ascii", "asin", "atan", "atan2", "avg", "between", "bigint", "binary",
	"bit", "bit_length", "blob", "by", "case", "cast", "ceil", "ceiling", "char", "char_length", "character",
	"character_length", "charindex", "check", "chr", "coalesce", "concat", "concat_ws", "conflict", "connection_id",
	"constraint", "convert", "cos", "cot", "count", "cross", "cume_dist", "curdate", "current_date", "current_setting", "current_time",
	"current_timestamp", "current_user", "curtime", "database", "date", "date_add", "date_format", "date_part",
	"date_sub", "date_trunc", "dateadd", "datediff", "datename", "datepart", "datetime", "day", "dayname", "dayofmonth",
	"dayofweek", "dayofyear", "dec", "decimal", "default", "degrees", "dense_rank", "distinct", "double", "else", "end",
	"enum", "except", "exists", "exp", "extract", "field", "filter", "find_in_set", "first_value", "float", "floor", "for",
	"foreign", "format", "from", "from_unixtime", "full", "gen_random_uuid", "generate_series", "getdate", "glob",
	"greatest", "group", "group_concat", "having", "hex", "hour", "if", "ifnull", "ilike", "in", "index", "inner", "insert",
	"instr", "int", "integer", "intersect", "interval", "into", "is", "isnull", "join", "json_agg", "json_array",
	"json_build_object", "json_extract", "json_object", "json_valid", "json_value", "jsonb_agg", "julianday", "key", "lag",
	"last_value", "lateral", "lcase", "lead", "least", "left", "len", "length", "like", "limit", "ln", "locate", "log",
	"log10", "log2", "longvarbinary", "longvarchar", "lower", "lpad", "ltrim", "match", "max", "md5", "mediumint", "mid",
	"min", "minute", "mod", "month", "monthname", "nchar", "not", "now", "ntile", "null", "nullif", "number", "numeric",
	"nvarchar", "nvl", "octet_length", "offset", "on", "or", "order", "over", "overlay", "partition", "patindex",
	"percent_rank", "pg_backend_pid", "pg_sleep", "pi", "position", "pow", "power", "primary", "printf", "quarter",
	"quote", "quote_ident", "quote_literal", "radians", "rand", "random", "randomblob", "range", "rank", "real",
	"recursive", "references", "regexp_replace", "repeat", "replace", "replicate", "returning", "reverse", "right",
	"rollup", "round", "row", "row_number", "rows", "rpad", "rtrim", "second", "select", "set", "sha1", "sha2", "sign",
	"sin", "sleep", "smallint", "some", "soundex", "space", "split_part", "sqlite_version", "sqrt", "stdev", "str",
	"str_to_date", "strftime", "string_agg", "strpos", "stuff", "substr", "substring", "sum", "sysdate", "tan", "then",
	"time", "timestamp", "timestampadd", "timestampdiff", "tinyint", "to_char", "to_date", "to_number", "to_timestamp",
	"top", "translate", "trim", "trunc", "truncate", "typeof", "ucase", "unhex", "unicode", "union", "unique", "unistr",
	"unix_timestamp", "unnest", "update", "upper", "user", "using", "utc_timestamp", "uuid", "values", "varbinary",
	"varchar", "variance", "varying", "version", "week", "when", "where", "window", "with", "year", "zeroblob",
};

/* After these the name before a parenthesis is that of a table, with a list of columns. */
static const char *const before_names[] = {"as", "into", "recursive", "with"};

/* Longer ones are in no list. */
#define MAX_WORD 32

static bool is_in(const char *const *list, size_t count, const char *text)
{
	size_t low = 0, high = count;

	while (low < high) {
		size_t middle = (low + high) / 2;
		int order = strcmp(text, list[middle]);

		if (order == 0) {
			return true;
		}
		if (order < 0) {
			high = middle;
		} else {
			low = middle + 1;
		}
	}
	return false;
}

#define IS_IN(list, text) is_in((list), sizeof(list) / sizeof(*(list)), (text))
/* }}} */

typedef struct _scanner {
	const char *p;
	const char *end;
	unsigned found;

	/* The last word and the one before it, in lower case; "" for a quoted name and a long one. */
	char word[MAX_WORD];
	char previous[MAX_WORD];
	/* The next word begins a statement. */
	bool at_start;
	bool had_statement;
	/* One of those before it has inserted something. */
	bool had_insert;
	/* It creates a table or the like, whose columns and types are in parentheses. */
	bool is_definition;
	/* The text began with one that creates something: what follows a semicolon may be the body of a trigger. */
	bool may_have_body;
	bool is_in_body;
	/* ROLLBACK, which may yet be followed by TO; COMMIT or ROLLBACK, which may be followed by AND CHAIN. */
	bool may_go_back;
	bool is_ending;
	/* Nothing stands between here and the last word. */
	bool after_word;
	/* It stands behind a dot: the name before it says nothing. */
	bool after_dot;
	/* The last word stood behind a dot, and not behind that of pg_catalog. */
	bool is_qualified;
} scanner;

static void dirties(scanner *s)
{
	s->found |= PDO_ODBC_SCAN_DIRTIES;
}

/* Dirty for another reason than the kind of statement that it is. */
static void surely_dirties(scanner *s)
{
	s->found = (s->found | PDO_ODBC_SCAN_DIRTIES) & ~PDO_ODBC_SCAN_UNLESS_REFUSED;
	s->had_statement = true;
}

static bool is_word_char(char c)
{
	return isalnum((unsigned char) c) || c == '_' || (c & 0x80);
}

static bool at(const scanner *s, const char *text)
{
	size_t length = strlen(text);
	return (size_t) (s->end - s->p) >= length && memcmp(s->p, text, length) == 0;
}

static char peek(const scanner *s, size_t offset)
{
	return (size_t) (s->end - s->p) > offset ? s->p[offset] : '\0';
}

/* {{{ Words */
static void begin_statement(scanner *s)
{
	bool is_first = !s->had_statement;

	s->at_start = false;
	s->had_statement = true;
	s->is_definition = strcmp(s->word, "create") == 0;
	s->may_go_back = strcmp(s->word, "rollback") == 0;
	s->is_ending = IS_IN(ending_statements, s->word);
	if (is_first) {
		s->may_have_body = s->is_definition;
	} else {
		/* Each may fail when others have been run, and results may wait behind the first. */
		surely_dirties(s);
	}
	if (strcmp(s->word, "begin") == 0 || strcmp(s->word, "start") == 0) {
		s->found = (s->found | PDO_ODBC_SCAN_BEGINS) & ~PDO_ODBC_SCAN_ENDS;
	} else if (s->is_ending) {
		s->found = (s->found | PDO_ODBC_SCAN_ENDS) & ~PDO_ODBC_SCAN_BEGINS;
	} else if (strcmp(s->word, "savepoint") == 0 || strcmp(s->word, "release") == 0) {
		/* Begins a transaction where there is none, with SQLite. */
		s->found |= PDO_ODBC_SCAN_BEGINS;
	} else if (!IS_IN(clean_statements, s->word)) {
		dirties(s);
		if (is_first && !IS_IN(running_statements, s->word)) {
			s->found |= PDO_ODBC_SCAN_UNLESS_REFUSED;
		}
	}
}

static bool is_temporary(const scanner *s)
{
	return strncmp(s->word, "pg_temp", sizeof("pg_temp") - 1) == 0
		|| ((strcmp(s->word, "temp") == 0 || strcmp(s->word, "temporary") == 0) && IS_IN(before_temporary, s->previous));
}

/* The database of the session may go, and the session itself may be what is altered. */
static bool is_of_session(const scanner *s)
{
	return (strcmp(s->previous, "drop") == 0 && (strcmp(s->word, "database") == 0 || strcmp(s->word, "schema") == 0))
		|| (strcmp(s->previous, "alter") == 0 && strcmp(s->word, "session") == 0);
}

/* AND NO CHAIN is what is meant anyway. */
static bool is_chained(const scanner *s)
{
	return s->is_ending && strcmp(s->word, "chain") == 0 && strcmp(s->previous, "no") != 0;
}

/* 1INTO is two words for some servers; 0x1F and 1e5 are one. */
static bool is_odd_number(const scanner *s)
{
	return isdigit((unsigned char) s->word[0]) && s->word[strspn(s->word, "0123456789abcdefx_")] != '\0';
}

/* REPLACE is a function, too. */
static bool inserts(const scanner *s, bool is_start)
{
	return strcmp(s->word, "insert") == 0 || (is_start && (strcmp(s->word, "merge") == 0 || strcmp(s->word, "replace") == 0));
}

static void note_word(scanner *s)
{
	if (inserts(s, s->at_start)) {
		s->found |= PDO_ODBC_SCAN_INSERTS;
	}
	if (s->at_start) {
		begin_statement(s);
	} else if (s->may_go_back && strcmp(s->word, "to") == 0) {
		s->found &= ~PDO_ODBC_SCAN_ENDS;
	} else if (is_chained(s)) {
		s->found = (s->found | PDO_ODBC_SCAN_BEGINS) & ~PDO_ODBC_SCAN_ENDS;
	} else if (s->is_in_body || IS_IN(sticky, s->word) || is_temporary(s) || is_of_session(s) || is_odd_number(s)) {
		surely_dirties(s);
	} else if (s->is_definition && (strcmp(s->word, "as") == 0 || strcmp(s->word, "select") == 0)) {
		/* From here on calls are made. */
		s->is_definition = false;
	}
}

static void begin_name(scanner *s)
{
	s->is_qualified = s->after_dot && strcmp(s->word, "pg_catalog") != 0;
	if (!s->after_dot) {
		memcpy(s->previous, s->word, sizeof(s->word));
	}
}

static void read_word(scanner *s)
{
	size_t length = 0;

	begin_name(s);
	while (s->p < s->end && is_word_char(*s->p)) {
		if (length < MAX_WORD) {
			s->word[length++] = (char) tolower((unsigned char) *s->p);
		}
		s->p++;
	}
	s->word[length < MAX_WORD ? length : 0] = '\0';
	note_word(s);
	s->after_word = true;
	s->after_dot = false;
}

/* The cursor is at the parenthesis. */
static bool has_no_argument(const scanner *s)
{
	const char *p = s->p + 1;

	while (p < s->end && isspace((unsigned char) *p)) {
		p++;
	}
	return p < s->end && *p == ')';
}

static void note_id(scanner *s)
{
	if (!s->had_insert) {
		s->found |= PDO_ODBC_SCAN_READS_ID;
	}
}

static void note_id_function(scanner *s)
{
	if (has_no_argument(s) || strcmp(s->word, "currval") == 0) {
		note_id(s);
	} else {
		/* MySQL: the argument becomes the id. */
		s->found |= PDO_ODBC_SCAN_INSERTS;
		surely_dirties(s);
	}
}

static void note_call(scanner *s)
{
	if (IS_IN(id_functions, s->word)) {
		note_id_function(s);
	} else if ((s->is_qualified || !IS_IN(harmless_calls, s->word)) && !IS_IN(before_names, s->previous)
			&& !s->is_definition) {
		surely_dirties(s);
	}
}
/* }}} */

/* {{{ What is not code */

/* A backslash before a quote hides it, or does not. */
static void read_quoted(scanner *s, char quote)
{
	unsigned backslashes = 0;

	for (s->p++; s->p < s->end; s->p++) {
		if (*s->p == '\\') {
			backslashes++;
			continue;
		}
		if (*s->p == quote) {
			if (backslashes % 2) {
				surely_dirties(s);
			}
			if (peek(s, 1) != quote) {
				s->p++;
				return;
			}
			s->p++;
		}
		backslashes = 0;
	}
	/* Another server may see an end to it. */
	surely_dirties(s);
}

/* An index of an array, or a quoted name. */
static void skip_brackets(scanner *s)
{
	for (s->p++; s->p < s->end && *s->p != ']'; s->p++) {
		if (!is_word_char(*s->p) && !strchr(" ,:.+-*", *s->p)) {
			surely_dirties(s);
			return;
		}
	}
	s->p = MIN(s->p + 1, s->end);
}

/* Where temporary tables are: a schema, which may be quoted. */
static bool names_temporary(const char *name, const char *end)
{
	size_t length = end - name;

	return (length >= 4 && strncasecmp(name, "temp", 4) == 0) || (length >= 7 && strncasecmp(name, "pg_temp", 7) == 0);
}

/* With SQLite, a string in front of a dot is a name. */
static void read_string(scanner *s)
{
	const char *start = s->p + 1;

	read_quoted(s, '\'');
	if (peek(s, 0) == '.' && names_temporary(start, s->p)) {
		surely_dirties(s);
	}
	s->after_word = false;
}

/* A name, unless quotes are for strings: "..." with MySQL, [...] elsewhere. */
static void read_quoted_name(scanner *s, char quote)
{
	const char *start = s->p + 1;
	bool is_start = s->at_start;

	begin_name(s);
	s->word[0] = '\0';
	if (quote == ']') {
		skip_brackets(s);
	} else {
		read_quoted(s, quote);
	}
	if (is_start || names_temporary(start, s->p)) {
		surely_dirties(s);
	}
	s->after_word = true;
	s->after_dot = false;
}

/* Nested or not, and with MySQL's code in it or not. */
static void skip_comment(scanner *s)
{
	s->p += 2;
	if (peek(s, 0) == '!' || peek(s, 0) == 'M' || peek(s, 0) == '+') {
		surely_dirties(s);
	}
	while (s->p < s->end && !at(s, "*/")) {
		if (at(s, "/*")) {
			surely_dirties(s);
		}
		s->p++;
	}
	s->p = MIN(s->p + 2, s->end);
}

/* A comment everywhere only if a space follows. Some servers see its end in a carriage return. */
static void skip_line(scanner *s)
{
	if ((unsigned char) peek(s, 2) > ' ') {
		surely_dirties(s);
	}
	for (; s->p < s->end && *s->p != '\n'; s->p++) {
		if (*s->p == '\r' && peek(s, 1) != '\n') {
			surely_dirties(s);
		}
	}
}

/* {d '...'}, {fn ...}, {oj ...}; all but {call ...}. */
static void note_escape(scanner *s)
{
	if (s->at_start) {
		surely_dirties(s);
		s->at_start = false;
	}
}
/* }}} */

/* The words behind it are not taken for statements if they may belong to a body: an END there ends no transaction. */
static void end_statement(scanner *s)
{
	s->had_insert = (s->found & PDO_ODBC_SCAN_INSERTS) != 0;
	if (s->may_have_body) {
		s->is_in_body = true;
		return;
	}
	s->at_start = true;
	s->is_definition = s->may_go_back = s->is_ending = false;
}

static void read_other(scanner *s)
{
	char c = *s->p;

	switch (c) {
		case '(':
			if (s->after_word) {
				note_call(s);
			}
			break;
		case ';':
			end_statement(s);
			break;
		case '.':
			if (strcmp(s->word, "temp") == 0 || strcmp(s->word, "temporary") == 0) {
				surely_dirties(s);
			}
			break;
		case '#':
		case '\\':
			surely_dirties(s);
			break;
		case '$':
			/* $1 is a parameter. */
			if (!isdigit((unsigned char) peek(s, 1))) {
				surely_dirties(s);
			}
			break;
		case '@':
			/* A variable of the user; one of the server, which is only read; or an operator as in @>. */
			if (peek(s, 1) == '@') {
				s->p++;
				if (s->end - s->p > 8 && strncasecmp(s->p + 1, "identity", 8) == 0) {
					note_id(s);
				}
			} else if (is_word_char(peek(s, 1)) || (peek(s, 1) && strchr("'\"`.$", peek(s, 1)))) {
				surely_dirties(s);
			}
			break;
		case ':':
			if (peek(s, 1) == '=') {
				surely_dirties(s);
			}
			break;
		case '{':
			note_escape(s);
			break;
	}
	s->after_dot = c == '.';
	s->after_word = false;
	s->p++;
}

unsigned pdo_odbc_scan(const char *sql, size_t length)
{
	scanner s = {.p = sql, .end = sql + length, .at_start = true};

	while (s.p < s.end) {
		char c = *s.p;

		if (isspace((unsigned char) c)) {
			s.p++;
		} else if (is_word_char(c)) {
			read_word(&s);
		} else if (c == '\'') {
			read_string(&s);
		} else if (c == '"' || c == '`') {
			read_quoted_name(&s, c);
		} else if (c == '[') {
			read_quoted_name(&s, ']');
		} else if (at(&s, "/*")) {
			skip_comment(&s);
		} else if (at(&s, "--")) {
			skip_line(&s);
		} else {
			read_other(&s);
		}
	}
	return s.found;
}
