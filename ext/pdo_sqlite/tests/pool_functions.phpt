--TEST--
PDO SQLite pool: functions, aggregates and collations are there on every connection, present and future
--EXTENSIONS--
pdo_sqlite
async
--FILE--
<?php
$file = __DIR__ . '/pool_functions.db';
@unlink($file);
$db = Pdo\Sqlite::connect("sqlite:$file", null, null, [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 3]);
$db->exec('CREATE TABLE t (a)');
$db->exec("INSERT INTO t VALUES ('b'), ('C'), ('a')");

/* One connection exists before, and is in use; the other one does not exist yet. */
$begun = $made = false;
$present = Async\spawn(function () use ($db, &$begun, &$made) {
    $db->beginTransaction();
    $begun = true;
    while (!$made) {
        Async\suspend();
    }
    echo $db->query("SELECT twice('b') || ' ' || (SELECT joined(a) FROM t) || ' ' || via_call('a')")->fetchColumn(), "\n";
    $db->rollBack();
});
while (!$begun) {
    Async\suspend();
}

class Callee {
    public function __call($name, $arguments) {
        return "$name($arguments[0])";
    }
}
var_dump($db->createFunction('twice', fn($x) => $x . $x, 1));
var_dump($db->createFunction('via_call', [new Callee, 'method'], 1));
var_dump($db->createAggregate('joined', fn($context, $row, $x) => $context . $x, fn($context) => $context, 1));
var_dump($db->createCollation('nocase_reversed', fn($a, $b) => strcasecmp($b, $a)));
$made = true;
Async\await($present);

$statements = [];
for ($i = 0; $i < 3; $i++) {
    Async\await(Async\spawn(function () use ($db, &$statements) {
        $statements[] = $statement = $db->query(
            'SELECT twice(a), via_call(a) FROM t ORDER BY a COLLATE nocase_reversed LIMIT 1');
        echo implode(' ', $statement->fetch(PDO::FETCH_NUM)), "\n";
    }));
}
$statements = [];

/* A new one takes the place of the old one, everywhere. */
$db->createFunction('twice', fn($x) => $x . '+' . $x, 1);
for ($i = 0; $i < 3; $i++) {
    $statements[] = Async\await(Async\spawn(fn() => $db->query("SELECT twice('x')")));
    echo end($statements)->fetchColumn(), "\n";
}
$statements = [];
$stats = $db->getPool()->getStats();
echo "idle $stats[idle], active $stats[active], created $stats[created]\n";

/* Not a function, and not a callable. */
try {
    $db->createFunction('wrong', 'no_such_function');
} catch (TypeError $e) {
    echo $e->getMessage(), "\n";
}
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bb bCa method(a)
CC method(C)
CC method(C)
CC method(C)
x+x
x+x
x+x
idle 3, active 0, created 3
Pdo\Sqlite::createFunction(): Argument #2 ($callback) must be a valid callback, function "no_such_function" not found or invalid function name
--CLEAN--
<?php
foreach (['', '-journal', '-wal', '-shm', '.other'] as $suffix) {
    @unlink(__DIR__ . '/pool_functions.db' . $suffix);
}
?>
