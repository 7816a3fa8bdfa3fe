<?php
/* The pools of a round: made by its seed, and looked at when it is over. */

namespace Stress;

use PDO;

final class Pools
{
	/** Nobody waits that long for a connection but for a defect. */
	private const HANG_MS = 40_000;
	/** Statements that may wait to be closed. */
	private const UNCLOSED = 20;

	/** @var list<?PDO> */
	public array $handles = [];
	/** What each new session must have, or null. @var list<?string> */
	public array $marks = [];
	public array $sizes = [];
	/** @var list<int> */
	private array $minima = [];
	/** @var list<int> */
	private array $kept = [];
	/** Is each session reset when it changes hands? @var list<bool> */
	public array $resetsAlways = [];
	public bool $closed = false;

	public function __construct(private Driver $driver, private Report $report)
	{
	}

	public function open(Random $random, ?int $port): void
	{
		for ($pool = 0; $pool < Driver::POOLS; $pool++) {
			$options = $this->options($random, $pool);
			$this->report->say("pool $pool: " . json_encode($options));
			$this->handles[$pool] = $this->connect($pool, $port, $options);
		}
	}

	private function connect(int $pool, ?int $port, array $options): PDO
	{
		[$dsn, $user, $password] = $this->driver->source($pool, $port) + [1 => null, 2 => null];
		return PDO::connect($dsn, $user, $password, $options);
	}

	/** One more handle on a pool's server, for a coroutine that wants its own. */
	public function another(Random $random, array $options = []): PDO
	{
		return $this->connect(0, null, $options + [PDO::ATTR_POOL_MIN => 0] + $this->options($random, null));
	}

	private function options(Random $random, ?int $pool): array
	{
		$max = $random->between(1, 5);
		$init = $this->driver->init();
		$options = [
			PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION,
			PDO::ATTR_POOL_ENABLED => true,
			PDO::ATTR_POOL_MAX => $max,
			PDO::ATTR_POOL_MIN => $random->oneIn(3) ? $random->between(0, $max) : 0,
			PDO::ATTR_POOL_ACQUIRE_TIMEOUT => self::HANG_MS,
			PDO::ATTR_POOL_STMT_CACHE_SIZE => $random->pick([0, 0, 2, 20]),
			PDO::ATTR_POOL_RESET => $random->oneIn(4) ? PDO::POOL_RESET_ALWAYS : PDO::POOL_RESET_AUTO,
			PDO::ATTR_POOL_HEALTHCHECK_INTERVAL => $random->pick([0, 0, 0, 5]),
			PDO::ATTR_POOL_IDLE_TIMEOUT => $random->pick([0, 0, 0, 20]),
			PDO::ATTR_POOL_MAX_LIFETIME => $random->pick([0, 0, 0, 50]),
			PDO::ATTR_POOL_QUERY_TIMEOUT => $random->pick([0, 0, self::HANG_MS]),
		] + $this->driver->options($random);
		if ($options[PDO::ATTR_POOL_MIN] > 0) {
			/* They would be made anew all the time: never at rest. */
			$options[PDO::ATTR_POOL_MAX_LIFETIME] = 0;
		}
		$has_init = $random->oneIn(3);
		if ($pool !== null) {
			$this->sizes[$pool] = $max;
			/* Without a timer those that were lost are not replaced before somebody wants one. */
			$has_timer = $options[PDO::ATTR_POOL_HEALTHCHECK_INTERVAL] || $options[PDO::ATTR_POOL_IDLE_TIMEOUT];
			$this->minima[$pool] = $has_timer ? $options[PDO::ATTR_POOL_MIN] : 0;
			$this->kept[$pool] = $options[PDO::ATTR_POOL_STMT_CACHE_SIZE];
			$this->resetsAlways[$pool] = $options[PDO::ATTR_POOL_RESET] === PDO::POOL_RESET_ALWAYS;
			$this->marks[$pool] = $has_init ? $init[1] : null;
		}
		return $has_init ? [PDO::ATTR_POOL_INIT => $init[0]] + $options : $options;
	}

	/** Waits until nothing is held or under way; the garbage may still hold something. */
	public function rest(): void
	{
		foreach ($this->handles as $pool => $handle) {
			$this->until(fn() => $this->busy($handle) === 0,
				fn() => "pool $pool is not at rest: " . json_encode($handle->getPool()->getStats()));
		}
	}

	private function count(PDO $handle): int
	{
		return $handle->getPool()->count();
	}

	private function left(array $stats): int
	{
		return $stats['created'] - array_sum($stats['destroyed']);
	}

	private function busy(PDO $handle): int
	{
		$stats = $handle->getPool()->getStats();
		return $stats['active'] + $stats['waiting'] + $stats['connecting'];
	}

	/** The pool and the server agree on how many there are. */
	public function compareWithServer(bool $hasLosses): void
	{
		$mayHaveLess = $hasLosses && !$this->driver->noticesIdleLoss();
		foreach ($this->handles as $pool => $handle) {
			$min = $this->minima[$pool];
			$this->until(fn() => $handle->getPool()->isClosed() || $this->count($handle) >= $min,
				fn() => "pool $pool has {$this->count($handle)} connections, and a minimum of $min");
			/* One that a thread closes has its place until that is over. */
			$this->until(fn() => $this->left($handle->getPool()->getStats()) === $this->count($handle),
				fn() => "pool $pool does not count right: " . json_encode($handle->getPool()->getStats()));
			$stats = $handle->getPool()->getStats();
			$this->report->check($stats['idle'] <= $stats['max'], "pool $pool has too many");
			if (!$this->driver->seesEachSession()) {
				continue;
			}
			$this->until(fn() => $mayHaveLess
					? $this->driver->sessions($pool) <= $handle->getPool()->count()
					: $this->driver->sessions($pool) === $handle->getPool()->count(),
				fn() => "pool $pool has {$handle->getPool()->count()} connections, "
					. "the server {$this->driver->sessions($pool)}");
		}
	}

	/** Every place of each pool can still be taken, all at the same time. */
	public function fill(): void
	{
		foreach ($this->handles as $pool => $handle) {
			if ($handle->getPool()->isClosed()) {
				continue;
			}
			$max = $handle->getPool()->getStats()['max'];
			$kept = $this->kept[$pool];
			$present = new \ArrayObject;
			try {
				\Async\await_all_or_fail(array_map(
					fn($place) => \Async\spawn($this->take(...), $handle, $place, $max, $present, $kept),
					range(1, $max)), \Async\timeout(self::HANG_MS));
			} finally {
				/* Nobody waits for one that has failed. */
				$present->exchangeArray(range(1, $max));
			}
		}
	}

	private function take(PDO $handle, int $place, int $max, \ArrayObject $present, int $kept): void
	{
		$handle->beginTransaction();
		$found = $handle->query("SELECT $place AS n")->fetchColumn();
		$this->report->check($found == $place, "place $place reads $found");
		$prepared = $this->driver->countPrepared($handle);
		$this->report->check($prepared <= $kept + self::UNCLOSED,
			"a session has $prepared prepared statements, and keeps $kept");
		$present[] = $place;
		for ($i = 0; count($present) < $max && $i < self::HANG_MS; $i++) {
			\Async\delay(1);
		}
		$handle->rollBack();
	}

	/** Nothing of the pools is left on the server. */
	public function drop(): void
	{
		$this->handles = [];
		gc_collect_cycles();
		for ($pool = 0; $pool < Driver::POOLS; $pool++) {
			$this->until(fn() => $this->driver->sessions($pool) === 0,
				fn() => "{$this->driver->sessions($pool)} sessions of pool $pool are left");
		}
	}

	private function until(\Closure $condition, \Closure $failure): void
	{
		for ($i = 0; $i < 2000; $i++) {
			if ($condition()) {
				return;
			}
			$i < 20 || gc_collect_cycles();
			\Async\delay($i < 100 ? 1 : 5);
		}
		$this->report->fail($failure());
	}
}
