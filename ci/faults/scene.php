<?php
/* One fault, one driver: who sees what, and after how long. The people of the scene are coroutines of two pooled PDO objects
 * on one path to the server, one with a limit for acquiring a connection and one without. */

use function Async\{await, delay, spawn};

const POOL_MAX = 4;
/* Times are so many times longer: for slow builds. */
define('SLOWNESS', (int) (getenv('FAULTS_SLOWNESS') ?: 1));
const ACQUIRE_LIMIT_MS = 2500 * SLOWNESS;
const QUERY_LIMIT_MS = 1500 * SLOWNESS;
const CONNECT_LIMIT_S = 1 * SLOWNESS;
/* How much later than its limit a call may return on a machine that is busy with other things. */
const SLACK_MS = 2000 * SLOWNESS;

/* What one of them has seen. */
final class Sight
{
	public function __construct(public readonly bool $isRight, public readonly string $what, public readonly float $ms)
	{
	}

	public static function of(Closure $work): self
	{
		$begin = hrtime(true);
		try {
			$work();
			$what = 'right';
		} catch (PDOException $e) {
			/* The code of an exception of a connect may be the server's own. */
			$what = preg_match('/^SQLSTATE\[(\w{5})\]/', $e->getMessage(), $state) ? $state[1] : (string) $e->getCode();
			self::$messages[] = $e->getMessage();
		}
		return new self($what === 'right', $what, (hrtime(true) - $begin) / 1e6);
	}

	/** All messages of errors, for the search for passwords. */
	public static array $messages = [];
}

final class Scene
{
	private PDO $limited;
	private PDO $unlimited;
	private bool $isStruck = false;
	private int $struckAt = 0;
	/** @var array<string, Sight|list<Sight>> */
	private array $sights = [];
	private array $wrong = [];
	/* The sessions of those that hold a connection, and of the one that is idle. */
	private array $sessions = [];

	public function __construct(private readonly Driver $driver, private readonly Link $link, private readonly Fault $fault)
	{
	}

	private function pool(array $options): PDO
	{
		[$dsn, $user, $password, $own] = $this->driver->source($this->fault->host, $this->link->port, $this->fault->withTls);

		return new PDO($dsn, $user, $password, $options + $own + [PDO::ATTR_POOL_ENABLED => true,
			PDO::ATTR_POOL_MAX => POOL_MAX, PDO::ATTR_TIMEOUT => CONNECT_LIMIT_S,
			PDO::ATTR_POOL_QUERY_TIMEOUT => QUERY_LIMIT_MS]);
	}

	private function check(bool $right, string $what): void
	{
		if (!$right) {
			$this->wrong[] = $what;
		}
	}

	/** What was seen, for the table; wrong() tells what was not right. */
	public function play(): array
	{
		$this->limited = $this->pool([PDO::ATTR_POOL_ACQUIRE_TIMEOUT => ACQUIRE_LIMIT_MS]);
		$this->unlimited = $this->pool([]);
		$this->driver->server->makeTable();
		$people = $this->begin();
		$this->strike();
		$people['caller, with a limit'] = spawn($this->callers(...), $this->limited);
		$people['caller, without a limit'] = spawn($this->callers(...), $this->unlimited);
		foreach ($people as $who => $coroutine) {
			$this->sights[$who] = await($coroutine);
		}
		$this->judgeLimits();
		($this->fault->heal)($this->driver->server, $this->link);
		$this->awaitHealth();
		$this->judgeEnd();
		return $this->sights;
	}

	public function wrong(): array
	{
		return $this->wrong;
	}

	/* Those who are there when it happens, each with a connection of its own; a third connection is idle. */
	private function begin(): array
	{
		$people = ['in a transaction' => spawn($this->inTransaction(...))];
		$this->awaitCondition(fn() => isset($this->sessions['in a transaction']));
		$query = spawn($this->inQuery(...));
		await(spawn(fn() => $this->sessions['idle'] = $this->session()));
		$this->awaitCondition(fn() => ($this->sessions['in a query'] = $this->driver->server->sleeper()) !== null);
		$people['in a query'] = $query;
		return $people;
	}

	private function session(): int
	{
		return (int) $this->limited->query($this->driver->server->sessionQuery)->fetchColumn();
	}

	private function awaitCondition(Closure $condition): void
	{
		for ($try = 0; !$condition(); $try++) {
			$try < 1000 || throw new RuntimeException('waited too long');
			delay(10);
		}
	}

	private function strike(): void
	{
		($this->fault->strike)($this->driver->server, $this->link, $this->sessions);
		if ($this->fault->endsIdle) {
			$this->awaitEviction();
		}
		if ($this->fault->needsNewConnections) {
			$this->limited->getPool()->retireAll();
		}
		$this->struckAt = hrtime(true);
		$this->isStruck = true;
	}

	/* The news needs a moment. Through ODBC there is none: a connection is asked when it was idle for a second. */
	private function awaitEviction(): void
	{
		for ($try = 0; $try < 120 && $this->limited->getPool()->getStats()['idle'] > 0; $try++) {
			delay(10);
		}
	}

	/* A fault that spares this one lets it end well, before the limit of queries. */
	private function inQuery(): Sight
	{
		$begin = hrtime(true);
		$seconds = in_array('in a query', $this->fault->strikes, true) ? 60 : 1;
		$sight = Sight::of(fn() => $this->limited->query($this->driver->server->sleep($seconds))->fetchAll());
		$since = $this->isStruck ? (hrtime(true) - max($begin, $this->struckAt)) / 1e6 : 0;
		return new Sight($sight->isRight, $sight->what, $since);
	}

	private function inTransaction(): Sight
	{
		$this->limited->beginTransaction();
		$this->limited->exec("INSERT INTO faults VALUES ('transaction')");
		$this->sessions['in a transaction'] = $this->session();
		$this->awaitCondition(fn() => $this->isStruck);
		delay(50);
		$sight = Sight::of(fn() => $this->limited->exec("INSERT INTO faults VALUES ('transaction')"));
		$this->check($this->limited->inTransaction(), 'the transaction is over before it was ended');
		$commit = Sight::of($this->limited->commit(...));
		$this->check($commit->isRight === $sight->isRight,
			"the statement in the transaction: $sight->what, commit(): $commit->what");
		$this->check(!$this->limited->inTransaction(), 'the transaction goes on after commit()');
		return $sight;
	}

	/* Six at once need more connections than are there. */
	private function callers(PDO $db): array
	{
		$call = function () use ($db) {
			$statement = $db->query('SELECT 1');
			delay(20);
			$statement->fetchColumn() == 1 || throw new RuntimeException('a wrong answer');
		};
		$callers = array_map(fn() => spawn(fn() => Sight::of($call)), range(1, 6));
		return array_map(await(...), $callers);
	}

	/* Each call has a limit: a query that of queries, a caller that of acquiring, or of connecting where it has none. */
	private function judgeLimits(): void
	{
		$waiting = ACQUIRE_LIMIT_MS + QUERY_LIMIT_MS;
		$limits = ['in a query' => QUERY_LIMIT_MS, 'in a transaction' => QUERY_LIMIT_MS, 'caller, with a limit' => $waiting,
			'caller, without a limit' => $waiting];

		foreach ($this->sights as $who => $sights) {
			foreach (is_array($sights) ? $sights : [$sights] as $sight) {
				$this->check($sight->ms < $limits[$who] + SLACK_MS, sprintf('%s waited %d ms', $who, $sight->ms));
				$this->check($sight->isRight || $this->fault->mayReach($who), "$who saw $sight->what");
			}
		}
		foreach ([$this->limited, $this->unlimited] as $db) {
			$stats = $db->getPool()->getStats();
			$this->check($stats['idle'] + $stats['active'] + $stats['connecting'] <= POOL_MAX, 'more connections than the maximum');
		}
	}

	/* By itself: nobody tells the pool. */
	private function awaitHealth(): void
	{
		$begin = hrtime(true);
		do {
			$callers = [...await(spawn($this->callers(...), $this->limited)), ...await(spawn($this->callers(...), $this->unlimited))];
			$seen = array_unique(array_map(fn(Sight $sight) => $sight->what, $callers));
			$ms = (hrtime(true) - $begin) / 1e6;
			if ($seen === ['right']) {
				$this->sights['well again'] = new Sight(true, 'right', $ms);
				return;
			}
			delay(20);
		} while ($ms < 20000);
		$this->check(false, 'the pool is not well again after 20 s: ' . implode(', ', $seen));
	}

	private function judgeEnd(): void
	{
		$sight = $this->sights['in a transaction'] ?? null;
		$rows = $this->driver->server->countRows();
		$this->check($rows === ($sight?->isRight ? 2 : 0), "$rows rows of the transaction are there");
		/* A server does not notice that the client of a query is gone. */
		while (($sleeper = $this->driver->server->sleeper()) !== null) {
			$this->driver->server->kill($sleeper);
			delay(10);
		}
		$sessions = count($this->driver->server->sessions());
		$this->check($sessions <= 2 * POOL_MAX, "$sessions sessions on the server, at most " . 2 * POOL_MAX);
		unset($this->limited, $this->unlimited);
		try {
			$this->awaitCondition(fn() => count($this->driver->server->sessions()) === 0);
		} catch (RuntimeException) {
			$this->check(false, count($this->driver->server->sessions()) . ' sessions are left on the server');
		}
		foreach (Sight::$messages as $message) {
			$this->check(!str_contains($message, getenv('PGSQL_TEST_PASS') ?: "\0")
				&& !str_contains($message, getenv('PDO_MYSQL_TEST_PASS') ?: "\0"), 'a message has the password');
		}
	}
}
