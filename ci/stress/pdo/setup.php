<?php
/* The options of a pool, drawn from a seed, and what they allow and rule out. */

namespace Stress;

use Async\PoolException;
use Async\PoolTimeoutException;
use PDO;
use PDOException;

final class Setup
{
	/** Nobody waits that long for a connection but for a defect. */
	public const HANG_MS = 40_000;
	/** So short that some wait in vain. */
	private const HURRY_MS = [10, 40];

	/** @var array<int, mixed> */
	public array $options;
	/** What each new session must have, or null. */
	public readonly ?string $mark;
	public readonly ?Credentials $credentials;
	private bool $mayRefuse = false;

	private function __construct(Driver $driver, Random $random)
	{
		[$init, $mark] = $driver->init();
		$has_init = $random->oneIn(3);
		$this->mark = $has_init ? $mark : null;
		$this->credentials = $random->oneIn(3)
			? new Credentials($random->between(1, 1_000_000)) : null;
		$this->options = [
			PDO::ATTR_POOL_INIT => $has_init ? $init : null,
			PDO::ATTR_POOL_CREDENTIALS => $this->credentials,
		] + self::draw($random) + $driver->options($random);
	}

	/** For all programs of a round. */
	public static function shared(Driver $driver, Random $random): self
	{
		$self = new self($driver, $random);
		$self->options = [
			PDO::ATTR_POOL_ACQUIRE_TIMEOUT => $random->oneIn(6)
				? $random->pick(self::HURRY_MS) : $random->pick([0, self::HANG_MS, self::HANG_MS]),
			PDO::ATTR_POOL_MAX_WAITERS => $random->oneIn(6) ? $random->pick([1, 3, 10]) : 0,
			PDO::ATTR_POOL_RESET => $random->pick([PDO::POOL_RESET_AUTO, PDO::POOL_RESET_AUTO,
				PDO::POOL_RESET_ALWAYS, PDO::POOL_RESET_NONE]),
		] + $self->options;
		$self->mayRefuse = $random->oneIn(2);
		return $self;
	}

	/** For one program, which gets what it asks for. @param array<int, mixed> $given */
	public static function own(Driver $driver, Random $random, array $given): self
	{
		$self = new self($driver, $random);
		$self->options = $given + [PDO::ATTR_POOL_MIN => 0] + $self->options;
		return $self;
	}

	private static function draw(Random $random): array
	{
		$max = $random->between(1, 5);
		$min = $random->oneIn(3) ? $random->between(0, $max) : 0;
		$lifetime = $random->pick([0, 0, 0, 50]);
		return [
			PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION,
			PDO::ATTR_POOL_ENABLED => true,
			PDO::ATTR_POOL_MAX => $max,
			PDO::ATTR_POOL_MIN => $min,
			PDO::ATTR_POOL_ACQUIRE_TIMEOUT => self::HANG_MS,
			PDO::ATTR_POOL_STMT_CACHE_SIZE => $random->pick([0, 0, 2, 20]),
			PDO::ATTR_POOL_RESET =>
				$random->oneIn(4) ? PDO::POOL_RESET_ALWAYS : PDO::POOL_RESET_AUTO,
			PDO::ATTR_POOL_HEALTHCHECK_INTERVAL => $random->pick([0, 0, 0, 5]),
			PDO::ATTR_POOL_IDLE_TIMEOUT => $random->pick([0, 0, 0, 20]),
			/* A minimum would be made anew all the time: never at rest. */
			PDO::ATTR_POOL_MAX_LIFETIME => $min > 0 ? 0 : $lifetime,
			PDO::ATTR_POOL_QUERY_TIMEOUT => $random->pick([0, 0, self::HANG_MS]),
		];
	}

	public function connect(array $source): PDO
	{
		[$dsn, $user, $password] = $source + [1 => null, 2 => null];
		if ($this->credentials) {
			$this->credentials->answerWith($user, $password);
			[$user, $password] = Credentials::IN_VAIN;
		}
		$handle = PDO::connect($dsn, $user, $password, $this->options);
		$this->credentials?->mayRefuse($this->mayRefuse);
		return $handle;
	}

	/** From now on every connect succeeds, as far as it is up to the options. */
	public function calmDown(): void
	{
		$this->credentials?->mayRefuse(false);
	}

	/** How many connections there are at rest, at least: without a timer those that were lost are
	 * not replaced before somebody wants one. */
	public function minimum(): int
	{
		$has_timer = $this->options[PDO::ATTR_POOL_HEALTHCHECK_INTERVAL]
			|| $this->options[PDO::ATTR_POOL_IDLE_TIMEOUT];
		return $has_timer ? $this->options[PDO::ATTR_POOL_MIN] : 0;
	}

	public function kept(): int
	{
		return $this->options[PDO::ATTR_POOL_STMT_CACHE_SIZE];
	}

	/** Is each session reset when it changes hands? */
	public function resetsAlways(): bool
	{
		return $this->options[PDO::ATTR_POOL_RESET] === PDO::POOL_RESET_ALWAYS;
	}

	/** Does the next one find what the last one has changed? */
	public function resetsNothing(): bool
	{
		return $this->options[PDO::ATTR_POOL_RESET] === PDO::POOL_RESET_NONE;
	}

	private function isInHurry(): bool
	{
		return in_array($this->options[PDO::ATTR_POOL_ACQUIRE_TIMEOUT], self::HURRY_MS, true);
	}

	private function isLineShort(): bool
	{
		return ($this->options[PDO::ATTR_POOL_MAX_WAITERS] ?? 0) > 0;
	}

	public static function isTimeout(\Throwable $e): bool
	{
		return $e instanceof PDOException && $e->getCode() === 'HYT00'
			&& $e->getPrevious() instanceof PoolTimeoutException;
	}

	/** Because too many were in line. */
	public static function isTurnedAway(\Throwable $e): bool
	{
		return $e instanceof PDOException && $e->getCode() === '08004'
			&& $e->getPrevious() instanceof PoolException
			&& str_contains($e->getMessage(), 'Too many coroutines wait');
	}

	/** Do the options allow that a call gets no connection, like this? */
	public function explains(PDOException $e): bool
	{
		return ($e instanceof NoCredentials && $this->credentials?->refused > 0)
			|| ($this->isInHurry() && self::isTimeout($e))
			|| ($this->isLineShort() && self::isTurnedAway($e));
	}

	/** What the options rule out has not happened. */
	public function judge(array $stats, string $pool, Report $report): void
	{
		$report->check($this->isInHurry() || $stats['timeouts'] === 0,
			"$pool: $stats[timeouts] calls have waited too long, and had no limit");
		$report->check($this->isLineShort() || $stats['turned_away'] === 0,
			"$pool: $stats[turned_away] calls were turned away, and the line has no end");
		$report->check(!$this->resetsNothing() || $stats['resets'] === 0,
			"$pool: $stats[resets] sessions were reset in spite of PDO::POOL_RESET_NONE");
		$given = $this->credentials?->given ?? $stats['created'];
		$report->check($given >= $stats['created'],
			"$pool: $stats[created] connections with $given answers of PDO::ATTR_POOL_CREDENTIALS");
		$report->note('credentials refused', $this->credentials?->refused ?? 0);
	}
}
