--TEST--
LOAD DATA LOCAL INFILE from a stream that is cancelled, late, broken or forked: no part of it passes for the whole
--EXTENSIONS--
pdo_mysql
async
pcntl
posix
--SKIPIF--
<?php
require __DIR__ . '/inc/mysql_pdo_test.inc';
MySQLPDOTest::skip();
if (!MySQLPDOTest::isPDOMySQLnd()) die('skip the C client library reads files by itself');
if (!MySQLPDOTest::factory()->query('SELECT @@local_infile')->fetchColumn()) die('skip the server refuses local files');
?>
--ENV--
ASAN_OPTIONS=detect_leaks=0
--FILE--
<?php
/* No leak check: the child leaves the connections of its parent as they are, memory included. */
require __DIR__ . '/pool.inc';

/* Three rows; in front of the third something happens. */
final class Rows
{
    public $context;
    public static Closure $interruption;
    private int $reads = 0;

    function stream_open(string $name, string $mode, int $options, ?string &$opened): bool { return true; }
    function stream_eof(): bool { return $this->reads > 2; }
    function stream_stat(): array { return []; }

    function stream_read(int $count): string
    {
        return match (++$this->reads) {
            1 => "1\n2\n",
            2 => (self::$interruption)() ?? "3\n",
            default => '',
        };
    }
}

function load(PDO $db): string
{
    try {
        return $db->exec("LOAD DATA LOCAL INFILE 'rows://' INTO TABLE pool_infile") . ' rows';
    } catch (PDOException $e) {
        return 'error ' . $e->getCode();
    } catch (Async\AsyncCancellation $e) {
        return 'cancelled';
    }
}

stream_wrapper_register('rows', Rows::class);
$watcher = mysql_single();
$watcher->exec('DROP TABLE IF EXISTS pool_infile');
$watcher->exec('CREATE TABLE pool_infile (n INT) ENGINE=InnoDB');
$told = function (string $how, string $outcome, PDO $db) use ($watcher) {
    $stored = $watcher->query('SELECT n FROM pool_infile ORDER BY n')->fetchAll(PDO::FETCH_COLUMN);
    echo "$how: $outcome; stored: ", implode(' ', $stored) ?: 'nothing', '; interrupted: ',
        $db->getPool()->getStats()['destroyed']['interrupted'], "\n";
    $watcher->exec('TRUNCATE TABLE pool_infile');
};
$options = [PDO::MYSQL_ATTR_LOCAL_INFILE => true];

$db = mysql_pool(1, $options);
Rows::$interruption = fn() => Async\delay(1);
$told('waits', run(fn() => load($db)), $db);

Rows::$interruption = function () {
    Async\current_coroutine()->cancel();
    Async\delay(60000);
};
$told('cancelled', run(fn() => Async\await(Async\spawn(load(...), $db))), $db);

$late = mysql_pool(1, $options + [PDO::ATTR_POOL_QUERY_TIMEOUT => 50]);
Rows::$interruption = fn() => Async\delay(60000);
$told('late', run(fn() => load($late)), $late);

Rows::$interruption = fn() => throw new DomainException;
foreach (['thrown' => fn() => load($db), 'thrown in a coroutine' => fn() => run(fn() => load($db))] as $how => $call) {
    try {
        $outcome = $call();
    } catch (DomainException) {
        $outcome = 'thrown';
    }
    $told($how, $outcome, $db);
}

/* The child has rows of its own, and what it says is not for the server. It is killed because $watcher is its parent's. */
[$reader, $writer] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$is_child = false;
Rows::$interruption = function () use (&$is_child) {
    $child = pcntl_fork();
    $is_child = $child === 0;
    if (!$is_child) {
        pcntl_waitpid($child, $status);
    }
    return $is_child ? "66\n77\n" : null;
};
$load = function () use ($db, $writer, &$is_child) {
    $outcome = @load($db);
    if ($is_child) {
        fwrite($writer, "child: $outcome\n");
        posix_kill(getmypid(), SIGKILL);
    }
    return $outcome;
};
foreach (['forked in a coroutine' => run($load), 'forked' => $load()] as $how => $outcome) {
    echo fgets($reader);
    echo "$how: $outcome\n";
}
$told('both', 'done', $db);
$watcher->exec('DROP TABLE pool_infile');
?>
--EXPECT--
waits: 3 rows; stored: 1 2 3; interrupted: 0
cancelled: cancelled; stored: nothing; interrupted: 1
late: error HYT00; stored: nothing; interrupted: 1
thrown: thrown; stored: nothing; interrupted: 1
thrown in a coroutine: thrown; stored: nothing; interrupted: 1
child: error HY000
forked in a coroutine: 3 rows
child: error HY000
forked: 3 rows
both: done; stored: 1 1 2 2 3 3; interrupted: 1
