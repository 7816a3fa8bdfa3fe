<?php
/* Illuminate Database, as programs use it: Capsule, the schema builder, Eloquent models and relations, transactions inside
 * transactions, chunks, cursors, upserts. See program.php. */

require __DIR__ . '/program.php';
require 'Illuminate/Database/autoload.php';

use Illuminate\Database\{ConnectionInterface, ConnectionResolverInterface, QueryException};
use Illuminate\Database\Capsule\Manager as Capsule;
use Illuminate\Database\Eloquent\Model;
use Illuminate\Database\Schema\Blueprint;

class Customer extends Model
{
    protected $table = 'software_customers';
    protected $guarded = [];

    public function orders()
    {
        return $this->hasMany(Order::class);
    }
}

class Order extends Model
{
    protected $table = 'software_orders';
    protected $guarded = [];
    protected $casts = ['details' => 'array', 'paid' => 'boolean'];

    public function customer()
    {
        return $this->belongsTo(Customer::class);
    }
}

/** The Connection of whoever asks, which Capsule makes as always, over one PDO object. */
final class Resolver implements ConnectionResolverInterface
{
    private PerCoroutine $connections;

    public function __construct(PDO $pdo, string $driver)
    {
        $this->connections = new PerCoroutine(function () use ($pdo, $driver) {
            $capsule = new Capsule;
            $capsule->addConnection(['driver' => $driver, 'database' => 'test', 'prefix' => '']);
            $connection = $capsule->getConnection();
            $connection->setPdo($pdo)->setReadPdo($pdo);
            $connection->setReconnector(fn () => null);     // the pool does that
            return $connection;
        });
    }

    public function connection($name = null): ConnectionInterface
    {
        return $this->connections->get();
    }

    public function getDefaultConnection(): string
    {
        return 'default';
    }

    public function setDefaultConnection($name): void
    {
    }
}

function create_schema(ConnectionInterface $connection): void
{
    $schema = $connection->getSchemaBuilder();
    $schema->dropIfExists('software_orders');
    $schema->dropIfExists('software_customers');
    $schema->create('software_customers', function (Blueprint $table) {
        $table->increments('id');
        $table->string('name')->unique();
        $table->integer('balance')->default(0);
        $table->timestamps();
    });
    $schema->create('software_orders', function (Blueprint $table) {
        $table->increments('id');
        $table->unsignedInteger('customer_id');
        $table->foreign('customer_id')->references('id')->on('software_customers');
        $table->string('title');
        $table->boolean('paid')->default(false);
        $table->json('details');
        $table->timestamps();
    });
}

/* A customer with orders; each third takes some back, each tenth fails as a whole. */
function buy(ConnectionInterface $connection, int $n): int
{
    return $connection->transaction(function () use ($connection, $n) {
        $customer = Customer::create(['name' => "customer $n"]);
        pause();
        $customer->orders()->create(['title' => 'first', 'details' => ['n' => $n, 'text' => 'ä']]);
        try {
            $connection->transaction(function () use ($customer, $n) {
                $customer->orders()->create(['title' => 'second', 'details' => ['n' => -$n]]);
                $n % 3 || throw new LengthException('not this one');
            });
        } catch (LengthException) {
        }
        $customer->increment('balance', $n);
        Customer::where('name', 'bank')->decrement('balance', $n);
        $n % 10 || throw new RuntimeException("no order $n");
        return $customer->id;
    });
}

function look(ConnectionInterface $connection, int $n): array
{
    $customer = Customer::with('orders')->where('name', 'customer ' . ($n % 9 + 1))->first();
    pause();
    $names = [];
    foreach (Customer::where('balance', '>', 0)->orderBy('balance')->cursor() as $one) {
        $names[] = $one->name;
        if (count($names) === 3) {
            break;
        }
    }
    $seen = 0;
    Order::orderBy('id')->chunk(7, function ($orders) use (&$seen) {
        pause();
        $seen += count($orders);
    });
    try {
        Customer::create(['name' => 'bank']);
        $kind = 'none';
    } catch (QueryException $e) {
        $kind = substr($e->getCode(), 0, 2);
    }
    $paid = Order::all()->where('paid', true)->count();     // Illuminate binds booleans as numbers, which emulation would show
    return [$customer->orders->count(), $customer->orders[0]->details, $names, $seen, $kind, $paid];
}

$pdo = connect();
$database !== 'sqlite' || $pdo->exec('PRAGMA journal_mode = WAL');
$resolver = new Resolver($pdo, $driver);
Model::setConnectionResolver($resolver);
create_schema($resolver->connection());
Customer::create(['name' => 'bank', 'balance' => 0]);

$outcomes = run_jobs(40, fn ($n) => buy($resolver->connection(), $n));
echo 'bought: ', count(array_filter($outcomes, 'is_int')), ', failed: ', implode(', ', array_map(fn ($e) => $e->getMessage(),
    array_filter($outcomes, fn ($o) => $o instanceof Exception))), "\n";
$right = array_filter($outcomes, fn ($id, $i) => is_int($id) && Customer::find($id)->name === 'customer ' . $i + 1, ARRAY_FILTER_USE_BOTH);
echo 'ids are those of their customers: ', count($right), "\n";
echo 'sum: ', Customer::sum('balance'), ', bank: ', Customer::where('name', 'bank')->value('balance'),
    ', orders: ', Order::count(), ', customers: ', Customer::has('orders')->count(), "\n";
$upserted = Customer::upsert([['name' => 'customer 1', 'balance' => 5], ['name' => 'late', 'balance' => 6]], ['name'], ['balance']);
echo 'upserted: ', Customer::whereIn('name', ['customer 1', 'late'])->sum('balance'), "\n";
$looks = run_jobs(20, fn ($n) => look($resolver->connection(), $n));
echo 'looks: ', md5(json_encode($looks)), ' ', json_encode($looks[3]), "\n";
$resolver->connection()->getSchemaBuilder()->drop('software_orders');
$resolver->connection()->getSchemaBuilder()->drop('software_customers');
check_pool($pdo);
