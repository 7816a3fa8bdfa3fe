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

/* What a driver says about the text of a statement (pdo_pool_text.h), remembered: the same text
 * with the same meaning is judged once. */

#ifndef PDO_POOL_VERDICT_H
#define PDO_POOL_VERDICT_H

#include "pdo_pool_text.h"

/* Returns PDO_POOL_TEXT_*. The answer depends on the text and on mode alone: all that changes the
 * meaning of the text is in mode. Neither suspends nor throws. */
typedef uint32_t (*pdo_pool_judge)(const char *sql, size_t length, uint32_t mode);

BEGIN_EXTERN_C()

/* What judge says, or said before. */
PDO_API uint32_t pdo_pool_verdict(
	const char *sql, size_t length, uint32_t mode, pdo_pool_judge judge);

END_EXTERN_C()

#endif /* PDO_POOL_VERDICT_H */
