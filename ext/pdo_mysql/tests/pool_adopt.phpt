--TEST--
What the main script sets right after new PDO holds for all connections: frameworks on MySQL
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
$owner->exec('CREATE DATABASE IF NOT EXISTS pool_adopt');
/* What they run: by exec() or prepare(). */
$frameworks = [
    'Laravel' => [
        ['exec', 'use `pool_adopt`;'],
        ['prepare', "set names 'utf8mb4' collate 'utf8mb4_unicode_ci'"],
        ['prepare', 'SET SESSION TRANSACTION ISOLATION LEVEL SERIALIZABLE'],
        ['prepare', "set time_zone=\"+03:00\""],
        ['prepare', "set session sql_mode='ONLY_FULL_GROUP_BY,STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION'"],
    ],
    'Laravel, in one statement' => [
        ['exec', 'use `pool_adopt`;'],
        ['exec', "SET NAMES 'utf8mb4' COLLATE 'utf8mb4_unicode_ci', SESSION sql_mode='NO_ENGINE_SUBSTITUTION', time_zone='+03:00';"],
    ],
    'Doctrine' => [
        ['exec', 'SET NAMES utf8mb4'],
        ['exec', "SET SESSION time_zone = '+03:00'"],
        ['exec', "SET @@session.sql_mode = 'TRADITIONAL'"],
        ['exec', 'SET SESSION wait_timeout = 28000, @@sort_buffer_size := 65536'],
    ],
    'Medoo' => [
        ['exec', 'SET SQL_MODE=ANSI_QUOTES'],
        ['exec', "SET NAMES 'utf8mb4'"],
    ],
];
$isolation = str_contains($owner->query('SELECT VERSION()')->fetchColumn(), 'MariaDB') ? '@@tx_isolation' : '@@transaction_isolation';
$look = "SELECT CONCAT_WS(' ', @@time_zone, @@sql_mode, @@collation_connection, $isolation, DATABASE(), @@sort_buffer_size, @@autocommit)";
foreach ($frameworks as $name => $statements) {
    foreach ([true, false] as $emulate) {
        $db = mysql_pool(20, [PDO::ATTR_EMULATE_PREPARES => $emulate]);
        foreach ($statements as [$method, $sql]) {
            $stmt = $db->$method($sql);
            if ($method === 'prepare') {
                $stmt->execute();
            }
            $stmt = null;
        }
        $mine = $db->query($look)->fetchColumn();
        $seen = $ids = [];
        for ($round = 0; $round < 2; $round++) {
            $coroutines = [];
            $held = 0;
            for ($i = 0; $i < 20; $i++) {
                $coroutines[] = Async\spawn(function () use ($db, $look, &$seen, &$ids, &$held) {
                    $stmt = $db->prepare("SELECT CONNECTION_ID(), ($look)");
                    /* Each holds its connection until all have one. */
                    for ($held++; $held < 20;) {
                        Async\delay(1);
                    }
                    $stmt->execute();
                    [$id, $found] = $stmt->fetch(PDO::FETCH_NUM);
                    $stmt = null;
                    $ids[$id] = true;
                    $seen[$found] = true;
                    /* In the second round all sessions have been reset. */
                    $db->exec("SET time_zone = '+05:00', sql_mode = '', sort_buffer_size = 131072");
                    $db->exec('SET NAMES latin1');
                    $db->exec('USE information_schema');
                    $db->exec('SET autocommit = 0');
                });
            }
            foreach ($coroutines as $coroutine) {
                Async\await($coroutine);
            }
        }
        echo "$name: the same in all: ", var_export(array_keys($seen) === [$mine], true), ', connections ', count($ids),
            ', resets ', $db->getPool()->getStats()['resets'] >= 20 ? 'enough' : 'too few', "\n";
        if (array_keys($seen) !== [$mine]) {
            var_dump($mine, $seen);
        }
    }
}
?>
--CLEAN--
<?php
require __DIR__ . '/pool.inc';
mysql_single()->exec('DROP DATABASE IF EXISTS pool_adopt');
?>
--EXPECT--
Laravel: the same in all: true, connections 20, resets enough
Laravel: the same in all: true, connections 20, resets enough
Laravel, in one statement: the same in all: true, connections 20, resets enough
Laravel, in one statement: the same in all: true, connections 20, resets enough
Doctrine: the same in all: true, connections 20, resets enough
Doctrine: the same in all: true, connections 20, resets enough
Medoo: the same in all: true, connections 20, resets enough
Medoo: the same in all: true, connections 20, resets enough
