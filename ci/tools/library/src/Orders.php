<?php
namespace Pool\Orders;

/* Orders in a database. Knows nothing of coroutines. */
final class Orders
{
    public function __construct(private \PDO $db)
    {
        $db->exec('DROP TABLE IF EXISTS orders');
        $db->exec('CREATE TABLE orders (item VARCHAR(40))');
    }

    public function add(string $item): void
    {
        $this->db->beginTransaction();
        $this->db->prepare('INSERT INTO orders (item) VALUES (?)')->execute([$item]);
        $this->db->commit();
    }

    public function undo(string $item): void
    {
        $this->db->beginTransaction();
        $this->db->prepare('INSERT INTO orders (item) VALUES (?)')->execute([$item]);
        throw new \RuntimeException("no $item");
    }

    /** @return list<string> */
    public function items(): array
    {
        return $this->db->query('SELECT item FROM orders ORDER BY item')->fetchAll(\PDO::FETCH_COLUMN);
    }
}
