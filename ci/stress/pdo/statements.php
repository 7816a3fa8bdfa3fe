<?php
/* Statements that live longer than what they came from, or end where nobody expects it. */

namespace Stress;

use PDO;
use PDOException;

/* A statement that was left half read, for anybody to go on with. */
final class HalfRead
{
	public int $at = 0;

	/** @param int $place whose connection it reads from */
	public function __construct(public readonly \PDOStatement $rows, public readonly int $factor,
		public readonly int $end, public readonly int $place)
	{
	}
}

/* Asks the database when it goes. */
final class Farewell
{
	public ?Farewell $self = null;

	public function __construct(private Program $program, private ?\PDOStatement $statement)
	{
	}

	public function __destruct()
	{
		$p = $this->program;
		if ($p->round->isChild || $p->round->isOver) {
			return;
		}
		$p->report->note('destructor');
		try {
			$n = $p->number();
			$found = $p->db()->query("SELECT $n AS n")->fetchColumn();
			$p->report->check($found == $n, "a destructor reads $found, not $n");
		} catch (PDOException $e) {
			$p->round->mayWaitNowhere($e) || $p->meet($e, $p->pool);
		}
	}
}

final class Statements
{
	public static function operations(): array
	{
		return [
			'leave a statement' => [3, self::leave(...)],
			'inherit a statement' => [3, self::inherit(...)],
			'statement outlives handle' => [2, self::outliveHandle(...)],
			'statement outlives transaction' => [2, self::outliveTransaction(...)],
			'statement in a cycle' => [2, self::cycle(...)],
			'destructor' => [3, self::destructor(...)],
			'one statement, two coroutines' => [2, self::share(...)],
			'freed in a call' => [2, self::freeInCall(...)],
			'generator' => [2, self::generator(...)],
			'statement at the end' => [2, self::keep(...)],
		];
	}

	/** The other one is not disturbed. */
	public static function isInUse(PDOException $e): bool
	{
		return str_contains($e->getMessage(), 'in use by another ');
	}

	/** Its first reader was cancelled in a call, and their connection given up. */
	private static function wasGivenUp(Program $p, PDOException $e): bool
	{
		return $p->round->faults->cancels > 0 && $p->driver->isLoss($e);
	}

	private static function halfRead(Program $p, PDO $db): HalfRead
	{
		$factor = $p->random->between(2, 1000);
		$end = $p->random->pick([5, 60, 300]);
		return new HalfRead($db->query(Reads::numbers($end, $factor)), $factor, $end, $p->place);
	}

	private static function readOn(Program $p, HalfRead $it): void
	{
		Reads::follow($p, $it->rows, $it->at, $it->factor, $p->random->between(1, 80), $it->end);
	}

	public static function leave(Program $p): void
	{
		$it = self::halfRead($p, $p->db());
		self::readOn($p, $it);
		$p->shares = true;
		$p->round->left[] = $it;
	}

	/** Its first reader may still use the connection: then it is refused, and not mixed up. */
	public static function inherit(Program $p): void
	{
		$it = array_shift($p->round->left);
		if (!$it) {
			return;
		}
		$p->place = $it->place;
		try {
			self::readOn($p, $it);
			$p->random->oneIn(3) && $it->rows->execute();
		} catch (PDOException $e) {
			self::isInUse($e) || self::wasGivenUp($p, $e) || throw $e;
			$p->report->note('refused: in use, or given up');
		}
	}

	public static function outliveHandle(Program $p): void
	{
		$own = $p->own();
		$it = self::halfRead($p, $own);
		$pool = $p->random->oneIn(2) ? $own->getPool() : null;
		unset($own);
		self::readOn($p, $it);
		$p->random->oneIn(3) && $p->pause();
		$pool?->close();
		try {
			$p->random->oneIn(2) && $it->rows->execute() && $it->at = 0;
			self::readOn($p, $it);
		} catch (PDOException $e) {
			/* One that shares connections has none of its own. */
			$pool && $e->getCode() === '08004' || throw $e;
			return;
		}
		/* Freed by another coroutine, or never before the end. */
		$pool === null && $p->random->oneIn(3) && $p->round->left[] = $it;
	}

	public static function outliveTransaction(Program $p): void
	{
		$db = $p->db();
		$db->beginTransaction();
		$it = self::halfRead($p, $db);
		self::readOn($p, $it);
		$p->random->oneIn(2) ? $db->commit() : $db->rollBack();
		$n = $p->number();
		$p->report->check($db->query("SELECT $n AS n")->fetchColumn() == $n, 'behind a transaction');
		$it->rows->execute();
		$it->at = 0;
		self::readOn($p, $it);
	}

	public static function cycle(Program $p): void
	{
		$box = new \stdClass;
		$box->self = $box;
		$box->it = self::halfRead($p, $p->db());
		self::readOn($p, $box->it);
	}

	public static function destructor(Program $p): void
	{
		$statement = $p->random->oneIn(2) ? $p->db()->query('SELECT 1') : null;
		$it = new Farewell($p, $statement);
		switch ($p->random->between(0, 3)) {
			case 0:
				break;
			case 1:
				$p->locals[] = $it;
				break;
			case 2:
				/* Ended by the garbage collector. */
				$it->self = $it;
				break;
			case 3:
				$p->db()->beginTransaction();
				unset($it, $statement);
				$p->db()->rollBack();
				break;
		}
	}

	public static function share(Program $p): void
	{
		$integer = $p->driver->integer('?');
		$statement = $p->db()->prepare("SELECT $integer + 1 AS n");
		$p->shares = true;
		$use = function (int $n) use ($p, $statement) {
			try {
				$statement->execute([$n]);
			} catch (PDOException $e) {
				self::isInUse($e) || $p->meet($e, $p->pool);
				$p->report->note('refused: in use');
			}
		};
		$other = \Async\spawn($use, $p->number());
		$use($p->number());
		\Async\await($other);
	}

	/** A statement goes while another coroutine is in a call on its connection. */
	public static function freeInCall(Program $p): void
	{
		$sleep = $p->driver->sleep(10);
		if ($sleep === null) {
			return;
		}
		$n = $p->number();
		$goes = $p->db()->query('SELECT 1 AS one');
		$slow = $p->db()->prepare("SELECT $n AS n, $sleep");
		$p->shares = true;
		$other = \Async\spawn(function () use ($slow) {
			$slow->execute();
			return $slow->fetchColumn();
		});
		$p->pause();
		unset($goes);
		$found = \Async\await($other);
		$p->report->check($found == $n, "beside a statement that was freed: $found, not $n");
	}

	public static function generator(Program $p): void
	{
		$generate = function () use ($p) {
			$it = self::halfRead($p, $p->db());
			while ($it->at < $it->end) {
				self::readOn($p, $it);
				yield $it->at;
			}
		};
		foreach ($generate() as $at) {
			if ($p->random->oneIn(4)) {
				break;
			}
		}
	}

	public static function keep(Program $p): void
	{
		$p->locals[] = self::halfRead($p, $p->db());
	}
}
