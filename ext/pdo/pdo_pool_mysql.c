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

/* What the drivers that may talk to MySQL or MariaDB (pdo_mysql, pdo_odbc) both know of its SQL:
 * which calls leave the session alone, and which statements do nothing but set it up. */

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#include "php.h"
#include "pdo_pool_mysql.h"

/* What may stand before a parenthesis: built-in functions, which win over a user's of the same
 * name, words of the grammar, and types. Sorted. */
static const char *const harmless[] = {
	"abs", "acos", "add", "add_months", "adddate", "addtime", "aes_decrypt", "aes_encrypt",
	"against", "all", "and", "any", "as", "ascii", "asin", "atan", "atan2", "avg", "benchmark",
	"between", "bigint", "bin", "bin_to_uuid", "binary", "bit", "bit_and", "bit_count",
	"bit_length", "bit_or", "bit_xor", "blob", "bool", "boolean", "boundary", "by", "case", "cast",
	"ceil", "ceiling", "centroid", "change", "char", "char_length", "character",
	"character_length", "check", "chr", "coalesce", "coercibility", "collate", "collation",
	"columns", "compress", "concat", "concat_ws", "conflict", "connection_id", "constraint",
	"contains", "conv", "convert", "convert_tz", "cos", "cot", "count", "crc32", "crc32c", "cross",
	"cume_dist", "curdate", "current_date", "current_role", "current_time", "current_timestamp",
	"current_user", "curtime", "database", "date", "date_add", "date_format", "date_sub",
	"datediff", "datetime", "day", "dayname", "dayofmonth", "dayofweek", "dayofyear", "dec",
	"decimal", "decode", "default", "degrees", "dense_rank", "des_decrypt", "des_encrypt",
	"disjoint", "distance", "distinct", "distinctrow", "div", "double", "dumpfile", "duplicate",
	"else", "elt", "encode", "encrypt", "end", "engine", "enum", "envelope", "equals", "except",
	"exists", "exp", "export_set", "extract", "extractvalue", "field", "filter", "find_in_set",
	"first_value", "float", "floor", "for", "force", "foreign", "format", "format_bytes",
	"format_pico_time", "found_rows", "from", "from_base64", "from_days", "from_unixtime", "full",
	"fulltext", "geometry", "geometrycollection", "get_format", "greatest", "group",
	"group_concat", "grouping", "groups", "hash", "having", "hex", "hour", "if", "ifnull",
	"ignore", "in", "index", "inet6_aton", "inet6_ntoa", "inet_aton", "inet_ntoa", "initcap",
	"inner", "insert", "instr", "int", "integer", "intersect", "interval", "into", "is",
	"is_free_lock", "is_ipv4", "is_ipv4_compat", "is_ipv4_mapped", "is_ipv6", "is_used_lock",
	"is_uuid", "isempty", "isnull", "join", "json_array", "json_array_append", "json_array_insert",
	"json_arrayagg", "json_compact", "json_contains", "json_contains_path", "json_depth",
	"json_detailed", "json_equals", "json_exists", "json_extract", "json_insert", "json_keys",
	"json_length", "json_loose", "json_merge", "json_merge_patch", "json_merge_preserve",
	"json_normalize", "json_object", "json_object_filter_keys", "json_object_to_array",
	"json_objectagg", "json_overlaps", "json_pretty", "json_query", "json_quote", "json_remove",
	"json_replace", "json_schema_valid", "json_search", "json_set", "json_storage_free",
	"json_storage_size", "json_table", "json_type", "json_unquote", "json_valid", "json_value",
	"key", "lag", "last_day", "last_insert_id", "last_value", "lateral", "lcase", "lead",
	"leading", "least", "left", "length", "lengthb", "less", "like", "limit", "lines",
	"linestring", "list", "ln", "load_file", "localtime", "localtimestamp", "locate", "locked",
	"log", "log10", "log2", "longblob", "longtext", "lower", "lpad", "ltrim", "make_set",
	"makedate", "maketime", "master_pos_wait", "match", "max", "mbrcontains", "mbrdisjoint",
	"mbrequal", "mbrintersects", "mbroverlaps", "mbrtouches", "mbrwithin", "md5", "median",
	"mediumint", "mediumtext", "microsecond", "mid", "min", "minute", "mod", "modify", "month",
	"monthname", "multilinestring", "multipoint", "multipolygon", "name_const", "natural_sort_key",
	"nchar", "not", "now", "nth_value", "ntile", "null", "nullif", "numeric", "nvl", "nvl2", "oct",
	"octet_length", "offset", "old_password", "on", "or", "ord", "order", "outfile", "over",
	"partition", "partitions", "password", "percent_rank", "percentile_cont", "percentile_disc",
	"period_add", "period_diff", "pi", "point", "polygon", "position", "pow", "power", "primary",
	"procedure", "quarter", "quote", "radians", "rand", "random", "random_bytes", "range", "rank",
	"real", "recursive", "references", "regexp", "regexp_instr", "regexp_like", "regexp_replace",
	"regexp_substr", "release_all_locks", "release_lock", "repeat", "replace", "returning",
	"reverse", "right", "rlike", "rollup", "round", "row", "row_count", "row_number", "rownum",
	"rows", "rpad", "rtrim", "schema", "sec_to_time", "second", "select", "separator",
	"session_user", "set", "sformat", "sha", "sha1", "sha2", "sign", "signed", "sin", "skip",
	"sleep", "smallint", "some", "soundex", "space", "spatial", "sqrt", "st_area", "st_asbinary",
	"st_asgeojson", "st_astext", "st_aswkb", "st_aswkt", "st_boundary", "st_buffer", "st_centroid",
	"st_contains", "st_convexhull", "st_crosses", "st_difference", "st_dimension", "st_disjoint",
	"st_distance", "st_distance_sphere", "st_endpoint", "st_envelope", "st_equals",
	"st_exteriorring", "st_geomcollfromtext", "st_geometryn", "st_geometrytype",
	"st_geomfromgeojson", "st_geomfromtext", "st_geomfromwkb", "st_interiorringn",
	"st_intersection", "st_intersects", "st_isclosed", "st_isempty", "st_issimple", "st_isvalid",
	"st_latitude", "st_length", "st_longitude", "st_makeenvelope", "st_numgeometries",
	"st_numpoints", "st_overlaps", "st_pointfromtext", "st_pointn", "st_polyfromtext",
	"st_simplify", "st_srid", "st_startpoint", "st_swapxy", "st_symdifference", "st_touches",
	"st_transform", "st_union", "st_within", "st_x", "st_y", "statement_digest", "std", "stddev",
	"stddev_pop", "stddev_samp", "str_to_date", "straight_join", "strcmp", "subdate",
	"subpartition", "substr", "substrb", "substring", "substring_index", "subtime", "sum",
	"sys_guid", "sysdate", "system_user", "tan", "terminated", "text", "then", "time",
	"time_format", "time_to_sec", "timediff", "timestamp", "timestampadd", "timestampdiff",
	"tinyint", "tinytext", "to_base64", "to_char", "to_date", "to_days", "to_number", "to_seconds",
	"trim", "truncate", "ucase", "uncompress", "uncompressed_length", "unhex", "union", "unique",
	"unix_timestamp", "unsigned", "update", "updatexml", "upper", "use", "user", "using",
	"utc_date", "utc_time", "utc_timestamp", "uuid", "uuid_short", "uuid_to_bin",
	"validate_password_strength", "values", "var_pop", "var_samp", "varbinary", "varchar",
	"varchar2", "variance", "varying", "version", "week", "weekday", "weekofyear", "weight_string",
	"when", "where", "window", "with", "xor", "year", "yearweek",
};

PDO_API bool pdo_pool_mysql_is_harmless(const char *name, size_t length)
{
	return pdo_pool_word_is_in(name, length, harmless, sizeof(harmless) / sizeof(harmless[0]));
}

PDO_API bool pdo_pool_mysql_is_multibyte(const char *charset)
{
	static const char *const names[] = {"big5", "cp932", "gb18030", "gbk", "sjis"};

	return pdo_pool_word_is_in(
		charset, strlen(charset), names, sizeof(names) / sizeof(names[0]));
}

/* {{{ Statements that do nothing but set up a session */

#define IS(text, literal) PDO_POOL_TEXT_IS_WORD(text, literal)
#define SKIP(text, literal) pdo_pool_text_skip((text), IS((text), literal))

static void add_name(pdo_pool_mysql_setup *s, const char *name, size_t length)
{
	if (s->count++ > 0) {
		smart_str_appendc(&s->names, ',');
	}
	smart_str_appendl(&s->names, name, length);
}

/* Not settings, but acts; or what one session has and others have not. */
static bool is_never_adopted(const pdo_pool_text *t)
{
	static const char *const never[] = {
		"autocommit", "gtid_next", "identity", "insert_id", "last_insert_id", "password",
		"pseudo_thread_id", "rand_seed1", "rand_seed2", "timestamp",
	};

	return PDO_POOL_TOKEN_IS_IN(t, never) || (t->length > 13
		&& pdo_pool_word_is(t->start, 13, "session_track", 13));
}

/* Of a constant: a word, a number, a string; not an expression. */
static bool read_value(pdo_pool_text *t)
{
	if (!pdo_pool_text_skip_sign(t, '-')) {
		pdo_pool_text_skip_sign(t, '+');
	}
	return pdo_pool_text_skip(t, t->kind != PDO_POOL_TOKEN_END && t->kind != PDO_POOL_TOKEN_SIGN
		&& !pdo_pool_text_precedes(t, '('));
}

static char *copy_of(const pdo_pool_text *t)
{
	return estrndup(t->start, t->length);
}

/* SET NAMES 'utf8mb4' COLLATE ...; not for an encoding that changes how a text is read. */
static bool read_charset(pdo_pool_text *t)
{
	char *charset = copy_of(t);
	bool is_multibyte = pdo_pool_mysql_is_multibyte(charset);

	efree(charset);
	return !is_multibyte && read_value(t) && (!SKIP(t, "collate") || read_value(t));
}

static bool read_variable(pdo_pool_text *t, pdo_pool_mysql_setup *s)
{
	const bool is_name = t->kind == PDO_POOL_TOKEN_WORD || t->kind == PDO_POOL_TOKEN_NAME;

	if (!is_name || is_never_adopted(t)) {
		return false;
	}
	add_name(s, t->start, t->length);
	pdo_pool_text_next(t);
	pdo_pool_text_skip_sign(t, ':');
	if (!pdo_pool_text_skip_sign(t, '=')) {
		return false;
	}
	s->to_default = IS(t, "default");
	return read_value(t);
}

/* SESSION, LOCAL, @@, @@session. and @@local. all mean the session. */
static bool skip_scope(pdo_pool_text *t)
{
	bool has_sign = pdo_pool_text_skip(t,
		pdo_pool_text_is_sign(t, '@') && t->length == 2);

	if ((IS(t, "session") || IS(t, "local")) && pdo_pool_text_precedes(t, '.') == has_sign) {
		pdo_pool_text_next(t);
		return !has_sign || pdo_pool_text_skip_sign(t, '.');
	}
	return true;
}

static bool read_assignment(pdo_pool_text *t, pdo_pool_mysql_setup *s)
{
	if (SKIP(t, "names")) {
		add_name(s, ZEND_STRL("names"));
		return read_charset(t);
	}
	if (SKIP(t, "charset") || (IS(t, "character") && (pdo_pool_text_next(t), SKIP(t, "set")))) {
		add_name(s, ZEND_STRL("charset"));
		return read_charset(t);
	}
	return skip_scope(t) && read_variable(t, s);
}

/* SET SESSION TRANSACTION: the isolation level, the access mode, or both. */
static bool read_transaction(pdo_pool_text *t, pdo_pool_mysql_setup *s)
{
	s->assignments = NULL;
	while (t->kind == PDO_POOL_TOKEN_WORD || pdo_pool_text_is_sign(t, ',')) {
		if (IS(t, "isolation")) {
			add_name(s, ZEND_STRL("transaction isolation"));
		} else if (IS(t, "only") || IS(t, "write")) {
			add_name(s, ZEND_STRL("transaction access"));
		}
		pdo_pool_text_next(t);
	}
	return s->count > 0 && pdo_pool_text_ends(t);
}

static bool read_set(pdo_pool_text *t, pdo_pool_mysql_setup *s)
{
	pdo_pool_text ahead = *t;

	/* With the quote of a name. */
	s->assignments = t->start - (t->kind == PDO_POOL_TOKEN_NAME ? 1 : 0);
	if ((SKIP(&ahead, "session") || SKIP(&ahead, "local")) && SKIP(&ahead, "transaction")) {
		return read_transaction(&ahead, s);
	}
	do {
		if (!read_assignment(t, s)) {
			return false;
		}
	} while (pdo_pool_text_skip_sign(t, ','));
	return pdo_pool_text_ends(t);
}

static bool read_use(pdo_pool_text *t, pdo_pool_mysql_setup *s)
{
	add_name(s, ZEND_STRL("use"));
	return pdo_pool_text_skip(t, t->kind == PDO_POOL_TOKEN_WORD || t->kind == PDO_POOL_TOKEN_NAME)
		&& pdo_pool_text_ends(t);
}

PDO_API bool pdo_pool_mysql_read_setup(const zend_string *sql, uint32_t dialect,
	pdo_pool_mysql_setup *s)
{
	pdo_pool_text t;
	bool found;

	memset(s, 0, sizeof(*s));
	pdo_pool_text_begin(&t, ZSTR_VAL(sql), ZSTR_LEN(sql), dialect);
	pdo_pool_text_next(&t);
	found = SKIP(&t, "set") ? read_set(&t, s) : SKIP(&t, "use") && read_use(&t, s);
	smart_str_0(&s->names);
	if (!found || !pdo_pool_text_is_plain(ZSTR_VAL(sql), ZSTR_LEN(sql), dialect)) {
		smart_str_free(&s->names);
		return false;
	}
	zend_str_tolower(ZSTR_VAL(s->names.s), ZSTR_LEN(s->names.s));
	return true;
}

PDO_API zend_string *pdo_pool_mysql_setting(const zend_string *sql, uint32_t dialect,
	bool *to_default)
{
	pdo_pool_mysql_setup setup;

	if (!pdo_pool_mysql_read_setup(sql, dialect, &setup)) {
		return NULL;
	}
	*to_default = setup.to_default && setup.count == 1;
	return smart_str_extract(&setup.names);
}
/* }}} */
