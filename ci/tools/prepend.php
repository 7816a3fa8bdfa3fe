<?php
/* Runs before Composer and PHPUnit. Composer's version in Debian 12 reports what PHP 8.4 deprecates, and uses this class for that: a
 * deprecation in the class itself must not be reported on the way to it. */
require_once 'Composer/Pcre/autoload.php';
class_exists(Composer\Pcre\Preg::class);
