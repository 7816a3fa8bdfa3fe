<?php
/* A PostgreSQL server, seen from outside, and what its clients can do. For pdo_pgsql and pdo_odbc. */

namespace Stress;

use PDO;
use PDOException;

trait OnPostgresql
{
	private function application(int $pool): string
	{
		return "{$this->prefix}_$pool";
	}

	protected function connectControl(int $pool): PDO
	{
		return new PDO(self::environment('PDO_PGSQL_TEST_DSN')
			. ';application_name=stress_control', null, null, [PDO::ATTR_POOL_ENABLED => false]);
	}

	public function port(): ?int
	{
		return (int) self::environment('PGSQL_TEST_PORT');
	}

	public function sessions(int $pool): int
	{
		return count($this->sessionIds($pool));
	}

	public function sessionIds(int $pool): array
	{
		return $this->control($pool)->query("SELECT pid FROM pg_stat_activity
			WHERE application_name = '{$this->application($pool)}' ORDER BY backend_start, pid")
			->fetchAll(PDO::FETCH_COLUMN);
	}

	public function sessionId(): ?string
	{
		return 'pg_backend_pid()';
	}

	public function killSession(int $pool, int $session): void
	{
		$this->control($pool)->query("SELECT pg_terminate_backend($session)")->fetchAll();
		for ($i = 0; $i < 1000 && in_array($session, $this->sessionIds($pool)); $i++) {
			\Async\delay(1);
		}
	}

	public function runs(string $mark): bool
	{
		return (bool) $this->control(0)->query("SELECT COUNT(*) FROM pg_stat_activity
			WHERE state = 'active' AND query LIKE '%/* $mark */%' AND pid <> pg_backend_pid()")->fetchColumn();
	}

	public function isLoss(PDOException $e): bool
	{
		return preg_match('/^(08|57P)/', (string) $e->getCode())
			|| preg_match('/server closed|was lost with its connection|terminating connection|no connection to|SSL|reset by peer/',
				$e->getMessage());
	}

	/* The level of isolation that has such errors is set by programs: for themselves or, where no
	 * session is reset, for those who come after them. */
	public function isConflict(PDOException $e, Program $p): bool
	{
		return $e->getCode() === '40001'
			&& ($p->changed || $p->round->pools->setups[$p->pool]->resetsNothing());
	}

	protected function serial(): string
	{
		return 'serial PRIMARY KEY';
	}

	public function sleep(int $ms): ?string
	{
		return "1 FROM pg_sleep($ms / 1000.0)";
	}

	public function mistakes(int $pool): array
	{
		return [
			["SELECT 1 / (balance - balance) FROM {$this->accounts($pool)}", '22012'],
			["SELECT nothing FROM {$this->accounts($pool)}", '42703'],
			['SELECT 1 FROM', '42601'],
			["SELECT CAST('x' AS int)", '22P02'],
		];
	}

	public function changes(): array
	{
		$setting = fn($name, $value)
			=> "CASE WHEN current_setting('$name', true) = '$value' THEN 1 ELSE 0 END";
		return [
			"SET stress.x = 'changed'" => $setting('stress.x', 'changed'),
			"SET TIME ZONE 'Asia/Tokyo'" => $setting('TimeZone', 'Asia/Tokyo'),
			'CREATE TEMP TABLE IF NOT EXISTS stress_temp (id int)'
				=> "CASE WHEN to_regclass('pg_temp.stress_temp') IS NULL THEN 0 ELSE 1 END",
			'SELECT pg_advisory_lock_shared(47110815)' => "(SELECT count(*) FROM pg_locks
				WHERE locktype = 'advisory' AND pid = pg_backend_pid())",
			'LISTEN stress' => '(SELECT count(*) FROM pg_listening_channels())',
			"SELECT set_config('work_mem', '4711', false)" => $setting('work_mem', '4711kB'),
			"SET default_transaction_isolation = 'repeatable read'"
				=> $setting('default_transaction_isolation', 'repeatable read'),
			'DO $$ BEGIN SET extra_float_digits = 0; END $$' => $setting('extra_float_digits', '0'),
		];
	}

	public function hidden(): array
	{
		return ["SELECT * FROM {$this->prefix}_hidden",
			"CASE WHEN current_setting('stress.hidden', true) = 'set' THEN 1 ELSE 0 END"];
	}

	public function init(): array
	{
		return ["SET stress.mark = 'set'",
			"CASE WHEN current_setting('stress.mark', true) = 'set' THEN 1 ELSE 0 END"];
	}

	public function countPrepared(PDO $handle): int
	{
		return (int) $handle->query('SELECT COUNT(*) FROM pg_prepared_statements')->fetchColumn();
	}

	public function alter(int $pool): ?string
	{
		return "SET lock_timeout = 20; ALTER TABLE {$this->ledger($pool)} ADD COLUMN extra int;
			ALTER TABLE {$this->ledger($pool)} DROP COLUMN extra";
	}

	/** Others may have left some before. */
	private int $objects;

	public function setUp(): void
	{
		$this->objects = $this->countLargeObjects();
		$this->control(0)->exec("CREATE OR REPLACE VIEW {$this->prefix}_hidden AS
			SELECT set_config('stress.hidden', 'set', false) AS s");
	}

	public function tearDown(): void
	{
		$this->control(0)->exec("DROP VIEW IF EXISTS {$this->prefix}_hidden");
	}

	private function countLargeObjects(): int
	{
		return (int) $this->control(0)->query(
			'SELECT count(*) FROM pg_largeobject_metadata WHERE lomowner = current_user::regrole')
			->fetchColumn();
	}

	public function leftovers(int $pool): array
	{
		$more = $this->countLargeObjects() - $this->objects;
		return $more ? ["$more large objects"] : [];
	}
}

/* A file in whose middle others run, or that breaks off there. */
final class SlowFile
{
	private const PIECE = 3000;
	/** @var array<string, array{string, \Closure, ?\Closure}> */
	private static array $files = [];
	private static int $made = 0;
	/** @var resource */
	public $context;
	private string $text;
	private bool $breaks;
	private \Closure $whenRead;
	private ?\Closure $whenBroken;
	private int $at = 0;

	/** Returns its name. One of the two is called: all was read, or, if there is a second one, it breaks off. */
	public static function make(string $text, \Closure $whenRead, ?\Closure $whenBroken): string
	{
		self::$made > 0 || stream_wrapper_register('stress-slow', self::class);
		$name = 'stress-slow://' . ++self::$made;
		self::$files[$name] = [$text, $whenRead, $whenBroken];
		return $name;
	}

	public function stream_open(string $name, string $mode, int $options, ?string &$opened): bool
	{
		[$this->text, $this->whenRead, $this->whenBroken] = self::$files[$name];
		$this->breaks = $this->whenBroken !== null;
		return true;
	}

	public static function forget(string $name): void
	{
		unset(self::$files[$name]);
	}

	public function stream_read(int $count): string
	{
		\Async\delay(0);
		if ($this->breaks && $this->at >= strlen($this->text) / 2) {
			$this->breaks = false;
			($this->whenBroken)();
			throw new Abandoned;
		}
		$length = $this->breaks ? intdiv(strlen($this->text) + 1, 2) : self::PIECE;
		$bytes = substr($this->text, $this->at, $length);
		$this->at += strlen($bytes);
		$this->at < strlen($this->text) || ($this->whenRead)();
		return $bytes;
	}

	public function stream_eof(): bool
	{
		return $this->at >= strlen($this->text);
	}

	public function stream_stat(): array
	{
		return [];
	}
}

/* Rows in bulk. */
final class Copies
{
	public static function operations(): array
	{
		return ['copy in' => [2, self::in(...)], 'copy a file' => [2, self::file(...)],
			'copy out' => [2, self::out(...)]];
	}

	public static function in(Program $p): void
	{
		$tokens = self::tokens($p, Fate::Unknown, $p->random->pick([1, 5, 200, 3000]));
		$done = $p->db()->pgsqlCopyFromArray($p->table(),
			array_map(fn($token) => "$token\tcopy", $tokens), "\t", '\\\\N', 'token, note');
		$p->report->check($done, 'COPY FROM is not true');
		$p->know(Fate::Present, ...$tokens);
	}

	/** All of them come true, or none. @return list<string> */
	private static function tokens(Program $p, Fate $fate, int $count): array
	{
		$tokens = [];
		while ($count-- > 0) {
			$tokens[] = $p->token($fate);
		}
		$p->round->ledgers[$p->pool]->bind($tokens);
		return $tokens;
	}

	/** One that is slow, and may break off: then nothing of it was to be written. */
	public static function file(Program $p): void
	{
		$tokens = self::tokens($p, Fate::Absent, $p->random->pick([1, 30, 500]));
		$breaks = $p->random->oneIn(3);
		$file = SlowFile::make(implode('', array_map(fn($token) => "$token\tfile\n", $tokens)),
			fn() => $p->know(Fate::Unknown, ...$tokens),
			$breaks ? fn() => $p->round->faults->breakOff($p->pool) : null);
		try {
			$done = $p->db()->pgsqlCopyFromFile($p->table(), $file, "\t", '\\\\N', 'token, note');
		} finally {
			SlowFile::forget($file);
		}
		$p->report->check($done && !$breaks, 'COPY FROM of a file is ' . json_encode($done));
		$p->know(Fate::Present, ...$tokens);
	}

	public static function out(Program $p): void
	{
		$factor = $p->number();
		$count = $p->random->pick([0, 1, 300]);
		$rows = $p->db()->pgsqlCopyToArray("(SELECT i, i::bigint * $factor FROM generate_series(1, $count) i)", "\t");
		$p->report->check(count($rows) === $count, 'COPY TO has ' . count($rows) . ' rows');
		foreach ($rows as $i => $row) {
			$expected = ($i + 1) . "\t" . ($i + 1) * $factor;
			$p->report->check(trim($row) === $expected, "COPY TO: $row, not $expected");
		}
	}
}

final class LargeObjects
{
	public static function operations(): array
	{
		return ['large object' => [3, self::writeAndRead(...)]];
	}

	/** None stays: the transaction is rolled back, or the object unlinked in it. */
	public static function writeAndRead(Program $p): void
	{
		$db = $p->db();
		$db->beginTransaction();
		$oid = $db->pgsqlLOBCreate();
		$stream = $db->pgsqlLOBOpen($oid, 'w');
		$text = str_repeat($p->number() . ' ', $p->random->pick([1, 100, 5000]));
		$written = fwrite($stream, $text);
		if ($written !== strlen($text)) {
			/* A stream has no exceptions. */
			throw self::lost($p, "a large object takes $written bytes");
		}
		$p->random->oneIn(2) && $p->pause();
		rewind($stream);
		$found = stream_get_contents($stream);
		if ($found !== $text) {
			throw self::lost($p, 'a large object has ' . strlen((string) $found) . ' bytes, not ' . strlen($text));
		}
		/* One that is open outlives its transaction. */
		$p->random->oneIn(2) ? fclose($stream) : $p->locals[] = $stream;
		$p->random->oneIn(2) && $db->pgsqlLOBUnlink($oid) ? $db->commit() : $db->rollBack();
	}

	private static function lost(Program $p, string $what): \Throwable
	{
		$p->report->check($p->round->faults->hits($p->pool) > 0, $what);
		return new Abandoned;
	}
}

final class Cursors
{
	public static function operations(): array
	{
		return ['scroll' => [2, self::scroll(...)], 'cursor in SQL' => [2, self::declared(...)]];
	}

	public static function scroll(Program $p): void
	{
		$db = $p->db();
		$factor = $p->random->between(2, 1000);
		$db->beginTransaction();
		$rows = $db->prepare(Reads::numbers(100, $factor), [PDO::ATTR_CURSOR => PDO::CURSOR_SCROLL]);
		$rows->execute();
		for ($i = $p->random->between(1, 5); $i > 0; $i--) {
			$at = $p->random->between(1, 100);
			$row = $rows->fetch(PDO::FETCH_NUM, PDO::FETCH_ORI_ABS, $at);
			$p->report->check($row && $row[0] == $at && $row[1] == $at * $factor,
				"row $at by $factor is " . json_encode($row));
		}
		$p->random->oneIn(2) && $rows = null;
		$p->random->oneIn(2) ? $db->commit() : $db->rollBack();
	}

	public static function declared(Program $p): void
	{
		$db = $p->db();
		$factor = $p->random->between(2, 1000);
		$db->beginTransaction();
		$db->exec('DECLARE stress_cursor CURSOR FOR ' . Reads::numbers(100, $factor));
		$at = 0;
		for ($i = $p->random->between(1, 4); $i > 0; $i--) {
			$count = $p->random->between(1, 20);
			$rows = $db->query("FETCH $count FROM stress_cursor");
			Reads::follow($p, $rows, $at, $factor, $count, 100);
			$p->random->oneIn(3) && $p->pause();
		}
		$p->random->oneIn(2) ? $db->commit() : $db->rollBack();
	}
}
