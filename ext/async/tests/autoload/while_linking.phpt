--TEST--
An autoloader that is called while a class is linked blocks, and a cancellation does not end the process
--EXTENSIONS--
async
--FILE--
<?php
use function Async\{await, delay, spawn};

$code = [];
for ($i = 1; $i <= 3; $i++) {
    $code["X$i"] = "class X$i {}";
    $code["Y$i"] = "class Y$i extends X$i {}";
    $code["P$i"] = "class P$i { function f(): X$i { return new X$i; } }";
    $code["C$i"] = "class C$i extends P$i { function f(): Y$i { return new Y$i; } }";
}
spl_autoload_register(function ($class) use ($code) {
    delay(2);
    if (!class_exists($class, false)) {
        eval($code[$class]);
    }
});
$tasks = [];
for ($i = 1; $i <= 3; $i++) {
    $tasks[] = spawn(fn() => ((new ("C$i"))->f())::class);
}
delay(3);
$tasks[2]->cancel();
foreach ($tasks as $task) {
    try {
        echo await($task), "\n";
    } catch (Async\AsyncCancellation $e) {
        echo "cancelled\n";
    }
}
echo (new C3)->f()::class, "\n";
?>
--EXPECT--
Y1
Y2
cancelled
Y3
