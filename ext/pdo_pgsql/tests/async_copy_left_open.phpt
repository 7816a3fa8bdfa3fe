--TEST--
A COPY that was left open ends with the next command, whatever that is
--EXTENSIONS--
pdo
pdo_pgsql
async
--SKIPIF--
<?php
require __DIR__ . '/config.inc';
require __DIR__ . '/../../../ext/pdo/tests/pdo_test.inc';
PDOTest::skip();
?>
--FILE--
<?php
require __DIR__ . '/async.inc';
function leave_copies_open(Pdo\Pgsql $db): void
{
    $db->exec('CREATE TEMP TABLE left_open (a int)');
    foreach (['COPY left_open FROM STDIN', 'COPY pg_class TO STDOUT'] as $copy) {
        foreach (['copyToArray' => 'left_open', 'query' => 'SELECT 1'] as $method => $argument) {
            try {
                $db->exec($copy);
                echo "no error\n";
            } catch (PDOException $e) {
                echo $copy, ', then ', $method, ': ';
            }
            echo is_object($result = $db->$method($argument)) ? $result->fetchColumn() : count($result), "\n";
        }
        var_dump($db->copyFromArray('left_open', ['1', '2']));
    }
}

foreach (['pgsql_connect', 'pgsql_pool'] as $connect) {
    leave_copies_open($connect(class: Pdo\Pgsql::class));
    Async\await(Async\spawn(fn() => leave_copies_open($connect(class: Pdo\Pgsql::class))));
}
?>
--EXPECT--
COPY left_open FROM STDIN, then copyToArray: 0
COPY left_open FROM STDIN, then query: 1
bool(true)
COPY pg_class TO STDOUT, then copyToArray: 2
COPY pg_class TO STDOUT, then query: 1
bool(true)
COPY left_open FROM STDIN, then copyToArray: 0
COPY left_open FROM STDIN, then query: 1
bool(true)
COPY pg_class TO STDOUT, then copyToArray: 2
COPY pg_class TO STDOUT, then query: 1
bool(true)
COPY left_open FROM STDIN, then copyToArray: 0
COPY left_open FROM STDIN, then query: 1
bool(true)
COPY pg_class TO STDOUT, then copyToArray: 2
COPY pg_class TO STDOUT, then query: 1
bool(true)
COPY left_open FROM STDIN, then copyToArray: 0
COPY left_open FROM STDIN, then query: 1
bool(true)
COPY pg_class TO STDOUT, then copyToArray: 2
COPY pg_class TO STDOUT, then query: 1
bool(true)
