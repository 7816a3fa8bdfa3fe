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

/* An intrusive doubly linked list: the node is a member of whatever is listed, so that adding and
 * removing take constant time and allocate nothing. A node is often on the C stack of a waiting
 * coroutine; whoever put it there takes it off before the stack goes.
 *
 * A node that is all zero is on no list, and a node that was removed is all zero again. The list is
 * a ring around its head: it must be initialised before use and must not be copied or moved. */

#ifndef ZEND_ASYNC_LIST_H
#define ZEND_ASYNC_LIST_H

#include "zend_portability.h"
#include <stddef.h>

/* The struct of which ptr is the member. */
#define ZEND_CONTAINER_OF(ptr, type, member) \
	((type *) ((char *) (ptr) - offsetof(type, member)))

typedef struct _zend_async_list_node_t zend_async_list_node_t;
struct _zend_async_list_node_t {
	zend_async_list_node_t *prev;
	zend_async_list_node_t *next;
};

typedef struct _zend_async_list_t {
	zend_async_list_node_t head;
} zend_async_list_t;

static zend_always_inline void zend_async_list_init(zend_async_list_t *list)
{
	list->head.prev = list->head.next = &list->head;
}

static zend_always_inline bool zend_async_list_is_empty(const zend_async_list_t *list)
{
	return list->head.next == &list->head;
}

static zend_always_inline bool zend_async_list_is_linked(const zend_async_list_node_t *node)
{
	return node->next != NULL;
}

static zend_always_inline void zend_async_list_insert_after(
		zend_async_list_node_t *before, zend_async_list_node_t *node)
{
	ZEND_ASSERT(!zend_async_list_is_linked(node) && "A node is on one list at a time");
	node->prev = before;
	node->next = before->next;
	before->next->prev = node;
	before->next = node;
}

static zend_always_inline void zend_async_list_add_first(
		zend_async_list_t *list, zend_async_list_node_t *node)
{
	zend_async_list_insert_after(&list->head, node);
}

static zend_always_inline void zend_async_list_add_last(
		zend_async_list_t *list, zend_async_list_node_t *node)
{
	zend_async_list_insert_after(list->head.prev, node);
}

/* Takes the node off the list that it is on. */
static zend_always_inline void zend_async_list_remove(zend_async_list_node_t *node)
{
	ZEND_ASSERT(zend_async_list_is_linked(node) && "The node is on no list");
	node->prev->next = node->next;
	node->next->prev = node->prev;
	node->prev = node->next = NULL;
}

/* NULL when the list is empty, or after the last node. */
static zend_always_inline zend_async_list_node_t *zend_async_list_first(
		const zend_async_list_t *list)
{
	return zend_async_list_is_empty(list) ? NULL : list->head.next;
}

static zend_always_inline zend_async_list_node_t *zend_async_list_next(
		const zend_async_list_t *list, const zend_async_list_node_t *node)
{
	return node->next == &list->head ? NULL : node->next;
}

/* Moves all nodes to the list "to", which need not be initialised; "from" is empty afterwards. */
static zend_always_inline void zend_async_list_move(zend_async_list_t *from, zend_async_list_t *to)
{
	if (zend_async_list_is_empty(from)) {
		zend_async_list_init(to);
		return;
	}
	to->head = from->head;
	to->head.next->prev = to->head.prev->next = &to->head;
	zend_async_list_init(from);
}

/* Removes all nodes. */
static zend_always_inline void zend_async_list_clear(zend_async_list_t *list)
{
	while (!zend_async_list_is_empty(list)) {
		zend_async_list_remove(list->head.next);
	}
}

/* Loops over the structs whose member is on the list, first to last. The loop may remove the
 * current one, but no other; where it may suspend, take zend_async_list_first() again each time. */
#define ZEND_ASYNC_LIST_FOREACH(list, type, member, item) \
	for (zend_async_list_node_t *node_ = (list)->head.next, *next_ = node_->next; \
			node_ != &(list)->head; \
			node_ = next_, next_ = node_->next) { \
		type *item = ZEND_CONTAINER_OF(node_, type, member);

#define ZEND_ASYNC_LIST_FOREACH_END() }

#endif /* ZEND_ASYNC_LIST_H */
