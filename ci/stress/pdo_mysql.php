<?php
/* Random programs on pooled MySQL handles, with mysqlnd or the C client library: see --help, and
 * ci/stress/pdo/. */

namespace Stress;

use PDO;

require __DIR__ . '/pdo/engine.php';
require __DIR__ . '/pdo/mysql.php';

final class Mysql extends Driver
{
	use OnMysql;

	public function name(): string
	{
		return 'mysql';
	}

	public function source(int $pool, ?int $port): array
	{
		$dsn = self::environment('PDO_MYSQL_TEST_DSN');
		$dsn = $port ? preg_replace('/port=\d+/', "port=$port", $dsn) : $dsn;
		return [$dsn, $this->user($pool), self::environment('PDO_MYSQL_TEST_PASS')];
	}

	public function subjects(): array
	{
		return [Reads::class, Quoting::class, Values::class, Own::class, Transfers::class, Sessions::class,
			Statements::class, RowSets::class];
	}

	public function options(Random $random): array
	{
		return [PDO::ATTR_EMULATE_PREPARES => $random->oneIn(2)];
	}
}

(new Engine(['mariadb' => Mysql::class]))->run();
