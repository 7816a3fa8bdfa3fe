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

/* What pdo_mysql does for the connection pool of PDO: when a session is clean, which changes of
 * it the server reports, what becomes of lastInsertId() and of the count of warnings when a
 * connection changes hands, and how a forked child lets go of a connection. How a wait suspends
 * is not decided here: mysqlnd waits in its streams, the C client library on a worker thread
 * (mysql_thread.c).
 *
 * Whether a session is clean is known from the protocol, as far as that tells: each OK packet
 * carries a flag when the session has changed (CLIENT_SESSION_TRACK,
 * session_track_state_change), and the status says whether a transaction is open and whether
 * autocommit is on. Advisory locks, handlers and what is set in a SELECT are not reported; the
 * text of the statement tells (mysql_pool_scan.c). */

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#include "php.h"
#include "ext/pdo/pdo_pool_mysql.h"
#include "php_network.h"
#include "php_pdo_mysql.h"
#include "php_pdo_mysql_int.h"
#include "zend_exceptions.h"
#ifndef PHP_WIN32
# include <fcntl.h>
#endif

/* Neither library has names for them in all of its versions. */
#define SESSION_STATE_CHANGED (1 << 14)
#define NO_BACKSLASH_ESCAPES (1 << 9)
#define SESSION_TRACK (1UL << 23)
#define PARSE_ERROR 1064

static pdo_mysql_db_handle *handle_of(pdo_dbh_t *dbh)
{
	return dbh->driver_data;
}

/* {{{ The two client libraries */
#ifdef PDO_USE_MYSQLND
static unsigned server_status(pdo_mysql_db_handle *H)
{
	return mysqlnd_get_server_status(H->server);
}

/* mysqlnd itself leaves transactions out. */
static bool has_changed(pdo_mysql_db_handle *H)
{
	return (server_status(H) & SESSION_STATE_CHANGED) != 0;
}

static void forget_change(pdo_mysql_db_handle *H)
{
	H->server->data->upsert_status->server_status &= ~SESSION_STATE_CHANGED;
}

static bool can_track(pdo_mysql_db_handle *H)
{
	return (H->server->data->server_capabilities & SESSION_TRACK) != 0;
}

static void set_insert_id(pdo_mysql_db_handle *H, uint64_t id)
{
	H->server->data->upsert_status->last_insert_id = id;
}

static void set_warning_count(pdo_mysql_db_handle *H, unsigned count)
{
	H->server->data->upsert_status->warning_count = count;
}

static enum mysqlnd_connection_state protocol_state(pdo_mysql_db_handle *H)
{
	MYSQLND_CONNECTION_STATE *state = &H->server->data->state;
	return state->m->get(state);
}

static unsigned error_number(pdo_mysql_db_handle *H)
{
	return H->server->data->error_info->error_no;
}

static bool is_gone(pdo_mysql_db_handle *H)
{
	return protocol_state(H) == CONN_QUIT_SENT;
}

/* Neither a result nor a part of one is on its way. */
static bool is_at_rest(pdo_mysql_db_handle *H)
{
	return protocol_state(H) == CONN_READY;
}

static php_socket_t socket_of(pdo_mysql_db_handle *H)
{
	MYSQLND_VIO *vio = H->server->data->vio;
	php_stream *stream = vio ? vio->data->m.get_stream(vio) : NULL;

	return stream && stream->abstract ? ((php_netstream_data_t *) stream->abstract)->socket : -1;
}

static php_socket_t watched_socket(pdo_mysql_db_handle *H)
{
	return socket_of(H);
}

bool pdo_mysql_is_in_use(pdo_mysql_db_handle *H)
{
	MYSQLND_VIO *vio = H->server->data->vio;
	php_stream *stream = vio ? vio->data->m.get_stream(vio) : NULL;

	return stream && stream->async.parked;
}

bool pdo_mysql_is_given_up(pdo_mysql_db_handle *H)
{
	return false;
}

static const char *current_database(pdo_mysql_db_handle *H)
{
	return H->server->data->connect_or_select_db.s;
}

void pdo_mysql_pool_get_charset(pdo_dbh_t *dbh, const char **charset, const char **collation)
{
	const pdo_mysql_db_handle *H = handle_of(dbh);

	*charset = H->server->data->charset->name;
	*collation = H->server->data->charset->collation;
}

/* No COM_QUIT, and no statement closed, from now on. */
static void make_mute(pdo_mysql_db_handle *H)
{
	MYSQLND_CONNECTION_STATE *state = &H->server->data->state;
	state->m->set(state, CONN_QUIT_SENT);
}
#else
static unsigned server_status(pdo_mysql_db_handle *H)
{
	return H->server->server_status;
}

static bool is_reported(pdo_mysql_db_handle *H, enum enum_session_state_type type)
{
	const char *data;
	size_t length;

	return mysql_session_track_get_first(H->server, type, &data, &length) == 0;
}

/* MySQL reports the state of a transaction as a change of the session, whether asked to or not,
 * and the ids of transactions if it is set up so. Neither is known when something is reported
 * that the library does not know. */
static bool has_changed(pdo_mysql_db_handle *H)
{
	return (server_status(H) & SESSION_STATE_CHANGED)
		&& (is_reported(H, SESSION_TRACK_SYSTEM_VARIABLES) || is_reported(H, SESSION_TRACK_SCHEMA)
			|| is_reported(H, SESSION_TRACK_STATE_CHANGE)
			|| is_reported(H, SESSION_TRACK_TRANSACTION_CHARACTERISTICS)
			|| (!is_reported(H, SESSION_TRACK_TRANSACTION_STATE)
				&& !is_reported(H, SESSION_TRACK_GTIDS)));
}

static void forget_change(pdo_mysql_db_handle *H)
{
	H->server->server_status &= ~SESSION_STATE_CHANGED;
}

static bool can_track(pdo_mysql_db_handle *H)
{
	return (H->server->server_capabilities & SESSION_TRACK) != 0;
}

static void set_insert_id(pdo_mysql_db_handle *H, uint64_t id)
{
	H->server->insert_id = id;
}

static void set_warning_count(pdo_mysql_db_handle *H, unsigned count)
{
	H->server->warning_count = count;
}

static php_socket_t socket_of(pdo_mysql_db_handle *H)
{
	return pdo_mysql_thread_socket(H->server);
}

static php_socket_t watched_socket(pdo_mysql_db_handle *H)
{
	return H->pool.socket;
}

/* An ordinary handle blocks all coroutines alike. */
bool pdo_mysql_is_in_use(pdo_mysql_db_handle *H)
{
	return false;
}

bool pdo_mysql_is_given_up(pdo_mysql_db_handle *H)
{
	return H->pool.worker != NULL;
}

static unsigned error_number(pdo_mysql_db_handle *H)
{
	return mysql_errno(H->server);
}

static bool is_gone(pdo_mysql_db_handle *H)
{
	return socket_of(H) == -1;
}

static bool is_at_rest(pdo_mysql_db_handle *H)
{
	return !is_gone(H) && H->server->status == MYSQL_STATUS_READY && !mysql_more_results(H->server);
}

static const char *current_database(pdo_mysql_db_handle *H)
{
	return H->server->db;
}

void pdo_mysql_pool_get_charset(pdo_dbh_t *dbh, const char **charset, const char **collation)
{
	MY_CHARSET_INFO info;

	mysql_get_character_set_info(handle_of(dbh)->server, &info);
	*charset = info.csname;
	*collation = info.name;
}

/* What it says goes to a socket that is not the server's. */
static void make_mute(pdo_mysql_db_handle *H)
{
}
#endif
/* }}} */

bool pdo_mysql_pool_is_at_rest(pdo_mysql_db_handle *H)
{
	return is_at_rest(H);
}

/* {{{ Forks */
#ifndef PHP_WIN32
/* The socket is the parent's, too. What TLS has to say when it is closed goes nowhere. */
static void detach_socket(php_socket_t socket)
{
	int null = socket != -1 ? open("/dev/null", O_RDWR | O_CLOEXEC) : -1;

	if (null != -1) {
		dup2(null, socket);
		close(null);
	}
}
#else
static void detach_socket(php_socket_t socket)
{
}
#endif

/* Only memory is freed from then on: what the client library says goes nowhere. */
void pdo_mysql_pool_disown(pdo_dbh_t *dbh)
{
	pdo_mysql_db_handle *H = handle_of(dbh);

	if (EXPECTED(!pdo_pool_is_foreign(dbh)) || H->pool.is_disowned) {
		return;
	}
	H->pool.is_disowned = true;
	H->pool.lost = true;
	detach_socket(socket_of(H));
	detach_socket(watched_socket(H));
	make_mute(H);
}

void pdo_mysql_pool_check_fork(pdo_stmt_t *stmt)
{
	if (stmt->is_pooled) {
		pdo_mysql_pool_disown(stmt->dbh);
	}
}

#ifdef PDO_USE_MYSQLND
static void pool_cut_off(pdo_dbh_t *dbh, zend_async_socket_t nowhere)
{
	pdo_mysql_db_handle *H = handle_of(dbh);

	if (H->server) {
		pdo_pool_exchange_socket(socket_of(H), nowhere);
	}
}
#endif

static void pool_abandon(pdo_dbh_t *dbh)
{
	if (dbh->driver_data) {
		pdo_mysql_pool_disown(dbh);
	}
	dbh->methods->closer(dbh);
}
/* }}} */

/* {{{ The session */

/* A text that the server could not parse has done nothing. */
static bool was_refused(pdo_mysql_db_handle *H, unsigned scan)
{
	return error_number(H) == PARSE_ERROR && !(scan & PDO_POOL_TEXT_SEVERAL);
}

/* A statement was sent: whatever the scan has found. */
#define SENT (1u << 31)

/* The id of an insert comes with the answer, unless the text hides it: it returns rows, or another
 * statement follows. */
static void note_id(pdo_mysql_db_handle *H, unsigned scan)
{
	const uint64_t id = mysql_insert_id(H->server);

	if (id != 0 && id != H->pool.id_before) {
		H->pool.own_id = id;
		H->pool.is_id_hidden = false;
	} else if (scan & PDO_POOL_TEXT_INSERTS) {
		H->pool.is_id_hidden = true;
	} else {
		return;
	}
	if (!(scan & PDO_POOL_TEXT_SEVERAL) && error_number(H) == 0) {
		H->pool.foreign &= ~PDO_POOL_TEXT_READS_ID;
	}
}

/* What the session remembers from now on is this statement. The warnings of the one before stay
 * when this one has none and uses no table. */
static void note_statement(pdo_mysql_db_handle *H, unsigned scan)
{
	unsigned own = PDO_POOL_TEXT_READS_CHANGED;

	H->pool.was_used = H->pool.owner_has_run = true;
	note_id(H, scan);
	if (mysql_warning_count(H->server) > 0) {
		H->pool.had_warnings = true;
		own |= PDO_POOL_TEXT_READS_WARNINGS;
	}
	if (error_number(H) == 0 && !(scan & PDO_POOL_TEXT_SEVERAL)) {
		own |= scan & PDO_POOL_TEXT_CHANGES ? PDO_POOL_TEXT_READS_WARNINGS : 0;
		own |= scan & PDO_POOL_TEXT_SELECTS ? PDO_POOL_TEXT_READS_FOUND : 0;
	}
	H->pool.foreign &= ~own;
}

static void judge_pending(pdo_mysql_db_handle *H)
{
	unsigned scan = H->pool.pending;

	if (scan == 0) {
		return;
	}
	H->pool.pending = 0;
	note_statement(H, scan);
	if ((scan & PDO_POOL_TEXT_DIRTY) && !was_refused(H, scan)) {
		H->pool.dirty = true;
		H->pool.may_use_another |= (scan & PDO_POOL_TEXT_USES) != 0;
	}
	if ((scan & PDO_POOL_TEXT_RELEASES) && error_number(H) == 0) {
		H->pool.lost = true;
	}
}

/* The server closes the connection now, or may do so. A transaction that it has merely interrupted
 * goes on. */
static bool has_said_goodbye(pdo_mysql_db_handle *H)
{
	unsigned error = error_number(H);

	return UNEXPECTED(error != 0) && (pdo_pool_mysql_is_last_error(error)
		|| (error == PDO_POOL_MYSQL_INTERRUPTED && !(server_status(H) & SERVER_STATUS_IN_TRANS)));
}

/* The flag stays until the next packet with a status, so that no change is missed that way; several
 * statements in one text are a matter of the scan. */
static void note_change(pdo_mysql_db_handle *H)
{
	judge_pending(H);
	if (has_changed(H)) {
		forget_change(H);
		H->pool.dirty = true;
	}
}

static bool has_own_autocommit(pdo_dbh_t *dbh)
{
	bool is_on = (server_status(handle_of(dbh)) & SERVER_STATUS_AUTOCOMMIT) != 0;
	return is_on != dbh->auto_commit;
}

static pdo_pool_session pool_session_state(pdo_dbh_t *dbh)
{
	pdo_mysql_db_handle *H = handle_of(dbh);

	if ((!is_at_rest(H) && (is_gone(H) || php_async_is_unwinding())) || has_said_goodbye(H)) {
		H->pool.lost = true;
	}
	note_change(H);
	if (H->pool.lost) {
		return PDO_POOL_SESSION_BROKEN;
	}
	return H->pool.dirty || !is_at_rest(H) || has_own_autocommit(dbh)
		? PDO_POOL_SESSION_DIRTY : PDO_POOL_SESSION_CLEAN;
}

void pdo_mysql_pool_configured(pdo_dbh_t *dbh)
{
	if (dbh->pool) {
		forget_change(handle_of(dbh));
	}
}

/* May suspend. */
static bool send_command(pdo_mysql_db_handle *H, const char *sql)
{
	return mysql_real_query(H->server, sql, strlen(sql)) == 0;
}

/* A server that knows the flag but not the variables, or refuses them, is one that does not
 * tell. */
static bool start_tracking(pdo_mysql_db_handle *H)
{
	H->pool.tracked = can_track(H)
		&& send_command(H, "SET SESSION session_track_system_variables='', "
			"session_track_state_change=ON");
	forget_change(H);
	return !is_gone(H);
}

int pdo_mysql_pool_connecting(pdo_dbh_t *dbh)
{
	if (!dbh->pool) {
		return 0;
	}
#ifndef PDO_USE_MYSQLND
	handle_of(dbh)->pool.dbh = dbh;
	pdo_mysql_thread_register(handle_of(dbh)->server, &handle_of(dbh)->pool);
#endif
	return SESSION_TRACK;
}

bool pdo_mysql_pool_opened(pdo_dbh_t *dbh)
{
	pdo_mysql_db_handle *H = handle_of(dbh);

	const char *database = current_database(H);

	H->pool.multibyte = pdo_pool_mysql_is_multibyte(mysql_character_set_name(H->server));
	strlcpy(H->pool.database, database ? database : "", sizeof(H->pool.database));
	pdo_mysql_cancel_note_peer(&H->pool, watched_socket(H));
#ifdef PDO_USE_MYSQLND
	H->server->data->infile.all_or_nothing = true;
#endif
	return start_tracking(H) && !EG(exception);
}

/* COM_RESET_CONNECTION is there from MySQL 5.7.3 and MariaDB 10.2.4 on; one that does not know it
 * says so, and the connection is closed. A database that was chosen where there was none cannot be
 * left. */
static bool pool_can_reset(pdo_dbh_t *dbh)
{
	const pdo_mysql_pool_data *pool = &handle_of(dbh)->pool;

	return is_at_rest(handle_of(dbh)) && (pool->database[0] != '\0' || !pool->may_use_another);
}

static void pool_accept_session(pdo_dbh_t *dbh)
{
	pdo_mysql_db_handle *H = handle_of(dbh);

	H->pool.pending = 0;
	H->pool.foreign |= H->pool.was_used ? PDO_POOL_TEXT_READS_CHANGED : 0;
	H->pool.dirty = H->pool.may_use_another = false;
	forget_change(H);
}

static zend_async_socket_t pool_descriptor(pdo_dbh_t *dbh)
{
	return watched_socket(handle_of(dbh));
}
/* }}} */

/* {{{ Statements */
static pdo_mysql_scan_mode scan_mode(pdo_mysql_db_handle *H)
{
	return (pdo_mysql_scan_mode) {
		.plain_backslash = (server_status(H) & NO_BACKSLASH_ESCAPES) != 0,
		.tracked = H->pool.tracked,
		.multibyte = H->pool.multibyte,
	};
}

uint32_t pdo_mysql_pool_dialect(pdo_dbh_t *dbh)
{
	return pdo_mysql_scan_dialect(scan_mode(handle_of(dbh)));
}

/* A command is sent next. */
static void sending(pdo_dbh_t *dbh)
{
	if (UNEXPECTED(handle_of(dbh)->pool.reset_due)) {
		pdo_mysql_reset_before_command(dbh);
	}
}

unsigned pdo_mysql_pool_scan_text(pdo_dbh_t *dbh, const zend_string *sql)
{
	pdo_mysql_scan_mode mode;
	unsigned found;

	/* A statement may be prepared now, by the server. */
	if (!handle_of(dbh)->emulate_prepare) {
		sending(dbh);
	}
	mode = scan_mode(handle_of(dbh));
	found = pdo_mysql_scan(ZSTR_VAL(sql), ZSTR_LEN(sql), mode);
	if (UNEXPECTED(found & PDO_POOL_TEXT_CALLS)
			&& !pdo_mysql_functions_are_built_in(dbh, sql, mode)) {
		found |= PDO_POOL_TEXT_DIRTY;
	}
	return found
		| (pdo_pool_mysql_releases(ZSTR_VAL(sql), ZSTR_LEN(sql)) ? PDO_POOL_TEXT_RELEASES : 0);
}

/* The call that this was in front of has no error of its own, and would fail without a word. */
static void throw_error(pdo_mysql_db_handle *H)
{
	pdo_error_type code;

	if (!EG(exception)) {
		strlcpy(code, mysql_sqlstate(H->server), sizeof(code));
		pdo_throw_exception(mysql_errno(H->server), (char *) mysql_error(H->server), &code);
	}
}

static bool restore_last_id(pdo_dbh_t *dbh) /* may suspend */
{
	pdo_mysql_db_handle *H = handle_of(dbh);
	char sql[64];

	sending(dbh);
	snprintf(sql, sizeof(sql), "SET last_insert_id = %" PRIu64, H->pool.own_id);
	if (!send_command(H, sql)) {
		throw_error(H);
		return false;
	}
	forget_change(H);
	H->pool.foreign &= ~PDO_POOL_TEXT_READS_ID;
	H->pool.foreign |= PDO_POOL_TEXT_READS_CHANGED;
	return true;
}

static bool refuse(const char *message)
{
	zend_throw_exception(php_pdo_get_exception(), message, 0);
	return false;
}

/* The statement may ask for what the session remembers of the one before: that must be one of this
 * coroutine. What a function asks for is not in the text; it gets what is known. */
static bool prepare_answers(pdo_dbh_t *dbh, unsigned scan) /* may suspend */
{
	pdo_mysql_db_handle *H = handle_of(dbh);

	if ((scan & H->pool.foreign & PDO_POOL_TEXT_READS_ID) && H->pool.is_id_hidden) {
		return refuse("LAST_INSERT_ID() is not known: other coroutines have used the connection "
			"since; insert and ask for the id in one transaction");
	}
	if ((H->pool.foreign & PDO_POOL_TEXT_READS_ID)
			&& (scan & (PDO_POOL_TEXT_READS_ID | PDO_POOL_TEXT_CALLS)) && !restore_last_id(dbh)) {
		return false;
	}
	if (scan & H->pool.foreign) {
		return refuse("ROW_COUNT(), FOUND_ROWS(), warnings and errors are those of another "
			"coroutine or of the pool, which have used the connection since: "
			"run a statement and ask for its outcome in one transaction");
	}
	return true;
}

bool pdo_mysql_pool_begin_command(pdo_dbh_t *dbh, unsigned scan)
{
	pdo_mysql_db_handle *H = handle_of(dbh);

	pdo_mysql_pool_disown(dbh);
	note_change(H);
	if (UNEXPECTED(H->pool.foreign && (scan & (PDO_POOL_TEXT_READS_LAST | PDO_POOL_TEXT_CALLS)))
			&& is_at_rest(H) && !prepare_answers(dbh, scan)) {
		return false;
	}
	if (UNEXPECTED(scan & PDO_POOL_TEXT_DEFINES)) {
		pdo_mysql_functions_forget(dbh);
	}
	sending(dbh);
	H->pool.id_before = mysql_insert_id(H->server);
	H->pool.pending = scan | SENT;
	return true;
}

zval *pdo_mysql_pool_hold_number(pdo_stmt_t *stmt, struct pdo_bound_param_data *param, zval *number)
{
	if (!stmt->is_pooled) {
		return number;
	}
	zval_ptr_dtor(&param->held);
	ZVAL_COPY_VALUE(&param->held, number);
	return &param->held;
}
/* }}} */

/* {{{ What the coroutine takes along */
pdo_mysql_kept pdo_mysql_pool_keep(pdo_dbh_t *dbh)
{
	pdo_mysql_db_handle *H = handle_of(dbh);

	return H->pool.is_checked ? H->pool.kept : (pdo_mysql_kept) {
		.insert_id = mysql_insert_id(H->server), .warning_count = mysql_warning_count(H->server),
	};
}

void pdo_mysql_pool_put_back(pdo_dbh_t *dbh, pdo_mysql_kept kept)
{
	set_insert_id(handle_of(dbh), kept.insert_id);
	set_warning_count(handle_of(dbh), kept.warning_count);
}

/* A ping makes ROW_COUNT() 0, and leaves all else. */
static zend_result pool_check_health(pdo_dbh_t *dbh) /* may suspend */
{
	pdo_mysql_db_handle *H = handle_of(dbh);
	zend_result result;

	H->pool.kept = pdo_mysql_pool_keep(dbh);
	H->pool.is_checked = true;
	result = dbh->methods->check_liveness(dbh);
	H->pool.is_checked = false;
	pdo_mysql_pool_put_back(dbh, H->pool.kept);
	H->pool.foreign |= PDO_POOL_TEXT_READS_CHANGED;
	return result;
}

static zend_string *pool_local_id(pdo_dbh_t *dbh)
{
	uint64_t id = pdo_mysql_pool_keep(dbh).insert_id;
	return id ? zend_u64_to_str(id) : NULL;
}

/* The id in the client goes with the coroutine at once; the one in the server follows when a
 * statement names it. */
static zend_string *pool_handover(pdo_dbh_t *dbh, bool leaving, zend_string *next_id)
{
	zend_string *id = leaving ? pool_local_id(dbh) : NULL;

	set_insert_id(handle_of(dbh), next_id ? ZEND_STRTOUL(ZSTR_VAL(next_id), NULL, 10) : 0);
	return id;
}

static unsigned foreign_to(const pdo_mysql_pool_data *pool, const pdo_pool_notes *notes)
{
	unsigned foreign = pool->was_used || notes->has_run ? PDO_POOL_TEXT_READS_LAST : 0;

	return pool->had_warnings || notes->warning_count > 0
		? foreign : foreign & ~PDO_POOL_TEXT_READS_WARNINGS;
}

static pdo_pool_notes pool_exchange_notes(pdo_dbh_t *dbh, const pdo_pool_notes *next)
{
	static const pdo_pool_notes none;
	pdo_mysql_db_handle *H = handle_of(dbh);
	pdo_pool_notes left;

	judge_pending(H);
	left = (pdo_pool_notes) {
		.has_run = H->pool.owner_has_run,
		.is_id_hidden = H->pool.is_id_hidden,
		.sql_id = H->pool.own_id,
		.warning_count = pdo_mysql_pool_keep(dbh).warning_count,
	};
	next = next ? next : &none;
	H->pool.owner_has_run = next->has_run;
	H->pool.own_id = next->sql_id;
	H->pool.is_id_hidden = next->is_id_hidden;
	H->pool.foreign = foreign_to(&H->pool, next);
	set_warning_count(H, (unsigned) next->warning_count);
	H->einfo.errcode = 0;
	return left;
}
/* }}} */

/* By the numbers of server errors, which MySQL and MariaDB share. */
static zend_async_pool_failure pool_judge_refusal(const char *sqlstate, zend_long code,
	const char *message)
{
	return pdo_pool_judge_mysql_error(code);
}

static bool is_read_only_error(pdo_dbh_t *dbh, pdo_stmt_t *stmt)
{
	const pdo_mysql_db_handle *H = dbh->driver_data;
	const pdo_mysql_stmt *S = stmt ? stmt->driver_data : NULL;
	const pdo_mysql_error_info *error = S ? &S->einfo : &H->einfo;

	return pdo_pool_mysql_is_read_only(error->errcode, error->errmsg);
}

const struct pdo_pool_methods pdo_mysql_pool_methods = {
	.hold = pdo_mysql_functions_new,
	.let_go = pdo_mysql_functions_free,
	.session_state = pool_session_state,
	.can_reset = pool_can_reset,
	.set_up = pdo_mysql_set_up,
	.reset_ahead = pdo_mysql_reset_ahead,
	.accept_session = pool_accept_session,
	.name_setting = pdo_mysql_name_setting,
	.descriptor = pool_descriptor,
	.cancel = pdo_mysql_cancel,
	.is_read_only_error = is_read_only_error,
#ifdef PDO_USE_MYSQLND
	.cut_off = pool_cut_off,
#else
	.closer_suspends = true,
#endif
	.handover = pool_handover,
	.exchange_notes = pool_exchange_notes,
	.forgets_failure = true,
	.check_health = pool_check_health,
	.local_id = pool_local_id,
	.judge_refusal = pool_judge_refusal,
	.drop_cached = pdo_mysql_cache_drop,
	.abandon = pool_abandon,
};
