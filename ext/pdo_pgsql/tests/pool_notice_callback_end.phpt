--TEST--
A notice callback that captures its PDO object goes with it when the script ends before a connection is clean
--EXTENSIONS--
pdo
pdo_pgsql
async
--SKIPIF--
<?php
require __DIR__ . '/config.inc';
require __DIR__ . '/../../../ext/pdo/tests/pdo_test.inc';
PDOTest::skip();
?>
--FILE--
<?php
/* A build with --enable-debug reports what is left. */
require __DIR__ . '/async.inc';
$db = pgsql_pool(class: Pdo\Pgsql::class);
$db->setNoticeCallback(function ($message) use ($db) { echo $message; });
Async\await(Async\spawn(fn() => $db->exec('SET search_path = pg_catalog')));
$db = null;
?>
done
--EXPECT--
done
