<?php
/* 200 coroutines move money between accounts over all drivers, while servers and the network fail (trouble.php).
 *
 *   php chaos.php [--seconds=N] [--seed=N] [--coroutines=N] [--json=FILE] [--drivers=A,B] [--trouble=SUBJECT,...]
 *
 * Prints what happens every ten seconds, and at the end `ok - ` and `not ok - ` lines: no money is made or lost, each
 * acknowledged transfer is there once and no other one twice, nobody waited past a limit, nothing is left.
 * Needs the servers of ci/services/start (pgsql mariadb odbc standby); ci/chaos/run starts them. */

require __DIR__ . '/bank.php';
require __DIR__ . '/memory.php';
require __DIR__ . '/servers.php';

use function Async\{await_all, await_all_or_fail, delay, spawn};

const DRIVERS = ['pgsql', 'mysql', 'odbc-pgsql', 'odbc-mariadb', 'sqlite'];
const POOL_MAX = 8;
const LATE_MS = 50;
/** SQLite's files are written by the thread itself. */
const BLOCKED_MS = 1000;
/* A slope of so much a minute is called flat, when what is beyond it is not noise: of PHP's heap, and of the process. */
const FLAT_HEAP = 64 * 1024;
const FLAT_RESIDENT = 1024 * 1024;
/* What warms up, connections, caches, the memory of threads, has done so after a fifth of the time, but not before so many
 * seconds; and less than so many say nothing about a slope. */
const WARM_UP_S = 60;
const FEWEST_SAMPLES = 4 * 60;

/* The process that makes trouble. */
final class Troublemaker
{
	/** @var resource */
	private $process;
	private array $pipes = [];
	public readonly array $ports;
	/** Fault => how often. */
	public array $faults = [];
	/** All of them, with the time. */
	public array $log = [];
	private bool $isCalm = false;
	private bool $hasEnded = false;

	public function __construct(int $seed, string $file, array $subjects)
	{
		$this->process = proc_open(['nice', '-n', '10', PHP_BINARY, '-n', __DIR__ . '/trouble.php', (string) $seed, $file, ...$subjects],
			[['pipe', 'r'], ['pipe', 'w'], STDERR], $this->pipes);
		$ready = (string) fgets($this->pipes[1]);
		str_starts_with($ready, 'ready ') || throw new RuntimeException("trouble.php does not start: $ready");
		$this->ports = json_decode(substr($ready, 6), true);
		spawn($this->listen(...));
	}

	private function listen(): void
	{
		while (($line = fgets($this->pipes[1])) !== false) {
			$line = trim($line);
			if ($line === 'calm') {
				$this->isCalm = true;
			} elseif (str_starts_with($line, 'fault ')) {
				$fault = substr($line, 6);
				$this->faults[$fault] = ($this->faults[$fault] ?? 0) + 1;
				$this->log[] = sprintf('%.3f %s', microtime(true), $fault);
			}
		}
		$this->hasEnded = true;
	}

	public function hasFailed(): bool
	{
		return $this->hasEnded;
	}

	/** No more faults, and what was broken is mended. */
	public function calm(): bool
	{
		fwrite($this->pipes[0], "stop\n");
		for ($i = 0; !$this->isCalm && !$this->hasEnded && $i < 6000; $i++) {
			delay(10);
		}
		return $this->isCalm;
	}

	public function end(): void
	{
		fclose($this->pipes[0]);
		$this->isCalm || proc_terminate($this->process, SIGKILL);
		proc_close($this->process);
	}
}

final class Chaos
{
	private Limits $limits;
	private Memory $memory;
	private Troublemaker $trouble;
	/** @var array<string, Bank> */
	private array $banks = [];
	private Random\Randomizer $random;
	private bool $isOver = false;
	private int $workers = 0;
	private int $failed = 0;
	private int $descriptors;
	private array $unexpected = [];

	public function __construct(private readonly int $seconds, private readonly int $seed, private readonly int $coroutines,
		private readonly array $drivers, private readonly array $subjects, private readonly string $directory)
	{
		$this->random = new Random\Randomizer(new Random\Engine\Mt19937($seed));
		$this->limits = new Limits;
		$this->memory = new Memory(4 * $seconds + 10);
	}

	private function check(bool $right, string $title, mixed $found = null): void
	{
		$found = $right ? '' : ' (' . json_encode($found, JSON_UNESCAPED_SLASHES | JSON_PARTIAL_OUTPUT_ON_ERROR) . ')';
		echo $right ? 'ok' : 'not ok', " - $title$found\n";
		$this->failed += $right ? 0 : 1;
	}

	private static function descriptors(): int
	{
		return count(scandir('/proc/self/fd'));
	}

	private function source(string $driver): array
	{
		if ($driver === 'sqlite') {
			return ["sqlite:$this->directory/bank.sqlite", null, null, []];
		}
		[$dsn, , $password, $options] = Driver::named($driver)->source('127.0.0.1', $this->trouble->ports[$driver], false);
		if ($driver === 'pgsql') {
			$options[Pdo\Pgsql::ATTR_POOL_PIPELINE] = 4;
		}
		return [$dsn, CLIENT, $password, $options];
	}

	/* Of its tables, and of what a client may not see. */
	private function owner(string $driver): PDO
	{
		$plain = [PDO::ATTR_POOL_ENABLED => false];
		return match ($driver) {
			'pgsql', 'odbc-pgsql' => new PDO("pgsql:host=127.0.0.1 port={$this->trouble->ports[$driver]} dbname=test", 'postgres',
				getenv('PGSQL_TEST_SUPERUSER_PASS'), $plain),
			'mysql', 'odbc-mariadb' => new PDO("mysql:host=127.0.0.1;port={$this->trouble->ports[$driver]};dbname=test", 'root',
				getenv('PDO_MYSQL_ROOT_PASS'), $plain),
			'sqlite' => new PDO(...[...array_slice($this->source($driver), 0, 3), $plain]),
		};
	}

	private function prepare(): void
	{
		(new PDO("sqlite:$this->directory/bank.sqlite", options: [PDO::ATTR_POOL_ENABLED => false]))->exec('PRAGMA journal_mode = WAL');
		$this->trouble = new Troublemaker($this->seed, "$this->directory/bank.sqlite", $this->subjects);
		foreach ($this->drivers as $i => $driver) {
			$random = new Random\Randomizer(new Random\Engine\Mt19937($this->seed * 10 + $i));
			$this->banks[$driver] = new Bank($driver, $this->source($driver), $this->limits, $random, $this->directory);
			$this->banks[$driver]->found($this->owner($driver));
		}
		$this->descriptors = self::descriptors();
		foreach ($this->banks as $driver => $bank) {
			$bank->open($driver === 'sqlite' ? 4 : POOL_MAX);
		}
	}

	public function run(): array
	{
		$this->prepare();
		$this->limits->begin();
		$begin = hrtime(true);
		$workers = array_map(fn() => spawn($this->work(...)), range(1, $this->coroutines));
		$this->watch($begin);
		$this->isOver = true;
		$isCalm = $this->trouble->calm();
		$this->check($isCalm, 'the source of faults ends well', end($this->trouble->log));
		/* What it has broken stays broken. */
		$isCalm || exit(1);
		$this->awaitWorkers($workers);
		unset($workers);
		$this->awaitHealth();
		$this->limits->end();
		return $this->judge();
	}

	private function work(): void
	{
		$this->workers++;
		while (!$this->isOver) {
			$bank = $this->banks[$this->drivers[$this->random->getInt(0, count($this->drivers) - 1)]];
			try {
				match (true) {
					$this->random->getInt(0, 4) === 0 => $bank->audit(),
					$this->random->getInt(0, 49) === 0 => $this->cancelled($bank),
					default => $bank->transfer(),
				};
			} catch (Throwable $e) {
				$this->unexpected[] = get_class($e) . ": {$e->getMessage()} at " . basename($e->getFile()) . ":{$e->getLine()}";
			}
			delay($this->random->getInt(50, 400));
		}
		$this->workers--;
	}

	private function cancelled(Bank $bank): void
	{
		$coroutine = spawn($bank->transfer(...));
		delay($this->random->getInt(0, 30));
		$coroutine->cancel();
		foreach (await_all([$coroutine])[1] as $e) {
			$e instanceof Async\AsyncCancellation || throw $e;
		}
	}

	private function watch(int $begin): void
	{
		$nextReport = 10;
		while (($now = (hrtime(true) - $begin) / 1e9) < $this->seconds && !$this->trouble->hasFailed()) {
			delay(250);
			if ($now > max(WARM_UP_S, $this->seconds / 5)) {
				$this->memory->sample($now);
			}
			if ($now >= $nextReport) {
				$this->report((int) $now);
				$nextReport += 10;
			}
		}
	}

	private function sum(string $what): int
	{
		return array_sum(array_map(fn(Bank $bank) => $bank->count[$what], $this->banks));
	}

	private function report(int $seconds): void
	{
		printf("# %d s: %d faults; %d transfers done, %d failed, %d unsure; %d audits; loop late by up to %.0f ms; heap %d KiB, %d MiB resident, %d descriptors\n",
			$seconds, array_sum($this->trouble->faults), $this->sum('done'), $this->sum('failed'), $this->sum('unsure'), $this->sum('audits'),
			$this->limits->lagMs, memory_get_usage() / 1024, Memory::resident() / 1048576, self::descriptors());
		$this->limits->lagMs = 0;
	}

	/* Every call has a limit, so all of them end. */
	private function awaitWorkers(array $workers): void
	{
		for ($i = 0; $this->workers > 0 && $i < 3000; $i++) {
			delay(10);
		}
		$where = [];
		if ($this->workers > 0) {
			foreach (Async\get_coroutines() as $coroutine) {
				$at = $coroutine->getSuspendLocation() . ' ' . json_encode($coroutine->getAwaitingInfo());
				$where[$at] = ($where[$at] ?? 0) + 1;
			}
		}
		$this->check($this->workers === 0, 'all coroutines have ended', $where);
		$this->workers > 0 || await_all_or_fail($workers);
	}

	/* By itself: nobody tells the pools that all is well again. */
	private function awaitHealth(): void
	{
		foreach ($this->banks as $name => $bank) {
			$call = fn() => $bank->db->query('SELECT 1')->fetchAll() == [[1, 1]];
			for ($try = 0;; $try++) {
				[$answers, $errors] = await_all(array_map(fn() => spawn($call), range(1, 20)));
				if (!$errors || $try === 100) {
					break;
				}
				delay(100);
			}
			$this->check(!$errors, "$name: the pool is well again", array_map(fn($e) => $e->getMessage(), $errors));
		}
	}

	private function judge(): array
	{
		$this->check($this->unexpected === [], 'no coroutine met an error that is none of the database', array_slice($this->unexpected, 0, 5));
		$result = ['seconds' => $this->seconds, 'seed' => $this->seed, 'coroutines' => $this->coroutines, 'faults' => $this->trouble->faults];
		foreach ($this->banks as $name => $bank) {
			$result['banks'][$name] = $this->judgeBank($name, $bank);
		}
		unset($bank);
		if ($this->failed) {
			echo '# ', implode("\n# ", $this->trouble->log), "\n";
		}
		$this->judgeLimits();
		$this->judgeMemory();
		$this->judgeRest();
		$result['limits'] = ['calls' => $this->limits->calls, 'late' => $this->limits->late, 'worst_ms' => round($this->limits->worst(false), 1),
			'worst_gross_ms' => round($this->limits->worst(true), 1), 'blocked_ms' => round($this->limits->blockedMs, 1)];
		$result['memory'] = array_map(fn($slope) => array_map(intval(...), $slope), ['heap' => $this->memory->slope(1), 'resident' => $this->memory->slope(2)]);
		$result['failed'] = $this->failed;
		return $result;
	}

	private function judgeBank(string $name, Bank $bank): array
	{
		$happened = $bank->judge($this->owner($name));
		['done' => $done, 'failed' => $failed, 'unsure' => $unsure, 'audits' => $audits] = $bank->count;
		$this->check($bank->wrong === [], "$name: $done transfers acknowledged, each there once; $failed failed, none there; " .
			"$unsure unsure, $happened there, once; $audits audits; the sum is right", array_slice($bank->wrong, 0, 5));
		$this->check($done > 0 && $failed > 0, "$name: some succeeded and some failed", $bank->count);
		ksort($bank->errors);
		echo "# $name: errors ", json_encode($bank->errors), "\n";
		$stats = $bank->db->getPool()->getStats();
		echo "# $name: connections made {$stats['created']}, closed ", json_encode($stats['destroyed']), "\n";
		$this->check($stats['active'] === 0 && $stats['waiting'] === 0 && $stats['idle'] <= POOL_MAX,
			"$name: nobody holds or awaits a connection", $stats);
		return $bank->count + ['happened' => $happened, 'errors' => $bank->errors, 'connections' => $stats['created']];
	}

	private function judgeLimits(): void
	{
		$limits = $this->limits;
		foreach ($limits->worst as $name => [$net, $gross, $count, $message]) {
			$net <= LATE_MS || printf("# %s: %d times past its limit, by %.0f ms, %.0f ms with what the loop was late (%s)\n",
				$name, $count, $net, $gross, strtok($message, "\n"));
		}
		$this->check($limits->worst(false) <= LATE_MS, sprintf('nobody waited more than %d ms past a limit: of %d calls %d were late, by %.1f ms at '
			. 'most; %.0f ms with what the event loop was late', LATE_MS, $limits->calls, $limits->late, $limits->worst(false), $limits->worst(true)));
		$this->check($limits->blockedMs <= BLOCKED_MS, sprintf('no call blocked the event loop for more than %d ms: %.0f ms', BLOCKED_MS, $limits->blockedMs));
	}

	private function judgeMemory(): void
	{
		if ($this->memory->count() < FEWEST_SAMPLES) {
			echo "skip - memory is flat (too short a time to tell)\n";
			return;
		}
		foreach (['heap' => [1, FLAT_HEAP], 'process' => [2, FLAT_RESIDENT]] as $what => [$column, $flat]) {
			[$slope, $error] = $this->memory->slope($column);
			$this->check($slope - 2 * $error <= $flat, sprintf('memory is flat (%s): %.0f KiB a minute, standard error %.0f, of %d samples; limit %d',
				$what, $slope / 1024, $error / 1024, $this->memory->count(), $flat / 1024));
		}
	}

	private function judgeRest(): void
	{
		$this->banks = [];
		gc_collect_cycles();
		$servers = ['pgsql' => 'pg_stat_activity WHERE usename', 'mysql' => 'information_schema.processlist WHERE user'];
		foreach ($servers as $driver => $from) {
			$owner = $this->owner($driver);
			for ($i = 0; ($left = (int) $owner->query("SELECT COUNT(*) FROM $from = '" . CLIENT . "'")->fetchColumn()) > 0 && $i < 1000; $i++) {
				delay(20);
			}
			$this->check($left === 0, "$driver: no connection is left on the server", $left);
		}
		unset($owner);
		for ($i = 0; ($now = self::descriptors()) > $this->descriptors && $i < 500; $i++) {
			delay(10);
		}
		$this->check($now <= $this->descriptors, "no descriptor is left over: $now, before $this->descriptors", $now);
		$this->trouble->end();
	}
}

$options = getopt('', ['seconds:', 'seed:', 'coroutines:', 'json:', 'drivers:', 'trouble:', 'directory:', 'about:', 'help'], $rest);
if (isset($options['help']) || $rest < $argc) {
	echo "usage: php chaos.php [--seconds=N] [--seed=N] [--coroutines=N] [--json=FILE] [--drivers=A,B] [--trouble=SUBJECT,...] --directory=DIR\n";
	exit(isset($options['help']) ? 0 : 2);
}
$drivers = isset($options['drivers']) ? explode(',', $options['drivers']) : DRIVERS;
$subjects = isset($options['trouble']) ? explode(',', $options['trouble']) : [];
$chaos = new Chaos((int) ($options['seconds'] ?? 300), (int) ($options['seed'] ?? 1), (int) ($options['coroutines'] ?? 200),
	$drivers, $subjects, $options['directory'] ?? throw new RuntimeException('--directory is needed'));
$result = $chaos->run();
/* What the table says about the run: name=value,... */
parse_str(strtr($options['about'] ?? '', ',', '&'), $about);
$result = ['date' => gmdate('Y-m-d')] + $about + $result;
if (isset($options['json'])) {
	file_put_contents($options['json'], json_encode($result, JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES) . "\n");
}
exit($result['failed'] ? 1 : 0);
