--TEST--
An autoloader called for the value of a class constant does not suspend: no other coroutine finds the constant half evaluated
--EXTENSIONS--
async
--FILE--
<?php
class First { const VALUE = Second::VALUE; }
class Second { const VALUE = Third::VALUE; }
spl_autoload_register(function (string $class) {
    Async\delay(1);
    eval("class $class { const VALUE = 'third'; }");
});
$tasks = [];
for ($i = 0; $i < 3; $i++) {
    $tasks[] = Async\spawn(fn() => First::VALUE);
}
echo implode(' ', Async\await_all_or_fail($tasks)), "\n";
Async\suspend();
echo "suspending works again\n";
?>
--EXPECT--
third third third
suspending works again
