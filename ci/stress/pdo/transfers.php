<?php
/* Writing: single rows, and transactions that move money. The sum of the accounts never changes,
 * and each row of the ledger is there as often as its writer was told. */

namespace Stress;

use PDO;

final class Transfers
{
	public const ACCOUNTS = 8;
	/** The kind of rows that are written outside of transactions. */
	public const ALONE = 'alone';

	public static function operations(): array
	{
		return [
			'write' => [8, self::write(...)],
			'transfer' => [8, self::transfer(...)],
			'transfer in SQL' => [3, self::transferInText(...)],
			'last id' => [3, self::lastId(...)],
			'two handles' => [3, self::twoHandles(...)],
			'killed transaction' => [2, self::killed(...)],
		];
	}

	public static function write(Program $p): void
	{
		$token = $p->token(Fate::Unknown, self::ALONE);
		$p->insert($p->db(), $token);
		$p->know(Fate::Present, $token);
	}

	/** The first statement writes: SQLite cannot always turn a reader into a writer. */
	public static function transfer(Program $p): void
	{
		$db = $p->db();
		/* A statement that is older than the transaction takes part in it. */
		$count = $p->random->oneIn(2) ? self::counter($p, $db) : null;
		$p->report->check($db->beginTransaction(), 'beginTransaction() is not true');
		$tokens = self::move($p, $db, $count);
		$p->report->check($db->inTransaction(), 'the transaction has gone by itself');
		self::end($p, $tokens, $db->commit(...), $db->rollBack(...));
	}

	/** The same as SQL text, which the pool has to understand. */
	public static function transferInText(Program $p): void
	{
		$db = $p->db();
		$db->exec($p->random->pick(['BEGIN', 'begin', '/* x */ BEGIN']));
		$tokens = self::move($p, $db, null);
		self::end($p, $tokens, fn() => $db->exec('COMMIT') !== false,
			fn() => $db->exec('ROLLBACK') !== false);
	}

	/** Its own session goes in the middle of a transaction: nothing of it comes true. */
	public static function killed(Program $p): void
	{
		$id = $p->driver->sessionId();
		if ($id === null || !$p->round->faults->mayLose) {
			return;
		}
		$db = $p->db();
		$db->beginTransaction();
		$p->insert($db, $p->token(Fate::Absent));
		$session = (int) $db->query("SELECT $id AS id")->fetchColumn();
		$p->round->faults->hit($p->pool);
		$p->round->alone(fn() => $p->driver->killSession($p->pool, $session));
		if ($p->random->oneIn(3)) {
			$p->insert($db, $p->token(Fate::Absent));
		}
		$db->commit();
		$p->report->fail('commit() succeeds in a session that was killed');
	}

	private static function counter(Program $p, PDO $db): \PDOStatement
	{
		return $db->prepare("SELECT COUNT(*) FROM {$p->table()} WHERE token = ?");
	}

	/** @return list<string> rows that come true with the transaction */
	private static function move(Program $p, PDO $db, ?\PDOStatement $count): array
	{
		$tokens = [$p->token(Fate::Absent)];
		$p->insert($db, $tokens[0]);
		/* In the order of their numbers, so that nobody waits in a circle. */
		$from = $p->random->between(0, self::ACCOUNTS - 2);
		$to = $p->random->between($from + 1, self::ACCOUNTS - 1);
		$amount = $p->random->between(-100, 100);
		self::add($p, $db, $from, -$amount);
		$p->random->oneIn(2) && $p->pause();
		if ($p->random->oneIn(2)) {
			self::savepoint($p, $db, $to);
		}
		self::add($p, $db, $to, $amount);
		if ($p->random->oneIn(3)) {
			$tokens[] = $p->token(Fate::Absent);
			$p->insert($db, $tokens[1]);
		}
		$count ??= self::counter($p, $db);
		$count->execute([$tokens[0]]);
		$found = $count->fetchColumn();
		$p->report->check($found == 1, "a transaction sees its row $found times");
		return $tokens;
	}

	private static function add(Program $p, PDO $db, int $account, int $amount): void
	{
		$rows = $db->exec("UPDATE {$p->driver->accounts($p->pool)} "
			. "SET balance = balance + ($amount) WHERE id = $account");
		/* MySQL counts rows that have changed. */
		$p->report->check($rows === 1 || $amount === 0, "$rows rows of an account");
	}

	/** What is written behind a savepoint and taken back is not there. */
	private static function savepoint(Program $p, PDO $db, int $account): void
	{
		$db->exec('SAVEPOINT before_it');
		$p->insert($db, $p->token(Fate::Absent));
		self::add($p, $db, $account, 1);
		if ($p->random->oneIn(3)) {
			try {
				$db->query($p->driver->mistakes($p->pool)[0][0])->fetchAll();
			} catch (\PDOException $e) {
				if ($e->getCode() !== $p->driver->mistakes($p->pool)[0][1]) {
					throw $e;
				}
			}
		}
		$db->exec('ROLLBACK TO SAVEPOINT before_it');
	}

	private static function end(Program $p, array $tokens, \Closure $commit, \Closure $rollBack): void
	{
		switch ($p->random->weighted(['commit' => 6, 'rollBack' => 2, 'throw' => 1, 'leave' => 1])) {
			case 'commit':
				/* Time in which the connection may go, unnoticed. */
				$p->random->oneIn(3) && \Async\delay($p->random->between(5, 40));
				$p->know(Fate::Unknown, ...$tokens);
				$p->report->check($commit(), 'commit is not true');
				$p->know(Fate::Present, ...$tokens);
				break;
			case 'rollBack':
				$p->report->check($rollBack(), 'rollback is not true');
				break;
			case 'throw':
			case 'leave':
				/* The program ends with the transaction open. */
				throw new Abandoned;
		}
	}

	public static function lastId(Program $p): void
	{
		$sequence = $p->driver->sequence($p->pool);
		if ($sequence === false) {
			return;
		}
		$db = $p->db();
		$in_transaction = $p->random->oneIn(2);
		$in_transaction && $db->beginTransaction();
		$token = $p->token($in_transaction ? Fate::Absent : Fate::Unknown);
		$p->insert($db, $token);
		$in_transaction || $p->know(Fate::Present, $token);
		$p->random->oneIn(2) && $p->pause();
		$id = self::askForId($p, $in_transaction, $sequence);
		if ($id === null) {
			return;
		}
		$found = $db->query("SELECT token FROM {$p->table()} WHERE id = " . (int) $id)->fetchColumn();
		$p->report->check($found === $token, "lastInsertId() is that of $found, not $token");
		if ($in_transaction) {
			self::end($p, [$token], $db->commit(...), $db->rollBack(...));
		}
	}

	/** Outside of a transaction others may have used the session: the pool remembers the id, or
	 * says that it cannot. */
	private static function askForId(Program $p, bool $in_transaction, ?string $sequence): ?string
	{
		$sql = $p->driver->lastIdInSql();
		if ($sql !== null && $p->random->oneIn(2)) {
			return (string) $p->db()->query("SELECT $sql AS id")->fetchColumn();
		}
		if ($in_transaction) {
			return $p->db()->lastInsertId($sequence);
		}
		try {
			return $p->db()->lastInsertId();
		} catch (\PDOException $e) {
			preg_match('/The id of the last insert is not known|lastval is not yet defined/',
				$e->getMessage()) || throw $e;
			$p->report->note('last id not known');
			$p->report->check($p->round->mayForgetIds($p->pool), 'the id of the last insert is forgotten');
			return null;
		}
	}

	/** A transaction on one handle, with the other one used inside. Only in this order, and
	 * without holding anything: nobody waits in a circle. */
	public static function twoHandles(Program $p): void
	{
		if ($p->pool !== 0) {
			return;
		}
		$other = $p->round->pools->handles[1];
		$db = $p->db();
		$db->beginTransaction();
		$token = $p->token(Fate::Absent);
		$p->insert($db, $token);
		$p->place = 1;
		Reads::one($p, $other);
		$p->place = $p->pool;
		$p->report->check(!$other->inTransaction(), 'a transaction of another handle');
		self::end($p, [$token], $db->commit(...), $db->rollBack(...));
	}
}
