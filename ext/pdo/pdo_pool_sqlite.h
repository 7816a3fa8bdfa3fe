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

/* What the drivers that may talk to SQLite (pdo_sqlite, pdo_odbc) both know of its pragmas. */

#ifndef PDO_POOL_SQLITE_H
#define PDO_POOL_SQLITE_H

#include "pdo_pool_text.h"

#define PDO_POOL_SQLITE_SETTINGS 24

BEGIN_EXTERN_C()

/* Pragmas that are settings of the connection, and can be read and set back, sorted. */
extern PDO_API const char *const pdo_pool_sqlite_settings[PDO_POOL_SQLITE_SETTINGS];

/* Its place in the list, or PDO_POOL_SQLITE_SETTINGS. */
PDO_API size_t pdo_pool_sqlite_find_setting(const char *name, size_t length);

/* The place of the one that the text sets, and does nothing else; or PDO_POOL_SQLITE_SETTINGS. */
PDO_API size_t pdo_pool_sqlite_read_setup(const zend_string *sql);

END_EXTERN_C()

#endif /* PDO_POOL_SQLITE_H */
