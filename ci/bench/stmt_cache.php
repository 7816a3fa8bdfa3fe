<?php
/* The work that ci/bench/stmt_cache measures: php stmt_cache.php SERVER QUERY HANDLE N. Prints one number, if it measures time:
 * statements per second, in N seconds. */
[, $server, $query, $handle, $n] = $argv;

const TABLES = ['bench_cache_a', 'bench_cache_b', 'bench_cache_c', 'bench_cache_d', 'bench_cache_e'];

function connect(array $options): PDO
{
	$options += [PDO::ATTR_EMULATE_PREPARES => false, PDO::ATTR_POOL_MAX => 1];
	return $GLOBALS['server'] === 'pgsql'
		? new PDO(getenv('PDO_PGSQL_TEST_DSN') . ' sslmode=disable', null, null, $options)
		: new PDO(getenv('PDO_MYSQL_TEST_DSN'), getenv('PDO_MYSQL_TEST_USER'), getenv('PDO_MYSQL_TEST_PASS'), $options);
}

function tidy_up(PDO $pdo): void
{
	foreach (TABLES as $table) {
		$pdo->exec("DROP TABLE IF EXISTS $table");
	}
}

function set_up(PDO $pdo): void
{
	tidy_up($pdo);
	foreach (TABLES as $table) {
		$pdo->exec("CREATE TABLE $table (id INT PRIMARY KEY, other INT, name VARCHAR(40))");
		$pdo->exec("CREATE INDEX {$table}_other ON $table (other)");
		$rows = array_map(fn($id) => "($id, " . intdiv($id, 2) . ", 'name $id')", range(1, 200));
		$pdo->exec("INSERT INTO $table VALUES " . implode(',', $rows));
	}
	if ($GLOBALS['server'] === 'pgsql') {
		$pdo->exec('ANALYZE ' . implode(', ', TABLES));
	}
}

$sql = $query === 'join'
	? 'SELECT a.name, b.name, c.name, d.name, e.name FROM bench_cache_a a JOIN bench_cache_b b ON b.id = a.other'
		. ' JOIN bench_cache_c c ON c.id = b.id JOIN bench_cache_d d ON d.id = c.id JOIN bench_cache_e e ON e.id = d.id'
		. ' WHERE a.other = ? ORDER BY a.id'
	: 'SELECT id, name FROM bench_cache_a WHERE id = ?';

/* How many a second, after as many as the server needs to make up its mind about a plan. */
function rate(PDO $pdo, string $sql, float $seconds): float
{
	for ($i = 0; $i < 20; $i++) {
		once($pdo, $sql, $i);
	}
	$begin = hrtime(true);
	$end = $begin + $seconds * 1_000_000_000;
	for ($done = 0; hrtime(true) < $end; $done++) {
		once($pdo, $sql, $done % 90 + 1);
	}
	return $done / (hrtime(true) - $begin) * 1e9;
}

function once(PDO $pdo, string $sql, int $value): void
{
	$stmt = $pdo->prepare($sql);
	$stmt->execute([$value]);
	while ($stmt->fetch(PDO::FETCH_NUM)) {
	}
}

switch ($handle) {
	case 'set_up':
		set_up(connect([]));
		break;
	case 'tidy_up':
		tidy_up(connect([]));
		break;
	case 'ordinary':
		echo rate(connect([]), $sql, (int) $n), "\n";
		break;
	case 'pooled':
	case 'cached':
		$pdo = connect([PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_STMT_CACHE_SIZE => $handle === 'cached' ? 20 : 0]);
		echo Async\await(Async\spawn(fn() => rate($pdo, $sql, (int) $n))), "\n";
		break;
	case 'count': /* $n hits, for strace */
		$pdo = connect([PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_STMT_CACHE_SIZE => 20]);
		Async\await(Async\spawn(function () use ($pdo, $sql, $n) {
			for ($i = 0; $i < $n; $i++) {
				once($pdo, $sql, 1);
			}
		}));
		break;
}
