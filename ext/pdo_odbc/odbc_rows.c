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

/* Fetching rows of pooled connections: which trips to a thread it takes.
 *
 * The rule. ODBC does not tell whether the driver already has the next row (psqlodbc and
 * MariaDB's driver read the whole result when the statement is executed, unless they are told
 * not to; sqliteodbc does, too; others read from the network with each row), and a fetch that
 * blocks in the thread of PHP stops all coroutines, perhaps for ever, if it waits for one of
 * them. So every fetch is made on a thread, but not one by one: the thread goes on fetching,
 * into memory of our own, until
 *   - it has 16 rows, at the next trip 32 and so on up to 512, or 256 KB, or
 *   - a millisecond is over: rows that come slowly are not held back, or
 *   - the result ends, a row comes with a warning or an error, or a row has long columns of more
 *     than 64 KB.
 * The rows that were read ahead are then handed out without any call to the driver. Rows of
 * scrollable cursors and of cursors whose name was set or asked for, where the position on the
 * server matters, are fetched one by one.
 *
 * Bound columns are copied. Long columns, which the user gets by SQLGetData(), are read by the
 * same calls with the same buffers that odbc_stmt_get_col() uses, and the answers are kept, like
 * on a tape, to be played when it asks; what does not fit is left for SQLGetData() itself, on a
 * thread, as the cursor stays on that row. When the user does not ask for any long column, they
 * are no longer read, and rows are fetched one by one.
 *
 * Where nothing can suspend, all calls are passed on as they are. */

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#include "php.h"
#include "ext/pdo/php_pdo.h"
#include "ext/pdo/php_pdo_driver.h"
#include "zend_hrtime.h"
#define PDO_ODBC_BLOCKING_CALLS
#include "php_pdo_odbc.h"
#include "php_pdo_odbc_int.h"
#include "odbc_thread_int.h"

#define FIRST_LIMIT 16
#define LAST_LIMIT 512
#define MAX_BATCH (256 * 1024)
#define MAX_TAPE (64 * 1024)
#define BUDGET_NS 1000000

/* The size of the buffers of odbc_stmt_get_col(). */
#define CHUNK 256

/* {{{ Buffers. Filled by worker threads. */
static void put(pdo_odbc_buffer *buffer, const void *data, size_t length)
{
	if (buffer->size - buffer->used < length) {
		buffer->size = MAX(buffer->size * 2, buffer->used + length + 1024);
		buffer->data = perealloc(buffer->data, buffer->size, true);
	}
	if (length > 0) {
		memcpy(buffer->data + buffer->used, data, length);
		buffer->used += length;
	}
}

static size_t take(const pdo_odbc_buffer *buffer, size_t at, void *data, size_t length)
{
	ZEND_ASSERT(at + length <= buffer->used);
	if (length > 0) {
		memcpy(data, buffer->data + at, length);
	}
	return at + length;
}

static void free_buffer(pdo_odbc_buffer *buffer)
{
	if (buffer->data) {
		pefree(buffer->data, true);
	}
	memset(buffer, 0, sizeof(*buffer));
}
/* }}} */

/* {{{ One answer of SQLGetData() on a tape */
typedef struct _answer {
	SQLRETURN rc;
	SQLLEN length;
	uint32_t stored;
} answer;

/* What the driver wrote into a buffer of this size. */
static uint32_t written(SQLLEN length, SQLLEN size)
{
	if (length == SQL_NULL_DATA) {
		return 0;
	}
	return (uint32_t) (length >= 0 && length < size ? length : size);
}

/* Whether SQLGetData() could have more. */
static bool has_more(const answer *a)
{
	return a->rc == SQL_SUCCESS_WITH_INFO
		|| (a->rc == SQL_SUCCESS && (a->length >= CHUNK || a->length == SQL_NO_TOTAL));
}

/* Until the column is at its end or the tape is full. true: at its end. */
static bool record(SQLHSTMT handle, SQLUSMALLINT number, SQLSMALLINT type, pdo_odbc_buffer *tape,
	size_t limit)
{
	char chunk[CHUNK];
	answer a;

	do {
		a.length = 0;
		a.rc = SQLGetData(handle, number, type, chunk, CHUNK, &a.length);
		a.stored = SQL_SUCCEEDED(a.rc) ? written(a.length, CHUNK) : 0;
		put(tape, &a, sizeof(a));
		put(tape, chunk, a.stored);
	} while (has_more(&a) && tape->used < limit);
	return !has_more(&a);
}

static SQLRETURN play(const pdo_odbc_buffer *tape, size_t *at, char *value, SQLLEN size,
	SQLLEN *length)
{
	answer a;

	*at = take(tape, *at, &a, sizeof(a));
	ZEND_ASSERT((SQLLEN) a.stored <= size);
	*at = take(tape, *at, value, a.stored);
	if ((SQLLEN) a.stored < size) {
		value[a.stored] = '\0';
	}
	*length = a.length;
	return a.rc;
}
/* }}} */

/* {{{ Columns of the result */
static pdo_odbc_result_column *column_of(pdo_odbc_pooled_stmt *stmt, SQLUSMALLINT number)
{
	return stmt && number > 0 && number <= stmt->rows.count
		? &stmt->rows.columns[number - 1] : NULL;
}

static bool is_refused(const pdo_odbc_pooled_stmt *stmt)
{
	return stmt && !pdo_odbc_is_usable(stmt->conn);
}

SQLRETURN pdo_odbc_thread_num_result_cols(SQLHSTMT handle, SQLSMALLINT *count)
{
	pdo_odbc_pooled_stmt *stmt = pdo_odbc_find_stmt(handle);
	SQLRETURN rc = is_refused(stmt) ? SQL_ERROR : SQLNumResultCols(handle, count);

	if (stmt && SQL_SUCCEEDED(rc)) {
		size_t size = MAX(*count, 1) * sizeof(*stmt->rows.columns);

		stmt->rows.count = *count;
		stmt->rows.columns = perealloc(stmt->rows.columns, size, true);
		memset(stmt->rows.columns, 0, size);
	}
	return rc;
}

SQLRETURN pdo_odbc_thread_bind_col(SQLHSTMT handle, SQLUSMALLINT number, SQLSMALLINT type,
	SQLPOINTER value, SQLLEN size, SQLLEN *length)
{
	pdo_odbc_pooled_stmt *stmt = pdo_odbc_find_stmt(handle);
	pdo_odbc_result_column *column = column_of(stmt, number);
	SQLRETURN rc = is_refused(stmt)
		? SQL_ERROR : SQLBindCol(handle, number, type, value, size, length);

	if (column && SQL_SUCCEEDED(rc)) {
		column->is_bound = true;
		column->type = type;
		column->data = value;
		column->size = size;
		column->length = length;
	}
	return rc;
}

void pdo_odbc_rows_expect_long(SQLHSTMT handle, SQLUSMALLINT number, SQLSMALLINT type)
{
	pdo_odbc_result_column *column = column_of(pdo_odbc_find_stmt(handle), number);

	if (column) {
		column->type = type;
	}
}

/* The buffers of the old result have been or will be freed. */
void pdo_odbc_rows_unbind(pdo_odbc_pooled_stmt *stmt)
{
	SQLFreeStmt(stmt->handle, SQL_UNBIND);
	stmt->rows.count = 0;
}

SQLRETURN pdo_odbc_thread_set_stmt_attr(SQLHSTMT handle, SQLINTEGER attr, SQLPOINTER value,
	SQLINTEGER length)
{
	pdo_odbc_pooled_stmt *stmt = pdo_odbc_find_stmt(handle);

	if (stmt && attr == SQL_ATTR_CURSOR_SCROLLABLE) {
		stmt->rows.one_by_one = true;
	}
	return is_refused(stmt) ? SQL_ERROR : SQLSetStmtAttr(handle, attr, value, length);
}

SQLRETURN pdo_odbc_thread_set_cursor_name(SQLHSTMT handle, SQLCHAR *name, SQLSMALLINT length)
{
	pdo_odbc_pooled_stmt *stmt = pdo_odbc_find_stmt(handle);

	if (stmt) {
		stmt->rows.one_by_one = true;
	}
	return is_refused(stmt) ? SQL_ERROR : SQLSetCursorName(handle, name, length);
}

SQLRETURN pdo_odbc_thread_get_cursor_name(SQLHSTMT handle, SQLCHAR *name, SQLSMALLINT size,
	SQLSMALLINT *length)
{
	pdo_odbc_pooled_stmt *stmt = pdo_odbc_find_stmt(handle);

	if (stmt) {
		stmt->rows.one_by_one = true;
	}
	return is_refused(stmt) ? SQL_ERROR : SQLGetCursorName(handle, name, size, length);
}
/* }}} */

/* {{{ Forgetting */
static void forget_tapes(pdo_odbc_rows *rows)
{
	for (SQLUSMALLINT i = 0; i < rows->count; i++) {
		rows->columns[i].tape_start = rows->columns[i].tape_end = 0;
		rows->columns[i].is_complete = false;
	}
	rows->reading = rows->live_column = 0;
	rows->live.used = rows->live_at = 0;
	rows->is_live_complete = false;
}

static void forget_batch(pdo_odbc_rows *rows)
{
	rows->batch.used = rows->position = 0;
	rows->unread = 0;
	rows->has_end = false;
	forget_tapes(rows);
}

void pdo_odbc_rows_forget(pdo_odbc_rows *rows)
{
	forget_batch(rows);
	rows->limit = FIRST_LIMIT;
	rows->without_tape = false;
	rows->was_tape_read = false;
}

void pdo_odbc_rows_free(pdo_odbc_rows *rows)
{
	free_buffer(&rows->batch);
	free_buffer(&rows->live);
	if (rows->columns) {
		pefree(rows->columns, true);
	}
}
/* }}} */

/* {{{ Reading ahead, on a worker thread */
static void store_bound(pdo_odbc_buffer *batch, const pdo_odbc_result_column *column)
{
	uint32_t stored = written(*column->length, column->size);

	put(batch, column->length, sizeof(*column->length));
	put(batch, &stored, sizeof(stored));
	put(batch, column->data, stored);
}

/* false: the rest of it, and the columns behind it, are left where they are. */
static bool store_long(pdo_odbc_pooled_stmt *stmt, SQLUSMALLINT i, bool with_tape, size_t limit)
{
	pdo_odbc_buffer *batch = &stmt->rows.batch;
	size_t start, end;
	bool is_complete = false;

	/* In front of the tape: where it ends, and whether that is all. */
	start = batch->used;
	put(batch, &start, sizeof(start));
	put(batch, &is_complete, sizeof(is_complete));
	if (with_tape && stmt->rows.columns[i].type != 0) {
		is_complete = record(stmt->handle, i + 1, stmt->rows.columns[i].type, batch, limit);
	}
	end = batch->used;
	memcpy(batch->data + start, &end, sizeof(end));
	memcpy(batch->data + start + sizeof(end), &is_complete, sizeof(is_complete));
	return is_complete;
}

/* false: something of the row is still to be had from the driver, so that the cursor may not go
 * on. A warning would be overwritten by further calls. */
static bool store_row(pdo_odbc_pooled_stmt *stmt, SQLRETURN rc)
{
	pdo_odbc_rows *rows = &stmt->rows;
	size_t limit = rows->batch.used + MAX_TAPE;
	bool with_tape = rc == SQL_SUCCESS && !rows->without_tape;
	bool is_all = true;

	put(&rows->batch, &rc, sizeof(rc));
	for (SQLUSMALLINT i = 0; i < rows->count; i++) {
		if (rows->columns[i].is_bound) {
			store_bound(&rows->batch, &rows->columns[i]);
		} else if (!store_long(stmt, i, with_tape && is_all, limit)) {
			is_all = false;
		}
	}
	return is_all && rc == SQL_SUCCESS;
}

static void call_read_rows(pdo_odbc_call *call)
{
	pdo_odbc_rows *rows = &call->stmt->rows;
	zend_hrtime_t until = zend_hrtime() + BUDGET_NS;
	bool goes_on;

	do {
		call->rc = SQLFetchScroll(call->stmt->handle, SQL_FETCH_NEXT, 0);
		if (!SQL_SUCCEEDED(call->rc)) {
			rows->end = call->rc;
			rows->has_end = true;
			return;
		}
		goes_on = store_row(call->stmt, call->rc);
		rows->unread++;
	} while (goes_on && rows->unread < rows->limit && rows->batch.used < MAX_BATCH
			&& zend_hrtime() < until);
}
/* }}} */

/* {{{ Handing out */
static size_t restore_bound(const pdo_odbc_buffer *batch, size_t at,
	const pdo_odbc_result_column *column)
{
	uint32_t stored;

	at = take(batch, at, column->length, sizeof(*column->length));
	at = take(batch, at, &stored, sizeof(stored));
	at = take(batch, at, column->data, stored);
	if (stored < column->size) {
		column->data[stored] = '\0';
	}
	return at;
}

static size_t find_tape(const pdo_odbc_buffer *batch, size_t at, pdo_odbc_result_column *column)
{
	at = take(batch, at, &column->tape_end, sizeof(column->tape_end));
	at = take(batch, at, &column->is_complete, sizeof(column->is_complete));
	column->tape_start = at;
	return column->tape_end;
}

static SQLRETURN hand_out(pdo_odbc_rows *rows)
{
	SQLRETURN rc;
	size_t at = take(&rows->batch, rows->position, &rc, sizeof(rc));

	forget_tapes(rows);
	for (SQLUSMALLINT i = 0; i < rows->count; i++) {
		at = rows->columns[i].is_bound
			? restore_bound(&rows->batch, at, &rows->columns[i])
			: find_tape(&rows->batch, at, &rows->columns[i]);
	}
	rows->position = at;
	rows->unread--;
	return rc;
}

/* The next row that was read ahead, or what came instead of one. */
static SQLRETURN next_row(pdo_odbc_rows *rows)
{
	if (rows->unread > 0) {
		return hand_out(rows);
	}
	rows->has_end = false;
	forget_tapes(rows);
	return rows->end;
}

static bool has_long_columns(const pdo_odbc_rows *rows)
{
	for (SQLUSMALLINT i = 0; i < rows->count; i++) {
		if (!rows->columns[i].is_bound) {
			return true;
		}
	}
	return false;
}

/* Whether the long columns are read ahead depends on whether the last ones were wanted. */
static void prepare_batch(pdo_odbc_rows *rows)
{
	if (rows->batch.used > 0) {
		rows->limit = MIN(rows->limit * 2, LAST_LIMIT);
		rows->without_tape = has_long_columns(rows) && !rows->was_tape_read;
	}
	rows->was_tape_read = false;
	forget_batch(rows);
}

static SQLRETURN read_rows(pdo_odbc_pooled_stmt *stmt) /* may suspend */
{
	pdo_odbc_call call = {.function = call_read_rows, .conn = stmt->conn, .stmt = stmt};
	pdo_odbc_rows *rows = &stmt->rows;

	prepare_batch(rows);
	pdo_odbc_run(&call);
	/* A cancelled call that has fetched something all the same is not to be trusted. */
	if (EG(exception) || (rows->unread == 0 && !rows->has_end)) {
		forget_batch(rows);
		return SQL_ERROR;
	}
	return next_row(rows);
}

typedef struct _fetch_call {
	pdo_odbc_call base;
	SQLSMALLINT orientation;
	SQLLEN offset;
} fetch_call;

static void call_fetch(pdo_odbc_call *base)
{
	fetch_call *call = (fetch_call *) base;

	base->rc = SQLFetchScroll(base->stmt->handle, call->orientation, call->offset);
}

static SQLRETURN fetch_one(pdo_odbc_pooled_stmt *stmt, SQLSMALLINT orientation,
	SQLLEN offset) /* may suspend */
{
	fetch_call call = {
		.base = {.function = call_fetch, .conn = stmt->conn, .stmt = stmt},
		.orientation = orientation, .offset = offset,
	};

	forget_batch(&stmt->rows);
	return pdo_odbc_run(&call.base);
}

SQLRETURN pdo_odbc_thread_fetch_scroll(SQLHSTMT handle, SQLSMALLINT orientation, SQLLEN offset)
{
	pdo_odbc_pooled_stmt *stmt = pdo_odbc_find_stmt(handle);

	if (!stmt) {
		return SQLFetchScroll(handle, orientation, offset);
	}
	if (orientation == SQL_FETCH_NEXT && (stmt->rows.unread > 0 || stmt->rows.has_end)) {
		return next_row(&stmt->rows);
	}
	if (orientation != SQL_FETCH_NEXT || stmt->rows.one_by_one || !pdo_pool_thread_suspends()) {
		return fetch_one(stmt, orientation, offset);
	}
	return read_rows(stmt);
}
/* }}} */

/* {{{ Long columns */
typedef struct _get_data_call {
	pdo_odbc_call base;
	SQLUSMALLINT number;
	SQLSMALLINT type;
	SQLPOINTER value;
	SQLLEN size;
	SQLLEN *length;
} get_data_call;

static void call_record(pdo_odbc_call *base)
{
	get_data_call *call = (get_data_call *) base;
	pdo_odbc_rows *rows = &base->stmt->rows;

	rows->is_live_complete = record(base->stmt->handle, call->number, call->type, &rows->live,
		rows->live.used + MAX_BATCH);
	base->rc = SQL_SUCCESS;
}

static void call_get_data(pdo_odbc_call *base)
{
	get_data_call *call = (get_data_call *) base;

	base->rc = SQLGetData(base->stmt->handle, call->number, call->type, call->value, call->size,
		call->length);
}

/* The driver gives up its place in a column when it is asked for another one. */
static void begin_live(pdo_odbc_rows *rows, SQLUSMALLINT number)
{
	for (SQLUSMALLINT i = 0; i < rows->count; i++) {
		if (i + 1 != number && !rows->columns[i].is_complete) {
			rows->columns[i].tape_start = rows->columns[i].tape_end = 0;
		}
	}
	rows->live_column = number;
	rows->live.used = rows->live_at = 0;
	rows->is_live_complete = false;
}

/* From the driver. What belongs to the column is read as far as it fits, and handed out piece by
 * piece. */
static SQLRETURN get_live(get_data_call *call) /* may suspend */
{
	pdo_odbc_rows *rows = &call->base.stmt->rows;

	if (rows->live_column != call->number) {
		begin_live(rows, call->number);
	}
	if (rows->live_at == rows->live.used) {
		if (rows->is_live_complete) {
			return SQL_NO_DATA;
		}
		if (call->size != CHUNK || !pdo_pool_thread_suspends()) {
			call->base.function = call_get_data;
			return pdo_odbc_run(&call->base);
		}
		call->base.function = call_record;
		if (pdo_odbc_run(&call->base) != SQL_SUCCESS || EG(exception)
				|| rows->live_at == rows->live.used) {
			rows->live_at = rows->live.used;
			return SQL_ERROR;
		}
	}
	return play(&rows->live, &rows->live_at, call->value, call->size, call->length);
}

/* As with drivers that give columns in any order, another column in between starts this one
 * anew. */
static void begin_column(pdo_odbc_rows *rows, SQLUSMALLINT number,
	const pdo_odbc_result_column *column)
{
	rows->reading = number;
	rows->reading_at = column ? column->tape_start : 0;
	if (rows->live_column == number) {
		rows->live_at = 0;
	}
}

SQLRETURN pdo_odbc_thread_get_data(SQLHSTMT handle, SQLUSMALLINT number, SQLSMALLINT type,
	SQLPOINTER value, SQLLEN size, SQLLEN *length)
{
	pdo_odbc_pooled_stmt *stmt = pdo_odbc_find_stmt(handle);
	pdo_odbc_result_column *column = column_of(stmt, number);

	if (!stmt) {
		return SQLGetData(handle, number, type, value, size, length);
	}
	get_data_call call = {
		.base = {.conn = stmt->conn, .stmt = stmt},
		.number = number, .type = type, .value = value, .size = size, .length = length,
	};
	stmt->rows.was_tape_read = true;
	if (stmt->rows.reading != number) {
		begin_column(&stmt->rows, number, column);
	}
	if (column && stmt->rows.reading_at < column->tape_end) {
		return play(&stmt->rows.batch, &stmt->rows.reading_at, value, size, length);
	}
	return column && column->is_complete ? SQL_NO_DATA : get_live(&call);
}
/* }}} */
