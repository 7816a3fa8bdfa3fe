--TEST--
Several result sets, unbuffered results and prepared statements of many coroutines do not mix
--EXTENSIONS--
pdo_mysql
async
--SKIPIF--
<?php
require __DIR__ . '/inc/mysql_pdo_test.inc';
MySQLPDOTest::skip();
?>
--FILE--
<?php
require __DIR__ . '/pool.inc';
/* libmariadb 3.4 reports the end of a procedure's results as an error, to unpatched PHP, too. */
function has_more_results(PDOStatement $stmt): bool
{
    try {
        return $stmt->nextRowset();
    } catch (PDOException $e) {
        return $e->errorInfo[1] === 5025 ? false : throw $e;
    }
}

$db = mysql_pool(4);
$coroutines = [];
$ways = [
    'several' => function (int $n) use ($db) {
        $stmt = $db->query("CALL pool_results($n)");
        $rows = [];
        do {
            if ($stmt->columnCount()) {
                array_push($rows, ...array_map(intval(...), $stmt->fetchAll(PDO::FETCH_COLUMN)));
            }
        } while (has_more_results($stmt));
        return $rows === [$n, $n + 1, $n + 2, $n + 3];
    },
    'left behind' => function (int $n) use ($db) {
        $stmt = $db->query($db->getAttribute(PDO::ATTR_EMULATE_PREPARES) ? "SELECT $n; SELECT SLEEP(0.01), $n + 1; SELECT $n + 2" : "CALL pool_results($n)");
        return (int) $stmt->fetchColumn() === $n;
    },
    'many rows' => function (int $n) use ($db) {
        $stmt = $db->prepare("SELECT a.n * 10 + b.n + $n, REPEAT('x', 5000) FROM pool_results a, pool_results b ORDER BY 1");
        $stmt->execute();
        $seen = 0;
        while ($row = $stmt->fetch(PDO::FETCH_NUM)) {
            if ((int) $row[0] !== $n + $seen++) {
                return false;
            }
            if ($seen === 50 + $n % 60) {
                /* The rest is thrown away. */
                return true;
            }
        }
        return $seen === 100;
    },
    'prepared' => function (int $n) use ($db) {
        $stmt = $db->prepare('SELECT ?, SLEEP(0.01), ?');
        for ($i = 0; $i < 3; $i++) {
            $stmt->execute([$n, $i]);
            if ($stmt->fetch(PDO::FETCH_NUM) != [$n, 0, $i]) {
                return false;
            }
        }
        return true;
    },
];
$owner = mysql_single();
$owner->exec('DROP TABLE IF EXISTS pool_results');
$owner->exec('DROP PROCEDURE IF EXISTS pool_results');
$owner->exec('CREATE TABLE pool_results (n INT)');
$owner->exec('CREATE PROCEDURE pool_results(n INT) BEGIN SELECT n; SELECT n + 1 UNION SELECT n + 2; DO 1; SELECT n + 3; END');
$owner->exec('INSERT INTO pool_results VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)');
foreach ([true, false] as $emulate) {
    foreach ([true, false] as $buffered) {
        $db->setAttribute(PDO::ATTR_EMULATE_PREPARES, $emulate);
        $db->setAttribute(Pdo\Mysql::ATTR_USE_BUFFERED_QUERY, $buffered);
        $coroutines = [];
        for ($n = 0; $n < 40; $n++) {
            foreach ($ways as $name => $way) {
                $coroutines["$name $n"] = Async\spawn($way, $n);
            }
        }
        [$results, $errors] = Async\await_all($coroutines);
        echo $emulate ? 'emulated' : 'native', $buffered ? ' buffered' : ' unbuffered', ': ', count(array_filter($results)), " right\n";
        foreach (array_slice($errors, 0, 3) as $name => $error) {
            echo $name, ': ', $error->getMessage(), "\n";
        }
        foreach (array_slice(array_filter($results, fn($r) => !$r), 0, 3) as $name => $_) {
            echo $name, " was wrong\n";
        }
    }
}
/* Closing a connection takes its time, too. */
while ($db->getPool()->activeCount() > 0) {
    Async\suspend();
}
var_dump($db->getPool()->count() <= 4);

/* LOAD DATA LOCAL, while others work. */
$file = __DIR__ . '/pool_results.csv';
file_put_contents($file, implode("\n", range(1, 50000)) . "\n");
$loading = mysql_pool(2, [Pdo\Mysql::ATTR_LOCAL_INFILE => true]);
$load = Async\spawn(fn() => $loading->exec("LOAD DATA LOCAL INFILE " . $loading->quote($file) . " INTO TABLE pool_results"));
$other = Async\spawn(fn() => (int) $loading->query('SELECT 1')->fetchColumn());
var_dump(Async\await($load), Async\await($other));
var_dump($owner->query('SELECT COUNT(*), SUM(n) FROM pool_results')->fetchAll(PDO::FETCH_NUM) == [[50010, 1250025045]]);
?>
--CLEAN--
<?php
require __DIR__ . '/pool.inc';
@unlink(__DIR__ . '/pool_results.csv');
mysql_single()->exec('DROP TABLE IF EXISTS pool_results');
mysql_single()->exec('DROP PROCEDURE IF EXISTS pool_results');
?>
--EXPECT--
emulated buffered: 160 right
emulated unbuffered: 160 right
native buffered: 160 right
native unbuffered: 160 right
bool(true)
int(50000)
int(1)
bool(true)
