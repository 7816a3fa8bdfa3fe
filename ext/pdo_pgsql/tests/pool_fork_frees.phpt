--TEST--
A forked child frees what holds a connection of its parent without a word to the server
--EXTENSIONS--
pdo
pdo_pgsql
async
pcntl
--SKIPIF--
<?php
require __DIR__ . '/config.inc';
require __DIR__ . '/../../../ext/pdo/tests/pdo_test.inc';
PDOTest::skip();
?>
--ENV--
ASAN_OPTIONS=detect_leaks=0
--FILE--
<?php
/* No leak check: the child leaves the connections of its parent as they are, memory included. */
require __DIR__ . '/async.inc';
/* Each makes something that holds its connection, and says how it is used. */
$kinds = [
    'statement' => function (Pdo\Pgsql $db) {
        $stmt = $db->prepare('SELECT ?::text');
        for ($i = 0; $i < 3; $i++) {
            $stmt->execute(['warm']);
        }
        return fn(string $text) => $stmt->execute([$text]) ? $stmt->fetchColumn() : 'failed';
    },
    'cursor' => function (Pdo\Pgsql $db) {
        $stmt = $db->prepare('SELECT g FROM generate_series(1, 10) g', [PDO::ATTR_CURSOR => PDO::CURSOR_SCROLL]);
        $stmt->execute();
        return fn(string $text) => $stmt->fetch(PDO::FETCH_NUM, PDO::FETCH_ORI_LAST)[0];
    },
    'large object' => function (Pdo\Pgsql $db) {
        $db->beginTransaction();
        $stream = $db->lobOpen($db->lobCreate(), 'w');
        fwrite($stream, 'written ');
        return fn(string $text) => fwrite($stream, $text) . (rewind($stream) ? fread($stream, 100) : '');
    },
    'column with a large object' => function (Pdo\Pgsql $db) {
        $db->beginTransaction();
        $oid = $db->lobCreate();
        fwrite($db->lobOpen($oid, 'w'), 'written ');
        $stmt = $db->query("SELECT $oid::oid");
        $stmt->bindColumn(1, $stream, PDO::PARAM_LOB);
        $stmt->fetch(PDO::FETCH_BOUND);
        return fn(string $text) => fread($stream, 4);
    },
];

$run = function (string $kind, callable $make) {
    $db = pgsql_pool(1, class: Pdo\Pgsql::class);
    $use = $make($db);
    $pid = pcntl_fork();
    if ($pid === 0) {
        $use = null;
        gc_collect_cycles();
        echo $kind, ', child: ', $db->query('SELECT 1')->fetchColumn(), "\n";
        exit(0);
    }
    pcntl_waitpid($pid, $status);
    echo $kind, ', parent: ', $use('mine'), ' ', pcntl_wexitstatus($status), "\n";
    $use = null;
    if ($db->inTransaction()) {
        $db->rollBack();
    }
    echo $kind, ', afterwards: ', $db->query('SELECT 2')->fetchColumn(), "\n";
};
foreach ($kinds as $kind => $make) {
    $run($kind, $make);
    Async\await(Async\spawn($run, $kind, $make));
}
?>
--EXPECT--
statement, child: 1
statement, parent: mine 0
statement, afterwards: 2
statement, child: 1
statement, parent: mine 0
statement, afterwards: 2
cursor, child: 1
cursor, parent: 10 0
cursor, afterwards: 2
cursor, child: 1
cursor, parent: 10 0
cursor, afterwards: 2
large object, child: 1
large object, parent: 4written mine 0
large object, afterwards: 2
large object, child: 1
large object, parent: 4written mine 0
large object, afterwards: 2
column with a large object, child: 1
column with a large object, parent: writ 0
column with a large object, afterwards: 2
column with a large object, child: 1
column with a large object, parent: writ 0
column with a large object, afterwards: 2
