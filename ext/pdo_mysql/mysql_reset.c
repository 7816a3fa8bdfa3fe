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

/* The reset of a session of pdo_mysql: COM_RESET_CONNECTION, the database, and the SET that gives
 * the session back what connecting made of it. When that is done, and what is run afterwards, is
 * decided in ext/pdo and mysql_setup.c.
 *
 * With mysqlnd the reset waits for nothing: its packets are written in front of the next command,
 * in one go, and their answers read in front of that command's. The server runs them in order. In
 * front of the SET of mysql_setup.c that is one wait for all of it. In front of a command of the
 * user, which runs whatever the answers say, it is done only for a reset that does not fail: the
 * server has answered the same one before, on this connection, and nothing of the user's is in
 * it. Should it fail nevertheless, the command fails, and the connection is closed. */

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#include "php.h"
#include "php_pdo_mysql.h"
#include "php_pdo_mysql_int.h"
#include "zend_smart_str.h"
#ifdef PDO_USE_MYSQLND
# include "ext/mysqlnd/mysqlnd_wireprotocol.h"
#endif

static pdo_mysql_db_handle *handle_of(pdo_dbh_t *dbh)
{
	return dbh->driver_data;
}

/* {{{ What the session is to be */

/* As the server has understood what the client library has told it when it connected. MariaDB,
 * told a collation that is the default of its character set, takes its own default instead
 * (character_set_collations, from version 11.2 on), and so it does when none is named; MySQL takes
 * what it is told. */
static void append_names(pdo_dbh_t *dbh, smart_str *sql)
{
	const char *charset, *collation;

	pdo_mysql_pool_get_charset(dbh, &charset, &collation);
	smart_str_append_printf(sql, "SET NAMES %s", charset);
	if (!strstr(mysql_get_server_info(handle_of(dbh)->server), "MariaDB")) {
		smart_str_append_printf(sql, " COLLATE %s", collation);
	}
}

/* COM_RESET_CONNECTION makes all of this what it is for the server. */
void pdo_mysql_reset_append_state(pdo_dbh_t *dbh, smart_str *sql)
{
	append_names(dbh, sql);
	smart_str_append_printf(sql, ", autocommit = %d", dbh->auto_commit ? 1 : 0);
	if (handle_of(dbh)->pool.tracked) {
		smart_str_appends(sql, ", session_track_system_variables = '',"
			" session_track_state_change = ON");
	}
}

/* The session remembers nothing from now on, and has no statement. */
static void note_reset(pdo_dbh_t *dbh)
{
	pdo_mysql_pool_data *pool = &handle_of(dbh)->pool;

	pdo_pool_cache_empty(dbh, PDO_POOL_CACHED_GONE);
	pool->was_used = pool->had_warnings = false;
	pool->foreign = pool->owner_has_run ? PDO_POOL_TEXT_READS_LAST : 0;
}
/* }}} */

#ifdef PDO_USE_MYSQLND
/* {{{ Packets in front of a command */

/* The command that is about to be sent, which the reset goes in front of. Between this note and the
 * sending nothing can run that uses another connection. */
ZEND_TLS struct {
	MYSQLND_VIO *vio;
	pdo_dbh_t *dbh;
} next;

static func_mysqlnd_vio__network_write plain_write;

static void append_packet(smart_str *packets, enum php_mysqlnd_server_command command,
	const char *argument, size_t length)
{
	zend_uchar header[MYSQLND_HEADER_SIZE] = {0};

	int3store(header, length + 1);
	smart_str_appendl(packets, (const char *) header, sizeof(header));
	smart_str_appendc(packets, (char) command);
	smart_str_appendl(packets, argument, length);
}

/* How many answers they have. */
static unsigned append_reset(pdo_dbh_t *dbh, smart_str *packets)
{
	const pdo_mysql_pool_data *pool = &handle_of(dbh)->pool;
	unsigned count = 1;

	append_packet(packets, COM_RESET_CONNECTION, "", 0);
	if (pool->may_use_another) {
		append_packet(packets, COM_INIT_DB, pool->database, strlen(pool->database));
		count++;
	}
	if (pool->reset_due == PDO_MYSQL_RESET_WITH_STATE) {
		smart_str sql = {0};

		pdo_mysql_reset_append_state(dbh, &sql);
		append_packet(packets, COM_QUERY, ZSTR_VAL(sql.s), ZSTR_LEN(sql.s));
		smart_str_free(&sql);
		count++;
	}
	return count;
}

/* Reads a packet past mysqlnd, which waits for the answer to its own command. */
static bool read_ok(pdo_dbh_t *dbh, MYSQLND_VIO *vio, MYSQLND_STATS *stats,
	MYSQLND_ERROR_INFO *error) /* may suspend */
{
	zend_uchar header[MYSQLND_HEADER_SIZE], *payload;
	size_t length;
	bool is_read, is_ok;

	if (vio->data->m.network_read(vio, header, sizeof(header), stats, error) == FAIL) {
		return false;
	}
	length = uint3korr(header);
	payload = emalloc(length + 1);
	is_read = vio->data->m.network_read(vio, payload, length, stats, error) == PASS;
	is_ok = is_read && length > 0 && payload[0] == 0;
	efree(payload);
	if (is_read && !is_ok) {
		pdo_pool_reset_failed(dbh);
	}
	return is_ok;
}

/* In place of network_write of mysqlnd. 0: mysqlnd gives up on the connection. */
static ssize_t write_behind_reset(MYSQLND_VIO *vio, const zend_uchar *buffer, size_t count,
	MYSQLND_STATS *stats, MYSQLND_ERROR_INFO *error) /* may suspend */
{
	pdo_dbh_t *dbh = next.vio == vio ? next.dbh : NULL;
	smart_str all = {0};
	unsigned answers;
	bool is_written;

	next.vio = NULL;
	vio->data->m.network_write = plain_write;
	if (!dbh || buffer[MYSQLND_HEADER_SIZE] == COM_QUIT) {
		return plain_write(vio, buffer, count, stats, error);
	}
	answers = append_reset(dbh, &all);
	smart_str_appendl(&all, (const char *) buffer, count);
	is_written = plain_write(vio, (zend_uchar *) ZSTR_VAL(all.s), ZSTR_LEN(all.s), stats, error)
		== (ssize_t) ZSTR_LEN(all.s);
	smart_str_free(&all);
	while (is_written && answers > 0 && read_ok(dbh, vio, stats, error)) {
		answers--;
	}
	if (answers > 0) {
		return 0;
	}
	handle_of(dbh)->pool.reset_due = PDO_MYSQL_NO_RESET;
	return (ssize_t) count;
}

void pdo_mysql_reset_before_command(pdo_dbh_t *dbh)
{
	MYSQLND_VIO *vio = handle_of(dbh)->server->data->vio;

	next.vio = vio;
	next.dbh = dbh;
	if (vio->data->m.network_write != write_behind_reset) {
		plain_write = vio->data->m.network_write;
		vio->data->m.network_write = write_behind_reset;
	}
}

/* A frame of the compressed protocol is not a packet. */
static bool can_write_ahead(pdo_mysql_db_handle *H)
{
	return !H->server->data->protocol_frame_codec->data->compressed;
}
/* }}} */

static bool reset_connection(pdo_mysql_db_handle *H) /* may suspend */
{
	MYSQLND_CONN_DATA *conn = H->server->data;

	return conn->payload_decoder_factory->m.send_command(conn->payload_decoder_factory,
			COM_RESET_CONNECTION, NULL, 0, false, &conn->state, conn->error_info,
			conn->upsert_status, conn->stats, conn->m->send_close, conn) == PASS
		&& conn->payload_decoder_factory->m.send_command_handle_response(
			conn->payload_decoder_factory, PROT_OK_PACKET, false, COM_RESET_CONNECTION, false,
			conn->error_info, conn->upsert_status, &conn->last_message) == PASS;
}
#else
void pdo_mysql_reset_before_command(pdo_dbh_t *dbh)
{
}

static bool can_write_ahead(pdo_mysql_db_handle *H)
{
	return false;
}

static bool reset_connection(pdo_mysql_db_handle *H) /* may suspend */
{
	return mysql_reset_connection(H->server) == 0;
}
#endif

/* {{{ The reset */
bool pdo_mysql_reset_ride(pdo_dbh_t *dbh)
{
	pdo_mysql_pool_data *pool = &handle_of(dbh)->pool;

	/* The database to go back to may be gone. */
	if (!pool->was_reset || pool->may_use_another || !can_write_ahead(handle_of(dbh))) {
		return false;
	}
	pool->reset_due = PDO_MYSQL_RESET_WITH_STATE;
	note_reset(dbh);
	return true;
}

static bool reset_now(pdo_mysql_db_handle *H) /* may suspend */
{
	return reset_connection(H)
		&& (!H->pool.may_use_another || mysql_select_db(H->server, H->pool.database) == 0);
}

bool pdo_mysql_reset(pdo_dbh_t *dbh)
{
	pdo_mysql_db_handle *H = handle_of(dbh);

	if (can_write_ahead(H)) {
		H->pool.reset_due = PDO_MYSQL_RESET_ALONE;
	} else if (!reset_now(H)) {
		return false;
	}
	note_reset(dbh);
	return true;
}
/* }}} */
