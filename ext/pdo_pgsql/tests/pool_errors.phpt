--TEST--
Errors, results and attributes of a pooled handle are those of an ordinary one
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

function seen_with(PDO $db): array
{
    $seen = [];
    $db->exec('CREATE TEMP TABLE pool_errors (id int PRIMARY KEY, t varchar(3))');
    $attempts = [
        'syntax' => fn() => $db->query('SELEC 1'),
        'division' => fn() => $db->query('SELECT 1/0'),
        'two statements' => fn() => $db->query('SELECT 1; SELECT 2'),
        'empty' => fn() => $db->query(' '),
        'comment' => fn() => $db->query('-- nothing'),
        'copy' => fn() => $db->query('COPY (SELECT 1) TO STDOUT'),
        'after copy' => fn() => $db->query('SELECT 5')->fetchColumn(),
        'no parameters' => fn() => $db->prepare('SELECT ?::int')->execute(),
        'too few' => fn() => $db->prepare('SELECT ?::int, ?::int')->execute([1]),
        'untyped' => fn() => $db->prepare('SELECT $1')->execute(),
        'bad value' => fn() => $db->prepare('SELECT ?::int')->execute(['x']),
        'column' => fn() => $db->prepare('SELECT no_such_column')->execute(),
        'duplicate' => fn() => [$db->exec('INSERT INTO pool_errors VALUES (1)'), $db->exec('INSERT INTO pool_errors VALUES (1)')],
        'too long' => fn() => $db->prepare('INSERT INTO pool_errors VALUES (?, ?)')->execute([2, 'long']),
        'vacuum' => fn() => $db->query('VACUUM pool_errors')->rowCount(),
        'meta' => fn() => $db->query('SELECT id, t, now()::date FROM pool_errors')->getColumnMeta(1)['native_type'],
        'count' => fn() => $db->query('UPDATE pool_errors SET t = \'x\'')->rowCount(),
        'types' => fn() => $db->query("SELECT 1, 2.5::float8, true, null, 'x', '\\x00ff'::bytea::text")->fetch(PDO::FETCH_NUM),
        'again' => function () use ($db) {
            $stmt = $db->prepare('SELECT 10 / ?::int AS q');
            $all = [];
            foreach ([5, 0, 2, 0, 1] as $by) {
                try {
                    $stmt->execute([$by]);
                    $all[] = $stmt->fetchAll(PDO::FETCH_ASSOC);
                } catch (PDOException $e) {
                    $all[] = [$e->getMessage(), $stmt->errorInfo()];
                }
            }
            return $all;
        },
        'in a failed transaction' => function () use ($db) {
            $db->beginTransaction();
            $good = $db->prepare('SELECT ?::int');
            $good->execute([1]);
            $good->execute([2]);
            $all = [];
            foreach ([fn() => $db->query('SELECT 1/0'), fn() => $db->query('SELECT 1'), fn() => $good->execute([3])] as $next) {
                try {
                    $next();
                } catch (PDOException $e) {
                    $all[] = [$e->getMessage(), $e->errorInfo];
                }
            }
            $good = null;
            $db->rollBack();
            $all[] = $db->query('SELECT 6')->fetchColumn();
            return $all;
        },
        'scrollable' => function () use ($db) {
            $stmt = $db->prepare('SELECT i FROM generate_series(1, 3) i', [PDO::ATTR_CURSOR => PDO::CURSOR_SCROLL]);
            $stmt->execute();
            return [$stmt->fetchColumn(), $stmt->fetch(PDO::FETCH_NUM, PDO::FETCH_ORI_LAST), $stmt->fetch(PDO::FETCH_NUM, PDO::FETCH_ORI_PRIOR)];
        },
    ];
    foreach ($attempts as $name => $attempt) {
        try {
            $result = $attempt();
            $seen[$name] = $result instanceof PDOStatement ? ['statement', $result->errorInfo()] : $result;
        } catch (PDOException $e) {
            $seen[$name] = [$e->getCode(), $e->getMessage(), $e->errorInfo, get_debug_type($e->getPrevious())];
        }
        /* The names of statements are numbered. */
        $seen[$name] = json_decode(preg_replace('/pdo_stmt_[0-9a-f]{8}/', 'pdo_stmt', json_encode([$seen[$name], $db->errorInfo(), $db->inTransaction()])), true);
    }
    return $seen;
}
$stock = seen_with(pgsql_connect());
foreach (['main script' => fn($db) => seen_with($db), 'coroutine' => fn($db) => Async\await(Async\spawn('seen_with', $db))] as $where => $run) {
    $pooled = $run(pgsql_pool());
    foreach ($stock as $name => $seen) {
        if ($seen !== $pooled[$name]) {
            echo "$where, $name:\n", json_encode($seen), "\n", json_encode($pooled[$name]), "\n";
        }
    }
    echo $where, ': ', count($pooled), " compared\n";
}
?>
--EXPECT--
main script: 21 compared
coroutine: 21 compared
