--TEST--
An exception that was awaited, collected or read is not reported again
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/../run_php.inc';
run_php(<<<'PHP'
use function Async\spawn;
use function Async\await;
use function Async\suspend;
$fail = fn() => throw new Exception('boom');
try { await(spawn($fail)); } catch (Exception) {}
Async\await_all([spawn($fail), spawn($fail)]);
try { Async\await_all_or_fail([spawn($fail)]); } catch (Exception) {}
try { Async\await_first_success([spawn($fail), spawn($fail)]); } catch (Exception) {}
$first = spawn($fail);
settle();
Async\await_any_of(1, [$first, spawn(fn() => 1)]);
unset($first);
$c = spawn($fail);
settle();
echo $c->getException()->getMessage(), "\n";
unset($c);
$never = spawn(function () { Async\delay(10000); });
try { await($never, spawn($fail)); } catch (Async\OperationCanceledException) {}
$never->cancel();
$late = spawn($fail);
settle();
spawn(function () use ($late) { try { await($late); } catch (Exception) { echo "awaited late\n"; } });
PHP);
?>
--EXPECT--
boom
awaited late
exit status 0
