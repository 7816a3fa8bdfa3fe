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
 * holds for each address anew. When it is over libpq is given the addresses that are left, in a new
 * attempt; so their order has to be known here, and load_balance_hosts is done here. Host names
 * from a service file are left to libpq, which blocks on them, and so does Kerberos when it talks
 * to its own servers.
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
#include "ext/random/php_random_csprng.h"
#include "zend_smart_str.h"
#include <ctype.h>
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
	bool timed_out;
} pgsql_target;

typedef struct _pgsql_attempt {
	/* Has the connection, and the options. */
	pgsql_async_t *async;
	pgsql_target *targets;
	uint32_t num_targets;
	uint32_t next_target;
	zend_long timeout_ms;
	/* Second round of target_session_attrs=prefer-standby: any server will do. */
	bool takes_any;
	/* What went wrong with earlier targets; the SQLSTATE of the last one that has answered. */
	smart_str errors;
	char sqlstate[6];
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

/* As libpq finds it; "" stands for nothing. */
static const char *setting(PQconninfoOption *options, const char *keyword, const char *variable)
{
	const char *value = option(options, keyword);

	if (!value) {
		value = getenv(variable);
	}
	return value ? value : "";
}

static bool has_option(const pgsql_attempt *attempt, const char *keyword, const char *variable,
	const char *value)
{
	return strcmp(setting(attempt->async->options, keyword, variable), value) == 0;
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

/* A list of addresses stands in front of that of names. */
static zend_result find_target(pgsql_attempt *attempt, const char *hosts, const char *addresses,
	const char *ports, uint32_t n)
{
	char *host = nth_of_list(hosts, n, "");
	char *address = nth_of_list(addresses, n, "");
	char *port = nth_of_list(ports, n, DEFAULT_PORT);
	zend_result result = SUCCESS;

	if (*address || !*host) {
		add_target(attempt, host, address, port);
	} else {
		result = resolve(attempt, host, port);
	}
	efree(host);
	efree(address);
	efree(port);
	return result;
}

/* load_balance_hosts=random: hosts in any order, and the addresses of each. */
static void shuffle(pgsql_target *targets, uint32_t count)
{
	for (uint32_t i = count; i > 1; i--) {
		uint32_t chance = 0;
		pgsql_target last = targets[i - 1];

		(void) php_random_bytes_silent(&chance, sizeof(chance));
		targets[i - 1] = targets[chance % i];
		targets[chance % i] = last;
	}
}

/* Where the addresses of the n-th host begin. */
static void move_host_to_random_place(pgsql_attempt *attempt, uint32_t begin)
{
	uint32_t count = attempt->num_targets - begin, chance = 0;
	pgsql_target *all = attempt->targets, *moved;

	if (begin == 0 || count == 0) {
		return;
	}
	(void) php_random_bytes_silent(&chance, sizeof(chance));
	chance %= begin + 1;
	/* Only where another host begins. */
	while (chance < begin && chance > 0 && strcmp(all[chance].host, all[chance - 1].host) == 0
			&& strcmp(all[chance].port, all[chance - 1].port) == 0) {
		chance--;
	}
	moved = safe_emalloc(count, sizeof(*moved), 0);
	memcpy(moved, all + begin, count * sizeof(*moved));
	memmove(all + chance + count, all + chance, (begin - chance) * sizeof(*moved));
	memcpy(all + chance, moved, count * sizeof(*moved));
	efree(moved);
}

static zend_result find_all_targets(pgsql_attempt *attempt, const char *hosts,
	const char *addresses, const char *ports)
{
	uint32_t num_hosts = length_of_list(*addresses ? addresses : hosts);
	bool is_random =
		has_option(attempt, "load_balance_hosts", "PGLOADBALANCEHOSTS", "random");

	for (uint32_t i = 0; i < num_hosts; i++) {
		uint32_t begin = attempt->num_targets;

		if (find_target(attempt, hosts, addresses, ports, i) == FAILURE) {
			return FAILURE;
		}
		if (is_random) {
			shuffle(attempt->targets + begin, attempt->num_targets - begin);
			move_host_to_random_place(attempt, begin);
		}
	}
	return SUCCESS;
}

/* Without a name to resolve there are no targets, and libpq gets what the user wrote. */
static zend_result find_targets(pgsql_attempt *attempt)
{
	PQconninfoOption *options = attempt->async->options;
	const char *hosts = setting(options, "host", "PGHOST");
	const char *addresses = setting(options, "hostaddr", "PGHOSTADDR");
	const char *ports = setting(options, "port", "PGPORT");

	if (option(options, "service") || getenv("PGSERVICE")) {
		return SUCCESS;
	}
	if (*addresses ? !strchr(addresses, ',')
			: !*hosts || (is_socket_directory(hosts) && !strchr(hosts, ','))) {
		return SUCCESS;
	}
	return find_all_targets(attempt, hosts, addresses, *ports ? ports : DEFAULT_PORT);
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

/* Is this option one of those that are given anew? */
static bool is_replaced(const pgsql_attempt *attempt, const char *keyword)
{
	static const char *const lists[] = {"host", "hostaddr", "port", "load_balance_hosts"};

	for (size_t i = 0; attempt->num_targets && i < sizeof(lists) / sizeof(lists[0]); i++) {
		if (strcmp(keyword, lists[i]) == 0) {
			return true;
		}
	}
	return attempt->takes_any && strcmp(keyword, "target_session_attrs") == 0;
}

static void start(const pgsql_attempt *attempt)
{
	const char *keywords[64], *values[64];
	smart_str hosts = {0}, addresses = {0}, ports = {0};
	bool first = true;
	int n = 0;

	for (uint32_t i = attempt->next_target; i < attempt->num_targets; i++) {
		if (attempt->targets[i].timed_out) {
			continue;
		}
		append_list(&hosts, attempt->targets[i].host, first);
		append_list(&addresses, attempt->targets[i].address, first);
		append_list(&ports, attempt->targets[i].port, first);
		first = false;
	}
	for (PQconninfoOption *o = attempt->async->options; o->keyword && n < 58; o++) {
		if (o->val && !is_replaced(attempt, o->keyword)) {
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
	if (attempt->takes_any) {
		keywords[n] = "target_session_attrs";
		values[n++] = "any";
	}
	keywords[n] = NULL;
	values[n] = NULL;

	attempt->async->conn = PQconnectStartParams(keywords, values, 0);
	/* So that an error of the server comes with its SQLSTATE: see take_error(). */
	PQsetErrorVerbosity(attempt->async->conn, PQERRORS_VERBOSE);
	smart_str_free(&hosts);
	smart_str_free(&addresses);
	smart_str_free(&ports);
}

/* Where libpq is in the list of targets. */
static uint32_t current_target(const pgsql_attempt *attempt, const PGconn *conn)
{
	const char *host = PQhost(conn), *address = PQhostaddr(conn), *port = PQport(conn);

	for (uint32_t i = attempt->next_target; i < attempt->num_targets; i++) {
		const pgsql_target *t = &attempt->targets[i];
		const char *name = *t->host ? t->host : t->address;

		if (!t->timed_out && (!host || strcmp(name, host) == 0)
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
	zend_async_deadline_t deadline = zend_async_deadline_of_limit(attempt->timeout_ms);

	while (step == PGRES_POLLING_READING || step == PGRES_POLLING_WRITING) {
		const zend_long left_ms = zend_async_deadline_left_ms(deadline);
		if (left_ms == 0) {
			return PGSQL_CONNECT_TIMED_OUT;
		}
		const int ready = wait_for_step(conn, step, left_ms);
		if (ready < 0) {
			return PGSQL_CONNECT_CUT_SHORT;
		}
		if (ready == 0) {
			continue;
		}
		step = PQconnectPoll(conn);
		if (current_target(attempt, conn) != target) {
			target = current_target(attempt, conn);
			deadline = zend_async_deadline_of_limit(attempt->timeout_ms);
		}
	}
	return PGSQL_CONNECT_DONE;
}

static bool is_left(const pgsql_attempt *attempt, uint32_t from)
{
	for (uint32_t i = from; i < attempt->num_targets; i++) {
		if (!attempt->targets[i].timed_out) {
			return true;
		}
	}
	return false;
}

/* Those that have answered, and were no standby. */
static bool goes_round_again(pgsql_attempt *attempt)
{
	if (attempt->takes_any || !is_left(attempt, 0) || !has_option(attempt,
			"target_session_attrs", "PGTARGETSESSIONATTRS", "prefer-standby")) {
		return false;
	}
	attempt->takes_any = true;
	attempt->next_target = 0;
	return true;
}

/* false: the time is up for all of them. */
static bool has_next_target(pgsql_attempt *attempt)
{
	uint32_t current = current_target(attempt, attempt->async->conn);

	if (!attempt->num_targets) {
		return false;
	}
	attempt->targets[current].timed_out = true;
	attempt->next_target = current + 1;
	return is_left(attempt, attempt->next_target) || goes_round_again(attempt);
}

/* {{{ Errors. libpq tells the SQLSTATE of a refused connection in the text of a verbose message
 * only: "FATAL:  53300: sorry, ...", and a line with a place in the server's source at the end.
 * Both are taken out again, so that the message is what it always was. */
static bool is_sqlstate(const char *text)
{
	for (int i = 0; i < 5; i++) {
		if (!isdigit((unsigned char) text[i]) && !(text[i] >= 'A' && text[i] <= 'Z')) {
			return false;
		}
	}
	return text[5] == ':' && text[6] == ' ';
}

/* Behind the severity, whose language is the server's; NULL: the line has none. */
static const char *find_sqlstate(const char *line, const char *end)
{
	for (const char *at = line; at + 10 <= end; at++) {
		if (at[0] == ':' && at[1] == ' ' && at[2] == ' ' && is_sqlstate(at + 3)) {
			return at + 3;
		}
	}
	return NULL;
}

static void append_line(pgsql_attempt *attempt, const char *line, const char *end)
{
	static const char location[] = "LOCATION:  ";
	const char *sqlstate = find_sqlstate(line, end);

	if (strncmp(line, location, sizeof(location) - 1) == 0) {
		return;
	}
	if (sqlstate) {
		memcpy(attempt->sqlstate, sqlstate, 5);
		smart_str_appendl(&attempt->errors, line, sqlstate - line);
		line = sqlstate + 7;
	}
	smart_str_appendl(&attempt->errors, line, end - line);
}

static void take_error(pgsql_attempt *attempt)
{
	const char *line = PQerrorMessage(attempt->async->conn);

	while (*line) {
		const char *newline = strchr(line, '\n');
		const char *end = newline ? newline + 1 : line + strlen(line);

		append_line(attempt, line, end);
		line = end;
	}
}
/* }}} */

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
			PQsetErrorVerbosity(attempt->async->conn, PQERRORS_DEFAULT);
			return SUCCESS;
		}
		take_error(attempt);
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

/* FAILURE: the errors say why, or there is an exception. */
static zend_result find_targets_in_time(pgsql_attempt *attempt) /* may suspend */
{
	zend_async_limit_t limit = {
		.timeout_ms = (zend_ulong) attempt->timeout_ms, .message = "connect_timeout is over"};
	zend_result result;

	if (attempt->timeout_ms > 0) {
		ZEND_ASYNC_LIMIT_BEGIN(&limit);
	}
	result = find_targets(attempt);
	if (ZEND_ASYNC_LIMIT_END(&limit) && !EG(exception)) {
		smart_str_appends(&attempt->errors, "could not translate host names: timeout expired\n");
	}
	return result;
}

static zend_result run_attempt(pgsql_attempt *attempt) /* may suspend */
{
	attempt->timeout_ms = timeout_of(attempt->async->options);
	if (find_targets_in_time(attempt) == FAILURE
			|| (attempt->errors.s && attempt->num_targets == 0)) {
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
	if (async->pooled && attempt->sqlstate[0]) {
		pdo_pool_refused_with(async->dbh, attempt->sqlstate);
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
