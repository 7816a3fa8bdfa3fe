--TEST--
A backslash that is half of a character in the client's encoding hides no quote
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
require __DIR__ . '/async.inc';

$db = new PDO(getenv('PDO_PGSQL_TEST_DSN') . ";options='-c client_encoding=SJIS'", null, null, [
    PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 1,
]);
$look = fn() => $db->query("SELECT current_setting('work_mem')")->fetchColumn();
$clean = pgsql_connect()->query("SELECT current_setting('work_mem')")->fetchColumn();
/* 95 5C is one character: what follows it is code. */
Async\await(Async\spawn(function () use ($db, $look) {
    $db->exec("SELECT E'\x95\\', set_config('work_mem', '2048', false), ' '");
    echo $look(), "\n";
}));
var_dump(Async\await(Async\spawn($look)) === $clean);
?>
--EXPECT--
2MB
bool(true)
