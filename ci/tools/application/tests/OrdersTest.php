<?php
use PHPUnit\Framework\TestCase;
use Pool\Orders\Orders;

final class OrdersTest extends TestCase
{
    private PDO $db;

    /* The stage sets where the database is, and ORDERS_POOL when the handle is to be a pooled one. */
    protected function setUp(): void
    {
        $options = getenv('ORDERS_POOL') ? [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 3] : [];
        $this->db = new PDO(getenv('ORDERS_DSN'), getenv('ORDERS_USER') ?: null, getenv('ORDERS_PASS') ?: null, $options);
    }

    /* Each call in a coroutine of its own; with an ordinary handle, which cannot be shared, one after the other. */
    private function atOnce(callable $call, array $arguments): array
    {
        if (!getenv('ORDERS_POOL')) {
            return array_map($call, $arguments);
        }
        return array_values(Async\await_all_or_fail(array_map(fn ($argument) => Async\spawn($call, $argument), $arguments)));
    }

    public function testOneAfterTheOther(): void
    {
        $orders = new Orders($this->db);
        $orders->add('lamp');
        $orders->add('chair');
        $this->assertSame(['chair', 'lamp'], $orders->items());
    }

    public function testAtOnce(): void
    {
        $orders = new Orders($this->db);
        $names = array_map(fn (int $i) => sprintf('item %02d', $i), range(1, 20));
        $this->atOnce($orders->add(...), $names);
        $this->assertSame($names, $orders->items());
    }

    public function testTransactionThatFailsIsRolledBack(): void
    {
        $orders = new Orders($this->db);
        try {
            $this->atOnce($orders->undo(...), ['desk']);
            $this->fail('no exception');
        } catch (RuntimeException $e) {
            $this->assertSame('no desk', $e->getMessage());
        }
        // The pool has rolled back what its coroutine left; an ordinary handle is left to its user.
        getenv('ORDERS_POOL') || $this->db->rollBack();
        $this->assertSame([], $orders->items());
    }

    /* A double of PHPUnit's, called in a coroutine. */
    public function testDoublesWorkInCoroutines(): void
    {
        $double = $this->createMock(Countable::class);
        $double->expects($this->exactly(3))->method('count')->willReturn(7);
        $counts = Async\await_all_or_fail(array_map(fn () => Async\spawn($double->count(...)), [1, 2, 3]));
        $this->assertSame([7, 7, 7], array_values($counts));
    }

    /**
     * PHPUnit before 10 reads this comment, later ones the attribute.
     *
     * @runInSeparateProcess
     */
    #[PHPUnit\Framework\Attributes\RunInSeparateProcess]
    public function testInAnotherProcess(): void
    {
        $this->assertNotSame(getenv('FIRST_PROCESS'), (string) getmypid());
        $this->assertSame(2, Async\await(Async\spawn(fn () => 2)));
    }
}
