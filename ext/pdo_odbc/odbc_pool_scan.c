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

/* Judges the text of a statement for pooled connections: could it leave something in the session
 * that the next user would notice? Of three databases the functions are known; of any other, and
 * of dialects, nothing is. So these are lists of what is harmless everywhere, and what is read in
 * different ways by different servers counts as a change. ext/pdo cuts the text into tokens
 * (pdo_pool_text.h); this file does not parse, and it cannot see what views and triggers do. */

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#include "php.h"
#include "ext/pdo/php_pdo.h"
#include "ext/pdo/php_pdo_driver.h"
#include "php_pdo_odbc.h"
#include "php_pdo_odbc_int.h"
#include "ext/pdo/pdo_pool_mysql.h"
#include "ext/pdo/pdo_pool_pgsql.h"
#include "ext/pdo/pdo_pool_verdict.h"

/* {{{ Word lists, all sorted */

/* Statements that by themselves change nothing of the session. */
static const char *const clean_statements[] = {
	"alter", "analyze", "comment", "create", "delete", "desc", "describe", "drop", "explain",
	"grant", "insert", "merge", "reindex", "replace", "revoke", "select", "show", "table",
	"truncate", "update", "vacuum", "values", "with",
};

static const char *const ending_statements[] = {"commit", "end", "rollback"};

/* They may run any code, and so do something before they fail. */
static const char *const running_statements[] = {"call", "do", "exec", "execute"};

/* Wherever they stand. */
static const char *const sticky[] = {
	"get_lock", "pg_advisory_lock", "pg_advisory_lock_shared", "pg_settings",
	"pg_try_advisory_lock", "pg_try_advisory_lock_shared", "set_config", "sql_calc_found_rows",
	"volatile",
};

/* Functions that say what the server remembers of the last statements. Without an argument, they
 * only read. */
static const char *const id_functions[] = {
	"currval", "last_insert_id", "last_insert_rowid", "lastval", "scope_identity",
};

static const char *const outcome_functions[] = {
	"changes", "found_rows", "row_count", "total_changes",
};

static const char *const changing_statements[] = {
	"delete", "insert", "merge", "replace", "update",
};

/* Where TEMP means a temporary table, and is no name itself. */
static const char *const before_temporary[] = {
	"create", "global", "into", "local", "or", "recursive", "replace", "table",
};

/* What may stand before a parenthesis: functions without a memory, words of the grammar, types.
 * Names of functions are not the same everywhere, but none of these keeps anything in the session
 * anywhere. */
static const char *const harmless_calls[] = {
	"abs", "acos", "add", "all", "and", "any", "as", "ascii", "asin", "atan", "atan2", "avg",
	"between", "bigint", "binary", "bit", "bit_length", "blob", "by", "case", "cast", "ceil",
	"ceiling", "char", "char_length", "character", "character_length", "charindex", "check", "chr",
	"coalesce", "concat", "concat_ws", "conflict", "connection_id", "constraint", "convert", "cos",
	"cot", "count", "cross", "cume_dist", "curdate", "current_date", "current_setting",
	"current_time", "current_timestamp", "current_user", "curtime", "database", "date", "date_add",
	"date_format", "date_part", "date_sub", "date_trunc", "dateadd", "datediff", "datename",
	"datepart", "datetime", "day", "dayname", "dayofmonth", "dayofweek", "dayofyear", "dec",
	"decimal", "default", "degrees", "dense_rank", "distinct", "double", "else", "end", "enum",
	"except", "exists", "exp", "extract", "field", "filter", "find_in_set", "first_value", "float",
	"floor", "for", "foreign", "format", "from", "from_unixtime", "full", "gen_random_uuid",
	"generate_series", "getdate", "glob", "greatest", "group", "group_concat", "having", "hex",
	"hour", "if", "ifnull", "ilike", "in", "index", "inner", "insert", "instr", "int", "integer",
	"intersect", "interval", "into", "is", "isnull", "join", "json_agg", "json_array",
	"json_build_object", "json_extract", "json_object", "json_valid", "json_value", "jsonb_agg",
	"julianday", "key", "lag", "last_value", "lateral", "lcase", "lead", "least", "left", "len",
	"length", "like", "limit", "ln", "locate", "log", "log10", "log2", "longvarbinary",
	"longvarchar", "lower", "lpad", "ltrim", "match", "max", "md5", "mediumint", "mid", "min",
	"minute", "mod", "month", "monthname", "nchar", "not", "now", "ntile", "null", "nullif",
	"number", "numeric", "nvarchar", "nvl", "octet_length", "offset", "on", "or", "order", "over",
	"overlay", "partition", "patindex", "percent_rank", "pg_backend_pid", "pg_sleep", "pi",
	"position", "pow", "power", "primary", "printf", "quarter", "quote", "quote_ident",
	"quote_literal", "radians", "rand", "random", "randomblob", "range", "rank", "real",
	"recursive", "references", "regexp_replace", "repeat", "replace", "replicate", "returning",
	"reverse", "right", "rollup", "round", "row", "row_number", "rows", "rpad", "rtrim", "second",
	"select", "set", "sha1", "sha2", "sign", "sin", "sleep", "smallint", "some", "soundex", "space",
	"split_part", "sqlite_version", "sqrt", "stdev", "str", "str_to_date", "strftime", "string_agg",
	"strpos", "stuff", "substr", "substring", "sum", "sysdate", "tan", "then", "time", "timestamp",
	"timestampadd", "timestampdiff", "tinyint", "to_char", "to_date", "to_number", "to_timestamp",
	"top", "translate", "trim", "trunc", "truncate", "typeof", "ucase", "unhex", "unicode", "union",
	"unique", "unistr", "unix_timestamp", "unnest", "update", "upper", "user", "using",
	"utc_timestamp", "uuid", "values", "varbinary", "varchar", "variance", "varying", "version",
	"week", "when", "where", "window", "with", "year", "zeroblob",
};

/* Of SQLite. */
static const char *const harmless_calls_of_sqlite[] = {
	"bm25", "fts5", "highlight", "iif", "json", "json_array_insert", "json_array_length",
	"json_each", "json_error_position", "json_group_array", "json_group_object", "json_insert",
	"json_patch", "json_pretty", "json_quote", "json_remove", "json_replace", "json_set",
	"json_tree", "json_type", "jsonb", "jsonb_array", "jsonb_each", "jsonb_extract",
	"jsonb_group_array", "jsonb_group_object", "jsonb_insert", "jsonb_object", "jsonb_patch",
	"jsonb_remove", "jsonb_replace", "jsonb_set", "jsonb_tree", "likelihood", "likely",
	"nth_value", "pragma_foreign_key_list", "pragma_index_info", "pragma_index_list",
	"pragma_index_xinfo", "pragma_table_info", "pragma_table_list", "pragma_table_xinfo",
	"rtreecheck", "snippet", "sqlite_source_id", "subtype", "timediff", "total",
	"unixepoch", "unlikely",
};

/* Pragmas of SQLite that only ask, with an argument or without. */
static const char *const asking_pragmas[] = {
	"collation_list", "compile_options", "database_list", "foreign_key_check", "foreign_key_list",
	"function_list", "index_info", "index_list", "index_xinfo", "integrity_check", "module_list",
	"pragma_list", "quick_check", "table_info", "table_list", "table_xinfo",
};

/* Those that only ask when they have no argument. */
static const char *const setting_pragmas[] = {
	"application_id", "auto_vacuum", "automatic_index", "busy_timeout", "cache_size",
	"cache_spill", "data_version", "defer_foreign_keys", "encoding", "foreign_keys",
	"freelist_count", "fullfsync", "journal_mode", "journal_size_limit", "locking_mode",
	"max_page_count", "mmap_size", "page_count", "page_size", "query_only", "read_uncommitted",
	"recursive_triggers", "schema_version", "secure_delete", "synchronous", "temp_store",
	"user_version", "wal_autocheckpoint",
};

/* After these the name before a parenthesis is that of a table, with a list of columns. */
static const char *const before_names[] = {"as", "into", "recursive", "references", "with"};

/* }}} */

/* {{{ Names and words */

/* A word of the grammar, a name without quotes, or a number. Nothing is kept of a quoted name. */
typedef struct _word {
	const char *start;
	size_t length;
} word;

typedef struct _scanner {
	pdo_pool_text text;
	pdo_odbc_dbms dbms;
	uint32_t found;

	/* The last word, and the one before it. Of a qualified name it is the last part. */
	word current, previous;
	/* The next word begins a statement. */
	bool at_start;
	bool had_statement;
	/* One of those before it has inserted something. */
	bool had_insert;
	/* It begins with SHOW. */
	bool is_show;
	/* It creates a table or the like, whose columns and types are in parentheses. */
	bool is_definition;
	/* The text began with one that creates something: what follows a semicolon may be the body of
	 * a trigger. */
	bool may_have_body;
	bool is_in_body;
	/* ROLLBACK, which may yet be followed by TO; COMMIT or ROLLBACK, which may be followed by AND
	 * CHAIN. */
	bool may_go_back;
	bool is_ending;
	/* The last token is a dot. */
	bool after_dot;
	/* The last word stood behind a dot, and not behind that of pg_catalog. */
	bool is_qualified;
} scanner;

#define IS_WORD(word, literal) PDO_POOL_TOKEN_IS((word), literal)
#define IS_IN(word, list) PDO_POOL_TOKEN_IS_IN((word), list)

static void dirties(scanner *s)
{
	s->found |= PDO_POOL_TEXT_DIRTY;
}

/* Dirty for another reason than the kind of statement that it is. */
static void surely_dirties(scanner *s)
{
	s->found = (s->found | PDO_POOL_TEXT_DIRTY) & ~PDO_POOL_TEXT_UNLESS_REFUSED;
	s->had_statement = true;
}

static bool begins_with(const char *name, size_t length, const char *part, size_t part_length)
{
	return length >= part_length && pdo_pool_word_is(name, part_length, part, part_length);
}
/* Of a statement that is not in this text. */
static void note_question(scanner *s, uint32_t what)
{
	if (!s->had_insert) {
		s->found |= what;
	}
}
/* }}} */

/* {{{ Statements */

/* PRAGMA [schema.]name, which is not followed by a value to be set. */
static bool only_asks(const scanner *s)
{
	pdo_pool_text t = s->text;

	if (s->dbms != PDO_ODBC_SQLITE || !IS_WORD(&s->current, "pragma")) {
		return false;
	}
	pdo_pool_text_next(&t);
	if (pdo_pool_text_precedes(&t, '.')) {
		pdo_pool_text_next(&t);
		pdo_pool_text_next(&t);
	}
	if (t.kind != PDO_POOL_TOKEN_WORD) {
		return false;
	}
	return PDO_POOL_TOKEN_IS_IN(&t, asking_pragmas)
		|| (PDO_POOL_TOKEN_IS_IN(&t, setting_pragmas) && !pdo_pool_text_precedes(&t, '=')
			&& !pdo_pool_text_precedes(&t, '('));
}

static void note_first_word(scanner *s, bool is_first)
{
	const word *first = &s->current;

	if (IS_WORD(first, "begin") || IS_WORD(first, "start")) {
		s->found = (s->found | PDO_POOL_TEXT_BEGINS) & ~PDO_POOL_TEXT_ENDS;
	} else if (s->is_ending) {
		s->found = (s->found | PDO_POOL_TEXT_ENDS) & ~PDO_POOL_TEXT_BEGINS;
	} else if (IS_WORD(first, "savepoint") || IS_WORD(first, "release")) {
		/* Begins a transaction where there is none, with SQLite. */
		s->found |= PDO_POOL_TEXT_BEGINS;
	} else if (!IS_IN(first, clean_statements) && !only_asks(s)) {
		dirties(s);
		if (is_first && !IS_IN(first, running_statements)) {
			s->found |= PDO_POOL_TEXT_UNLESS_REFUSED;
		}
	}
}

/* What the server will remember of it. */
static void note_kind(scanner *s)
{
	s->is_show = IS_WORD(&s->current, "show");
	if (IS_IN(&s->current, changing_statements)) {
		s->found |= PDO_POOL_TEXT_CHANGES;
	} else if (IS_WORD(&s->current, "select")) {
		s->found |= PDO_POOL_TEXT_SELECTS;
	}
}

static void begin_statement(scanner *s)
{
	const bool is_first = !s->had_statement;

	s->at_start = false;
	s->had_statement = true;
	s->is_definition = IS_WORD(&s->current, "create");
	s->may_go_back = IS_WORD(&s->current, "rollback");
	s->is_ending = IS_IN(&s->current, ending_statements);
	if (is_first) {
		s->may_have_body = s->is_definition;
	} else {
		/* Each may fail when others have been run, and results may wait behind the first. */
		surely_dirties(s);
	}
	note_kind(s);
	note_first_word(s, is_first);
}

/* The words behind it are not taken for statements if they may belong to a body: an END there ends
 * no transaction. */
static void end_statement(scanner *s)
{
	s->had_insert = (s->found & PDO_POOL_TEXT_INSERTS) != 0;
	if (s->may_have_body) {
		s->is_in_body = true;
		return;
	}
	s->at_start = true;
	s->is_definition = s->may_go_back = s->is_ending = false;
}
/* }}} */

/* {{{ Words */
static bool is_temporary(const scanner *s)
{
	const word *w = &s->current;

	return begins_with(w->start, w->length, ZEND_STRL("pg_temp"))
		|| ((IS_WORD(w, "temp") || IS_WORD(w, "temporary"))
			&& IS_IN(&s->previous, before_temporary));
}

/* The database of the session may go, and the session itself may be what is altered. */
static bool is_of_session(const scanner *s)
{
	const word *w = &s->current;

	return (IS_WORD(&s->previous, "drop") && (IS_WORD(w, "database") || IS_WORD(w, "schema")))
		|| (IS_WORD(&s->previous, "alter") && IS_WORD(w, "session"));
}

/* AND NO CHAIN is what is meant anyway. */
static bool is_chained(const scanner *s)
{
	return s->is_ending && IS_WORD(&s->current, "chain") && !IS_WORD(&s->previous, "no");
}

/* set_config(name, value, true) */
static bool is_set_for_transaction(const scanner *s)
{
	return s->dbms == PDO_ODBC_POSTGRESQL && IS_WORD(&s->current, "set_config")
		&& pdo_pool_text_precedes(&s->text, '(') && pdo_pool_pgsql_ends_in_true(&s->text);
}

static bool is_sticky(const scanner *s)
{
	return IS_IN(&s->current, sticky) && !is_set_for_transaction(s);
}

/* REPLACE is a function, too. */
static bool inserts(const scanner *s, bool is_start)
{
	const word *w = &s->current;

	return IS_WORD(w, "insert") || (is_start && (IS_WORD(w, "merge") || IS_WORD(w, "replace")));
}

static void note_word(scanner *s)
{
	const word *w = &s->current;

	if (inserts(s, s->at_start)) {
		s->found |= PDO_POOL_TEXT_INSERTS;
	}
	if (s->is_show && (IS_WORD(w, "warnings") || IS_WORD(w, "errors"))) {
		note_question(s, PDO_POOL_TEXT_READS_WARNINGS);
	}
	if (s->at_start) {
		begin_statement(s);
	} else if (s->may_go_back && IS_WORD(w, "to")) {
		s->found &= ~PDO_POOL_TEXT_ENDS;
	} else if (is_chained(s)) {
		s->found = (s->found | PDO_POOL_TEXT_BEGINS) & ~PDO_POOL_TEXT_ENDS;
	} else if (s->is_in_body || is_sticky(s) || is_temporary(s) || is_of_session(s)
			|| pdo_pool_text_is_odd_number(&s->text)) {
		surely_dirties(s);
	} else if (s->is_definition && (IS_WORD(w, "as") || IS_WORD(w, "select"))) {
		/* From here on calls are made. */
		s->is_definition = false;
	}
}
/* }}} */

/* {{{ Calls */

/* The cursor is at the parenthesis. */
static bool has_no_argument(const scanner *s)
{
	const unsigned char *p = s->text.cursor + 1;

	while (*p == ' ' || (*p >= '\t' && *p <= '\r')) {
		p++;
	}
	return *p == ')';
}

static void note_outcome_function(scanner *s)
{
	const word *w = &s->current;

	note_question(s, IS_WORD(w, "found_rows") ? PDO_POOL_TEXT_READS_FOUND
		: IS_WORD(w, "total_changes") ? PDO_POOL_TEXT_READS_TOTAL : PDO_POOL_TEXT_READS_CHANGED);
}

static void note_id_function(scanner *s)
{
	if (has_no_argument(s) || IS_WORD(&s->current, "currval")) {
		note_question(s, PDO_POOL_TEXT_READS_ID);
	} else {
		/* MySQL: the argument becomes the id. */
		s->found |= PDO_POOL_TEXT_INSERTS;
		surely_dirties(s);
	}
}

static bool is_harmless_call_of_sqlite(const word *w)
{
	return IS_IN(w, harmless_calls_of_sqlite) || IS_IN(w, asking_pragmas);
}

static bool is_harmless_call(const scanner *s)
{
	const word *w = &s->current;

	return IS_IN(w, harmless_calls)
		|| (s->dbms == PDO_ODBC_MYSQL && pdo_pool_mysql_is_harmless(w->start, w->length))
		|| (s->dbms == PDO_ODBC_SQLITE && is_harmless_call_of_sqlite(w))
		|| (s->dbms == PDO_ODBC_POSTGRESQL && pdo_pool_pgsql_is_harmless(w->start, w->length))
		|| is_set_for_transaction(s);
}

static void note_call(scanner *s)
{
	if (IS_IN(&s->current, id_functions)) {
		note_id_function(s);
	} else if (IS_IN(&s->current, outcome_functions)) {
		note_outcome_function(s);
	} else if ((s->is_qualified || !is_harmless_call(s))
			&& !IS_IN(&s->previous, before_names) && !s->is_definition) {
		surely_dirties(s);
	}
}
/* }}} */

/* {{{ Reading */
static void begin_name(scanner *s)
{
	s->is_qualified = s->after_dot && !IS_WORD(&s->current, "pg_catalog");
	if (!s->after_dot) {
		s->previous = s->current;
	}
}

static void end_name(scanner *s)
{
	if (pdo_pool_text_precedes(&s->text, '(')) {
		note_call(s);
	}
}

static void read_word(scanner *s)
{
	begin_name(s);
	s->current = (word) {.start = s->text.start, .length = s->text.length};
	note_word(s);
	end_name(s);
}

/* Where temporary tables are: a schema, which may be quoted. */
static bool names_temporary(const scanner *s)
{
	const pdo_pool_text *t = &s->text;

	return begins_with(t->start, t->length, ZEND_STRL("temp"))
		|| begins_with(t->start, t->length, ZEND_STRL("pg_temp"));
}

/* Whatever else it is: a name in quotes need not be that of the function that is built in. */
static void note_quoted_question(scanner *s)
{
	s->current = (word) {.start = s->text.start, .length = s->text.length};
	if (IS_IN(&s->current, id_functions)) {
		note_question(s, PDO_POOL_TEXT_READS_ID);
	} else if (IS_IN(&s->current, outcome_functions)) {
		note_outcome_function(s);
	}
}

/* A name, unless quotes are for strings: "..." with MySQL, [...] elsewhere. */
static void read_quoted_name(scanner *s)
{
	begin_name(s);
	if (pdo_pool_text_precedes(&s->text, '(')) {
		note_quoted_question(s);
	}
	s->current = (word) {0};
	if (s->at_start || names_temporary(s)) {
		surely_dirties(s);
	}
	end_name(s);
}

/* With SQLite, a string in front of a dot is a name. */
static void read_string(scanner *s)
{
	if (pdo_pool_text_precedes(&s->text, '.') && names_temporary(s)) {
		surely_dirties(s);
	}
}

/* @@name, @@session.name */
static void note_variable(scanner *s)
{
	pdo_pool_text t = s->text;

	do {
		pdo_pool_text_next(&t);
	} while (IS_WORD(&t, "session") || IS_WORD(&t, "local") || pdo_pool_text_is_sign(&t, '.'));
	if (IS_WORD(&t, "identity") || IS_WORD(&t, "last_insert_id")) {
		note_question(s, PDO_POOL_TEXT_READS_ID);
	} else if (IS_WORD(&t, "warning_count") || IS_WORD(&t, "error_count")) {
		note_question(s, PDO_POOL_TEXT_READS_WARNINGS);
	}
}

/* A variable of the user; one of the server, which is only read; or an operator as in @>. */
static void read_at(scanner *s)
{
	const char next = pdo_pool_text_peek(&s->text, 1);

	if (next == '@') {
		note_variable(s);
	} else if (isalnum((unsigned char) next) || (next & 0x80)
			|| (next && strchr("_'\"`.$", next))) {
		surely_dirties(s);
	}
}

static void read_sign(scanner *s)
{
	switch (*s->text.start) {
		case ';':
			end_statement(s);
			break;
		case '.':
			if (IS_WORD(&s->current, "temp") || IS_WORD(&s->current, "temporary")) {
				surely_dirties(s);
			}
			break;
		case '#':
			/* A comment for MySQL, an operator for PostgreSQL. */
			if (s->dbms != PDO_ODBC_POSTGRESQL) {
				surely_dirties(s);
			}
			break;
		case '\\':
			surely_dirties(s);
			break;
		case '$':
			/* $1 is a parameter. */
			if (!isdigit((unsigned char) pdo_pool_text_peek(&s->text, 1))) {
				surely_dirties(s);
			}
			break;
		case '@':
			read_at(s);
			break;
		case ':':
			if (pdo_pool_text_peek(&s->text, 1) == '=') {
				surely_dirties(s);
			}
			break;
		case '{':
			/* {d '...'}, {fn ...}, {oj ...}; all but {call ...}. */
			if (s->at_start) {
				surely_dirties(s);
				s->at_start = false;
			}
			break;
	}
}

static void read_token(scanner *s)
{
	switch (s->text.kind) {
		case PDO_POOL_TOKEN_WORD:
		case PDO_POOL_TOKEN_NUMBER:
			read_word(s);
			break;
		case PDO_POOL_TOKEN_NAME:
			read_quoted_name(s);
			break;
		case PDO_POOL_TOKEN_STRING:
			read_string(s);
			break;
		case PDO_POOL_TOKEN_SIGN:
			read_sign(s);
			break;
		case PDO_POOL_TOKEN_END:
			break;
	}
	s->after_dot = s->text.kind == PDO_POOL_TOKEN_SIGN && *s->text.start == '.';
}
/* }}} */

/* Besides the dialect, mode says which database is behind the driver. */
#define DBMS_SHIFT 29

static uint32_t judge(const char *sql, size_t length, uint32_t mode)
{
	scanner s = {.at_start = true, .dbms = (pdo_odbc_dbms) (mode >> DBMS_SHIFT)};
	const bool has_brackets = s.dbms == PDO_ODBC_ANY_DBMS || s.dbms == PDO_ODBC_SQLITE;
	const uint32_t brackets = has_brackets ? 0 : PDO_POOL_TEXT_BRACKETS;

	pdo_pool_text_begin(&s.text, sql, length, PDO_POOL_TEXT_ODBC & ~brackets);
	while (pdo_pool_text_next(&s.text) != PDO_POOL_TOKEN_END) {
		read_token(&s);
	}
	if (pdo_pool_text_is_in_doubt(&s.text)) {
		surely_dirties(&s);
	}
	return s.found;
}

unsigned pdo_odbc_scan(pdo_odbc_dbms dbms, const char *sql, size_t length)
{
	return pdo_pool_verdict(sql, length, PDO_POOL_TEXT_ODBC | (uint32_t) dbms << DBMS_SHIFT, judge);
}
