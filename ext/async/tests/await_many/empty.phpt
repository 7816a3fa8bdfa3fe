--TEST--
Nothing to await: await_all() and its kin answer at once, "the first" of none is an error
--EXTENSIONS--
async
--FILE--
<?php
use function Async\await_all;
use function Async\await_all_or_fail;
use function Async\await_any_of;
use function Async\await_any_of_or_fail;
use function Async\await_any_or_fail;
use function Async\await_first_success;

echo json_encode(await_all([])), "\n";
echo json_encode(await_all(new ArrayIterator([]), null, false, true)), "\n";
echo json_encode(await_all_or_fail([])), "\n";
echo json_encode(await_any_of(0, [])), "\n";
echo json_encode(await_any_of(3, [])), "\n";
echo json_encode(await_any_of_or_fail(3, [])), "\n";
foreach (['await_any_or_fail', 'await_first_success'] as $function) {
    try {
        ("Async\\$function")([]);
    } catch (ValueError $e) {
        echo $e->getMessage(), "\n";
    }
}
?>
--EXPECT--
[[],[]]
[[],[]]
[]
[[],[]]
[[],[]]
[]
Async\await_any_or_fail(): Argument #1 ($triggers) must not be empty
Async\await_first_success(): Argument #1 ($triggers) must not be empty
