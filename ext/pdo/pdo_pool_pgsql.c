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

/* What the drivers that may talk to PostgreSQL (pdo_pgsql, pdo_odbc) both know of its SQL: which
 * calls leave the session alone, which statements set it up, and what resets it. What a whole
 * statement does to it otherwise is each driver's judgement. */

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#include "php.h"
#include "pdo_pool_pgsql.h"
#include "ext/random/php_random_csprng.h"

/* {{{ Word lists, sorted */

/* What may stand before a parenthesis without being a call that changes the session: functions of
 * pg_catalog that keep no state there, words of the grammar, and types with a modifier. */
static const char *const harmless[] = {
	"abbrev", "abs", "acos", "acosd", "acosh", "add", "age", "all", "analyze", "and", "any",
	"any_value", "area", "array", "array_agg", "array_append", "array_cat", "array_dims",
	"array_fill", "array_length", "array_lower", "array_ndims", "array_position",
	"array_positions", "array_prepend", "array_remove", "array_replace", "array_sample",
	"array_shuffle", "array_to_json", "array_to_string", "array_to_tsvector", "array_upper", "as",
	"ascii", "asin", "asind", "asinh", "asymmetric", "atan", "atan2", "atan2d", "atand", "atanh",
	"avg", "bernoulli", "between", "bigint", "bit", "bit_and", "bit_count", "bit_length", "bit_or",
	"bit_xor", "bool_and", "bool_or", "boolean", "both", "box", "bpchar", "btrim", "buffers", "by",
	"bytea", "cardinality", "case", "cast", "cbrt", "ceil", "ceiling", "center", "char",
	"char_length", "character", "character_length", "check", "chr", "cidr", "circle",
	"clock_timestamp", "coalesce", "col_description", "collation", "concat", "concat_ws",
	"conflict", "convert", "convert_from", "convert_to", "copy", "corr", "cos", "cosd", "cosh",
	"costs", "cot", "cotd", "count", "covar_pop", "covar_samp", "cross", "cube", "cume_dist",
	"current_database", "current_date", "current_query", "current_schema", "current_schemas",
	"current_setting", "current_time", "current_timestamp", "current_user", "currentuser", "cycle",
	"date", "date_add", "date_bin", "date_part", "date_subtract", "date_trunc", "datemultirange",
	"daterange", "dec", "decimal", "decode", "default", "degrees", "delimiter", "dense_rank",
	"diagonal", "diameter", "distinct", "div", "do", "double", "drop", "else", "encode",
	"encoding", "end", "enum_first", "enum_last", "enum_range", "erf", "erfc", "escape", "every",
	"except", "exclude", "excluded", "exists", "exp", "explain", "extract", "factorial", "family",
	"fetch", "filter", "first", "first_value", "float", "floor", "following", "for", "force_quote",
	"format", "format_type", "freeze", "from", "full", "gcd", "gen_random_uuid", "generate_series",
	"generate_subscripts", "generated", "get_bit", "get_byte", "get_current_ts_config",
	"getdatabaseencoding", "greatest", "group", "grouping", "groups", "has_any_column_privilege",
	"has_column_privilege", "has_database_privilege", "has_function_privilege",
	"has_schema_privilege", "has_sequence_privilege", "has_table_privilege", "hashtext",
	"hashtextextended", "having", "header", "height", "host", "hostmask", "ilike", "in", "inet",
	"inet_client_addr", "inet_client_port", "inet_server_addr", "inet_server_port", "initcap",
	"inner", "int", "int4multirange", "int4range", "int8multirange", "int8range", "integer",
	"intersect", "interval", "into", "is", "is_normalized", "isempty", "isfinite", "ishorizontal",
	"isnull", "isparallel", "isperp", "isvertical", "join", "json", "json_agg", "json_array",
	"json_array_elements", "json_array_elements_text", "json_array_length", "json_arrayagg",
	"json_build_array", "json_build_object", "json_each", "json_each_text", "json_exists",
	"json_object", "json_object_agg", "json_object_agg_unique", "json_object_keys",
	"json_objectagg", "json_populate_record", "json_populate_recordset", "json_query",
	"json_scalar", "json_serialize", "json_strip_nulls", "json_table", "json_to_record",
	"json_to_recordset", "json_to_tsvector", "json_typeof", "json_value", "jsonb", "jsonb_agg",
	"jsonb_array_elements", "jsonb_array_elements_text", "jsonb_array_length", "jsonb_build_array",
	"jsonb_build_object", "jsonb_each", "jsonb_each_text", "jsonb_insert", "jsonb_object",
	"jsonb_object_agg", "jsonb_object_keys", "jsonb_path_exists", "jsonb_path_exists_tz",
	"jsonb_path_match", "jsonb_path_match_tz", "jsonb_path_query", "jsonb_path_query_array",
	"jsonb_path_query_array_tz", "jsonb_path_query_first", "jsonb_path_query_first_tz",
	"jsonb_path_query_tz", "jsonb_populate_record", "jsonb_populate_recordset", "jsonb_pretty",
	"jsonb_set", "jsonb_set_lax", "jsonb_strip_nulls", "jsonb_to_record", "jsonb_to_recordset",
	"jsonb_to_tsvector", "jsonb_typeof", "justify_days", "justify_hours", "justify_interval",
	"key", "lag", "language", "last_value", "lateral", "lcm", "lead", "leading", "least", "left",
	"length", "like", "limit", "line", "ln", "lo_close", "lo_creat", "lo_create", "lo_from_bytea",
	"lo_get", "lo_import", "lo_lseek", "lo_lseek64", "lo_open", "lo_put", "lo_tell", "lo_tell64",
	"lo_truncate", "lo_truncate64", "lo_unlink", "localtime", "localtimestamp", "log", "log10",
	"loread", "lower", "lower_inc", "lower_inf", "lowrite", "lpad", "lseg", "ltrim", "make_date",
	"make_interval", "make_time", "make_timestamp", "make_timestamptz", "masklen", "match",
	"materialized", "max", "md5", "min", "min_scale", "mod", "mode", "multirange", "name",
	"national", "natural", "nchar", "netmask", "network", "next", "normalize", "not", "notnull",
	"now", "npoints", "nth_value", "ntile", "null", "nullif", "nulls", "num_nonnulls", "num_nulls",
	"numeric", "nummultirange", "numnode", "numrange", "obj_description", "octet_length", "of",
	"offset", "oid", "on", "only", "options", "or", "order", "outer", "over", "overlaps",
	"overlay", "parse_ident", "partition", "percent_rank", "percentile_cont", "percentile_disc",
	"pg_advisory_xact_lock", "pg_advisory_xact_lock_shared", "pg_available_extension_versions",
	"pg_available_extensions", "pg_backend_pid", "pg_blocking_pids", "pg_cancel_backend",
	"pg_char_to_encoding", "pg_client_encoding", "pg_collation_for", "pg_column_compression",
	"pg_column_is_updatable", "pg_column_size", "pg_current_snapshot", "pg_current_xact_id",
	"pg_current_xact_id_if_assigned", "pg_database_size", "pg_describe_object",
	"pg_encoding_max_length", "pg_encoding_to_char", "pg_extension_update_paths",
	"pg_filenode_relation", "pg_function_is_visible", "pg_get_constraintdef", "pg_get_expr",
	"pg_get_function_arg_default", "pg_get_function_arguments",
	"pg_get_function_identity_arguments", "pg_get_function_result", "pg_get_function_sqlbody",
	"pg_get_functiondef", "pg_get_indexdef", "pg_get_keywords", "pg_get_object_address",
	"pg_get_partition_constraintdef", "pg_get_partkeydef", "pg_get_ruledef",
	"pg_get_serial_sequence", "pg_get_statisticsobjdef", "pg_get_statisticsobjdef_columns",
	"pg_get_statisticsobjdef_expressions", "pg_get_triggerdef", "pg_get_userbyid",
	"pg_get_viewdef", "pg_has_role", "pg_identify_object", "pg_identify_object_as_address",
	"pg_index_column_has_property", "pg_index_has_property", "pg_indexes_size",
	"pg_is_in_recovery", "pg_is_other_temp_schema", "pg_listening_channels", "pg_my_temp_schema",
	"pg_notify", "pg_partition_root", "pg_partition_tree", "pg_postmaster_start_time",
	"pg_relation_filenode", "pg_relation_filepath", "pg_relation_is_publishable",
	"pg_relation_is_updatable", "pg_relation_size", "pg_settings_get_flags", "pg_size_bytes",
	"pg_size_pretty", "pg_sleep", "pg_sleep_for", "pg_sleep_until", "pg_stat_get_activity",
	"pg_table_is_visible", "pg_table_size", "pg_tablespace_location", "pg_tablespace_size",
	"pg_terminate_backend", "pg_timezone_abbrevs", "pg_timezone_names", "pg_total_relation_size",
	"pg_trigger_depth", "pg_try_advisory_xact_lock", "pg_try_advisory_xact_lock_shared",
	"pg_type_is_visible", "pg_typeof", "phraseto_tsquery", "pi", "plainto_tsquery", "point",
	"polygon", "position", "pow", "power", "preceding", "precision", "primary", "quote",
	"quote_ident", "quote_literal", "quote_nullable", "radians", "radius", "random",
	"random_normal", "range", "range_agg", "range_intersect_agg", "range_merge", "rank", "real",
	"recursive", "regclass", "regexp_count", "regexp_instr", "regexp_like", "regexp_match",
	"regexp_matches", "regexp_replace", "regexp_split_to_array", "regexp_split_to_table",
	"regexp_substr", "regnamespace", "regproc", "regr_avgx", "regr_avgy", "regr_count",
	"regr_intercept", "regr_r2", "regr_slope", "regr_sxx", "regr_sxy", "regr_syy", "regtype",
	"repeat", "replace", "returning", "reverse", "right", "rollup", "round", "row", "row_number",
	"row_to_json", "rows", "rpad", "rtrim", "scale", "select", "session_user", "set", "set_bit",
	"set_byte", "set_masklen", "sets", "setweight", "sha224", "sha256", "sha384", "sha512", "sign",
	"similar", "sin", "sind", "sinh", "slope", "smallint", "some", "split_part", "sqrt",
	"starts_with", "statement_timestamp", "stddev", "stddev_pop", "stddev_samp", "string_agg",
	"string_to_array", "string_to_table", "strip", "strpos", "substr", "substring", "sum",
	"summary", "symmetric", "system", "table", "tablesample", "tan", "tand", "tanh", "temporal",
	"text", "textcat", "then", "ties", "time", "timeofday", "timestamp", "timestamptz", "timetz",
	"timezone", "timing", "to_ascii", "to_char", "to_date", "to_hex", "to_json", "to_jsonb",
	"to_number", "to_regclass", "to_regcollation", "to_regnamespace", "to_regoper",
	"to_regoperator", "to_regproc", "to_regprocedure", "to_regrole", "to_regtype", "to_timestamp",
	"to_tsquery", "to_tsvector", "trailing", "transaction_timestamp", "translate", "treat", "trim",
	"trim_array", "trim_scale", "trunc", "ts_delete", "ts_filter", "ts_headline", "ts_rank",
	"ts_rank_cd", "tsmultirange", "tsquery_phrase", "tsrange", "tstzmultirange", "tstzrange",
	"tsvector_to_array", "txid_current", "txid_current_if_assigned", "txid_current_snapshot",
	"unbounded", "union", "unique", "unistr", "unnest", "upper", "upper_inc", "upper_inf", "using",
	"uuid", "uuid_extract_timestamp", "uuid_generate_v4", "uuidv4", "uuidv7", "vacuum", "values",
	"var_pop", "var_samp", "varbit", "varchar", "variance", "varying", "verbose", "version",
	"websearch_to_tsquery", "when", "where", "width", "width_bucket", "window", "with", "within",
	"xml", "xml_is_well_formed", "xml_is_well_formed_content", "xml_is_well_formed_document",
	"xmlagg", "xmlcomment", "xmlconcat", "xmlelement", "xmlexists", "xmlforest", "xmlparse",
	"xmlpi", "xmlroot", "xmlserialize", "xmltable", "xpath", "xpath_exists",
};

/* Those of them that are words of the grammar only: in quotes they are names of the user's
 * functions. */
static const char *const grammar[] = {
	"add", "all", "analyze", "and", "array", "as", "asymmetric", "between", "bigint", "boolean",
	"both", "buffers", "by", "case", "cast", "character", "check", "coalesce", "collation",
	"conflict", "copy", "costs", "cross", "cube", "current_date", "current_time",
	"current_timestamp", "currentuser", "cycle", "dec", "decimal", "default", "delimiter",
	"distinct", "do", "double", "drop", "else", "encoding", "end", "escape", "except", "exclude",
	"excluded", "exists", "explain", "fetch", "filter", "first", "float", "following", "for",
	"force_quote", "freeze", "from", "full", "generated", "greatest", "group", "grouping", "groups",
	"having", "header", "ilike", "in", "inner", "int", "integer", "intersect", "into", "is",
	"isnull", "join", "json_array", "json_arrayagg", "json_exists", "json_objectagg", "json_query",
	"json_scalar", "json_serialize", "json_table", "json_value", "key", "language", "lateral",
	"leading", "least", "limit", "localtime", "localtimestamp", "match", "materialized", "national",
	"natural", "nchar", "next", "not", "notnull", "null", "nullif", "nulls", "of", "offset", "on",
	"only", "options", "or", "order", "outer", "over", "partition", "preceding", "precision",
	"primary", "quote", "range", "real", "recursive", "returning", "rollup", "row", "rows",
	"select", "set", "sets", "similar", "smallint", "some", "summary", "symmetric", "table",
	"tablesample", "temporal", "then", "ties", "timing", "trailing", "treat", "trim", "unbounded",
	"union", "unique", "using", "vacuum", "values", "varying", "verbose", "when", "where", "window",
	"with", "within", "xmlconcat", "xmlelement", "xmlforest", "xmlparse", "xmlpi", "xmlroot",
	"xmlserialize", "xmltable",
};
/* }}} */

PDO_API bool pdo_pool_pgsql_is_harmless(const char *name, size_t length)
{
	return pdo_pool_word_is_in(name, length, harmless, sizeof(harmless) / sizeof(harmless[0]));
}

PDO_API bool pdo_pool_pgsql_is_grammar(const char *name, size_t length)
{
	return pdo_pool_word_is_in(name, length, grammar, sizeof(grammar) / sizeof(grammar[0]));
}

/* {{{ Arguments */
PDO_API bool pdo_pool_pgsql_ends_in_true(const pdo_pool_text *text)
{
	pdo_pool_text ahead = *text;
	uint32_t depth = 0;
	/* Of the argument that is being read. */
	uint32_t tokens = 0;
	bool begins_with_true = false;

	do {
		pdo_pool_text_next(&ahead);
		if (ahead.kind == PDO_POOL_TOKEN_END || ahead.is_ambiguous) {
			return false;
		}
		if (pdo_pool_text_is_sign(&ahead, ')')) {
			depth--;
		} else if (depth == 1 && pdo_pool_text_is_sign(&ahead, ',')) {
			tokens = 0;
		} else if (tokens++ == 0) {
			begins_with_true = PDO_POOL_TEXT_IS_WORD(&ahead, "true");
		}
		depth += pdo_pool_text_is_sign(&ahead, '(');
	} while (depth > 0);
	return tokens == 1 && begins_with_true;
}
/* }}} */

/* {{{ Statements that do nothing but set up a session */

#define IS(text, literal) PDO_POOL_TEXT_IS_WORD(text, literal)
#define SKIP(text, literal) pdo_pool_text_skip((text), IS((text), literal))

/* Values are constants by the grammar; what a client puts in place of a parameter is a sign. */
static bool read_values(pdo_pool_text *t, bool *to_default)
{
	uint32_t count = 0;
	bool is_default = IS(t, "default");

	while (t->kind != PDO_POOL_TOKEN_END && !pdo_pool_text_is_sign(t, ';')) {
		if (t->kind == PDO_POOL_TOKEN_SIGN && !strchr(",.+-", *t->start)) {
			return false;
		}
		pdo_pool_text_next(t);
		count++;
	}
	*to_default = is_default && count == 1;
	return count > 0 && pdo_pool_text_ends(t);
}

/* A setting, such as search_path or app.tenant, in lower case. */
static bool read_name(pdo_pool_text *t, smart_str *name)
{
	for (;;) {
		if (t->kind != PDO_POOL_TOKEN_WORD && t->kind != PDO_POOL_TOKEN_NAME) {
			return false;
		}
		smart_str_appendl(name, t->start, t->length);
		pdo_pool_text_next(t);
		if (!pdo_pool_text_skip_sign(t, '.')) {
			break;
		}
		smart_str_appendc(name, '.');
	}
	smart_str_0(name);
	zend_str_tolower(ZSTR_VAL(name->s), ZSTR_LEN(name->s));
	return true;
}

/* Settings that are no setup: they belong to a transaction, or say who the user is. */
static bool is_never_adopted(const smart_str *name)
{
	static const char *const never[] = {
		"all", "constraints", "is_superuser", "local", "seed", "session_authorization",
		"transaction", "transaction_deferrable", "transaction_isolation", "transaction_read_only",
		"xml",
	};

	return pdo_pool_word_is_in(ZSTR_VAL(name->s), ZSTR_LEN(name->s), never,
		sizeof(never) / sizeof(never[0]));
}

/* SET SESSION CHARACTERISTICS AS TRANSACTION: each text counts as a setting of its own, because it
 * sets one or more of three things. */
static bool read_characteristics(pdo_pool_text *t, smart_str *name)
{
	bool to_default;
	const char *start = t->start;

	smart_str_appends(name, "characteristics ");
	smart_str_appendl(name, start, (const char *) t->end - start);
	smart_str_0(name);
	return SKIP(t, "characteristics") && SKIP(t, "as")
		&& SKIP(t, "transaction") && read_values(t, &to_default);
}

/* Words that stand for a setting, and need no TO. */
static const char *read_special_name(pdo_pool_text *t)
{
	if (IS(t, "time")) {
		pdo_pool_text_next(t);
		return SKIP(t, "zone") ? "timezone" : NULL;
	}
	if (SKIP(t, "schema")) {
		return "search_path";
	}
	if (SKIP(t, "names")) {
		return "client_encoding";
	}
	if (IS(t, "role")) {
		pdo_pool_text_next(t);
		if (!SKIP(t, "to")) {
			pdo_pool_text_skip_sign(t, '=');
		}
		return "role";
	}
	return NULL;
}

static bool read_set(pdo_pool_text *t, smart_str *name, bool *to_default)
{
	const char *special;

	if (IS(t, "session") && !pdo_pool_text_precedes(t, '.')) {
		pdo_pool_text_next(t);
		if (IS(t, "characteristics")) {
			return read_characteristics(t, name);
		}
	}
	special = read_special_name(t);
	if (special) {
		smart_str_appends(name, special);
		smart_str_0(name);
		return read_values(t, to_default);
	}
	if (!read_name(t, name) || is_never_adopted(name)) {
		return false;
	}
	return (SKIP(t, "to") || pdo_pool_text_skip_sign(t, '=')) && read_values(t, to_default);
}

static bool read_reset(pdo_pool_text *t, smart_str *name, bool *to_default)
{
	*to_default = true;
	if (IS(t, "time")) {
		pdo_pool_text_next(t);
		smart_str_appends(name, "timezone");
		smart_str_0(name);
		return SKIP(t, "zone") && pdo_pool_text_ends(t);
	}
	return read_name(t, name) && !is_never_adopted(name) && pdo_pool_text_ends(t);
}

/* SELECT set_config('name', 'value', false) */
static bool read_set_config(pdo_pool_text *t, smart_str *name)
{
	if (SKIP(t, "pg_catalog") && !pdo_pool_text_skip_sign(t, '.')) {
		return false;
	}
	if (!SKIP(t, "set_config") || !pdo_pool_text_skip_sign(t, '(')
			|| t->kind != PDO_POOL_TOKEN_STRING || t->length == 0) {
		return false;
	}
	smart_str_appendl(name, t->start, t->length);
	smart_str_0(name);
	zend_str_tolower(ZSTR_VAL(name->s), ZSTR_LEN(name->s));
	pdo_pool_text_next(t);
	return pdo_pool_text_skip_sign(t, ',')
		&& pdo_pool_text_skip(t, t->kind == PDO_POOL_TOKEN_STRING)
		&& pdo_pool_text_skip_sign(t, ',') && SKIP(t, "false") && pdo_pool_text_skip_sign(t, ')')
		&& pdo_pool_text_ends(t) && !is_never_adopted(name);
}

static bool read_setting(const zend_string *sql, uint32_t dialect, smart_str *name,
	bool *to_default)
{
	pdo_pool_text text, *t = &text;
	bool found = false;

	*to_default = false;
	pdo_pool_text_begin(t, ZSTR_VAL(sql), ZSTR_LEN(sql), dialect);
	pdo_pool_text_next(t);
	if (SKIP(t, "set")) {
		found = read_set(t, name, to_default);
	} else if (SKIP(t, "reset")) {
		found = read_reset(t, name, to_default);
	} else if (SKIP(t, "select")) {
		found = read_set_config(t, name);
	}
	return found && pdo_pool_text_is_plain(ZSTR_VAL(sql), ZSTR_LEN(sql), dialect);
}

PDO_API zend_string *pdo_pool_pgsql_setting(const zend_string *sql, bool plain_strings,
	bool *to_default)
{
	const uint32_t backslashes = plain_strings ? 0 : PDO_POOL_TEXT_BACKSLASHES;
	smart_str name = {0};

	if (read_setting(sql, PDO_POOL_TEXT_POSTGRESQL | backslashes, &name, to_default)) {
		return smart_str_extract(&name);
	}
	smart_str_free(&name);
	return NULL;
}
/* }}} */

/* {{{ The reset */

/* What DISCARD ALL does, without two of its parts: statements that the driver has prepared stay,
 * and so do their plans, which the server makes anew by itself when the search path, the role or
 * a table under them changes. DISCARD ALL itself could not be sent together with other commands. */
static const char reset_commands[] =
	"CLOSE ALL;"
	"SET SESSION AUTHORIZATION DEFAULT;"
	"RESET ROLE;"
	"RESET ALL;"
	"UNLISTEN *;"
	"SELECT pg_catalog.pg_advisory_unlock_all();"
	"DISCARD SEQUENCES;"
	"DISCARD TEMP;";

PDO_API double pdo_pool_pgsql_random_seed(void)
{
	uint64_t bits = 0;

	php_random_bytes_silent(&bits, sizeof(bits));
	return (double) (bits >> 11) / (1ULL << 52) - 1.0;
}

PDO_API void pdo_pool_pgsql_append_reset(smart_str *batch)
{
	smart_str_appends(batch, reset_commands);
	smart_str_appends(batch, "SELECT pg_catalog.setseed(");
	smart_str_append_double(batch, pdo_pool_pgsql_random_seed(), 17, false);
	smart_str_appends(batch, ");");
}
/* }}} */

/* {{{ Prepared statements */

/* DISCARD ALL, DEALLOCATE ALL, DEALLOCATE PREPARE ALL */
static bool closes_all(pdo_pool_text *text)
{
	bool is_deallocate = PDO_POOL_TEXT_IS_WORD(text, "deallocate");

	if (!is_deallocate && !PDO_POOL_TEXT_IS_WORD(text, "discard")) {
		return false;
	}
	pdo_pool_text_next(text);
	if (is_deallocate && PDO_POOL_TEXT_IS_WORD(text, "prepare")) {
		pdo_pool_text_next(text);
	}
	return PDO_POOL_TEXT_IS_WORD(text, "all");
}

PDO_API bool pdo_pool_pgsql_closes_all(const char *sql, size_t length, uint32_t dialect)
{
	bool at_start = true;
	pdo_pool_text text;

	pdo_pool_text_begin(&text, sql, length, dialect);
	while (pdo_pool_text_next(&text) != PDO_POOL_TOKEN_END) {
		if (at_start && closes_all(&text)) {
			return true;
		}
		at_start = text.kind == PDO_POOL_TOKEN_SIGN && *text.start == ';';
	}
	return false;
}
/* }}} */
