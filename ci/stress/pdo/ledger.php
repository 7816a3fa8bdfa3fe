<?php
/* What was written, as far as its writers know. The table has no unique index: a row that was
 * written twice is there twice. */

namespace Stress;

use PDO;

/* What a writer knows of its row. */
enum Fate
{
	/** In a transaction that was never asked to commit, or was rolled back: it must not be there. */
	case Absent;
	/** Sent, and the answer has not come: at most once. */
	case Unknown;
	/** Acknowledged: exactly once. */
	case Present;
}

final class Ledger
{
	/** @var array<string, Fate> */
	private array $fates = [];
	/** Those that are there together, or not at all. @var list<list<string>> */
	private array $bundles = [];

	public function set(Fate $fate, string ...$tokens): void
	{
		foreach ($tokens as $token) {
			$this->fates[$token] = $fate;
		}
	}

	/** @param list<string> $tokens written by one statement */
	public function bind(array $tokens): void
	{
		$this->bundles[] = $tokens;
	}

	/** @param array<string, int> $found how often each token is there */
	public function compare(array $found, Report $report): void
	{
		foreach ($this->fates as $token => $fate) {
			$count = $found[$token] ?? 0;
			$right = match ($fate) {
				Fate::Absent => $count === 0,
				Fate::Unknown => $count <= 1,
				Fate::Present => $count === 1,
			};
			$report->check($right, "row $token is there $count times, but it is {$fate->name}");
		}
		foreach ($this->bundles as $tokens) {
			$count = count(array_intersect_key(array_flip($tokens), $found));
			$report->check($count === 0 || $count === count($tokens),
				"$count of " . count($tokens) . " rows are there that were written together, $tokens[0]");
		}
		$strange = array_diff_key($found, $this->fates);
		$report->check(!$strange, 'rows that nobody wrote: ' . implode(', ', array_keys($strange)));
	}

	public function count(Fate $fate): int
	{
		return count(array_keys($this->fates, $fate, true));
	}
}
