<?php
/* The work that ci/bench/sessions measures: php sessions.php SERVER MODE N. Prints one number, if it measures time: coroutines or
 * queries per second, in N seconds. */
[, $server, $mode, $n] = $argv;

function connect(array $options): PDO
{
	return $GLOBALS['server'] === 'pgsql'
		? new PDO(getenv('PDO_PGSQL_TEST_DSN'), null, null, $options)
		: new PDO(getenv('PDO_MYSQL_TEST_DSN'), getenv('PDO_MYSQL_TEST_USER'), getenv('PDO_MYSQL_TEST_PASS'), $options);
}

function pool(int $max, int $reset = PDO::POOL_RESET_AUTO): PDO
{
	return connect([PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => $max, PDO::ATTR_POOL_RESET => $reset,
		PDO::ATTR_POOL_ADOPT_SETUP => false]);
}

/* How often a coroutine of its own does the work, one after the other. */
function handovers(float $seconds, Closure $work): float
{
	$begin = hrtime(true);
	$end = $begin + $seconds * 1_000_000_000;
	for ($done = 0; hrtime(true) < $end; $done++) {
		Async\await(Async\spawn($work));
	}
	return $done / (hrtime(true) - $begin) * 1e9;
}

/* Queries of 20 coroutines that share ten connections: most of them come from another coroutine. */
function shared(PDO $pdo, float $seconds): float
{
	$done = 0;
	$begin = hrtime(true);
	$end = $begin + $seconds * 1_000_000_000;
	$work = function () use ($pdo, $end, &$done) {
		while (hrtime(true) < $end) {
			$pdo->query('SELECT 1')->fetch();
			$done++;
		}
	};
	Async\await_all_or_fail(array_map(fn() => Async\spawn($work), range(1, 20)));
	return $done / (hrtime(true) - $begin) * 1e9;
}

$setting = $server === 'pgsql' ? "SET application_name = 'bench'" : "SET time_zone = '+01:00'";
switch ($mode) {
	case 'clean':
		$pdo = pool(1);
		echo handovers($n, fn() => $pdo->query('SELECT 1')->fetch()), "\n";
		break;
	case 'reset':
		$pdo = pool(1);
		echo handovers($n, function () use ($pdo, $setting) {
			$pdo->exec($setting);
			$pdo->query('SELECT 1')->fetch();
		}), "\n";
		break;
	case 'opened':
		echo handovers($n, function () use ($setting) {
			$pdo = connect([]);
			$pdo->exec($setting);
			$pdo->query('SELECT 1')->fetch();
		}), "\n";
		break;
	case 'auto':
		echo shared(pool(10), $n), "\n";
		break;
	case 'always':
		echo shared(pool(10, PDO::POOL_RESET_ALWAYS), $n), "\n";
		break;
	case 'seen': /* the same text, again and again */
	case 'unseen': /* one that is not remembered */
		$pdo = pool(1);
		Async\await(Async\spawn(function () use ($pdo, $mode, $n) {
			for ($i = 0; $i < $n; $i++) {
				$number = $mode === 'seen' ? 100000 : 100000 + $i;
				$pdo->query("SELECT id FROM (SELECT $number AS id) AS t WHERE id IN (1, 2, 3) ORDER BY id LIMIT 10");
			}
		}));
		break;
}
