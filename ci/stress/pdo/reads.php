<?php
/* Reading: each row says what it must be. Columns have names: mysqlnd keeps every name that it has seen
 * until the end of the request. */

namespace Stress;

use PDO;
use PDOException;

final class Reads
{
	public static function operations(): array
	{
		return [
			'query' => [12, self::query(...)],
			'rows' => [5, self::rows(...)],
			'prepared' => [8, self::prepared(...)],
			'slow query' => [4, self::slow(...)],
			'mistake' => [4, self::mistake(...)],
			'in a fiber' => [2, self::fiber(...)],
		];
	}

	public static function query(Program $p): void
	{
		self::one($p, $p->db());
	}

	public static function one(Program $p, PDO $db): void
	{
		$n = $p->number();
		$statement = $db->query("SELECT $n AS n, $n + 7 AS m");
		$row = match ($p->random->between(0, 4)) {
			0 => $statement->fetch(PDO::FETCH_NUM),
			1 => $statement->fetchAll(PDO::FETCH_NUM)[0],
			2 => [$n, $statement->fetchColumn(1)],
			3 => array_values((array) $statement->fetchObject()),
			4 => [...$statement->getIterator()][0],
		};
		$p->report->check($row[0] == $n && ($row[1] ?? $row['m']) == $n + 7,
			"another's row: " . json_encode($row) . ", not $n");
	}

	/** SQL for rows (1, factor), (2, 2 * factor), ... */
	public static function numbers(int $count, int $factor): string
	{
		return "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $count) "
			. "SELECT i, i * $factor AS m FROM n";
	}

	/** The next rows are those behind a number. */
	public static function follow(Program $p, \PDOStatement $rows, int &$at, int $factor, int $count,
		int $end): void
	{
		while ($count-- > 0 && $at < $end) {
			$row = $rows->fetch(PDO::FETCH_NUM);
			$at++;
			$p->report->check($row && $row[0] == $at && $row[1] == $at * $factor,
				"row $at of $end by $factor is " . json_encode($row));
		}
		if ($at === $end && $count >= 0) {
			$p->report->check($rows->fetch() === false, "more rows than $end");
		}
	}

	public static function rows(Program $p): void
	{
		$end = $p->random->pick([1, 3, 50, 400]);
		$factor = $p->random->between(2, 1000);
		$rows = $p->db()->query(self::numbers($end, $factor));
		$at = 0;
		for ($i = $p->random->between(0, 4); $i > 0; $i--) {
			self::follow($p, $rows, $at, $factor, $p->random->between(1, 200), $end);
			$p->random->oneIn(3) && $p->pause();
		}
		$p->random->oneIn(2) && $rows->closeCursor();
	}

	public static function prepared(Program $p): void
	{
		$integer = $p->driver->integer(...);
		$named = $p->random->oneIn(3);
		$sql = $named ? "SELECT {$integer(':a')} + 1 AS a, {$integer(':b')} AS b"
			: "SELECT {$integer('?')} + 1 AS a, {$integer('?')} AS b";
		$options = [PDO::ATTR_EMULATE_PREPARES => $p->random->oneIn(3)];
		$statement = $p->db()->prepare($sql, $options);
		for ($i = $p->random->between(0, 4); $i > 0; $i--) {
			[$a, $b] = [$p->number(), $p->number()];
			$statement->execute($named ? ['a' => $a, 'b' => $b] : [$a, $b]);
			$row = $statement->fetch(PDO::FETCH_NUM);
			$p->report->check($row && $row[0] == $a + 1 && $row[1] == $b,
				"prepared: " . json_encode($row) . ", not $a + 1, $b");
			$p->random->oneIn(2) && $statement->closeCursor();
			$p->random->oneIn(4) && $p->pause();
		}
	}

	public static function slow(Program $p): void
	{
		$sleep = $p->driver->sleep($p->random->between(1, 25));
		if ($sleep === null) {
			self::rows($p);
			return;
		}
		$n = $p->number();
		$found = $p->db()->query("SELECT $n AS n, $sleep")->fetchColumn();
		$p->report->check($found == $n, "slow: $found, not $n");
	}

	public static function mistake(Program $p): void
	{
		[$sql, $state] = $p->random->pick($p->driver->mistakes($p->pool));
		try {
			$p->random->oneIn(2) ? $p->db()->query($sql)->fetchAll() : $p->db()->exec($sql);
			$p->report->fail("no error: $sql");
		} catch (PDOException $e) {
			if ($e->getCode() !== $state) {
				throw $e;
			}
			$info = $p->db()->errorInfo()[0];
			$p->report->check($info === $state, "errorInfo() says $info, not $state");
			self::rememberError($p, $state);
		}
	}

	/** Others use the connection, and make mistakes. (A destructor makes calls of its own.) */
	private static function rememberError(Program $p, string $state): void
	{
		$destructors = $p->report->times('destructor');
		$p->pause();
		$found = [$p->db()->errorCode(), $p->db()->errorInfo()[0]];
		$p->report->check($found === [$state, $state] || $p->report->times('destructor') > $destructors,
			'errorCode() and errorInfo() say ' . json_encode($found) . " later, not $state");
	}

	/** The same coroutine, on another stack. */
	public static function fiber(Program $p): void
	{
		$fiber = new \Fiber(function () use ($p) {
			self::one($p, $p->db());
			\Fiber::suspend();
			self::one($p, $p->db());
		});
		$fiber->start();
		$p->random->oneIn(2) && self::one($p, $p->db());
		/* One that is not resumed is ended by its destructor. */
		$p->random->oneIn(4) || $fiber->resume();
	}
}

/* ODBC cannot. */
final class Quoting
{
	public static function operations(): array
	{
		return ['quote' => [2, self::quote(...)], 'types' => [3, self::types(...)]];
	}

	public static function quote(Program $p): void
	{
		$text = $p->random->text();
		$quoted = $p->db()->quote($text);
		$found = $p->db()->query("SELECT $quoted AS t")->fetchColumn();
		$p->report->check($found === $text,
			'quote(): ' . json_encode($found) . ', not ' . json_encode($text));
	}

	/** The same text has another type in the next execution. */
	public static function types(Program $p): void
	{
		$statement = $p->db()->prepare("SELECT {$p->driver->octetLength()} AS n",
			[PDO::ATTR_EMULATE_PREPARES => false]);
		$text = $p->random->text();
		$statement->bindValue(1, $text, $p->random->pick([PDO::PARAM_STR, PDO::PARAM_LOB]));
		$statement->execute();
		$found = $statement->fetchColumn();
		$p->report->check($found == strlen($text), "$found bytes of " . json_encode($text));
	}
}
