<?php
/* What takes a handle of its own: options that nobody else is to meet, and losses that it must not notice. */

namespace Stress;

use Async\AsyncCancellation;
use PDO;
use PDOException;

final class Own
{
	/** A query that nobody waits for so long. */
	private const LONG_MS = 20_000;
	/** What a busy machine may take for what is to happen at once. */
	private const SOON_MS = 8_000;
	/** Options of a pool that looks at its idle connections only when somebody wants one. */
	private const NO_TIMERS = [PDO::ATTR_POOL_HEALTHCHECK_INTERVAL => 0,
		PDO::ATTR_POOL_IDLE_TIMEOUT => 0, PDO::ATTR_POOL_MAX_LIFETIME => 0];

	public static function operations(): array
	{
		return [
			'given up' => [2, self::giveUp(...)],
			'lost while idle' => [2, self::loseIdle(...)],
			'too old' => [1, self::growOld(...)],
			'attributes of all' => [1, self::attributes(...)],
			'adopted setup' => [1, self::adopt(...)],
			'no place' => [1, self::noPlace(...)],
			'no place in line' => [1, self::noPlaceInLine(...)],
		];
	}

	/** By a cancellation or a time limit: the query ends soon, on the server, too. */
	public static function giveUp(Program $p): void
	{
		$sleep = $p->driver->sleep(self::LONG_MS);
		if ($sleep === null) {
			return;
		}
		$limit_ms = $p->random->oneIn(2) ? 40 : 0;
		$own = $p->own([PDO::ATTR_POOL_QUERY_TIMEOUT => $limit_ms]);
		$mark = 'given_up_' . $p->round->seed . '_' . $p->name();
		$query = \Async\spawn(fn() => $own->query("SELECT 1 AS n, $sleep /* $mark */")->fetchAll());
		$begin = hrtime(true);
		try {
			$limit_ms || \Async\delay($p->random->between(0, 40));
			$limit_ms || $query->cancel();
			[, $errors] = \Async\await_all([$query]);
		} finally {
			$query->cancel();
		}
		$ms = (hrtime(true) - $begin) / 1e6;
		$error = array_values($errors)[0] ?? null;
		if ($error instanceof PDOException && $error->getCode() !== 'HYT00') {
			throw $error;
		}
		$p->report->check($limit_ms ? $error instanceof PDOException : $error instanceof AsyncCancellation,
			'a query that was given up ends with ' . json_encode($error?->getMessage()));
		$p->report->check($ms < self::SOON_MS, "a query that was given up takes $ms ms");
		self::awaitEnd($p, $mark);
	}

	private static function awaitEnd(Program $p, string $mark): void
	{
		$end = hrtime(true) + self::SOON_MS * 1_000_000;
		do {
			$p->round->alone(function () use ($p, $mark, &$runs) {
				$runs = $p->driver->runs($mark);
			});
			if (!$runs) {
				return;
			}
			\Async\delay(5);
		} while (hrtime(true) < $end);
		$p->report->fail('a query that was given up goes on, on the server');
	}

	/** The next one gets another connection, and hears nothing. */
	public static function loseIdle(Program $p): void
	{
		$id = $p->driver->sessionId();
		if ($id === null || !$p->round->faults->mayLose || !$p->driver->noticesIdleLoss()) {
			return;
		}
		$is_watched = $p->random->oneIn(2);
		$own = $p->own($is_watched ? self::NO_TIMERS : []);
		$session = (int) $own->query("SELECT $id AS id")->fetchColumn();
		$hits = $p->round->faults->hits(Faults::OWN);
		$p->round->alone(fn() => $p->driver->killSession(0, $session));
		/* The pool may not look at a socket that the reactor saw less than a millisecond ago. */
		$is_watched ? self::awaitEviction($p, $own) : \Async\delay(5);
		try {
			Reads::one($p, $own);
		} catch (PDOException $e) {
			/* Or it was another loss. */
			$p->report->check($p->round->faults->hits(Faults::OWN) > $hits,
				"an idle connection was lost, and is used: $e");
			throw $e;
		}
	}

	/** The only connection leaves the pool by itself: nobody wants it. */
	private static function awaitEviction(Program $p, PDO $own): void
	{
		$end = hrtime(true) + self::SOON_MS * 1_000_000;
		while ($own->getPool()->count() > 0 && hrtime(true) < $end) {
			\Async\delay(1);
		}
		$stats = $own->getPool()->getStats();
		$p->report->check($own->getPool()->count() === 0 && $stats['destroyed']['lost'] === 1,
			'a connection that was lost while idle is still in the pool: ' . json_encode($stats));
	}

	/** A connection that has lived too long is not given out again. */
	public static function growOld(Program $p): void
	{
		$id = $p->driver->sessionId();
		if ($id === null) {
			return;
		}
		$own = $p->own([PDO::ATTR_POOL_MAX_LIFETIME => 20]);
		$former = $own->query("SELECT $id AS id")->fetchColumn();
		\Async\delay(25);
		$next = $own->query("SELECT $id AS id")->fetchColumn();
		$p->report->check($next != $former, "session $next has lived too long");
	}

	/** Two coroutines, each with a connection: what they read. @return list<mixed> */
	private static function both(PDO $own, \Closure $read): array
	{
		$look = function () use ($own, $read) {
			$own->beginTransaction();
			$found = $read();
			\Async\delay(1);
			$own->rollBack();
			return $found;
		};
		return \Async\await_all_or_fail([\Async\spawn($look), \Async\spawn($look)]);
	}

	/** They reach each connection, present and future. */
	public static function attributes(Program $p): void
	{
		$own = $p->own([PDO::ATTR_POOL_MAX => 2]);
		Reads::one($p, $own);
		$own->setAttribute(PDO::ATTR_STRINGIFY_FETCHES, true);
		$own->setAttribute(PDO::ATTR_CASE, PDO::CASE_UPPER);
		foreach (self::both($own, fn() => $own->query('SELECT 7 AS n')->fetch(PDO::FETCH_ASSOC)) as $row) {
			$p->report->check($row === ['N' => '7'], 'attributes do not reach a connection: ' . json_encode($row));
		}
	}

	/** What is set up by the coroutine that has made the object belongs to the object. */
	public static function adopt(Program $p): void
	{
		$own = $p->own([PDO::ATTR_POOL_MAX => 2, PDO::ATTR_POOL_ADOPT_SETUP => true]);
		[$sql, $probe] = $p->driver->setting();
		$own->exec($sql);
		foreach (self::both($own, fn() => $own->query("SELECT $probe AS s")->fetchColumn()) as $found) {
			$p->report->check($found == 1, "a connection without what was adopted: $sql");
		}
	}

	/** Whoever waits has a limit. (That of a connect would be the same: there is one.) */
	public static function noPlace(Program $p): void
	{
		if ($p->round->faults->mayLose) {
			return;
		}
		$own = $p->own([PDO::ATTR_POOL_MIN => 1, PDO::ATTR_POOL_MAX => 1,
			PDO::ATTR_POOL_ACQUIRE_TIMEOUT => 100] + self::NO_TIMERS);
		/* On a busy machine the connect may take as long: it is in the limit. */
		while ($own->getPool()->getStats()['connecting'] > 0) {
			\Async\delay(1);
		}
		$own->beginTransaction();
		try {
			[, $errors] = \Async\await_all([\Async\spawn(fn() => Reads::one($p, $own))]);
		} finally {
			$own->rollBack();
		}
		$error = array_values($errors)[0] ?? null;
		$p->report->check($error && Setup::isTimeout($error), "no place, and no time-out: $error");
	}

	/** One waits, another one is turned away at once. */
	public static function noPlaceInLine(Program $p): void
	{
		if ($p->round->faults->mayLose) {
			return;
		}
		$own = $p->own(self::NO_TIMERS
			+ [PDO::ATTR_POOL_MAX => 1, PDO::ATTR_POOL_MAX_WAITERS => 1,
				PDO::ATTR_POOL_ACQUIRE_TIMEOUT => self::SOON_MS]);
		$read = fn() => Reads::one($p, $own);
		$own->beginTransaction();
		try {
			$first = \Async\spawn($read);
			while ($own->getPool()->getStats()['waiting'] === 0 && !$first->isCompleted()) {
				\Async\suspend();
			}
			[, $errors] = \Async\await_all([\Async\spawn($read)]);
		} finally {
			$own->rollBack();
		}
		$error = array_values($errors)[0] ?? null;
		$p->report->check($error && Setup::isTurnedAway($error),
			"no place in line, and not turned away: $error");
		\Async\await($first);
	}
}
