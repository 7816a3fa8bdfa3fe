<?php
/* The work that ci/bench/pipeline measures: php pipeline.php MODE PIPELINE SECONDS-OR-COUNT. Prints one number: statements
 * per second, or a percentile of the times that they took, in milliseconds. */
[, $mode, $pipeline, $amount] = $argv;

$is_wide = $mode === 'tail' || $mode === 'mixed';
$pdo = new PDO(getenv('PDO_PGSQL_TEST_DSN') . ' sslmode=disable', null, null, [
	PDO::ATTR_POOL_ENABLED => true,
	PDO::ATTR_POOL_MAX => $is_wide ? 10 : 4,
	PDO::ATTR_POOL_MIN => $is_wide ? 10 : 4,
	PDO::ATTR_POOL_STMT_CACHE_SIZE => 10,
	Pdo\Pgsql::ATTR_POOL_PIPELINE => (int) $pipeline,
]);

function prepared(): void
{
	$statement = $GLOBALS['pdo']->prepare('SELECT 1');
	$statement->execute();
	$statement->fetch();
}

function query(): void
{
	$GLOBALS['pdo']->query('SELECT 1')->fetch();
}

function mixed(): void
{
	mt_rand(1, 100) === 1 ? $GLOBALS['pdo']->query('SELECT pg_sleep(0.05)') : prepared();
}

/* As many coroutines, until it is over; how many statements they ran, and how long each took. */
function run(int $coroutines, callable $work, Closure $is_over, ?array &$times): int
{
	$done = 0;
	$all = [];
	for ($i = 0; $i < $coroutines; $i++) {
		$all[] = Async\spawn(function () use ($work, $is_over, &$done, &$times) {
			while (!$is_over($done)) {
				$begin = hrtime(true);
				$work();
				$done++;
				if ($times !== null) {
					$times[] = hrtime(true) - $begin;
				}
			}
		});
	}
	foreach ($all as $coroutine) {
		Async\await($coroutine);
	}
	return $done;
}

function percentile(array $times, float $share): float
{
	sort($times);
	return $times[(int) ((count($times) - 1) * $share)] / 1e6;
}

$none = null;
run(20, prepared(...), fn($done) => $done > 200, $none);
if ($mode === 'count') {
	run(100, prepared(...), fn($done) => $done >= $amount, $none);
	exit;
}
$begin = hrtime(true);
$end = $begin + (float) $amount * 1e9;
$times = $is_wide ? [] : null;
$done = run($is_wide ? 1000 : 100, match ($mode) {
	'prepared', 'tail' => prepared(...),
	'query' => query(...),
	'mixed' => mixed(...),
}, fn() => hrtime(true) > $end, $times);
printf("%.3f\n", match ($mode) {
	'tail' => percentile($times, 0.99),
	'mixed' => percentile($times, 0.5),
	default => $done / (hrtime(true) - $begin) * 1e9,
});
