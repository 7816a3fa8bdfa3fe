<?php
/* A forked child: it uses the pools or not, and ends in one way or another. The parent must not
 * notice. */

namespace Stress;

final class Child
{
	/** How it ends: well, or when it has met a loss with this and the number of the pool. */
	private const WELL = 0;
	private const LOST = 3;
	/** The same as signals. At its end LeakSanitizer would find what only the threads of the parent
	 * refer to: there it has none. */
	private const SIGNALS = [self::WELL => SIGKILL, self::LOST => SIGUSR1,
		self::LOST + 1 => SIGUSR2];

	private string $token;
	/** Of the pool that it uses. */
	private int $place = 0;

	public function __construct(private Round $round, private Random $random)
	{
		static $number = 0;
		$this->token = "{$round->seed}-child-" . ++$number;
	}

	public function run(): void
	{
		$uses = $this->round->pools->closed === [] && $this->round->driver->childrenConnect()
			&& $this->random->oneIn(2);
		$uses && $this->round->ledgers[0]->set(Fate::Unknown, $this->token);
		$this->round->driver->closeControls();
		$child = pcntl_fork();
		if ($child === 0) {
			$this->live($uses);
		}
		while (pcntl_waitpid($child, $status, WNOHANG) === 0) {
			\Async\delay(1);
		}
		$this->judge($status, $uses);
	}

	private function judge(int $status, bool $uses): void
	{
		$end = pcntl_wifexited($status) ? pcntl_wexitstatus($status)
			: array_search(pcntl_wtermsig($status), self::SIGNALS, true);
		if ($end === self::WELL) {
			/* It ends so when it has written its row. */
			$uses && $this->round->ledgers[0]->set(Fate::Present, $this->token);
			return;
		}
		$this->round->report->check($end && $this->round->faults->hits($end - self::LOST) > 0,
			sprintf('a child ends with status 0x%x', $status));
	}

	private function live(bool $uses): never
	{
		pcntl_alarm(60);
		$this->round->isChild = true;
		$this->round->pools->calmDown();
		try {
			$uses && $this->work();
		} catch (\PDOException $e) {
			$this->round->driver->isLoss($e) && $this->leave(self::LOST + $this->place);
			$this->end("a child meets: $e");
		} catch (\Throwable $e) {
			$this->end("a child fails: $e");
		}
		$this->leave(self::WELL);
	}

	private function leave(int $end): never
	{
		if ($this->random->oneIn(2) || self::searchesForLeaks()) {
			posix_kill(getmypid(), self::SIGNALS[$end]);
		}
		exit($end);
	}

	private static function searchesForLeaks(): bool
	{
		return getenv('USE_ZEND_ALLOC') === '0'
			&& !str_contains((string) getenv('ASAN_OPTIONS'), 'detect_leaks=0');
	}

	private function end(string $failure): never
	{
		fwrite(STDERR, "# $failure\n");
		posix_kill(getmypid(), SIGTERM);
		exit(1);
	}

	/** The programs go no further here: what they would write, they write in the parent. */
	private function work(): void
	{
		foreach ($this->round->coroutines as $coroutine) {
			$coroutine->cancel();
		}
		$this->round->left = [];
		$pools = $this->round->pools;
		foreach ($pools->handles as $this->place => $handle) {
			$handle->inTransaction() && throw new Failure('in a transaction of the parent');
			$n = $this->place + 40;
			$read = fn() => $handle->query("SELECT $n")->fetchColumn();
			$found = $pools->insist($this->place, $read);
			$found == $n || throw new Failure("reads $found");
		}
		$this->place = 0;
		$handle = $pools->handles[0];
		$pools->insist(0, $handle->beginTransaction(...));
		$handle->exec("INSERT INTO {$this->round->driver->ledger(0)} (token, note) "
			. "VALUES ('$this->token', 'child')");
		$handle->commit();
	}
}
