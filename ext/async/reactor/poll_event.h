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

#ifndef ASYNC_POLL_EVENT_H
#define ASYNC_POLL_EVENT_H

#include "reactor.h"

/* See zend_async_reactor_api_t. */
zend_async_poll_event_t *async_new_poll_event(zend_async_socket_t fd, uint32_t events);
/* may suspend */
int async_poll_wait(zend_async_poll_event_t *poll, uint32_t events, zend_long timeout_ms);
/* may suspend */
int async_wait_fds(zend_async_pollfd_t *fds, unsigned int nfds, zend_long timeout_ms, bool keep);

#endif /* ASYNC_POLL_EVENT_H */
