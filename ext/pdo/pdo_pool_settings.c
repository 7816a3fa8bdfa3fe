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

/* What all connections of a pooled PDO object have in common: the options of its constructor,
 * and what setAttribute() and the methods of drivers configured since. Each connection gets it
 * before it is used, but never inside a transaction, which a setting may end. */

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#include "php.h"
#include "php_pdo.h"
#include "php_pdo_driver.h"
#include "php_pdo_int.h"
#include "pdo_pool_int.h"

/* {{{ Attributes and options */
void pdo_pool_copy_attributes(pdo_pool_conn_t *conn)
{
	const pdo_dbh_t *from = conn->pool->dbh;

	conn->dbh.error_mode = from->error_mode;
	conn->dbh.desired_case = from->desired_case;
	conn->dbh.oracle_nulls = from->oracle_nulls;
	conn->dbh.stringify = from->stringify;
	conn->dbh.default_fetch_type = from->default_fetch_type;
}

void pdo_pool_spread_attributes(pdo_dbh_t *dbh)
{
	ZEND_ASYNC_LIST_FOREACH(&pdo_pool_of_template(dbh)->conns, pdo_pool_conn_t, in_pool, conn) {
		pdo_pool_copy_attributes(conn);
	} ZEND_ASYNC_LIST_FOREACH_END();
}

/* As the constructor of an ordinary handle does after it has connected. There, too, an attribute
 * that cannot be set is no reason to fail. */
bool pdo_pool_apply_options(pdo_pool_conn_t *conn, zval *options)
{
	zend_ulong attr;
	zend_string *name;
	zval *value;

	if (Z_TYPE_P(options) != IS_ARRAY) {
		return true;
	}
	ZEND_HASH_FOREACH_KEY_VAL(Z_ARRVAL_P(options), attr, name, value) {
		if (!name && !pdo_pool_is_attribute(attr) && attr != PDO_ATTR_STATEMENT_CLASS) {
			pdo_dbh_attribute_set(&conn->dbh, attr, value);
		}
	} ZEND_HASH_FOREACH_END();
	return !EG(exception);
}

/* PDO's own attributes are set on the template; those of the driver wait for a connection. */
bool pdo_pool_apply_template_options(pdo_pool_t *pool)
{
	zend_ulong attr;
	zend_string *name;
	zval *value;

	if (Z_TYPE(pool->options) != IS_ARRAY) {
		return true;
	}
	pool->dbh->methods = &pool->methods;
	ZEND_HASH_FOREACH_KEY_VAL(Z_ARRVAL(pool->options), attr, name, value) {
		if (!name) {
			pdo_dbh_attribute_set(pool->dbh, attr, value);
		}
	} ZEND_HASH_FOREACH_END();
	pool->dbh->methods = NULL;
	return !EG(exception);
}
/* }}} */

/* {{{ Settings */
static void setting_delref(pdo_pool_setting *setting)
{
	if (--setting->refcount == 0) {
		setting->free(setting);
	}
}

void pdo_pool_free_setting(zval *element)
{
	setting_delref(Z_PTR_P(element));
}

static pdo_pool_setting *first_setting_after(pdo_pool_t *pool, zend_ulong serial)
{
	pdo_pool_setting *setting;

	ZEND_HASH_FOREACH_PTR(&pool->settings, setting) {
		if (setting->serial > serial) {
			return setting;
		}
	} ZEND_HASH_FOREACH_END();
	return NULL;
}

/* With autocommit off a driver need not call it a transaction: the session is dirty then. */
static bool has_open_work(pdo_pool_conn_t *conn)
{
	return conn->in_transaction || (conn->state == PDO_POOL_CONN_HELD
		&& pdo_pool_session_of(conn) == PDO_POOL_SESSION_DIRTY);
}

/* All settings are made. What was adopted since is not run inside of somebody's work. */
static zend_result apply_rest(pdo_pool_conn_t *conn) /* may suspend */
{
	const zend_ulong serial = conn->pool->settings_serial;

	/* A connection that is being made, or reset, gets all of it later. */
	if (conn->adopted_serial != conn->pool->adopted_serial
			&& conn->state != PDO_POOL_CONN_OPENING && !conn->is_in_setup) {
		if (has_open_work(conn)) {
			return SUCCESS;
		}
		if (pdo_pool_apply_adopted(conn) == FAILURE) {
			return FAILURE;
		}
	}
	conn->settings_serial = serial;
	return SUCCESS;
}

/* From the start after each one: a setting may suspend, and the table may change meanwhile. One
 * that cannot be made right now, as with statements open, is tried again next time. */
zend_result pdo_pool_apply_settings(pdo_pool_conn_t *conn)
{
	pdo_pool_t *pool = conn->pool;
	bool made = true;

	while (made && conn->settings_serial != pool->settings_serial) {
		pdo_pool_setting *setting = first_setting_after(pool, conn->settings_serial);

		if (!setting) {
			return apply_rest(conn);
		}
		if (setting->waits_for_transaction && has_open_work(conn)) {
			break;
		}
		setting->refcount++;
		made = setting->apply(&conn->dbh, setting);
		if (made) {
			conn->settings_serial = setting->serial;
		}
		setting_delref(setting);
		if (EG(exception)) {
			return FAILURE;
		}
	}
	return SUCCESS;
}

/* Not an update in place: the order is that of the serial numbers. Freeing the old setting may run
 * code that configures something itself. */
static void replace_setting(pdo_pool_t *pool, zend_string *name, pdo_pool_setting *setting)
{
	pdo_pool_setting *old = zend_hash_find_ptr(&pool->settings, name);

	if (old) {
		old->refcount++;
		zend_hash_del(&pool->settings, name);
	}
	zend_hash_add_new_ptr(&pool->settings, name, setting);
	if (old) {
		setting_delref(old);
	}
}

static void record_setting(pdo_pool_conn_t *conn, zend_string *name, pdo_pool_setting *setting)
{
	pdo_pool_t *pool = conn->pool;

	if (conn->settings_serial == pool->settings_serial) {
		conn->settings_serial++;
	}
	setting->serial = ++pool->settings_serial;
	setting->refcount = 1;
	replace_setting(pool, name, setting);
}

PDO_API bool pdo_pool_configure(pdo_dbh_t *dbh, zend_string *name, pdo_pool_setting *setting)
{
	pdo_dbh_t *conn = pdo_pool_acquire_conn(dbh);
	bool made = conn && setting->apply(conn, setting);

	if (made && pdo_pool_kind(dbh) == PDO_POOL_TEMPLATE) {
		record_setting(pdo_pool_conn_of(conn), name, setting);
	} else {
		setting->free(setting);
	}
	if (conn) {
		pdo_pool_maybe_release(conn);
	}
	return made;
}
/* }}} */
