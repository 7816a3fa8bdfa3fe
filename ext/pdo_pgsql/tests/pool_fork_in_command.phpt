--TEST--
A child that is forked in the middle of a command says nothing to the server, and takes no answer from its parent
--EXTENSIONS--
pdo
pdo_pgsql
async
pcntl
posix
--SKIPIF--
<?php
require __DIR__ . '/config.inc';
require __DIR__ . '/../../../ext/pdo/tests/pdo_test.inc';
PDOTest::skip();
?>
--ENV--
ASAN_OPTIONS=detect_leaks=0
--FILE--
<?php
/* No leak check: the child leaves the connections of its parent as they are, memory included. */
require __DIR__ . '/async.inc';

/* Forks once; the child is killed when the call has ended in which that was, because $watcher is its parent's. */
final class Fork
{
    public static bool $has_happened;
    public static bool $is_child = false;

    public static function once(): void
    {
        if (self::$has_happened) {
            return;
        }
        self::$has_happened = true;
        $child = pcntl_fork();
        self::$is_child = $child === 0;
        if ($child > 0) {
            pcntl_waitpid($child, $status);
        }
    }
}

final class Forking
{
    public $context;
    private int $reads = 0;

    function stream_open(string $name, string $mode, int $options, ?string &$opened): bool { return true; }
    function stream_eof(): bool { return $this->reads > 2; }
    function stream_stat(): array { return []; }

    function stream_read(int $count): string
    {
        if (++$this->reads === 2) {
            Fork::once();
        }
        return match ($this->reads) {
            1 => "1\n2\n",
            2 => Fork::$is_child ? "66\n77\n" : "3\n",
            default => '',
        };
    }
}

stream_wrapper_register('forking', Forking::class);
$watcher = pgsql_connect();
$watcher->exec('DROP TABLE IF EXISTS pool_fork_in_command');
$watcher->exec('CREATE TABLE pool_fork_in_command (n int)');
[$reader, $writer] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$db = pgsql_pool(max: 2, class: Pdo\Pgsql::class);
$db->setNoticeCallback(fn() => Fork::once());
$commands = [
    'COPY' => fn() => $db->copyFromFile('pool_fork_in_command', 'forking://'),
    'notices' => fn() => $db->exec("DO \$\$ BEGIN RAISE NOTICE 'a'; RAISE NOTICE 'b'; END \$\$"),
];
$attempt = function (string $name) use ($db, $commands, $writer): string {
    Fork::$has_happened = false;
    try {
        $outcome = var_export($commands[$name](), true);
    } catch (PDOException $e) {
        $outcome = $e->getCode();
    }
    if (Fork::$is_child) {
        fwrite($writer, "$name, child: $outcome\n");
        posix_kill(getmypid(), SIGKILL);
    }
    return "$name, parent: $outcome, " . $db->query('SELECT 5')->fetchColumn() . "\n";
};
foreach (array_keys($commands) as $name) {
    foreach ([$attempt(...), fn($name) => Async\await(Async\spawn($attempt, $name))] as $run) {
        $outcome = $run($name);
        echo fgets($reader), $outcome;
    }
}
echo implode(' ', $watcher->query('SELECT n FROM pool_fork_in_command ORDER BY n')->fetchAll(PDO::FETCH_COLUMN)), "\n";
$watcher->exec('DROP TABLE pool_fork_in_command');
?>
--EXPECT--
COPY, child: 08006
COPY, parent: true, 5
COPY, child: 08006
COPY, parent: true, 5
notices, child: 08006
notices, parent: 0, 5
notices, child: 08006
notices, parent: 0, 5
1 1 2 2 3 3
