--TEST--
A bound variable may change while execute() waits: the server gets what it was
--DESCRIPTION--
With the C client library a thread read the numbers from the variables themselves.
--EXTENSIONS--
pdo_mysql
async
--INI--
async.threadpool_size=1
--SKIPIF--
<?php
require __DIR__ . '/inc/mysql_pdo_test.inc';
MySQLPDOTest::skip();
?>
--FILE--
<?php
require __DIR__ . '/pool.inc';
require __DIR__ . '/../../async/tests/settle.inc';

$watcher = mysql_single();
$watcher->exec('DROP TABLE IF EXISTS pool_bound_variable');
$watcher->exec('CREATE TABLE pool_bound_variable (id INT AUTO_INCREMENT PRIMARY KEY, i INT, d DOUBLE, b INT, t TEXT, l TEXT)');
$lock = 'pool_bound_variable_' . getmypid();
$busy = mysql_pool(1);
run(fn() => mysql_id($busy));

/* Values that have no memory in common with constants. */
function values(): array
{
    return [intdiv(hrtime(true), PHP_INT_MAX) + 4711, sqrt(6.25), PHP_INT_SIZE > 0, str_repeat('a', 60), str_repeat('b', 70)];
}

foreach ([true, false] as $emulate) {
    $db = mysql_pool(1, [PDO::ATTR_EMULATE_PREPARES => $emulate]);
    $i = $d = $b = $t = $l = null;
    $step = new ArrayObject(['begun']);
    $insert = Async\spawn(function () use ($db, &$i, &$d, &$b, &$t, &$l, $step) {
        $statement = $db->prepare('INSERT INTO pool_bound_variable (i, d, b, t, l) VALUES (?, ?, ?, ?, ?)');
        $statement->bindParam(1, $i, PDO::PARAM_INT);
        $statement->bindParam(2, $d);
        $statement->bindParam(3, $b, PDO::PARAM_BOOL);
        $statement->bindParam(4, $t);
        $statement->bindParam(5, $l, PDO::PARAM_LOB);
        [$i, $d, $b, $t, $l] = values();
        $step[0] = 'bound';
        until(fn() => $step[0] === 'go');
        $step[0] = 'executing';
        $statement->execute();
        /* The next execution has the values of then. */
        $statement->execute();
    });
    until(fn() => $step[0] === 'bound');

    /* The only thread of the C client library waits for the watcher: the next call waits for the thread. */
    $watcher->query("SELECT GET_LOCK('$lock', 0)")->fetchAll();
    $holder = Async\spawn(fn() => $busy->query("SELECT GET_LOCK('$lock', 60), RELEASE_LOCK('$lock')")->fetchAll());
    mysql_wait_until($watcher, "SELECT COUNT(*) FROM information_schema.processlist WHERE state = 'User lock'");
    $step[0] = 'go';
    until(fn() => $step[0] === 'executing');
    $i = 'text';
    $d = 'more text';
    $b = false;
    $t = $l = 12;
    $taken = array_map(fn() => str_repeat('!', 60), range(1, 50));
    $i = 1;
    $d = 2;
    $watcher->query("SELECT RELEASE_LOCK('$lock')")->fetchAll();
    Async\await($insert);
    Async\await($holder);
    unset($insert, $holder, $db);
}
foreach ($watcher->query('SELECT i, d, b, t, l FROM pool_bound_variable ORDER BY id')->fetchAll(PDO::FETCH_NUM) as $row) {
    echo implode(' ', $row), "\n";
}
?>
--CLEAN--
<?php
require __DIR__ . '/pool.inc';
mysql_single()->exec('DROP TABLE IF EXISTS pool_bound_variable');
?>
--EXPECT--
4711 2.5 1 aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
1 2 0 12 12
4711 2.5 1 aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
1 2 0 12 12
