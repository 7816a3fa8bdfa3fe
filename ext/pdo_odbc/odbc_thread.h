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

/* The calls of ODBC that may block, for pooled connections: see odbc_thread.c. Included by
 * php_pdo_odbc_int.h. */

#ifndef ODBC_THREAD_H
#define ODBC_THREAD_H

/* A connection is known from here on as one of a pool, until its handle is freed. */
void pdo_odbc_thread_register(pdo_odbc_pool_data *conn);
/* Forgets it and its statements, and calls nothing of ODBC. */
void pdo_odbc_thread_forget(pdo_odbc_pool_data *conn);
/* Disconnecting frees the handle, whose address may then be that of a new one. */
void pdo_odbc_thread_forget_stmt(SQLHSTMT handle);
/* Afterwards: its thread ends. One that was left behind closes the connection first. */
void pdo_odbc_thread_end(pdo_odbc_pool_data *conn);

/* Each is the function of ODBC of that name, for any handle. Those that reach the server may
 * suspend, if the connection is pooled; when that is ended by an exception they fail, and the
 * connection is lost. */
SQLRETURN pdo_odbc_thread_alloc_handle(SQLSMALLINT type, SQLHANDLE input, SQLHANDLE *output);
SQLRETURN pdo_odbc_thread_free_handle(SQLSMALLINT type, SQLHANDLE handle);
SQLRETURN pdo_odbc_thread_get_diag_rec(SQLSMALLINT type, SQLHANDLE handle, SQLSMALLINT number,
	SQLCHAR *state, SQLINTEGER *code, SQLCHAR *message, SQLSMALLINT size, SQLSMALLINT *length);

/* In odbc_connect.c. */
SQLRETURN pdo_odbc_thread_connect(SQLHDBC dbc, SQLCHAR *dsn, SQLSMALLINT dsn_length, SQLCHAR *user,
	SQLSMALLINT user_length, SQLCHAR *password, SQLSMALLINT password_length);
SQLRETURN pdo_odbc_thread_driver_connect(SQLHDBC dbc, SQLHWND window, SQLCHAR *string,
	SQLSMALLINT length, SQLCHAR *output, SQLSMALLINT output_size, SQLSMALLINT *output_length,
	SQLUSMALLINT completion);
SQLRETURN pdo_odbc_thread_disconnect(SQLHDBC dbc);
SQLRETURN pdo_odbc_thread_end_tran(SQLSMALLINT type, SQLHANDLE handle, SQLSMALLINT how);
SQLRETURN pdo_odbc_thread_set_connect_attr(SQLHDBC dbc, SQLINTEGER attr, SQLPOINTER value,
	SQLINTEGER length);
SQLRETURN pdo_odbc_thread_get_connect_attr(SQLHDBC dbc, SQLINTEGER attr, SQLPOINTER value,
	SQLINTEGER size, SQLINTEGER *length);
SQLRETURN pdo_odbc_thread_get_info(SQLHDBC dbc, SQLUSMALLINT type, SQLPOINTER value,
	SQLSMALLINT size, SQLSMALLINT *length);

/* In odbc_thread.c. */
SQLRETURN pdo_odbc_thread_prepare(SQLHSTMT stmt, SQLCHAR *sql, SQLINTEGER length);
SQLRETURN pdo_odbc_thread_exec_direct(SQLHSTMT stmt, SQLCHAR *sql, SQLINTEGER length);
SQLRETURN pdo_odbc_thread_describe_param(SQLHSTMT stmt, SQLUSMALLINT number, SQLSMALLINT *type,
	SQLULEN *size, SQLSMALLINT *scale, SQLSMALLINT *nullable);
SQLRETURN pdo_odbc_thread_more_results(SQLHSTMT stmt);
SQLRETURN pdo_odbc_thread_close_cursor(SQLHSTMT stmt);

/* In odbc_params.c. */
SQLRETURN pdo_odbc_thread_bind_parameter(SQLHSTMT stmt, SQLUSMALLINT number, SQLSMALLINT direction,
	SQLSMALLINT c_type, SQLSMALLINT sql_type, SQLULEN size, SQLSMALLINT scale, SQLPOINTER value,
	SQLLEN value_size, SQLLEN *length);
SQLRETURN pdo_odbc_thread_execute(SQLHSTMT stmt);
SQLRETURN pdo_odbc_thread_param_data(SQLHSTMT stmt, SQLPOINTER *value);
SQLRETURN pdo_odbc_thread_put_data(SQLHSTMT stmt, SQLPOINTER data, SQLLEN length);
/* SQLExecute() closes the cursor of the execution before, in the same trip. false: not with an
 * ordinary handle. */
bool pdo_odbc_params_close_first(SQLHSTMT stmt);
/* What the parameter had when the statement was executed; its own. */
zval *pdo_odbc_params_value(struct pdo_bound_param_data *param);
/* Reads on from a stream. -1: it cannot be read, or exception. may suspend */
int pdo_odbc_params_read(zval *value, char *buffer, size_t size);
/* An execution has failed: if the driver still waits for data, it gets none. may suspend */
void pdo_odbc_params_stop(SQLHSTMT stmt);
/* It has failed because of its stream, for any handle. may suspend */
void pdo_odbc_params_lost_stream(pdo_stmt_t *stmt);
/* The parameter that has this length, which SQLBindParameter() was given, is about to be freed. */
void pdo_odbc_params_forget(SQLHSTMT stmt, const SQLLEN *length);
/* false: a parameter has no value any more, so that the statement cannot be executed. It has the
 * error. Always true for an ordinary handle. may suspend */
bool pdo_odbc_params_check(pdo_stmt_t *stmt);

/* In odbc_rows.c. */
SQLRETURN pdo_odbc_thread_set_stmt_attr(SQLHSTMT stmt, SQLINTEGER attr, SQLPOINTER value,
	SQLINTEGER length);
SQLRETURN pdo_odbc_thread_set_cursor_name(SQLHSTMT stmt, SQLCHAR *name, SQLSMALLINT length);
SQLRETURN pdo_odbc_thread_get_cursor_name(SQLHSTMT stmt, SQLCHAR *name, SQLSMALLINT size,
	SQLSMALLINT *length);
SQLRETURN pdo_odbc_thread_num_result_cols(SQLHSTMT stmt, SQLSMALLINT *count);
SQLRETURN pdo_odbc_thread_bind_col(SQLHSTMT stmt, SQLUSMALLINT number, SQLSMALLINT type,
	SQLPOINTER value, SQLLEN size, SQLLEN *length);
SQLRETURN pdo_odbc_thread_fetch_scroll(SQLHSTMT stmt, SQLSMALLINT orientation, SQLLEN offset);
SQLRETURN pdo_odbc_thread_get_data(SQLHSTMT stmt, SQLUSMALLINT number, SQLSMALLINT type,
	SQLPOINTER value, SQLLEN size, SQLLEN *length);
/* A column, counted from 1, that will not be bound but asked for with SQLGetData(), as this
 * type. */
void pdo_odbc_rows_expect_long(SQLHSTMT stmt, SQLUSMALLINT number, SQLSMALLINT type);

/* The rest of pdo_odbc calls them by the names that it always used. */
#ifndef PDO_ODBC_BLOCKING_CALLS
# undef SQLAllocHandle
# undef SQLFreeHandle
# undef SQLGetDiagRec
# undef SQLConnect
# undef SQLDriverConnect
# undef SQLDisconnect
# undef SQLEndTran
# undef SQLSetConnectAttr
# undef SQLGetConnectAttr
# undef SQLGetInfo
# undef SQLPrepare
# undef SQLExecDirect
# undef SQLDescribeParam
# undef SQLMoreResults
# undef SQLCloseCursor
# undef SQLBindParameter
# undef SQLExecute
# undef SQLParamData
# undef SQLPutData
# undef SQLSetStmtAttr
# undef SQLSetCursorName
# undef SQLGetCursorName
# undef SQLNumResultCols
# undef SQLBindCol
# undef SQLFetchScroll
# undef SQLGetData
# define SQLAllocHandle pdo_odbc_thread_alloc_handle
# define SQLFreeHandle pdo_odbc_thread_free_handle
# define SQLGetDiagRec pdo_odbc_thread_get_diag_rec
# define SQLConnect pdo_odbc_thread_connect
# define SQLDriverConnect pdo_odbc_thread_driver_connect
# define SQLDisconnect pdo_odbc_thread_disconnect
# define SQLEndTran pdo_odbc_thread_end_tran
# define SQLSetConnectAttr pdo_odbc_thread_set_connect_attr
# define SQLGetConnectAttr pdo_odbc_thread_get_connect_attr
# define SQLGetInfo pdo_odbc_thread_get_info
# define SQLPrepare pdo_odbc_thread_prepare
# define SQLExecDirect pdo_odbc_thread_exec_direct
# define SQLDescribeParam pdo_odbc_thread_describe_param
# define SQLMoreResults pdo_odbc_thread_more_results
# define SQLCloseCursor pdo_odbc_thread_close_cursor
# define SQLBindParameter pdo_odbc_thread_bind_parameter
# define SQLExecute pdo_odbc_thread_execute
# define SQLParamData pdo_odbc_thread_param_data
# define SQLPutData pdo_odbc_thread_put_data
# define SQLSetStmtAttr pdo_odbc_thread_set_stmt_attr
# define SQLSetCursorName pdo_odbc_thread_set_cursor_name
# define SQLGetCursorName pdo_odbc_thread_get_cursor_name
# define SQLNumResultCols pdo_odbc_thread_num_result_cols
# define SQLBindCol pdo_odbc_thread_bind_col
# define SQLFetchScroll pdo_odbc_thread_fetch_scroll
# define SQLGetData pdo_odbc_thread_get_data
#endif

#endif /* ODBC_THREAD_H */
