/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: 6bc548d205e76f131ee798abc67515fc92c30f72 */

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_ZendAsyncTest_start_counting_allocations, 0, 0, IS_VOID, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_ZendAsyncTest_stop_counting_allocations, 0, 0, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_ZendAsyncTest_check_health, 0, 1, IS_VOID, 0)
	ZEND_ARG_OBJ_INFO(0, pool, Async\\Pool, 0)
ZEND_END_ARG_INFO()

#define arginfo_ZendAsyncTest_connect_aside arginfo_ZendAsyncTest_check_health

#define arginfo_class_ZendAsyncTest_Gate_wait arginfo_ZendAsyncTest_start_counting_allocations

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_ZendAsyncTest_Gate_open, 0, 0, _IS_BOOL, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_ZendAsyncTest_EmptyMethods_nothing arginfo_ZendAsyncTest_start_counting_allocations

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_ZendAsyncTest_EmptyMethods_echo, 0, 1, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_ZendAsyncTest_ConnectionPool___construct, 0, 0, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, min, IS_LONG, 0, "0")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, max, IS_LONG, 0, "10")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, healthcheckInterval, IS_LONG, 0, "0")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, bare, _IS_BOOL, 0, "false")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_ZendAsyncTest_ConnectionPool_acquire, 0, 0, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, timeout, IS_LONG, 0, "0")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_ZendAsyncTest_ConnectionPool_tryAcquire, 0, 0, IS_LONG, 1)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_ZendAsyncTest_ConnectionPool_release, 0, 1, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, number, IS_LONG, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_ZendAsyncTest_ConnectionPool_discard arginfo_class_ZendAsyncTest_ConnectionPool_release

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_ZendAsyncTest_ConnectionPool_prefer, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, number, IS_LONG, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_ZendAsyncTest_ConnectionPool_evict arginfo_class_ZendAsyncTest_ConnectionPool_prefer

#define arginfo_class_ZendAsyncTest_ConnectionPool_close arginfo_ZendAsyncTest_start_counting_allocations

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_ZendAsyncTest_ConnectionPool_getPool, 0, 0, Async\\Pool, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_ZendAsyncTest_ConnectionPool_setDelay, 0, 2, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, handler, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, milliseconds, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_ZendAsyncTest_ConnectionPool_setFailing, 0, 2, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, handler, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, times, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, throwing, _IS_BOOL, 0, "false")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_ZendAsyncTest_ConnectionPool_setStrategy, 0, 1, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, failures, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_ZendAsyncTest_ConnectionPool_takeLog, 0, 0, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_ZendAsyncTest_ConnectionPool_cycle, 0, 1, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, times, IS_LONG, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_ZendAsyncTest_ConnectionPool_callHooks arginfo_class_ZendAsyncTest_ConnectionPool_cycle

ZEND_FUNCTION(ZendAsyncTest_start_counting_allocations);
ZEND_FUNCTION(ZendAsyncTest_stop_counting_allocations);
ZEND_FUNCTION(ZendAsyncTest_check_health);
ZEND_FUNCTION(ZendAsyncTest_connect_aside);
ZEND_METHOD(ZendAsyncTest_Gate, wait);
ZEND_METHOD(ZendAsyncTest_Gate, open);
ZEND_METHOD(ZendAsyncTest_EmptyMethods, nothing);
ZEND_METHOD(ZendAsyncTest_EmptyMethods, echo);
ZEND_METHOD(ZendAsyncTest_ConnectionPool, __construct);
ZEND_METHOD(ZendAsyncTest_ConnectionPool, acquire);
ZEND_METHOD(ZendAsyncTest_ConnectionPool, tryAcquire);
ZEND_METHOD(ZendAsyncTest_ConnectionPool, release);
ZEND_METHOD(ZendAsyncTest_ConnectionPool, discard);
ZEND_METHOD(ZendAsyncTest_ConnectionPool, prefer);
ZEND_METHOD(ZendAsyncTest_ConnectionPool, evict);
ZEND_METHOD(ZendAsyncTest_ConnectionPool, close);
ZEND_METHOD(ZendAsyncTest_ConnectionPool, getPool);
ZEND_METHOD(ZendAsyncTest_ConnectionPool, setDelay);
ZEND_METHOD(ZendAsyncTest_ConnectionPool, setFailing);
ZEND_METHOD(ZendAsyncTest_ConnectionPool, setStrategy);
ZEND_METHOD(ZendAsyncTest_ConnectionPool, takeLog);
ZEND_METHOD(ZendAsyncTest_ConnectionPool, cycle);
ZEND_METHOD(ZendAsyncTest_ConnectionPool, callHooks);

static const zend_function_entry ext_functions[] = {
	ZEND_RAW_FENTRY(ZEND_NS_NAME("ZendAsyncTest", "start_counting_allocations"), zif_ZendAsyncTest_start_counting_allocations, arginfo_ZendAsyncTest_start_counting_allocations, 0, NULL, NULL)
	ZEND_RAW_FENTRY(ZEND_NS_NAME("ZendAsyncTest", "stop_counting_allocations"), zif_ZendAsyncTest_stop_counting_allocations, arginfo_ZendAsyncTest_stop_counting_allocations, 0, NULL, NULL)
	ZEND_RAW_FENTRY(ZEND_NS_NAME("ZendAsyncTest", "check_health"), zif_ZendAsyncTest_check_health, arginfo_ZendAsyncTest_check_health, 0, NULL, NULL)
	ZEND_RAW_FENTRY(ZEND_NS_NAME("ZendAsyncTest", "connect_aside"), zif_ZendAsyncTest_connect_aside, arginfo_ZendAsyncTest_connect_aside, 0, NULL, NULL)
	ZEND_FE_END
};

static const zend_function_entry class_ZendAsyncTest_Gate_methods[] = {
	ZEND_ME(ZendAsyncTest_Gate, wait, arginfo_class_ZendAsyncTest_Gate_wait, ZEND_ACC_PUBLIC)
	ZEND_ME(ZendAsyncTest_Gate, open, arginfo_class_ZendAsyncTest_Gate_open, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};

static const zend_function_entry class_ZendAsyncTest_EmptyMethods_methods[] = {
	ZEND_ME(ZendAsyncTest_EmptyMethods, nothing, arginfo_class_ZendAsyncTest_EmptyMethods_nothing, ZEND_ACC_PUBLIC)
	ZEND_ME(ZendAsyncTest_EmptyMethods, echo, arginfo_class_ZendAsyncTest_EmptyMethods_echo, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};

static const zend_function_entry class_ZendAsyncTest_ConnectionPool_methods[] = {
	ZEND_ME(ZendAsyncTest_ConnectionPool, __construct, arginfo_class_ZendAsyncTest_ConnectionPool___construct, ZEND_ACC_PUBLIC)
	ZEND_ME(ZendAsyncTest_ConnectionPool, acquire, arginfo_class_ZendAsyncTest_ConnectionPool_acquire, ZEND_ACC_PUBLIC)
	ZEND_ME(ZendAsyncTest_ConnectionPool, tryAcquire, arginfo_class_ZendAsyncTest_ConnectionPool_tryAcquire, ZEND_ACC_PUBLIC)
	ZEND_ME(ZendAsyncTest_ConnectionPool, release, arginfo_class_ZendAsyncTest_ConnectionPool_release, ZEND_ACC_PUBLIC)
	ZEND_ME(ZendAsyncTest_ConnectionPool, discard, arginfo_class_ZendAsyncTest_ConnectionPool_discard, ZEND_ACC_PUBLIC)
	ZEND_ME(ZendAsyncTest_ConnectionPool, prefer, arginfo_class_ZendAsyncTest_ConnectionPool_prefer, ZEND_ACC_PUBLIC)
	ZEND_ME(ZendAsyncTest_ConnectionPool, evict, arginfo_class_ZendAsyncTest_ConnectionPool_evict, ZEND_ACC_PUBLIC)
	ZEND_ME(ZendAsyncTest_ConnectionPool, close, arginfo_class_ZendAsyncTest_ConnectionPool_close, ZEND_ACC_PUBLIC)
	ZEND_ME(ZendAsyncTest_ConnectionPool, getPool, arginfo_class_ZendAsyncTest_ConnectionPool_getPool, ZEND_ACC_PUBLIC)
	ZEND_ME(ZendAsyncTest_ConnectionPool, setDelay, arginfo_class_ZendAsyncTest_ConnectionPool_setDelay, ZEND_ACC_PUBLIC)
	ZEND_ME(ZendAsyncTest_ConnectionPool, setFailing, arginfo_class_ZendAsyncTest_ConnectionPool_setFailing, ZEND_ACC_PUBLIC)
	ZEND_ME(ZendAsyncTest_ConnectionPool, setStrategy, arginfo_class_ZendAsyncTest_ConnectionPool_setStrategy, ZEND_ACC_PUBLIC)
	ZEND_ME(ZendAsyncTest_ConnectionPool, takeLog, arginfo_class_ZendAsyncTest_ConnectionPool_takeLog, ZEND_ACC_PUBLIC)
	ZEND_ME(ZendAsyncTest_ConnectionPool, cycle, arginfo_class_ZendAsyncTest_ConnectionPool_cycle, ZEND_ACC_PUBLIC)
	ZEND_ME(ZendAsyncTest_ConnectionPool, callHooks, arginfo_class_ZendAsyncTest_ConnectionPool_callHooks, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};

static zend_class_entry *register_class_ZendAsyncTest_Gate(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "ZendAsyncTest", "Gate", class_ZendAsyncTest_Gate_methods);
	class_entry = zend_register_internal_class_with_flags(&ce, NULL, ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES|ZEND_ACC_NOT_SERIALIZABLE);

	return class_entry;
}

static zend_class_entry *register_class_ZendAsyncTest_EmptyMethods(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "ZendAsyncTest", "EmptyMethods", class_ZendAsyncTest_EmptyMethods_methods);
	class_entry = zend_register_internal_class_with_flags(&ce, NULL, ZEND_ACC_FINAL);

	return class_entry;
}

static zend_class_entry *register_class_ZendAsyncTest_ConnectionPool(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "ZendAsyncTest", "ConnectionPool", class_ZendAsyncTest_ConnectionPool_methods);
	class_entry = zend_register_internal_class_with_flags(&ce, NULL, ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES|ZEND_ACC_NOT_SERIALIZABLE);

	return class_entry;
}
