--TEST--
The methods of Pdo\Pgsql work on a pooled object
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

function use_methods(Pdo\Pgsql $db): array
{
    $seen = [];
    $seen[] = $db->escapeIdentifier('a"b');
    $seen[] = $db->quote("it's \\ ü");
    $seen[] = $db->quote("\xff\x00", PDO::PARAM_LOB);
    $seen[] = $db->getAttribute(PDO::ATTR_CLIENT_VERSION);
    $seen[] = is_string($db->getAttribute(PDO::ATTR_SERVER_VERSION));
    $seen[] = $db->getAttribute(PDO::ATTR_CONNECTION_STATUS);
    $seen[] = $db->getPid() > 0;
    $seen[] = $db->getNotify();
    $notices = [];
    $db->setNoticeCallback(function ($message) use (&$notices) { $notices[] = $message; });
    $db->exec("DO \$\$ BEGIN RAISE NOTICE 'hello'; END \$\$");
    $db->setNoticeCallback(null);
    $db->exec("DO \$\$ BEGIN RAISE NOTICE 'unheard'; END \$\$");
    $seen[] = $notices;
    $db->exec('CREATE TEMP TABLE pool_methods (id int, t text)');
    $seen[] = $db->copyFromArray('pool_methods', ["1\ta", "2\tb"]);
    $seen[] = $db->copyToArray('pool_methods');
    $file = tempnam(sys_get_temp_dir(), 'pool');
    $seen[] = $db->copyToFile('pool_methods', $file);
    $seen[] = $db->copyFromFile('pool_methods', $file);
    unlink($file);
    $seen[] = $db->query('SELECT count(*) FROM pool_methods')->fetchColumn();
    $db->beginTransaction();
    $oid = $db->lobCreate();
    $stream = $db->lobOpen($oid, 'w');
    $seen[] = fwrite($stream, 'large object');
    $seen[] = fseek($stream, 6);
    $seen[] = fread($stream, 100);
    fclose($stream);
    $seen[] = $db->lobUnlink($oid);
    $seen[] = $db->commit();
    try {
        $db->copyToArray('no_such_table');
    } catch (PDOException $e) {
        $seen[] = [$e->getMessage(), $db->errorCode()];
    }
    $db->exec('LISTEN pool_methods');
    $db->exec('NOTIFY pool_methods');
    $seen[] = $db->getNotify(PDO::FETCH_ASSOC, 10000)['message'];
    $db->exec('UNLISTEN *');
    return $seen;
}
$stock = use_methods(pgsql_connect(class: Pdo\Pgsql::class));
$pooled = use_methods(pgsql_pool(class: Pdo\Pgsql::class));
$coroutine = Async\await(Async\spawn('use_methods', pgsql_pool(class: Pdo\Pgsql::class)));
foreach ($stock as $i => $seen) {
    if ($pooled[$i] !== $seen || $coroutine[$i] !== $seen) {
        var_dump($i, $seen, $pooled[$i], $coroutine[$i]);
    }
}
echo count($stock), " answers compared\n";

/* The callback is every connection's, and goes with the last of them. */
$db = pgsql_pool(class: Pdo\Pgsql::class);
$heard = [];
$db->setNoticeCallback(function ($message) use (&$heard) { $heard[] = trim($message); });
Async\await_all_or_fail(array_map(fn($i) => Async\spawn(function () use ($db, $i) {
    $db->exec("DO \$\$ BEGIN PERFORM pg_sleep(0.01); RAISE NOTICE '$i'; END \$\$");
}), [1, 2, 3]));
sort($heard);
echo implode(', ', $heard), "\n";

/* A stream of a large object ties its connection, and lives on without the PDO object. */
$db->beginTransaction();
$oid = $db->lobCreate();
$stream = $db->lobOpen($oid, 'w');
unset($db);
fwrite($stream, 'x');
fclose($stream);
echo "done\n";
?>
--EXPECT--
21 answers compared
NOTICE:  1, NOTICE:  2, NOTICE:  3
done
