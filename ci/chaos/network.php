<?php
/* The ways to the servers: a proxy for each driver, and the packets of the kernel where we have a network of our own. */

require_once __DIR__ . '/../faults/database.php';

use function Async\delay;

final class Network
{
	/** @var array<string, Link> by driver */
	private array $links;
	/** Rules of iptables, by driver. */
	private array $rules = [];
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
			$this->rules[$driver][] = "INPUT -p tcp $direction {$this->links[$driver]->port} $rule";
			$this->iptables('-A ' . end($this->rules[$driver]));
		}
	}

	/* Rules are named by what they say: their numbers change with those of others. */
	public function calm(string $driver): void
	{
		foreach ($this->rules[$driver] ?? [] as $rule) {
			$this->iptables("-D $rule");
		}
		unset($this->rules[$driver]);
		$this->tell($driver, 'pass');
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
