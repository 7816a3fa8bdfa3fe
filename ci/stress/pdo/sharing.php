<?php
/* Statements of several coroutines on one connection: Pdo\Pgsql::ATTR_POOL_PIPELINE. */

namespace Stress;

use PDO;
use PDOException;

/* Coroutines that read all the time. */
final class Readers
{
	public int $count = 0;
	public ?PDOException $failure = null;
	private bool $isOver = false;
	/** @var list<\Async\Coroutine> */
	private array $coroutines = [];

	public function __construct(private PDO $handle, int $number)
	{
		while ($number-- > 0) {
			$this->coroutines[] = \Async\spawn($this->read(...));
		}
	}

	private function read(): void
	{
		try {
			while (!$this->isOver && !$this->failure) {
				$this->handle->query('SELECT 1 AS one')->fetchColumn();
				$this->count++;
			}
		} catch (PDOException $e) {
			$this->failure = $e;
		}
	}

	/** Waits until so many statements have been read, or one has failed. */
	public function awaitCount(int $count): void
	{
		while ($this->count < $count && !$this->failure) {
			\Async\suspend();
		}
	}

	/** They end by themselves, at their next answer. */
	public function stop(): void
	{
		$this->isOver = true;
	}

	public function awaitEnd(): void
	{
		\Async\await_all_or_fail($this->coroutines);
		$this->failure && throw $this->failure;
	}
}

final class Sharing
{
	/** Statements that are under way on a connection, and coroutines that send them. */
	private const DEPTH = 4;
	private const READERS = 12;
	/** When all of them share, and a connection has taken more than it begins with. */
	private const BUSY = 40;
	/** There may be those under way, those that a conductor begins with who was in line before, and
	 * those whose readers have not said so yet: 2 * DEPTH + READERS. There are thousands when the
	 * connection is kept for its second because readers come all the time. */
	private const FEW = 50;

	public static function operations(): array
	{
		return ['way for one' => [1, self::makeWay(...)]];
	}

	/** The only connection is shared without end: whoever needs it alone has to get it. What passes
	 * meanwhile is counted, whatever time it takes. */
	public static function makeWay(Program $p): void
	{
		$own = $p->own([PDO::ATTR_POOL_MAX => 1, PDO::ATTR_POOL_MAX_LIFETIME => 0,
			PDO::ATTR_POOL_HEALTHCHECK_INTERVAL => 0, PDO::ATTR_POOL_IDLE_TIMEOUT => 0,
			PDO::ATTR_POOL_RESET => PDO::POOL_RESET_AUTO, PDO::ATTR_EMULATE_PREPARES => false,
			\Pdo\Pgsql::ATTR_POOL_PIPELINE => self::DEPTH,
			\Pdo\Pgsql::ATTR_POOL_PIPELINE_DELAY => Setup::HANG_MS]);
		$readers = new Readers($own, self::READERS);
		try {
			$readers->awaitCount(self::BUSY);
			$before = $readers->count;
			$own->beginTransaction();
			$passed = $readers->count - $before;
			$own->rollBack();
		} finally {
			$readers->stop();
		}
		$readers->awaitEnd();
		$p->report->note('pool: pipelined', $own->getPool()->getStats()['pipelined']);
		$p->report->check($passed <= self::FEW,
			"$passed statements have passed a coroutine that waits for their connection");
	}
}
