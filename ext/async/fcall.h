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

#ifndef ASYNC_FCALL_H
#define ASYNC_FCALL_H

#include "php.h"
#include "zend_async_API.h"

/* A copy, without arguments, of a callable that Z_PARAM_FUNC has parsed, to be called later and
 * from anywhere. Freed by zend_fcall_release(). NULL: exception thrown. */
zend_fcall_t *async_fcall_new(const zend_fcall_info *fci, zend_fcall_info_cache *fcc);

/* Copies arguments into it; named may be NULL. */
void async_fcall_set_args(zend_fcall_t *fcall, const zval *args, uint32_t count, HashTable *named);

#endif /* ASYNC_FCALL_H */
