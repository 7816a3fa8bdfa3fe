<?php
/* Random programs on pooled ODBC handles: see --help, and ci/stress/pdo/. */

namespace Stress;

use PDO;
use PDOException;

require __DIR__ . '/pdo/engine.php';
require __DIR__ . '/pdo/postgresql.php';
require __DIR__ . '/pdo/mysql.php';

/* What the databases behind it have in common. */
abstract class Odbc extends Driver
{
	public function name(): string
	{
		return static::class === OdbcOnMysql::class ? 'odbc, MariaDB' : 'odbc, PostgreSQL';
	}

	public function subjects(): array
	{
		return [Reads::class, Values::class, Own::class, Transfers::class, Sessions::class, Statements::class];
	}

	/** The driver does not tell its socket. */
	public function noticesIdleLoss(): bool
	{
		return false;
	}

	/** A thread may hold a lock of the driver manager. */
	public function forksInCalls(): bool
	{
		return false;
	}

	public function sequence(int $pool): string|null|false
	{
		return false;
	}

	/** Without user and password, and over this port. */
	protected static function address(string $variable, ?int $port): string
	{
		$dsn = preg_replace('/;(Uid|Pwd)=[^;]*/i', '', self::environment($variable));
		return $port ? preg_replace('/Port=\d+/i', "Port=$port", $dsn) : $dsn;
	}
}

final class OdbcOnPostgresql extends Odbc
{
	use OnPostgresql;

	public function source(int $pool, ?int $port): array
	{
		$dsn = self::address('PDO_ODBC_TEST_DSN', $port);
		return ["$dsn;pqopt={application_name={$this->application($pool)}}",
			self::environment('PDO_ODBC_TEST_USER'), self::environment('PDO_ODBC_TEST_PASS')];
	}
}

final class OdbcOnMysql extends Odbc
{
	use OnMysql;

	/** libmaodbc 3.1.15 crashes, with any program: see docs/pdo-pool.md. */
	public function survivesCuts(): bool
	{
		return false;
	}

	public function source(int $pool, ?int $port): array
	{
		return [self::address('PDO_ODBC_MARIADB_TEST_DSN', $port), $this->user($pool),
			self::environment('PDO_ODBC_MARIADB_TEST_PASS')];
	}
}

(new Engine(['postgresql' => OdbcOnPostgresql::class, 'mariadb' => OdbcOnMysql::class]))->run();
