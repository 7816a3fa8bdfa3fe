<?php
/* The network between the pools and their server: ci/faults/proxy.php in a process of its own. */

namespace Stress;

final class Network
{
	/** @var resource */
	private $process;
	private array $pipes = [];
	public readonly int $port;

	public function __construct(int $serverPort)
	{
		$proxy = dirname(__DIR__, 2) . '/faults/proxy.php';
		$this->process = proc_open([PHP_BINARY, '-n', $proxy, (string) $serverPort],
			[['pipe', 'r'], ['pipe', 'w'], STDERR], $this->pipes);
		$this->port = (int) fgets($this->pipes[1]);
		$this->port > 0 || throw new \RuntimeException('the proxy does not start');
	}

	public function tell(string $order): void
	{
		fwrite($this->pipes[0], "$order\n");
		fgets($this->pipes[1]) === "done\n"
			|| throw new \RuntimeException("the proxy does not answer: $order");
	}
}
