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

/* Remembers what drivers said about the texts of statements: see pdo_pool_verdict.h. The memory is
 * of a fixed size and belongs to the thread; it refers to nothing, so a fork, the end of a request
 * or of a pool need not care for it. */

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#include "php.h"
#include "pdo_pool_verdict.h"

#define SETS 32
#define WAYS 2
/* Longer texts are judged each time; those are rare, and their run takes longer still. */
#define MAX_LENGTH 492

typedef struct _verdict {
	pdo_pool_judge judge;
	/* shape_of() its mode and its length. */
	uint64_t shape;
	uint32_t effects;
	char text[MAX_LENGTH];
} verdict;

ZEND_TLS verdict verdicts[SETS][WAYS];
/* The way of each set that was found or made last. */
ZEND_TLS uint8_t latest[SETS];

static zend_always_inline uint64_t shape_of(size_t length, uint32_t mode)
{
	return (uint64_t) mode << 32 | length;
}

static zend_always_inline uint64_t load(const char *bytes)
{
	uint64_t word;

	memcpy(&word, bytes, sizeof(word));
	return word;
}

/* Looks at the beginning, the middle and the end: texts that differ elsewhere only share a set. */
static zend_always_inline size_t set_of(const char *sql, size_t length)
{
	uint64_t hash = 0;

	if (EXPECTED(length >= sizeof(uint64_t))) {
		hash = load(sql + length - sizeof(uint64_t));
		hash = hash * 3 + load(sql + (length - sizeof(uint64_t)) / 2);
		hash = hash * 3 + load(sql);
	} else {
		memcpy(&hash, sql, length);
	}
	return (size_t) (((hash + length) * UINT64_C(0x9E3779B97F4A7C15)) >> 32) % SETS;
}

static zend_always_inline bool is_about(
	const verdict *v, const char *sql, size_t length, uint32_t mode, pdo_pool_judge judge)
{
	return v->shape == shape_of(length, mode) && v->judge == judge
		&& memcmp(v->text, sql, length) == 0;
}

/* The other one of the set, or judged, and kept in its place. Apart, so that the usual way through
 * pdo_pool_verdict() stays short. */
static zend_never_inline uint32_t find_or_judge(
	const char *sql, size_t length, uint32_t mode, pdo_pool_judge judge)
{
	const size_t index = set_of(sql, length);
	verdict *v = &verdicts[index][latest[index] ^= 1];

	if (!is_about(v, sql, length, mode, judge)) {
		v->judge = judge;
		v->shape = shape_of(length, mode);
		v->effects = judge(sql, length, mode);
		memcpy(v->text, sql, length);
	}
	return v->effects;
}

PDO_API uint32_t pdo_pool_verdict(
	const char *sql, size_t length, uint32_t mode, pdo_pool_judge judge)
{
	if (UNEXPECTED(length > MAX_LENGTH)) {
		return judge(sql, length, mode);
	}
	const size_t index = set_of(sql, length);
	const verdict *v = &verdicts[index][latest[index]];
	if (EXPECTED(is_about(v, sql, length, mode, judge))) {
		return v->effects;
	}
	return find_or_judge(sql, length, mode, judge);
}
