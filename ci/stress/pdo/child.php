<?php
/* A forked child: it uses the pools or not, and ends in one way or another. The parent must not
 * notice. */

namespace Stress;

final class Child
{
	private string $token;

	public function __construct(private Round $round, private Random $random)
	{
		static $number = 0;
		$this->token = "{$round->seed}-child-" . ++$number;
	}

	public function run(): void
	{
		$uses = !$this->round->pools->closed && $this->round->driver->childrenConnect()
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
		$killed = pcntl_wifsignaled($status) && pcntl_wtermsig($status) === SIGKILL;
		if ($killed || (pcntl_wifexited($status) && pcntl_wexitstatus($status) === 0)) {
			/* It ends so when it has written its row. */
			$uses && $this->round->ledgers[0]->set(Fate::Present, $this->token);
			return;
		}
		$met_a_loss = pcntl_wifexited($status) && pcntl_wexitstatus($status) === 3;
		$this->round->report->check($met_a_loss && $this->round->faults->losses > 0,
			sprintf('a child ends with status 0x%x', $status));
	}

	private function live(bool $uses): never
	{
		pcntl_alarm(60);
		$this->round->isChild = true;
		try {
			$uses && $this->work();
		} catch (\PDOException $e) {
			$this->round->driver->isLoss($e) && exit(3);
			$this->end("a child meets: $e");
		} catch (\Throwable $e) {
			$this->end("a child fails: $e");
		}
		if ($this->random->oneIn(2) || self::searchesForLeaks()) {
			posix_kill(getmypid(), SIGKILL);
		}
		exit(0);
	}

	/** At its end LeakSanitizer would find what only the threads of the parent refer to. */
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
		foreach ($this->round->pools->handles as $pool => $handle) {
			$handle->inTransaction() && throw new Failure('in a transaction of the parent');
			$found = $handle->query("SELECT $pool + 40")->fetchColumn();
			$found == $pool + 40 || throw new Failure("reads $found");
		}
		$handle = $this->round->pools->handles[0];
		$handle->beginTransaction();
		$handle->exec("INSERT INTO {$this->round->driver->ledger(0)} (token, note) "
			. "VALUES ('$this->token', 'child')");
		$handle->commit();
	}
}
