<?php
/* A TCP proxy on our own core, for tests of what a pool does when the network fails. It does what it is told by lines on
 * standard input, and answers each with a line:
 *
 *   php proxy.php PORT      prints the port that it listens on, on 127.0.0.1, and passes everything on to PORT
 *
 *   pass      all is well again; what was held back goes on its way, connections that were never answered end
 *   refuse    ends all connections; new ones are refused
 *   silent    ends all connections; new ones are accepted and never answered
 *   reset     resets all connections (RST); new ones are passed on
 *   hole      nothing passes any more in any direction; new connections are accepted and never answered
 *   plain     ends all connections; new ones are told that the server has no TLS (PostgreSQL, MySQL)
 *   pieces N  what passes is passed on in pieces of at most N bytes each; 0: as it comes
 *   cut N     resets the one connection that passes the Nth byte from now on, in front of that byte; 0: none
 *   answer T  resets the one connection that has brought the text T (no blanks) to the server, instead of passing on
 *             the answer; "answer" alone: none
 *   delay MS  everything arrives that much later
 *   lossy N   of a thousand packets so many are lost with their connection, which is reset
 *   twin      the server gets each new connection twice, with the same bytes; the answers of the second one are lost
 *   to PORT   resets all connections; new ones are passed on to another server
 *   accepted  answers with the number of connections that were accepted so far
 *
 * It ends with its standard input. */

use function Async\{delay, spawn};

/* An idle connection is not ended. */
ini_set('default_socket_timeout', '86400');
/* Standard output is for answers. */
ini_set('display_errors', 'stderr');

/* One client and its connection to the server. */
final class Channel
{
	/** @var resource|null */
	private $server = null;
	/** @var resource|null */
	private $twin = null;
	/* It has brought the text whose answer is not to be seen. */
	private bool $isMarked = false;
	/* The first bytes from either side, which may speak of TLS. */
	private bool $clientHasSpoken = false;
	private bool $serverHasSpoken = false;

	/** @param resource $client */
	public function __construct(private Proxy $proxy, private $client, private readonly bool $hidesTls)
	{
	}

	public function isAnswered(): bool
	{
		return $this->server !== null;
	}

	/** @param resource $server */
	public function join($server): void
	{
		$this->server = $server;
		spawn($this->pump(...), $this->client, $server, $this->fromClient(...));
		spawn($this->pump(...), $server, $this->client, $this->fromServer(...));
	}

	/** @param resource $from @param resource $to */
	private function pump($from, $to, Closure $filter): void
	{
		while (is_resource($from) && ($bytes = @fread($from, 65536)) !== false && $bytes !== '') {
			while ($this->proxy->holds()) {
				delay(5);
			}
			$bytes = $filter($bytes);
			if (($this->isMarked && $from === $this->server) || $this->proxy->loses()) {
				$this->end(true);
				break;
			}
			$this->isMarked = $this->isMarked || ($from === $this->client && $this->proxy->marks($bytes));
			if (is_resource($this->twin) && $to === $this->server) {
				@fwrite($this->twin, $bytes);
			}
			$allowed = $this->proxy->allow(strlen($bytes));
			if (!is_resource($to) || !$this->pass($to, substr($bytes, 0, $allowed))) {
				break;
			}
			if ($allowed < strlen($bytes)) {
				$this->end(true);
			}
		}
		$this->end();
	}

	/* The other side gets to read in between. @param resource $to */
	private function pass($to, string $bytes): bool
	{
		if ($this->proxy->delay > 0) {
			delay($this->proxy->delay);
		}
		$size = $this->proxy->pieces();
		foreach ($size && $bytes !== '' ? str_split($bytes, $size) : [$bytes] as $i => $piece) {
			if ($i % 16 === 15) {
				delay(0);
			}
			if (!is_resource($to) || ($piece !== '' && @fwrite($to, $piece) === false)) {
				return false;
			}
		}
		return true;
	}

	/** @param resource $twin */
	public function double($twin): void
	{
		$this->twin = $twin;
		spawn(function () use ($twin) {
			while (is_resource($twin) && (string) @fread($twin, 65536) !== '');
		});
	}

	/* PostgreSQL's request for TLS is answered with "no". */
	private function fromClient(string $bytes): string
	{
		$isFirst = !$this->clientHasSpoken;
		$this->clientHasSpoken = true;
		if ($isFirst && $this->hidesTls && $bytes === pack('NN', 8, 80877103)) {
			fwrite($this->client, 'N');
			$this->clientHasSpoken = false;
			return '';
		}
		return $bytes;
	}

	/* MySQL's greeting: the bit CLIENT_SSL is taken out of the capabilities behind version, thread and salt. */
	private function fromServer(string $bytes): string
	{
		$isFirst = !$this->serverHasSpoken;
		$this->serverHasSpoken = true;
		if ($isFirst && $this->hidesTls && ($bytes[4] ?? '') === "\x0a") {
			$at = strpos($bytes, "\0", 5) + 1 + 4 + 8 + 1 + 1;
			$bytes[$at] = chr(ord($bytes[$at]) & ~0x08);
		}
		return $bytes;
	}

	/* With a reset instead of an orderly end, the client hears of it at once, and unsent bytes are thrown away. */
	public function end(bool $withReset = false): void
	{
		foreach ([$this->client, $this->server, $this->twin] as $stream) {
			if (!is_resource($stream)) {
				continue;
			}
			if ($withReset && ($socket = socket_import_stream($stream))) {
				socket_set_option($socket, SOL_SOCKET, SO_LINGER, ['l_onoff' => 1, 'l_linger' => 0]);
			}
			fclose($stream);
		}
		$this->proxy->forget($this);
	}
}

final class Proxy
{
	/** @var resource|null */
	private $listener = null;
	private string $address = '127.0.0.1:0';
	private string $mode = 'pass';
	public int $delay = 0;
	private int $lossPermille = 0;
	private int $accepted = 0;
	private int $pieces = 0;
	/* Bytes until a connection is cut; null: none is. */
	private ?int $untilCut = null;
	private string $text = '';
	private SplObjectStorage $channels;

	public function __construct(private int $serverPort)
	{
		$this->channels = new SplObjectStorage;
		$this->listen();
	}

	public function port(): int
	{
		return (int) substr(strrchr($this->address, ':'), 1);
	}

	private function listen(): void
	{
		$this->listener = stream_socket_server("tcp://$this->address", $code, $error)
			?: throw new RuntimeException("cannot listen on $this->address: $error");
		$this->address = stream_socket_get_name($this->listener, false);
		spawn($this->accept(...), $this->listener);
	}

	/** @param resource $listener */
	private function accept($listener): void
	{
		while (is_resource($listener) && ($client = @stream_socket_accept($listener, 86400))) {
			$this->accepted++;
			$channel = new Channel($this, $client, $this->mode === 'plain');
			$this->channels->attach($channel);
			if ($this->passesOn()) {
				spawn($this->connect(...), $channel);
			}
		}
	}

	private function connect(Channel $channel): void
	{
		$server = @stream_socket_client("tcp://127.0.0.1:$this->serverPort");
		if ($server && $this->mode === 'twin' && ($twin = @stream_socket_client("tcp://127.0.0.1:$this->serverPort"))) {
			$channel->double($twin);
		}
		$server ? $channel->join($server) : $channel->end();
	}

	private function passesOn(): bool
	{
		return !in_array($this->mode, ['refuse', 'silent', 'hole'], true);
	}

	public function loses(): bool
	{
		return $this->lossPermille > 0 && mt_rand(1, 1000) <= $this->lossPermille;
	}

	public function holds(): bool
	{
		return $this->mode === 'hole';
	}

	public function pieces(): int
	{
		return $this->pieces;
	}

	/* Is this the text? It counts once. */
	public function marks(string $bytes): bool
	{
		if ($this->text === '' || !str_contains($bytes, $this->text)) {
			return false;
		}
		$this->text = '';
		return true;
	}

	/* How many of these bytes may pass. */
	public function allow(int $bytes): int
	{
		if ($this->untilCut === null || $this->untilCut > $bytes) {
			$this->untilCut === null || $this->untilCut -= $bytes;
			return $bytes;
		}
		$allowed = $this->untilCut - 1;
		$this->untilCut = null;
		return $allowed;
	}

	public function forget(Channel $channel): void
	{
		$this->channels->detach($channel);
	}

	private function endUnanswered(): void
	{
		foreach (iterator_to_array($this->channels, false) as $channel) {
			if (!$channel->isAnswered()) {
				$channel->end();
			}
		}
	}

	private function endAll(bool $withReset): void
	{
		foreach (iterator_to_array($this->channels, false) as $channel) {
			$channel->end($withReset);
		}
	}

	public function obey(string $line): string
	{
		[$order, $number] = explode(' ', $line) + [1 => 0];
		$this->delay = $order === 'delay' ? (int) $number : 0;
		$this->lossPermille = $order === 'lossy' ? (int) $number : 0;
		switch ($order) {
			case 'pieces':
				$this->pieces = (int) $number;
				return 'done';
			case 'cut':
				$this->untilCut = (int) $number ?: null;
				return 'done';
			case 'answer':
				$this->text = (string) ($number ?: '');
				return 'done';
			case 'accepted':
				return (string) $this->accepted;
			case 'pass':
				$this->pieces = 0;
				$this->endUnanswered();
				$this->listener ?? $this->listen();
				break;
			case 'hole':
			case 'delay':
			case 'lossy':
			case 'twin':
				break;
			case 'to':
				$this->serverPort = (int) $number;
				$this->endAll(true);
				return 'done';
			case 'refuse':
				fclose($this->listener);
				$this->listener = null;
				$this->endAll(false);
				break;
			case 'silent':
			case 'plain':
			case 'reset':
				$this->endAll($order === 'reset');
				break;
			default:
				return "unknown: $line";
		}
		$this->mode = $order === 'reset' ? 'pass' : $order;
		return 'done';
	}
}

if ($argc !== 2 || !ctype_digit($argv[1])) {
	fwrite(STDERR, "usage: php proxy.php PORT (see the comment at the top)\n");
	exit(2);
}
$proxy = new Proxy((int) $argv[1]);
echo $proxy->port(), "\n";
while (($line = fgets(STDIN)) !== false) {
	echo $proxy->obey(trim($line)), "\n";
}
exit(0);
