<?php
/* Doctrine DBAL, as programs use it: schema, transactions with savepoints, types, the query builder, exceptions by kind,
 * results that are not read to their end. See program.php. */

require __DIR__ . '/program.php';
require 'Doctrine/DBAL/autoload.php';

use Doctrine\DBAL\{ArrayParameterType, Configuration, Connection, Driver, DriverManager, ParameterType};
use Doctrine\DBAL\Driver\Middleware\AbstractDriverMiddleware;
use Doctrine\DBAL\Exception\{NotNullConstraintViolationException, SyntaxErrorException, UniqueConstraintViolationException};
use Doctrine\DBAL\Schema\Schema;

/** All connections of a Configuration use one PDO object. */
final class OnePdo implements Driver\Middleware
{
    public function __construct(private PDO $pdo)
    {
    }

    public function wrap(Driver $driver): Driver
    {
        return new class($driver, $this->pdo) extends AbstractDriverMiddleware {
            public function __construct(Driver $driver, private PDO $pdo)
            {
                parent::__construct($driver);
            }

            public function connect(#[SensitiveParameter] array $params): Driver\Connection
            {
                return new Driver\PDO\Connection($this->pdo);
            }
        };
    }
}

function create_schema(Connection $connection): void
{
    $schema = new Schema;
    $orders = $schema->createTable('software_orders');
    $orders->addColumn('id', 'integer', ['autoincrement' => true]);
    $orders->addColumn('title', 'string', ['length' => 40]);
    $orders->addColumn('amount', 'integer');
    $orders->addColumn('paid', 'boolean');
    $orders->addColumn('details', 'json');
    $orders->addColumn('created', 'datetime_immutable');
    $orders->addColumn('picture', 'blob');
    $orders->setPrimaryKey(['id']);
    $orders->addUniqueIndex(['title']);
    $accounts = $schema->createTable('software_accounts');
    $accounts->addColumn('id', 'integer');
    $accounts->addColumn('balance', 'integer');
    $accounts->setPrimaryKey(['id']);
    foreach (['software_orders', 'software_accounts'] as $table) {
        $connection->executeStatement("DROP TABLE IF EXISTS $table");
    }
    array_map($connection->executeStatement(...), $schema->toSql($connection->getDatabasePlatform()));
}

function insert_order(Connection $connection, int $n): int
{
    $connection->insert('software_orders', ['title' => "order $n", 'amount' => $n, 'paid' => $n % 2 === 0,
        'details' => ['n' => $n, 'list' => [1, 'ä']], 'created' => new DateTimeImmutable("2026-01-01 00:00:$n"),
        'picture' => str_repeat(chr($n), 1000)],
        ['amount' => ParameterType::INTEGER, 'paid' => 'boolean', 'details' => 'json', 'created' => 'datetime_immutable',
        'picture' => ParameterType::LARGE_OBJECT]);
    return (int) $connection->lastInsertId();
}

/* An order, and the money for it; each third tries more and takes it back, each tenth fails as a whole. */
function buy(Connection $connection, int $n): array
{
    return $connection->transactional(function () use ($connection, $n) {
        $id = insert_order($connection, $n);
        pause();
        $connection->executeStatement('UPDATE software_accounts SET balance = balance - ? WHERE id = 1', [$n]);
        try {
            $connection->transactional(function () use ($connection, $n) {
                $connection->executeStatement('UPDATE software_accounts SET balance = balance + 1000 WHERE id = 2');
                $n % 3 || throw new LengthException('not this one');
            });
        } catch (LengthException) {
        }
        $n % 10 || throw new RuntimeException("no order $n");
        return [$n, $id];
    });
}

/* The kinds of exceptions, each with a connection that can be used afterwards. */
function mistakes(Connection $connection): array
{
    $kinds = [];
    foreach ([fn () => insert_order($connection, 1),
        fn () => $connection->insert('software_orders', ['title' => null, 'amount' => 1]),
        fn () => $connection->fetchOne('SELEC 1')] as $mistake) {
        try {
            $mistake();
        } catch (UniqueConstraintViolationException | NotNullConstraintViolationException | SyntaxErrorException $e) {
            $kinds[] = (new ReflectionClass($e))->getShortName();
        }
        pause();
        $kinds[] = (int) $connection->fetchOne('SELECT count(*) FROM software_orders WHERE amount < 5');
    }
    return $kinds;
}

function look(Connection $connection, int $n): array
{
    $row = $connection->createQueryBuilder()->select('title', 'amount', 'details', 'created')->from('software_orders')
        ->where('title = :title')->setParameter('title', 'order ' . ($n % 9 + 1))->executeQuery()->fetchAssociative();
    pause();
    $titles = array_map(fn ($i) => "order $i", range(1, 9));
    $sum = $connection->executeQuery('SELECT sum(amount) FROM software_orders WHERE title IN (?)', [$titles],
        [ArrayParameterType::STRING])->fetchOne();
    foreach ($connection->iterateAssociative('SELECT amount FROM software_orders ORDER BY amount') as $first) {
        break;
    }
    return [$row['title'], (int) $row['amount'], json_decode($row['details'], true)['n'], (int) $sum, (int) $first['amount']];
}

$pdo = connect();
$configuration = new Configuration;
$configuration->setMiddlewares([new OnePdo($pdo)]);
$connections = new PerCoroutine(function () use ($configuration, $driver) {
    $connection = DriverManager::getConnection(['driver' => "pdo_$driver"], $configuration);
    $connection->setNestTransactionsWithSavepoints(true);
    return $connection;
});
create_schema($connections->get());
foreach ([1, 2] as $id) {
    $connections->get()->insert('software_accounts', ['id' => $id, 'balance' => 0]);
}

$outcomes = run_jobs(40, fn ($n) => buy($connections->get(), $n));
$bought = array_filter($outcomes, 'is_array');
echo 'bought: ', count($bought), ', failed: ', implode(', ', array_map(fn ($e) => $e->getMessage(),
    array_filter($outcomes, fn ($o) => $o instanceof Exception))), "\n";
$rows = $connections->get()->fetchAllKeyValue('SELECT id, amount FROM software_orders');
ksort($rows);
$told = array_column($bought, 0, 1);
ksort($told);
echo 'ids are those of their orders: ', $rows == $told ? 'yes' : 'no', "\n";
echo 'balances: ', implode(', ', $connections->get()->fetchFirstColumn('SELECT balance FROM software_accounts ORDER BY id')), "\n";
$order = $connections->get()->fetchAssociative('SELECT * FROM software_orders WHERE amount = 7');
$picture = is_resource($order['picture']) ? stream_get_contents($order['picture']) : $order['picture'];
echo "order 7: $order[created], ", json_decode($order['details'], true)['list'][1], ', ', md5($picture), "\n";
$looks = run_jobs(30, fn ($n) => look($connections->get(), $n));
echo 'looks: ', md5(json_encode($looks)), ' ', json_encode($looks[3]), "\n";
$mistakes = run_jobs(10, fn ($n) => mistakes($connections->get()));
echo 'mistakes: ', count(array_unique(array_map('json_encode', $mistakes))), ' ', json_encode($mistakes[0]), "\n";
$connections->get()->executeStatement('DROP TABLE software_orders');
$connections->get()->executeStatement('DROP TABLE software_accounts');
check_pool($pdo);
