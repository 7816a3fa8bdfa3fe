<?php
/* A FastCGI client for tests: one request at a time over a connection of its own, as a web server sends
 * it. It knows nothing of keep-alive, request bodies or multiplexing. */

final class FastCgi
{
    private const BEGIN_REQUEST = 1, END_REQUEST = 3, PARAMS = 4, STDIN = 5, STDOUT = 6, STDERR = 7;

    public function __construct(private string $address) {}

    /* The answer: [headers and body as PHP wrote them, what went to the error stream, complete?]. */
    public function request(string $script, string $query = ''): array
    {
        $socket = @stream_socket_client($this->address, $errno, $error, 10);
        if (!$socket) {
            throw new RuntimeException("cannot connect to $this->address: $error");
        }
        fwrite($socket, $this->record(self::BEGIN_REQUEST, "\0\1\0\0\0\0\0\0")
            . $this->record(self::PARAMS, $this->parameters($script, $query))
            . $this->record(self::PARAMS, '') . $this->record(self::STDIN, ''));
        return $this->answer($socket);
    }

    private function record(int $type, string $content): string
    {
        return pack('CCnnCx', 1, $type, 1, strlen($content), 0) . $content;
    }

    private function parameters(string $script, string $query): string
    {
        $text = '';
        foreach (['SCRIPT_FILENAME' => $script, 'SCRIPT_NAME' => '/' . basename($script), 'QUERY_STRING' => $query,
            'REQUEST_METHOD' => 'GET', 'REQUEST_URI' => '/', 'SERVER_PROTOCOL' => 'HTTP/1.1'] as $name => $value) {
            $text .= $this->length($name) . $this->length($value) . $name . $value;
        }
        return $text;
    }

    private function length(string $text): string
    {
        return strlen($text) < 128 ? chr(strlen($text)) : pack('N', strlen($text) | 1 << 31);
    }

    private function answer($socket): array
    {
        $streams = [self::STDOUT => '', self::STDERR => ''];
        while (($header = $this->read($socket, 8)) !== null) {
            ['type' => $type, 'length' => $length, 'padding' => $padding] = unpack('Cversion/Ctype/nid/nlength/Cpadding', $header);
            $content = $this->read($socket, $length + $padding);
            if ($content === null || $type === self::END_REQUEST) {
                return [$streams[self::STDOUT], $streams[self::STDERR], $content !== null];
            }
            if (isset($streams[$type])) {
                $streams[$type] .= substr($content, 0, $length);
            }
        }
        return [$streams[self::STDOUT], $streams[self::STDERR], false];
    }

    /* null: the connection ended before. */
    private function read($socket, int $bytes): ?string
    {
        $text = '';
        while (strlen($text) < $bytes) {
            $part = fread($socket, $bytes - strlen($text));
            if ($part === false || $part === '') {
                return null;
            }
            $text .= $part;
        }
        return $text;
    }
}
