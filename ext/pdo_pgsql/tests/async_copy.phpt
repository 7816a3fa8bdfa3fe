--TEST--
COPY in both directions suspends the coroutine
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
$ticks = 0;
$done = false;
$ticker = Async\spawn(function () use (&$ticks, &$done) {
    while (!$done) {
        $ticks++;
        Async\delay(1);
    }
});
$file = __DIR__ . '/async_copy.tmp';
Async\await(Async\spawn(function () use (&$ticks, $file) {
    $db = pgsql_connect(class: Pdo\Pgsql::class);
    $db->exec('CREATE TEMP TABLE async_copy (id int, t text)');
    $rows = [];
    for ($i = 0; $i < 100000; $i++) {
        $rows[] = "$i\t" . str_repeat('x', 80);
    }
    $before = $ticks;
    var_dump($db->copyFromArray('async_copy', $rows), $ticks > $before);
    $before = $ticks;
    var_dump(count($db->copyToArray('async_copy')), $ticks > $before);
    $before = $ticks;
    var_dump($db->copyToFile('async_copy', $file), filesize($file), $ticks > $before);
    $db->exec('TRUNCATE async_copy');
    var_dump($db->copyFromFile('async_copy', $file), $db->query('SELECT count(*), sum(id) FROM async_copy')->fetch(PDO::FETCH_NUM));

    /* Errors, and the connection after them. */
    foreach ([fn() => $db->copyFromArray('async_copy', ["not a number\tx"]), fn() => $db->copyToArray('no_such_table')] as $copy) {
        try {
            $copy();
        } catch (PDOException $e) {
            echo strtok($e->getMessage(), "\n"), "\n";
        }
    }
    var_dump($db->query('SELECT count(*) FROM async_copy')->fetchColumn());
}));
$done = true;
Async\await($ticker);
?>
--CLEAN--
<?php
@unlink(__DIR__ . '/async_copy.tmp');
?>
--EXPECT--
bool(true)
bool(true)
int(100000)
bool(true)
bool(true)
int(8688890)
bool(true)
bool(true)
array(2) {
  [0]=>
  int(100000)
  [1]=>
  int(4999950000)
}
SQLSTATE[22P02]: Invalid text representation: 7 ERROR:  invalid input syntax for type integer: "not a number"
SQLSTATE[42P01]: Undefined table: 7 ERROR:  relation "no_such_table" does not exist
int(100000)
