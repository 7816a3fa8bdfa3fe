<?php
/* The pools of a round: made by its seed, and looked at when it is over. */

namespace Stress;

use PDO;
use PDOException;

final class Pools
{
	/** Statements that may wait to be closed. */
	private const UNCLOSED = 20;

	/** @var list<?PDO> */
	public array $handles = [];
	/** @var list<Setup> */
	public array $setups = [];
	/** Those that were closed on purpose. @var array<int, true> */
	public array $closed = [];

	public function __construct(private Driver $driver, private Report $report)
	{
	}

	public function open(Random $random, ?int $port): void
	{
		for ($pool = 0; $pool < Driver::POOLS; $pool++) {
			$setup = $this->setups[$pool] = Setup::shared($this->driver, $random);
			$this->report->say("pool $pool: " . json_encode($setup->options));
			$this->handles[$pool] = $setup->connect($this->driver->source($pool, $port));
		}
	}

	/** One more handle on a pool's server, for a coroutine that wants its own. */
	public function another(Random $random, array $options = []): PDO
	{
		$setup = Setup::own($this->driver, $random, $options);
		return $setup->connect($this->driver->source(0, null));
	}

	/** From now on connects succeed, as far as it is up to the options. */
	public function calmDown(): void
	{
		foreach ($this->setups as $setup) {
			$setup->calmDown();
		}
	}

	/** Is it right that this pool, or a handle of somebody's own, gives no connection? */
	public function mayRefuse(PDOException $e, int $place): bool
	{
		$setup = $this->setups[$place] ?? null;
		return (isset($this->closed[$place]) && $e->getCode() === '08004') || $setup?->explains($e);
	}

	/** Calls again as long as the options of the pool stand in the way. */
	public function insist(int $pool, \Closure $call): mixed
	{
		$end = hrtime(true) + Setup::HANG_MS * 1_000_000;
		for (;;) {
			try {
				return $call();
			} catch (PDOException $e) {
				$this->setups[$pool]->explains($e) && hrtime(true) < $end || throw $e;
				\Async\suspend();
			}
		}
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
	public function compareWithServer(Faults $faults): void
	{
		foreach ($this->handles as $pool => $handle) {
			$mayHaveLess = $faults->hits($pool) > 0 && !$this->driver->noticesIdleLoss();
			$min = $this->setups[$pool]->minimum();
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

	/** Every place of the pool can still be taken, all at the same time. */
	public function fill(int $pool): void
	{
		if ($this->handles[$pool]->getPool()->isClosed()) {
			return;
		}
		$max = $this->handles[$pool]->getPool()->getStats()['max'];
		$present = new \ArrayObject;
		try {
			\Async\await_all_or_fail(array_map(
				fn($place) => \Async\spawn($this->take(...), $pool, $place, $max, $present),
				range(1, $max)), \Async\timeout(Setup::HANG_MS));
		} finally {
			/* Nobody waits for one that has failed. */
			$present->exchangeArray(range(1, $max));
		}
	}

	private function take(int $pool, int $place, int $max, \ArrayObject $present): void
	{
		$handle = $this->handles[$pool];
		$this->insist($pool, $handle->beginTransaction(...));
		$found = $handle->query("SELECT $place AS n")->fetchColumn();
		$this->report->check($found == $place, "place $place reads $found");
		$prepared = $this->driver->countPrepared($handle);
		$kept = $this->setups[$pool]->kept();
		$this->report->check($prepared <= $kept + self::UNCLOSED,
			"a session has $prepared prepared statements, and keeps $kept");
		$present[] = $place;
		for ($i = 0; count($present) < $max && $i < Setup::HANG_MS; $i++) {
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
