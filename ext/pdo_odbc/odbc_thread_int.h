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

/* Private to odbc_thread.c, odbc_connect.c, odbc_connect_queue.c, odbc_params.c and odbc_rows.c. */

#ifndef ODBC_THREAD_INT_H
#define ODBC_THREAD_INT_H

typedef struct _pdo_odbc_pooled_stmt pdo_odbc_pooled_stmt;
typedef struct _pdo_odbc_call pdo_odbc_call;

/* {{{ Parameters that are given while the statement is executed */

/* What the driver looks at when it executes. It is no memory of PHP's, because the driver may still
 * look when the call was given up; then the connection keeps it. */
struct _pdo_odbc_indicator {
	SQLLEN length;
	pdo_odbc_indicator *next;
};

typedef struct _pdo_odbc_bound_param {
	/* What SQLParamData() says when it wants this one; NULL: not an input. */
	void *value;
	/* PDO's own. The indicator gets it before the statement is executed. NULL: PDO has freed the
	 * parameter. */
	const SQLLEN *length;
	pdo_odbc_indicator *indicator;
	/* The driver has been given one, and still has it. */
	bool is_bound;
	bool is_output;
	/* While the statement is executed: the data, with a reference of ours. NULL: they come from
	 * a stream. */
	zend_string *text;
} pdo_odbc_bound_param;

typedef struct _pdo_odbc_params {
	pdo_odbc_bound_param *list;
	uint32_t count;
	/* The driver has asked for this one already. */
	SQLPOINTER asked_for;
	bool has_asked;
	/* The driver waits for data, or for the call that gives the next ones. */
	bool wants_data;
	/* There was an execution before, whose cursor is to be closed. */
	bool closes_first;
} pdo_odbc_params;
/* }}} */

/* {{{ Rows that were read ahead */
typedef struct _pdo_odbc_buffer {
	char *data;
	size_t used;
	size_t size;
} pdo_odbc_buffer;

typedef struct _pdo_odbc_result_column {
	bool is_bound;
	SQLSMALLINT type;
	char *data;
	SQLLEN size;
	SQLLEN *length;

	/* What SQLGetData() said for the row that the user is on: a part of the batch. */
	size_t tape_start;
	size_t tape_end;
	/* There is no more than that. */
	bool is_complete;
} pdo_odbc_result_column;

typedef struct _pdo_odbc_rows {
	pdo_odbc_result_column *columns;
	SQLUSMALLINT count;
	/* The position of the cursor matters to the user. */
	bool one_by_one;
	/* The user does not ask for the long columns. */
	bool without_tape;
	bool was_tape_read;

	/* How many are read at once, next time. */
	uint32_t limit;
	/* Rows that the user has not seen yet, from position on. */
	pdo_odbc_buffer batch;
	size_t position;
	uint32_t unread;
	/* What came instead of one more row. */
	bool has_end;
	SQLRETURN end;

	/* The column that is being read, and where on its tape. */
	SQLUSMALLINT reading;
	size_t reading_at;
	/* A column, or a part of one, that was on no tape: of the row that both the user and the
	 * cursor are on. */
	pdo_odbc_buffer live;
	size_t live_at;
	SQLUSMALLINT live_column;
	bool is_live_complete;
} pdo_odbc_rows;
/* }}} */

struct _pdo_odbc_pooled_stmt {
	SQLHSTMT handle;
	pdo_odbc_pool_data *conn;
	pdo_odbc_pooled_stmt *prev;
	pdo_odbc_pooled_stmt *next;
	/* PDO_ODBC_SCAN_* of its text. */
	unsigned scan;
	/* The text itself, where the driver of MariaDB is used; else NULL. */
	SQLCHAR *text;
	SQLINTEGER text_length;
	/* An execution was stopped while that driver waited for data: it keeps those that it has. */
	bool has_leftovers;
	pdo_odbc_params params;
	pdo_odbc_rows rows;
};

/* A call with its arguments, and its answer. On the stack of the caller, or made by
 * pdo_odbc_call_new(); embedded in a struct of the function, if that needs more. */
struct _pdo_odbc_call {
	pdo_pool_thread_call base;
	/* Runs on a worker thread: see pdo_pool_thread_call. Sets rc. */
	void (*function)(pdo_odbc_call *call);
	/* For the thread of PHP, and for calls on the stack of the caller. The statement is what can be
	 * cancelled and has the diagnostics; NULL: the connection. */
	pdo_odbc_pool_data *conn;
	pdo_odbc_pooled_stmt *stmt;
	/* A whole statement, with its text. */
	bool runs_text;

	/* For the threads: set by those that run a call. */
	SQLHDBC dbc;
	SQLHSTMT handle;
	bool is_connected;
	pdo_odbc_dbms dbms;
	bool is_standby;
	const pdo_odbc_killer *killer;
	uint32_t interruptions;

	SQLRETURN rc;
	/* SQLSTATE of a failure, else "". */
	char state[6];
	bool lost;
	bool read_only;
};

/* NULL: ordinary handles. */
pdo_odbc_pool_data *pdo_odbc_find_conn(SQLHDBC dbc);
pdo_odbc_pooled_stmt *pdo_odbc_find_stmt(SQLHSTMT stmt);

/* false: a parent's, or given up. Nothing of ODBC may be called for it. */
bool pdo_odbc_is_usable(const pdo_odbc_pool_data *conn);

/* Makes the call and returns rc; SQL_ERROR when it could not be made. may suspend */
SQLRETURN pdo_odbc_run(pdo_odbc_call *call);

/* {{{ Calls that own all the memory they use, and so can be given up */
typedef struct _pdo_odbc_answer {
	SQLRETURN rc;
	char state[6];
} pdo_odbc_answer;

/* stmt may be NULL. All zero behind what this sets. */
void *pdo_odbc_call_new(void (*function)(pdo_odbc_call *call), pdo_odbc_pool_data *conn,
	pdo_odbc_pooled_stmt *stmt, size_t size);
/* The call is gone afterwards. may suspend */
pdo_odbc_answer pdo_odbc_run_owned(pdo_odbc_call *call);
/* The same for what frees memory. may suspend */
pdo_odbc_answer pdo_odbc_run_surely(pdo_odbc_call *call);
/* For a caller that still needs the call when it has returned. NULL: it was given up. may
 * suspend */
pdo_odbc_call *pdo_odbc_run_and_keep(pdo_odbc_call *call);
/* }}} */

/* Does the driver know that the connection is lost? Costs no round trip. On any thread. */
bool pdo_odbc_is_dead(SQLHDBC dbc);
/* For a call that was made, on its thread: what a failure says about the connection. */
void pdo_odbc_judge_failure(pdo_odbc_call *call);

void pdo_odbc_params_free(pdo_odbc_pooled_stmt *stmt);
void pdo_odbc_rows_free(pdo_odbc_rows *rows);
/* The cursor has gone, and what was read ahead with it. */
void pdo_odbc_rows_forget(pdo_odbc_rows *rows);
/* Another result has taken its place. */
void pdo_odbc_rows_unbind(pdo_odbc_pooled_stmt *stmt);

/* {{{ odbc_connect.c */

/* Ends what the session runs, through a connection of its own. On any thread; blocks. */
void pdo_odbc_kill(const pdo_odbc_killer *killer, bool is_first_try);
void pdo_odbc_killer_free(pdo_odbc_killer *killer);
/* }}} */

/* {{{ odbc_connect_queue.c: one connect at a time */

/* How long others wait for a connect that has no limit. */
#define PDO_ODBC_CONNECT_TURN_MS 30000

typedef struct _pdo_odbc_connect_place pdo_odbc_connect_place;
/* A place in the queue. On the stack of the coroutine. */
struct _pdo_odbc_connect_place {
	/* NULL: not in the queue. */
	zend_coroutine_t *coroutine;
	pdo_odbc_connect_place *prev;
	pdo_odbc_connect_place *next;
};

bool pdo_odbc_connect_queue_is_needed(const SQLCHAR *dsn);
/* Without can_wait the driver's call waits for its turn alone. Every success is followed by
 * pdo_odbc_connect_queue_leave(). FAILURE: exception. may suspend */
zend_result pdo_odbc_connect_queue_enter(pdo_odbc_connect_place *place, bool can_wait);
void pdo_odbc_connect_queue_leave(pdo_odbc_connect_place *place);

/* The driver's call, on whatever thread. On that thread's stack. */
typedef struct _pdo_odbc_connect_turn pdo_odbc_connect_turn;
struct _pdo_odbc_connect_turn {
	pdo_odbc_connect_turn *next;
	SQLHDBC dbc;
	/* gettid(2). */
	long thread;
#ifndef PHP_WIN32
	/* Until then others wait for it, once it has begun. */
	struct timespec end;
#endif
	/* Its time is over, and its socket was shut down. */
	bool is_last_chance;
	bool is_given_up;
};

/* Waits for the turns of others. Every success is followed by pdo_odbc_connect_end(). false: it was
 * given up meanwhile. */
bool pdo_odbc_connect_begin(pdo_odbc_connect_turn *turn, SQLHDBC dbc, uint32_t limit_ms);
void pdo_odbc_connect_end(pdo_odbc_connect_turn *turn);
/* In the thread of PHP: nothing waits for this connect any more. */
void pdo_odbc_connect_give_up(SQLHDBC dbc);
/* }}} */

#endif /* ODBC_THREAD_INT_H */
