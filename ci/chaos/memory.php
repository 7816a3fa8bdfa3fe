<?php
/* Whether memory grows: the slope of a line through samples, by least squares, and how sure it is. */

final class Memory
{
	/** Seconds, bytes of PHP's heap, resident bytes. Of a fixed size, so that they do not measure themselves. */
	private array $columns;
	private int $count = 0;

	public function __construct(private readonly int $most)
	{
		$this->columns = array_map(fn() => new SplFixedArray($most), range(0, 2));
	}

	public static function resident(): int
	{
		return (int) explode(' ', file_get_contents('/proc/self/statm'))[1] * 4096;
	}

	public function sample(float $seconds): void
	{
		if ($this->count < $this->most) {
			foreach ([$seconds, memory_get_usage(), self::resident()] as $column => $value) {
				$this->columns[$column][$this->count] = $value;
			}
			$this->count++;
		}
	}

	public function count(): int
	{
		return $this->count;
	}

	/** @return array{float, float} bytes per minute and the standard error of that, of column 1 (heap) or 2 (resident) */
	public function slope(int $column): array
	{
		$n = $this->count;
		if ($n < 3) {
			return [0.0, 0.0];
		}
		[$x, $y] = array_map(fn($i) => array_slice($this->columns[$i]->toArray(), 0, $n), [0, $column]);
		[$meanX, $meanY] = [array_sum($x) / $n, array_sum($y) / $n];
		$dx = array_map(fn($value) => $value - $meanX, $x);
		$dy = array_map(fn($value) => $value - $meanY, $y);
		$xx = array_sum(array_map(fn($d) => $d * $d, $dx));
		$slope = array_sum(array_map(fn($a, $b) => $a * $b, $dx, $dy)) / $xx;
		$residual = array_sum(array_map(fn($a, $b) => ($b - $slope * $a) ** 2, $dx, $dy));
		return [60 * $slope, 60 * sqrt($residual / ($n - 2) / $xx)];
	}
}
