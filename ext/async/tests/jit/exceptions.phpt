--TEST--
Exceptions and cancellation out of hot code
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\suspend;
use function Async\await;

function maybe(int $i) {
    suspend();
    if ($i % 3 === 0) {
        throw new Exception("e$i");
    }
    return $i;
}
$sum = 0;
$errors = 0;
for ($i = 0; $i < 900; $i++) {
    try {
        $sum += await(spawn('maybe', $i));
    } catch (Exception $e) {
        $errors++;
    }
}
var_dump($sum, $errors);
?>
--EXPECT--
int(270000)
int(300)
