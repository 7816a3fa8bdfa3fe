--TEST--
What a forked child does with statements and streams of its parent is an exception, and the parent reads its own rows
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
        try {
            $got = $use('of the child');
            echo $kind, ', child: ', $got, "\n";
        } catch (PDOException $e) {
            echo $kind, ', child: ', get_class($e), "\n";
        }
        exit(0);
    }
    pcntl_waitpid($pid, $status);
    echo $kind, ', parent: ', $use('mine'), ' ', pcntl_wexitstatus($status), "\n";
};
foreach ($kinds as $kind => $make) {
    $run($kind, $make);
    Async\await(Async\spawn($run, $kind, $make));
}
?>
--EXPECT--
statement, child: PDOException
statement, parent: mine 0
statement, child: PDOException
statement, parent: mine 0
cursor, child: PDOException
cursor, parent: 10 0
cursor, child: PDOException
cursor, parent: 10 0
large object, child: PDOException
large object, parent: 4written mine 0
large object, child: PDOException
large object, parent: 4written mine 0
column with a large object, child: PDOException
column with a large object, parent: writ 0
column with a large object, child: PDOException
column with a large object, parent: writ 0
