<?php
use PHPUnit\Framework\TestCase;
use Pool\Orders\Orders;

final class OrdersTest extends TestCase
{
    private string $file;
    private PDO $db;

    /* Processes that PHPUnit starts see the first one's number. */
    public static function setUpBeforeClass(): void
    {
        putenv('FIRST_PROCESS=' . (getenv('FIRST_PROCESS') ?: getmypid()));
    }

    protected function setUp(): void
    {
        $this->file = tempnam(sys_get_temp_dir(), 'orders');
        $this->db = new PDO("sqlite:$this->file", options: [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 3]);
    }

    protected function tearDown(): void
    {
        unset($this->db);
        unlink($this->file);
    }

    public function testOneAfterTheOther(): void
    {
        $orders = new Orders($this->db);
        $orders->add('lamp');
        $orders->add('chair');
        $this->assertSame(['chair', 'lamp'], $orders->items());
    }

    public function testInCoroutines(): void
    {
        $orders = new Orders($this->db);
        $names = array_map(fn (int $i) => sprintf('item %02d', $i), range(1, 20));
        Async\await_all_or_fail(array_map(fn (string $name) => Async\spawn($orders->add(...), $name), $names));
        $this->assertSame($names, $orders->items());
    }

    public function testTransactionOfACoroutineThatFailsIsRolledBack(): void
    {
        $orders = new Orders($this->db);
        $coroutine = Async\spawn($orders->undo(...), 'desk');
        try {
            Async\await($coroutine);
            $this->fail('no exception');
        } catch (RuntimeException $e) {
            $this->assertSame('no desk', $e->getMessage());
        }
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
        $this->assertNotEquals(getenv('FIRST_PROCESS'), getmypid());
        $this->assertSame(2, Async\await(Async\spawn(fn () => 2)));
    }
}
