--TEST--
Connects that are cancelled at any moment do not touch the connections of others
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
/* The C library closes its descriptor on another thread, when the password is wrong, and the number comes back as another
 * connection's. */
require __DIR__ . '/pool.inc';
mt_srand(1);
$others = mysql_pool(3);
$wrong = 0;
for ($round = 0; $round < 60; $round++) {
    $coroutines = [];
    for ($i = 0; $i < 12; $i++) {
        $db = new PDO(PDO_MYSQL_TEST_DSN, PDO_MYSQL_TEST_USER, $i % 3 ? PDO_MYSQL_TEST_PASS : 'wrong',
            mysql_options([PDO::ATTR_POOL_ENABLED => true]));
        $coroutines[] = $coroutine = Async\spawn(fn() => $db->query('SELECT 1')->fetchColumn());
        $pause = mt_rand(0, 6);
        Async\spawn(function () use ($coroutine, $pause) {
            for ($turn = 0; $turn < $pause * 3; $turn++) {
                Async\suspend();
            }
            $coroutine->cancel();
        });
        unset($db);
    }
    for ($i = 0; $i < 3; $i++) {
        $coroutines[] = Async\spawn(function () use ($others, &$wrong) {
            $number = mt_rand();
            try {
                $wrong += $others->query("SELECT $number")->fetchColumn() == $number ? 0 : 1;
            } catch (PDOException $e) {
                echo $e->getMessage(), "\n";
            }
        });
    }
    Async\await_all($coroutines);
}
echo "wrong: $wrong\n";
?>
--EXPECT--
wrong: 0
