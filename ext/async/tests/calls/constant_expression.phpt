--TEST--
A constructor called by a parameter's default value waits: the others see their own files and lines
--EXTENSIONS--
async
--FILE--
<?php
class Slow {
    public function __construct(int $turns) {
        while ($turns--) {
            Async\suspend();
        }
    }
}
class User {
    public function first(Slow $slow = new Slow(3)) { return 'first'; }
    public function second(Slow $slow = new Slow(5)) { return 'second'; }
}
function line(): int { return (new Exception)->getLine(); }
$user = new User;
$first = Async\spawn(fn() => $user->first());
$second = Async\spawn(fn() => $user->second());
Async\suspend();
Async\suspend();
var_dump(line());
echo Async\await($first), ' ', Async\await($second), "\n";
/* What the first one found when it began must not come back with the end of the second. */
var_dump(line(), basename((new Exception)->getFile()) === basename(__FILE__));
trigger_error('here');
?>
--EXPECTF--
int(13)
first second
int(13)
bool(true)

Notice: here in %sconstant_expression.php on line 23
