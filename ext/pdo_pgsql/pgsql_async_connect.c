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

/* Connecting to PostgreSQL from a coroutine: host names are resolved by the reactor's threads and
 * handed to libpq as addresses, then PQconnectPoll() does TCP, TLS and authentication in steps, and
 * the coroutine sleeps between them.
 *
 * connect_timeout is kept here because PQconnectPoll() does not look at it: as in libpq it
 * holds for each address anew. Host names from a service file are left to libpq, which
 * blocks on them, and so does Kerberos when it talks to its own servers.
 *
 * A fatal error in another coroutine drops the stack of one that connects. What the request's
 * memory does not hold is therefore in the pgsql_async_t from the start.
 */

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#define PGSQL_ASYNC_PLAIN_LIBPQ

#include "php.h"
#include "main/php_network.h"
#include "ext/pdo/php_pdo.h"
#include "ext/pdo/php_pdo_driver.h"
#include "php_pdo_pgsql_int.h"
#include "pgsql_async.h"
#include "zend_smart_str.h"
#ifndef PHP_WIN32
# include <netdb.h>
# include <sys/socket.h>
#endif

#define DEFAULT_PORT "5432"

/* One address to try. */
typedef struct _pgsql_target {
	char *host;
	/* Empty: libpq finds it out (a socket directory). */
	char *address;
	char *port;
} pgsql_target;

typedef struct _pgsql_attempt {
	/* Has the connection, and the options. */
	pgsql_async_t *async;
	pgsql_target *targets;
	uint32_t num_targets;
	uint32_t next_target;
	zend_long timeout_ms;
	/* What went wrong with earlier targets. */
	smart_str errors;
} pgsql_attempt;

/* {{{ Options */
static const char *option(PQconninfoOption *options, const char *keyword)
{
	for (PQconninfoOption *o = options; o && o->keyword; o++) {
		if (strcmp(o->keyword, keyword) == 0) {
			return o->val && *o->val ? o->val : NULL;
		}
	}
	return NULL;
}

/* The n-th of a comma separated list; a list of one stands for all. */
static char *nth_of_list(const char *list, uint32_t n, const char *otherwise)
{
	const char *end = strchr(list, ',');

	for (uint32_t i = 0; i < n && end; i++) {
		list = end + 1;
		end = strchr(list, ',');
	}
	size_t length = end ? (size_t) (end - list) : strlen(list);
	return length ? estrndup(list, length) : estrdup(otherwise);
}

static uint32_t length_of_list(const char *list)
{
	uint32_t n = 1;

	while ((list = strchr(list, ',')) != NULL) {
		list++;
		n++;
	}
	return n;
}
/* }}} */

/* {{{ Targets */
static void add_target(pgsql_attempt *attempt, const char *host, const char *address,
	const char *port)
{
	attempt->targets = safe_erealloc(attempt->targets, attempt->num_targets + 1,
		sizeof(pgsql_target), 0);
	attempt->targets[attempt->num_targets++] = (pgsql_target) {
		.host = estrdup(host), .address = estrdup(address), .port = estrdup(port),
	};
}

static void free_targets(pgsql_attempt *attempt)
{
	for (uint32_t i = 0; i < attempt->num_targets; i++) {
		efree(attempt->targets[i].host);
		efree(attempt->targets[i].address);
		efree(attempt->targets[i].port);
	}
	if (attempt->targets) {
		efree(attempt->targets);
	}
	smart_str_free(&attempt->errors);
}

static bool is_socket_directory(const char *host)
{
	return host[0] == '/' || host[0] == '@';
}

static void add_addresses(pgsql_attempt *attempt, const char *host, const char *port,
	const struct addrinfo *addresses)
{
	char numeric[NI_MAXHOST];

	for (const struct addrinfo *a = addresses; a; a = a->ai_next) {
		if (getnameinfo(a->ai_addr, a->ai_addrlen, numeric, sizeof(numeric), NULL, 0,
				NI_NUMERICHOST) == 0) {
			add_target(attempt, host, numeric, port);
		}
	}
}

/* FAILURE: exception. A name that does not resolve is an error of this target only. */
static zend_result resolve(pgsql_attempt *attempt, const char *host, const char *port)
{
	struct addrinfo hints = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM};
	struct addrinfo *addresses = NULL;
	int error = 0;

	if (is_socket_directory(host)) {
		add_target(attempt, host, "", port);
		return SUCCESS;
	}
	if (ZEND_ASYNC_RESOLVE(host, port, &hints, &addresses, &error) == FAILURE) {
		return FAILURE;
	}
	if (error) {
		smart_str_append_printf(&attempt->errors,
			"could not translate host name \"%s\" to address: %s\n", host, gai_strerror(error));
		return SUCCESS;
	}
	add_addresses(attempt, host, port, addresses);
	freeaddrinfo(addresses);
	return SUCCESS;
}

static zend_result resolve_all(pgsql_attempt *attempt, const char *hosts, const char *ports)
{
	zend_result result = SUCCESS;
	uint32_t num_hosts = length_of_list(hosts);

	for (uint32_t i = 0; i < num_hosts && result == SUCCESS; i++) {
		char *host = nth_of_list(hosts, i, "");
		char *port = nth_of_list(ports, i, DEFAULT_PORT);
		if (*host) {
			result = resolve(attempt, host, port);
		} else {
			add_target(attempt, "", "", port);
		}
		efree(host);
		efree(port);
	}
	return result;
}

/* Without a name to resolve there are no targets, and libpq gets what the user wrote. */
static zend_result find_targets(pgsql_attempt *attempt)
{
	const char *hosts = option(attempt->async->options, "host");
	const char *ports = option(attempt->async->options, "port");

	if (option(attempt->async->options, "service") || getenv("PGSERVICE")) {
		return SUCCESS;
	}
	if (option(attempt->async->options, "hostaddr") || getenv("PGHOSTADDR")) {
		return SUCCESS;
	}
	if (!hosts) {
		hosts = getenv("PGHOST");
	}
	if (!ports) {
		ports = getenv("PGPORT");
	}
	if (!hosts || !*hosts || (is_socket_directory(hosts) && !strchr(hosts, ','))) {
		return SUCCESS;
	}
	return resolve_all(attempt, hosts, ports && *ports ? ports : DEFAULT_PORT);
}
/* }}} */

/* {{{ One go at the remaining targets */
static void append_list(smart_str *list, const char *item, bool first)
{
	if (!first) {
		smart_str_appendc(list, ',');
	}
	smart_str_appends(list, item);
}

static void start(const pgsql_attempt *attempt)
{
	const char *keywords[64], *values[64];
	smart_str hosts = {0}, addresses = {0}, ports = {0};
	int n = 0;

	for (uint32_t i = attempt->next_target; i < attempt->num_targets; i++) {
		bool first = i == attempt->next_target;
		append_list(&hosts, attempt->targets[i].host, first);
		append_list(&addresses, attempt->targets[i].address, first);
		append_list(&ports, attempt->targets[i].port, first);
	}
	for (PQconninfoOption *o = attempt->async->options; o->keyword && n < 60; o++) {
		bool replaced = attempt->num_targets
			&& (strcmp(o->keyword, "host") == 0 || strcmp(o->keyword, "port") == 0);
		if (o->val && !replaced) {
			keywords[n] = o->keyword;
			values[n++] = o->val;
		}
	}
	if (attempt->num_targets) {
		smart_str_0(&hosts);
		smart_str_0(&addresses);
		smart_str_0(&ports);
		keywords[n] = "host";
		values[n++] = ZSTR_VAL(hosts.s);
		keywords[n] = "hostaddr";
		values[n++] = ZSTR_VAL(addresses.s);
		keywords[n] = "port";
		values[n++] = ZSTR_VAL(ports.s);
	}
	keywords[n] = NULL;
	values[n] = NULL;

	attempt->async->conn = PQconnectStartParams(keywords, values, 0);
	smart_str_free(&hosts);
	smart_str_free(&addresses);
	smart_str_free(&ports);
}

static zend_long now_ms(void)
{
	return (zend_long) (zend_hrtime() / 1000000);
}

/* Where libpq is in the list of targets. */
static uint32_t current_target(const pgsql_attempt *attempt, const PGconn *conn)
{
	const char *host = PQhost(conn), *address = PQhostaddr(conn), *port = PQport(conn);

	for (uint32_t i = attempt->next_target; i < attempt->num_targets; i++) {
		const pgsql_target *t = &attempt->targets[i];
		if ((!host || strcmp(t->host, host) == 0)
				&& (!address || strcmp(t->address, address) == 0)
				&& (!port || strcmp(t->port, port) == 0)) {
			return i;
		}
	}
	return attempt->next_target;
}

typedef enum _pgsql_outcome {
	PGSQL_CONNECT_DONE, /* well or badly: ask PQstatus() */
	PGSQL_CONNECT_TIMED_OUT,
	PGSQL_CONNECT_CUT_SHORT
} pgsql_outcome;

/* The socket may be another one after each step, even under the same number: nothing stays
 * registered. */
static int wait_for_step(const PGconn *conn, PostgresPollingStatusType step,
	zend_long timeout_ms) /* may suspend */
{
	zend_async_pollfd_t pfd = {
		.fd = PQsocket(conn),
		.events = step == PGRES_POLLING_WRITING ? ZEND_ASYNC_WRITABLE : ZEND_ASYNC_READABLE,
	};
	return ZEND_ASYNC_WAIT_FDS(&pfd, 1, timeout_ms, false);
}

static pgsql_outcome poll_until_done(const pgsql_attempt *attempt) /* may suspend */
{
	PGconn *conn = attempt->async->conn;
	PostgresPollingStatusType step = PGRES_POLLING_WRITING;
	uint32_t target = current_target(attempt, conn);
	zend_long started = now_ms();

	while (step == PGRES_POLLING_READING || step == PGRES_POLLING_WRITING) {
		zend_long left = -1;
		if (attempt->timeout_ms > 0) {
			left = attempt->timeout_ms - (now_ms() - started);
			if (left <= 0) {
				return PGSQL_CONNECT_TIMED_OUT;
			}
		}
		int ready = wait_for_step(conn, step, left);
		if (ready < 0) {
			return PGSQL_CONNECT_CUT_SHORT;
		}
		if (ready == 0) {
			continue;
		}
		step = PQconnectPoll(conn);
		if (current_target(attempt, conn) != target) {
			target = current_target(attempt, conn);
			started = now_ms();
		}
	}
	return PGSQL_CONNECT_DONE;
}

/* false: the time is up for all of them. */
static bool has_next_target(pgsql_attempt *attempt)
{
	attempt->next_target = current_target(attempt, attempt->async->conn) + 1;
	return attempt->next_target < attempt->num_targets;
}

/* FAILURE: the errors say why, or there is an exception. */
static zend_result try_targets(pgsql_attempt *attempt) /* may suspend */
{
	pgsql_outcome outcome;

	do {
		PQfinish(attempt->async->conn);
		start(attempt);
		outcome = PGSQL_CONNECT_DONE;
		if (PQstatus(attempt->async->conn) != CONNECTION_BAD) {
			outcome = poll_until_done(attempt);
		}
		if (outcome == PGSQL_CONNECT_CUT_SHORT) {
			return FAILURE;
		}
		if (outcome == PGSQL_CONNECT_DONE && PQstatus(attempt->async->conn) == CONNECTION_OK) {
			return SUCCESS;
		}
		smart_str_appends(&attempt->errors, PQerrorMessage(attempt->async->conn));
		if (outcome == PGSQL_CONNECT_TIMED_OUT) {
			smart_str_appends(&attempt->errors, "timeout expired\n");
		}
	} while (outcome == PGSQL_CONNECT_TIMED_OUT && has_next_target(attempt));
	return FAILURE;
}
/* }}} */

/* As libpq reads it: seconds, nothing below two. */
static zend_long timeout_of(PQconninfoOption *options)
{
	const char *value = option(options, "connect_timeout");
	zend_long seconds = value ? ZEND_ATOL(value) : 0;

	if (seconds <= 0) {
		return -1;
	}
	return MIN(MAX(seconds, 2), INT_MAX / 1000) * 1000;
}

static zend_result run_attempt(pgsql_attempt *attempt) /* may suspend */
{
	attempt->timeout_ms = timeout_of(attempt->async->options);
	if (find_targets(attempt) == FAILURE || (attempt->errors.s && attempt->num_targets == 0)) {
		return FAILURE;
	}
	return try_targets(attempt);
}

static void note_failure(pgsql_attempt *attempt)
{
	pgsql_async_t *async = attempt->async;

	if (EG(exception)) {
		pgsql_async_cut_short(async);
	}
	PQfinish(async->conn);
	async->conn = NULL;
	smart_str_0(&attempt->errors);
	pgsql_async_set_error(async, attempt->errors.s ? ZSTR_VAL(attempt->errors.s) : NULL);
}

static void connect_suspending(pgsql_async_t *async, const char *conninfo) /* may suspend */
{
	pgsql_attempt attempt = {.async = async};

	async->options = PQconninfoParse(conninfo, NULL);
	if (!async->options) {
		/* Not well formed: fails at once, with libpq's words. */
		async->conn = PQconnectdb(conninfo);
		return;
	}
	if (run_attempt(&attempt) == FAILURE) {
		note_failure(&attempt);
	}
	free_targets(&attempt);
	PQconninfoFree(async->options);
	async->options = NULL;
}

pgsql_async_t *pgsql_async_connect(pdo_dbh_t *dbh, const char *conninfo)
{
	pgsql_async_t *async = pgsql_async_new(dbh);

	if (ZEND_ASYNC_CAN_SUSPEND() && !async->persistent) {
		connect_suspending(async, conninfo);
	} else {
		async->conn = PQconnectdb(conninfo);
	}
	if (PQstatus(async->conn) == CONNECTION_OK) {
		pgsql_async_attach(async);
	}
	return async;
}
