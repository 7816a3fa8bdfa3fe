<?php
/* Numbers that depend on a seed and on what they are for, never on time or on the order in which
 * coroutines run: whoever draws has a source of its own. */

namespace Stress;

use Random\Engine\Xoshiro256StarStar;
use Random\Randomizer;

final class Random
{
	private Randomizer $source;

	public function __construct(int|string ...$purpose)
	{
		$this->source = new Randomizer(
			new Xoshiro256StarStar(hash('sha256', implode('/', $purpose), true)));
	}

	public function between(int $min, int $max): int
	{
		return $this->source->getInt($min, $max);
	}

	public function oneIn(int $number): bool
	{
		return $this->between(1, $number) === 1;
	}

	public function pick(array $list): mixed
	{
		return array_values($list)[$this->between(0, count($list) - 1)];
	}

	/** @param array<string, int> $weights */
	public function weighted(array $weights): string
	{
		$drawn = $this->between(1, array_sum($weights));
		foreach ($weights as $name => $weight) {
			$drawn -= $weight;
			if ($drawn <= 0) {
				return $name;
			}
		}
	}

	/** Text that quoting and encodings may stumble over. */
	public function text(): string
	{
		$parts = ["'", '"', '\\', '?', ':name', '$1', '--', '/*', ';', "\n", '%', 'ä', '€', 'x', ' '];
		$text = '';
		for ($i = $this->between(0, 12); $i > 0; $i--) {
			$text .= $this->pick($parts);
		}
		return $text;
	}
}
