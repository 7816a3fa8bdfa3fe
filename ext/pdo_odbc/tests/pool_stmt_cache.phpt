--TEST--
A handle that is kept prepares nothing again, and goes with its connection
--EXTENSIONS--
pdo_odbc
async
pcntl
--SKIPIF--
<?php
require 'ext/pdo/tests/pdo_test.inc';
PDOTest::skip();
?>
--ENV--
ASAN_OPTIONS=detect_leaks=0
--FILE--
<?php
/* No leak check: the child leaves the connections of its parent as they are, memory included. */
putenv('REDIR_TEST_DIR=' . __DIR__ . '/../../pdo/tests/');
require __DIR__ . '/../../pdo/tests/pool.inc';
$server = PDOPoolTest::server();
$db = PDOPoolTest::factory([PDO::ATTR_POOL_MAX => 1, PDO::ATTR_POOL_STMT_CACHE_SIZE => 2]);
PDOPoolTest::createTable($db, 'pool_stmt_cache', 'id INTEGER PRIMARY KEY, name VARCHAR(20)');

/* How many statements the server has prepared, or has now. */
function prepared(PDO $db): ?int
{
    return match (PDOPoolTest::server()) {
        'pgsql' => (int) $db->query("SELECT COUNT(*) FROM pg_prepared_statements WHERE statement LIKE '%pool_stmt_cache%'")->fetchColumn(),
        'mysql' => (int) $db->query("SHOW SESSION STATUS LIKE 'Com_stmt_prepare'")->fetchColumn(1),
        default => null,
    };
}

function insert(PDO $db, int $id): void
{
    $stmt = $db->prepare('INSERT INTO pool_stmt_cache (id, name) VALUES (?, ?)');
    $stmt->execute([$id, "name $id"]);
    unset($stmt);
}

echo "inserts\n";
insert($db, 1);
$before = prepared($db);
for ($id = 2; $id < 6; $id++) {
    insert($db, $id);
}
$more = prepared($db) - $before;
/* The question itself is prepared, by MariaDB's driver. */
echo $more <= 1 ? 'none prepared' : "$more prepared", "\n";
Async\await(Async\spawn(function () use ($db) {
    for ($id = 6; $id < 10; $id++) {
        insert($db, $id);
    }
}));
echo $db->query('SELECT COUNT(*) FROM pool_stmt_cache')->fetchColumn(), "\n";
var_dump($db->getPool()->getStats()['stmt_cache']['hits'] >= 8);

echo "many texts\n";
for ($i = 0; $i < 30; $i++) {
    $db->prepare("UPDATE pool_stmt_cache SET name = ? WHERE id = 1 AND id <> -$i")->execute(["number $i"]);
}
echo $db->query('SELECT name FROM pool_stmt_cache WHERE id = 1')->fetchColumn(), "\n";
var_dump($db->getPool()->getStats()['stmt_cache']['evicted'] >= 28);
var_dump($server !== 'pgsql' || prepared($db) <= 3);

echo "scrollable\n";
$hits = $db->getPool()->getStats()['stmt_cache']['hits'];
/* psqlodbc has no such cursors. */
foreach ($server === 'pgsql' ? [] : [1, 2] as $time) {
    try {
        $stmt = $db->prepare('SELECT id FROM pool_stmt_cache ORDER BY id', [PDO::ATTR_CURSOR => PDO::CURSOR_SCROLL]);
        $stmt->execute();
        $stmt->fetch();
    } catch (PDOException) {
        /* sqliteodbc may have none. */
    }
    unset($stmt);
}
var_dump($db->getPool()->getStats()['stmt_cache']['hits'] - $hits);

echo "forked\n";
insert($db, 20);
$child = pcntl_fork();
if ($child === 0) {
    insert($db, 21);
    unset($db);
    exit(0);
}
pcntl_waitpid($child, $status);
insert($db, 22);
echo pcntl_wexitstatus($status), ' ', $db->query('SELECT COUNT(*) FROM pool_stmt_cache WHERE id >= 20')->fetchColumn(), "\n";

if ($server !== 'none') {
    PDOPoolTest::kill(PDOPoolTest::session($db));
}
for ($done = false; !$done;) {
    try {
        insert($db, 30);
        $done = true;
    } catch (PDOException) {
    }
}
insert($db, 31);
echo $db->query('SELECT COUNT(*) FROM pool_stmt_cache WHERE id >= 30')->fetchColumn(), "\n";
$db->exec('DROP TABLE pool_stmt_cache');

echo "the object goes first\n";
$stmt = $db->prepare('SELECT 4711');
$stmt->execute();
unset($db);
echo $stmt->fetchColumn(), "\n";
unset($stmt);
?>
--EXPECT--
inserts
none prepared
9
bool(true)
many texts
number 29
bool(true)
bool(true)
scrollable
int(0)
forked
0 3
2
the object goes first
4711
