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

/* Callables of the user that are kept to be called later. They are not called here. */

#ifdef HAVE_CONFIG_H
# include "config.h"
#endif

#include "php.h"
#include "zend_closures.h"
#include "zend_interfaces.h"
#include "fcall.h"

/* The cache is only good for as long as what it points to is held. An object other than a closure
 * or an invokable (["object", "method"], "parent::method") is held by nothing that lasts, and for
 * __call() there is no function in the cache at all. A closure made of the callable, in the scope
 * of the caller, holds everything. */
static bool needs_closure(const zend_fcall_info *fci, const zend_fcall_info_cache *fcc)
{
	return !fcc->function_handler
		|| (fcc->function_handler->common.fn_flags & ZEND_ACC_CALL_VIA_TRAMPOLINE)
		|| (fcc->object && Z_TYPE(fci->function_name) != IS_OBJECT);
}

static zend_result closure_from_callable(zval *closure, const zend_fcall_info *fci)
{
	zval callable;

	ZVAL_UNDEF(closure);
	ZVAL_COPY_VALUE(&callable, &fci->function_name);
	zend_call_method_with_1_params(NULL, zend_ce_closure, NULL, "fromcallable", closure, &callable);
	return Z_TYPE_P(closure) == IS_OBJECT ? SUCCESS : FAILURE;
}

zend_fcall_t *async_fcall_new(const zend_fcall_info *fci, zend_fcall_info_cache *fcc)
{
	zend_fcall_t *fcall = ecalloc(1, sizeof(*fcall));
	zval closure;

	if (!needs_closure(fci, fcc)) {
		fcall->fci = *fci;
		fcall->fci_cache = *fcc;
		Z_TRY_ADDREF(fcall->fci.function_name);
	} else {
		zend_release_fcall_info_cache(fcc);
		if (closure_from_callable(&closure, fci) == FAILURE
				|| zend_fcall_info_init(&closure, 0, &fcall->fci, &fcall->fci_cache, NULL,
					NULL) == FAILURE) {
			zval_ptr_dtor(&closure);
			efree(fcall);
			return NULL;
		}
	}
	fcall->fci.params = NULL;
	fcall->fci.param_count = 0;
	fcall->fci.named_params = NULL;
	fcall->fci.retval = NULL;
	return fcall;
}

void async_fcall_set_args(zend_fcall_t *fcall, const zval *args, uint32_t count, HashTable *named)
{
	if (count > 0) {
		fcall->fci.params = safe_emalloc(count, sizeof(zval), 0);
		fcall->fci.param_count = count;
		for (uint32_t i = 0; i < count; i++) {
			ZVAL_COPY(&fcall->fci.params[i], &args[i]);
		}
	}
	if (named) {
		GC_TRY_ADDREF(named);
		fcall->fci.named_params = named;
	}
}
