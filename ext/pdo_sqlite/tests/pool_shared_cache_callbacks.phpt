--TEST--
PDO SQLite pool: functions and collations of a shared cache do not let other coroutines run
--EXTENSIONS--
pdo_sqlite
async
--FILE--
<?php
$db = new Pdo\Sqlite('sqlite:file:pool_callbacks?mode=memory&cache=shared', null, null,
    [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 2]);
$db->exec('CREATE TABLE t (id)');
$db->exec('INSERT INTO t VALUES (2), (1)');

/* Returns its last argument; whoever else wanted to run meanwhile would wait for ever. */
function wait_and_return(...$values): mixed
{
    try {
        Async\delay(1);
    } catch (Throwable $e) {
        global $refused;
        $refused = $e->getMessage();
    }
    return end($values);
}

$db->createFunction('later', wait_and_return(...), 1);
$db->createAggregate('last', fn($context, $row, $value) => wait_and_return($value), fn($context) => wait_and_return($context));
$db->createCollation('slowly', fn($a, $b) => wait_and_return($a <=> $b));

foreach ([
    'SELECT later(id) FROM t ORDER BY id',
    'SELECT last(id) FROM t',
    'SELECT id FROM t ORDER BY CAST(id AS TEXT) COLLATE slowly',
] as $sql) {
    $calls = Async\spawn(fn() => $db->query($sql)->fetchAll(PDO::FETCH_COLUMN));
    $other = Async\spawn(fn() => $db->query('SELECT COUNT(*) FROM t')->fetchColumn());
    echo implode(' ', Async\await($calls)), ', ', Async\await($other), "\n";
}
?>
--EXPECT--
1 2, 2
1, 2
1 2, 2
