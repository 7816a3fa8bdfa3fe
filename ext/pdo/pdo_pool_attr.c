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

/* The attributes PDO::ATTR_POOL_* and the ini settings that stand in for them. Reads and checks
 * them; what they do is done elsewhere. */

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#include "php.h"
#include "php_ini.h"
#include "php_pdo.h"
#include "php_pdo_driver.h"
#include "php_pdo_int.h"
#include "pdo_pool_int.h"
#include "pdo_pool_thread.h"
#include "zend_exceptions.h"

#define MAX_SIZE 1000000

/* The limits. A new one is a row here, a field of pdo_pool_config, and the constant of PDO.
 * LIMIT(class and name of the constant, ini setting and field, default, least, greatest) */
#define LIMITS(LIMIT) \
	LIMIT("PDO", MIN, min, "0", 0, MAX_SIZE) \
	LIMIT("PDO", MAX, max, "10", 1, MAX_SIZE) \
	LIMIT("PDO", HEALTHCHECK_INTERVAL, healthcheck_interval, "0", 0, INT_MAX) \
	LIMIT("PDO", ACQUIRE_TIMEOUT, acquire_timeout, "0", 0, INT_MAX) \
	LIMIT("PDO", CLEAN_TIMEOUT, clean_timeout, "5000", 0, INT_MAX) \
	LIMIT("PDO", IDLE_TIMEOUT, idle_timeout, "0", 0, INT_MAX) \
	LIMIT("PDO", MAX_LIFETIME, max_lifetime, "0", 0, INT_MAX) \
	LIMIT("PDO", MAX_WAITERS, max_waiters, "0", 0, INT_MAX) \
	LIMIT("PDO", LEAK_THRESHOLD, leak_threshold, "0", 0, INT_MAX) \
	LIMIT("PDO", QUERY_TIMEOUT, query_timeout, "0", 0, INT_MAX) \
	LIMIT("PDO", STMT_CACHE_SIZE, stmt_cache_size, "0", 0, 100000) \
	LIMIT("Pdo\\Pgsql", PIPELINE, pipeline, "1", 1, PDO_POOL_MAX_PIPELINE) \
	LIMIT("Pdo\\Pgsql", PIPELINE_DELAY, pipeline_delay, "20", 0, INT_MAX) \
	LIMIT("PDO", RESET, reset, "0", PDO_POOL_RESET_AUTO, PDO_POOL_RESET_NONE)

typedef struct _limit {
	zend_long attr;
	const char *name;
	const char *ini;
	zend_long min;
	zend_long max;
	/* Of a zend_long in pdo_pool_config. */
	size_t offset;
} limit;

static const limit limits[] = {
#define ROW(class, name, field, default_value, min, max) \
	{PDO_ATTR_POOL_ ## name, class "::ATTR_POOL_" #name, "pdo.pool_" #field, min, max, \
		XtOffsetOf(pdo_pool_config, field)},
	LIMITS(ROW)
#undef ROW
};

#define LIMIT_COUNT (sizeof(limits) / sizeof(limits[0]))

static zend_long *field_of(pdo_pool_config *config, const limit *limit)
{
	return (zend_long *) ((char *) config + limit->offset);
}

/* {{{ php.ini */
static ZEND_INI_MH(OnUpdatePoolLimit)
{
	for (size_t i = 0; i < LIMIT_COUNT; i++) {
		if (zend_string_equals_cstr(entry->name, limits[i].ini, strlen(limits[i].ini))) {
			zend_long value = ZEND_STRTOL(ZSTR_VAL(new_value), NULL, 10);
			return value >= limits[i].min && value <= limits[i].max ? SUCCESS : FAILURE;
		}
	}
	return FAILURE;
}

PHP_INI_BEGIN()
	PHP_INI_ENTRY_EX("pdo.pool_enabled", "0", PHP_INI_ALL, NULL, zend_ini_boolean_displayer_cb)
#define ENTRY(class, name, field, default_value, min, max) \
	PHP_INI_ENTRY("pdo.pool_" #field, default_value, PHP_INI_ALL, OnUpdatePoolLimit)
	LIMITS(ENTRY)
#undef ENTRY
	PHP_INI_ENTRY("pdo.pool_adopt_setup", NULL, PHP_INI_ALL, NULL)
	PHP_INI_ENTRY_EX("pdo.pool_log", "0", PHP_INI_ALL, NULL, zend_ini_boolean_displayer_cb)
PHP_INI_END()

void pdo_pool_minit(int type, int module_number)
{
	REGISTER_INI_ENTRIES();
}

void pdo_pool_mshutdown(int type, int module_number)
{
	pdo_pool_threads_end();
	UNREGISTER_INI_ENTRIES();
}
/* }}} */

static bool ini_enabled(void)
{
	return zend_ini_parse_bool(zend_ini_str_ex(ZEND_STRL("pdo.pool_enabled"), false, NULL));
}

/* {{{ Constructor options */
bool pdo_pool_is_attribute(zend_long attr)
{
	return attr >= PDO_ATTR_POOL_ENABLED && attr <= PDO_ATTR_POOL_PIPELINE_DELAY;
}

static zval *find_option(zval *options, zend_long attr)
{
	return options ? zend_hash_index_find_deref(Z_ARRVAL_P(options), attr) : NULL;
}

/* true, false, and what stands for them in configuration files. */
static zend_result read_enabled(zval *value, bool *enabled)
{
	zend_long number;

	switch (Z_TYPE_P(value)) {
		case IS_FALSE:
		case IS_TRUE:
			*enabled = Z_TYPE_P(value) == IS_TRUE;
			return SUCCESS;
		case IS_LONG:
			number = Z_LVAL_P(value);
			break;
		case IS_STRING:
			if (is_numeric_str_function(Z_STR_P(value), &number, NULL) == IS_LONG) {
				break;
			}
			ZEND_FALLTHROUGH;
		default:
			number = -1;
	}
	if (number != 0 && number != 1) {
		zend_value_error("PDO::ATTR_POOL_ENABLED must be true or false");
		return FAILURE;
	}
	*enabled = number == 1;
	return SUCCESS;
}

/* Not said: what the main script sets is adopted, and nothing else. */
static zend_result read_adopt_setup(zval *options, uint8_t *result)
{
	zval *value = find_option(options, PDO_ATTR_POOL_ADOPT_SETUP);
	zend_string *ini = zend_ini_str_ex(ZEND_STRL("pdo.pool_adopt_setup"), false, NULL);

	*result = IS_NULL;
	if (value && Z_TYPE_P(value) != IS_NULL) {
		if (Z_TYPE_P(value) != IS_TRUE && Z_TYPE_P(value) != IS_FALSE) {
			zend_value_error("PDO::ATTR_POOL_ADOPT_SETUP must be true, false or null");
			return FAILURE;
		}
		*result = Z_TYPE_P(value);
	} else if (!value && ini && ZSTR_LEN(ini) > 0) {
		*result = zend_ini_parse_bool(ini) ? IS_TRUE : IS_FALSE;
	}
	return SUCCESS;
}

static zend_result check_name(const zval *value)
{
	if (Z_TYPE_P(value) == IS_NULL || (Z_TYPE_P(value) == IS_STRING && Z_STRLEN_P(value) > 0)) {
		return SUCCESS;
	}
	zend_value_error("PDO::ATTR_POOL_NAME must be a non-empty string or null");
	return FAILURE;
}

zend_string *pdo_pool_read_name(zval *options)
{
	zval *value = find_option(options, PDO_ATTR_POOL_NAME);
	return value && Z_TYPE_P(value) == IS_STRING ? zend_string_copy(Z_STR_P(value)) : NULL;
}

static zend_result read_session(zval *options, pdo_pool_config *config)
{
	zval *init = find_option(options, PDO_ATTR_POOL_INIT);
	zval *name = find_option(options, PDO_ATTR_POOL_NAME);
	zval *credentials = find_option(options, PDO_ATTR_POOL_CREDENTIALS);

	if ((init && pdo_pool_check_init(init) == FAILURE)
			|| (name && check_name(name) == FAILURE)
			|| (credentials && pdo_pool_check_credentials(credentials) == FAILURE)) {
		return FAILURE;
	}
	return read_adopt_setup(options, &config->adopt_setup);
}

static zend_result read_limit(const limit *limit, zval *options, zend_long *result)
{
	zval *value = find_option(options, limit->attr);
	zend_long number = -1;
	bool is_number = false;

	if (!value) {
		*result = zend_ini_long(limit->ini, strlen(limit->ini), 0);
		return SUCCESS;
	}
	if (Z_TYPE_P(value) == IS_LONG) {
		number = Z_LVAL_P(value);
		is_number = true;
	} else if (Z_TYPE_P(value) == IS_STRING) {
		is_number = is_numeric_str_function(Z_STR_P(value), &number, NULL) == IS_LONG;
	}
	if (!is_number || number < limit->min || number > limit->max) {
		zend_value_error("%s must be an integer between " ZEND_LONG_FMT " and " ZEND_LONG_FMT,
			limit->name, limit->min, limit->max);
		return FAILURE;
	}
	*result = number;
	return SUCCESS;
}

static zend_result read_limits(zval *options, pdo_pool_config *config)
{
	for (size_t i = 0; i < LIMIT_COUNT; i++) {
		if (read_limit(&limits[i], options, field_of(config, &limits[i])) == FAILURE) {
			return FAILURE;
		}
	}
	if (config->min <= config->max) {
		return SUCCESS;
	}
	/* A default gives way to what was asked for; of two wishes none can. */
	if (find_option(options, PDO_ATTR_POOL_MIN)) {
		zend_value_error("PDO::ATTR_POOL_MIN must be less than or equal to PDO::ATTR_POOL_MAX, "
			"which is " ZEND_LONG_FMT, config->max);
		return FAILURE;
	}
	config->min = config->max;
	return SUCCESS;
}

/* As the constructor reads it. */
static bool is_persistent(zval *options)
{
	zval *value = find_option(options, PDO_ATTR_PERSISTENT);

	if (!value) {
		return false;
	}
	if (Z_TYPE_P(value) == IS_STRING && Z_STRLEN_P(value) > 0
			&& !is_numeric_string(Z_STRVAL_P(value), Z_STRLEN_P(value), NULL, NULL, 0)) {
		return true;
	}
	return zval_get_long(value) != 0;
}

/* NULL: a pool is possible, as far as can be told without the driver's opinion on the data
 * source. */
static zend_string *reason_against(const pdo_driver_t *driver, zval *options)
{
	if (is_persistent(options)) {
		return ZSTR_INIT_LITERAL(
			"PDO::ATTR_POOL_ENABLED cannot be combined with PDO::ATTR_PERSISTENT", false);
	}
	if (!driver->db_handle_init_methods) {
		return strpprintf(0, "PDO::ATTR_POOL_ENABLED: the driver \"%s\" does not support "
			"connection pools", driver->driver_name);
	}
	if (!ZEND_ASYNC_IS_AVAILABLE()) {
		return ZSTR_INIT_LITERAL(
			"PDO::ATTR_POOL_ENABLED needs the \"async\" extension, which is not loaded", false);
	}
	return NULL;
}

zend_result pdo_pool_read_config(const pdo_driver_t *driver, zval *options, pdo_pool_config *config)
{
	zval *enabled = find_option(options, PDO_ATTR_POOL_ENABLED);
	zend_string *reason;

	memset(config, 0, sizeof(*config));
	if (enabled) {
		if (read_enabled(enabled, &config->enabled) == FAILURE) {
			return FAILURE;
		}
	} else {
		config->from_ini = config->enabled = ini_enabled();
	}
	if ((config->enabled || options) && (read_limits(options, config) == FAILURE
			|| read_session(options, config) == FAILURE)) {
		return FAILURE;
	}
	if (!config->enabled) {
		return SUCCESS;
	}
	reason = reason_against(driver, options);
	if (!reason) {
		return SUCCESS;
	}
	config->enabled = false;
	if (!config->from_ini) {
		zend_throw_exception(pdo_exception_ce, ZSTR_VAL(reason), 0);
	}
	zend_string_release(reason);
	return config->from_ini ? SUCCESS : FAILURE;
}

void pdo_pool_get_own_attribute(const pdo_pool_t *pool, zend_long attr, zval *value)
{
	ZVAL_TRUE(value);
	if (attr == PDO_ATTR_POOL_INIT || attr == PDO_ATTR_POOL_NAME
			|| attr == PDO_ATTR_POOL_CREDENTIALS) {
		pdo_pool_copy_option(pool, attr, value);
	} else if (attr == PDO_ATTR_POOL_ADOPT_SETUP) {
		Z_TYPE_INFO_P(value) = pool->config.adopt_setup;
	}
	for (size_t i = 0; i < LIMIT_COUNT; i++) {
		if (limits[i].attr == attr) {
			ZVAL_LONG(value, *field_of((pdo_pool_config *) &pool->config, &limits[i]));
		}
	}
	/* Async\Pool::setMax() may have changed it. */
	if (attr == PDO_ATTR_POOL_MAX) {
		ZVAL_LONG(value, pool->async->max_size);
	}
}
/* }}} */
