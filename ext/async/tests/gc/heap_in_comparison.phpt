--TEST--
The garbage collector does not count an element of a heap twice while a comparison waits
--EXTENSIONS--
async
--FILE--
<?php
/* The heap is a possible root of garbage when the collector runs. */
trait Waits
{
    public function compare($a, $b): int
    {
        $heap = $this;
        unset($heap);
        Async\delay(0);
        gc_collect_cycles();
        return $a <=> $b;
    }
}
class Queue extends SplPriorityQueue { use Waits; }
class Heap extends SplMaxHeap { use Waits; }

$queue = Async\spawn(function () {
    $queue = new Queue;
    for ($i = 2; $i < 10; $i++) {
        $queue->insert(str_repeat('x', $i), $i);
    }
    while (!$queue->isEmpty()) {
        $lengths[] = strlen($queue->extract());
    }
    return implode(' ', $lengths);
});
$heap = Async\spawn(function () {
    $heap = new Heap;
    for ($i = 2; $i < 10; $i++) {
        $heap->insert(str_repeat('x', $i));
    }
    return implode(' ', array_map(strlen(...), iterator_to_array($heap, false)));
});
echo Async\await($queue), "\n", Async\await($heap), "\n";
?>
--EXPECT--
9 8 7 6 5 4 3 2
9 8 7 6 5 4 3 2
