<?php
/* What the engine knows of a driver and its database. Each driver's program extends this: it says
 * what the driver can, and how its server is seen and hurt from outside. */

namespace Stress;

use PDO;
use PDOException;

abstract class Driver
{
	/** Two pools are used at once; each has tables, and sessions on the server, of its own. */
	public const POOLS = 2;

	public readonly string $prefix;

	public function __construct()
	{
		$this->prefix = 'stress_' . getmypid();
	}

	abstract public function name(): string;

	/** Before the first round, and after the last: users, files. */
	public function setUp(): void
	{
	}

	public function tearDown(): void
	{
	}

	/** Arguments of new PDO for the sessions of a pool, over this port or the usual way. */
	abstract public function source(int $pool, ?int $port): array;

	/** Handles that are not pooled, for the engine itself. @var array<int, PDO> */
	private array $controls = [];

	final public function control(int $pool): PDO
	{
		return $this->controls[$pool] ??= $this->connectControl($pool);
	}

	abstract protected function connectControl(int $pool): PDO;

	/** A child would close the connections of ordinary handles: none is open at a fork. */
	final public function closeControls(): void
	{
		$this->controls = [];
	}

	protected static function environment(string $name): string
	{
		return getenv($name)
			?: throw new \RuntimeException("$name is not set: ci/services/start sets it");
	}

	/** The port that a proxy can stand in front of, or null. */
	abstract public function port(): ?int;

	/** Does the client library survive that a connection ends in the middle of an answer? */
	public function survivesCuts(): bool
	{
		return true;
	}

	/** How many sessions the server has of this pool. */
	abstract public function sessions(int $pool): int;

	/** Does the pool notice that a connection goes while nobody uses it? */
	public function noticesIdleLoss(): bool
	{
		return true;
	}

	/** Is that so while some are open? */
	public function seesEachSession(): bool
	{
		return true;
	}

	/** Those of the pool that can be killed, the oldest first. @return list<int> */
	public function sessionIds(int $pool): array
	{
		return [];
	}

	/** An expression that is the number of the session it is asked in, or null. */
	public function sessionId(): ?string
	{
		return null;
	}

	/** Ends that session, and returns when it is gone. */
	public function killSession(int $pool, int $session): void
	{
	}

	/** Does a session run a statement with this mark? */
	public function runs(string $mark): bool
	{
		return false;
	}

	/** How many prepared statements the session has, or null. */
	public function countPrepared(PDO $handle): ?int
	{
		return null;
	}

	/** Classes with operations: see operations(). */
	abstract public function subjects(): array;

	/** Options of the pool that only this driver has. */
	public function options(Random $random): array
	{
		return [];
	}

	/** Is it what a caller may hear when its session or connection was taken away? */
	abstract public function isLoss(PDOException $e): bool;

	/** May a transaction of this program get into the way of another one, like this? */
	abstract public function isConflict(PDOException $e, Program $p): bool;

	/** Can a process with threads, or in the middle of calls, be forked? */
	public function forksInCalls(): bool
	{
		return true;
	}

	/** May a forked child use the database? */
	public function childrenConnect(): bool
	{
		return true;
	}

	/** What programs may have left in the database beside rows: a list of words.
	 * @return list<string> */
	public function leftovers(int $pool): array
	{
		return [];
	}

	/* --- dialect --- */

	/** Columns of the ledger and the accounts. */
	public function createTables(PDO $control, int $pool): void
	{
		$serial = $this->serial();
		$control->exec("CREATE TABLE {$this->ledger($pool)}
			(id $serial, token VARCHAR(60) NOT NULL, note VARCHAR(200))");
		$control->exec("CREATE TABLE {$this->accounts($pool)}
			(id INTEGER NOT NULL PRIMARY KEY, balance INTEGER NOT NULL)");
		for ($id = 0; $id < Transfers::ACCOUNTS; $id++) {
			$control->exec("INSERT INTO {$this->accounts($pool)} VALUES ($id, 1000)");
		}
	}

	public function dropTables(PDO $control, int $pool): void
	{
		$control->exec("DROP TABLE IF EXISTS {$this->ledger($pool)}");
		$control->exec("DROP TABLE IF EXISTS {$this->accounts($pool)}");
	}

	public function ledger(int $pool): string
	{
		return "{$this->prefix}_ledger_$pool";
	}

	public function accounts(int $pool): string
	{
		return "{$this->prefix}_accounts_$pool";
	}

	/** The type of a key that the database counts up. */
	abstract protected function serial(): string;

	/** A parameter, or anything, as an integer. */
	public function integer(string $expression): string
	{
		return "CAST($expression AS INTEGER)";
	}

	/** A text so many times. */
	public function repeat(string $text, int $count): string
	{
		return "REPEAT('$text', $count)";
	}

	/** The number of bytes of a parameter. */
	public function octetLength(): string
	{
		return 'OCTET_LENGTH(?)';
	}

	/** An expression that takes so many milliseconds and is 1, or null. */
	public function sleep(int $ms): ?string
	{
		return null;
	}

	/** Texts with an error that does not end the session, and its SQLSTATE. @return array */
	abstract public function mistakes(int $pool): array;

	/** What changes a session => an expression that is 1 in a session where it did, else 0.
	 * @return array<string, string> */
	abstract public function changes(): array;

	/** One of these that a pool can adopt, and its expression. @return array{string, string} */
	public function setting(): array
	{
		return [array_keys($this->changes())[1], array_values($this->changes())[1]];
	}

	/** SQL that changes the session behind its text, and an expression as above; or null.
	 * @return ?array{string, string} */
	public function hidden(): ?array
	{
		return null;
	}

	/** SQL for PDO::ATTR_POOL_INIT => an expression that is 1 where it has run.
	 * @return array{string, string} */
	abstract public function init(): array;

	/** SQL that makes kept plans stale, and needs a lock on the ledger. */
	public function alter(int $pool): ?string
	{
		return null;
	}

	/** The same as lastInsertId() in SQL, or null. */
	public function lastIdInSql(): ?string
	{
		return null;
	}

	/** The name of the sequence for lastInsertId(); false: the driver has no lastInsertId(). */
	public function sequence(int $pool): string|null|false
	{
		return null;
	}
}
