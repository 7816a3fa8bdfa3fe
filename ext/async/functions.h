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

#ifndef ASYNC_FUNCTIONS_H
#define ASYNC_FUNCTIONS_H

/* Registers the interfaces Awaitable and Completable and the class Timeout. The exceptions come
 * before it, the class Coroutine after. */
void async_userland_startup(void);

#endif /* ASYNC_FUNCTIONS_H */
