<?php
/* Cuts the connection between an INSERT, or a COMMIT, and its answer, again and again, and looks whether a row is ever
 * there twice.
 *
 *   php exactly_once.php [--cuts=N] [--seed=N] [--pipeline] DRIVER
 *
 * DRIVER: pgsql, mysql, mysql-libmariadb, odbc-pgsql, odbc-mariadb; SQLite has no connection that could be cut. Eight
 * coroutines share two pooled objects, one of them with a statement cache, and write tokens: one that is cut (see
 * cutter.php), then one that is not. The table has no unique key, so that a row written twice is seen. With
 * --pipeline (pgsql) others read over connections that they share, and are cut, too.
 * Prints `ok - ` and `not ok - ` lines. Needs the servers of ci/services/start. */

require __DIR__ . '/../faults/database.php';

use function Async\{await_all_or_fail, delay, spawn};

const POOL_MAX = 4;
const MOMENTS = ['before', 'sent', 'answered', 'middle'];

/* How a token is written. A way that begins with "commit" cuts the COMMIT, all others the INSERT. */
final class Writer
{
	public const WAYS = [
		'pgsql' => ['exec', 'prepared', 'emulated', 'returning', 'in a transaction', 'commit', 'commit of prepared'],
		'mysql' => ['exec', 'prepared', 'emulated', 'in a transaction', 'commit', 'commit of prepared'],
		'odbc' => ['exec', 'prepared', 'in a transaction', 'commit', 'commit of prepared'],
	];

	public function __construct(private readonly PDO $db)
	{
	}

	public static function waysOf(string $driver): array
	{
		return self::WAYS[strtok($driver, '-')];
	}

	public function write(string $way, string $token): void
	{
		match ($way) {
			'exec' => $this->db->exec("INSERT INTO tokens VALUES ('$token')"),
			'prepared' => $this->prepare([])->execute([$token]),
			'emulated' => $this->prepare([PDO::ATTR_EMULATE_PREPARES => true])->execute([$token]),
			'returning' => $this->returning($token),
			'in a transaction', 'commit of prepared' => $this->transaction('prepared', $token),
			'commit' => $this->transaction('exec', $token),
		};
	}

	private function prepare(array $options): PDOStatement
	{
		return $this->db->prepare('INSERT INTO tokens VALUES (?)', $options);
	}

	private function returning(string $token): void
	{
		$statement = $this->db->prepare('INSERT INTO tokens VALUES (?) RETURNING token');
		$statement->execute([$token]);
		$statement->fetchColumn() === $token || throw new LogicException('not the row that was written');
	}

	/* Whatever fails, it is ended as frameworks end it. */
	private function transaction(string $way, string $token): void
	{
		$this->db->beginTransaction();
		try {
			$this->write($way, $token);
			$this->db->commit();
		} catch (PDOException $e) {
			if ($this->db->inTransaction() && !$this->db->rollBack()) {
				throw new LogicException('rollBack() is false');
			}
			throw $e;
		}
	}
}

final class ExactlyOnce
{
	private Link $link;
	/** @var list<PDO> */
	private array $pools;
	/** What was asked for: token => [way, moment], where null means that it is not cut. */
	private array $tokens = [];
	/** What the caller was told: token => true. */
	private array $acknowledged = [];
	private array $errors = [];
	private int $cuts = 0;
	private int $reads = 0;
	private bool $isDone = false;
	private int $failed = 0;

	public function __construct(private readonly Driver $driver, private readonly int $wanted,
		private readonly bool $pipelined)
	{
		$this->link = new Link($driver->server->port(), __DIR__ . '/cutter.php');
		$this->pools = [$this->pool(0), $this->pool(8)];
	}

	/* Without TLS: the proxy has to read the marks. */
	private function pool(int $cacheSize): PDO
	{
		[$dsn, $user, $password, $options] = $this->driver->source('127.0.0.1', $this->link->port, false);
		$dsn .= ['pgsql' => ' sslmode=disable', 'odbc-pgsql' => 'SSLmode=disable'][$this->driver->name] ?? '';
		if ($this->pipelined) {
			$options[Pdo\Pgsql::ATTR_POOL_PIPELINE] = 8;
		}
		if (str_starts_with($this->driver->name, 'mysql')) {
			$options[PDO::ATTR_EMULATE_PREPARES] = false;
		}
		return new PDO($dsn, $user, $password, $options + [PDO::ATTR_POOL_ENABLED => true,
			PDO::ATTR_POOL_MAX => POOL_MAX, PDO::ATTR_POOL_STMT_CACHE_SIZE => $cacheSize]);
	}

	public function run(): bool
	{
		$this->driver->server->makeTokens();
		$writers = array_map(fn($i) => spawn($this->writer(...), $this->pools[$i % 2]), range(1, 8));
		$readers = array_map(fn($i) => spawn($this->reader(...), $this->pools[$i % 2]),
			$this->pipelined ? range(1, 8) : []);
		await_all_or_fail($writers);
		$this->isDone = true;
		await_all_or_fail($readers);
		$this->judgePools();
		$this->judgeTable();
		$this->link->end();
		return $this->failed === 0;
	}

	private function writer(PDO $db): void
	{
		$writer = new Writer($db);
		$ways = Writer::waysOf($this->driver->name);
		while (($number = $this->cuts++) < $this->wanted) {
			$way = $ways[$number % count($ways)];
			$moment = MOMENTS[intdiv($number, count($ways)) % count(MOMENTS)];
			$what = str_starts_with($way, 'commit') ? "commit-$moment" : $moment;
			$end = mt_rand(0, 1) ? 'fin' : 'rst';
			$this->attempt($writer, $way, $moment, sprintf('<cut:%s:%s:%d:%d>', $what, $end, mt_rand(0, 999), $number));
			$this->attempt($writer, $way, null, "<kept:$number>");
		}
	}

	private function attempt(Writer $writer, string $way, ?string $moment, string $token): void
	{
		$this->tokens[$token] = [$way, $moment];
		try {
			$writer->write($way, $token);
			$this->acknowledged[$token] = true;
		} catch (PDOException $e) {
			if ($moment === null) {
				$this->errors[] = "$way: {$e->getMessage()}";
			}
		}
	}

	/* Statements that share a connection with one that is cut may fail; those that do not are right. */
	private function reader(PDO $db): void
	{
		for ($i = 0; !$this->isDone; $i++) {
			$number = mt_rand();
			$mark = $i % 100 === 99 ? '<cut:answered:rst:0:0>' : '<read>';
			try {
				$row = $db->query("SELECT $number, '$mark'")->fetch(PDO::FETCH_NUM);
				$row === [$number, $mark] || $this->errors[] = 'a read got ' . json_encode($row);
				$this->reads++;
			} catch (PDOException) {
			}
			delay(1);
		}
	}

	private function check(bool $right, string $title, mixed $found = null): void
	{
		$found = $right ? '' : ' (' . json_encode($found, JSON_UNESCAPED_SLASHES) . ')';
		echo $right ? 'ok' : 'not ok', " - {$this->title()}: $title$found\n";
		$this->failed += $right ? 0 : 1;
	}

	private function title(): string
	{
		return $this->driver->name . ($this->pipelined ? ', pipelined' : '');
	}

	private function judgePools(): void
	{
		foreach ($this->pools as $db) {
			$stats = $db->getPool()->getStats();
			$this->check($stats['active'] === 0 && $stats['waiting'] === 0 && $stats['idle'] <= POOL_MAX,
				"nobody holds or awaits a connection; {$stats['created']} were made", $stats);
		}
		unset($db);
		$this->pools = [];
		for ($try = 0; ($left = count($this->driver->server->sessions())) > 0 && $try < 1000; $try++) {
			delay(10);
		}
		$this->check($left === 0, 'no session is left on the server', $left);
	}

	/* The server has answered, and the answer was not that of a statement whose transaction is still to be committed. */
	private function mustBeThere(string $way, ?string $moment): bool
	{
		return in_array($moment, [null, 'answered', 'middle'], true) && ($moment === null || $way !== 'in a transaction');
	}

	private function mustNotBeThere(string $way, ?string $moment): bool
	{
		return $moment === 'before' || ($moment !== null && $way === 'in a transaction');
	}

	private function judgeTable(): void
	{
		$rows = $this->driver->server->tokens();
		$cut = array_filter($this->tokens, fn($token) => $token[1] !== null);
		$there = array_intersect_key($cut, $rows);
		$untold = array_diff_key($this->tokens, $this->acknowledged);
		$missing = $extra = [];
		foreach ($this->tokens as $token => [$way, $moment]) {
			$count = $rows[$token] ?? 0;
			$this->mustBeThere($way, $moment) && $count !== 1 && $missing[] = "$way $token $count";
			$this->mustNotBeThere($way, $moment) && $count !== 0 && $extra[] = "$way $token $count";
		}
		$some = fn(array $list) => array_slice($list, 0, 5);

		$this->check(count($cut) === $this->wanted, "$this->wanted connections were to be cut", count($cut));
		$counted = array_sum(json_decode($this->link->tell('count'), true));
		$this->check($this->pipelined ? $counted >= $this->wanted : $counted === $this->wanted,
			"$counted were cut by the proxy");
		$this->check(array_diff_key($rows, $this->tokens) === [], 'nothing is there that nobody wrote');
		$doubled = array_filter($rows, fn($count) => $count > 1);
		$this->check($doubled === [], 'no row is there twice', $some($doubled));
		$lost = array_keys(array_diff_key($this->acknowledged, $rows));
		$this->check($lost === [], count($this->acknowledged) . ' acknowledged rows are all there', $some($lost));
		$told = array_keys(array_intersect_key($this->acknowledged, $cut));
		$this->check($told === [], 'each caller whose connection was cut got an exception', $some($told));
		$this->check($this->errors === [] && count($untold) === count($cut), 'nobody else got one', $some($this->errors));
		$this->check($extra === [], 'what did not reach the server, or was not committed, is not there', $some($extra));
		$this->check($missing === [], 'what the server has answered is there', $some($missing));
		$this->check($there !== [], count($there) . ' rows are there whose writers were not told', 0);
		if ($this->pipelined) {
			$this->check($this->reads > 0, "$this->reads reads meanwhile were right");
		}
	}
}

$options = getopt('', ['cuts:', 'seed:', 'pipeline', 'help'], $rest);
$name = $argv[$rest] ?? null;
$known = ['pgsql', 'mysql', 'mysql-libmariadb', 'odbc-pgsql', 'odbc-mariadb'];
if (isset($options['help']) || !in_array($name, $known, true) || $argc > $rest + 1) {
	echo "usage: php exactly_once.php [--cuts=N] [--seed=N] [--pipeline] DRIVER\n\nDRIVER: ", implode(', ', $known), "\n";
	exit(isset($options['help']) ? 0 : 2);
}
mt_srand((int) ($options['seed'] ?? 1));
$test = new ExactlyOnce(Driver::named($name), (int) ($options['cuts'] ?? 1000), isset($options['pipeline']));
exit($test->run() ? 0 : 1);
