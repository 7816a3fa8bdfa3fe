--TEST--
ODBC pool: so can a statement with parameters, and a transaction that begins; a limit ends them, too
--EXTENSIONS--
pdo
pdo_odbc
async
--SKIPIF--
<?php
require __DIR__ . '/pool.inc';
odbc_skip(...['it has no server' => 'sqlite']);
if (getenv('SKIP_SLOW_TESTS')) die('skip slow: the driver has a second for each call');
?>
--FILE--
<?php
require __DIR__ . '/pool.inc';

/* Between driver and server. Of the first $silent connections all is swallowed; the one through which the server is told to end
 * a session comes later. */
$silent = $swallowed = 0;
$dsn = getenv('PDOTEST_DSN') ?: getenv('PDO_ODBC_TEST_DSN');
preg_match('/Port=(\d+)/', $dsn, $match);
$proxy = stream_socket_server('tcp://127.0.0.1:0');
$port = explode(':', stream_socket_get_name($proxy, false))[1];
$pass = function ($number, $from, $to) use (&$silent, &$swallowed) {
    while (($data = fread($from, 8192)) !== '' && $data !== false) {
        $number < $silent ? $swallowed += strlen($data) : fwrite($to, $data);
    }
};
$pumps = $sockets = [];
$acceptor = Async\spawn(function () use ($proxy, $match, $pass, &$pumps, &$sockets) {
    while ($client = stream_socket_accept($proxy, 600)) {
        $number = count($sockets);
        $sockets[] = [$client, $server = stream_socket_client("tcp://127.0.0.1:$match[1]")];
        $pumps[] = Async\spawn(fn() => $pass($number, $client, $server));
        $pumps[] = Async\spawn(fn() => $pass($number, $server, $client));
    }
});
$connect = fn(int $limit) => new PDO(preg_replace('/Port=\d+/', "Port=$port", $dsn),
    getenv('PDOTEST_USER') ?: getenv('PDO_ODBC_TEST_USER'), getenv('PDOTEST_PASS') ?: getenv('PDO_ODBC_TEST_PASS'),
    [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 1, PDO::ATTR_POOL_QUERY_TIMEOUT => $limit]);
$sql = 'SELECT COUNT(*) FROM (SELECT 1 AS one) t WHERE CAST(? AS CHAR(9)) = CAST(? AS CHAR(9)) AND CAST(? AS CHAR(9)) IS NULL';
$values = [str_repeat('long', 5000), 'x', null];

$ways = [
    'executed before' => function ($db) use ($sql, $values) {
        $statement = $db->prepare($sql);
        $statement->execute($values);
        $statement->fetchAll();
        return fn() => $statement->execute($values);
    },
    'executed for the first time' => function ($db) use ($sql, $values) {
        $statement = $db->prepare($sql);
        return fn() => $statement->execute($values);
    },
    'begins a transaction' => function ($db) use ($sql, $values) {
        $statement = $db->prepare($sql);
        return function () use ($db, $statement, $values) {
            $db->beginTransaction();
            $statement->execute($values);
        };
    },
];
foreach ($ways as $way => $prepare) {
    foreach (['cancelled' => 0, 'limited' => 500] as $end => $limit) {
        $db = $connect($limit);
        $query = Async\spawn(function () use ($db, $prepare, &$silent, &$swallowed, &$sockets) {
            $call = $prepare($db);
            $swallowed = 0;
            $silent = count($sockets);
            $call();
        });
        if (!$limit) {
            odbc_wait_until(function () use (&$swallowed) {
                return $swallowed > 0;
            });
            $query->cancel();
        }
        try {
            Async\await($query);
            echo "$way, $end: no error\n";
        } catch (Async\AsyncCancellation) {
            echo "$way: cancelled\n";
        } catch (PDOException $e) {
            echo "$way: {$e->getCode()}\n";
        }
        $query = null;
        echo Async\await(Async\spawn(fn() => $db->query('SELECT 2')->fetchColumn())), "\n";
    }
}

/* The threads that were left behind come back and free what they have. */
unset($db);
foreach ([$acceptor, ...$pumps] as $coroutine) {
    $coroutine->cancel();
}
$sockets = null;
?>
--EXPECT--
executed before: cancelled
2
executed before: HYT00
2
executed for the first time: cancelled
2
executed for the first time: HYT00
2
begins a transaction: cancelled
2
begins a transaction: HYT00
2
