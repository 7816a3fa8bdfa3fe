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

/* The version of the series: the only place where it is written. php --ri async shows it, the names
 * of the export have it, and scripts/release --check compares it with CHANGELOG.md. */

#ifndef PHP_ASYNC_VERSION_H
#define PHP_ASYNC_VERSION_H

#define PHP_ASYNC_VERSION "0.9.0"

#endif /* PHP_ASYNC_VERSION_H */
