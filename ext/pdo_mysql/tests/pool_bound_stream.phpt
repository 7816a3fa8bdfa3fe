--TEST--
While execute() reads a stream, its variable may change, and no other coroutine uses the statement
--DESCRIPTION--
The stream was freed under its reader; with emulated prepares another coroutine could replace the parameters meanwhile.
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
require __DIR__ . '/../../async/tests/settle.inc';

$watcher = mysql_single();
$watcher->exec('DROP TABLE IF EXISTS pool_bound_stream');
$watcher->exec('CREATE TABLE pool_bound_stream (id INT AUTO_INCREMENT PRIMARY KEY, a TEXT, l TEXT)');

/* What another coroutine may not do meanwhile. */
function attempt(Closure $use): string
{
    try {
        $use();
        return 'done';
    } catch (PDOException $e) {
        return str_contains($e->getMessage(), 'in use by another coroutine') ? 'in use' : $e->getMessage();
    }
}

foreach ([true, false] as $emulate) {
    $db = mysql_pool(1, [PDO::ATTR_EMULATE_PREPARES => $emulate]);
    [$stream, $end] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    $text = str_repeat('a', 60);
    $statement = $db->prepare('INSERT INTO pool_bound_stream (a, l) VALUES (?, ?)');
    $statement->bindParam(1, $text);
    $statement->bindParam(2, $stream, PDO::PARAM_LOB);
    $insert = Async\spawn(fn() => $statement->execute());
    until(fn() => $insert->isSuspended());
    $stream = $text = 'replaced';
    $taken = array_map(fn() => str_repeat('!', 60), range(1, 50));
    fwrite($end, 'one ');
    settle();
    $other = 'another';
    echo attempt(fn() => $statement->execute(['x', 'y'])), ', ';
    echo attempt(fn() => $statement->bindParam(1, $other)), ', ';
    echo attempt(fn() => $statement->bindValue(2, 'another')), "\n";
    fwrite($end, 'two');
    fclose($end);
    var_dump(Async\await($insert));
    unset($insert, $statement, $db);
}
foreach ($watcher->query('SELECT a, l FROM pool_bound_stream ORDER BY id')->fetchAll(PDO::FETCH_NUM) as $row) {
    echo implode(' ', $row), "\n";
}
?>
--CLEAN--
<?php
require __DIR__ . '/pool.inc';
mysql_single()->exec('DROP TABLE IF EXISTS pool_bound_stream');
?>
--EXPECT--
in use, in use, in use
bool(true)
in use, in use, in use
bool(true)
aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa one two
aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa one two
