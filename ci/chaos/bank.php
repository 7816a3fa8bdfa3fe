<?php
/* A bank: accounts and a ledger in one database, used over a pooled PDO object of one driver. Money moves by transactions;
 * what their callers were told is kept in a file, because memory must not grow. */

require_once __DIR__ . '/../faults/database.php';
require_once __DIR__ . '/limits.php';

const ACQUIRE_LIMIT_MS = 3000;
const QUERY_LIMIT_MS = 2000;
/* A call of an ODBC driver that does not end by itself is given up so much later. */
const ODBC_GRACE_MS = 1000;
const ACCOUNTS = 40;
const MONEY = 1000;
/* A session that has to be reset for the one who takes it has a limit of its own. */
const CLEAN_LIMIT_MS = 1000;

enum Told: string
{
	case Done = 'done';
	/* It failed or was cancelled before commit() was called, or was rolled back. */
	case Failed = 'failed';
	/* commit() was called, and failed or was cancelled. */
	case Unsure = 'unsure';
}

final class Bank
{
	public readonly PDO $db;
	/** @var resource */
	private $journal;
	private int $transfers = 0;
	public array $count = ['done' => 0, 'failed' => 0, 'unsure' => 0, 'audits' => 0];
	/** SQLSTATE => how often. */
	public array $errors = [];
	/** What must not be. */
	public array $wrong = [];
	private readonly string $suffix;

	public function __construct(public readonly string $name, private readonly array $source, private readonly Limits $limits,
		private readonly Random\Randomizer $random, string $directory)
	{
		$this->journal = fopen("$directory/$name.journal", 'w+');
		$this->suffix = strtr($name, '-', '_');
	}

	private function connect(array $options): PDO
	{
		[$dsn, $user, $password, $own] = $this->source;
		return new PDO($dsn, $user, $password, $options + $own + [PDO::ATTR_TIMEOUT => 1]);
	}

	/** A handle beside the pool. */
	public function plain(): PDO
	{
		return $this->connect([PDO::ATTR_POOL_ENABLED => false, PDO::ATTR_TIMEOUT => 10]);
	}

	public function found(PDO $owner): void
	{
		$owner->exec("CREATE TABLE accounts_$this->suffix (id INTEGER PRIMARY KEY, balance INTEGER NOT NULL)");
		/* Without a unique key: a transfer that is there twice must be seen. */
		$owner->exec("CREATE TABLE ledger_$this->suffix (token VARCHAR(60) NOT NULL, debit INTEGER NOT NULL,
			credit INTEGER NOT NULL, amount INTEGER NOT NULL)");
		$rows = array_map(fn($id) => "($id, " . MONEY . ')', range(1, ACCOUNTS));
		$owner->exec("INSERT INTO accounts_$this->suffix VALUES " . implode(', ', $rows));
		if ($owner->getAttribute(PDO::ATTR_DRIVER_NAME) === 'pgsql') {
			$owner->exec("GRANT ALL ON accounts_$this->suffix, ledger_$this->suffix TO PUBLIC");
		}
	}

	public function open(int $connections): void
	{
		$this->db = $this->connect([PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => $connections,
			PDO::ATTR_POOL_ACQUIRE_TIMEOUT => ACQUIRE_LIMIT_MS, PDO::ATTR_POOL_QUERY_TIMEOUT => QUERY_LIMIT_MS,
			PDO::ATTR_POOL_CLEAN_TIMEOUT => CLEAN_LIMIT_MS, PDO::ATTR_POOL_STMT_CACHE_SIZE => 16]);
	}

	private function grace(): int
	{
		return str_starts_with($this->name, 'odbc') ? ODBC_GRACE_MS : 0;
	}

	/** A call that has a connection. */
	private function within(string $name, Closure $call): mixed
	{
		return $this->limits->of("$this->name: $name", QUERY_LIMIT_MS + $this->grace(), $call);
	}

	/** A call that may have to wait for one first. Each part of it has a limit of its own. */
	private function first(string $name, Closure $call): mixed
	{
		$before = CLEAN_LIMIT_MS + QUERY_LIMIT_MS + $this->grace();
		$begin = hrtime(true);
		return $this->limits->of("$this->name: $name", $before + ACQUIRE_LIMIT_MS + QUERY_LIMIT_MS, $call,
			fn(PDOException $e) => $this->limitOf($e, (hrtime(true) - $begin) / 1e6, $before));
	}

	/* Whoever has waited in line in vain is told how long. What was before that is work on the connection that this coroutine
	 * had, or was given: it is cleaned, handed over, or asked whether it is alive. */
	private function limitOf(PDOException $e, float $ms, int $beforeMs): int
	{
		if (!$e->getPrevious() instanceof Async\PoolTimeoutException) {
			return $beforeMs + ACQUIRE_LIMIT_MS + QUERY_LIMIT_MS;
		}
		$hasWorked = preg_match('/within (\d+) ms/', $e->getMessage(), $wait) && $ms - $wait[1] > 10;
		return ACQUIRE_LIMIT_MS + ($hasWorked ? $beforeMs : 0);
	}

	private function write(string $sql, array $values): void
	{
		if ($this->random->getInt(0, 3) === 0) {
			$quoted = array_map(fn($value) => is_int($value) ? (string) $value : "'$value'", $values);
			$parts = explode('?', $sql);
			$sql = implode('', array_map(fn($part, $value) => $part . $value, $parts, [...$quoted, '']));
			$rows = $this->within('exec', fn() => $this->db->exec($sql));
		} else {
			$emulates = $this->random->getInt(0, 1) && !str_starts_with($this->name, 'odbc') && $this->name !== 'sqlite';
			$statement = $this->within('prepare', fn() => $this->db->prepare($sql,
				$emulates ? [PDO::ATTR_EMULATE_PREPARES => true] : []));
			$this->within('execute', fn() => $statement->execute($values));
			$rows = $statement->rowCount();
		}
		$rows === 1 || $this->wrong[] = "$rows rows are changed by $sql";
	}

	public function transfer(): void
	{
		$token = "$this->name-" . ++$this->transfers;
		$told = Told::Failed;
		try {
			$this->move($token, $told);
		} catch (PDOException $e) {
			$this->afterError($e);
		} finally {
			$this->count[$told->value]++;
			fwrite($this->journal, sprintf("%s %s %.3f\n", $token, $told->value, microtime(true)));
		}
	}

	/** $told is right whenever it ends, by an exception or a cancellation, too. */
	private function move(string $token, Told &$told): void
	{
		[$debit, $credit] = [$this->random->getInt(1, ACCOUNTS), $this->random->getInt(1, ACCOUNTS)];
		$amount = $this->random->getInt(1, 100);
		$this->first('beginTransaction', fn() => $this->db->beginTransaction());
		$this->write("UPDATE accounts_$this->suffix SET balance = balance - ? WHERE id = ?", [$amount, $debit]);
		$this->write("UPDATE accounts_$this->suffix SET balance = balance + ? WHERE id = ?", [$amount, $credit]);
		$this->write("INSERT INTO ledger_$this->suffix VALUES (?, ?, ?, ?)", [$token, $debit, $credit, $amount]);
		if ($this->random->getInt(0, 9) === 0) {
			$this->within('rollBack', fn() => $this->db->rollBack());
			return;
		}
		$told = Told::Unsure;
		$this->within('commit', fn() => $this->db->commit());
		$told = Told::Done;
	}

	/* Frameworks do this. */
	private function afterError(PDOException $e): void
	{
		preg_match('/^SQLSTATE\[(\w{5})\]/', $e->getMessage(), $state);
		$state = $state[1] ?? (string) $e->getCode();
		$this->errors[$state] = ($this->errors[$state] ?? 0) + 1;
		getenv('CHAOS_MESSAGES') && fprintf(STDERR, "# %s: %s\n", $this->name, strtok($e->getMessage(), "\n"));
		if ($this->db->inTransaction()) {
			try {
				$this->within('rollBack', fn() => $this->db->rollBack()) || $this->wrong[] = 'rollBack() is false';
			} catch (PDOException $other) {
				$this->errors['rollBack()'] = ($this->errors['rollBack()'] ?? 0) + 1;
			}
			$this->db->inTransaction() && $this->wrong[] = 'in a transaction after rollBack()';
		}
	}

	/** Money is neither made nor lost, at any moment. */
	public function audit(): void
	{
		$sql = "SELECT SUM(balance), COUNT(*) FROM accounts_$this->suffix";
		try {
			$row = $this->first('audit', fn() => $this->db->query($sql)->fetchAll(PDO::FETCH_NUM)[0]);
			$this->count['audits']++;
			$row == [ACCOUNTS * MONEY, ACCOUNTS] || $this->wrong[] = 'an audit finds ' . json_encode($row);
		} catch (PDOException $e) {
			$this->afterError($e);
		}
	}

	/** After the end: what was wrong, and how many of the unsure transfers have happened. */
	public function judge(PDO $owner): int
	{
		$ledger = $balances = [];
		foreach (range(1, ACCOUNTS) as $id) {
			$balances[$id] = MONEY;
		}
		foreach ($owner->query("SELECT token, debit, credit, amount FROM ledger_$this->suffix", PDO::FETCH_NUM) as $row) {
			[$token, $debit, $credit, $amount] = $row;
			$ledger[$token] = ($ledger[$token] ?? 0) + 1;
			$balances[$debit] -= $amount;
			$balances[$credit] += $amount;
		}
		$found = $owner->query("SELECT id, balance FROM accounts_$this->suffix ORDER BY id")->fetchAll(PDO::FETCH_KEY_PAIR);
		$found == $balances || $this->wrong[] = 'the balances are not what the ledger says';
		array_sum($found) === ACCOUNTS * MONEY || $this->wrong[] = 'the sum is ' . array_sum($found);
		$doubled = array_keys(array_filter($ledger, fn($times) => $times > 1));
		$doubled === [] || $this->wrong[] = count($doubled) . " transfers are there twice, $doubled[0]";
		return $this->judgeJournal($ledger);
	}

	private function judgeJournal(array $ledger): int
	{
		$happened = 0;
		rewind($this->journal);
		while (($line = fgets($this->journal)) !== false) {
			[$token, $told, $time] = explode(' ', trim($line));
			$isThere = isset($ledger[$token]);
			unset($ledger[$token]);
			$happened += (int) ($isThere && $told === 'unsure');
			if ($told === 'done' && !$isThere) {
				$this->wrong[] = "lost: $token was acknowledged at $time";
			} elseif ($told === 'failed' && $isThere) {
				$this->wrong[] = "$token has happened, but had failed or was rolled back at $time";
			}
		}
		$ledger === [] || $this->wrong[] = 'transfers that nobody made';
		return $happened;
	}
}
