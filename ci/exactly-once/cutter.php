<?php
/* A TCP proxy on our own core that cuts a connection between a request and its answer.
 *
 *   php cutter.php PORT      prints the port that it listens on, on 127.0.0.1, and passes everything on to PORT
 *
 * What is to be cut stands in the requests themselves: <cut:MOMENT:END:AT:NUMBER>. MOMENT is
 *
 *   before     the request does not reach the server
 *   sent       the client's connection ends as soon as the request is on its way
 *   answered   it ends when the server has answered, and nothing of the answer arrives
 *   middle     it ends in the middle of the answer; AT says where, in thousandths
 *
 * Behind "commit-" the same happens to the COMMIT that follows on the same connection. END is fin or rst. The server's
 * side of the connection stays until the server has answered, so that it does run what it was sent.
 *
 * The line "count" on standard input is answered by a line of JSON: how many connections were cut, by moment. It ends
 * with its standard input. */

use function Async\{delay, spawn};

const MARK = '/<cut:(commit-)?(before|sent|answered|middle):(fin|rst):(\d+):\d+>/';
/* No mark is longer: so much of the last bytes is looked at again with the next ones. */
const MARK_LENGTH = 64;
/* All pieces of a request are there after so long; if not, the server does not run it, and that is right, too. */
const PIECES_MS = 3;
/* An idle connection is not cut. */
ini_set('default_socket_timeout', '86400');

final class Cut
{
	public function __construct(public readonly string $moment, public readonly bool $withReset,
		private readonly int $at)
	{
	}

	/** How many bytes of an answer arrive. */
	public function portion(int $length): int
	{
		return $this->moment === 'middle' ? min($length - 1, 1 + intdiv($length * $this->at, 1000)) : 0;
	}
}

/* One client and its connection to the server. */
final class Channel
{
	public static array $count = [];
	private ?Cut $cut = null;
	/* That of the COMMIT which is to come. */
	private ?Cut $commitCut = null;
	private string $seen = '';

	/** @param resource $client @param resource $server */
	public function __construct(private $client, private $server)
	{
		spawn($this->toServer(...));
		spawn($this->toClient(...));
	}

	/* A driver may write what it sends in several pieces: they go on their way behind the mark, too. */
	private function toServer(): void
	{
		while (($bytes = $this->read($this->client)) !== '') {
			$this->cut ??= $this->cutFor($bytes);
			if ($this->cut?->moment === 'before') {
				$this->cutClient();
				break;
			}
			$this->write($this->server, $bytes);
			if ($this->cut?->moment === 'sent') {
				spawn(function () {
					delay(PIECES_MS);
					$this->cutClient();
				});
			}
		}
		if ($this->cut === null || $this->cut->moment === 'before') {
			$this->close($this->server);
		}
	}

	private function toClient(): void
	{
		while (($bytes = $this->read($this->server)) !== '') {
			if ($this->cut !== null) {
				$this->write($this->client, substr($bytes, 0, $this->cut->portion(strlen($bytes))));
				$this->cutClient();
				$this->drain();
				break;
			}
			$this->write($this->client, $bytes);
		}
		$this->close($this->client);
		$this->close($this->server);
	}

	/* A server that cannot write its first answer would not run what comes behind it. */
	private function drain(): void
	{
		spawn(function () {
			delay(30);
			$this->close($this->server);
		});
		while ($this->read($this->server) !== '');
	}

	private function cutFor(string $bytes): ?Cut
	{
		$this->seen = substr($this->seen, -MARK_LENGTH) . $bytes;
		if (preg_match(MARK, $this->seen, $mark)) {
			$this->seen = '';
			$cut = new Cut($mark[2], $mark[3] === 'rst', (int) $mark[4]);
			if ($mark[1] === '') {
				return $cut;
			}
			$this->commitCut = $cut;
			return null;
		}
		return $this->commitCut !== null && stripos($this->seen, 'COMMIT') !== false ? $this->commitCut : null;
	}

	/* With a reset, bytes that the client has not read are lost to it as well. */
	private function cutClient(): void
	{
		if (!is_resource($this->client)) {
			return;
		}
		self::$count[$this->cut->moment] = (self::$count[$this->cut->moment] ?? 0) + 1;
		if ($this->cut->withReset) {
			$linger = ['l_onoff' => 1, 'l_linger' => 0];
			socket_set_option(socket_import_stream($this->client), SOL_SOCKET, SO_LINGER, $linger);
		}
		fclose($this->client);
	}

	/** @param resource $stream */
	private function read($stream): string
	{
		return is_resource($stream) ? (string) @fread($stream, 65536) : '';
	}

	/** @param resource $stream */
	private function write($stream, string $bytes): void
	{
		if ($bytes !== '' && is_resource($stream)) {
			@fwrite($stream, $bytes);
		}
	}

	/** @param resource $stream */
	private function close($stream): void
	{
		if (is_resource($stream)) {
			fclose($stream);
		}
	}
}

if ($argc !== 2 || !ctype_digit($argv[1])) {
	fwrite(STDERR, "usage: php cutter.php PORT (see the comment at the top)\n");
	exit(2);
}
$listener = stream_socket_server('tcp://127.0.0.1:0', $code, $error)
	?: throw new RuntimeException("cannot listen: $error");
echo substr(strrchr(stream_socket_get_name($listener, false), ':'), 1), "\n";
spawn(function () use ($listener, $argv) {
	while ($client = @stream_socket_accept($listener, 86400)) {
		spawn(function () use ($client, $argv) {
			$server = @stream_socket_client("tcp://127.0.0.1:$argv[1]");
			$server ? new Channel($client, $server) : fclose($client);
		});
	}
});
while (($line = fgets(STDIN)) !== false) {
	echo trim($line) === 'count' ? json_encode(Channel::$count, JSON_FORCE_OBJECT) : 'unknown', "\n";
}
exit(0);
