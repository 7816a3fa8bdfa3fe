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

/* Large objects without blocking. libpq's own functions use the fast path, which it can only
 * wait for itself; the server has the same functions in SQL, and those are called here with
 * binary parameters. Where no suspension is possible libpq's functions are called.
 *
 * The descriptors are the server's and end with the transaction either way.
 */

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#define PGSQL_ASYNC_PLAIN_LIBPQ

#include "php.h"
#include "ext/pdo/php_pdo.h"
#include "ext/pdo/php_pdo_driver.h"
#include "php_pdo_pgsql_int.h"
#include "pgsql_async.h"
#ifndef PHP_WIN32
# include <arpa/inet.h>
#endif

#define INT4OID  23
#define INT8OID  20
#define OIDOID   26
#define BYTEAOID 17

#define MAX_ARGUMENTS 3

typedef struct _lob_call {
	const char *query;
	int num_args;
	Oid types[MAX_ARGUMENTS];
	const char *values[MAX_ARGUMENTS];
	int lengths[MAX_ARGUMENTS];
	int formats[MAX_ARGUMENTS];
	/* Room for numbers in network order. */
	uint32_t words[MAX_ARGUMENTS][2];
} lob_call;

static void add_bytes(lob_call *call, Oid type, const char *bytes, size_t length)
{
	int n = call->num_args++;

	call->types[n] = type;
	call->values[n] = bytes;
	call->lengths[n] = (int) length;
	call->formats[n] = 1;
}

static void add_int4(lob_call *call, Oid type, uint32_t value)
{
	uint32_t *word = call->words[call->num_args];

	word[0] = htonl(value);
	add_bytes(call, type, (char *) word, sizeof(uint32_t));
}

static void add_int8(lob_call *call, int64_t value)
{
	uint32_t *word = call->words[call->num_args];

	word[0] = htonl((uint32_t) ((uint64_t) value >> 32));
	word[1] = htonl((uint32_t) value);
	add_bytes(call, INT8OID, (char *) word, 2 * sizeof(uint32_t));
}

/* NULL: failed, and the message is there. */
static PGresult *perform(pgsql_async_t *async, lob_call *call) /* may suspend */
{
	pgsql_command_t command = {
		.kind = PGSQL_COMMAND_PARAMS, .query = call->query, .num_params = call->num_args,
		.types = call->types, .values = call->values, .lengths = call->lengths,
		.formats = call->formats, .result_format = 1,
	};
	PGresult *result = pgsql_async_run(async, &command);

	if (PQresultStatus(result) != PGRES_TUPLES_OK || PQntuples(result) != 1
			|| PQgetisnull(result, 0, 0)) {
		PQclear(result);
		return NULL;
	}
	return result;
}

static int64_t number_of(const PGresult *result)
{
	uint32_t words[2];
	int length = PQgetlength(result, 0, 0);

	memcpy(words, PQgetvalue(result, 0, 0), MIN(length, (int) sizeof(words)));
	if (length == sizeof(uint32_t)) {
		return (int32_t) ntohl(words[0]);
	}
	return (int64_t) ((uint64_t) ntohl(words[0]) << 32 | ntohl(words[1]));
}

static int64_t perform_for_number(pgsql_async_t *async, lob_call *call) /* may suspend */
{
	PGresult *result = perform(async, call);
	int64_t number = result ? number_of(result) : -1;

	PQclear(result);
	return number;
}

static bool suspends(const pgsql_async_t *async)
{
	return ZEND_ASYNC_CAN_SUSPEND() && !async->persistent;
}

/* libpq waits by itself: it must not be told otherwise. false: the connection is refused. */
static bool prepare_for_libpq(pgsql_async_t *async)
{
	bool is_ready;

	if (pgsql_async_enter(async) == FAILURE) {
		return false;
	}
	is_ready = pgsql_async_catch_up(async);
	pgsql_async_leave(async);
	return is_ready;
}

/* {{{ The libpq calls */
Oid pgsql_async_lo_creat(pgsql_async_t *async, int mode)
{
	if (!suspends(async)) {
		return prepare_for_libpq(async) ? lo_creat(async->conn, mode) : InvalidOid;
	}
	lob_call call = {.query = "SELECT pg_catalog.lo_creat($1)"};
	add_int4(&call, INT4OID, (uint32_t) mode);
	PGresult *result = perform(async, &call);
	Oid oid = result ? (Oid) number_of(result) : InvalidOid;
	PQclear(result);
	return oid;
}

int pgsql_async_lo_open(pgsql_async_t *async, Oid lobj_id, int mode)
{
	if (!suspends(async)) {
		return prepare_for_libpq(async) ? lo_open(async->conn, lobj_id, mode) : -1;
	}
	lob_call call = {.query = "SELECT pg_catalog.lo_open($1, $2)"};
	add_int4(&call, OIDOID, lobj_id);
	add_int4(&call, INT4OID, (uint32_t) mode);
	return (int) perform_for_number(async, &call);
}

int pgsql_async_lo_unlink(pgsql_async_t *async, Oid lobj_id)
{
	if (!suspends(async)) {
		return prepare_for_libpq(async) ? lo_unlink(async->conn, lobj_id) : -1;
	}
	lob_call call = {.query = "SELECT pg_catalog.lo_unlink($1)"};
	add_int4(&call, OIDOID, lobj_id);
	return (int) perform_for_number(async, &call);
}
/* }}} */

/* {{{ Descriptors */

/* Nothing is left to close after the transaction; and while another coroutine is in a command, the
 * end of the transaction has to do. */
static void close_descriptor(pgsql_async_t *async, int fd) /* may suspend */
{
	bool is_open = async->persistent || PQtransactionStatus(async->conn) == PQTRANS_INTRANS;

	if (async->busy || !is_open) {
		return;
	}
	if (!suspends(async)) {
		if (prepare_for_libpq(async)) {
			lo_close(async->conn, fd);
		}
		return;
	}
	lob_call call = {.query = "SELECT pg_catalog.lo_close($1)"};
	add_int4(&call, INT4OID, (uint32_t) fd);
	PQclear(perform(async, &call));
}

static int read_descriptor(pgsql_async_t *async, int fd, char *buf, size_t len) /* may suspend */
{
	if (!suspends(async) || len > INT_MAX) {
		return prepare_for_libpq(async) ? lo_read(async->conn, fd, buf, len) : -1;
	}
	lob_call call = {.query = "SELECT pg_catalog.loread($1, $2)"};
	add_int4(&call, INT4OID, (uint32_t) fd);
	add_int4(&call, INT4OID, (uint32_t) len);
	PGresult *result = perform(async, &call);
	if (!result) {
		return -1;
	}
	int length = MIN(PQgetlength(result, 0, 0), (int) len);
	memcpy(buf, PQgetvalue(result, 0, 0), length);
	PQclear(result);
	return length;
}

static int write_descriptor(pgsql_async_t *async, int fd, const char *buf,
	size_t len) /* may suspend */
{
	if (!suspends(async) || len > INT_MAX) {
		return prepare_for_libpq(async) ? lo_write(async->conn, fd, buf, len) : -1;
	}
	lob_call call = {.query = "SELECT pg_catalog.lowrite($1, $2)"};
	add_int4(&call, INT4OID, (uint32_t) fd);
	add_bytes(&call, BYTEAOID, buf, len);
	return (int) perform_for_number(async, &call);
}

#ifdef ZEND_ENABLE_ZVAL_LONG64
static zend_off_t seek_with_libpq(PGconn *conn, int fd, zend_off_t offset, int whence)
{
	return lo_lseek64(conn, fd, offset, whence);
}
#else
static zend_off_t seek_with_libpq(PGconn *conn, int fd, zend_off_t offset, int whence)
{
	return lo_lseek(conn, fd, offset, whence);
}
#endif

static zend_off_t seek_descriptor(pgsql_async_t *async, int fd, zend_off_t offset,
	int whence) /* may suspend */
{
	if (!suspends(async)) {
		return prepare_for_libpq(async) ? seek_with_libpq(async->conn, fd, offset, whence) : -1;
	}
	lob_call call = {.query = "SELECT pg_catalog.lo_lseek64($1, $2, $3)"};
	add_int4(&call, INT4OID, (uint32_t) fd);
	add_int8(&call, offset);
	add_int4(&call, INT4OID, (uint32_t) whence);
	return (zend_off_t) perform_for_number(async, &call);
}
/* }}} */

/* {{{ Streams. Another coroutine may close one while this one waits: then its struct stays, closed
 * and empty, and what it pointed to is gone. */
static pgsql_async_t *async_of(const pdo_dbh_t *owner)
{
	return ((const pdo_pgsql_db_handle *) owner->driver_data)->server;
}

/* In a forked child. */
static bool is_refused(const pdo_dbh_t *owner)
{
	pdo_error_type sqlstate = "08003";

	if (EXPECTED(!pdo_pool_is_foreign(owner))) {
		return false;
	}
	pdo_throw_exception(0, "The large object's connection belongs to the parent process",
		&sqlstate);
	return true;
}

/* The end of its transaction, by the pool, may close the stream while this waits for the pool. */
static bool begin_use(php_stream *stream, pdo_dbh_t *owner) /* may suspend */
{
	bool has_begun;

	if (is_refused(owner)) {
		return false;
	}
	stream->async.parked++;
	pdo_pool_pin(owner);
	has_begun = pdo_pool_begin_use(owner);
	if (EXPECTED(has_begun && stream->abstract)) {
		return true;
	}
	if (has_begun) {
		pdo_pool_end_use(owner);
	}
	stream->async.parked--;
	pdo_pool_unpin(owner);
	return false;
}

/* false: it was closed. */
static bool end_use(php_stream *stream, pdo_dbh_t *owner)
{
	bool is_open = stream->abstract != NULL;

	stream->async.parked--;
	pdo_pool_end_use(owner);
	pdo_pool_unpin(owner);
	return is_open;
}

static bool is_in_read_buffer(const php_stream *stream, const char *buf)
{
	const char *start = (const char *) stream->readbuf;
	return start && buf >= start && buf <= start + stream->readbuflen;
}

/* Others may have tried to read meanwhile, and so have moved the buffer of the stream. */
static ssize_t put_down(php_stream *stream, bool is_buffered, char *buf, const char *data,
	int length)
{
	if (is_buffered) {
		buf = (char *) stream->readbuf + stream->writepos;
		length = MIN(length, (int) (stream->readbuflen - stream->writepos));
	}
	memcpy(buf, data, length);
	return length;
}

static ssize_t read_suspending(php_stream *stream, pdo_dbh_t *owner, int fd, bool is_buffered,
	char *buf, size_t count) /* may suspend */
{
	char *own = emalloc(count);
	int length = read_descriptor(async_of(owner), fd, own, count);

	if (!end_use(stream, owner)) {
		length = -1;
	} else if (length > 0) {
		length = (int) put_down(stream, is_buffered, buf, own, length);
	}
	efree(own);
	return length;
}

ssize_t pgsql_async_lob_read(php_stream *stream, pdo_dbh_t *owner, int fd, char *buf, size_t count)
{
	const bool is_buffered = is_in_read_buffer(stream, buf);

	if (!begin_use(stream, owner)) {
		return -1;
	}
	if (suspends(async_of(owner))) {
		return read_suspending(stream, owner, fd, is_buffered, buf, count);
	}
	int length = read_descriptor(async_of(owner), fd, buf, count);
	return end_use(stream, owner) ? length : -1;
}

ssize_t pgsql_async_lob_write(php_stream *stream, pdo_dbh_t *owner, int fd, const char *buf,
	size_t count)
{
	if (!begin_use(stream, owner)) {
		return -1;
	}
	int written = write_descriptor(async_of(owner), fd, buf, count);
	return end_use(stream, owner) ? written : -1;
}

zend_off_t pgsql_async_lob_seek(php_stream *stream, pdo_dbh_t *owner, int fd, zend_off_t offset,
	int whence)
{
	if (!begin_use(stream, owner)) {
		return -1;
	}
	zend_off_t position = seek_descriptor(async_of(owner), fd, offset, whence);
	return end_use(stream, owner) ? position : -1;
}

/* While another coroutine is in a call, the end of the transaction has to do; and a forked child
 * leaves the descriptor to its parent. */
void pgsql_async_lob_close(pdo_dbh_t *owner, int fd)
{
	if (!pdo_pool_is_foreign(owner) && pdo_pool_can_use(owner) && pdo_pool_begin_use(owner)) {
		close_descriptor(async_of(owner), fd);
		pdo_pool_end_use(owner);
	}
}
/* }}} */
