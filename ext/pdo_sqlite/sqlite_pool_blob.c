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

/* The stream of a blob on a pooled connection. It holds the connection while it is open, each
 * operation is a call of the connection, and a forked child leaves the blobs of its parent alone.
 * The operations themselves are those of pdo_sqlite.c. */

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#include "php.h"
#include "ext/pdo/php_pdo.h"
#include "ext/pdo/php_pdo_driver.h"
#include "php_pdo_sqlite.h"
#include "php_pdo_sqlite_int.h"
#include "zend_exceptions.h"

static pdo_sqlite_pool_blob *blob_of(php_stream *stream)
{
	return (pdo_sqlite_pool_blob *) stream->abstract;
}

static void close_blob(php_stream *stream, pdo_sqlite_pool_blob *blob)
{
	pdo_dbh_t *conn = blob->conn;

	if (pdo_pool_is_foreign(conn)) {
		/* SQLite would touch the file, its journal and its locks, which are the parent's. */
		efree(blob);
	} else {
		stream->abstract = blob;
		blob->ops->close(stream, 1);
		stream->abstract = NULL;
	}
	pdo_pool_unpin(conn);
}

static void close_later(void *data)
{
	pdo_sqlite_pool_blob *blob = data;
	php_stream stream = {.abstract = blob};

	if (pdo_pool_is_foreign(blob->conn)) {
		efree(blob);
	} else {
		blob->ops->close(&stream, 1);
	}
}

/* In the middle of a call of another coroutine on the connection SQLite is left alone. */
static void close_now_or_later(php_stream *stream, pdo_sqlite_pool_blob *blob)
{
	if (pdo_pool_is_foreign(blob->conn) || pdo_pool_can_use(blob->conn)) {
		close_blob(stream, blob);
	} else {
		stream->abstract = NULL;
		pdo_pool_defer(blob->conn, close_later, blob);
	}
}

/* Another coroutine may have closed the stream meanwhile. */
static void end_use(php_stream *stream, pdo_dbh_t *conn, bool has_begun)
{
	pdo_sqlite_pool_blob *blob = blob_of(stream);

	stream->async.parked--;
	if (UNEXPECTED(blob && blob->is_closed)) {
		close_now_or_later(stream, blob);
	}
	if (has_begun) {
		pdo_pool_end_use(conn);
	}
	pdo_pool_unpin(conn);
}

/* A write may wait for a lock, and this for the pool: the stream may be closed meanwhile. */
static bool begin_use(php_stream *stream) /* may suspend */
{
	pdo_sqlite_pool_blob *blob = blob_of(stream);
	pdo_dbh_t *conn = blob->conn;
	bool has_begun;

	if (UNEXPECTED(pdo_pool_is_foreign(conn))) {
		zend_throw_exception(php_pdo_get_exception(),
			"This blob was opened before a fork, by the parent process", 0);
		return false;
	}
	stream->async.parked++;
	pdo_pool_pin(conn);
	has_begun = pdo_pool_begin_use(conn);
	if (EXPECTED(has_begun && stream->abstract && !blob->is_closed)) {
		return true;
	}
	end_use(stream, conn, has_begun);
	return false;
}

static ssize_t blob_write(php_stream *stream, const char *buf, size_t count)
{
	pdo_sqlite_pool_blob *blob = blob_of(stream);
	pdo_dbh_t *conn = blob->conn;
	ssize_t written = -1;

	if (begin_use(stream)) {
		written = blob->ops->write(stream, buf, count);
		end_use(stream, conn, true);
	}
	return written;
}

static ssize_t blob_read(php_stream *stream, char *buf, size_t count)
{
	pdo_sqlite_pool_blob *blob = blob_of(stream);
	pdo_dbh_t *conn = blob->conn;
	ssize_t length = -1;

	if (begin_use(stream)) {
		length = blob->ops->read(stream, buf, count);
		end_use(stream, conn, true);
	}
	return length;
}

/* Whoever is in an operation of it, or in another call, closes it at the end of that. */
static int blob_close(php_stream *stream, int close_handle)
{
	pdo_sqlite_pool_blob *blob = blob_of(stream);

	if (stream->async.parked > 0 && !pdo_pool_is_foreign(blob->conn)
			&& !pdo_pool_can_use(blob->conn)) {
		blob->is_closed = true;
	} else {
		close_now_or_later(stream, blob);
	}
	return 0;
}

static int blob_flush(php_stream *stream)
{
	return blob_of(stream)->ops->flush(stream);
}

static int blob_seek(php_stream *stream, zend_off_t offset, int whence, zend_off_t *new_offset)
{
	return blob_of(stream)->ops->seek(stream, offset, whence, new_offset);
}

static int blob_cast(php_stream *stream, int castas, void **ret)
{
	return blob_of(stream)->ops->cast(stream, castas, ret);
}

static int blob_stat(php_stream *stream, php_stream_statbuf *ssb)
{
	return blob_of(stream)->ops->stat(stream, ssb);
}

static const php_stream_ops pooled_ops = {
	blob_write,
	blob_read,
	blob_close,
	blob_flush,
	"PDOSQLite",
	blob_seek,
	blob_cast,
	blob_stat,
	NULL
};

const php_stream_ops *pdo_sqlite_pool_blob_ops(
	pdo_dbh_t *dbh, pdo_sqlite_pool_blob *blob, const php_stream_ops *ops)
{
	if (pdo_pool_kind(dbh) == PDO_POOL_ORDINARY) {
		return ops;
	}
	blob->conn = dbh;
	blob->ops = ops;
	blob->is_closed = false;
	pdo_pool_pin(dbh);
	return &pooled_ops;
}
