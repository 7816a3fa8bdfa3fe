/*
   +----------------------------------------------------------------------+
   | Zend Engine                                                          |
   +----------------------------------------------------------------------+
   | Copyright (c) Zend Technologies Ltd. (http://www.zend.com)           |
   +----------------------------------------------------------------------+
   | This source file is subject to version 2.00 of the Zend license,     |
   | that is bundled with this package in the file LICENSE, and is        |
   | available through the world-wide-web at the following url:           |
   | http://www.zend.com/license/2_00.txt.                                |
   | If you did not receive a copy of the Zend license and are unable to  |
   | obtain it through the world-wide-web, please send a note to          |
   | license@zend.com so we can mail you a copy immediately.              |
   +----------------------------------------------------------------------+
*/

/* Where the memory of fiber stacks comes from, when an extension keeps some. */

#ifndef ZEND_FIBER_STACKS_H
#define ZEND_FIBER_STACKS_H

#include "zend_portability.h"

BEGIN_EXTERN_C()

/* Both are NULL, or both are set, in module start-up.
 * take: size bytes, of which guard_size at the lower end cannot be touched. NULL: the engine maps
 * the stack itself.
 * give: the stack is not used any more. false: it was not taken there, and the engine unmaps it.
 * Neither may throw. */
extern ZEND_API void *(*zend_fiber_take_stack)(size_t size, size_t guard_size);
extern ZEND_API bool (*zend_fiber_give_stack)(void *pointer, size_t size);

END_EXTERN_C()

#endif /* ZEND_FIBER_STACKS_H */
