--TEST--
PDO pool: PDO::ATTR_POOL_CREDENTIALS is asked at each connect, may wait, and its failure is that of the connect
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

$asked = 0;
$fail = false;
$user = getenv('PDOTEST_USER') ?: null;
$password = getenv('PDOTEST_PASS') ?: null;
$credentials = function () use (&$asked, &$fail, $user, $password) {
    $asked++;
    Async\delay(1);
    return match ($fail) {
        'throw' => throw new DomainException('no token'),
        'type' => 'secret-token',
        'element' => [$user, ['secret-token']],
        default => [$user, $password],
    };
};
$db = PDOPoolTest::factory([PDO::ATTR_POOL_CREDENTIALS => $credentials, PDO::ATTR_POOL_MAX => 3]);
echo "asked: $asked\n";
$held = 0;
$users = [];
for ($i = 0; $i < 2; $i++) {
    $users[] = Async\spawn(function () use ($db, &$held) {
        $db->beginTransaction();
        $held++;
        while ($held < 2) {
            Async\suspend();
        }
        $db->rollBack();
    });
}
Async\await_all_or_fail($users);
echo "asked: $asked\n";

$db->beginTransaction();
$other = Async\spawn(function () use ($db, &$fail) {
    $db->beginTransaction();
    foreach (['throw', 'type', 'element'] as $fail) {
        $message = PDOPoolTest::outcome(Async\spawn(fn() => PDOPoolTest::touch($db)));
        echo $message, str_contains($message, 'secret') ? ' (told)' : '', "\n";
    }
    $fail = false;
    $db->rollBack();
});
Async\await($other);
$db->rollBack();
var_dump($db->getAttribute(PDO::ATTR_POOL_CREDENTIALS) === $credentials);
foreach (['no_such_function', 5, []] as $bad) {
    try {
        PDOPoolTest::factory([PDO::ATTR_POOL_CREDENTIALS => $bad]);
    } catch (ValueError $e) {
        echo $e->getMessage(), "\n";
    }
}
PDOPoolTest::counts($db);
?>
--EXPECT--
asked: 0
asked: 2
DomainException: no token
TypeError: The callback PDO::ATTR_POOL_CREDENTIALS must return an array of user and password, each a string or null
TypeError: The callback PDO::ATTR_POOL_CREDENTIALS must return an array of user and password, each a string or null
bool(true)
PDO::ATTR_POOL_CREDENTIALS must be a valid callback or null
PDO::ATTR_POOL_CREDENTIALS must be a valid callback or null
PDO::ATTR_POOL_CREDENTIALS must be a valid callback or null
idle 2, active 0, created 2, destroyed 0
