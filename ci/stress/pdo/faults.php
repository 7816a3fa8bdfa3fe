<?php
/* What goes wrong meanwhile. The list is made from the seed before the round begins. */

namespace Stress;

final class Faults
{
	private const WEIGHTS = [
		'cancel' => 8, 'kill one' => 3, 'kill all' => 1, 'cut' => 3, 'swallow' => 6, 'reset' => 1,
		'pieces' => 2,
		'retire' => 1, 'set maximum' => 1, 'collect garbage' => 2, 'fork' => 1, 'alter' => 1,
		'free statements' => 4, 'close' => 1,
	];
	private const LOSSES = ['kill one', 'kill all', 'cut', 'swallow', 'reset'];
	/** Where something is lost: in a pool, by its number, or in the own handles of programs. */
	public const OWN = Driver::POOLS;
	/** More connections than there are. */
	private const ALL = 1_000_000;
	/** @var list<array{string, Random}> */
	private array $plan = [];
	/** How many connections each pool must have closed in the end, because of retireAll(). @var array<int, int> */
	public array $retired = [];
	/** How many connections of each place may have been lost, at most. @var array<int, int> */
	private array $hits = [];
	public int $cancels = 0;
	/** COPYs of each pool whose connections are closed for that. @var array<int, int> */
	public array $brokenOff = [];
	public readonly bool $mayLose;
	/** Pools whose tables were altered. @var array<int, true> */
	public array $altered = [];
	/** All at the beginning, or over the whole round: ms between two. */
	private int $pace;

	public function __construct(private Round $round, Random $random)
	{
		$weights = self::WEIGHTS;
		$this->pace = $random->pick([6, 30, 100]);
		/* Where nothing takes connections away none may be lost. */
		$this->mayLose = !$random->oneIn(3);
		if (!$this->mayLose) {
			$weights = array_diff_key($weights, array_flip(self::LOSSES));
			$weights['fork'] *= 3;
		}
		if ($round->network === null) {
			unset($weights['cut'], $weights['swallow'], $weights['reset'], $weights['pieces']);
		}
		if ($round->driver->port() === null) {
			unset($weights['kill one'], $weights['kill all']);
		}
		if (!$random->oneIn(5)) {
			unset($weights['close']);
		}
		if (!function_exists('pcntl_fork') || !$round->driver->forksInCalls()) {
			unset($weights['fork']);
		}
		for ($i = $random->oneIn(5) ? 0 : $random->between(1, 15); $i > 0; $i--) {
			$this->plan[] = [$random->weighted($weights), new Random($round->seed, 'fault', $i)];
		}
	}

	/** Noted before it happens: there may be an error at once. */
	public function hit(int $place, int $connections = 1): void
	{
		$this->hits[$place] = $this->hits($place) + $connections;
	}

	public function hits(int $place): int
	{
		return $this->hits[$place] ?? 0;
	}

	public function breakOff(int $pool): void
	{
		$this->brokenOff[$pool] = ($this->brokenOff[$pool] ?? 0) + 1;
	}

	public function run(): void
	{
		foreach ($this->plan as [$name, $random]) {
			$random->oneIn(3) ? \Async\suspend() : \Async\delay($random->between(0, $this->pace));
			$this->round->report->say("fault: $name");
			$this->round->report->note("fault: $name");
			$this->happen($name, $random);
			$this->round->report->say("fault: $name is over");
		}
	}

	private function happen(string $name, Random $random): void
	{
		$pool = $random->between(0, Driver::POOLS - 1);
		$handle = $this->round->pools->handles[$pool];
		switch ($name) {
			case 'cancel':
				$this->cancels++;
				$random->pick($this->round->coroutines)->cancel();
				break;
			case 'kill one':
			case 'kill all':
				$this->round->alone(fn() => $this->kill($pool, $name === 'kill all' ? null : 1));
				break;
			case 'cut':
				$this->hitNetwork(1);
				$this->round->network->tell('cut ' . $random->pick([1, 30, 300, 3000])
					* $random->between(1, 10));
				break;
			case 'swallow':
				/* Somebody's row is written, and the answer does not come. */
				$this->hitNetwork(1);
				$this->round->network->tell("answer {$this->round->seed}-" . Transfers::ALONE);
				break;
			case 'reset':
				$this->hitNetwork(self::ALL);
				$this->round->network->tell('reset');
				break;
			case 'pieces':
				$this->round->network->tell('pieces ' . $random->pick([1, 3, 50]));
				\Async\delay($random->between(1, 30));
				$this->round->network->tell('pieces 0');
				break;
			case 'retire':
				/* One that is just being closed is counted as destroyed, and as active. */
				$this->retired[$pool] = $handle->getPool()->getStats()['created'];
				$handle->getPool()->retireAll();
				break;
			case 'set maximum':
				$handle->getPool()->isClosed() || $handle->getPool()->setMax(
					max($random->between(1, 5), $handle->getPool()->getStats()['min']));
				break;
			case 'collect garbage':
				gc_collect_cycles();
				break;
			case 'fork':
				$this->round->alone((new Child($this->round, $random))->run(...));
				break;
			case 'alter':
				$this->round->alone(fn() => $this->alter($pool));
				break;
			case 'free statements':
				$this->round->left = array_slice($this->round->left, $random->between(0, 3));
				break;
			case 'close':
				$this->round->pools->closed[$pool] = true;
				$handle->getPool()->close();
				break;
		}
	}

	/** Any pool's: nobody knows whose connection it will be. Handles of programs go another way. */
	private function hitNetwork(int $connections): void
	{
		for ($pool = 0; $pool < Driver::POOLS; $pool++) {
			$this->hit($pool, $connections);
		}
	}

	/** The oldest ones. Handles of programs look like those of the first pool. */
	private function kill(int $pool, ?int $limit): void
	{
		$sessions = array_slice($this->round->driver->sessionIds($pool), 0, $limit);
		$this->hit($pool, count($sessions));
		$pool === 0 && $this->hit(self::OWN, count($sessions));
		foreach ($sessions as $session) {
			$this->round->driver->killSession($pool, $session);
		}
	}

	/** Somebody may hold the table: then it is not altered. */
	private function alter(int $pool): void
	{
		$sql = $this->round->driver->alter($pool);
		if ($sql === null) {
			return;
		}
		$this->altered[$pool] = true;
		try {
			$this->round->driver->control($pool)->exec($sql);
		} catch (\PDOException) {
			$this->round->report->note('not altered');
		}
	}
}
