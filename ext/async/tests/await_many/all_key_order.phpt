--TEST--
preserveKeyOrder false gives the order of completion, fillNull fills what has no result
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\await_all;
use function Async\delay;

function tasks() {
    return [
        'c' => spawn(function () { delay(30); return 3; }),
        'bad' => spawn(function () { delay(10); throw new Exception('boom'); }),
        'a' => spawn(function () { delay(1); return 1; }),
        'b' => spawn(function () { delay(20); return 2; }),
    ];
}
echo json_encode(await_all(tasks())[0]), "\n";
echo json_encode(await_all(tasks(), preserveKeyOrder: false)[0]), "\n";
echo json_encode(await_all(tasks(), fillNull: true)[0]), "\n";
[$results, $errors] = await_all(tasks(), null, false, true);
echo json_encode($results), ' ', implode(',', array_keys($errors)), "\n";
?>
--EXPECT--
{"c":3,"a":1,"b":2}
{"a":1,"b":2,"c":3}
{"c":3,"bad":null,"a":1,"b":2}
{"a":1,"b":2,"c":3,"bad":null} bad
