<?php
/* A MySQL or MariaDB server, seen from outside, and what its clients can do. For pdo_mysql and
 * pdo_odbc. */

namespace Stress;

use PDO;
use PDOException;

trait OnMysql
{
	/** Each pool has a user of its own: that is how its sessions are told. */
	private function user(int $pool): string
	{
		return "{$this->prefix}_$pool";
	}

	public function setUp(): void
	{
		$password = self::environment('PDO_MYSQL_TEST_PASS');
		for ($pool = 0; $pool < self::POOLS; $pool++) {
			$user = "'{$this->user($pool)}'@'127.0.0.1'";
			$this->control(0)->exec("DROP USER IF EXISTS $user");
			$this->control(0)->exec("CREATE USER $user IDENTIFIED BY '$password'");
			$this->control(0)->exec("GRANT ALL ON *.* TO $user");
		}
		$this->control(0)->exec("CREATE TABLE {$this->prefix}_shadow (id INT)");
		$this->control(0)->exec("CREATE VIEW {$this->prefix}_hidden AS
			SELECT GET_LOCK(CONCAT('stress_hidden_', CONNECTION_ID()), 0) AS l");
		$this->control(0)->exec("CREATE PROCEDURE {$this->prefix}_two (a INT, b INT)
			BEGIN SELECT a; SELECT a + b, b; END");
	}

	public function tearDown(): void
	{
		for ($pool = 0; $pool < self::POOLS; $pool++) {
			$this->control(0)->exec("DROP USER IF EXISTS '{$this->user($pool)}'@'127.0.0.1'");
		}
		$this->control(0)->exec("DROP TABLE IF EXISTS {$this->prefix}_shadow");
		$this->control(0)->exec("DROP VIEW IF EXISTS {$this->prefix}_hidden");
		$this->control(0)->exec("DROP PROCEDURE IF EXISTS {$this->prefix}_two");
	}

	protected function connectControl(int $pool): PDO
	{
		$control = new PDO(self::environment('PDO_MYSQL_TEST_DSN'), self::environment('PDO_MYSQL_TEST_USER'),
			self::environment('PDO_MYSQL_TEST_PASS'), [PDO::ATTR_POOL_ENABLED => false]);
		/* A table that others hold is not altered: they may wait for the engine. */
		$control->exec('SET SESSION lock_wait_timeout = 1');
		return $control;
	}

	public function port(): ?int
	{
		return (int) self::environment('PDO_MYSQL_TEST_PORT');
	}

	public function sessions(int $pool): int
	{
		return count($this->sessionIds($pool));
	}

	public function sessionIds(int $pool): array
	{
		return $this->control($pool)->query("SELECT id FROM information_schema.processlist
			WHERE user = '{$this->user($pool)}' ORDER BY id")->fetchAll(PDO::FETCH_COLUMN);
	}

	public function sessionId(): ?string
	{
		return 'CONNECTION_ID()';
	}

	public function killSession(int $pool, int $session): void
	{
		try {
			$this->control($pool)->exec("KILL $session");
		} catch (PDOException $e) {
			/* 1094: it has gone by itself. */
			$e->errorInfo[1] === 1094 || throw $e;
		}
		for ($i = 0; $i < 1000 && in_array($session, $this->sessionIds($pool)); $i++) {
			\Async\delay(1);
		}
	}

	public function runs(string $mark): bool
	{
		return (bool) $this->control(0)->query("SELECT COUNT(*) FROM information_schema.processlist
			WHERE info LIKE '%/* $mark */%' AND id <> CONNECTION_ID()")->fetchColumn();
	}

	/* 5013, 5014: MariaDB's client cannot read or write: it was in the middle of sending when the session was killed. */
	public function isLoss(PDOException $e): bool
	{
		return preg_match('/^(08|70100)/', (string) $e->getCode())
			|| in_array($e->errorInfo[1] ?? 0, [1927, 1053, 1317, 2002, 2003, 2006, 2013, 2026, 2055, 5013, 5014], true)
			|| preg_match('/gone away|Lost connection|was killed|Malformed packet|Can\'t connect/', $e->getMessage());
	}

	/* Row locks are taken in one order. 1213: a lock on a table is in the circle. 1412: the table
	 * was altered since the transaction began. */
	public function isConflict(PDOException $e, Program $p): bool
	{
		return isset($p->round->faults->altered[$p->pool])
			&& in_array($e->errorInfo[1] ?? 0, [1213, 1412], true);
	}

	protected function serial(): string
	{
		return 'INTEGER NOT NULL AUTO_INCREMENT PRIMARY KEY';
	}

	public function integer(string $expression): string
	{
		return "CAST($expression AS SIGNED)";
	}

	public function sleep(int $ms): ?string
	{
		return 'SLEEP(' . $ms / 1000 . ') AS s';
	}

	public function mistakes(int $pool): array
	{
		return [
			["SELECT nothing FROM {$this->accounts($pool)}", '42S22'],
			['SELECT 1 FROM', '42000'],
			["SELECT 1 FROM {$this->prefix}_nowhere", '42S02'],
		];
	}

	public function changes(): array
	{
		return [
			"SET @stress_x = 'changed'" => "IF(@stress_x = 'changed', 1, 0)",
			'SET SESSION lock_wait_timeout = 4711' => 'IF(@@lock_wait_timeout = 4711, 1, 0)',
			"SET time_zone = '+09:00'" => "IF(@@time_zone = '+09:00', 1, 0)",
			"SET sql_mode = CONCAT(@@sql_mode, ',PIPES_AS_CONCAT')"
				=> "IF(FIND_IN_SET('PIPES_AS_CONCAT', @@sql_mode) > 0, 1, 0)",
			/* It hides a table that is empty. */
			"CREATE TEMPORARY TABLE IF NOT EXISTS {$this->prefix}_shadow SELECT 1 AS id"
				=> "(SELECT COUNT(*) FROM {$this->prefix}_shadow)",
			"SELECT GET_LOCK(CONCAT('stress_', CONNECTION_ID()), 0)"
				=> "IF(IS_USED_LOCK(CONCAT('stress_', CONNECTION_ID())) IS NULL, 0, 1)",
		];
	}

	public function hidden(): array
	{
		return ["SELECT * FROM {$this->prefix}_hidden",
			"IF(IS_USED_LOCK(CONCAT('stress_hidden_', CONNECTION_ID())) IS NULL, 0, 1)"];
	}

	public function init(): array
	{
		return ['SET SESSION net_retry_count = 47', 'IF(@@net_retry_count = 47, 1, 0)'];
	}

	public function lastIdInSql(): string
	{
		return 'LAST_INSERT_ID()';
	}

	public function alter(int $pool): ?string
	{
		return "ALTER TABLE {$this->ledger($pool)} ADD COLUMN extra INT;
			ALTER TABLE {$this->ledger($pool)} DROP COLUMN extra";
	}
}

/* Several result sets, and rows that stay on the server until they are asked for. */
final class RowSets
{
	public static function operations(): array
	{
		return [
			'several statements' => [3, self::several(...)],
			'procedure' => [3, self::procedure(...)],
			'unbuffered' => [4, self::unbuffered(...)],
			'another database' => [2, self::chooseDatabase(...)],
		];
	}

	public static function several(Program $p): void
	{
		if (!$p->db()->getAttribute(PDO::ATTR_EMULATE_PREPARES)) {
			return;
		}
		[$a, $b] = [$p->number(), $p->number()];
		$sets = $p->db()->query("SELECT $a AS n; SELECT $b AS n");
		self::expect($p, $sets, [[$a]]);
		/* The rest may stay unread. */
		if ($p->random->oneIn(3)) {
			return;
		}
		if (self::next($p, $sets)) {
			self::expect($p, $sets, [[$b]]);
			$p->report->check(!$sets->nextRowset(), 'a third set');
		}
	}

	public static function procedure(Program $p): void
	{
		[$a, $b] = [$p->random->between(1, 1000), $p->random->between(1, 1000)];
		$sets = $p->db()->prepare("CALL {$p->driver->prefix}_two(?, ?)");
		$sets->execute([$a, $b]);
		self::expect($p, $sets, [[$a]]);
		if ($p->random->oneIn(3)) {
			$p->random->oneIn(2) && $sets->closeCursor();
			return;
		}
		if (self::next($p, $sets)) {
			self::expect($p, $sets, [[$a + $b, $b]]);
		}
	}

	/** pdo_mysql throws away what is unread when another statement of the connection goes: one in
	 * garbage, say. */
	private static function next(Program $p, \PDOStatement $sets): bool
	{
		$has_more = $sets->nextRowset();
		$has_more || $p->report->note('sets thrown away');
		return $has_more;
	}

	private static function expect(Program $p, \PDOStatement $set, array $rows): void
	{
		$found = $set->fetchAll(PDO::FETCH_NUM);
		$p->report->check($found == $rows, 'a set of ' . json_encode($found) . ', not ' . json_encode($rows));
	}

	/** Whoever gets the session next finds the tables. */
	public static function chooseDatabase(Program $p): void
	{
		$sql = 'USE information_schema';
		$own = $p->own();
		$exec = $p->random->oneIn(2);
		\Async\await(\Async\spawn(fn() => $exec ? $own->exec($sql) : $own->query($sql)->closeCursor()));
		$own->query("SELECT COUNT(*) FROM {$p->table()}")->fetchAll();
	}

	/** On a handle of its own: it is an attribute of the handle. */
	public static function unbuffered(Program $p): void
	{
		$own = $p->own();
		$own->setAttribute(\Pdo\Mysql::ATTR_USE_BUFFERED_QUERY, false);
		$factor = $p->random->between(2, 1000);
		$rows = $own->prepare(Reads::numbers(300, $factor));
		$rows->execute();
		$at = 0;
		Reads::follow($p, $rows, $at, $factor, $p->random->pick([0, 1, 100, 301]), 300);
		$p->random->oneIn(3) && $p->pause();
		$p->random->oneIn(2) && $rows->closeCursor();
		unset($rows);
		Reads::one($p, $own);
	}
}
