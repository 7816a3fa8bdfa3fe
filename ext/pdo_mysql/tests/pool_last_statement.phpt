--TEST--
What SQL says of the last statement is about one of the coroutine, or an exception: the last id, counts and warnings
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
$owner = mysql_single();
$owner->exec('DROP TABLE IF EXISTS pool_last_statement');
$owner->exec('DROP TABLE IF EXISTS pool_last_child');
$owner->exec('CREATE TABLE pool_last_statement (id INT PRIMARY KEY AUTO_INCREMENT, v INT)');
$owner->exec('CREATE TABLE pool_last_child (parent INT, v INT)');
$owner->exec('INSERT INTO pool_last_statement (v) VALUES (0)');
$is_mariadb = stripos($owner->getAttribute(PDO::ATTR_SERVER_VERSION), 'maria') !== false;

echo "Parents and children, by two connections and twenty coroutines\n";
$db = mysql_pool(2);
Async\await_all_or_fail(array_map(fn($i) => Async\spawn(function () use ($db, $i) {
    $db->exec("INSERT INTO pool_last_statement (v) VALUES ($i)");
    $db->exec('UPDATE pool_last_statement SET v = v + 1 WHERE id = 1');
    $db->query('SELECT 1')->fetchAll();
    $db->exec("INSERT INTO pool_last_child VALUES (LAST_INSERT_ID(), $i)");
}), range(1, 20)));
echo $owner->query('SELECT COUNT(*) FROM pool_last_child c JOIN pool_last_statement p ON p.id = c.parent AND p.v = c.v')->fetchColumn(), " of 20 have their own\n";

$db = mysql_pool(1);
/* The work of a coroutine, with another one's in the middle. */
$interrupted = function (callable $begin, callable $end, string $other = 'DELETE FROM pool_last_child WHERE v = -1') use ($db) {
    return run(function () use ($db, $begin, $end, $other) {
        $first = $begin($db);
        run(function () use ($db, $other) {
            foreach (explode(';', $other) as $sql) {
                $db->query($sql)->fetchAll();
            }
        });
        try {
            $second = $end($db);
        } catch (PDOException $e) {
            return $e->getMessage();
        }
        return $first === $second ? 'its own' : var_export($second, true) . ' instead of ' . var_export($first, true);
    });
};
$ask = fn(string $sql) => fn($db) => $db->query($sql)->fetchAll(PDO::FETCH_NUM);
$insert = fn($db) => [$db->exec('INSERT INTO pool_last_statement (v) VALUES (5)'), (int) $db->lastInsertId()][1];
$last = fn($db) => (int) $db->query('SELECT LAST_INSERT_ID()')->fetchColumn();
$other = 'INSERT INTO pool_last_statement (v) VALUES (6)';
echo "LAST_INSERT_ID()\n";
echo '  ', $interrupted($insert, $last, $other), "\n";
echo '  ', $interrupted($insert, fn($db) => (int) $db->query('SELECT @@last_insert_id')->fetchColumn(), $other), "\n";
echo '  ', $interrupted(fn($db) => 0, $last, $other), "\n";
echo '  ', $interrupted(fn($db) => [$id = $insert($db), $db->query('SELECT 1')->fetchAll()][0], $last, $other), "\n";
echo '  ', $interrupted(fn($db) => [$db->exec('UPDATE pool_last_child SET v = 1'), $db->query('SELECT LAST_INSERT_ID(4711)')->fetchAll()][0], $last, $other), "\n";
/* The C client library knows the id of the first of several statements. */
$several = $interrupted(fn($db) => [$db->query('INSERT INTO pool_last_statement (v) VALUES (1); SELECT 1')->nextRowset(),
    (int) $owner->query('SELECT MAX(id) FROM pool_last_statement')->fetchColumn()][1], $last, $other);
var_dump($several === 'its own' || str_starts_with($several, 'LAST_INSERT_ID() is not known'));
echo '  ', $interrupted(fn($db) => [$db->exec('UPDATE pool_last_statement SET v = LAST_INSERT_ID(4711) WHERE id = 1'), 4711][1], $last, $other), "\n";
if ($is_mariadb) {
    echo '  ', $interrupted(fn($db) => $db->query('INSERT INTO pool_last_statement (v) VALUES (5) RETURNING id')->fetchColumn(), $last, $other), "\n";
} else {
    echo "  LAST_INSERT_ID() is not known: other coroutines have used the connection since; insert and ask for the id in one transaction\n";
}

echo "Others\n";
echo '  ', $interrupted(fn($db) => $db->exec('UPDATE pool_last_statement SET v = v + 1'), $ask('SELECT ROW_COUNT()')), "\n";
echo '  ', $interrupted($ask('SELECT * FROM pool_last_statement LIMIT 3'), $ask('SELECT FOUND_ROWS()')), "\n";
/* The list of another coroutine stays in the session, even behind a statement of its own. */
echo '  ', $interrupted(fn($db) => 1, $ask('SHOW WARNINGS'), 'SELECT 1/0; SELECT CAST("x" AS SIGNED)'), "\n";
echo '  ', $interrupted(fn($db) => 1, fn($db) => [$db->exec('DO 1'), $ask('SELECT @@warning_count')($db)], 'SELECT CAST("x" AS SIGNED)'), "\n";
echo '  ', $interrupted(fn($db) => 1, fn($db) => [$db->exec('UPDATE pool_last_child SET v = 1'), $ask('SELECT FOUND_ROWS()')($db)]), "\n";

echo "After a statement of its own\n";
echo '  ', $interrupted(fn($db) => 1, fn($db) => [$db->exec('UPDATE pool_last_statement SET v = 1 WHERE id = 1'), (int) $ask('SELECT ROW_COUNT()')($db)[0][0]][1]), "\n";
echo '  ', $interrupted(fn($db) => 1, fn($db) => [$ask('SELECT 1')($db), (int) $ask('SELECT FOUND_ROWS()')($db)[0][0]][1]), "\n";
echo '  ', $interrupted(fn($db) => 1, fn($db) => [$ask('SELECT CAST("y" AS SIGNED)')($db), count($ask('SHOW WARNINGS')($db))][1]), "\n";
echo '  ', $interrupted(fn($db) => 0, fn($db) => [$db->exec('DELETE FROM pool_last_child'), count($ask('SHOW WARNINGS')($db))][1], 'SELECT CAST("x" AS SIGNED)'), "\n";

echo "A session that was reset after its coroutine\n";
run(fn() => [$db->exec('SET @x = 1'), $insert($db)]);
while ($db->getPool()->activeCount() > 0) {
    Async\delay(1);
}
echo '  ', run(fn() => json_encode([$db->lastInsertId(), $last($db), (int) $ask('SELECT ROW_COUNT()')($db)[0][0], $ask('SHOW WARNINGS')($db)])), "\n";
$db = null;

echo "A healthcheck\n";
$db = mysql_pool(1, [PDO::ATTR_POOL_HEALTHCHECK_INTERVAL => 1]);
run(function () use ($db, $insert, $last, $ask, $owner) {
    /* Until the server has seen two pings more: the second may have begun before. */
    $checked = function () use ($owner) {
        $pings = fn() => (int) $owner->query("SHOW GLOBAL STATUS LIKE 'Com_admin_commands'")->fetch(PDO::FETCH_NUM)[1];
        for ($before = $pings(); $pings() < $before + 2;) {
            Async\delay(1);
        }
    };
    $id = $insert($db);
    $checked();
    var_dump($db->lastInsertId() === (string) $id);
    $ask('SELECT 1')($db);
    $checked();
    var_dump($last($db) === $id);
    $ask('SELECT CAST("x" AS SIGNED) FROM pool_last_statement LIMIT 3')($db);
    $checked();
    var_dump(count($ask('SHOW WARNINGS')($db)), (int) $ask('SELECT FOUND_ROWS()')($db)[0][0]);
});
?>
--CLEAN--
<?php
require __DIR__ . '/pool.inc';
mysql_single()->exec('DROP TABLE IF EXISTS pool_last_statement');
mysql_single()->exec('DROP TABLE IF EXISTS pool_last_child');
?>
--EXPECT--
Parents and children, by two connections and twenty coroutines
20 of 20 have their own
LAST_INSERT_ID()
  its own
  its own
  its own
  its own
  LAST_INSERT_ID() is not known: other coroutines have used the connection since; insert and ask for the id in one transaction
bool(true)
  its own
  LAST_INSERT_ID() is not known: other coroutines have used the connection since; insert and ask for the id in one transaction
Others
  ROW_COUNT(), FOUND_ROWS(), warnings and errors are those of another coroutine or of the pool, which have used the connection since: run a statement and ask for its outcome in one transaction
  ROW_COUNT(), FOUND_ROWS(), warnings and errors are those of another coroutine or of the pool, which have used the connection since: run a statement and ask for its outcome in one transaction
  ROW_COUNT(), FOUND_ROWS(), warnings and errors are those of another coroutine or of the pool, which have used the connection since: run a statement and ask for its outcome in one transaction
  ROW_COUNT(), FOUND_ROWS(), warnings and errors are those of another coroutine or of the pool, which have used the connection since: run a statement and ask for its outcome in one transaction
  ROW_COUNT(), FOUND_ROWS(), warnings and errors are those of another coroutine or of the pool, which have used the connection since: run a statement and ask for its outcome in one transaction
After a statement of its own
  its own
  its own
  its own
  its own
A session that was reset after its coroutine
  ["0",0,-1,[]]
A healthcheck
bool(true)
bool(true)
int(3)
int(3)
