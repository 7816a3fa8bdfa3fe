<?php
/* The program of one coroutine: random operations, one after the other, and what it knows about
 * its session and its rows. Each step draws from a source of its own, so that what a step does
 * does not depend on how far the steps before it came. */

namespace Stress;

use Async\AsyncCancellation;
use PDO;
use PDOException;
use Throwable;

/* Thrown by programs themselves, as the code of users throws. */
final class Abandoned extends \Exception
{
}

final class Program
{
	public Random $random;
	public readonly Driver $driver;
	public readonly Report $report;
	public readonly int $pool;
	private readonly int $steps;
	private int $step = 0;
	private int $written = 0;
	/** The numbers of changes that this program made to its session. @var array<int, true> */
	public array $changed = [];
	/** It may have changed its session behind the text. */
	public bool $hides = false;
	/** The session may be another one since. */
	private bool $hasLost = false;
	/** Whose connection the operation is about: a pool's, or Faults::OWN. */
	public int $place;
	/** It has given a statement, and so its connection, to others, who may be in a call on it. */
	public bool $shares = false;
	/** It has a read of a table under way that lasts as long as it does. */
	public bool $keepsReading = false;
	/** Whatever is to live as long as the program. */
	public array $locals = [];

	public function __construct(public readonly Round $round, public readonly int $number)
	{
		$own = new Random($round->seed, 'program', $number);
		$this->driver = $round->driver;
		$this->report = $round->report;
		$this->pool = $own->oneIn(3) ? 1 : 0;
		$this->steps = $own->between(1, 10);
		$this->random = $own;
	}

	public function db(): PDO
	{
		return $this->round->pools->handles[$this->pool];
	}

	/** A handle for itself: the operation uses no other. */
	public function own(array $options = []): PDO
	{
		$this->place = Faults::OWN;
		return $this->round->pools->another($this->random, $options);
	}

	public function run(): void
	{
		try {
			Sessions::beFresh($this);
			$this->attempt('look', Sessions::look(...));
			while ($this->step++ < $this->steps) {
				$this->random = new Random($this->round->seed, $this->number, $this->step);
				$name = $this->random->weighted($this->round->weights);
				$this->attempt($name, $this->round->operations[$name]);
			}
		} catch (AsyncCancellation) {
			$this->report->note('cancelled');
		} catch (Abandoned) {
			$this->report->note('abandoned');
		} catch (Failure) {
			/* It is in the report. */
		} catch (Throwable $e) {
			$this->report->add("unexpected: $e");
		}
		$this->locals = [];
		$this->noteOpenEnd();
	}

	/** Whoever leaves a transaction open is warned, unless an exception said so, or there was none left. */
	private function noteOpenEnd(): void
	{
		if (!$this->round->isChild && $this->db()->inTransaction()) {
			$this->round->openEnds++;
			$this->round->surelyOpenEnds[$this->pool] += (int) (!$this->hasLost
				&& !\Async\current_coroutine()->isCancellationRequested());
		}
	}

	private function attempt(string $name, callable $operation): void
	{
		$this->report->say("$this->number.$this->step $name");
		$this->place = $this->pool;
		try {
			$operation($this);
			$this->report->note("operation: $name");
		} catch (PDOException $e) {
			$this->meet($e, $this->place);
			$this->endTransaction();
		} catch (AsyncCancellation $e) {
			if ($this->round->isChild || !$this->random->oneIn(3)) {
				throw $e;
			}
			/* Code that swallows a cancellation goes on with what it has. */
			$this->hasLost = true;
			$this->report->note('cancellation swallowed');
			$this->endTransaction();
		}
		$this->report->say("$this->number.$this->step $name has ended");
		$this->random->oneIn(3) && $this->pause();
	}

	/** An error is right if something happened to the place that explains it. */
	public function meet(PDOException $e, int $place): void
	{
		$this->hasLost = true;
		$this->report->say("$this->number.$this->step meets {$e->getMessage()}");
		if ($this->round->explains($e, $place) || $this->driver->isConflict($e, $this)
			|| ($this->shares && Statements::isInUse($e)) || self::wasCancelled($e)) {
			$codes = array_slice($e->errorInfo ?? [$e->getCode()], 0, 2);
			$this->report->note('met ' . implode('/', $codes));
			return;
		}
		$this->report->fail("program $this->number, step $this->step: an error without a reason: $e");
	}

	/** A coroutine that is cancelled in a call loses the transaction that it is in. What it does at its end, in
	 * destructors, is still part of that. */
	private static function wasCancelled(PDOException $e): bool
	{
		return $e->getCode() === '08007' && \Async\current_coroutine()->isCancellationRequested();
	}

	/** After an error: nothing of the transaction may come true, whatever is tried in it. */
	private function endTransaction(): void
	{
		$db = $this->db();
		if (!$db->inTransaction()) {
			return;
		}
		try {
			if ($this->random->oneIn(2)) {
				$this->insert($db, $this->token(Fate::Absent));
			}
		} catch (PDOException $e) {
			$this->report->note('refused after an error');
		}
		while (!$this->rollBack($db)) {
			$this->pause();
		}
		$this->report->check(!$db->inTransaction(), 'a transaction outlives its rollBack()');
	}

	/** Says false while another coroutine is in a call of a statement that this one has left: it has to be tried again. */
	private function rollBack(PDO $db): bool
	{
		try {
			$this->report->check($db->rollBack(), 'rollBack() is not true');
		} catch (PDOException $e) {
			$this->meet($e, $this->pool);
			return !($this->shares && Statements::isInUse($e));
		}
		return true;
	}

	/** For texts that are looked for. */
	public function name(): string
	{
		return "{$this->number}_$this->step";
	}

	/** Lets others run. */
	public function pause(): void
	{
		$this->random->oneIn(2) ? \Async\suspend() : \Async\delay($this->random->between(0, 3));
	}

	public function number(): int
	{
		return $this->random->between(1, 1_000_000);
	}

	/** A row that will be written. */
	public function token(Fate $fate, string $kind = 't'): string
	{
		$token = "{$this->round->seed}-$kind$this->number-$this->step-" . ++$this->written;
		$this->round->ledgers[$this->pool]->set($fate, $token);
		return $token;
	}

	public function know(Fate $fate, string ...$tokens): void
	{
		$this->round->ledgers[$this->pool]->set($fate, ...$tokens);
	}

	public function table(): string
	{
		return $this->driver->ledger($this->pool);
	}

	/** Writes a row in one of the ways that there are. */
	public function insert(PDO $db, string $token): void
	{
		$sql = "INSERT INTO {$this->table()} (token, note) VALUES";
		$rows = match ($this->random->between(0, 2)) {
			0 => $db->exec("$sql ('$token', 'exec')"),
			1 => $this->insertPrepared($db->prepare("$sql (?, ?)"), $token),
			2 => $this->insertPrepared($db->prepare("$sql (?, ?)",
				[PDO::ATTR_EMULATE_PREPARES => true]), $token),
		};
		$this->report->check($rows === 1, "one row was written, and $rows are counted");
	}

	private function insertPrepared(\PDOStatement $statement, string $token): int
	{
		$statement->execute([$token, 'prepared']);
		return $statement->rowCount();
	}

	/** What a probe of the session found: the numbers of changes. */
	public function compareSession(array $found): void
	{
		if ($this->round->pools->setups[$this->pool]->resetsNothing()) {
			return;
		}
		$leaked = array_diff_key($found, $this->changed);
		$this->report->check(!$leaked, "program $this->number finds another's session: "
			. implode('; ', array_intersect_key(array_keys($this->driver->changes()), $leaked)));
		$gone = array_diff_key($this->changed, $found);
		/* A connection that is found dead between two calls is replaced in silence. */
		$mayBeGone = $this->hasLost || $this->round->faults->hits($this->pool) > 0;
		$this->report->check(!$gone || $mayBeGone, "program $this->number has lost its session: "
			. implode('; ', array_intersect_key(array_keys($this->driver->changes()), $gone)));
	}
}
