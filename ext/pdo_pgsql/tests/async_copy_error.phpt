--TEST--
An error that ends a COPY half way is told
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
$failing = '(SELECT 1 / (5000 - g) FROM generate_series(1, 10000) g)';
$copy_out = function (Pdo\Pgsql $db, string $file) use ($failing) {
    foreach ([fn() => $db->copyToArray($failing), fn() => $db->copyToFile($failing, $file)] as $copy) {
        try {
            $result = $copy();
            echo 'no error: ', gettype($result), "\n";
        } catch (PDOException $e) {
            echo $e->getMessage(), "\n";
        }
        echo $db->errorCode(), ' ', $db->query('SELECT 1')->fetchColumn(), "\n";
    }
    $db->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_SILENT);
    var_dump($db->copyToArray($failing), $db->copyToFile($failing, $file), $db->errorCode());
};
$file = __DIR__ . '/async_copy_error.tmp';
foreach (['pgsql_connect', 'pgsql_pool'] as $connect) {
    $copy_out($connect(class: Pdo\Pgsql::class), $file);
    Async\await(Async\spawn(fn() => $copy_out($connect(class: Pdo\Pgsql::class), $file)));
}
?>
--CLEAN--
<?php
@unlink(__DIR__ . '/async_copy_error.tmp');
?>
--EXPECT--
SQLSTATE[22012]: Division by zero: 7 ERROR:  division by zero
22012 1
SQLSTATE[22012]: Division by zero: 7 ERROR:  division by zero
22012 1
bool(false)
bool(false)
string(5) "22012"
SQLSTATE[22012]: Division by zero: 7 ERROR:  division by zero
22012 1
SQLSTATE[22012]: Division by zero: 7 ERROR:  division by zero
22012 1
bool(false)
bool(false)
string(5) "22012"
SQLSTATE[22012]: Division by zero: 7 ERROR:  division by zero
22012 1
SQLSTATE[22012]: Division by zero: 7 ERROR:  division by zero
22012 1
bool(false)
bool(false)
string(5) "22012"
SQLSTATE[22012]: Division by zero: 7 ERROR:  division by zero
22012 1
SQLSTATE[22012]: Division by zero: 7 ERROR:  division by zero
22012 1
bool(false)
bool(false)
string(5) "22012"
