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

/* The methods of statements on pooled connections. A statement holds its connection, so that
 * none has to be found; these methods see to it that one coroutine at a time is inside, that a
 * forked child does not talk on its parent's connection, and that a connection which a statement
 * finds lost is closed. */

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#include "php.h"
#include "php_pdo.h"
#include "php_pdo_driver.h"
#include "php_pdo_int.h"
#include "php_pdo_error.h"
#include "pdo_pool_int.h"
#include "zend_exceptions.h"
#include "zend_weakrefs.h"

/* The driver's table of the pool that a statement belongs to. */
static const struct pdo_stmt_methods *driver_of(const pdo_stmt_t *stmt)
{
	return pdo_pool_conn_of(stmt->dbh)->pool->driver_stmt_methods;
}

/* {{{ One coroutine at a time */
/* A Fiber that is run by the fetch belongs to it. */
static bool is_fetcher(const pdo_stmt_t *stmt)
{
	return stmt->fetcher == pdo_pool_current() || pdo_pool_is_inside(stmt->fetcher);
}

bool pdo_pool_is_stmt_free_now(pdo_stmt_t *stmt)
{
	if (!pdo_pool_check_free(pdo_pool_conn_of(stmt->dbh))) {
		return false;
	}
	if (UNEXPECTED(stmt->fetches > 0) && !is_fetcher(stmt)) {
		pdo_pool_throw("HY000", "Another coroutine or Fiber fetches a row of the statement: a "
			"statement can be used by one at a time", NULL);
		return false;
	}
	return true;
}

bool pdo_pool_begin_fetch(pdo_stmt_t *stmt)
{
	if (!pdo_pool_is_stmt_free(stmt)) {
		return false;
	}
	if (stmt->fetches++ == 0) {
		stmt->fetcher = pdo_pool_current_flow();
	}
	return true;
}

void pdo_pool_end_fetch(pdo_stmt_t *stmt)
{
	ZEND_ASSERT(stmt->fetches > 0);
	stmt->fetches--;
}

void pdo_pool_call_pooled_alone(INTERNAL_FUNCTION_PARAMETERS, zif_handler method)
{
	pdo_stmt_t *stmt = Z_PDO_STMT_P(ZEND_THIS);

	if (!pdo_pool_begin_fetch(stmt)) {
		RETURN_THROWS();
	}
	method(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	pdo_pool_end_fetch(stmt);
}

bool pdo_pool_gives_row_to_code(const pdo_stmt_t *stmt, enum pdo_fetch_type how)
{
	how = (how == PDO_FETCH_USE_DEFAULT ? stmt->default_fetch_type : how) & ~PDO_FETCH_FLAGS;
	return how == PDO_FETCH_CLASS || how == PDO_FETCH_INTO || how == PDO_FETCH_FUNC;
}
/* }}} */

/* {{{ Beginning and end of a call */
static bool is_refused(pdo_stmt_t *stmt)
{
	pdo_pool_conn_t *conn = pdo_pool_conn_of(stmt->dbh);

	/* There is nothing of the parent's behind it. */
	if (conn->is_stand_in) {
		conn->fork_generation = pdo_pool_forks;
	}
	if (pdo_pool_conn_is_foreign(conn)) {
		pdo_pool_throw("08003", "The statement's connection belongs to the parent process", NULL);
		return true;
	}
	return pdo_pool_report_lost_stmt(stmt);
}

/* Meanwhile no other coroutine changes what is bound. */
static bool let_roll_back(pdo_stmt_t *stmt) /* may suspend */
{
	zend_result result;

	if (!pdo_pool_begin_fetch(stmt)) {
		return false;
	}
	result = pdo_pool_let_roll_back(pdo_pool_conn_of(stmt->dbh));
	/* The roll-back may have begun: that is waited for here, too. */
	if (result == SUCCESS && !pdo_pool_check_free(pdo_pool_conn_of(stmt->dbh))) {
		result = FAILURE;
	}
	pdo_pool_end_fetch(stmt);
	return result == SUCCESS;
}

/* false: the call fails, with an exception or with the statement's error code. */
static bool stmt_enter(pdo_stmt_t *stmt) /* may suspend */
{
	pdo_pool_conn_t *conn = pdo_pool_conn_of(stmt->dbh);

	/* First: the connection may have been lost when the wait is over. */
	if ((pdo_pool_may_have_left_transaction(conn) && !let_roll_back(stmt))
			|| !pdo_pool_is_stmt_free(stmt)) {
		return false;
	}
	if ((UNEXPECTED(conn->state == PDO_POOL_CONN_ORPHAN) || pdo_pool_conn_is_foreign(conn))
			&& is_refused(stmt)) {
		return false;
	}
	if (!pdo_pool_enter(conn)) {
		return false;
	}
	pdo_pool_limit_call(conn, stmt);
	return true;
}

/* PDO asks no error code after some of the calls, and PDOStatement::fetchAll() takes an error
 * behind the first row for the end of the rows. */
static void raise_now(pdo_stmt_t *stmt)
{
	if (!EG(exception) && stmt->dbh->error_mode == PDO_ERRMODE_EXCEPTION) {
		pdo_handle_error(stmt->dbh, stmt);
	}
}

static void stmt_leave_freed(pdo_stmt_t *stmt, const zend_object *in_flight) /* may suspend */
{
	pdo_pool_conn_t *conn = pdo_pool_conn_of(stmt->dbh);

	if (pdo_pool_end_limit(conn, stmt)) {
		pdo_pool_leave_command(conn, stmt, false);
		raise_now(stmt);
	} else {
		pdo_pool_leave_freed(conn, in_flight);
	}
}

static void stmt_leave(pdo_stmt_t *stmt) /* may suspend */
{
	stmt_leave_freed(stmt, EG(exception));
}

/* The end of a call that may begin or end a transaction, or find the connection lost. */
static void stmt_leave_command(pdo_stmt_t *stmt, bool done) /* may suspend */
{
	pdo_pool_conn_t *conn = pdo_pool_conn_of(stmt->dbh);

	pdo_pool_leave_command(conn, stmt, !pdo_pool_end_limit(conn, stmt) && done);
}

/* No more rows, or an error? */
static bool has_failed(const pdo_stmt_t *stmt)
{
	return EG(exception) || strcmp(stmt->error_code, PDO_ERR_NONE) != 0;
}
/* }}} */

/* {{{ Methods */

/* The statement is half freed while a destructor or its driver waits: no reference may lead to it
 * any more. */
void pdo_pool_drop_weak_references(pdo_stmt_t *stmt)
{
	zend_object *object = &stmt->std;

	if (UNEXPECTED(GC_FLAGS(object) & IS_OBJ_WEAKLY_REFERENCED)) {
		zend_weakrefs_notify(object);
		GC_DEL_FLAGS(object, IS_OBJ_WEAKLY_REFERENCED);
	}
}

/* On a connection that was closed. */
static int free_quietly(pdo_stmt_t *stmt)
{
	pdo_pool_silence silence;
	int result;

	pdo_pool_begin_silence(&silence);
	result = driver_of(stmt)->dtor(stmt);
	pdo_pool_end_silence(&silence);
	return result;
}

static int stmt_dtor(pdo_stmt_t *stmt) /* may suspend */
{
	pdo_pool_conn_t *conn = pdo_pool_conn_of(stmt->dbh);
	const zend_object *in_flight = EG(exception);
	int result;

	if (!pdo_pool_is_free(conn) && !pdo_pool_conn_is_foreign(conn)) {
		pdo_pool_defer_stmt(conn, stmt);
		return 1;
	}
	pdo_pool_begin_own_work(conn);
	pdo_pool_limit_call(conn, stmt);
	result = EXPECTED(conn->close_reason == PDO_POOL_OPEN)
		? driver_of(stmt)->dtor(stmt) : free_quietly(stmt);
	pdo_pool_end_limit(conn, stmt);
	pdo_pool_end_own_work(conn);
	pdo_pool_leave_freed(conn, in_flight);
	return result;
}

/* The transaction that the current coroutine has open on this object, or has lost, is on another
 * connection than the statement. One that was lost with it is not for here to report. */
static bool is_beside_transaction(const pdo_pool_conn_t *conn)
{
	const pdo_pool_t *pool = conn->pool;
	pdo_pool_binding_t *binding = pool->dbh && pool->dbh->pool_connections
		? pdo_pool_find_binding(pool->dbh) : NULL;

	if (!binding || binding == conn->holder || Z_TYPE(conn->lost_info) != IS_UNDEF) {
		return false;
	}
	return pdo_pool_has_lost_transaction(binding)
		|| (binding->conn && binding->conn->holder == binding
			&& pdo_pool_has_open_transaction(binding->conn));
}

/* A statement that another coroutine has made would run outside of it: what it writes would
 * survive a rollBack(), the rows that it locks would be free at once. */
static bool is_in_right_transaction(const pdo_pool_conn_t *conn)
{
	const pdo_pool_binding_t *holder = conn->holder;

	if (EXPECTED(holder && holder->coroutine == pdo_pool_current())
			|| !is_beside_transaction(conn)) {
		return true;
	}
	pdo_pool_throw("HY000", "The statement was made by another coroutine, on a connection that the "
		"transaction of this one is not on: prepare it in the transaction", NULL);
	return false;
}

/* The transaction that the statement was made in was lost, and the coroutine has ended it. Where
 * nothing was lost but the will to go on, as with SQLite, the driver would still run it. */
static bool is_from_lost_transaction(const pdo_pool_conn_t *conn)
{
	return UNEXPECTED(conn->state == PDO_POOL_CONN_ORPHAN) && conn->in_transaction
		&& Z_TYPE(conn->lost_info) != IS_UNDEF;
}

/* The coroutine has ended, and its transaction could not be rolled back, for a Fiber or rows that
 * were not fetched: it ends with the connection, and so would what is done now. */
static bool is_in_transaction_of_no_one(pdo_pool_conn_t *conn)
{
	return UNEXPECTED(conn->state == PDO_POOL_CONN_ORPHAN) && !conn->is_stand_in
		&& conn->close_reason != PDO_POOL_LOST && conn->depth == 1
		&& pdo_pool_is_in_transaction(conn);
}

/* false: as stmt_enter(). */
static bool execute_enter(pdo_stmt_t *stmt) /* may suspend */
{
	pdo_pool_conn_t *conn = pdo_pool_conn_of(stmt->dbh);

	if (!is_in_right_transaction(conn) || !stmt_enter(stmt)) {
		/* pdo_pool_set_params() leaves what ends a call to the execution: meanwhile the coroutine
		 * of the connection may have ended, or a statement may have been deferred. */
		if (conn->depth == 0) {
			pdo_pool_after_call(conn);
		}
		return false;
	}
	if (UNEXPECTED(is_in_transaction_of_no_one(conn)) && Z_TYPE(conn->lost_info) == IS_UNDEF) {
		pdo_pool_throw("08007", "The coroutine whose transaction the statement is in has ended",
			NULL);
		stmt_leave(stmt);
		return false;
	}
	if (is_from_lost_transaction(conn)) {
		memcpy(stmt->error_code, pdo_pool_code_of_loss(""), sizeof(pdo_error_type));
		stmt_leave(stmt);
		return false;
	}
	return true;
}

static void for_each_param(pdo_stmt_t *stmt, void (*function)(struct pdo_bound_param_data *))
{
	struct pdo_bound_param_data *param;

	if (stmt->bound_params) {
		ZEND_HASH_FOREACH_PTR(stmt->bound_params, param) {
			function(param);
		} ZEND_HASH_FOREACH_END();
	}
}

static void let_go_of_value(struct pdo_bound_param_data *param)
{
	zval former;

	ZVAL_COPY_VALUE(&former, &param->held);
	ZVAL_UNDEF(&param->held);
	zval_ptr_dtor(&former);
}

static void let_go_of_stream(struct pdo_bound_param_data *param)
{
	if (UNEXPECTED(Z_TYPE(param->held) == IS_RESOURCE)) {
		let_go_of_value(param);
	}
}

/* Unlike a string one may be something that others wait for. Most drivers skip the event behind an
 * execution, and PDO does behind one that has failed. */
static void let_go_of_streams(pdo_stmt_t *stmt)
{
	for_each_param(stmt, let_go_of_stream);
}

/* {{{ Streams that were read in part
 *
 * An execution that is interrupted while it reads a stream leaves it somewhere in the middle, and
 * the next one would store the rest as if it were the whole. So that is refused until the program
 * binds a stream again, which says that this one is where it should be. */
static void mark_as_spent(struct pdo_bound_param_data *param)
{
	const zval *value = &param->parameter;

	ZVAL_DEREF(value);
	if (Z_TYPE_P(value) == IS_RESOURCE) {
		param->spent_stream = Z_RES_HANDLE_P(value);
	}
}

static void mark_streams_as_spent(pdo_stmt_t *stmt)
{
	for_each_param(stmt, mark_as_spent);
}

/* One that was closed is for the driver to refuse. */
static bool is_spent(const struct pdo_bound_param_data *param)
{
	const zval *value = &param->parameter;

	ZVAL_DEREF(value);
	return param->spent_stream != 0 && Z_TYPE_P(value) == IS_RESOURCE
		&& Z_RES_HANDLE_P(value) == param->spent_stream && Z_RES_TYPE_P(value) >= 0;
}

static const struct pdo_bound_param_data *find_spent(const pdo_stmt_t *stmt)
{
	const struct pdo_bound_param_data *param;

	if (stmt->bound_params) {
		ZEND_HASH_FOREACH_PTR(stmt->bound_params, param) {
			if (UNEXPECTED(is_spent(param))) {
				return param;
			}
		} ZEND_HASH_FOREACH_END();
	}
	return NULL;
}

static void raise_spent(pdo_stmt_t *stmt, const struct pdo_bound_param_data *param)
{
	zend_string *name = param->name ? zend_string_copy(param->name)
		: zend_long_to_str(param->paramno + 1);
	char *message;

	spprintf(&message, 0, "The stream of parameter %s was read in part by an execution that was "
		"interrupted: bind it again", ZSTR_VAL(name));
	pdo_raise_impl_error(stmt->dbh, stmt, "HY000", message);
	efree(message);
	zend_string_release(name);
}

/* A transaction that was lost meanwhile is what the coroutine must hear of first. */
static bool refuse_spent(pdo_stmt_t *stmt) /* may suspend */
{
	const struct pdo_bound_param_data *param = find_spent(stmt);

	if (EXPECTED(!param)) {
		return false;
	}
	if (stmt_enter(stmt)) {
		raise_spent(stmt, param);
		stmt_leave(stmt);
	} else if (!EG(exception)) {
		pdo_handle_error(stmt->dbh, stmt);
	}
	return true;
}
/* }}} */

/* Some drivers read streams only here. */
static int call_executer(pdo_stmt_t *stmt) /* may suspend */
{
	int done = driver_of(stmt)->executer(stmt);

	if (UNEXPECTED(EG(exception))) {
		mark_streams_as_spent(stmt);
	}
	let_go_of_streams(stmt);
	return done;
}

static int execute_here(pdo_stmt_t *stmt) /* may suspend */
{
	int done;

	if (!execute_enter(stmt)) {
		return 0;
	}
	done = call_executer(stmt);
	stmt_leave_command(stmt, done);
	return done;
}

/* The next execution of a roaming statement knows nothing of the last. */
static void renew(pdo_pool_conn_t *stand_in)
{
	stand_in->is_turned_away = false;
	stand_in->dbh.methods = stand_in->pool->driver_methods;
	zval_ptr_dtor(&stand_in->lost_info);
	ZVAL_UNDEF(&stand_in->lost_info);
}

/* *is_done: it was sent, or has failed. Otherwise it needs a connection. */
static int execute_roaming(pdo_stmt_t *stmt, bool *is_done) /* may suspend */
{
	pdo_pool_conn_t *stand_in = pdo_pool_conn_of(stmt->dbh);
	int done;

	renew(stand_in);
	done = execute_here(stmt);
	*is_done = !stand_in->is_turned_away;
	if (!*is_done) {
		memcpy(stmt->error_code, PDO_ERR_NONE, sizeof(PDO_ERR_NONE));
	}
	return done;
}

/* A statement that roams goes its way unless its coroutine holds a connection by now. */
static int stmt_execute(pdo_stmt_t *stmt) /* may suspend */
{
	pdo_pool_conn_t *conn = pdo_pool_conn_of(stmt->dbh);
	bool is_done = false;
	int done = 0;

	if (EXPECTED(!conn->is_stand_in)) {
		return execute_here(stmt);
	}
	if (!pdo_pool_check_free(conn)) {
		return 0;
	}
	if (pdo_pool_may_roam(conn->pool, stmt->query_string)) {
		done = execute_roaming(stmt, &is_done);
	}
	return is_done ? done : pdo_pool_settle_down(stmt) ? execute_here(stmt) : 0;
}

/* For what needs a server. */
static bool settle_down(pdo_stmt_t *stmt) /* may suspend */
{
	return EXPECTED(!pdo_pool_conn_of(stmt->dbh)->is_stand_in) || pdo_pool_settle_down(stmt);
}

/* Only a text without parameters is the whole of what was run. */
static int stmt_execute_adopting(pdo_stmt_t *stmt) /* may suspend */
{
	pdo_pool_conn_t *conn = pdo_pool_conn_of(stmt->dbh);
	pdo_pool_adoption adoption;
	int done;

	if (!execute_enter(stmt)) {
		return 0;
	}
	adoption = pdo_pool_begin_adoption(conn);
	done = call_executer(stmt);
	pdo_pool_end_adoption(conn, &adoption, stmt->query_string,
		done && (!stmt->bound_params || zend_hash_num_elements(stmt->bound_params) == 0));
	stmt_leave_command(stmt, done);
	return done;
}

static int stmt_fetch(pdo_stmt_t *stmt, enum pdo_fetch_orientation ori, zend_long offset)
{
	int found;

	if (!stmt_enter(stmt)) {
		return 0;
	}
	found = driver_of(stmt)->fetcher(stmt, ori, offset);
	if (UNEXPECTED(!found && has_failed(stmt))) {
		stmt_leave_command(stmt, false);
		raise_now(stmt);
	} else {
		stmt_leave(stmt);
	}
	return found;
}

static int stmt_next_rowset(pdo_stmt_t *stmt) /* may suspend */
{
	int found;

	if (!stmt_enter(stmt)) {
		return 0;
	}
	found = driver_of(stmt)->next_rowset(stmt);
	stmt_leave_command(stmt, found || !has_failed(stmt));
	return found;
}

/* PDO does not ask whether a value could be had: it would be NULL, without a word. */
static void raise_lost_value(pdo_stmt_t *stmt)
{
	if (!EG(exception)) {
		pdo_handle_error(stmt->dbh, stmt);
	}
}

static int stmt_get_col(pdo_stmt_t *stmt, int colno, zval *result, enum pdo_param_type *type)
{
	int found;

	/* A large object may be read. */
	if ((type && *type == PDO_PARAM_LOB && !settle_down(stmt)) || !stmt_enter(stmt)) {
		raise_lost_value(stmt);
		return 0;
	}
	found = driver_of(stmt)->get_col(stmt, colno, result, type);
	if (UNEXPECTED(found < 0)) {
		stmt_leave_command(stmt, false);
		raise_lost_value(stmt);
		return 0;
	}
	stmt_leave(stmt);
	return found;
}

/* Drivers keep pointers into the value, or ask for it in the middle of an execution: the one that
 * the variable has now is kept. No driver has to be given an array or an object. */
static void hold_value(struct pdo_bound_param_data *param)
{
	zval former;

	ZVAL_COPY_VALUE(&former, &param->held);
	if (Z_TYPE(param->parameter) == IS_ARRAY || Z_TYPE(param->parameter) == IS_OBJECT) {
		ZVAL_UNDEF(&param->held);
	} else {
		ZVAL_COPY(&param->held, &param->parameter);
	}
	zval_ptr_dtor(&former);
}

/* What the driver has made of it, a string or a number, as without a pool, unless another coroutine
 * has assigned to the variable meanwhile. */
static void set_variable(zval *variable, zval *before, zval *value)
{
	zval former;

	if (Z_TYPE_P(value) <= IS_STRING && zend_is_identical(variable, before)) {
		ZVAL_COPY_VALUE(&former, variable);
		ZVAL_COPY(variable, value);
		zval_ptr_dtor(&former);
	}
}

/* A driver puts what it has read into the place of a stream, unless it could not read it all. */
static int prepare_own_value(pdo_stmt_t *stmt, struct pdo_bound_param_data *param) /* may suspend */
{
	zval before;
	int result;

	if (EXPECTED(Z_TYPE(param->parameter) != IS_RESOURCE)) {
		return driver_of(stmt)->param_hook(stmt, param, PDO_PARAM_EVT_EXEC_PRE);
	}
	ZVAL_COPY(&before, &param->parameter);
	result = driver_of(stmt)->param_hook(stmt, param, PDO_PARAM_EVT_EXEC_PRE);
	if (UNEXPECTED(EG(exception))) {
		zval_ptr_dtor(&param->parameter);
		ZVAL_COPY(&param->parameter, &before);
	}
	zval_ptr_dtor(&before);
	return result;
}

/* Making a string of a stream or an object may suspend, and so may the destructor of what the
 * string replaces: meanwhile the parameter is a value of its own. A stream that the driver has not
 * read yet is read when the statement is executed. */
static int prepare_value(pdo_stmt_t *stmt, struct pdo_bound_param_data *param) /* may suspend */
{
	zval variable, before, value;
	int result;

	if (EXPECTED(!Z_ISREF(param->parameter))) {
		return prepare_own_value(stmt, param);
	}
	ZVAL_COPY_VALUE(&variable, &param->parameter);
	ZVAL_COPY(&before, Z_REFVAL(variable));
	ZVAL_COPY(&param->parameter, &before);
	hold_value(param);
	result = driver_of(stmt)->param_hook(stmt, param, PDO_PARAM_EVT_EXEC_PRE);
	hold_value(param);
	ZVAL_COPY_VALUE(&value, &param->parameter);
	ZVAL_COPY_VALUE(&param->parameter, &variable);
	if (EXPECTED(!EG(exception))) {
		set_variable(Z_REFVAL(variable), &before, &value);
	}
	zval_ptr_dtor(&value);
	zval_ptr_dtor(&before);
	return result;
}

static int stmt_param_hook(pdo_stmt_t *stmt, struct pdo_bound_param_data *param,
	enum pdo_param_event event) /* may suspend */
{
	const zend_object *in_flight = EG(exception);
	int result;

	/* Freeing parameters is part of freeing the statement. */
	if (event == PDO_PARAM_EVT_FREE) {
		result = driver_of(stmt)->param_hook(stmt, param, event);
		let_go_of_value(param);
		return result;
	}
	if (!stmt_enter(stmt)) {
		return 0;
	}
	if (event == PDO_PARAM_EVT_EXEC_PRE) {
		result = prepare_value(stmt, param);
		/* To drivers a stream whose reader was cancelled looks like one that has ended. */
		if (UNEXPECTED(EG(exception) != in_flight)) {
			mark_as_spent(param);
			stmt_leave_command(stmt, false);
			return 0;
		}
	} else {
		result = driver_of(stmt)->param_hook(stmt, param, event);
	}
	stmt_leave(stmt);
	return result;
}

/* {{{ Emulated parameters
 *
 * PDO itself puts the values into the text. Reading a stream or making a string of an object may
 * suspend: meanwhile a parameter is the value that its variable had, and held the variable. */
static void take_value(struct pdo_bound_param_data *param)
{
	if (Z_ISREF(param->parameter)) {
		zval_ptr_dtor(&param->held);
		ZVAL_COPY_VALUE(&param->held, &param->parameter);
		ZVAL_COPY(&param->parameter, Z_REFVAL(param->held));
	}
}

static void put_back_variable(struct pdo_bound_param_data *param)
{
	zval value;

	if (Z_ISREF(param->held)) {
		ZVAL_COPY_VALUE(&value, &param->parameter);
		ZVAL_COPY_VALUE(&param->parameter, &param->held);
		ZVAL_UNDEF(&param->held);
		zval_ptr_dtor(&value);
	}
}

void pdo_pool_take_values(pdo_stmt_t *stmt)
{
	for_each_param(stmt, take_value);
}

void pdo_pool_put_back_variables(pdo_stmt_t *stmt)
{
	for_each_param(stmt, put_back_variable);
	if (UNEXPECTED(EG(exception))) {
		mark_streams_as_spent(stmt);
	}
}
/* }}} */

/* {{{ What is bound
 *
 * Destructors of what is replaced, __toString() and streams may wait. Meanwhile no other coroutine
 * can use the statement. */
bool pdo_pool_make_string(zval *value)
{
	zend_string *string;
	zval former;

	ZVAL_COPY(&former, value);
	string = zval_try_get_string(&former);
	if (string && zend_is_identical(value, &former)) {
		zval_ptr_dtor(value);
		ZVAL_STR(value, string);
	} else if (string) {
		zend_string_release(string);
	}
	zval_ptr_dtor(&former);
	return string != NULL;
}

bool pdo_pool_begin_bind(pdo_stmt_t *stmt)
{
	pdo_pool_conn_t *conn = pdo_pool_conn_of(stmt->dbh);

	if (!pdo_pool_is_stmt_free(stmt) || !pdo_pool_enter(conn)) {
		return false;
	}
	if (EXPECTED(pdo_pool_is_outer_call(conn))) {
		conn->bind_depth++;
	}
	return true;
}

/* The outer one counts in both depths. */
static void end_bind(pdo_pool_conn_t *conn)
{
	if (EXPECTED(conn->depth == conn->bind_depth)) {
		conn->bind_depth--;
	}
}

void pdo_pool_end_bind(pdo_stmt_t *stmt)
{
	pdo_pool_conn_t *conn = pdo_pool_conn_of(stmt->dbh);

	end_bind(conn);
	pdo_pool_leave(conn);
}

bool pdo_pool_set_params(pdo_stmt_t *stmt, zval *input_params, pdo_pool_params_setter set)
{
	pdo_pool_conn_t *conn = pdo_pool_conn_of(stmt->dbh);
	bool is_set;

	if (!pdo_pool_begin_bind(stmt)) {
		return false;
	}
	/* New values replace all that were bound. */
	is_set = (input_params || !refuse_spent(stmt)) && set(stmt, input_params);
	if (UNEXPECTED(!is_set || EG(exception))) {
		let_go_of_streams(stmt);
	}
	end_bind(conn);
	/* As in stmt_param_hook(). */
	if (UNEXPECTED(EG(exception))) {
		pdo_pool_leave_command(conn, stmt, false);
		return false;
	}
	if (EXPECTED(is_set)) {
		/* The execution follows. Nothing may suspend before it, so this is no pdo_pool_leave(). */
		conn->depth--;
	} else {
		pdo_pool_leave(conn);
	}
	return is_set;
}

/* }}} */

static int stmt_set_attribute(pdo_stmt_t *stmt, zend_long attr, zval *value)
{
	int result;

	if (!stmt_enter(stmt)) {
		return 0;
	}
	result = driver_of(stmt)->set_attribute(stmt, attr, value);
	stmt_leave(stmt);
	return result;
}

static int stmt_get_attribute(pdo_stmt_t *stmt, zend_long attr, zval *value)
{
	int result;

	if (!stmt_enter(stmt)) {
		return -1;
	}
	result = driver_of(stmt)->get_attribute(stmt, attr, value);
	stmt_leave(stmt);
	return result;
}

static int stmt_get_column_meta(pdo_stmt_t *stmt, zend_long colno, zval *meta)
{
	int result;

	if (!settle_down(stmt) || !stmt_enter(stmt)) {
		return FAILURE;
	}
	result = driver_of(stmt)->get_column_meta(stmt, colno, meta);
	stmt_leave(stmt);
	return result;
}

static int stmt_close_cursor(pdo_stmt_t *stmt) /* may suspend */
{
	const zend_object *in_flight = EG(exception);
	int result;

	if (!stmt_enter(stmt)) {
		return 0;
	}
	result = driver_of(stmt)->cursor_closer(stmt);
	stmt_leave_freed(stmt, in_flight);
	return result;
}
/* }}} */

void pdo_pool_choose_executer(pdo_pool_t *pool)
{
	pool->stmt_methods.executer = pool->is_adopting ? stmt_execute_adopting : stmt_execute;
}

/* A method that the driver lacks stays NULL: PDO asks for that. The describer works on what
 * execution has brought and is called in between. */
static void make_methods(pdo_pool_t *pool, const struct pdo_stmt_methods *driver)
{
	struct pdo_stmt_methods *methods = &pool->stmt_methods;

	pool->driver_stmt_methods = driver;
	*methods = *driver;
#define WRAP(method, function) methods->method = driver->method ? function : NULL
	WRAP(dtor, stmt_dtor);
	pdo_pool_choose_executer(pool);
	WRAP(fetcher, stmt_fetch);
	WRAP(get_col, stmt_get_col);
	WRAP(param_hook, stmt_param_hook);
	WRAP(set_attribute, stmt_set_attribute);
	WRAP(get_attribute, stmt_get_attribute);
	WRAP(get_column_meta, stmt_get_column_meta);
	WRAP(next_rowset, stmt_next_rowset);
	WRAP(cursor_closer, stmt_close_cursor);
#undef WRAP
}

void pdo_pool_wrap_stmt(pdo_pool_t *pool, pdo_stmt_t *stmt)
{
	if (!pool->driver_stmt_methods) {
		make_methods(pool, stmt->methods);
	}
	ZEND_ASSERT(stmt->methods == pool->driver_stmt_methods && "A driver has one kind of statement");
	stmt->methods = &pool->stmt_methods;
}
