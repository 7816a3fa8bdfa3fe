--TEST--
PDO pool: a statement executed with fewer values than before uses none of the former ones, and its connection stays healthy
--EXTENSIONS--
pdo
async
--SKIPIF--
<?php
$dir = getenv('REDIR_TEST_DIR');
if (false == $dir) die('skip no driver');
require_once $dir . 'pool.inc';
PDOPoolTest::skip();
?>
--FILE--
<?php
if (getenv('REDIR_TEST_DIR') === false) putenv('REDIR_TEST_DIR='.__DIR__ . '/../../pdo/tests/');
require_once getenv('REDIR_TEST_DIR') . 'pool.inc';

const INSERT = 'INSERT INTO pool_fewer_values VALUES (?, ?, ?)';

/** Made at run time: strings of the script are never freed. */
function values(string ...$letters): array {
    return array_map(fn($letter) => str_repeat($letter, 30), $letters);
}

/** SQLite takes a value that is missing for NULL, every other database refuses the statement. */
function tooFew(PDO $db, PDOStatement $statement, array $values): void {
    try {
        $is_done = $statement->execute($values);
    } catch (PDOException $e) {
        $is_done = false;
    }
    var_dump($is_done === ($db->getAttribute(PDO::ATTR_DRIVER_NAME) === 'sqlite'));
    $db->exec('DELETE FROM pool_fewer_values WHERE b IS NULL AND c IS NULL');
}

foreach (['prepared' => [0, false], 'cached' => [2, false], 'emulated' => [0, true]] as $title => [$cache, $emulates]) {
    echo "$title\n";
    $db = PDOPoolTest::factory([PDO::ATTR_POOL_MAX => 1, PDO::ATTR_POOL_STMT_CACHE_SIZE => $cache,
        PDO::ATTR_EMULATE_PREPARES => $emulates]);
    PDOPoolTest::createTable($db, 'pool_fewer_values', 'a VARCHAR(30), b VARCHAR(30), c VARCHAR(30)');

    Async\await(Async\spawn(function () use ($db) {
        $insert = $db->prepare(INSERT);
        $insert->execute(values('a', 'b', 'c'));
        tooFew($db, $insert, values('d'));
        tooFew($db, $insert, values());
        $insert->execute(values('e', 'f', 'g'));
    }));
    /* Another statement, which may be a cached one. */
    Async\await(Async\spawn(fn() => tooFew($db, $db->prepare(INSERT), values('h'))));
    Async\await(Async\spawn(function () use ($db) {
        $db->beginTransaction();
        $db->prepare(INSERT)->execute(values('i', 'j', 'k'));
        $db->commit();
    }));
    foreach ($db->query('SELECT * FROM pool_fewer_values ORDER BY a')->fetchAll(PDO::FETCH_NUM) as $row) {
        echo implode(' ', array_map(fn($value) => count_chars($value, 3), $row)), "\n";
    }
    $db->exec('DROP TABLE pool_fewer_values');
    PDOPoolTest::counts($db);
}
?>
--EXPECT--
prepared
bool(true)
bool(true)
bool(true)
a b c
e f g
i j k
idle 1, active 0, created 1, destroyed 0
cached
bool(true)
bool(true)
bool(true)
a b c
e f g
i j k
idle 1, active 0, created 1, destroyed 0
emulated
bool(true)
bool(true)
bool(true)
a b c
e f g
i j k
idle 1, active 0, created 1, destroyed 0
