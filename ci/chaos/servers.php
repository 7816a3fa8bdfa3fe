<?php
/* The servers of the chaos test: what ci/faults/database.php can do to a server, and what is done to them here besides.
 * What they have acknowledged must survive the end of their processes, so they write it to their logs at once. */

require_once __DIR__ . '/../faults/database.php';

use function Async\delay;

/* The user of the pools, who has no privilege that would let him pass a limit. */
const CLIENT = 'chaos';

trait Restartable
{
	/** Ends it as an administrator would, and at the latest after some seconds. */
	public function stop(int $signal): void
	{
		$pid = $this->pid();
		$this->remember($pid);
		$this->watcher = null;
		posix_kill($pid, $signal);
		for ($try = 0; array_filter([$pid, ...$this->processes()], $this->runs(...)); $try++) {
			if ($try > 1000) {
				$this->signal(SIGKILL);
			}
			delay(5);
		}
		$this->sweep();
	}

	protected function flush(): void
	{
	}

	/** Ends a part of the sessions, so that their users have to connect again. */
	public function killSome(Random\Randomizer $random): void
	{
		foreach (array_keys($this->sessions()) as $session) {
			if ($random->getInt(0, 1)) {
				$this->kill($session);
			}
		}
	}
}

final class PostgresNode extends PostgreSQL
{
	use Restartable;

	public function addClient(): void
	{
		$password = getenv('PGSQL_TEST_PASS');
		$this->watcher()->exec('CREATE ROLE ' . CLIENT . " LOGIN PASSWORD '$password'");
	}

	/** What is acknowledged is on this server and on its standby. For good: a change takes effect a little later in each
	 * process. */
	public function commitForSure(): void
	{
		$this->configure(['synchronous_commit' => "'remote_apply'", 'synchronous_standby_names' => "'*'",
			'wal_sender_timeout' => "'5s'"]);
	}

	/* All that work in its data directory, also those whose parent is gone. */
	protected function processes(): array
	{
		$processes = [];
		foreach (glob('/proc/[0-9]*/cwd') as $link) {
			if (@readlink($link) === $this->variable('DATA_DIR')) {
				$processes[] = (int) explode('/', $link)[2];
			}
		}
		return $processes;
	}

	public function configure(array $settings): void
	{
		foreach ($settings as $name => $value) {
			$this->watcher()->exec("ALTER SYSTEM SET $name = $value");
		}
		$this->watcher()->query('SELECT pg_reload_conf()')->fetchAll();
	}

	/** It has all that was ever acknowledged. */
	public function hasSynchronousStandby(): bool
	{
		$states = $this->watcher()->query('SELECT sync_state FROM pg_stat_replication WHERE state = \'streaming\'');
		return in_array('sync', $states->fetchAll(PDO::FETCH_COLUMN), true);
	}

	public function isFollowed(): bool
	{
		return (bool) $this->watcher()->query('SELECT 1 FROM pg_stat_replication WHERE state = \'streaming\'')->fetchAll();
	}

	public function promote(): void
	{
		if (!$this->watcher()->query('SELECT pg_promote(true, 60)')->fetchColumn()) {
			throw new RuntimeException('the standby is not promoted');
		}
	}

	/** Becomes a standby of another server. It does not run. */
	public function follow(self $primary): void
	{
		$data = $this->variable('DATA_DIR');
		$owner = fileowner($data);
		$this->run(['find', $data, '-mindepth', '1', '-delete']);
		$this->run(['setpriv', "--reuid=$owner", '--regid=' . filegroup($data), '--clear-groups', '--',
			getenv('PGSQL_TEST_BINDIR') . '/pg_basebackup', "--pgdata=$data", '--host=' . $primary->variable('SOCKET_DIR'),
			"--port={$primary->port()}", '--username=postgres', '--write-recovery-conf', '--checkpoint=fast', '--no-sync']);
		$this->start();
		for ($try = 0; !$primary->isFollowed(); $try++) {
			$try < 600 || throw new RuntimeException('the standby does not stream');
			delay(50);
		}
	}

	private function run(array $command): void
	{
		$log = ['file', $this->logFile(), 'a'];
		$process = proc_open($command, [['file', '/dev/null', 'r'], $log, $log], $pipes, '/');
		while (($status = proc_get_status($process))['running']) {
			delay(10);
		}
		$status['exitcode'] === 0 || throw new RuntimeException("$command[0] ... fails, see {$this->logFile()}");
	}

	public function sessions(): array
	{
		return $this->watcher()->query("SELECT pid, query FROM pg_stat_activity WHERE usename = '" . CLIENT . "'")
			->fetchAll(PDO::FETCH_KEY_PAIR);
	}

	public function setReadOnly(bool $isOn): void
	{
		$this->configure(['default_transaction_read_only' => $isOn ? 'on' : 'off']);
	}

	public function fill(): void
	{
		$this->watcher()->exec('ALTER ROLE ' . CLIENT . ' CONNECTION LIMIT 3');
	}

	public function free(): void
	{
		$this->watcher()->exec('ALTER ROLE ' . CLIENT . ' CONNECTION LIMIT -1');
	}
}

final class MariaNode extends MariaDB
{
	use Restartable;

	private const FLUSH = 'innodb-flush-log-at-trx-commit';

	public function prepare(): void
	{
		$password = getenv('PDO_MYSQL_TEST_PASS');
		$this->watcher()->exec('CREATE USER ' . CLIENT . "@'127.0.0.1' IDENTIFIED BY '$password'");
		$this->watcher()->exec('GRANT ALL ON test.* TO ' . CLIENT . "@'127.0.0.1'");
		$this->watcher()->exec('SET GLOBAL innodb_flush_log_at_trx_commit = 2');
	}

	protected function remember(int $pid): void
	{
		parent::remember($pid);
		$this->command = array_filter($this->command, fn($word) => !str_starts_with($word, '--' . self::FLUSH));
		$this->command[] = '--' . self::FLUSH . '=2';
	}

	public function sessions(): array
	{
		return $this->watcher()->query("SELECT id, COALESCE(info, '') FROM information_schema.processlist WHERE user = '"
			. CLIENT . "'")->fetchAll(PDO::FETCH_KEY_PAIR);
	}

	/* The session may have gone by itself meanwhile. */
	public function kill(int $session): void
	{
		try {
			parent::kill($session);
		} catch (PDOException) {
		}
	}

	public function setReadOnly(bool $isOn): void
	{
		$this->watcher()->exec('SET GLOBAL read_only = ' . (int) $isOn);
	}
}
