<?php
/* Runs rounds of random programs on a driver: the part that all drivers share. */

namespace Stress;

foreach (['options', 'random', 'report', 'ledger', 'driver', 'credentials', 'setup', 'pools',
	'network', 'program', 'reads', 'values', 'own', 'transfers', 'sessions', 'statements', 'faults',
	'child', 'round', 'growth'] as $file) {
	require __DIR__ . "/$file.php";
}

final class Engine
{
	private Options $options;
	private Driver $driver;
	private ?Network $network = null;
	private int $owner;

	/** @param array<string, class-string<Driver>> $drivers one for each database */
	public function __construct(array $drivers)
	{
		$this->options = new Options($_SERVER['argv'], array_keys($drivers));
		$this->driver = new ($drivers[$this->options->source]);
		$this->owner = getmypid();
	}

	public function run(): never
	{
		$this->setUp();
		$report = new Report($this->options->verbose);
		$this->watchWarnings($report);
		$growth = new Growth;
		$begin = hrtime(true);
		$seed = $this->options->seed;
		$end = $seed + min($this->options->rounds, PHP_INT_MAX - $seed);
		while ($seed < $end && hrtime(true) - $begin < $this->options->seconds * 1e9) {
			$this->play($seed++, $report, $growth);
		}
		try {
			$growth->judge($report);
		} catch (Failure $failure) {
			$this->fail($failure->getMessage(), $this->options->seed);
		}
		echo '# ', wordwrap(self::list($report->happened()), 110, "\n# "), "\n";
		printf("ok - random programs on %s: %d rounds from seed %d, %d operations, %d faults, "
			. "%d acknowledged rows\n", $this->driver->name(), $seed - $this->options->seed,
			$this->options->seed, $report->operations(), $report->faults(),
			$report->happened()['rows acknowledged'] ?? 0);
		exit(0);
	}

	private function play(int $seed, Report $report, Growth $growth): void
	{
		/* After a crash the last one of these lines says which round it was. */
		echo "# seed $seed\n";
		try {
			$round = new Round($this->driver, $report, $seed, $this->network, $this->options->coroutines);
			$round->run();
			unset($round);
			$growth->measure($report);
		} catch (Failure) {
			/* It is in the report. */
		} catch (\Throwable $e) {
			$report->add("unexpected: $e");
		}
		if ($report->failures()) {
			$this->fail(implode("\n", $report->failures()), $seed);
		}
	}

	private function fail(string $why, int $seed): never
	{
		echo preg_replace('/^/m', '# ', $why), "\n";
		printf("not ok - random programs on %s: php %s --seed=%d --rounds=1%s%s\n",
			$this->driver->name(), $_SERVER['argv'][0], $seed, " --source={$this->options->source}",
			$this->options->coroutines ? " --coroutines={$this->options->coroutines}" : '');
		/* Whatever hangs or is broken does not get another chance. */
		$this->tearDown();
		pcntl_exec('/bin/false');
		exit(1);
	}

	private function setUp(): void
	{
		try {
			$this->driver->setUp();
			for ($pool = 0; $pool < Driver::POOLS; $pool++) {
				$this->driver->dropTables($this->driver->control($pool), $pool);
				$this->driver->createTables($this->driver->control($pool), $pool);
			}
			$port = $this->driver->port();
			$this->network = $port && $this->driver->survivesCuts() ? new Network($port) : null;
		} catch (\Throwable $e) {
			fwrite(STDERR, "{$_SERVER['argv'][0]}: {$e->getMessage()} (see --help)\n");
			exit(2);
		}
		register_shutdown_function($this->tearDown(...));
	}

	private function tearDown(): void
	{
		if (getmypid() !== $this->owner) {
			return;
		}
		$this->owner = 0;
		try {
			for ($pool = 0; $pool < Driver::POOLS; $pool++) {
				$this->driver->dropTables($this->driver->control($pool), $pool);
			}
			$this->driver->tearDown();
		} catch (\Throwable $e) {
			fwrite(STDERR, "# tables are left: {$e->getMessage()}\n");
		}
	}

	/** No warning reaches a program, but the one about a transaction that it left open. */
	private function watchWarnings(Report $report): void
	{
		set_error_handler(function (int $level, string $text, string $file, int $line) use ($report) {
			if (str_contains($text, 'ended with a transaction open')) {
				$report->note(Report::WARNED);
			} elseif (error_reporting() & $level) {
				$report->add("$text in $file:$line");
			}
			return true;
		});
	}

	private static function list(array $happened): string
	{
		return implode(', ', array_map(fn($what, $count) => "$what $count",
			array_keys($happened), $happened));
	}
}
