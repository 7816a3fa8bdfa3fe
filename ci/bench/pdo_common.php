<?php
/* The work that ci/bench/pdo_pgsql, pdo_mysql and pdo_sqlite measure: php pdo_DRIVER.php MODE [N]. The including file has
 * defined connect(array $options): PDO, and SLEEP, a query that keeps the server for %s seconds. Modes that measure
 * time print one number. */
$mode = $argv[1];
$n = $argv[2] ?? 0;

function pool(int $max): PDO
{
	return connect([PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => $max]);
}

/* All connections open before the clock starts. */
function warm(PDO $pdo, int $connections): void
{
	$open = function () use ($pdo) {
		$pdo->beginTransaction();
		$pdo->query(sprintf(SLEEP, '0.2'));
		$pdo->commit();
	};
	Async\await_all_or_fail(array_map(fn() => Async\spawn($open), range(1, $connections)));
}

/* Milliseconds of $count coroutines that do $work. */
function timed(int $count, Closure $work): float
{
	$begin = hrtime(true);
	Async\await_all_or_fail(array_map(fn() => Async\spawn($work), range(1, $count)));
	return (hrtime(true) - $begin) / 1e6;
}

/* Transactions per second of $coroutines in $seconds. */
function throughput(float $seconds, Closure $prepare, int $coroutines = 10): float
{
	$done = 0;
	$end = hrtime(true) + $seconds * 1_000_000_000;
	$ms = timed($coroutines, function () use ($prepare, $end, &$done) {
		$once = $prepare();
		while (hrtime(true) < $end) {
			$once();
			$done++;
		}
	});
	return $done / $ms * 1000;
}

function ordinary(PDO $pdo, int $rounds): void
{
	$pdo->exec('DROP TABLE IF EXISTS bench_ordinary');
	$pdo->exec('CREATE TABLE bench_ordinary (id int PRIMARY KEY, title varchar(40))');
	$insert = $pdo->prepare('INSERT INTO bench_ordinary VALUES (?, ?)');
	for ($id = 1; $id <= 12; $id++) {
		$insert->execute([$id, "title $id"]);
	}
	$select = $pdo->prepare('SELECT id, title FROM bench_ordinary WHERE id > ? AND title <> ?');
	for ($i = 0; $i < $rounds; $i++) {
		$pdo->query('SELECT 1')->fetch();
		$select->execute([0, 'none']);
		while ($select->fetch()) {
		}
		$select->bindValue(1, 6, PDO::PARAM_INT);
		$select->execute();
		$select->fetchAll(PDO::FETCH_OBJ);
		$pdo->beginTransaction();
		$pdo->exec("UPDATE bench_ordinary SET title = 'title' WHERE id = 1");
		$pdo->inTransaction();
		$pdo->commit();
		$pdo->quote("it's");
	}
}

switch ($mode) {
	case 'sleep':
		$pdo = pool(20);
		warm($pdo, 20);
		echo timed(100, fn() => $pdo->query(sprintf(SLEEP, '0.05'))->fetchAll()), "\n";
		break;
	case 'pause': /* the stacks of 1 000 coroutines are made */
	case 'again': /* they are there already, as in a process that has worked before */
		$pdo = pool(10);
		warm($pdo, 10);
		$pause = function () use ($pdo) {
			$pdo->query('SELECT 1')->fetch();
			Async\delay(100);
			$pdo->query('SELECT 1')->fetch();
		};
		if ($mode === 'again') {
			timed(1000, $pause);
		}
		echo timed(1000, $pause), "\n";
		break;
	case 'query':
		$pdo = pool(10);
		warm($pdo, 10);
		echo throughput($n, fn() => fn() => $pdo->query('SELECT 1')->fetch()), "\n";
		break;
	case 'prepared':
		$pdo = pool(10);
		warm($pdo, 10);
		echo throughput($n, function () use ($pdo) {
			$stmt = $pdo->prepare('SELECT 1');
			return function () use ($stmt) {
				$stmt->execute();
				$stmt->fetch();
			};
		}), "\n";
		break;
	case 'transaction':
	case 'begin-as-text':
		$pdo = pool(10);
		warm($pdo, 10);
		$begin = $mode === 'transaction' ? $pdo->beginTransaction(...) : fn() => $pdo->exec('BEGIN');
		$commit = $mode === 'transaction' ? $pdo->commit(...) : fn() => $pdo->exec('COMMIT');
		echo throughput($n, fn() => function () use ($pdo, $begin, $commit) {
			$begin();
			$pdo->query('SELECT 1')->fetch();
			$commit();
		}, 100), "\n";
		break;
	case 'stock': /* $n queries on one ordinary connection, no coroutine */
		$pdo = connect([]);
		for ($i = 0; $i < $n; $i++) {
			$pdo->query('SELECT 1')->fetch();
		}
		break;
	case 'ordinary': /* $n rounds of what programs do with an ordinary connection; unpatched PHP runs this, too */
		ordinary(connect([PDO::ATTR_EMULATE_PREPARES => false]), $n);
		break;
	case 'one': /* the same in one coroutine of a pooled object */
		$pdo = pool(10);
		Async\await(Async\spawn(function () use ($pdo, $n) {
			for ($i = 0; $i < $n; $i++) {
				$pdo->query('SELECT 1')->fetch();
			}
		}));
		break;
	case 'ten': /* $n queries in each of ten coroutines */
		$pdo = pool(10);
		timed(10, function () use ($pdo, $n) {
			for ($i = 0; $i < $n; $i++) {
				$pdo->query('SELECT 1')->fetch();
			}
		});
		break;
}
