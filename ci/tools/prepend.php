<?php
/* Runs before Composer and PHPUnit. Composer's version in Debian 12 reports what PHP 8.4 deprecates, and uses this class for that: a
 * deprecation in the class itself must not be reported on the way to it. */
require_once 'Composer/Pcre/autoload.php';
class_exists(Composer\Pcre\Preg::class);

/* A test that runs in another process sees by this that it does. */
getenv('FIRST_PROCESS') !== false || putenv('FIRST_PROCESS=' . getmypid());

/* Makes the main script a coroutine. */
!getenv('TOOL_IN_COROUTINE') || Async\suspend();
