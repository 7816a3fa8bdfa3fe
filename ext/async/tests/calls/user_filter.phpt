--TEST--
What a user's stream filter waits for blocks, and the stream can be closed afterwards
--EXTENSIONS--
async
--FILE--
<?php
use function Async\{await_all, delay, spawn};

class Upper extends php_user_filter {
    function filter($in, $out, &$consumed, bool $closing): int {
        while ($bucket = stream_bucket_make_writeable($in)) {
            delay(1);
            $bucket->data = strtoupper($bucket->data);
            $consumed += $bucket->datalen;
            stream_bucket_append($out, $bucket);
        }
        return PSFS_PASS_ON;
    }
}
stream_filter_register('upper', 'Upper');
$file = tmpfile();
stream_filter_append($file, 'upper', STREAM_FILTER_WRITE);
$write = function (string $name) use ($file) {
    for ($i = 0; $i < 3; $i++) {
        fwrite($file, "$name$i ");
    }
};
await_all([spawn($write, 'a'), spawn($write, 'b')]);
rewind($file);
$words = explode(' ', trim(stream_get_contents($file)));
sort($words);
echo implode(' ', $words), "\n";
var_dump(fclose($file));
?>
--EXPECT--
A0 A1 A2 B0 B1 B2
bool(true)
