--TEST--
Parameters and results much larger than any buffer pass without blocking
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
--INI--
memory_limit=512M
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
Async\await(Async\spawn(function () use (&$ticks) {
    $db = pgsql_connect();
    $text = str_repeat('0123456789abcdef', 1 << 20);
    $before = $ticks;
    $stmt = $db->prepare('SELECT length(:t::text) AS l, :t::text AS t');
    $stmt->bindValue('t', $text);
    $stmt->execute();
    $row = $stmt->fetch(PDO::FETCH_ASSOC);
    var_dump($row['l'], $row['t'] === $text, $ticks > $before);

    $before = $ticks;
    var_dump($db->exec("CREATE TEMP TABLE big AS SELECT '$text'::text AS t"), $ticks > $before);
    $before = $ticks;
    var_dump(count($db->query("SELECT repeat('x', 500) FROM generate_series(1, 20000) i")->fetchAll(PDO::FETCH_COLUMN)), $ticks > $before);
}));
$done = true;
Async\await($ticker);
?>
--EXPECT--
int(16777216)
bool(true)
bool(true)
int(1)
bool(true)
int(20000)
bool(true)
