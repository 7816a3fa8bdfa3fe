<?php
/* What ci/sapi/fpm.php asks FPM for. ?kind= says how the request ends. */

header('Content-Type: text/plain');
echo 'worker ', getmypid(), "\n";
flush();

$pdo = new PDO(getenv('PDO_PGSQL_TEST_DSN') . ' application_name=fpm_test', options: [
    PDO::ATTR_POOL_ENABLED => true,
    PDO::ATTR_POOL_MAX => 4,
    PDO::ATTR_POOL_STMT_CACHE_SIZE => 4,
]);

function work(PDO $pdo, int $n, bool $commit): int
{
    $pdo->beginTransaction();
    $stmt = $pdo->prepare('SELECT ?::int + 1');
    $stmt->execute([$n]);
    $answer = $stmt->fetchColumn();
    if ($commit) {
        $pdo->commit();
    }
    return $answer;
}

$kind = $_GET['kind'];
$coroutines = [];
for ($i = 0; $i < 4; $i++) {
    $coroutines[] = Async\spawn(work(...), $pdo, $i, $kind === 'well');
}
if ($kind !== 'later') {
    Async\await_all_or_fail($coroutines);
}
switch ($kind) {
    case 'exit':
        $pdo->beginTransaction();
        exit;
    case 'fatal':
        $pdo->beginTransaction();
        trigger_error('meant', E_USER_ERROR);
    case 'exception':
        Async\spawn(function () use ($pdo) {
            $pdo->beginTransaction();
            throw new Exception('meant');
        });
        Async\delay(20);
        break;
    case 'endless':
        Async\spawn(function () use ($pdo) {
            $pdo->beginTransaction();
            while (true) {
                Async\delay(10);
            }
        });
}
echo "end of script\n";
