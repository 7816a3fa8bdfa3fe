--TEST--
error_reporting() belongs to a coroutine; a new one has its spawner's, without what @ turned off
--EXTENSIONS--
async
--INI--
error_reporting=E_ALL
--FILE--
<?php
use function Async\{await, spawn, suspend};

$tell = fn() => error_reporting();
$one = spawn(function () use ($tell) {
    error_reporting(E_ERROR);
    suspend();
    return [error_reporting(), await(spawn($tell)), @await(spawn($tell))];
});
$two = spawn(function () use ($tell) {
    suspend();
    $silent = @spawn($tell);
    return [error_reporting(), await($silent)];
});
[$a, $b, $c] = await($one);
var_dump($a === E_ERROR, $b === E_ERROR, $c === E_ERROR);
[$a, $b] = await($two);
var_dump($a === E_ALL, $b === E_ALL);
ini_set('error_reporting', E_WARNING);
var_dump(await(spawn($tell)) === E_WARNING, error_reporting() === E_WARNING);
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
