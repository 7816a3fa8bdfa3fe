<?php
/* What the tests of faults know about a database: how to reach it with one of our drivers, how to look at it from outside,
 * and how to hurt it. The servers are those of ci/services/start. */

use function Async\delay;

/* A running proxy.php, or another proxy that obeys lines. */
final class Link
{
	/** @var resource */
	private $process;
	private array $pipes = [];
	public readonly int $port;

	public function __construct(int $serverPort, string $program = __DIR__ . '/proxy.php')
	{
		$this->process = proc_open([PHP_BINARY, '-n', $program, (string) $serverPort],
			[['pipe', 'r'], ['pipe', 'w'], STDERR], $this->pipes);
		$this->port = (int) fgets($this->pipes[1]);
		$this->port > 0 || throw new RuntimeException('the proxy does not start');
	}

	public function tell(string $order): string
	{
		fwrite($this->pipes[0], "$order\n");
		return trim(fgets($this->pipes[1]) ?: throw new RuntimeException("the proxy does not answer: $order"));
	}

	public function end(): void
	{
		fclose($this->pipes[0]);
		proc_close($this->process);
	}
}

/* One server, seen from outside of the pool, by a user that is not the pool's. */
abstract class Server
{
	abstract public function port(): int;
	abstract protected function pidFile(): string;
	abstract protected function logFile(): string;
	abstract protected function connect(): PDO;
	abstract public function sleep(float $seconds): string;
	/** Sessions of the pool's users: id => what it runs, or ''. */
	abstract public function sessions(): array;
	abstract public function kill(int $session): void;
	abstract public function setPassword(string $password): void;
	/** No place is left for a new session of the pool; free() undoes it. */
	abstract public function fill(): void;
	abstract public function free(): void;

	/** Asks for the id of the session that it runs in. */
	public string $sessionQuery;
	protected ?PDO $watcher = null;
	protected array $command;
	private array $owner;
	/* Freeing one of these would wait for the end of the server. */
	private static array $started = [];

	protected function watcher(): PDO
	{
		return $this->watcher ??= $this->connect();
	}

	public function makeTable(): void
	{
		$this->watcher()->exec('DROP TABLE IF EXISTS faults');
		$this->watcher()->exec('CREATE TABLE faults (word VARCHAR(20) NOT NULL)');
	}

	public function countRows(): int
	{
		return (int) $this->watcher()->query('SELECT COUNT(*) FROM faults')->fetchColumn();
	}

	/** A table without a key, so that a row may be there twice. */
	public function makeTokens(): void
	{
		$this->watcher()->exec('DROP TABLE IF EXISTS tokens');
		$this->watcher()->exec('CREATE TABLE tokens (token VARCHAR(100) NOT NULL)');
	}

	/** Token => how often it is there. */
	public function tokens(): array
	{
		$rows = $this->watcher()->query('SELECT token, COUNT(*) FROM tokens GROUP BY token');
		return array_map(intval(...), $rows->fetchAll(PDO::FETCH_KEY_PAIR));
	}

	/* A name of a session that runs a statement of sleep(). */
	public function sleeper(): ?int
	{
		foreach ($this->sessions() as $id => $statement) {
			if (stripos($statement, 'sleep') !== false) {
				return $id;
			}
		}
		return null;
	}

	protected function pid(): int
	{
		return (int) file_get_contents($this->pidFile());
	}

	/** The server and all of its processes. */
	protected function processes(): array
	{
		$all = [$this->pid()];
		foreach (glob('/proc/[0-9]*/stat') as $file) {
			if (preg_match('/^(\d+) .*\) . (\d+) /', (string) @file_get_contents($file), $fields) && (int) $fields[2] === $all[0]) {
				$all[] = (int) $fields[1];
			}
		}
		return $all;
	}

	public function signal(int $signal): void
	{
		foreach ($this->processes() as $pid) {
			posix_kill($pid, $signal);
		}
	}

	/** How it was started, and by whom. */
	protected function remember(int $pid): void
	{
		$this->command = array_filter(explode("\0", rtrim(file_get_contents("/proc/$pid/cmdline"), "\0")),
			fn($word) => !str_starts_with($word, '--init-file'));
		$this->owner = stat("/proc/$pid");
	}

	/** Ends the server without a word. */
	public function crash(): void
	{
		$pid = $this->pid();
		$this->remember($pid);
		$this->flush();
		$this->watcher = null;
		/* It may have begun another process meanwhile. */
		do {
			$this->signal(SIGKILL);
			delay(5);
		} while (array_filter([$pid, ...$this->processes()], $this->runs(...)));
		$this->sweep();
	}

	/** What is committed is on disk. */
	protected function flush(): void
	{
	}

	/** Removes what a crash leaves and a start would stumble over. */
	protected function sweep(): void
	{
	}

	/* A process that is dead, and whose end nobody has asked for, has let go of its port and its files. */
	protected function runs(int $pid): bool
	{
		return preg_match('/\) (.) /', (string) @file_get_contents("/proc/$pid/stat"), $state) && $state[1] !== 'Z';
	}

	/** Starts it again as it was. It is ended by ci/services/stop. */
	public function start(): void
	{
		$process = proc_open(['setsid', 'setpriv', "--reuid={$this->owner['uid']}", "--regid={$this->owner['gid']}", '--clear-groups', '--',
			...$this->command], [['file', '/dev/null', 'r'], ['file', $this->logFile(), 'a'], ['file', $this->logFile(), 'a']], $pipes, null, ['PATH' => getenv('PATH')]);
		file_put_contents($this->pidFile(), proc_get_status($process)['pid'] . "\n");
		self::$started[] = $process;
		$this->awaitAnswer();
	}

	private function awaitAnswer(): void
	{
		for ($try = 0;; $try++) {
			try {
				$this->watcher = $this->connect();
				return;
			} catch (PDOException $e) {
				$try < 600 || throw $e;
				delay(50);
			}
		}
	}
}

class PostgreSQL extends Server
{
	/** @param string $variables how the names of the variables begin that tell where the server is */
	public function __construct(private readonly string $variables = 'PGSQL_TEST')
	{
		$this->sessionQuery = 'SELECT pg_backend_pid()';
	}

	protected function variable(string $name): string
	{
		return getenv("{$this->variables}_$name");
	}

	public function port(): int
	{
		return (int) $this->variable('PORT');
	}

	protected function pidFile(): string
	{
		return $this->variable('PID_FILE');
	}

	protected function logFile(): string
	{
		return $this->variable('LOG');
	}

	/* Servers of ci/services/start commit without waiting for the disk. */
	protected function flush(): void
	{
		$this->watcher()->exec('CHECKPOINT');
	}

	/* The dead process may still be there, as a zombie: then the server thinks that it runs. */
	protected function sweep(): void
	{
		@unlink($this->variable('DATA_DIR') . '/postmaster.pid');
		array_map(unlink(...), glob($this->variable('SOCKET_DIR') . '/.s.PGSQL.*.lock'));
	}

	protected function connect(): PDO
	{
		return new PDO("pgsql:host=127.0.0.1 port={$this->port()} dbname=test", 'postgres', getenv('PGSQL_TEST_SUPERUSER_PASS'),
			[PDO::ATTR_POOL_ENABLED => false]);
	}

	public function makeTable(): void
	{
		parent::makeTable();
		$this->watcher()->exec('GRANT ALL ON faults TO PUBLIC');
	}

	public function makeTokens(): void
	{
		parent::makeTokens();
		$this->watcher()->exec('GRANT ALL ON tokens TO PUBLIC');
	}

	public function sleep(float $seconds): string
	{
		return "SELECT 1 FROM pg_sleep($seconds)";
	}

	public function sessions(): array
	{
		return $this->watcher()->query("SELECT pid, CASE WHEN state = 'active' THEN query ELSE '' END FROM pg_stat_activity
			WHERE usename IN ('test', 'test_tls')")->fetchAll(PDO::FETCH_KEY_PAIR);
	}

	public function kill(int $session): void
	{
		$this->watcher()->query("SELECT pg_terminate_backend($session)")->fetchAll();
	}

	public function setPassword(string $password): void
	{
		$this->watcher()->exec("ALTER ROLE test PASSWORD '$password'");
	}

	public function fill(): void
	{
		$this->watcher()->exec('ALTER ROLE test CONNECTION LIMIT ' . count($this->sessions()));
	}

	public function free(): void
	{
		$this->watcher()->exec('ALTER ROLE test CONNECTION LIMIT -1');
	}
}

class MariaDB extends Server
{
	private array $fillers = [];

	public function __construct()
	{
		$this->sessionQuery = 'SELECT CONNECTION_ID()';
	}

	public function port(): int
	{
		return (int) getenv('PDO_MYSQL_TEST_PORT');
	}

	protected function pidFile(): string
	{
		return getenv('MARIADB_TEST_PID_FILE');
	}

	protected function logFile(): string
	{
		return getenv('MARIADB_TEST_LOG');
	}

	protected function connect(): PDO
	{
		return new PDO('mysql:dbname=test;unix_socket=' . getenv('PDO_MYSQL_TEST_SOCKET'), 'root', getenv('PDO_MYSQL_ROOT_PASS'),
			[PDO::ATTR_POOL_ENABLED => false]);
	}

	public function sleep(float $seconds): string
	{
		return "SELECT 1 FROM (SELECT SLEEP($seconds)) AS t";
	}

	public function sessions(): array
	{
		return $this->watcher()->query("SELECT id, COALESCE(info, '') FROM information_schema.processlist
			WHERE user IN ('test', 'test_tls')")->fetchAll(PDO::FETCH_KEY_PAIR);
	}

	public function kill(int $session): void
	{
		$this->watcher()->exec("KILL $session");
	}

	public function setPassword(string $password): void
	{
		foreach (['localhost', '127.0.0.1'] as $host) {
			$this->watcher()->exec("ALTER USER test@'$host' IDENTIFIED BY '$password'");
		}
	}

	/* Ten is the least that the server takes; one more is for root. */
	public function fill(): void
	{
		$this->watcher()->exec('SET GLOBAL max_connections = 10');
		try {
			while (count($this->fillers) < 20) {
				$this->fillers[] = new PDO(getenv('PDO_MYSQL_TLS_TEST_DSN'), 'test', getenv('PDO_MYSQL_TEST_PASS'),
					[PDO::ATTR_POOL_ENABLED => false]);
			}
		} catch (PDOException) {
		}
	}

	public function free(): void
	{
		$this->fillers = [];
		$this->watcher()->exec('SET GLOBAL max_connections = 200');
	}
}

/* A driver of PDO, and the way from it to a server. */
final class Driver
{
	private function __construct(public readonly string $name, public readonly Server $server,
		private readonly Closure $source, private readonly Closure $tlsSource)
	{
	}

	public static function named(string $name): self
	{
		$pgsql = fn(string $host, int $port) => ["pgsql:host=$host port=$port dbname=test", 'test', getenv('PGSQL_TEST_PASS'), []];
		$mysql = fn(string $host, int $port) => ["mysql:host=$host;port=$port;dbname=test", 'test', getenv('PDO_MYSQL_TEST_PASS'), []];
		$odbc = fn(string $driver, string $pass, string $more = '') => fn(string $host, int $port) =>
			["odbc:Driver={{$driver}};Server=$host;Port=$port;Database=test;$more", 'test', getenv($pass), []];

		return match ($name) {
			'pgsql' => new self($name, new PostgreSQL, $pgsql, fn(int $port) => [
				"pgsql:host=localhost hostaddr=127.0.0.1 port=$port dbname=test sslmode=verify-full sslrootcert="
					. getenv('PDO_PGSQL_TLS_CA'), 'test', getenv('PGSQL_TEST_PASS'), []]),
			'mysql', 'mysql-libmariadb' => new self($name, new MariaDB, $mysql, fn(int $port) => [
				"mysql:host=127.0.0.1;port=$port;dbname=test", 'test', getenv('PDO_MYSQL_TEST_PASS'),
				[Pdo\Mysql::ATTR_SSL_CA => getenv('PDO_MYSQL_TLS_CA')]]),
			'odbc-pgsql' => new self($name, new PostgreSQL, $odbc('PostgreSQL Unicode', 'PGSQL_TEST_PASS'),
				fn(int $port) => $odbc('PostgreSQL Unicode', 'PGSQL_TEST_PASS', 'SSLmode=require')('127.0.0.1', $port)),
			'odbc-mariadb' => new self($name, new MariaDB, $odbc('MariaDB Unicode', 'PDO_MYSQL_TEST_PASS'),
				fn(int $port) => $odbc('MariaDB Unicode', 'PDO_MYSQL_TEST_PASS', 'ForceTLS=1')('127.0.0.1', $port)),
		};
	}

	/** Data source, user, password, options. */
	public function source(string $host, int $port, bool $withTls): array
	{
		return $withTls ? ($this->tlsSource)($port) : ($this->source)($host, $port);
	}
}
