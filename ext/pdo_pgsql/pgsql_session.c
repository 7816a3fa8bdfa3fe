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

/* What a statement may leave behind in its session, told from its text: the protocol says
 * nothing of temporary tables, advisory locks, prepared statements or most settings.
 *
 * It is a list of what is known to be harmless; everything else is called dirty. The text is
 * cut into tokens as the server's scanner does it (comments nest, strings come in
 * five forms), never into SQL: it does not parse, and what views, triggers and operators do behind
 * the text it cannot see.
 */

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#define PGSQL_ASYNC_PLAIN_LIBPQ

#include "php.h"
#include "pgsql_async.h"

/* {{{ Names. All sorted: they are searched by halves */

/* What may stand before a parenthesis without being a call that changes the session: functions of
 * pg_catalog that keep no state there, words of the grammar, and types with a modifier. */
static const char *const harmless[] = {
	"abbrev", "abs", "acos", "acosd", "acosh", "add", "age", "all", "analyze", "and", "any", "any_value",
	"area", "array", "array_agg", "array_append", "array_cat", "array_dims", "array_fill", "array_length",
	"array_lower", "array_ndims", "array_position", "array_positions", "array_prepend", "array_remove",
	"array_replace", "array_sample", "array_shuffle", "array_to_json", "array_to_string", "array_to_tsvector",
	"array_upper", "as", "ascii", "asin", "asind", "asinh", "asymmetric", "atan", "atan2", "atan2d", "atand",
	"atanh", "avg", "bernoulli", "between", "bigint", "bit", "bit_and", "bit_count", "bit_length", "bit_or",
	"bit_xor", "bool_and", "bool_or", "boolean", "both", "box", "bpchar", "btrim", "buffers", "by", "bytea",
	"cardinality", "case", "cast", "cbrt", "ceil", "ceiling", "center", "char", "char_length", "character",
	"character_length", "check", "chr", "cidr", "circle", "clock_timestamp", "coalesce", "col_description",
	"collation", "concat", "concat_ws", "conflict", "convert", "convert_from", "convert_to", "copy", "corr",
	"cos", "cosd", "cosh", "costs", "cot", "cotd", "count", "covar_pop", "covar_samp", "cross", "cube",
	"cume_dist", "current_database", "current_date", "current_query", "current_schema", "current_schemas",
	"current_setting", "current_time", "current_timestamp", "current_user", "currentuser", "cycle", "date",
	"date_add", "date_bin", "date_part", "date_subtract", "date_trunc", "datemultirange", "daterange", "dec",
	"decimal", "decode", "default", "degrees", "delimiter", "dense_rank", "diagonal", "diameter", "distinct",
	"div", "do", "double", "drop", "else", "encode", "encoding", "end", "enum_first", "enum_last", "enum_range",
	"erf", "erfc", "escape", "every", "except", "exclude", "excluded", "exists", "exp", "explain", "extract",
	"factorial", "family", "fetch", "filter", "first", "first_value", "float", "floor", "following", "for",
	"force_quote", "format", "format_type", "freeze", "from", "full", "gcd", "gen_random_uuid",
	"generate_series", "generate_subscripts", "generated", "get_bit", "get_byte", "get_current_ts_config",
	"getdatabaseencoding", "greatest", "group", "grouping", "groups", "has_any_column_privilege",
	"has_column_privilege", "has_database_privilege", "has_function_privilege", "has_schema_privilege",
	"has_sequence_privilege", "has_table_privilege", "hashtext", "having", "header", "height", "host",
	"hostmask", "ilike", "in", "inet", "inet_client_addr", "inet_client_port", "inet_server_addr",
	"inet_server_port", "initcap", "inner", "int", "int4multirange", "int4range", "int8multirange", "int8range",
	"integer", "intersect", "interval", "into", "is", "is_normalized", "isempty", "isfinite", "ishorizontal",
	"isnull", "isparallel", "isperp", "isvertical", "join", "json", "json_agg", "json_array",
	"json_array_elements", "json_array_elements_text", "json_array_length", "json_arrayagg", "json_build_array",
	"json_build_object", "json_each", "json_each_text", "json_exists", "json_object", "json_object_agg",
	"json_object_agg_unique", "json_object_keys", "json_objectagg", "json_populate_record",
	"json_populate_recordset", "json_query", "json_scalar", "json_serialize", "json_strip_nulls", "json_table",
	"json_to_record", "json_to_recordset", "json_to_tsvector", "json_typeof", "json_value", "jsonb",
	"jsonb_agg", "jsonb_array_elements", "jsonb_array_elements_text", "jsonb_array_length", "jsonb_build_array",
	"jsonb_build_object", "jsonb_each", "jsonb_each_text", "jsonb_insert", "jsonb_object", "jsonb_object_agg",
	"jsonb_object_keys", "jsonb_path_exists", "jsonb_path_exists_tz", "jsonb_path_match", "jsonb_path_match_tz",
	"jsonb_path_query", "jsonb_path_query_array", "jsonb_path_query_array_tz", "jsonb_path_query_first",
	"jsonb_path_query_first_tz", "jsonb_path_query_tz", "jsonb_populate_record", "jsonb_populate_recordset",
	"jsonb_pretty", "jsonb_set", "jsonb_set_lax", "jsonb_strip_nulls", "jsonb_to_record", "jsonb_to_recordset",
	"jsonb_to_tsvector", "jsonb_typeof", "justify_days", "justify_hours", "justify_interval", "key", "lag",
	"language", "last_value", "lateral", "lcm", "lead", "leading", "least", "left", "length", "like", "limit",
	"line", "ln", "lo_close", "lo_creat", "lo_create", "lo_from_bytea", "lo_get", "lo_import", "lo_lseek",
	"lo_lseek64", "lo_open", "lo_put", "lo_tell", "lo_tell64", "lo_truncate", "lo_truncate64", "lo_unlink",
	"localtime", "localtimestamp", "log", "log10", "loread", "lower", "lower_inc", "lower_inf", "lowrite",
	"lpad", "lseg", "ltrim", "make_date", "make_interval", "make_time", "make_timestamp", "make_timestamptz",
	"masklen", "match", "materialized", "max", "md5", "min", "min_scale", "mod", "mode", "multirange", "name",
	"national", "natural", "nchar", "netmask", "network", "next", "normalize", "not", "notnull", "now",
	"npoints", "nth_value", "ntile", "null", "nullif", "nulls", "num_nonnulls", "num_nulls", "numeric",
	"nummultirange", "numnode", "numrange", "obj_description", "octet_length", "of", "offset", "oid", "on",
	"only", "options", "or", "order", "outer", "over", "overlaps", "overlay", "parse_ident", "partition",
	"percent_rank", "percentile_cont", "percentile_disc", "pg_advisory_xact_lock",
	"pg_advisory_xact_lock_shared", "pg_available_extension_versions", "pg_available_extensions",
	"pg_backend_pid", "pg_blocking_pids", "pg_cancel_backend", "pg_char_to_encoding", "pg_client_encoding",
	"pg_collation_for", "pg_column_compression", "pg_column_is_updatable", "pg_column_size",
	"pg_current_snapshot", "pg_current_xact_id", "pg_current_xact_id_if_assigned", "pg_database_size",
	"pg_describe_object", "pg_encoding_max_length", "pg_encoding_to_char", "pg_extension_update_paths",
	"pg_filenode_relation", "pg_function_is_visible", "pg_get_constraintdef", "pg_get_expr",
	"pg_get_function_arg_default", "pg_get_function_arguments", "pg_get_function_identity_arguments",
	"pg_get_function_result", "pg_get_function_sqlbody", "pg_get_functiondef", "pg_get_indexdef",
	"pg_get_keywords", "pg_get_object_address", "pg_get_partition_constraintdef", "pg_get_partkeydef",
	"pg_get_ruledef", "pg_get_serial_sequence", "pg_get_statisticsobjdef", "pg_get_statisticsobjdef_columns",
	"pg_get_statisticsobjdef_expressions", "pg_get_triggerdef", "pg_get_userbyid", "pg_get_viewdef",
	"pg_has_role", "pg_identify_object", "pg_identify_object_as_address", "pg_index_column_has_property",
	"pg_index_has_property", "pg_indexes_size", "pg_is_in_recovery", "pg_is_other_temp_schema",
	"pg_listening_channels", "pg_my_temp_schema", "pg_notify", "pg_partition_root", "pg_partition_tree",
	"pg_postmaster_start_time", "pg_relation_filenode", "pg_relation_filepath", "pg_relation_is_publishable",
	"pg_relation_is_updatable", "pg_relation_size", "pg_settings_get_flags", "pg_size_bytes", "pg_size_pretty",
	"pg_sleep", "pg_sleep_for", "pg_sleep_until", "pg_stat_get_activity", "pg_table_is_visible",
	"pg_table_size", "pg_tablespace_location", "pg_tablespace_size", "pg_terminate_backend",
	"pg_timezone_abbrevs", "pg_timezone_names", "pg_total_relation_size", "pg_trigger_depth",
	"pg_try_advisory_xact_lock", "pg_try_advisory_xact_lock_shared", "pg_type_is_visible", "pg_typeof",
	"phraseto_tsquery", "pi", "plainto_tsquery", "point", "polygon", "position", "pow", "power", "preceding",
	"precision", "primary", "quote", "quote_ident", "quote_literal", "quote_nullable", "radians", "radius",
	"random", "random_normal", "range", "range_agg", "range_intersect_agg", "range_merge", "rank", "real",
	"recursive", "regclass", "regexp_count", "regexp_instr", "regexp_like", "regexp_match", "regexp_matches",
	"regexp_replace", "regexp_split_to_array", "regexp_split_to_table", "regexp_substr", "regnamespace",
	"regproc", "regr_avgx", "regr_avgy", "regr_count", "regr_intercept", "regr_r2", "regr_slope", "regr_sxx",
	"regr_sxy", "regr_syy", "regtype", "repeat", "replace", "returning", "reverse", "right", "rollup", "round",
	"row", "row_number", "row_to_json", "rows", "rpad", "rtrim", "scale", "select", "session_user", "set",
	"set_bit", "set_byte", "set_masklen", "sets", "setweight", "sha224", "sha256", "sha384", "sha512", "sign",
	"similar", "sin", "sind", "sinh", "slope", "smallint", "some", "split_part", "sqrt", "starts_with",
	"statement_timestamp", "stddev", "stddev_pop", "stddev_samp", "string_agg", "string_to_array",
	"string_to_table", "strip", "strpos", "substr", "substring", "sum", "summary", "symmetric", "system",
	"table", "tablesample", "tan", "tand", "tanh", "temporal", "text", "textcat", "then", "ties", "time",
	"timeofday", "timestamp", "timestamptz", "timetz", "timezone", "timing", "to_ascii", "to_char", "to_date",
	"to_hex", "to_json", "to_jsonb", "to_number", "to_regclass", "to_regcollation", "to_regnamespace",
	"to_regoper", "to_regoperator", "to_regproc", "to_regprocedure", "to_regrole", "to_regtype", "to_timestamp",
	"to_tsquery", "to_tsvector", "trailing", "transaction_timestamp", "translate", "treat", "trim",
	"trim_array", "trim_scale", "trunc", "ts_delete", "ts_filter", "ts_headline", "ts_rank", "ts_rank_cd",
	"tsmultirange", "tsquery_phrase", "tsrange", "tstzmultirange", "tstzrange", "tsvector_to_array",
	"txid_current", "txid_current_if_assigned", "txid_current_snapshot", "unbounded", "union", "unique",
	"unistr", "unnest", "upper", "upper_inc", "upper_inf", "using", "uuid", "uuid_extract_timestamp",
	"uuid_generate_v4", "uuidv4", "uuidv7", "vacuum", "values", "var_pop", "var_samp", "varbit", "varchar",
	"variance", "varying", "verbose", "version", "websearch_to_tsquery", "when", "where", "width",
	"width_bucket", "window", "with", "within", "xml", "xml_is_well_formed", "xml_is_well_formed_content",
	"xml_is_well_formed_document", "xmlagg", "xmlcomment", "xmlconcat", "xmlelement", "xmlexists", "xmlforest",
	"xmlparse", "xmlpi", "xmlroot", "xmlserialize", "xmltable", "xpath", "xpath_exists",
};

/* First words of statements that leave nothing behind. Others with an opinion of their own are
 * in begin_statement(). */
static const char *const harmless_statements[] = {
	"abort", "alter", "analyze", "begin", "checkpoint", "close", "cluster", "comment", "commit", "copy",
	"create", "delete", "drop", "end", "explain", "fetch", "grant", "import", "insert", "lock",
	"merge", "move", "notify", "reassign", "refresh", "reindex", "release", "revoke", "rollback", "savepoint",
	"security", "select", "show", "start", "table", "truncate", "unlisten", "update", "vacuum", "values", "with",
};

/* Statements that define things: names before a parenthesis are no calls there. ALTER TABLE calls the functions of defaults. */
static const char *const definitions[] = {
	"analyze", "cluster", "comment", "create", "drop", "grant", "import", "lock", "reassign",
	"refresh", "reindex", "revoke", "security", "truncate", "vacuum",
};

/* Functions that are never harmless, in a definition either. */
static const char *const session_functions[] = {
	"currval", "dblink", "dblink_connect", "dblink_exec", "lastval", "nextval", "pg_advisory_lock",
	"pg_advisory_lock_shared", "pg_advisory_unlock", "pg_advisory_unlock_all", "pg_advisory_unlock_shared",
	"pg_try_advisory_lock", "pg_try_advisory_lock_shared", "set_config", "setseed", "setval",
};

/* After these the name before a parenthesis is that of a table or an alias with a list of columns. */
static const char *const before_tables[] = {
	"as", "copy", "into", "recursive", "with",
};

/* Longer ones are in no list. */
#define MAX_WORD 40

typedef struct _word {
	char text[MAX_WORD];
	size_t length;
} word;

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
	const unsigned char *cursor;
	bool plain_strings;
	uint32_t effects;

	/* The last word, and the one before it. A qualified name is one word; quoting marks it. */
	word current, previous;
	/* The next word begins a statement. */
	bool at_start;
	/* There was a statement before. */
	bool had_statement;
	bool is_definition;
	/* It makes a table: what follows its AS is run. */
	bool fills_table;
	/* DISTINCT ON (...) is the one place where a call may follow a parenthesis. */
	bool had_distinct;
	/* A word was read and no other token after it; and the token before that word was ")". */
	bool after_word;
	bool word_after_parenthesis;
	bool word_after_word;
	bool after_parenthesis;
} scanner;

static zend_always_inline bool starts_word(unsigned char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c >= 0x80;
}

static zend_always_inline bool continues_word(unsigned char c)
{
	return starts_word(c) || (c >= '0' && c <= '9') || c == '$';
}

/* {{{ Skipping: each leaves the cursor behind what it skipped, at most at the end */
static void skip_line_comment(scanner *s)
{
	while (*s->cursor && *s->cursor != '\n' && *s->cursor != '\r') {
		s->cursor++;
	}
}

static void skip_block_comment(scanner *s)
{
	int depth = 1;

	s->cursor += 2;
	while (*s->cursor && depth > 0) {
		if (s->cursor[0] == '/' && s->cursor[1] == '*') {
			depth++;
			s->cursor += 2;
		} else if (s->cursor[0] == '*' && s->cursor[1] == '/') {
			depth--;
			s->cursor += 2;
		} else {
			s->cursor++;
		}
	}
}

static void skip_quoted(scanner *s, unsigned char quote, bool backslashes)
{
	s->cursor++;
	while (*s->cursor) {
		if (*s->cursor == '\\' && backslashes && s->cursor[1]) {
			s->cursor += 2;
		} else if (*s->cursor != quote) {
			s->cursor++;
		} else if (s->cursor[1] == quote) {
			s->cursor += 2;
		} else {
			s->cursor++;
			return;
		}
	}
}

/* $tag$ ... $tag$; a lone dollar is skipped by itself. */
static void skip_dollar_quoted(scanner *s)
{
	const unsigned char *tag = s->cursor, *end = tag + 1;

	while (continues_word(*end) && *end != '$') {
		end++;
	}
	if (*end != '$' || (tag[1] >= '0' && tag[1] <= '9')) {
		s->cursor++;
		return;
	}
	size_t length = (size_t) (end - tag) + 1;
	for (s->cursor = tag + length; *s->cursor; s->cursor++) {
		if (*s->cursor == '$' && strncmp((const char *) s->cursor, (const char *) tag, length) == 0) {
			s->cursor += length;
			return;
		}
	}
}
/* }}} */

/* {{{ What tokens mean */
static bool is_word(const word *w, const char *text)
{
	return strcmp(w->text, text) == 0;
}

static void begin_statement(scanner *s)
{
	const char *first = s->current.text;

	s->at_start = false;
	s->is_definition = IS_IN(definitions, first);
	if (s->had_statement) {
		s->effects |= PGSQL_TEXT_MULTIPLE;
	}
	s->had_statement = true;
	if (is_word(&s->current, "copy")) {
		s->effects |= PGSQL_TEXT_COPY | PGSQL_TEXT_SEQUENCES;
	} else if (is_word(&s->current, "insert") || is_word(&s->current, "merge")) {
		s->effects |= PGSQL_TEXT_SEQUENCES;
	} else if (!IS_IN(harmless_statements, first) && !is_word(&s->current, "set")) {
		s->effects |= PGSQL_TEXT_DIRTY;
	}
}

static void note_temporary(scanner *s)
{
	const word *w = &s->previous;

	if (is_word(w, "create") || is_word(w, "into") || is_word(w, "local") || is_word(w, "global")
			|| is_word(w, "replace") || is_word(w, "recursive")) {
		s->effects |= PGSQL_TEXT_DIRTY;
	}
}

/* The schema of temporary tables, and a view with rules: UPDATE pg_settings is SET. A name that was cut may end in either. */
static bool names_session(const word *w)
{
	return strstr(w->text, "pg_temp") || strstr(w->text, "pg_settings") || w->length == MAX_WORD - 1;
}

/* SET LOCAL and SET TRANSACTION end with the transaction; UPDATE ... SET is preceded by a name. */
static void note_word(scanner *s)
{
	const char *text = s->current.text;

	if (s->at_start) {
		begin_statement(s);
		return;
	}
	if ((text[0] == 'p' || text[0] == '"' || strchr(text, '.')) && names_session(&s->current)) {
		s->effects |= PGSQL_TEXT_DIRTY;
	}
	switch (text[0]) {
		case 'd':
			if (is_word(&s->current, "distinct")) {
				s->had_distinct = true;
			} else if (is_word(&s->current, "default")) {
				/* UPDATE t SET id = DEFAULT */
				s->effects |= PGSQL_TEXT_SEQUENCES;
			}
			break;
		case 'i':
			if (is_word(&s->current, "insert")) {
				s->effects |= PGSQL_TEXT_SEQUENCES;
			}
			break;
		case 'r':
			if (is_word(&s->current, "returning")) {
				s->effects |= PGSQL_TEXT_RETURNING;
			}
			break;
		case 't':
			if (is_word(&s->current, "temp") || is_word(&s->current, "temporary")) {
				note_temporary(s);
			}
			break;
	}
	if (UNEXPECTED(s->is_definition)) {
		if (is_word(&s->current, "table") || is_word(&s->current, "materialized")) {
			s->fills_table = true;
		} else if (s->fills_table && is_word(&s->current, "as")) {
			/* CREATE TABLE ... AS SELECT: from here on calls are made. */
			s->is_definition = false;
		}
	}
}

/* "SET x" is told from "SET LOCAL x" by its second word. */
static void note_set(scanner *s, bool *after_set)
{
	if (*after_set && !is_word(&s->current, "local") && !is_word(&s->current, "transaction")
			&& !is_word(&s->current, "constraints")) {
		s->effects |= PGSQL_TEXT_DIRTY;
	}
	*after_set = false;
}

/* INSERT INTO t (a), AS t (a), generate_series(1, 3) t (a) */
static bool is_list_of_columns(const scanner *s)
{
	return (s->word_after_word && IS_IN(before_tables, s->previous.text)) || (s->word_after_parenthesis && !s->had_distinct);
}

static void note_call(scanner *s)
{
	const char *name = s->current.text;
	bool catalog = strncmp(name, "pg_catalog.", sizeof("pg_catalog.") - 1) == 0;

	if (catalog) {
		name += sizeof("pg_catalog.") - 1;
	}
	if (strcmp(name, "nextval") == 0 || strcmp(name, "setval") == 0) {
		s->effects |= PGSQL_TEXT_SEQUENCES;
	} else if (strcmp(name, "lastval") == 0 || strcmp(name, "currval") == 0) {
		s->effects |= PGSQL_TEXT_LAST_ID;
	} else if (IS_IN(session_functions, name)) {
		s->effects |= PGSQL_TEXT_DIRTY;
	} else if (!s->is_definition && !IS_IN(harmless, name) && !is_list_of_columns(s)) {
		s->effects |= PGSQL_TEXT_DIRTY;
	}
}
/* }}} */

/* {{{ Reading */
static void append(word *w, unsigned char c)
{
	if (w->length < MAX_WORD - 1) {
		w->text[w->length++] = (char) c;
		w->text[w->length] = '\0';
	}
}

static void read_quoted_name(scanner *s)
{
	append(&s->current, '"');
	const unsigned char *from = s->cursor + 1;
	skip_quoted(s, '"', false);
	for (; from < s->cursor; from++) {
		append(&s->current, *from);
	}
}

static void read_plain_name(scanner *s)
{
	while (continues_word(*s->cursor)) {
		unsigned char c = *s->cursor++;
		append(&s->current, c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c);
	}
}

/* A name with its qualifiers. Quoted names keep their quotes, so that they match no list: "set_config"(...)
 * counts as unknown. */
static void read_word(scanner *s)
{
	s->previous = s->current;
	s->current.length = 0;
	s->current.text[0] = '\0';
	for (;;) {
		if (*s->cursor == '"') {
			read_quoted_name(s);
		} else {
			read_plain_name(s);
		}
		if (*s->cursor != '.' || !(starts_word(s->cursor[1]) || s->cursor[1] == '"')) {
			break;
		}
		append(&s->current, '.');
		s->cursor++;
	}
	s->word_after_parenthesis = s->after_parenthesis;
	s->word_after_word = s->after_word;
	s->after_parenthesis = false;
	s->after_word = true;
}

/* After a line break a string goes on, with the rules that it began with. */
static void skip_escape_string(scanner *s)
{
	const unsigned char *next;
	bool is_continued;

	do {
		skip_quoted(s, '\'', true);
		is_continued = false;
		for (next = s->cursor; *next && strchr(" \t\n\r\f\v", *next); next++) {
			is_continued |= *next == '\n' || *next == '\r';
		}
		is_continued = is_continued && *next == '\'';
		if (is_continued) {
			s->cursor = next;
		} else if (*next == '-') {
			/* Or after a comment. */
			s->effects |= PGSQL_TEXT_DIRTY;
		}
	} while (is_continued);
}

/* E'...' and U&'...' begin like words. */
static bool skip_prefixed_string(scanner *s)
{
	unsigned char c = *s->cursor | 0x20;

	if ((c == 'e' || c == 'b' || c == 'x' || c == 'n') && s->cursor[1] == '\'') {
		s->cursor++;
		if (c == 'e') {
			skip_escape_string(s);
		} else {
			skip_quoted(s, '\'', !s->plain_strings);
		}
		return true;
	}
	if (c == 'u' && s->cursor[1] == '&' && s->cursor[2] == '"') {
		/* A name that is not what it looks like. */
		s->effects |= PGSQL_TEXT_DIRTY;
	}
	if (c == 'u' && s->cursor[1] == '&' && s->cursor[2] == '\'') {
		s->cursor += 2;
		skip_quoted(s, '\'', !s->plain_strings);
		return true;
	}
	return false;
}

static void end_statement(scanner *s)
{
	s->at_start = true;
	s->is_definition = s->fills_table = s->had_distinct = false;
	s->current.text[0] = s->previous.text[0] = '\0';
	s->current.length = s->previous.length = 0;
}

/* A token that is no word. false: a comment or a space, which separates nothing. */
static bool read_other(scanner *s)
{
	switch (*s->cursor) {
		case ' ': case '\t': case '\n': case '\r': case '\f': case '\v':
			s->cursor++;
			return false;
		case '-':
			if (s->cursor[1] == '-') {
				skip_line_comment(s);
				return false;
			}
			break;
		case '/':
			if (s->cursor[1] == '*') {
				skip_block_comment(s);
				return false;
			}
			break;
		case '\'':
			skip_quoted(s, '\'', !s->plain_strings);
			return true;
		case '$':
			skip_dollar_quoted(s);
			return true;
		case ';':
			end_statement(s);
			break;
		case '(':
			if (s->after_word) {
				note_call(s);
			}
			break;
		case ')':
			s->cursor++;
			s->after_parenthesis = true;
			return true;
	}
	s->cursor++;
	s->after_parenthesis = false;
	return true;
}
/* }}} */

/* What the driver itself prepares and deallocates is no change. */
static bool is_own_deallocation(const char *sql)
{
	static const char deallocate[] = "DEALLOCATE pdo_stmt_";
	return strncmp(sql, deallocate, sizeof(deallocate) - 1) == 0 && !strchr(sql, ';');
}

/* The cursor of a scrollable statement is the driver's own, and closed with the statement: only its
 * query counts. */
static const char *skip_own_cursor(const char *sql)
{
	static const char declare[] = "DECLARE pdo_crsr_";
	static const char query[] = " WITH HOLD FOR ";

	if (strncmp(sql, declare, sizeof(declare) - 1) != 0) {
		return sql;
	}
	const char *found = strstr(sql, query);
	return found ? found + sizeof(query) - 1 : sql;
}

uint32_t pgsql_session_scan(const char *sql, bool plain_strings)
{
	scanner s = {
		.cursor = (const unsigned char *) skip_own_cursor(sql), .plain_strings = plain_strings, .at_start = true,
	};
	bool after_set = false;

	if (UNEXPECTED(is_own_deallocation(sql))) {
		return 0;
	}
	while (*s.cursor) {
		if (!starts_word(*s.cursor) && *s.cursor != '"') {
			if (*s.cursor >= '0' && *s.cursor <= '9') {
				/* 1e5 and 0x1f are no words. */
				while (continues_word(*s.cursor)) {
					s.cursor++;
				}
				s.after_word = false;
			} else if (read_other(&s)) {
				s.after_word = false;
			}
			continue;
		}
		if (skip_prefixed_string(&s)) {
			s.after_word = false;
			continue;
		}
		bool first = s.at_start;
		read_word(&s);
		note_word(&s);
		note_set(&s, &after_set);
		after_set = first && is_word(&s.current, "set");
	}
	return s.effects;
}
