<?php
/* Descriptors and memory: rounds leave nothing behind. The first ones may: caches fill up. */

namespace Stress;

final class Growth
{
	private const WARM_UP = 5;

	private int $round = 0;
	private int $descriptors = 0;
	/** @var list<int> bytes, after each round */
	private array $memory = [];

	public function measure(Report $report): void
	{
		gc_collect_cycles();
		$descriptors = count(scandir('/proc/self/fd'));
		if ($this->round++ < self::WARM_UP) {
			$this->descriptors = max($this->descriptors, $descriptors);
			return;
		}
		/* A call that was given up is ended by its thread, which closes the connection then. */
		for ($tries = 0; $descriptors > $this->descriptors && $tries < 150; $tries++) {
			usleep(20_000);
			$descriptors = count(scandir('/proc/self/fd'));
		}
		$report->note('descriptors waited for', min($tries, 1));
		$report->check($descriptors <= $this->descriptors,
			"$descriptors descriptors are open, and $this->descriptors after the first rounds: "
			. implode(' ', array_map(fn($fd) => @readlink("/proc/self/fd/$fd"), scandir('/proc/self/fd'))));
		$this->memory[] = self::bytes();
	}

	/** With the system's allocator PHP does not count: the process is asked, which is coarse. */
	private static function bytes(): int
	{
		if (getenv('USE_ZEND_ALLOC') !== '0') {
			return memory_get_usage();
		}
		preg_match('/VmRSS:\s+(\d+)/', file_get_contents('/proc/self/status'), $match);
		return $match[1] * 1024;
	}

	/** Rounds differ, so their least memory is compared: those in the middle with late ones. Before that the sanitizers'
	 * allocator and libraries fill up what they keep, more slowly the longer it takes. */
	public function judge(Report $report): void
	{
		$third = intdiv(count($this->memory), 3);
		if ($third < 5) {
			return;
		}
		$early = min(array_slice($this->memory, $third, $third));
		$late = min(array_slice($this->memory, -$third));
		$allowed = getenv('USE_ZEND_ALLOC') !== '0' ? 200_000 : 45_000_000;
		$report->check($late - $early <= $allowed,
			"memory has grown from $early to $late bytes in " . count($this->memory) . ' rounds');
	}
}
