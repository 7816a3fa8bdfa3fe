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

/* Executing a statement with its parameters, for pooled connections. pdo_odbc gives every value
 * to the driver while the statement is executed, when the driver asks for it: each question
 * would be a trip to a thread and back. So the thread that executes answers them itself, as far
 * as the values are strings; for a stream, which only PHP can read, it returns. Where all are
 * strings that are not very long they are copied, so that the call uses no memory of PHP's and can
 * be given up (odbc_thread.c). Nothing here knows how parameters are bound or converted
 * (odbc_stmt.c). */

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#include "php.h"
#include "ext/pdo/php_pdo.h"
#include "ext/pdo/php_pdo_driver.h"
#define PDO_ODBC_BLOCKING_CALLS
#include "php_pdo_odbc.h"
#include "php_pdo_odbc_int.h"
#include "odbc_thread_int.h"

/* Values that are longer, all together, are not copied; their call is waited for. */
#define MOST_BYTES_COPIED (1024 * 1024)

/* {{{ Which there are */
static pdo_odbc_bound_param *param_of(pdo_odbc_params *params, SQLUSMALLINT number)
{
	if (number > params->count) {
		params->list = perealloc(params->list, number * sizeof(*params->list), true);
		memset(params->list + params->count, 0, (number - params->count) * sizeof(*params->list));
		params->count = number;
	}
	return &params->list[number - 1];
}

static SQLLEN *indicator_of(pdo_odbc_bound_param *param)
{
	if (!param->indicator) {
		param->indicator = pecalloc(1, sizeof(*param->indicator), true);
	}
	return &param->indicator->length;
}

static SQLRETURN bind_pooled(pdo_odbc_pooled_stmt *stmt, SQLUSMALLINT number,
	SQLSMALLINT direction, SQLSMALLINT c_type, SQLSMALLINT sql_type, SQLULEN size,
	SQLSMALLINT scale, SQLPOINTER value, SQLLEN value_size, SQLLEN *length)
{
	pdo_odbc_bound_param *param = param_of(&stmt->params, number);
	const bool is_input = direction == SQL_PARAM_INPUT;
	SQLRETURN rc = SQLBindParameter(stmt->handle, number, direction, c_type, sql_type, size, scale,
		value, value_size, is_input ? indicator_of(param) : length);

	if (SQL_SUCCEEDED(rc)) {
		param->value = is_input ? value : NULL;
		param->length = length;
		param->is_bound = true;
		param->is_output = !is_input;
	}
	return rc;
}

SQLRETURN pdo_odbc_thread_bind_parameter(SQLHSTMT handle, SQLUSMALLINT number,
	SQLSMALLINT direction, SQLSMALLINT c_type, SQLSMALLINT sql_type, SQLULEN size,
	SQLSMALLINT scale, SQLPOINTER value, SQLLEN value_size, SQLLEN *length)
{
	pdo_odbc_pooled_stmt *stmt = pdo_odbc_find_stmt(handle);

	if (stmt && !pdo_odbc_is_usable(stmt->conn)) {
		return SQL_ERROR;
	}
	/* 0: a parameter that the statement does not have. */
	if (!stmt || number == 0) {
		return SQLBindParameter(handle, number, direction, c_type, sql_type, size, scale, value,
			value_size, length);
	}
	return bind_pooled(stmt, number, direction, c_type, sql_type, size, scale, value, value_size,
		length);
}

void pdo_odbc_params_forget(SQLHSTMT handle, const SQLLEN *length)
{
	pdo_odbc_pooled_stmt *stmt = pdo_odbc_find_stmt(handle);

	for (uint32_t i = 0; stmt && i < stmt->params.count; i++) {
		if (stmt->params.list[i].length == length) {
			stmt->params.list[i].value = NULL;
			stmt->params.list[i].length = NULL;
		}
	}
}

/* PDO has freed a parameter, and none has taken its place: the driver would still use the freed
 * one. 0: there is none. */
static uint32_t find_missing(const pdo_odbc_params *params)
{
	for (uint32_t i = 0; i < params->count; i++) {
		if (params->list[i].is_bound && !params->list[i].length) {
			return i + 1;
		}
	}
	return 0;
}

/* As the drivers of PostgreSQL and MariaDB say of a new statement. */
static void report_missing(pdo_stmt_t *stmt, uint32_t number)
{
	pdo_odbc_stmt *S = stmt->driver_data;

	S->einfo = (pdo_odbc_errinfo) {
		.last_state = "07002", .what = "SQLExecute", .file = __FILE__, .line = __LINE__,
	};
	snprintf(S->einfo.last_err_msg, sizeof(S->einfo.last_err_msg),
		"Parameter %" PRIu32 " has no value", number);
	strcpy(stmt->error_code, S->einfo.last_state);
}

bool pdo_odbc_params_check(pdo_stmt_t *stmt)
{
	pdo_odbc_stmt *S = stmt->driver_data;
	pdo_odbc_pooled_stmt *pooled = pdo_odbc_find_stmt(S->stmt);
	uint32_t missing = pooled ? find_missing(&pooled->params) : 0;

	if (EXPECTED(missing == 0)) {
		return true;
	}
	/* No rows of the last execution are left after one that has failed. */
	if (stmt->executed) {
		pdo_odbc_thread_close_cursor(S->stmt);
	}
	if (EXPECTED(!EG(exception))) {
		report_missing(stmt, missing);
	}
	return false;
}
/* }}} */

/* {{{ Their values */

/* A variable may have another value by now, or none: the pool holds the one of the time when the
 * statement was executed. */
zval *pdo_odbc_params_value(struct pdo_bound_param_data *param)
{
	zval *value = Z_ISUNDEF(param->held) ? &param->parameter : &param->held;

	ZVAL_DEREF(value);
	return value;
}

/* Another coroutine may close the stream while this one waits, for the stream or for the driver:
 * that is a TypeError, as with one that was closed before. */
int pdo_odbc_params_read(zval *value, char *buffer, size_t size)
{
	php_stream *stream;
	ssize_t length;

	php_stream_from_zval_no_verify(stream, value);
	if (!stream) {
		return -1;
	}
	length = php_stream_read(stream, buffer, size);
	php_stream_from_zval_no_verify(stream, value);
	return stream && !EG(exception) ? (int) length : -1;
}

static bool is_asked_for(const pdo_odbc_bound_param *param)
{
	return param->value
		&& (*param->length == SQL_DATA_AT_EXEC || *param->length <= SQL_LEN_DATA_AT_EXEC_OFFSET);
}

/* As odbc_stmt_execute() would find it. */
static zend_string *text_of(const pdo_odbc_bound_param *bound)
{
#ifndef PHP_WIN32
	struct pdo_bound_param_data *param = bound->value;
	const zval *value = pdo_odbc_params_value(param);

	return Z_TYPE_P(value) == IS_STRING ? Z_STR_P(value) : NULL;
#else
	/* It may have to be converted. */
	return NULL;
#endif
}

static void set_indicators(pdo_odbc_params *params)
{
	for (uint32_t i = 0; i < params->count; i++) {
		if (params->list[i].value) {
			params->list[i].indicator->length = *params->list[i].length;
		}
	}
}

/* Can the call do without memory of PHP's? Then size is that of the values. */
static bool can_be_copied(const pdo_odbc_params *params, size_t *size)
{
	*size = 0;
	for (uint32_t i = 0; i < params->count; i++) {
		const zend_string *text;

		if (params->list[i].is_output) {
			return false;
		}
		if (!is_asked_for(&params->list[i])) {
			continue;
		}
		text = text_of(&params->list[i]);
		if (!text || ZSTR_LEN(text) > MOST_BYTES_COPIED - *size) {
			return false;
		}
		*size += ZSTR_LEN(text);
	}
	return true;
}

static void hold_texts(pdo_odbc_params *params)
{
	for (uint32_t i = 0; i < params->count; i++) {
		if (is_asked_for(&params->list[i])) {
			zend_string *text = text_of(&params->list[i]);

			params->list[i].text = text ? zend_string_copy(text) : NULL;
		}
	}
	params->has_asked = false;
}

static void drop_texts(pdo_odbc_params *params)
{
	for (uint32_t i = 0; i < params->count; i++) {
		if (params->list[i].text) {
			zend_string_release(params->list[i].text);
			params->list[i].text = NULL;
		}
	}
}

static void free_indicator(pdo_odbc_pool_data *conn, pdo_odbc_indicator *indicator)
{
	if (!indicator) {
		return;
	}
	if (conn->given_up) {
		indicator->next = conn->indicators;
		conn->indicators = indicator;
	} else {
		pefree(indicator, true);
	}
}

void pdo_odbc_params_free(pdo_odbc_pooled_stmt *stmt)
{
	pdo_odbc_params *params = &stmt->params;

	drop_texts(params);
	for (uint32_t i = 0; i < params->count; i++) {
		free_indicator(stmt->conn, params->list[i].indicator);
	}
	if (params->list) {
		pefree(params->list, true);
	}
	memset(params, 0, sizeof(*params));
}
/* }}} */

/* {{{ Executing */

/* The driver asks for what is not there, and would wait for it for ever: this connection must not
 * get another user. */
static void refuse_question(pdo_odbc_call *call)
{
	SQLCancel(call->handle);
	call->rc = SQL_ERROR;
	call->lost = true;
}

/* Runs on a worker thread. The strings are held, so that they are neither changed nor freed. */
static const pdo_odbc_bound_param *find_asked(const pdo_odbc_params *params, SQLPOINTER value)
{
	for (uint32_t i = 0; value && i < params->count; i++) {
		if (params->list[i].value == value) {
			return &params->list[i];
		}
	}
	return NULL;
}

static void answer_questions(pdo_odbc_call *call)
{
	pdo_odbc_params *params = &call->stmt->params;
	SQLHSTMT handle = call->stmt->handle;

	while (call->rc == SQL_NEED_DATA) {
		SQLPOINTER value;
		SQLRETURN rc;

		call->rc = SQLParamData(handle, &value);
		if (call->rc != SQL_NEED_DATA) {
			return;
		}
		const pdo_odbc_bound_param *asked = find_asked(params, value);
		if (UNEXPECTED(!asked)) {
			refuse_question(call);
			return;
		}
		if (!asked->text) {
			params->asked_for = value;
			params->has_asked = true;
			return;
		}
		rc = SQLPutData(handle, (SQLPOINTER) ZSTR_VAL(asked->text), ZSTR_LEN(asked->text));
		if (!SQL_SUCCEEDED(rc)) {
			call->rc = rc;
		}
	}
}

bool pdo_odbc_params_close_first(SQLHSTMT handle)
{
	pdo_odbc_pooled_stmt *stmt = pdo_odbc_find_stmt(handle);

	if (stmt) {
		stmt->params.closes_first = true;
	}
	return stmt != NULL;
}

static void call_execute(pdo_odbc_call *call)
{
	if (call->stmt->params.closes_first) {
		SQLCloseCursor(call->stmt->handle);
	}
	call->rc = SQLExecute(call->stmt->handle);
	answer_questions(call);
	call->stmt->params.wants_data = call->rc == SQL_NEED_DATA;
}

static void call_param_data(pdo_odbc_call *call)
{
	call->rc = SQL_NEED_DATA;
	answer_questions(call);
	call->stmt->params.wants_data = call->rc == SQL_NEED_DATA;
}

/* A value, somewhere in the data of the call. */
typedef struct _copied_text {
	const void *value;
	const char *data;
	SQLLEN length;
} copied_text;

typedef struct _copied_call {
	pdo_odbc_call base;
	bool closes_first;
	/* The data are behind the texts. */
	uint32_t count;
	copied_text texts[];
} copied_call;

static const copied_text *find_copied(const copied_call *call, const void *value)
{
	for (uint32_t i = 0; i < call->count; i++) {
		if (call->texts[i].value == value) {
			return &call->texts[i];
		}
	}
	return NULL;
}

/* Runs on a worker thread, and knows nothing of the statement but its handle. */
static void call_execute_copied(pdo_odbc_call *base)
{
	const copied_call *call = (const copied_call *) base;
	SQLPOINTER value;

	if (call->closes_first) {
		SQLCloseCursor(base->handle);
	}
	base->rc = SQLExecute(base->handle);
	while (base->rc == SQL_NEED_DATA
			&& (base->rc = SQLParamData(base->handle, &value)) == SQL_NEED_DATA) {
		const copied_text *text = find_copied(call, value);
		SQLRETURN rc;

		if (UNEXPECTED(!text)) {
			refuse_question(base);
			return;
		}
		rc = SQLPutData(base->handle, (SQLPOINTER) text->data, text->length);
		if (!SQL_SUCCEEDED(rc)) {
			base->rc = rc;
		}
	}
}

static copied_call *copy_texts(pdo_odbc_pooled_stmt *stmt, size_t size)
{
	const pdo_odbc_params *params = &stmt->params;
	const size_t head = sizeof(copied_call) + params->count * sizeof(copied_text);
	copied_call *call = pdo_odbc_call_new(call_execute_copied, stmt->conn, stmt, head + size);
	char *data = (char *) call + head;

	call->closes_first = params->closes_first;
	for (uint32_t i = 0; i < params->count; i++) {
		if (is_asked_for(&params->list[i])) {
			const zend_string *text = text_of(&params->list[i]);

			call->texts[call->count++] = (copied_text) {
				.value = params->list[i].value, .data = data, .length = (SQLLEN) ZSTR_LEN(text),
			};
			memcpy(data, ZSTR_VAL(text), ZSTR_LEN(text));
			data += ZSTR_LEN(text);
		}
	}
	return call;
}

static SQLRETURN execute_copied(pdo_odbc_pooled_stmt *stmt, size_t size) /* may suspend */
{
	pdo_odbc_answer answer = pdo_odbc_run_owned(&copy_texts(stmt, size)->base);

	pdo_odbc_pool_executed(stmt->conn, stmt->scan, answer.rc, answer.state);
	return answer.rc;
}

static SQLRETURN execute(pdo_odbc_call *call) /* may suspend */
{
	pdo_odbc_run(call);
	if (call->rc != SQL_NEED_DATA) {
		drop_texts(&call->stmt->params);
		pdo_odbc_pool_executed(call->conn, call->stmt->scan, call->rc, call->state);
	}
	return call->rc;
}

static SQLRETURN execute_with_params(pdo_odbc_pooled_stmt *stmt) /* may suspend */
{
	pdo_odbc_call call = {.function = call_execute, .conn = stmt->conn, .stmt = stmt};
	size_t size;

	drop_texts(&stmt->params);
	set_indicators(&stmt->params);
	if (can_be_copied(&stmt->params, &size)) {
		return execute_copied(stmt, size);
	}
	hold_texts(&stmt->params);
	return execute(&call);
}

/* The driver of MariaDB keeps the data of an execution that was stopped, and puts those of the next
 * one behind them, until the statement is prepared anew. What is bound stays. */
static bool prepare_anew(pdo_odbc_pooled_stmt *stmt) /* may suspend */
{
	if (!SQL_SUCCEEDED(pdo_odbc_thread_prepare(stmt->handle, stmt->text, stmt->text_length))) {
		return false;
	}
	stmt->has_leftovers = false;
	return true;
}

SQLRETURN pdo_odbc_thread_execute(SQLHSTMT handle)
{
	pdo_odbc_pooled_stmt *stmt = pdo_odbc_find_stmt(handle);

	SQLRETURN rc;

	if (!stmt) {
		return SQLExecute(handle);
	}
	if (UNEXPECTED(stmt->has_leftovers) && !prepare_anew(stmt)) {
		return SQL_ERROR;
	}
	if (!pdo_odbc_pool_begin(stmt->conn, stmt->scan)) {
		return SQL_ERROR;
	}
	pdo_odbc_rows_forget(&stmt->rows);
	rc = execute_with_params(stmt);
	stmt->params.closes_first = false;
	return rc;
}

SQLRETURN pdo_odbc_thread_param_data(SQLHSTMT handle, SQLPOINTER *value)
{
	pdo_odbc_pooled_stmt *stmt = pdo_odbc_find_stmt(handle);

	if (!stmt) {
		return SQLParamData(handle, value);
	}
	pdo_odbc_call call = {.function = call_param_data, .conn = stmt->conn, .stmt = stmt};
	if (!stmt->params.has_asked && execute(&call) != SQL_NEED_DATA) {
		return call.rc;
	}
	stmt->params.has_asked = false;
	*value = stmt->params.asked_for;
	return SQL_NEED_DATA;
}

static void call_stop(pdo_odbc_call *call)
{
	call->rc = SQLCancel(call->handle);
}

/* A driver that waits for data refuses all calls of the statement, even freeing it, and the end of
 * a transaction. */
void pdo_odbc_params_stop(SQLHSTMT handle)
{
	pdo_odbc_pooled_stmt *stmt = pdo_odbc_find_stmt(handle);
	pdo_odbc_pool_data *conn = stmt ? stmt->conn : NULL;

	if (!stmt || !stmt->params.wants_data) {
		return;
	}
	stmt->params.wants_data = stmt->params.has_asked = false;
	stmt->has_leftovers = stmt->text != NULL;
	drop_texts(&stmt->params);
	if (!SQL_SUCCEEDED(pdo_odbc_run_surely(
			pdo_odbc_call_new(call_stop, conn, stmt, sizeof(pdo_odbc_call))).rc)) {
		conn->lost = true;
	}
}

/* Without an exception the driver manager has no error to tell. */
void pdo_odbc_params_lost_stream(pdo_stmt_t *stmt)
{
	pdo_odbc_stmt *S = stmt->driver_data;

	if (!EG(exception)) {
		S->einfo = (pdo_odbc_errinfo) {
			.last_state = "HY000",
			.last_err_msg = "The stream of a parameter cannot be read",
			.what = "SQLPutData", .file = __FILE__, .line = __LINE__,
		};
		strcpy(stmt->error_code, S->einfo.last_state);
	}
	if (stmt->is_pooled) {
		pdo_odbc_params_stop(S->stmt);
	} else {
		SQLCancel(S->stmt);
	}
}

typedef struct _put_data_call {
	pdo_odbc_call base;
	SQLPOINTER data;
	SQLLEN length;
} put_data_call;

static void call_put_data(pdo_odbc_call *base)
{
	put_data_call *call = (put_data_call *) base;

	base->rc = SQLPutData(base->stmt->handle, call->data, call->length);
}

SQLRETURN pdo_odbc_thread_put_data(SQLHSTMT handle, SQLPOINTER data, SQLLEN length)
{
	pdo_odbc_pooled_stmt *stmt = pdo_odbc_find_stmt(handle);

	if (!stmt) {
		return SQLPutData(handle, data, length);
	}
	put_data_call call = {
		.base = {.function = call_put_data, .conn = stmt->conn, .stmt = stmt},
		.data = data, .length = length,
	};
	return pdo_odbc_run(&call.base);
}
/* }}} */
