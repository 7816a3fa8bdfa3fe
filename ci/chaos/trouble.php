<?php
/* The source of faults of the chaos test, a process of its own. What it does and in which order depends on the seed alone.
 *
 *   php trouble.php SEED SQLITE-FILE [SUBJECT...]
 *
 * SUBJECT: pgsql-server, mariadb-server, pgsql, mysql, odbc-pgsql, odbc-mariadb (the way to the server), sqlite; default all.
 * It prints `ready JSON` with the ports of the proxies, `fault NAME` for each fault, and, after a line `stop` on standard
 * input, `calm` when everything is well again. It ends with its standard input. */

require __DIR__ . '/servers.php';
require __DIR__ . '/network.php';

use function Async\{await_all_or_fail, delay, spawn};

/* Faults of one thing: one at a time, with pauses. */
final class Subject
{
	/** @param array<string, Closure(Random\Randomizer): void> $faults they also end by themselves */
	public function __construct(private readonly string $name, private readonly int $pauseMs,
		private readonly Random\Randomizer $random, private readonly array $faults)
	{
	}

	/* Each once, in any order, then again: in a short run as many as possible. */
	public function run(): void
	{
		for ($deck = []; $this->pause();) {
			$deck = $deck ?: $this->random->shuffleArray(array_keys($this->faults));
			$fault = array_pop($deck);
			echo "fault $this->name: $fault\n";
			try {
				($this->faults[$fault])($this->random);
			} catch (Throwable $e) {
				fwrite(STDERR, "$this->name: $fault: $e\n");
				exit(1);
			}
		}
	}

	/** Whether there is to be another fault. */
	private function pause(): bool
	{
		$end = hrtime(true) + $this->random->getInt($this->pauseMs, 3 * $this->pauseMs) * 1_000_000;
		while (!Trouble::$isOver && hrtime(true) < $end) {
			delay(20);
		}
		return !Trouble::$isOver;
	}
}

final class Trouble
{
	public static bool $isOver = false;
	private PostgresNode $primary;
	private PostgresNode $standby;
	private MariaNode $maria;
	private Network $network;

	public function __construct(private readonly int $seed, private readonly string $file)
	{
		$this->primary = new PostgresNode('PGSQL_TEST');
		$this->standby = new PostgresNode('STANDBY_TEST');
		$this->maria = new MariaNode;
		$this->primary->addClient();
		$this->primary->commitForSure();
		$this->standby->commitForSure();
		$this->maria->prepare();
		$this->awaitStandby();
		$pgsql = $this->primary->port();
		$maria = $this->maria->port();
		$this->network = new Network(['pgsql' => $pgsql, 'mysql' => $maria, 'odbc-pgsql' => $pgsql, 'odbc-mariadb' => $maria]);
	}

	private function awaitStandby(): void
	{
		for ($try = 0; !$this->primary->hasSynchronousStandby(); $try++) {
			$try < 600 || throw new RuntimeException('the standby does not become synchronous');
			delay(50);
		}
	}

	public function run(array $wanted): void
	{
		$subjects = $this->subjects();
		$wanted = $wanted ?: array_keys($subjects);
		echo 'ready ', json_encode($this->network->ports()), "\n";
		$running = [];
		foreach ($wanted as $i => $name) {
			[$pauseMs, $faults] = $subjects[$name] ?? throw new RuntimeException("no subject $name");
			$random = new Random\Randomizer(new Random\Engine\Mt19937($this->seed * 100 + $i));
			$running[] = spawn((new Subject($name, $pauseMs, $random, $faults))->run(...));
		}
		while (!self::$isOver && ($line = fgets(STDIN)) !== false) {
			self::$isOver = trim($line) === 'stop';
		}
		self::$isOver = true;
		await_all_or_fail($running);
		echo "calm\n";
		while (fgets(STDIN) !== false);
		$this->network->end();
	}

	/** Name => [the shortest pause in ms, faults]. */
	private function subjects(): array
	{
		$links = [];
		foreach (array_keys($this->network->ports()) as $driver) {
			$links[$driver] = [2500, $this->onTheWay($driver)];
		}
		return [
			'pgsql-server' => [2500, $this->ofServer(fn() => $this->primary, SIGINT) + [
				'standby promoted' => $this->promote(...),
				'standby stopped' => fn($random) => $this->stopped($this->standby, $random),
			]],
			'mariadb-server' => [2500, $this->ofServer(fn() => $this->maria, SIGTERM)],
			...$links,
			'sqlite' => [3000, ['locked by another process' => $this->lock(...)]],
		];
	}

	private static function lasts(Random\Randomizer $random, int $maxMs = 4000): void
	{
		delay($random->getInt(200, $maxMs));
	}

	/* Which of the two PostgreSQL servers it is changes. */
	private function ofServer(Closure $server, int $stopSignal): array
	{
		return [
			'killed' => function ($random) use ($server) {
				$server()->crash();
				self::lasts($random, 1500);
				$server()->start();
			},
			'restarted' => function () use ($server, $stopSignal) {
				$server()->stop($stopSignal);
				$server()->start();
			},
			'stopped' => fn($random) => $this->stopped($server(), $random),
			'read-only' => function ($random) use ($server) {
				$server()->setReadOnly(true);
				self::lasts($random);
				$server()->setReadOnly(false);
			},
			'no place left' => function ($random) use ($server) {
				$server()->fill();
				$server()->killSome($random);
				self::lasts($random);
				$server()->free();
			},
			'sessions killed' => fn($random) => $server()->killSome($random),
		];
	}

	private function stopped(Server $server, Random\Randomizer $random): void
	{
		$server->signal(SIGSTOP);
		self::lasts($random);
		$server->signal(SIGCONT);
	}

	/* The old primary is gone for good when the new one begins; then it is made a standby of the new one. */
	private function promote(Random\Randomizer $random): void
	{
		$this->awaitStandby();
		$this->primary->crash();
		self::lasts($random, 1000);
		$this->standby->promote();
		[$this->primary, $this->standby] = [$this->standby, $this->primary];
		foreach (['pgsql', 'odbc-pgsql'] as $driver) {
			$this->network->tell($driver, "to {$this->primary->port()}");
		}
		$this->standby->follow($this->primary);
	}

	private function onTheWay(string $driver): array
	{
		$proxy = fn(string $order) => function ($random) use ($driver, $order) {
			$this->network->tell($driver, sprintf($order, $random->getInt(5, 120)));
			self::lasts($random);
			$this->network->calm($driver);
		};
		$kernel = fn(string $rule) => function ($random) use ($driver, $rule) {
			$this->network->rule($driver, $rule);
			self::lasts($random);
			$this->network->calm($driver);
		};
		$faults = ['refused' => $proxy('refuse'), 'accepted, not answered' => $proxy('silent'), 'reset' => $proxy('reset'),
			'swallowed' => $proxy('hole'), 'delayed' => $proxy('delay %d'), 'in pieces' => $proxy('pieces 40'),
			'some lost' => $proxy('lossy %d'), 'doubled' => $proxy('twin')];
		$packets = ['packets dropped' => $kernel('-m statistic --mode random --probability 0.2 -j DROP'),
			'no packets' => $kernel('-j DROP'), 'packets refused' => $kernel('-j REJECT --reject-with tcp-reset')];
		return Network::isOurOwn() ? $faults + $packets : $faults;
	}

	private function lock(Random\Randomizer $random): void
	{
		$db = new PDO("sqlite:$this->file", options: [PDO::ATTR_TIMEOUT => 0, PDO::ATTR_POOL_ENABLED => false,
			PDO::ATTR_ERRMODE => PDO::ERRMODE_SILENT]);
		while ($db->exec('BEGIN IMMEDIATE') === false) {
			delay(1);
		}
		self::lasts($random);
		$db->exec('ROLLBACK');
	}
}

if ($argc < 3 || !ctype_digit($argv[1])) {
	fwrite(STDERR, "usage: php trouble.php SEED SQLITE-FILE [SUBJECT...] (see the comment at the top)\n");
	exit(2);
}
(new Trouble((int) $argv[1], $argv[2]))->run(array_slice($argv, 3));
