<?php
/* Four pooled PDO objects at once, PostgreSQL, MySQL, ODBC and SQLite, used by 200 coroutines, each of which uses all four in
 * the same breath. Prints `ok - ...` or `not ok - ...` lines; exit status 0 when all is right, 2 when it cannot run.
 *
 *   eval "$(ci/services/start)"; php ci/stress/four_drivers.php [--coroutines=N] [--rounds=N] [--max=N] [--without=odbc]
 *
 * A word that one server has made up travels through the other three and back, inside transactions that are open
 * on all four at the same time; every third one is rolled back, every seventh meets an error that is meant. At the end
 * the tables have what was committed and nothing else, and the servers have no connection more than before. */

const DRIVERS = ['pgsql', 'mysql', 'odbc', 'sqlite'];

if (in_array('--help', $argv, true)) {
	echo "usage: php four_drivers.php [--coroutines=N] [--rounds=N] [--max=N] [--without=DRIVER]\n\n",
		"Needs the servers of ci/services/start. 200 coroutines, 3 rounds, pools of 10 connections unless told otherwise.\n",
		"--without leaves one driver out; what it then proves is less.\n";
	exit(0);
}
$options = getopt('', ['coroutines:', 'rounds:', 'max:', 'without:'], $rest);
if ($rest < $argc) {
	fwrite(STDERR, "four_drivers.php: unknown argument: {$argv[$rest]} (see --help)\n");
	exit(2);
}
$coroutines = (int) ($options['coroutines'] ?? 200);
$rounds = (int) ($options['rounds'] ?? 3);
$max = (int) ($options['max'] ?? 10);
$drivers = array_values(array_diff(DRIVERS, (array) ($options['without'] ?? [])));
$failed = 0;

function check(bool $right, string $title, mixed $found = null): void
{
	global $failed;
	echo $right ? 'ok - ' : 'not ok - ', $title, $right ? '' : ' (' . json_encode($found, JSON_PARTIAL_OUTPUT_ON_ERROR) . ')', "\n";
	$failed += $right ? 0 : 1;
}

/* --- the databases --- */

$file = tempnam(sys_get_temp_dir(), 'four_drivers_');
register_shutdown_function(function () use ($file) {
	foreach (['', '-wal', '-shm', '-journal'] as $suffix) {
		@unlink($file . $suffix);
	}
});
$sources = [
	'pgsql' => [getenv('PDO_PGSQL_TEST_DSN'), null, null],
	'mysql' => [getenv('PDO_MYSQL_TEST_DSN'), getenv('PDO_MYSQL_TEST_USER'), getenv('PDO_MYSQL_TEST_PASS')],
	'odbc' => [getenv('PDO_ODBC_TEST_DSN'), null, null],
	'sqlite' => ["sqlite:$file", null, null],
];
foreach ($drivers as $driver) {
	if (!in_array($driver, PDO::getAvailableDrivers(), true) || !$sources[$driver][0]) {
		fwrite(STDERR, "four_drivers.php: $driver: the driver is not built in, or ci/services/start has not set its data source\n");
		exit(2);
	}
}

function connect(array $source, array $options): PDO
{
	return new PDO(...$source, options: $options + [PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION]);
}

$table = 'four_drivers_' . getmypid();
$plain = [];
foreach ($drivers as $driver) {
	$plain[$driver] = connect($sources[$driver], [PDO::ATTR_POOL_ENABLED => false]);
	if ($driver === 'sqlite') {
		$plain[$driver]->exec('PRAGMA journal_mode = WAL');
	}
	$plain[$driver]->exec("CREATE TABLE {$table}_$driver (id INTEGER PRIMARY KEY, word VARCHAR(100) NOT NULL, steps INTEGER NOT NULL)");
}

/* Connections of the test's user on each server; ODBC is on one of those two. */
function connections(array $plain): array
{
	$counts = [];
	if (isset($plain['pgsql'])) {
		$counts['pgsql'] = (int) $plain['pgsql']->query("SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'")->fetchColumn();
	}
	if (isset($plain['mysql'])) {
		$counts['mysql'] = (int) $plain['mysql']->query("SELECT COUNT(*) FROM information_schema.processlist WHERE command <> 'Daemon'")->fetchColumn();
	}
	/* Descriptors of the file and what belongs to it. Only without an ordinary handle: SQLite closes none while one is locked. */
	$counts['sqlite'] = count(array_filter(glob('/proc/self/fd/*') ?: [], fn($fd) => str_starts_with((string) @readlink($fd), $GLOBALS['file'])));
	return $counts;
}

unset($plain['sqlite']);
$before = connections($plain);

/* --- the work --- */

$pools = [];
foreach ($drivers as $driver) {
	$pools[$driver] = connect($sources[$driver], [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => $max]);
}
$first = $drivers[0];
$made = [
	'pgsql' => "SELECT 'w' || md5(random()::text)",
	'mysql' => "SELECT CONCAT('w', SHA1(RAND()))",
	'odbc' => "SELECT 'w' || md5(random()::text)",
	'sqlite' => "SELECT 'w' || hex(randomblob(16))",
];

/* One trip of a word. Returns the word if it was committed, null if it was rolled back. */
function travel(int $id): ?string
{
	global $pools, $drivers, $table, $made, $peak;

	$origin = $drivers[$id % count($drivers)];
	$word = $pools[$origin]->query($made[$origin])->fetchColumn();
	foreach ($drivers as $step => $driver) {
		$db = $pools[$driver];
		$db->beginTransaction();
		$insert = $db->prepare("INSERT INTO {$table}_$driver (id, word, steps) VALUES (?, ?, ?)");
		$insert->execute([$id, $word, $step]);
		$insert = null;
		if ($id % 7 === 0) {
			expect_duplicate($db, $driver, $id);
		}
		$read = $db->query("SELECT word, steps FROM {$table}_$driver WHERE id = $id");
		$row = $read->fetch(PDO::FETCH_NUM);
		$read = null;
		if ($row[0] !== $word || (int) $row[1] !== $step) {
			throw new LogicException("$driver: wrote $word, read " . json_encode($row));
		}
		/* What comes out of this database goes into the next. */
		$word = $row[0];
	}
	/* SQLite, which lets one write at a time, is the last to begin and the first to end. */
	$peak = max($peak, array_sum(array_map(fn($db) => $db->getPool()->activeCount(), $pools)));
	foreach (array_reverse($drivers) as $driver) {
		if (!$pools[$driver]->inTransaction()) {
			throw new LogicException("$driver: the transaction is gone");
		}
		$id % 3 === 0 ? $pools[$driver]->rollBack() : $pools[$driver]->commit();
	}
	return $id % 3 === 0 ? null : $word;
}

/* PostgreSQL ends a transaction in which something failed, unless there is a savepoint. */
function expect_duplicate(PDO $db, string $driver, int $id): void
{
	global $table;

	$db->exec('SAVEPOINT before_error');
	try {
		$db->exec("INSERT INTO {$table}_$driver (id, word, steps) VALUES ($id, 'second', 0)");
		throw new LogicException("$driver: the same key twice");
	} catch (PDOException $e) {
		/* The error that this coroutine made, on this database, whatever others do. */
		if (substr((string) $e->errorInfo[0], 0, 2) !== '23' || $db->errorInfo()[0] !== $e->errorInfo[0]) {
			throw new LogicException("$driver: {$e->getMessage()}, errorInfo() says " . json_encode($db->errorInfo()));
		}
	}
	$db->exec('ROLLBACK TO SAVEPOINT before_error');
}

$peak = 0;
$expected = [];
$errors = [];
$work = function (int $number) use ($rounds, $coroutines, &$expected, &$errors) {
	for ($round = 0; $round < $rounds; $round++) {
		$id = $round * $coroutines + $number;
		try {
			$word = travel($id);
			if ($word !== null) {
				$expected[$id] = $word;
			}
		} catch (Throwable $e) {
			$errors[] = get_class($e) . ': ' . $e->getMessage();
			return;
		}
	}
};
$begin = hrtime(true);
Async\await_all_or_fail(array_map(fn($n) => Async\spawn($work, $n), range(1, $coroutines)));
$ms = (hrtime(true) - $begin) / 1e6;

/* --- what is left --- */

$names = implode(', ', $drivers);
printf("# %d coroutines, %d words over %s in %.0f ms, up to %d connections in use\n", $coroutines, count($expected), $names, $ms, $peak);
check($errors === [], 'every coroutine got what it expected', array_slice($errors, 0, 5));
check($peak > count($drivers) || $max === 1, 'connections were used at the same time', $peak);
ksort($expected);
if (in_array('sqlite', $drivers, true)) {
	$plain['sqlite'] = connect($sources['sqlite'], [PDO::ATTR_POOL_ENABLED => false]);
}
foreach ($drivers as $driver) {
	$found = $plain[$driver]->query("SELECT id, word FROM {$table}_$driver ORDER BY id")->fetchAll(PDO::FETCH_KEY_PAIR);
	check($found == $expected, "$driver: what was committed is there, and nothing else", [count($found), count($expected)]);
	$pool = $pools[$driver]->getPool();
	check($pool->activeCount() === 0 && $pool->count() <= $max, "$driver: all connections came back, at most $max", $pool->getStats());
	unset($pool);
}
$pools = [];
unset($work, $plain['sqlite']);
$deadline = hrtime(true) + 30_000_000_000;
while (($after = connections($plain)) !== $before && hrtime(true) < $deadline) {
	Async\delay(10);
}
check($after === $before, 'no server has a connection more than before', ['before' => $before, 'after' => $after]);
foreach ($plain as $driver => $db) {
	$db->exec("DROP TABLE {$table}_$driver");
}
exit($failed ? 1 : 0);
