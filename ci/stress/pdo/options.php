<?php
/* The command line, the same for all drivers. */

namespace Stress;

final class Options
{
	public readonly int $seed;
	public readonly int $rounds;
	public readonly int $seconds;
	public readonly int $coroutines;
	public readonly bool $verbose;
	public readonly string $source;

	private const HELP = <<<'TEXT'
		Usage: php %s [--seed=N] [--rounds=N] [--seconds=N] [--coroutines=N]
		           [--source=NAME] [--verbose]

		Random programs on pooled PDO handles: coroutines do what programs do, while they are
		cancelled, sessions are killed, connections are cut, the process forks and pools are closed.
		After each round everything is counted.

		  --seed=N        the first round (1); each round has a seed of its own, one more than the
		                  round before. --seed=N --rounds=1 replays one
		  --rounds=N      at most so many rounds (no limit)
		  --seconds=N     no new round after this time (10)
		  --coroutines=N  programs in a round (by the seed, 4 to 30)
		  --source=NAME   the database: %s
		  --verbose       tells what each coroutine does

		The servers are those of ci/services/start. Exit status: 0 all was right, 1 a round failed,
		2 it cannot run.

		TEXT;

	/** @param list<string> $sources the databases that this driver can reach */
	public function __construct(array $arguments, array $sources)
	{
		$program = basename(array_shift($arguments));
		if (in_array('--help', $arguments, true)) {
			printf(self::HELP, $program, implode(', ', $sources));
			exit(0);
		}
		$given = getopt('', ['seed:', 'rounds:', 'seconds:', 'coroutines:', 'source:', 'verbose'],
			$rest);
		if (count($arguments) >= $rest || array_filter($given, is_array(...))) {
			fwrite(STDERR, "$program: see --help\n");
			exit(2);
		}
		$this->seed = self::number($program, $given, 'seed', 1);
		$this->rounds = self::number($program, $given, 'rounds', PHP_INT_MAX);
		$this->seconds = self::number($program, $given, 'seconds',
			isset($given['rounds']) ? PHP_INT_MAX >> 32 : 10);
		$this->coroutines = self::number($program, $given, 'coroutines', 0);
		$this->source = $given['source'] ?? $sources[0];
		if (!in_array($this->source, $sources, true)) {
			fwrite(STDERR, "$program: --source is one of " . implode(', ', $sources) . "\n");
			exit(2);
		}
		$this->verbose = isset($given['verbose']);
	}

	private static function number(string $program, array $given, string $name, int $default): int
	{
		$value = $given[$name] ?? (string) $default;
		if (!ctype_digit($value)) {
			fwrite(STDERR, "$program: --$name takes a number, not '$value'\n");
			exit(2);
		}
		return (int) $value;
	}
}
