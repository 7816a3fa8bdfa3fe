<?php
/* Random programs on pooled PostgreSQL handles: see --help, and ci/stress/pdo/. */

namespace Stress;

use PDO;

require __DIR__ . '/pdo/engine.php';
require __DIR__ . '/pdo/postgresql.php';
require __DIR__ . '/pdo/sharing.php';

final class Pgsql extends Driver
{
	use OnPostgresql;

	public function name(): string
	{
		return 'pgsql';
	}

	public function source(int $pool, ?int $port): array
	{
		$dsn = preg_replace('/ (user|password)=\S+/', '', self::environment('PDO_PGSQL_TEST_DSN'))
			. ";application_name={$this->application($pool)}";
		/* One of two that go through the network has TLS. */
		$dsn .= $port && $pool === 1 ? '' : ';sslmode=disable';
		$dsn = $port ? preg_replace('/port=\d+/', "port=$port", $dsn) : $dsn;
		return [$dsn, self::environment('PGSQL_TEST_USER'), self::environment('PGSQL_TEST_PASS')];
	}

	public function subjects(): array
	{
		return [Reads::class, Quoting::class, Values::class, Own::class, Transfers::class, Sessions::class,
			Statements::class, Copies::class, LargeObjects::class, Cursors::class, Sharing::class];
	}

	public function options(Random $random): array
	{
		return [
			\Pdo\Pgsql::ATTR_POOL_PIPELINE => $random->pick([1, 1, 4, 16]),
			\Pdo\Pgsql::ATTR_POOL_PIPELINE_DELAY => $random->pick([0, 5, 20]),
			PDO::ATTR_EMULATE_PREPARES => $random->oneIn(4),
			\Pdo\Pgsql::ATTR_DISABLE_PREPARES => $random->oneIn(6),
		];
	}

	public function sequence(int $pool): string|null|false
	{
		return "{$this->ledger($pool)}_id_seq";
	}
}

(new Engine(['postgresql' => Pgsql::class]))->run();
