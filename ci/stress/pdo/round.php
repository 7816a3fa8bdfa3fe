<?php
/* One round: pools, programs and faults by a seed, and then the reckoning. */

namespace Stress;

use Async\AsyncCancellation;
use Async\AsyncException;
use PDOException;

final class Round
{
	/** A program that takes longer hangs. */
	private const LIMIT_MS = 120_000;

	/** After a failed connect a pool waits for up to four seconds. */
	private const RECOVERY_MS = 10_000;
	/** Of the statistics of the pools. */
	private const NOTED = ['resets', 'rolled_back', 'pipelined', 'created', 'timeouts',
		'turned_away'];

	public readonly Pools $pools;
	public readonly Faults $faults;
	/** @var list<Ledger> one for each pool */
	public array $ledgers = [];
	/** Half read statements that nobody owns. @var list<HalfRead> */
	public array $left = [];
	/** @var list<\Async\Coroutine> */
	public array $coroutines = [];
	public bool $isOver = false;
	public bool $isChild = false;
	/** Programs that ended in a transaction, and of each pool those that must be warned. */
	public int $openEnds = 0;
	/** @var list<int> */
	public array $surelyOpenEnds = [];
	private int $warnings = 0;
	/** @var array<string, callable> */
	public array $operations = [];
	/** @var array<string, int> */
	public array $weights = [];
	public readonly ?Network $network;

	public function __construct(public readonly Driver $driver, public readonly Report $report,
		public readonly int $seed, ?Network $network, private int $programs)
	{
		$random = new Random($seed, 'round');
		$this->warnings = $report->times(Report::WARNED);
		$this->network = $random->oneIn(2) ? $network : null;
		$this->programs = $programs ?: $random->between(4, 30);
		foreach ($driver->subjects() as $subject) {
			foreach ($subject::operations() as $name => [$weight, $operation]) {
				$this->operations[$name] = $operation;
				$this->weights[$name] = $weight;
			}
		}
		for ($pool = 0; $pool < Driver::POOLS; $pool++) {
			$this->ledgers[] = new Ledger;
			$this->surelyOpenEnds[] = 0;
		}
		$this->pools = new Pools($driver, $report);
		$this->faults = new Faults($this, $random);
		$this->pools->open($random, $this->network?->port);
	}

	/** Has something happened to this pool, or to own handles, that the error may come from? */
	public function explains(PDOException $e, int $place): bool
	{
		return $this->pools->mayRefuse($e, $place)
			|| ($this->isLoss($e) && $this->faults->hits($place) > 0)
			|| (isset($this->faults->altered[$place]) && $e->getCode() === '0A000');
	}

	/** What a pool refuses by itself is none, whatever its SQLSTATE. */
	private function isLoss(PDOException $e): bool
	{
		return !$e instanceof NoCredentials && !$e->getPrevious() instanceof AsyncException
			&& $this->driver->isLoss($e);
	}

	/** A connection that was closed while it was idle takes the id in the server along. */
	public function mayForgetIds(int $pool): bool
	{
		return $this->faults->hits($pool) > 0 || $this->faults->cancels > 0
			|| array_sum($this->stats()[$pool]['destroyed']) > 0;
	}

	private bool $isLooking = false;

	/** The handles of the engine are ordinary ones: for one coroutine at a time, to the end. */
	public function alone(\Closure $work): void
	{
		while ($this->isLooking) {
			\Async\delay(1);
		}
		$this->isLooking = true;
		try {
			\Async\protect($work);
		} finally {
			$this->isLooking = false;
		}
	}

	/** In a destructor that the garbage collector runs nothing can wait for a connection. */
	public function mayWaitNowhere(PDOException $e): bool
	{
		return str_contains($e->getMessage(), 'this code cannot suspend');
	}

	public function run(): void
	{
		for ($number = 0; $number < $this->programs; $number++) {
			$this->coroutines[] = \Async\spawn((new Program($this, $number))->run(...));
		}
		$janitor = \Async\spawn($this->tidy(...));
		$this->faults->run();
		$this->awaitAll();
		$janitor->cancel();
		\Async\await($janitor);
		$this->reckon();
	}

	/** What nobody inherits may hold the last connection of a pool. */
	private function tidy(): void
	{
		try {
			for (;;) {
				\Async\delay(20);
				array_shift($this->left);
			}
		} catch (AsyncCancellation) {
		}
	}

	private function awaitAll(): void
	{
		$limit = \Async\timeout(self::LIMIT_MS);
		foreach ($this->coroutines as $number => $coroutine) {
			try {
				\Async\await($coroutine, $limit);
			} catch (AsyncCancellation) {
				if (!$coroutine->isCompleted()) {
					$this->report->fail("program $number hangs at {$coroutine->getSuspendLocation()}: "
						. json_encode($this->stats()));
				}
				/* It was cancelled before it began. */
			}
		}
	}

	private function stats(): array
	{
		return array_map(fn($handle) => $handle->getPool()->getStats(), $this->pools->handles);
	}

	private function reckon(): void
	{
		$this->network?->tell('cut 0');
		$this->network?->tell('answer');
		$this->pools->calmDown();
		$this->left = $this->coroutines = [];
		gc_collect_cycles();
		$this->pools->rest();
		$this->checkWarnings();
		$this->pools->compareWithServer($this->faults);
		$this->forkAtRest();
		array_map($this->fill(...), array_keys($this->pools->handles));
		$this->pools->rest();
		$this->isOver = true;
		foreach ($this->stats() as $pool => $stats) {
			$this->pools->setups[$pool]->judge($stats, "pool $pool", $this->report);
			$this->checkLosses($pool, $stats['destroyed']);
			$retired = $this->faults->retired[$pool] ?? 0;
			$this->report->check(array_sum($stats['destroyed']) >= $retired,
				"pool $pool has kept connections in spite of retireAll(): $retired, " . json_encode($stats));
			foreach (self::NOTED as $name) {
				$this->report->note("pool: $name", $stats[$name]);
			}
		}
		$this->pools->drop();
		for ($pool = 0; $pool < Driver::POOLS; $pool++) {
			$this->audit($pool);
		}
	}

	private function checkWarnings(): void
	{
		$count = $this->report->times(Report::WARNED) - $this->warnings;
		$whole = array_filter($this->surelyOpenEnds, $this->isWhole(...), ARRAY_FILTER_USE_KEY);
		$sure = array_sum($whole);
		$this->report->check($count <= $this->openEnds && $count >= $sure,
			"$count programs were warned, $this->openEnds have left a transaction, $sure for sure");
	}

	private function isWhole(int $pool): bool
	{
		return $this->faults->hits($pool) === 0 && !isset($this->pools->closed[$pool]);
	}

	/** A connection that goes while it is idle is replaced in silence: the pool knows. (A reset fails
	 * also when the coroutine that waits for it is cancelled.) */
	private function checkLosses(int $pool, array $destroyed): void
	{
		$hits = $this->faults->hits($pool);
		$lost = $destroyed['lost'] + $destroyed['unhealthy'] + $destroyed['rollback_failed'];
		$this->report->check($lost <= $hits + ($this->faults->brokenOff[$pool] ?? 0),
			"pool $pool has lost $lost connections, and $hits were hit: "
			. json_encode($destroyed));
		$mayFail = $hits > 0 || $this->faults->cancels > 0;
		$this->report->check($mayFail || $destroyed['reset_failed'] === 0,
			"pool $pool: $destroyed[reset_failed] sessions were not reset");
	}

	/** For those that cannot be forked at any time. */
	private function forkAtRest(): void
	{
		$random = new Random($this->seed, 'fork at rest');
		if (!$this->driver->forksInCalls() && function_exists('pcntl_fork') && $random->oneIn(3)) {
			$this->report->note('fork at rest');
			(new Child($this, $random))->run();
		}
	}

	/** A kill may be noticed only now. */
	private function fill(int $pool): void
	{
		$end = hrtime(true) + self::RECOVERY_MS * 1_000_000;
		for (;;) {
			try {
				$this->pools->fill($pool);
				return;
			} catch (PDOException $e) {
				hrtime(true) < $end && $this->explains($e, $pool)
					|| $this->report->fail("pool $pool does not recover: $e");
				$this->pools->rest();
				\Async\delay(20);
			}
		}
	}

	private function audit(int $pool): void
	{
		$control = $this->driver->control($pool);
		$sum = $control->query("SELECT SUM(balance) FROM {$this->driver->accounts($pool)}")->fetchColumn();
		$this->report->check($sum == Transfers::ACCOUNTS * 1000, "the accounts of pool $pool sum up to $sum");
		$found = $control->query("SELECT token, COUNT(*) FROM {$this->driver->ledger($pool)} GROUP BY token")
			->fetchAll(\PDO::FETCH_KEY_PAIR);
		$this->ledgers[$pool]->compare(array_map(intval(...), $found), $this->report);
		$this->report->note('rows acknowledged', $this->ledgers[$pool]->count(Fate::Present));
		$this->report->note('rows of unknown fate', $this->ledgers[$pool]->count(Fate::Unknown));
		$this->report->note('rows rolled back', $this->ledgers[$pool]->count(Fate::Absent));
		$control->exec("DELETE FROM {$this->driver->ledger($pool)}");
		foreach ($this->driver->leftovers($pool) as $what) {
			$this->report->fail("left over: $what");
		}
	}
}
