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

/* LinePool: asks a server on a unix socket one line at a time, over connections that coroutines
 * share. An example of an extension that pools its own resource; docs/c-api.md explains it step by
 * step. Only Zend/zend_async_API.h is used. */

#ifdef HAVE_CONFIG_H
# include "config.h"
#endif

#include "php.h"
#include "zend_async_API.h"
#include "zend_exceptions.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

/* {{{ The resource */
typedef struct _line_connection {
	int fd;
} line_connection;

/* The user data of the pool: outlives the object by the calls that are under way when it goes. */
typedef struct _line_server {
	struct sockaddr_un address;
} line_server;

/* Waits until the descriptor is ready: suspends the coroutine where that is possible, blocks
 * elsewhere. may suspend */
static zend_result wait_for(int fd, bool to_write)
{
	if (ZEND_ASYNC_CAN_SUSPEND()) {
		zend_async_pollfd_t waited = {
			.fd = fd,
			.events = to_write ? ZEND_ASYNC_WRITABLE : ZEND_ASYNC_READABLE,
		};
		return ZEND_ASYNC_WAIT_FDS(&waited, 1, -1, true) < 0 ? FAILURE : SUCCESS;
	}
	struct pollfd waited = {.fd = fd, .events = to_write ? POLLOUT : POLLIN};
	while (poll(&waited, 1, -1) < 0 && errno == EINTR) {
	}
	return SUCCESS;
}

/* may suspend */
static zend_result send_all(int fd, const char *text, size_t length)
{
	while (length > 0) {
		ssize_t sent = send(fd, text, length, MSG_NOSIGNAL);
		if (sent >= 0) {
			text += sent;
			length -= (size_t) sent;
		} else if (errno != EAGAIN || wait_for(fd, true) == FAILURE) {
			return FAILURE;
		}
	}
	return SUCCESS;
}

/* One line, without its end, or NULL. may suspend */
static zend_string *read_line(int fd)
{
	char buffer[1024];
	size_t length = 0;

	while (length < sizeof(buffer)) {
		ssize_t received = recv(fd, buffer + length, sizeof(buffer) - length, 0);
		if (received > 0) {
			length += (size_t) received;
			if (buffer[length - 1] == '\n') {
				return zend_string_init(buffer, length - 1, false);
			}
		} else if (received == 0 || errno != EAGAIN || wait_for(fd, false) == FAILURE) {
			return NULL;
		}
	}
	return NULL;
}
/* }}} */

/* {{{ What the pool calls */

/* may suspend, may throw */
static zend_result make_connection(zend_async_pool_t *pool, zval *result)
{
	const line_server *server = pool->user_data;
	const struct sockaddr *address = (const struct sockaddr *) &server->address;
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

	if (fd < 0 || connect(fd, address, sizeof(server->address)) < 0) {
		zend_throw_exception_ex(NULL, errno, "Cannot connect to %s: %s", server->address.sun_path,
			strerror(errno));
		if (fd >= 0) {
			close(fd);
		}
		return FAILURE;
	}
	fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);

	line_connection *connection = emalloc(sizeof(*connection));
	connection->fd = fd;
	ZVAL_PTR(result, connection);
	return SUCCESS;
}

static void end_connection(zend_async_pool_t *pool, zval *resource, zend_async_pool_reason reason)
{
	line_connection *connection = Z_PTR_P(resource);

	/* wait_for() has kept the registration of the descriptor, and promised this. */
	ZEND_ASYNC_FD_CLOSING(connection->fd);
	close(connection->fd);
	efree(connection);
}

/* A connection that the server has closed is readable, and has nothing. */
static bool is_open(zend_async_pool_t *pool, zval *resource)
{
	char byte;
	ssize_t received = recv(((line_connection *) Z_PTR_P(resource))->fd, &byte, 1, MSG_PEEK);

	return received < 0 && errno == EAGAIN;
}

/* In a forked child the connection is the parent's. The descriptor is a copy: closing it tells the
 * peer nothing. */
static void forget_connection(zend_async_pool_t *pool, zval *resource)
{
	close(((line_connection *) Z_PTR_P(resource))->fd);
	efree(Z_PTR_P(resource));
}

static void free_server(void *user_data)
{
	efree(user_data);
}

static const zend_async_pool_handlers_t handlers = {
	.factory = make_connection,
	.destructor = end_connection,
	.before_acquire = is_open,
	.abandon = forget_connection,
	.free_user_data = free_server,
};
/* }}} */

/* {{{ class LinePool */
typedef struct _line_pool {
	zend_async_pool_t *pool;
	zend_object std;
} line_pool;

static zend_object_handlers line_pool_handlers;

static line_pool *line_pool_of(zval *object)
{
	return ZEND_CONTAINER_OF(Z_OBJ_P(object), line_pool, std);
}

#define FETCH_POOL(pool) \
	zend_async_pool_t *pool = line_pool_of(ZEND_THIS)->pool; \
	if (!pool) { \
		zend_throw_error(NULL, "The object has not been constructed"); \
		RETURN_THROWS(); \
	}

ZEND_BEGIN_ARG_INFO_EX(arginfo_construct, 0, 0, 1)
	ZEND_ARG_TYPE_INFO(0, path, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, max, IS_LONG, 0, "10")
ZEND_END_ARG_INFO()

PHP_METHOD(LinePool, __construct)
{
	zend_string *path;
	zend_long max = 10;
	line_pool *self = line_pool_of(ZEND_THIS);

	ZEND_PARSE_PARAMETERS_START(1, 2)
		Z_PARAM_PATH_STR(path)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG(max)
	ZEND_PARSE_PARAMETERS_END();

	line_server *server = ecalloc(1, sizeof(*server));
	zend_async_pool_options_t options = {.max_size = (uint32_t) max};
	if (self->pool || max < 1 || max > 1000 || ZSTR_LEN(path) >= sizeof(server->address.sun_path)) {
		efree(server);
		zend_value_error("LinePool::__construct(): bad path or maximum, or called twice");
		RETURN_THROWS();
	}
	server->address.sun_family = AF_UNIX;
	memcpy(server->address.sun_path, ZSTR_VAL(path), ZSTR_LEN(path));
	self->pool = ZEND_ASYNC_NEW_POOL(&handlers, &options, server);
	if (!self->pool) {
		/* An exception; free_user_data is not called for a pool that never was. */
		efree(server);
	}
}

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_ask, 0, 1, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, line, IS_STRING, 0)
ZEND_END_ARG_INFO()

/* may suspend: three times, in fact, and the pool may be closed meanwhile */
PHP_METHOD(LinePool, ask)
{
	zend_string *line, *question, *answer = NULL;
	zval resource;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_STR(line)
	ZEND_PARSE_PARAMETERS_END();

	FETCH_POOL(pool);
	if (ZEND_ASYNC_POOL_ACQUIRE(pool, &resource, 0) == FAILURE) {
		RETURN_THROWS();
	}
	int fd = ((line_connection *) Z_PTR(resource))->fd;
	question = zend_string_concat2(ZSTR_VAL(line), ZSTR_LEN(line), "\n", 1);
	if (send_all(fd, ZSTR_VAL(question), ZSTR_LEN(question)) == SUCCESS) {
		answer = read_line(fd);
	}
	zend_string_release(question);
	if (answer) {
		ZEND_ASYNC_POOL_RELEASE(pool, &resource);
		RETURN_STR(answer);
	}
	/* Lost, or cancelled in the middle: an answer may still come, so nobody else can have it. */
	ZEND_ASYNC_POOL_DISCARD(pool, &resource);
	if (!EG(exception)) {
		zend_throw_exception(NULL, "The server closed the connection", 0);
	}
}

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_getPool, 0, 0, Async\\Pool, 0)
ZEND_END_ARG_INFO()

PHP_METHOD(LinePool, getPool)
{
	ZEND_PARSE_PARAMETERS_NONE();

	FETCH_POOL(pool);
	zend_object *object = ZEND_ASYNC_NEW_POOL_OBJ(pool);
	if (!object) {
		RETURN_THROWS();
	}
	RETURN_OBJ(object);
}

static zend_object *create_object(zend_class_entry *ce)
{
	line_pool *object = zend_object_alloc(sizeof(*object), ce);

	zend_object_std_init(&object->std, ce);
	object_properties_init(&object->std, ce);
	return &object->std;
}

static void free_object(zend_object *std)
{
	line_pool *self = ZEND_CONTAINER_OF(std, line_pool, std);

	if (self->pool) {
		ZEND_ASYNC_POOL_DISPOSE(self->pool);
	}
	zend_object_std_dtor(std);
}

static const zend_function_entry methods[] = {
	PHP_ME(LinePool, __construct, arginfo_construct, ZEND_ACC_PUBLIC)
	PHP_ME(LinePool, ask, arginfo_ask, ZEND_ACC_PUBLIC)
	PHP_ME(LinePool, getPool, arginfo_getPool, ZEND_ACC_PUBLIC)
	PHP_FE_END
};

PHP_MINIT_FUNCTION(line_pool)
{
	zend_class_entry entry, *ce;

	INIT_CLASS_ENTRY(entry, "LinePool", methods);
	ce = zend_register_internal_class(&entry);
	ce->ce_flags |= ZEND_ACC_FINAL | ZEND_ACC_NO_DYNAMIC_PROPERTIES | ZEND_ACC_NOT_SERIALIZABLE;
	ce->create_object = create_object;
	ce->default_object_handlers = &line_pool_handlers;
	line_pool_handlers = std_object_handlers;
	line_pool_handlers.offset = XtOffsetOf(line_pool, std);
	line_pool_handlers.free_obj = free_object;
	line_pool_handlers.clone_obj = NULL;
	return SUCCESS;
}
/* }}} */

static const zend_module_dep dependencies[] = {
	ZEND_MOD_REQUIRED("async")
	ZEND_MOD_END
};

zend_module_entry line_pool_module_entry = {
	STANDARD_MODULE_HEADER_EX, NULL, dependencies,
	"line_pool", NULL,
	PHP_MINIT(line_pool), NULL, NULL, NULL, NULL,
	"0.1",
	STANDARD_MODULE_PROPERTIES
};

#ifdef COMPILE_DL_LINE_POOL
ZEND_GET_MODULE(line_pool)
#endif
