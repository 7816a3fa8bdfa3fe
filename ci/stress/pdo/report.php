<?php
/* What was found to be wrong, and what happened at all. A failure is kept here as well as thrown:
 * an exception may be lost in a destructor or a cancelled coroutine. */

namespace Stress;

final class Failure extends \Error
{
}

final class Report
{
	public const WARNED = 'warned of an open transaction';

	/** @var list<string> */
	private array $failures = [];
	/** @var array<string, int> */
	private array $happened = [];
	private float $begin;

	public function __construct(private bool $verbose)
	{
		$this->begin = microtime(true);
	}

	public function check(bool $holds, string $what): void
	{
		if (!$holds) {
			$this->fail($what);
		}
	}

	public function fail(string $what): never
	{
		$failure = new Failure($what);
		$this->add((string) $failure);
		throw $failure;
	}

	public function add(string $failure): void
	{
		$this->failures[] = $failure;
		$this->say("FAILED: $failure");
	}

	public function note(string $what, int $times = 1): void
	{
		$this->happened[$what] = ($this->happened[$what] ?? 0) + $times;
	}

	public function times(string $what): int
	{
		return $this->happened[$what] ?? 0;
	}

	public function say(string $what): void
	{
		if ($this->verbose) {
			printf("# %7.1f ms  %s\n", (microtime(true) - $this->begin) * 1000, $what);
		}
	}

	public function failures(): array
	{
		return $this->failures;
	}

	public function operations(): int
	{
		return array_sum(array_filter($this->happened,
			fn($what) => str_starts_with($what, 'operation: '), ARRAY_FILTER_USE_KEY));
	}

	public function faults(): int
	{
		return array_sum(array_filter($this->happened,
			fn($what) => str_starts_with($what, 'fault: '), ARRAY_FILTER_USE_KEY));
	}

	/** @return array<string, int> */
	public function happened(): array
	{
		ksort($this->happened);
		return $this->happened;
	}
}
