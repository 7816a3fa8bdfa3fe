<?php
/* The work of ci/bench/pdo_odbc. Prints lines "NAME ORDINARY POOLED", medians of rounds that alternate between an
 * ordinary handle and a pooled one in a coroutine, each in microseconds per operation. */
[, $dsn, $user, $password, $figure, $rounds] = $argv;

function handle(bool $pooled, int $max = 1): PDO
{
	global $dsn, $user, $password;
	return new PDO($dsn, $user ?: null, $password ?: null, [PDO::ATTR_POOL_ENABLED => $pooled, PDO::ATTR_POOL_MAX => $max]);
}

function in_coroutine(callable $work): mixed
{
	return Async\await(Async\spawn($work));
}

/** Microseconds per operation of $work, which does $count of them. */
function measure(callable $work, int $count): float
{
	$start = hrtime(true);
	$work($count);
	return (hrtime(true) - $start) / $count / 1000;
}

function median(array $values): float
{
	sort($values);
	return $values[intdiv(count($values) - 1, 2)];
}

/** $make turns a handle into the work. The first round is not counted: it connects, prepares and warms up. */
function compare(string $name, callable $make, int $count): void
{
	global $rounds;
	$ordinary = $make(handle(false));
	$pooled = in_coroutine(fn() => $make(handle(true)));
	$times = [[], []];
	for ($i = 0; $i <= $rounds; $i++) {
		$times[0][] = measure($ordinary, $count);
		$times[1][] = in_coroutine(fn() => measure($pooled, $count));
	}
	printf("%s %.3f %.3f\n", $name, median(array_slice($times[0], 1)), median(array_slice($times[1], 1)));
}

/** A table of 5 000 rows, with and without a long column. */
function fill(PDO $db): void
{
	$db->exec('DROP TABLE IF EXISTS bench_odbc');
	$db->exec('CREATE TABLE bench_odbc (id INTEGER PRIMARY KEY, name VARCHAR(40), note TEXT)');
	$db->beginTransaction();
	$insert = $db->prepare('INSERT INTO bench_odbc VALUES (?, ?, ?)');
	for ($i = 0; $i < 5000; $i++) {
		$insert->execute([$i, "name $i", str_repeat('x', 200)]);
	}
	$db->commit();
}

/** $tied: the cursor scrolls or, where the driver has none that do, has a name; it is not read ahead then. */
function rows(string $columns, bool $tied = false): callable
{
	return function (PDO $db) use ($columns, $tied) {
		$has_names = $tied && stripos($db->getAttribute(PDO::ATTR_SERVER_INFO), 'postgres') !== false;
		return function (int $count) use ($db, $columns, $tied, $has_names) {
			$options = $tied && !$has_names ? [PDO::ATTR_CURSOR => PDO::CURSOR_SCROLL] : [];
			$statement = $db->prepare("SELECT $columns FROM bench_odbc", $options);
			if ($has_names) {
				$statement->setAttribute(PDO::ATTR_CURSOR_NAME, 'bench_cursor');
			}
			$statement->execute();
			for ($i = 0; $statement->fetch(PDO::FETCH_NUM); $i++);
			if ($i !== $count) {
				throw new Exception("$i rows instead of $count");
			}
		};
	};
}

switch ($figure) {
	/* A call of ODBC that finds its answer in memory: what is left is the way to the thread and back. */
	case 'hop':
		compare('hop', fn(PDO $db) => function (int $count) use ($db) {
			for ($i = 0; $i < $count; $i++) {
				$db->getAttribute(PDO::ATTR_SERVER_INFO);
			}
		}, 2000);
		break;
	case 'exec':
		compare('exec', fn(PDO $db) => function (int $count) use ($db) {
			for ($i = 0; $i < $count; $i++) {
				$db->exec('SELECT 1');
			}
		}, 500);
		break;
	case 'prepared':
		compare('prepared', function (PDO $db) {
			$statement = $db->prepare('SELECT id FROM bench_odbc WHERE id = ? AND name <> ?');
			return function (int $count) use ($statement) {
				for ($i = 0; $i < $count; $i++) {
					$statement->execute([7, 'none']);
					$statement->fetchColumn();
					$statement->closeCursor();
				}
			};
		}, 200);
		break;
	case 'rows':
		compare('rows', rows('id, name'), 5000);
		compare('rows-long', rows('id, note'), 5000);
		/* A trip for each row. */
		compare('rows-one-by-one', rows('id, name', true), 5000);
		break;
	case 'fill':
		fill(handle(false));
		break;
	case 'drop':
		handle(false)->exec('DROP TABLE IF EXISTS bench_odbc');
		break;
	/* Milliseconds for 20 coroutines that sleep for 100 ms each; connecting is not counted. */
	case 'sleep':
		$db = handle(true, 20);
		$sql = str_contains(strtolower(handle(false)->getAttribute(PDO::ATTR_SERVER_INFO)), 'postgres')
			? 'SELECT pg_sleep(%s)' : 'SELECT SLEEP(%s)';
		$all = fn(string $seconds) => Async\await_all_or_fail(
			array_map(fn() => Async\spawn(fn() => $db->query(sprintf($sql, $seconds))->fetchAll()), range(1, 20)));
		$all('0.05');
		$times = [];
		for ($i = 0; $i < $rounds; $i++) {
			$start = hrtime(true);
			$all('0.1');
			$times[] = (hrtime(true) - $start) / 1e6;
		}
		printf("sleep 2000 %.3f\n", median($times));
		break;
	default:
		fwrite(STDERR, "pdo_odbc.php: unknown figure: $figure\n");
		exit(2);
}
