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

/* Statements of several coroutines on one connection: see pdo_pool_share.h for the words.
 *
 * A rider waits in the line of its pool. As long as the pool has a connection to spare, a conductor
 * takes one for it; after that the wires take riders from the line, the oldest first, as many as
 * Pdo\Pgsql::ATTR_POOL_PIPELINE allows. While there is no room at all, one conductor waits for a
 * connection in the line of the async pool, as everybody does.
 *
 * What keeps riders from crowding out those who need a connection of their own:
 *  - while one of these waits, a wire takes no rider beyond the first ATTR_POOL_PIPELINE; it ends
 *    when the last of its riders has arrived, and its connection goes to whoever has waited
 *    longest. As many wires end as coroutines wait;
 *  - a wire ends after a second in any case, so that its connection is looked at as any other is:
 *    its lifetime, retireAll(), the healthcheck.
 *
 * No rider is ever sent twice. One that could not be sent takes a connection in the ordinary way,
 * and hears there why it gets none. */

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#include "php.h"
#include "php_pdo.h"
#include "php_pdo_driver.h"
#include "php_pdo_int.h"
#include "pdo_pool_int.h"
#include "zend_exceptions.h"

#define NS_PER_MS 1000000
/* How long a connection is a wire. */
#define TERM_NS (1000 * (zend_hrtime_t) NS_PER_MS)

struct _pdo_pool_wire_t {
	/* In pool->line.wires. */
	zend_async_list_node_t node;
	pdo_pool_conn_t *conn;
	zend_coroutine_t *conductor;
	/* The conductor waits for the server. */
	bool is_waiting;
	/* It takes no more riders; for the sake of one who waits for a connection. */
	bool is_ending;
	bool ends_for_another;
	/* How many it has taken in all. */
	uint32_t taken;
	zend_hrtime_t since;
	/* Since when the server has had nothing to do before the oldest rider. */
	zend_hrtime_t first_since;

	/* A ring of those under way; NULL: one that has left. */
	uint32_t first;
	uint32_t count;
	uint32_t num_left;
	pdo_pool_rider_t *riders[PDO_POOL_MAX_PIPELINE];
};

/* {{{ The line */
static void init_line(pdo_pool_line *line)
{
	zend_async_list_init(&line->riders);
	zend_async_list_init(&line->wires);
	zend_async_list_init(&line->starting);
	line->generation = pdo_pool_forks;
	line->count = line->num_starting = line->num_ending = 0;
}

/* All of these are on the stacks of coroutines that a forked child does not have. */
static pdo_pool_line *line_of(pdo_pool_t *pool)
{
	if (UNEXPECTED(pool->line.generation != pdo_pool_forks)) {
		init_line(&pool->line);
	}
	return &pool->line;
}

static bool is_option_set(const pdo_pool_t *pool, zend_long attr)
{
	zval *value = Z_TYPE(pool->options) == IS_ARRAY
		? zend_hash_index_find_deref(Z_ARRVAL(pool->options), attr) : NULL;

	return value && zend_is_true(value);
}

/* With POOL_RESET_ALWAYS a session has one user. Parameters that PDO puts into the text are quoted
 * by a connection. */
void pdo_pool_init_line(pdo_pool_t *pool)
{
	init_line(&pool->line);
	pool->line.is_open = pool->config.pipeline > 1 && pool->hooks.carry
		&& pool->config.reset != PDO_POOL_RESET_ALWAYS
		&& !is_option_set(pool, PDO_ATTR_EMULATE_PREPARES);
}

static void leave_line(pdo_pool_line *line, pdo_pool_rider_t *rider)
{
	zend_async_list_remove(&rider->node);
	line->count--;
}

/* Nothing can be had for them: each finds out why by itself. */
static void turn_away(pdo_pool_t *pool)
{
	pdo_pool_line *line = line_of(pool);

	ZEND_ASYNC_LIST_FOREACH(&line->riders, pdo_pool_rider_t, node, rider) {
		leave_line(line, rider);
		rider->state = PDO_POOL_RIDER_TURNED_AWAY;
		ZEND_ASYNC_RESUME(rider->coroutine);
	} ZEND_ASYNC_LIST_FOREACH_END();
}

/* While the circuit breaker lets nobody through, or one at a time, nobody shares. */
static bool is_in_service(const pdo_pool_t *pool)
{
	const zend_async_pool_t *async = pool->async;

	return async && !ZEND_ASYNC_POOL_IS_CLOSED(async)
		&& async->circuit_state == ZEND_ASYNC_CIRCUIT_ACTIVE;
}

/* Connections that are idle, or that may still be made. */
static uint32_t count_spare(const pdo_pool_t *pool)
{
	const uint32_t *in = pool->conns_in;
	const uint32_t taken = in[PDO_POOL_CONN_CHECKED] + in[PDO_POOL_CONN_HELD]
		+ in[PDO_POOL_CONN_LEFT] + in[PDO_POOL_CONN_CLEANING];

	return taken < pool->async->max_size ? pool->async->max_size - taken : 0;
}

/* Those in line who need not be told to anybody: a conductor finds a spare connection for them, or
 * a wire that is empty looks at the line next. */
static uint32_t count_expected(pdo_pool_t *pool)
{
	pdo_pool_line *line = line_of(pool);
	uint32_t count = MIN(line->num_starting, count_spare(pool));

	ZEND_ASYNC_LIST_FOREACH(&line->wires, pdo_pool_wire_t, node, wire) {
		count += wire->count == 0 && !wire->is_ending;
	} ZEND_ASYNC_LIST_FOREACH_END();
	return count;
}

/* Those who want a connection of their own; a conductor in line wants one, too. */
static uint32_t count_others(pdo_pool_t *pool)
{
	zend_async_pool_stats_t stats;
	const pdo_pool_line *line = line_of(pool);

	ZEND_ASYNC_POOL_STATS(pool->async, &stats);
	return stats.waiting > line->num_starting ? stats.waiting - line->num_starting : 0;
}

uint32_t pdo_pool_count_waiting(pdo_pool_t *pool)
{
	return line_of(pool)->count + count_others(pool);
}
/* }}} */

/* {{{ What a wire takes */
static bool has_room(const pdo_pool_wire_t *wire, zend_hrtime_t now)
{
	const pdo_pool_config *config = &wire->conn->pool->config;

	return !wire->is_ending && wire->count < (uint32_t) config->pipeline
		&& (wire->count == 0
			|| now - wire->first_since <= (zend_hrtime_t) config->pipeline_delay * NS_PER_MS);
}

static bool is_over(const pdo_pool_wire_t *wire, zend_hrtime_t now)
{
	const pdo_pool_conn_t *conn = wire->conn;

	return conn->state != PDO_POOL_CONN_HELD || conn->close_reason != PDO_POOL_OPEN
		|| now - wire->since > TERM_NS || !is_in_service(conn->pool);
}

static bool is_wanted_by_another(pdo_pool_wire_t *wire)
{
	pdo_pool_t *pool = wire->conn->pool;

	return wire->taken >= (uint32_t) pool->config.pipeline
		&& line_of(pool)->num_ending < count_others(pool);
}

static void note_end(pdo_pool_wire_t *wire, zend_hrtime_t now)
{
	if (is_over(wire, now)) {
		wire->is_ending = true;
	} else if (is_wanted_by_another(wire)) {
		wire->is_ending = wire->ends_for_another = true;
		line_of(wire->conn->pool)->num_ending++;
	}
}

static void take(pdo_pool_wire_t *wire, pdo_pool_rider_t *rider, zend_hrtime_t now)
{
	pdo_pool_line *line = line_of(wire->conn->pool);

	leave_line(line, rider);
	line->num_carried++;
	rider->state = PDO_POOL_RIDER_UNDER_WAY;
	rider->sent_at = now;
	rider->wire = wire;
	rider->place = (wire->first + wire->count) % PDO_POOL_MAX_PIPELINE;
	wire->riders[rider->place] = rider;
	if (wire->count++ == 0) {
		wire->first_since = now;
	}
	wire->taken++;
}

PDO_API pdo_pool_rider_t *pdo_pool_wire_next(pdo_pool_wire_t *wire)
{
	pdo_pool_line *line = line_of(wire->conn->pool);
	zend_hrtime_t now;
	pdo_pool_rider_t *rider;

	if (line->count == 0 || wire->is_ending) {
		return NULL;
	}
	now = zend_hrtime();
	note_end(wire, now);
	if (!has_room(wire, now)
			|| (wire->count > 0 && count_expected(wire->conn->pool) >= line->count)) {
		return NULL;
	}
	rider = ZEND_CONTAINER_OF(zend_async_list_first(&line->riders), pdo_pool_rider_t, node);
	take(wire, rider, now);
	return rider;
}

PDO_API uint32_t pdo_pool_wire_count(const pdo_pool_wire_t *wire)
{
	return wire->count;
}

PDO_API pdo_pool_rider_t *pdo_pool_wire_first(const pdo_pool_wire_t *wire)
{
	return wire->riders[wire->first];
}

PDO_API void pdo_pool_wire_arrived(pdo_pool_wire_t *wire)
{
	pdo_pool_rider_t *rider = wire->riders[wire->first];

	wire->first = (wire->first + 1) % PDO_POOL_MAX_PIPELINE;
	wire->count--;
	wire->first_since = zend_hrtime();
	if (rider) {
		rider->state = PDO_POOL_RIDER_ARRIVED;
		rider->wire = NULL;
		ZEND_ASYNC_RESUME(rider->coroutine);
	} else {
		wire->num_left--;
	}
}

PDO_API void pdo_pool_wire_begin_wait(pdo_pool_wire_t *wire)
{
	wire->is_waiting = true;
}

PDO_API void pdo_pool_wire_end_wait(pdo_pool_wire_t *wire)
{
	wire->is_waiting = false;
}

PDO_API bool pdo_pool_wire_is_deserted(const pdo_pool_wire_t *wire)
{
	return wire->count > 0 && wire->num_left == wire->count;
}

PDO_API void pdo_pool_wire_refuse(pdo_pool_wire_t *wire)
{
	pdo_pool_t *pool = wire->conn->pool;

	pool->line.is_open = false;
	turn_away(pool);
}

static void wake(pdo_pool_wire_t *wire)
{
	if (wire->is_waiting) {
		wire->is_waiting = false;
		ZEND_ASYNC_RESUME(wire->conductor);
	}
}
/* }}} */

/* {{{ Conductors */
typedef struct _conductor {
	/* In pool->line.starting. */
	zend_async_list_node_t node;
	pdo_pool_t *pool;
	zend_coroutine_t *coroutine;
	/* Of the line. */
	uint32_t generation;
	/* On the coroutine, until it begins. */
	zend_async_callback_t on_unstarted_end;
} conductor;

static void dispatch(pdo_pool_t *pool);

/* Did the wait for a connection take too long? Riders have the same limit, each for itself. */
static bool has_waited_too_long(void)
{
	zval rv, *code = zend_read_property(
		zend_ce_exception, EG(exception), ZEND_STRL("code"), true, &rv);

	return Z_TYPE_P(code) == IS_STRING && strcmp(Z_STRVAL_P(code), "HYT00") == 0;
}

/* NULL: there is none to be had, which is not for the conductor to report; *is_refused: and will
 * not be. */
static pdo_pool_conn_t *take_connection(pdo_pool_t *pool, bool *is_refused) /* may suspend */
{
	zend_object *object = pool->config.object;
	pdo_dbh_t *dbh;

	*is_refused = true;
	if (!object || !pool->dbh || !pool->dbh->pool_connections) {
		return NULL;
	}
	GC_ADDREF(object);
	dbh = pdo_pool_acquire_conn(pool->dbh);
	if (dbh) {
		pdo_pool_end_limit(pdo_pool_conn_of(dbh), NULL);
		/* A busy wire is no leak. */
		pdo_pool_conn_of(dbh)->is_leak_reported = true;
	} else if (!zend_async_is_cancelling()) {
		*is_refused = !has_waited_too_long();
		zend_clear_exception();
	}
	OBJ_RELEASE(object);
	return dbh ? pdo_pool_conn_of(dbh) : NULL;
}

static void carry(pdo_pool_conn_t *conn) /* may suspend */
{
	pdo_pool_line *line = line_of(conn->pool);
	pdo_pool_wire_t wire;

	memset(&wire, 0, XtOffsetOf(pdo_pool_wire_t, riders));
	wire.conn = conn;
	wire.conductor = ZEND_ASYNC_CURRENT_COROUTINE;
	wire.since = zend_hrtime();
	zend_async_list_add_last(&line->wires, &wire.node);
	conn->pool->hooks.carry(&conn->dbh, &wire);
	zend_async_list_remove(&wire.node);
	line->num_ending -= wire.ends_for_another;
	ZEND_ASSERT(wire.count == wire.num_left && "The driver has told all riders");
	if (UNEXPECTED(wire.count > 0) && !pdo_pool_conn_is_foreign(conn)) {
		pdo_pool_conn_condemn(conn, PDO_POOL_INTERRUPTED);
		conn->pool->hooks.cancel(&conn->dbh);
	}
}

/* It has a connection, or will get none. A child that was forked meanwhile, by the callable of
 * PDO::ATTR_POOL_INIT say, has a new line, on which it is not. */
static void end_start(conductor *self)
{
	pdo_pool_line *line = line_of(self->pool);

	if (self->generation == line->generation) {
		zend_async_list_remove(&self->node);
		line->num_starting--;
	}
	efree(self);
}

static void conduct(zend_coroutine_t *coroutine, void *data)
{
	conductor *self = data;
	pdo_pool_t *pool = self->pool;
	pdo_pool_conn_t *conn;
	pdo_pool_line *line;
	bool is_refused;

	ZEND_ASYNC_EVENT_DEL_CALLBACK(&coroutine->event, &self->on_unstarted_end);
	conn = take_connection(pool, &is_refused);
	line = line_of(pool);
	end_start(self);
	if (!conn && is_refused) {
		turn_away(pool);
	} else if (conn) {
		if (line->count > 0 && !EG(exception)) {
			carry(conn);
		}
		pdo_pool_maybe_release(&conn->dbh);
	}
	if (EG(exception)) {
		turn_away(pool);
	} else {
		dispatch(pool);
	}
	coroutine->flags |= ZEND_COROUTINE_F_EXCEPTION_SEEN;
	pdo_pool_delref(pool);
}

static void on_unstarted_end(zend_async_event_t *event, zend_async_callback_t *callback,
	zval *result, zend_object *exception)
{
	conductor *self = ZEND_CONTAINER_OF(callback, conductor, on_unstarted_end);
	pdo_pool_t *pool = self->pool;

	end_start(self);
	turn_away(pool);
	pdo_pool_delref(pool);
}

/* false: the request shuts down. */
static bool start_conductor(pdo_pool_t *pool)
{
	conductor *self = ecalloc(1, sizeof(*self));
	zend_coroutine_t *coroutine =
		ZEND_ASYNC_SPAWN_INTERNAL(conduct, self, ZEND_COROUTINE_F_BACKGROUND);

	if (!coroutine) {
		efree(self);
		return false;
	}
	self->pool = pool;
	self->coroutine = coroutine;
	self->generation = line_of(pool)->generation;
	pool->refcount++;
	zend_async_list_add_last(&line_of(pool)->starting, &self->node);
	self->on_unstarted_end.notify = on_unstarted_end;
	ZEND_ASYNC_EVENT_ADD_CALLBACK(&coroutine->event, &self->on_unstarted_end);
	line_of(pool)->num_starting++;
	return true;
}

/* All riders have left, and no wire will have others soon: those that wait for a connection would
 * count as coroutines that do. */
static void send_conductors_home(pdo_pool_t *pool)
{
	pdo_pool_line *line = line_of(pool);

	if (line->count > 0 || !zend_async_list_is_empty(&line->wires)) {
		return;
	}
	ZEND_ASYNC_LIST_FOREACH(&line->starting, conductor, node, self) {
		ZEND_ASYNC_CANCEL(self->coroutine, NULL);
	} ZEND_ASYNC_LIST_FOREACH_END();
}

/* One whose conductor would not look at the line by itself soon. */
static pdo_pool_wire_t *roomiest_wire(pdo_pool_line *line)
{
	const zend_hrtime_t now = zend_hrtime();
	pdo_pool_wire_t *best = NULL;

	ZEND_ASYNC_LIST_FOREACH(&line->wires, pdo_pool_wire_t, node, wire) {
		if (wire->is_waiting && has_room(wire, now) && (!best || wire->count < best->count)) {
			best = wire;
		}
	} ZEND_ASYNC_LIST_FOREACH_END();
	return best;
}

/* There may be somebody in line for whom nobody is on the way. */
static void dispatch(pdo_pool_t *pool)
{
	pdo_pool_line *line = line_of(pool);
	pdo_pool_wire_t *wire;

	if (line->count > 0 && !is_in_service(pool)) {
		turn_away(pool);
	}
	while (line->count > 0 && line->count > count_expected(pool)
			&& count_spare(pool) > line->num_starting) {
		if (!start_conductor(pool)) {
			break;
		}
	}
	if (line->count == 0 || count_expected(pool) >= line->count) {
		return;
	}
	wire = roomiest_wire(line);
	if (wire) {
		wake(wire);
	} else if (line->num_starting == 0 && !start_conductor(pool)
			&& zend_async_list_is_empty(&line->wires)) {
		turn_away(pool);
	}
}
/* }}} */

/* {{{ Riders */

/* As the async pool says it, to which riders are not known. */
static void throw_as_pool(pdo_pool_t *pool, const char *lower_name, const char *message)
{
	zend_class_entry *ce = zend_hash_str_find_ptr(EG(class_table), lower_name, strlen(lower_name));

	zend_throw_exception(ce, message, 0);
	pdo_pool_explain_refusal(pool);
	pdo_pool_keep_exception(pdo_pool_get_binding(pool->dbh));
}

static void throw_timeout(pdo_pool_t *pool)
{
	char message[128];

	snprintf(message, sizeof(message), "No connection had room for the statement within "
		ZEND_LONG_FMT " ms: %u waiting, at most %u connections", pool->config.acquire_timeout,
		line_of(pool)->count + 1, pool->async->max_size);
	throw_as_pool(pool, "async\\pooltimeoutexception", message);
}

static bool is_line_too_long(pdo_pool_t *pool)
{
	const zend_long max = pool->config.max_waiters;
	char message[128];

	if (EXPECTED(!max) || count_spare(pool) > 0
			|| pdo_pool_count_waiting(pool) < (uint32_t) max) {
		return false;
	}
	snprintf(message, sizeof(message), "Too many coroutines wait for a connection: %u waiting, at "
		"most " ZEND_LONG_FMT, pdo_pool_count_waiting(pool), max);
	throw_as_pool(pool, "async\\poolexception", message);
	return true;
}

/* What is left of a limit, in milliseconds; -1: there is none. */
static zend_long time_left(zend_long limit_ms, zend_hrtime_t since, zend_hrtime_t now)
{
	const zend_long spent_ms = (zend_long) ((now - since) / NS_PER_MS);

	return limit_ms ? MAX(limit_ms - spent_ms, 0) : -1;
}

/* A rider is not told when it is sent: while it waits it looks again when that could matter. */
static zend_long time_until_look(const pdo_pool_config *config, const pdo_pool_rider_t *rider)
{
	const zend_hrtime_t now = zend_hrtime();
	zend_long left_ms;

	if (rider->state == PDO_POOL_RIDER_UNDER_WAY) {
		return time_left(config->query_timeout, rider->sent_at, now);
	}
	left_ms = time_left(config->acquire_timeout, rider->since, now);
	if (config->query_timeout && (left_ms < 0 || left_ms > config->query_timeout)) {
		left_ms = config->query_timeout;
	}
	return left_ms;
}

static bool is_time_over(const pdo_pool_config *config, const pdo_pool_rider_t *rider)
{
	const bool is_waiting = rider->state == PDO_POOL_RIDER_WAITING;

	return time_left(is_waiting ? config->acquire_timeout : config->query_timeout,
		is_waiting ? rider->since : rider->sent_at, zend_hrtime()) == 0;
}

/* What was sent runs on; its answer will be thrown away. */
static void get_off(pdo_pool_t *pool, pdo_pool_rider_t *rider)
{
	pdo_pool_wire_t *wire = rider->wire;

	if (rider->state == PDO_POOL_RIDER_WAITING) {
		leave_line(line_of(pool), rider);
		send_conductors_home(pool);
	} else if (rider->state == PDO_POOL_RIDER_UNDER_WAY) {
		wire->riders[rider->place] = NULL;
		wire->num_left++;
		if (pdo_pool_wire_is_deserted(wire)) {
			wake(wire);
		}
	}
}

static bool has_ended(const pdo_pool_rider_t *rider)
{
	return rider->state == PDO_POOL_RIDER_ARRIVED
		|| rider->state == PDO_POOL_RIDER_TURNED_AWAY;
}

static pdo_pool_ride_end give_up(pdo_pool_conn_t *stand_in, pdo_pool_rider_t *rider)
{
	pdo_pool_t *pool = stand_in->pool;
	const bool was_sent = rider->state == PDO_POOL_RIDER_UNDER_WAY;

	get_off(pool, rider);
	if (was_sent) {
		pdo_pool_note_late(stand_in);
		return PDO_POOL_RIDE_LATE;
	}
	throw_timeout(pool);
	return PDO_POOL_RIDE_FAILED;
}

static void join(pdo_pool_t *pool, pdo_pool_rider_t *rider)
{
	pdo_pool_line *line = line_of(pool);

	rider->coroutine = ZEND_ASYNC_CURRENT_COROUTINE;
	rider->state = PDO_POOL_RIDER_WAITING;
	rider->since = zend_hrtime();
	zend_async_list_add_last(&line->riders, &rider->node);
	line->count++;
	dispatch(pool);
}

PDO_API pdo_pool_ride_end pdo_pool_ride(pdo_dbh_t *dbh, pdo_pool_rider_t *rider)
{
	pdo_pool_conn_t *stand_in = pdo_pool_conn_of(dbh);
	pdo_pool_t *pool = stand_in->pool;
	bool timed_out;

	if (is_line_too_long(pool)) {
		return PDO_POOL_RIDE_FAILED;
	}
	join(pool, rider);
	while (!has_ended(rider)) {
		rider->coroutine->awaiting = &pool->async->event;
		if (ZEND_ASYNC_SUSPEND_FOR(time_until_look(&pool->config, rider), &timed_out) == FAILURE) {
			get_off(pool, rider);
			return PDO_POOL_RIDE_FAILED;
		}
		if (!has_ended(rider) && timed_out && is_time_over(&pool->config, rider)) {
			return give_up(stand_in, rider);
		}
	}
	stand_in->is_turned_away = rider->state == PDO_POOL_RIDER_TURNED_AWAY;
	return stand_in->is_turned_away ? PDO_POOL_RIDE_TURNED_AWAY : PDO_POOL_RIDE_ARRIVED;
}
/* }}} */

/* {{{ Roaming statements */
PDO_API bool pdo_pool_is_stand_in(const pdo_dbh_t *dbh)
{
	return pdo_pool_kind(dbh) == PDO_POOL_CONNECTION
		&& ((const pdo_pool_conn_t *) dbh)->is_stand_in;
}

static bool holds_connection(const pdo_pool_binding_t *binding)
{
	return binding->conn && binding->conn->holder == binding;
}

/* The state of the coroutine first, which is mostly the reason why not. */
bool pdo_pool_may_roam(pdo_pool_t *pool, const zend_string *sql)
{
	pdo_pool_binding_t *binding;

	if (EXPECTED(!pool->line.is_open) || !pool->dbh || !pool->dbh->pool_connections
			|| zend_hash_num_elements(&pool->settings) > 0 || !ZEND_ASYNC_CAN_SUSPEND()) {
		return false;
	}
	binding = pdo_pool_get_binding(pool->dbh);
	return !pool->is_adopting && !holds_connection(binding)
		&& !pdo_pool_has_lost_transaction(binding) && pool->hooks.may_roam(pool->held, sql);
}

bool pdo_pool_prepare_roaming(pdo_pool_t *pool, zend_string *sql, pdo_stmt_t *stmt)
{
	pdo_dbh_t *stand_in = &pdo_pool_conn_new_stand_in(pool)->dbh;
	bool prepared;

	/* Undone by php_pdo_free_statement(). */
	stmt->dbh = stand_in;
	stmt->is_pooled = 1;
	pdo_pool_pin(stand_in);
	prepared = stand_in->methods->preparer(stand_in, sql, stmt, NULL);
	if (stmt->methods) {
		pdo_pool_wrap_stmt(pool, stmt);
	}
	if (UNEXPECTED(!prepared)) {
		pdo_pool_set_error(pdo_pool_get_binding(pool->dbh), stand_in->error_code, NULL);
	}
	memcpy(pool->dbh->error_code, prepared ? PDO_ERR_NONE : stand_in->error_code,
		sizeof(pdo_error_type));
	return prepared;
}

/* Entered, so that no other coroutine can do the same meanwhile. Code that a call of this very
 * statement runs, a stream that is read as a parameter say, would take the stand-in from it. */
bool pdo_pool_settle_down(pdo_stmt_t *stmt)
{
	pdo_pool_conn_t *stand_in = pdo_pool_conn_of(stmt->dbh);
	pdo_pool_t *pool = stand_in->pool;
	pdo_dbh_t *conn;

	if (!pool->dbh || !pool->dbh->pool_connections) {
		pdo_pool_throw("08003", "The PDO object of the statement is gone", NULL);
		return false;
	}
	if (stand_in->depth > 0 && pdo_pool_is_free(stand_in)) {
		pdo_pool_throw("HY000", "The statement is in the middle of a call of its own", NULL);
		return false;
	}
	if (!pdo_pool_enter(stand_in)) {
		return false;
	}
	conn = pdo_pool_acquire_conn(pool->dbh);
	stand_in->depth--;
	if (!conn) {
		pdo_pool_keep_exception(pdo_pool_get_binding(pool->dbh));
		return false;
	}
	stmt->dbh = conn;
	pdo_pool_pin(conn);
	pool->hooks.settle_down(stmt, conn);
	pdo_pool_unpin(&stand_in->dbh);
	pdo_pool_maybe_release(conn);
	return !EG(exception);
}
/* }}} */
