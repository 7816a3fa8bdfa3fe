<?php
/* A randomised test of pools that connect aside, by what must always hold: one resource has one user, the maximum of connects holds, nobody waits while something is there for it, a failure is thrown in one caller, and at the end everything
 * that was made has been destroyed. Usage: php pool_aside.php [--seed=N] [--steps=N]. pool_model.php knows the other pools exactly. */

use Async\{AsyncCancellation, Pool, PoolException, PoolTimeoutException, ServiceUnavailableException};

final class Failure extends Exception {}

final class Resource
{
    public bool $inUse = false;
    public bool $destroyed = false;
}

final class Aside
{
    private Pool $pool;
    private int $max;
    private int $made = 0;
    private int $destroyed = 0;
    private int $failures = 0;
    private int $failed = 0;
    private int $calls = 0;
    private array $held = [];
    private array $clients = [];
    private int $making = 0;
    public static array $happened = [];

    function __construct()
    {
        $this->max = mt_rand(1, 5);
        $world = WeakReference::create($this);
        $this->pool = new Pool(fn() => $world->get()->make(), fn($resource) => $world->get()->destroy($resource), fn() => mt_rand(0, 3) > 0,
            mt_rand(0, 1) ? fn() => mt_rand(0, 9) > 0 : null, null, 0, $this->max);
        ZendAsyncTest\connect_aside($this->pool);
    }

    private static function note(string $what): void
    {
        self::$happened[$what] = (self::$happened[$what] ?? 0) + 1;
    }

    private static function check(bool $holds, string $what): void
    {
        if (!$holds) {
            throw new Error($what);
        }
    }

    private static function pause(): void
    {
        for ($i = mt_rand(0, 6); $i > 0; $i--) {
            Async\suspend();
        }
    }

    function make(): Resource
    {
        $this->making++;
        try {
            self::check($this->making <= $this->max, 'more connects than places');
            self::pause();
        } finally {
            $this->making--;
        }
        if (mt_rand(0, 4) === 0) {
            $this->failures++;
            throw new Failure;
        }
        $this->made++;
        return new Resource;
    }

    function destroy(Resource $resource): void
    {
        self::check(!$resource->destroyed && !$resource->inUse, 'destroyed in use, or twice');
        $resource->destroyed = true;
        $this->destroyed++;
        if (mt_rand(0, 3) === 0) {
            self::pause();
        }
    }

    private function client(int $limit): void
    {
        $call = ++$this->calls;
        try {
            $resource = $this->pool->acquire($limit);
            self::check(!$resource->inUse && !$resource->destroyed, 'given out twice');
            $resource->inUse = true;
            $this->held[$call] = $resource;
            self::note('served');
        } catch (Failure) {
            $this->failed++;
            self::note('failed');
        } catch (PoolTimeoutException) {
            self::note('timed out');
        } catch (ServiceUnavailableException) {
            self::note('unavailable');
        } catch (PoolException) {
            self::check($this->pool->isClosed(), 'not closed');
            self::note('closed');
        } catch (AsyncCancellation) {
            self::note('cancelled');
        }
    }

    private function release(): void
    {
        $call = array_rand($this->held);
        $resource = $this->held[$call];
        unset($this->held[$call]);
        $resource->inUse = false;
        $this->pool->release($resource);
    }

    private function compare(): void
    {
        $stats = $this->pool->getStats();
        $total = $stats['idle'] + $stats['active'] + $stats['connecting'];
        self::check($stats['waiting'] === 0 || $stats['idle'] === 0 || $this->pool->getState() !== Async\CircuitBreakerState::ACTIVE,
            'somebody waits while something is idle');
        self::check($stats['waiting'] <= $stats['connecting'] || $total >= $this->max
            || $this->pool->getState() !== Async\CircuitBreakerState::ACTIVE, 'somebody waits, and nobody connects');
        self::check($this->failed <= $this->failures, 'one failure, two exceptions');
        self::check(count($this->held) <= $stats['active'], 'more held than active');
    }

    function step(): void
    {
        switch (mt_rand(0, 11)) {
            case 0: case 1: case 2: case 3:
                if (count($this->clients) < 30) {
                    $limit = mt_rand(0, 20) === 0 ? 1 : 0;
                    $this->clients[] = Async\spawn($this->client(...), $limit);
                }
                break;
            case 4: case 5: case 6:
                if ($this->held) {
                    $this->release();
                }
                break;
            case 7:
                if ($this->clients && mt_rand(0, 1)) {
                    $this->clients[array_rand($this->clients)]->cancel();
                }
                break;
            case 8:
                match (mt_rand(0, 29)) {
                    0 => $this->pool->deactivate(),
                    1 => $this->pool->recover(),
                    2 => $this->pool->retireAll(),
                    3 => $this->pool->setMax($this->max = $this->max + 1),
                    4 => ZendAsyncTest\check_health($this->pool),
                    default => $this->pool->activate(),
                };
                break;
            default:
                Async\suspend();
        }
        $this->clients = array_filter($this->clients, fn($client) => !$client->isCompleted());
        $this->compare();
    }

    /* A connect that is cancelled has its place until it has come to its end. */
    private function left(): int
    {
        $stats = $this->pool->getStats();
        return $stats['idle'] + $stats['active'] + $stats['connecting'] + $stats['waiting'];
    }

    function finish(): void
    {
        $this->pool->activate();
        for ($i = 0; mt_rand(0, 1) && $this->clients && $i < 1000; $i++) {
            $this->held ? $this->release() : Async\suspend();
            $this->clients = array_filter($this->clients, fn($client) => !$client->isCompleted());
        }
        $this->pool->close();
        for ($i = 0; ($this->clients || $this->held || $this->left() > 0) && $i < 1000; $i++) {
            $this->held ? $this->release() : Async\suspend();
            $this->clients = array_filter($this->clients, fn($client) => !$client->isCompleted());
        }
        self::check(!$this->clients && $this->made === $this->destroyed, "made $this->made, destroyed $this->destroyed");
        self::check($this->left() === 0, 'something is left');
    }
}

$options = getopt('', ['seed:', 'steps:']);
$seed = (int) ($options['seed'] ?? 1);
$steps = (int) ($options['steps'] ?? 100000);
for ($episode = 0, $done = 0; $done < $steps; $episode++, $done += 400) {
    mt_srand(crc32("$seed/$episode"));
    try {
        $world = new Aside;
        for ($i = 0; $i < 400; $i++) {
            $world->step();
        }
        $world->finish();
    } catch (Throwable $e) {
        echo "not ok - pool that connects aside: seed $seed, episode $episode: $e\n";
        exit(1);
    }
}
ksort(Aside::$happened);
echo "ok - pool that connects aside: $done steps, ",
    implode(', ', array_map(fn($what, $count) => "$what $count", array_keys(Aside::$happened), Aside::$happened)), "\n";
