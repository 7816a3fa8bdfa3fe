<?php
/* The ways to the servers: a proxy for each driver, and the packets of the kernel where we have a network of our own. */

require_once __DIR__ . '/../faults/database.php';

use function Async\delay;

final class Network
{
	/** @var array<string, Link> by driver */
	private array $links;
	/** Drivers whose proxy was told something and has not answered yet. */
	private array $busy = [];

	public function __construct(array $portOfDriver)
	{
		$this->links = array_map(fn(int $port) => new Link($port), $portOfDriver);
	}

	/** Port of the proxy, by driver. */
	public function ports(): array
	{
		return array_map(fn(Link $link) => $link->port, $this->links);
	}

	public function tell(string $driver, string $order): void
	{
		while (isset($this->busy[$driver])) {
			delay(1);
		}
		$this->busy[$driver] = true;
		$answer = $this->links[$driver]->tell($order);
		unset($this->busy[$driver]);
		$answer === 'done' || throw new RuntimeException("the proxy says $answer");
	}

	/** ci/chaos/run has made a network namespace in which there is nobody else. */
	public static function isOurOwn(): bool
	{
		return (bool) getenv('CHAOS_OWN_NETWORK');
	}

	/** Packets from and to a proxy's port meet a rule of iptables until calm() is called. */
	public function rule(string $driver, string $rule): void
	{
		foreach (['--dport', '--sport'] as $direction) {
			$this->iptables("-A INPUT -p tcp $direction {$this->links[$driver]->port} $rule");
		}
	}

	public function calm(string $driver): void
	{
		$port = $this->links[$driver]->port;
		foreach (array_reverse($this->rulesOf($port)) as $number) {
			$this->iptables("-D INPUT $number");
		}
		$this->tell($driver, 'pass');
	}

	private function rulesOf(int $port): array
	{
		$rules = self::isOurOwn() ? preg_split('/\n/', $this->iptables('-S INPUT'), flags: PREG_SPLIT_NO_EMPTY) : [];
		/* The first line is the policy. */
		return array_keys(array_filter($rules, fn($rule) => preg_match("/port $port\\b/", $rule)));
	}

	private function iptables(string $arguments): string
	{
		exec("iptables -w $arguments 2>&1", $output, $status);
		$status === 0 || throw new RuntimeException("iptables $arguments: " . implode(' ', $output));
		return implode("\n", $output);
	}

	public function end(): void
	{
		foreach ($this->links as $link) {
			$link->end();
		}
	}
}
