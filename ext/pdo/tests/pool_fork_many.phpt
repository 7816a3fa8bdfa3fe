--TEST--
PDO pool: four forked children use the object of a parent that has ten idle connections, one in a transaction and one in a query
--EXTENSIONS--
pdo
async
pcntl
posix
--SKIPIF--
<?php
$dir = getenv('REDIR_TEST_DIR');
if (false == $dir) die('skip no driver');
require_once $dir . 'pool.inc';
PDOPoolTest::skip();
?>
--ENV--
ASAN_OPTIONS=detect_leaks=0
--FILE--
<?php
if (getenv('REDIR_TEST_DIR') === false) putenv('REDIR_TEST_DIR='.__DIR__ . '/../../pdo/tests/');
require_once getenv('REDIR_TEST_DIR') . 'pool.inc';

$name = 'pool_fork_many';
$plain = PDOPoolTest::factory([PDO::ATTR_POOL_ENABLED => false]);
PDOPoolTest::createTable($plain, $name, 'who VARCHAR(20), n INTEGER');
$sessions = function () use (&$plain): int {
    return (int) (match (PDOPoolTest::server()) {
        'pgsql' => $plain->query('SELECT COUNT(*) FROM pg_stat_activity WHERE usename = current_user AND pid <> pg_backend_pid()'),
        'mysql' => $plain->query('SELECT COUNT(*) FROM information_schema.processlist WHERE user = SUBSTRING_INDEX(USER(), "@", 1) '
            . 'AND id <> CONNECTION_ID()'),
        default => $plain->query('SELECT 0'),
    })->fetchColumn();
};
$odbc = str_starts_with(PDOPoolTest::dsn(), 'odbc:');
/* A file has one writer at a time. */
$isFile = PDOPoolTest::server() === 'none';
$before = $sessions();
$db = PDOPoolTest::factory([PDO::ATTR_POOL_MAX => 12, PDO::ATTR_TIMEOUT => 30]);

/* Twelve connections, of which ten are idle then. */
$sleep = match (PDOPoolTest::server()) {
    'pgsql' => 'SELECT pg_sleep(%s)',
    'mysql' => 'SELECT SLEEP(%s)',
    default => 'SELECT 1',
};
$gate = new Async\Channel(12);
$hold = function () use ($db, $gate) {
    $statement = $db->query('SELECT 1');
    $gate->recv();
};
$holders = [];
for ($i = 0; $i < 12; $i++) {
    $holders[] = Async\spawn($hold);
}
while ($db->getPool()->activeCount() < 12) {
    Async\delay(1);
}
for ($i = 0; $i < 12; $i++) {
    $gate->send(1);
}
Async\await_all($holders);
unset($holders);
echo "idle {$db->getPool()->idleCount()}\n";

/* One in a query. With ODBC it is in none: a thread in the driver may hold a lock that stays locked in the child. */
$busy = Async\spawn(function () use ($db, $sleep, $odbc, &$started) {
    $statement = $db->prepare('SELECT 42');
    $started = true;
    if (!$odbc) {
        $db->query(sprintf($sleep, 1.5))->fetchAll();
    }
    $statement->execute();
    return $statement->fetchColumn();
});
while (!$started) {
    Async\suspend();
}
/* And the parent in a transaction. */
$db->beginTransaction();
if (!$isFile) {
    $db->exec("INSERT INTO $name VALUES ('parent', 1)");
}
$own = PDOPoolTest::server() === 'none' ? 0 : PDOPoolTest::session($db);

/* What each child does; the last one is killed. */
$child = function (int $number) use ($db, $name, $own): void {
    $ok = $db->inTransaction() === false && $db->getPool()->count() === 0;
    $work = function (int $n) use ($db, $name, $number, &$ok, $own) {
        $db->beginTransaction();
        $ok = $ok && (PDOPoolTest::server() === 'none' || PDOPoolTest::session($db) !== $own);
        $db->exec("INSERT INTO $name VALUES ('child$number', $n)");
        $n % 2 ? $db->rollBack() : $db->commit();
        $ok = $ok && (int) $db->query("SELECT $n + 0")->fetchColumn() === $n && $db->getPool()->count() <= 12;
    };
    foreach (range(1, 4) as $n) {
        $work($n);
    }
    $tasks = [];
    foreach (range(5, 20) as $n) {
        $tasks[] = Async\spawn($work, $n);
    }
    foreach (Async\await_all($tasks)[1] as $error) {
        fprintf(STDERR, "child %d: %s\n", $number, $error->getMessage());
        $ok = false;
    }
    $status = $ok ? 10 + $number : 1;
    switch ($number) {
        case 0:
            exit($status);
        case 1:
            unset($db, $work, $tasks);
            register_shutdown_function(fn() => exit($status));
            throw new Exception('an uncaught one');
        case 2:
            pcntl_exec('/bin/sh', ['-c', "exit $status"]);
        case 3:
            $db->beginTransaction();
            posix_kill(getmypid(), SIGKILL);
    }
};
ini_set('display_errors', '0');
/* An ordinary handle says goodbye in each child. */
$plain = null;
$children = [];
for ($number = 0; $number < 4; $number++) {
    $pid = pcntl_fork();
    if ($pid === 0) {
        $child($number);
    }
    $children[$pid] = $number;
}
/* The parent goes on meanwhile. */
$parent = Async\spawn(function () use ($db) {
    $sum = 0;
    for ($i = 0; $i < 50; $i++) {
        $sum += $db->query("SELECT $i + 0")->fetchColumn();
        Async\suspend();
    }
    return $sum;
});
echo 'parent: ', Async\await($parent), ', in a transaction: ', var_export($db->inTransaction(), true), "\n";
$results = [];
foreach ($children as $pid => $number) {
    while (pcntl_waitpid($pid, $status, WNOHANG) === 0) {
        Async\delay(2);
    }
    $results[$number] = pcntl_wifexited($status) ? 'exit ' . pcntl_wexitstatus($status) : 'signal ' . pcntl_wtermsig($status);
}
ksort($results);
$plain = PDOPoolTest::factory([PDO::ATTR_POOL_ENABLED => false]);
echo implode(', ', $results), "\n";
echo 'busy: ', Async\await($busy), "\n";
if (!$isFile) {
    $db->exec("INSERT INTO $name VALUES ('parent', 2)");
}
$db->commit();
$rows = fn(PDO $db) => array_map(fn($row) => implode(' ', $row),
    $db->query("SELECT who, COUNT(*), MIN(n), MAX(n) FROM $name GROUP BY who ORDER BY who")->fetchAll(PDO::FETCH_NUM));
echo implode("\n", array_diff($rows($db), ['parent 2 1 2'])), "\n";
echo $isFile || in_array('parent 2 1 2', $rows($db), true) ? "parent's rows are there\n" : "parent's rows are lost\n";
$stats = $db->getPool()->getStats();
echo 'destroyed ', array_sum($stats['destroyed']), ", created $stats[created], active $stats[active]\n";
$db->getPool()->close();
$busy = $parent = $db = null;
/* None is left on the server, the killed child's neither. */
while ($sessions() > $before) {
    Async\delay(5);
}
$plain->exec("DROP TABLE $name");
echo "none left\n";
?>
--EXPECT--
idle 12
parent: 1225, in a transaction: true
exit 10, exit 11, exit 12, signal 9
busy: 42
child0 10 2 20
child1 10 2 20
child2 10 2 20
child3 10 2 20
parent's rows are there
destroyed 0, created 12, active 0
none left
