--TEST--
A user stream wrapper that waits in open is not taken for a recursion, and lets nothing stay forbidden
--EXTENSIONS--
async
--FILE--
<?php
use function Async\{await, delay, spawn};

class Wrapper {
    public $context;
    private string $data;
    private int $position = 0;
    function stream_open($path, $mode, $options, &$opened) {
        delay(str_contains($path, '1') ? 2 : 5);
        $this->data = '<?php return "' . $path . '";';
        return true;
    }
    function stream_read($count) {
        $part = substr($this->data, $this->position, $count);
        $this->position += strlen($part);
        return $part;
    }
    function stream_eof() { return $this->position >= strlen($this->data); }
    function stream_stat() { return []; }
    function stream_set_option($option, $arg1, $arg2) { return false; }
}
stream_wrapper_register('slow', 'Wrapper');

$one = spawn(fn() => file_get_contents('slow://same'));
$two = spawn(fn() => file_get_contents('slow://same'));
var_dump(await($one) === await($two));

$one = spawn(fn() => include 'slow://1');
$two = spawn(fn() => include 'slow://2');
var_dump(await($one), await($two));

/* allow_url_include is off: within such an include, and only there, URLs would be refused. */
$server = stream_socket_server('tcp://127.0.0.1:0');
$name = stream_socket_get_name($server, false);
spawn(function () use ($server) {
    $connection = stream_socket_accept($server);
    fread($connection, 1000);
    fwrite($connection, "HTTP/1.0 200 OK\r\n\r\nhello");
    fclose($connection);
});
var_dump(file_get_contents("http://$name/"));
?>
--EXPECT--
bool(true)
string(8) "slow://1"
string(8) "slow://2"
string(5) "hello"
