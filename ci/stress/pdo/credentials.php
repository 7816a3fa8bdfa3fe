<?php
/* PDO::ATTR_POOL_CREDENTIALS, as programs have it: the answer may take a while, or not come. */

namespace Stress;

/* What the callable throws: the failure of one connect. */
final class NoCredentials extends \PDOException
{
}

final class Credentials
{
	/** Arguments of the constructor, which the answer replaces. */
	public const IN_VAIN = ['nobody', 'nothing'];

	/** How often there was an answer, and how often not. */
	public int $given = 0;
	public int $refused = 0;
	private int $asked = 0;
	private bool $mayRefuse = false;
	/** @var array{?string, ?string} */
	private array $answer = [null, null];

	public function __construct(private int $seed)
	{
	}

	public function answerWith(?string $user, ?string $password): void
	{
		$this->answer = [$user, $password];
	}

	/** Not while a constructor connects, which would fail. */
	public function mayRefuse(bool $may): void
	{
		$this->mayRefuse = $may;
	}

	/** @return array{?string, ?string} */
	public function __invoke(): array
	{
		$random = new Random($this->seed, ++$this->asked);
		$random->oneIn(3) && \Async\delay($random->between(0, 15));
		if ($this->mayRefuse && $random->oneIn(4)) {
			$this->refused++;
			throw new NoCredentials('There is no token');
		}
		$this->given++;
		return $this->answer;
	}
}
