<?php
/* How long calls took past their limits, and how much of that the event loop itself was late: the rest is the pool's. */

use function Async\{delay, spawn};

final class Limits
{
	private const TICK_NS = 2_000_000;
	/** So many times the loop was late are remembered; a call is judged long before. */
	private const LAGS = 8192;

	public int $calls = 0;
	public int $late = 0;
	/** Calls that were past their limits: name => [ms without what the loop was late, ms with it, how many,
	 * message], of the worst. */
	public array $worst = [];
	public float $lagMs = 0;
	/** The longest that the loop was late although its thread had a processor and nothing to run: a call has blocked it. */
	public float $blockedMs = 0;
	/** Nanoseconds that the thread has run, or waited for a processor. */
	private int $used = 0;
	/** When the loop was late, from and to in ns. Of a fixed size: memory must not grow. */
	private SplFixedArray $lagBegins;
	private SplFixedArray $lagEnds;
	private int $lags = 0;
	/** Calls past their limit that are not judged yet: [name, limit, end, message]. */
	private array $open = [];
	private bool $isOver = false;

	public function __construct()
	{
		$this->lagBegins = SplFixedArray::fromArray(array_fill(0, self::LAGS, 0));
		$this->lagEnds = clone $this->lagBegins;
	}

	public function begin(): void
	{
		spawn(function () {
			/* What a tick takes itself is time in which the loop is late, too. */
			for ($now = hrtime(true); !$this->isOver; $now = $woken) {
				delay(intdiv(self::TICK_NS, 1_000_000));
				$woken = hrtime(true);
				$this->tick($now + self::TICK_NS, $woken);
			}
		});
	}

	public function end(): void
	{
		$this->isOver = true;
	}

	private function tick(int $due, int $now): void
	{
		$this->noteBlocking($now - $due);
		if ($now - $due > self::TICK_NS) {
			$i = $this->lags++ % self::LAGS;
			[$this->lagBegins[$i], $this->lagEnds[$i]] = [$due, $now];
			$this->lagMs = max($this->lagMs, ($now - $due) / 1e6);
		}
		foreach ($this->open as $i => [$name, $limit, $end, $message]) {
			if ($end < $due) {
				$this->judge($name, $limit, $end, $message);
				unset($this->open[$i]);
			}
		}
	}

	private function noteBlocking(int $late): void
	{
		[$ran, $waited] = explode(' ', file_get_contents('/proc/thread-self/schedstat'));
		$used = $ran + $waited;
		if ($this->used > 0) {
			$this->blockedMs = max($this->blockedMs, ($late - ($used - $this->used)) / 1e6);
		}
		$this->used = $used;
	}

	private function judge(string $name, int $limit, int $end, string $message): void
	{
		$lateNs = $end - $limit;
		/* From the last one back to the limit. */
		for ($lag = $this->lags - 1; $lag >= max(0, $this->lags - self::LAGS); $lag--) {
			$i = $lag % self::LAGS;
			if ($this->lagEnds[$i] < $limit) {
				break;
			}
			$lateNs -= max(0, min($this->lagEnds[$i], $end) - max($this->lagBegins[$i], $limit));
		}
		[$netMs, $grossMs, $count, $worst] = $this->worst[$name] ?? [0, 0, 0, ''];
		$this->worst[$name] = [max($netMs, $lateNs / 1e6), max($grossMs, ($end - $limit) / 1e6), $count + 1,
			$lateNs / 1e6 > $netMs ? $message : $worst];
	}

	/** The worst of all, in ms: without what the loop was late, or with it. */
	public function worst(bool $withLag): float
	{
		return max([0, ...array_column($this->worst, (int) $withLag)]);
	}

	/** Runs a call that has a limit; one that failed may have had another than one that did not. */
	public function of(string $name, int $limitMs, Closure $call, ?Closure $limitOfError = null): mixed
	{
		$begin = hrtime(true);
		$message = '';
		try {
			return $call();
		} catch (PDOException $e) {
			$limitMs = $limitOfError === null ? $limitMs : $limitOfError($e);
			$message = $e->getMessage();
			$name .= ' ' . ($e->errorInfo[0] ?? $e->getCode());
			throw $e;
		} finally {
			$end = hrtime(true);
			$this->calls++;
			if ($end - $begin > $limitMs * 1_000_000) {
				$this->late++;
				$this->open[] = [$name, $begin + $limitMs * 1_000_000, $end, $message];
			}
		}
	}
}
