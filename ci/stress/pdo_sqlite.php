<?php
/* Random programs on pooled SQLite handles: see --help, and ci/stress/pdo/. */

namespace Stress;

use PDO;
use PDOException;

require __DIR__ . '/pdo/engine.php';

final class Sqlite extends Driver
{
	private string $directory;

	public function name(): string
	{
		return 'sqlite';
	}

	public function setUp(): void
	{
		$this->directory = sys_get_temp_dir() . "/$this->prefix";
		mkdir($this->directory, 0700);
		for ($pool = 0; $pool < self::POOLS; $pool++) {
			$this->control($pool)->exec('PRAGMA journal_mode = WAL');
		}
	}

	public function tearDown(): void
	{
		$this->closeControls();
		array_map(unlink(...), glob("$this->directory/*"));
		rmdir($this->directory);
	}

	private function file(int $pool): string
	{
		return "$this->directory/$pool.sqlite";
	}

	public function source(int $pool, ?int $port): array
	{
		return ["sqlite:{$this->file($pool)}"];
	}

	/** Its time-out is short: it blocks all coroutines. */
	protected function connectControl(int $pool): PDO
	{
		return new PDO("sqlite:{$this->file($pool)}", null, null,
			[PDO::ATTR_POOL_ENABLED => false, PDO::ATTR_TIMEOUT => 0]);
	}

	public function port(): ?int
	{
		return null;
	}

	/** Descriptors of the file. SQLite closes none while another of the process has a lock. */
	public function sessions(int $pool): int
	{
		$this->closeControls();
		$open = array_map(fn($fd) => @readlink($fd), glob('/proc/self/fd/*'));
		return count(array_keys($open, $this->file($pool), true));
	}

	public function seesEachSession(): bool
	{
		return false;
	}

	public function subjects(): array
	{
		return [Reads::class, Quoting::class, Values::class, Own::class, Transfers::class, Sessions::class,
			Statements::class, Blobs::class];
	}

	public function isLoss(PDOException $e): bool
	{
		return false;
	}

	/* Busy: what has begun to read cannot write when others have. Everything else waits. */
	public function isConflict(PDOException $e, Program $p): bool
	{
		return ($e->errorInfo[1] ?? 0) === 5 && $p->keepsReading;
	}

	/** SQLite keeps locks of the process in memory: a child has those of its parent, in vain. */
	public function childrenConnect(): bool
	{
		return false;
	}

	protected function serial(): string
	{
		return 'INTEGER PRIMARY KEY AUTOINCREMENT';
	}

	public function repeat(string $text, int $count): string
	{
		return "replace(hex(zeroblob($count)), '00', '$text')";
	}

	public function octetLength(): string
	{
		return 'length(CAST(? AS BLOB))';
	}

	public function lastIdInSql(): string
	{
		return 'last_insert_rowid()';
	}

	public function mistakes(int $pool): array
	{
		return [
			["SELECT nothing FROM {$this->accounts($pool)}", 'HY000'],
			['SELECT 1 FROM', 'HY000'],
			["SELECT abs(-9223372036854775808)", 'HY000'],
		];
	}

	public function changes(): array
	{
		return [
			'PRAGMA cache_size = 4711'
				=> '(SELECT CASE cache_size WHEN 4711 THEN 1 ELSE 0 END FROM pragma_cache_size)',
			'PRAGMA foreign_keys = 1' => '(SELECT foreign_keys FROM pragma_foreign_keys)',
			'CREATE TEMP TABLE IF NOT EXISTS stress_temp (id int)'
				=> "(SELECT COUNT(*) FROM sqlite_temp_master WHERE name = 'stress_temp')",
			'PRAGMA read_uncommitted = 1' => '(SELECT read_uncommitted FROM pragma_read_uncommitted)',
		];
	}

	public function init(): array
	{
		return ['PRAGMA recursive_triggers = 1',
			'(SELECT recursive_triggers FROM pragma_recursive_triggers)'];
	}

	public function alter(int $pool): ?string
	{
		return "ALTER TABLE {$this->ledger($pool)} ADD COLUMN extra INTEGER;
			ALTER TABLE {$this->ledger($pool)} DROP COLUMN extra";
	}
}

/* Streams on columns, and functions of the handle. */
final class Blobs
{
	public static function operations(): array
	{
		return ['blob' => [3, self::blob(...)], 'function' => [2, self::call(...)],
			'locked' => [1, self::wait(...)]];
	}

	public static function blob(Program $p): void
	{
		$db = $p->db();
		$db->beginTransaction();
		$token = $p->token(Fate::Absent);
		$db->exec("INSERT INTO {$p->table()} (token, note) VALUES ('$token', 'note of $token')");
		$stream = $db->openBlob($p->table(), 'note', (int) $db->lastInsertId());
		$found = stream_get_contents($stream);
		$p->report->check($found === "note of $token", "a blob is $found");
		/* One that is open outlives its transaction. */
		if ($p->random->oneIn(2)) {
			$p->keepsReading = true;
			$p->locals[] = $stream;
		}
		unset($stream);
		$db->rollBack();
	}

	/** Without a read that is under way nobody has to give up before the time-out, which is a minute. */
	public static function wait(Program $p): void
	{
		if ($p->pool !== 0) {
			return;
		}
		$holder = $p->own();
		$waiter = $p->own();
		$token = $p->token(Fate::Unknown);
		$sql = "INSERT INTO {$p->table()} (token, note) VALUES ('$token', 'waited')";
		try {
			$holder->exec('BEGIN IMMEDIATE');
			$other = \Async\spawn(fn() => $waiter->exec($sql));
			\Async\delay($p->random->between(70, 120));
			$holder->exec('ROLLBACK');
			\Async\await($other);
		} catch (PDOException $e) {
			$p->report->fail("a lock is not waited for: $e");
		}
		$p->know(Fate::Present, $token);
	}

	/** It is on every connection of the pool, from now on. */
	public static function call(Program $p): void
	{
		$p->db()->createFunction('stress_twice', fn($n) => 2 * $n, 1);
		$n = $p->number();
		$found = $p->db()->query("SELECT stress_twice($n)")->fetchColumn();
		$p->report->check($found == 2 * $n, "a function gives $found for $n");
	}
}

(new Engine(['file' => Sqlite::class]))->run();
