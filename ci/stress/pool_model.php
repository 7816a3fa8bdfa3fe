<?php
/* A randomised test of Async\Pool against a plain model of it.
 *
 * A driver draws operations from a seeded generator. The model predicts what each does: who is served
 * and in which order, what is created and destroyed and why, which exception comes out. Callables of the
 * pool check that they are called when the model says so; after every step the pool's statistics are compared with the
 * model's. Nothing depends on the clock (the few steps with a time limit wait for it to be over),
 * so the same seed gives the same steps.
 *
 * What the model does not cover: shouldRecover(), which is limited by the clock, fork(), a limit of waiters, retireAll() in the
 * middle of calls, and a setMax() that takes something away. */

use Async\{AsyncCancellation, CircuitBreakerState, CircuitBreakerStrategy, Pool, PoolException, PoolTimeoutException, ServiceUnavailableException};
use ZendAsyncTest\Gate;

final class Mismatch extends Error {}
final class FactoryFailure extends Exception {}
final class HookFailure extends Exception {}

final class Item
{
    public bool $destroyed = false;

    public function __construct(public readonly int $id) {}
}

/* Who runs a callable. Clients have numbers from 1. */
const DRIVER = -2;
const HEALTH = -1;

final class Strategy implements CircuitBreakerStrategy
{
    public function __construct(private WeakReference $world) {}

    public function reportSuccess(mixed $source): void
    {
        $this->world->get()->onReport(null);
    }

    public function reportFailure(mixed $source, Throwable $error): void
    {
        $this->world->get()->onReport($error);
    }
}

final class World
{
    public Pool $pool;
    private int $min;
    private int $max;
    private bool $checksAcquire;
    private bool $checksRelease;
    private ?Strategy $strategy = null;

    /* The model. */
    private bool $closed = false;
    private string $circuit = 'ACTIVE';
    private array $idle = [];       // ids, oldest first
    private array $out = [];        // id => Item
    private int $held = 0;          // resources under a hook or on the way to a client
    private int $connecting = 0;
    private array $waiters = [];    // client => true, in order
    private array $given = [];      // client => id of a resource, 0 for a place
    private array $dismissed = [];  // client => 'closed' or 'unavailable'
    private int $probe = 0;         // client that probes, 0: none
    private int $probeItem = 0;     // id that is out as a probe
    private array $doomed = [];     // id => reason, its destructor is next
    private array $gone = [];       // id => true: destroyed
    private array $places = [];     // id => what becomes of the place when it is destroyed
    private ?string $report = null; // what the strategy has to hear next
    private array $counts;

    /* Things under way. */
    private array $clients = [];    // client => Coroutine, alive
    private array $gates = [];      // client => Gate where it waits
    private array $contexts = [];   // object id of a coroutine => client
    private array $noGates = [];    // client => true: its callables may not wait, and accept
    private array $released = [];   // ids that were out once, to be released twice
    private array $seenInRound = [];
    private int $lastClient = 0;
    private int $lastItem = 0;
    private int $activity = 0;
    private ?Closure $onHealthFailure = null;
    public array $log = [];
    /* A mismatch was found: what the pool does from here on does not matter. */
    public bool $over = false;
    /* How often what happened, to see that all of it does. */
    public array $happened = ['cancelled' => 0, 'cancelled_with_gift' => 0, 'unavailable' => 0, 'probes' => 0, 'gates' => 0, 'double_releases' => 0];

    public function __construct(private bool $verbose)
    {
        $this->min = mt_rand(0, 2) ? 0 : mt_rand(1, 3);
        $this->max = max($this->min, mt_rand(1, 6));
        $this->checksAcquire = (bool) mt_rand(0, 1);
        $this->checksRelease = (bool) mt_rand(0, 1);
        $this->counts = [
            'min' => $this->min, 'max' => $this->max, 'idle' => 0, 'active' => 0, 'connecting' => 0, 'waiting' => 0, 'created' => 0,
            'destroyed' => ['closed' => 0, 'refused_acquire' => 0, 'refused_release' => 0, 'unhealthy' => 0, 'retired' => 0, 'discarded' => 0],
            'factory_failures' => 0, 'acquired' => 0, 'waited' => 0, 'handoffs' => 0, 'timeouts' => 0, 'turned_away' => 0,
            'wait_total_ms' => 0.0, 'wait_max_ms' => 0.0,
        ];
        $this->given[DRIVER] = 0;
        $this->contexts[spl_object_id(Async\current_coroutine())] = DRIVER;
        /* Methods of an object that the world does not own: no cycle through the pool. */
        $world = WeakReference::create($this);
        $this->constructing = true;
        $this->pool = new Pool(
            fn() => $world->get()->factory(),
            fn($item) => $world->get()->destructor($item),
            fn($item) => $world->get()->healthcheck($item),
            $this->checksAcquire ? fn($item) => $world->get()->beforeAcquire($item) : null,
            $this->checksRelease ? fn($item) => $world->get()->beforeRelease($item) : null,
            $this->min, $this->max);
        $this->constructing = false;
        unset($this->given[DRIVER]);
        if (mt_rand(0, 1)) {
            $this->strategy = new Strategy($world);
            $this->pool->setCircuitBreakerStrategy($this->strategy);
        }
        $this->compare();
    }

    private bool $constructing = false;

    private function note(string $what): void
    {
        if ($this->verbose) {
            $this->log[] = $what;
        }
    }

    private function fail(string $what): never
    {
        throw new Mismatch($what);
    }

    private function expect(bool $condition, string $what): void
    {
        if (!$condition) {
            $this->fail($what);
        }
    }

    /* {{{ The model's rules */

    private function total(): int
    {
        return count($this->idle) + $this->held + count($this->out) + $this->connecting;
    }

    private function admits(): bool
    {
        return $this->circuit === 'ACTIVE' || ($this->circuit === 'RECOVERING' && !$this->probe && !$this->probeItem);
    }

    private function isAvailable(): bool
    {
        return $this->admits() && ($this->idle || $this->total() < $this->max);
    }

    private function grant(int $client): void
    {
        if ($this->idle) {
            $this->given[$client] = array_pop($this->idle);
            $this->held++;
        } else {
            $this->given[$client] = 0;
            $this->connecting++;
        }
        if ($this->circuit === 'RECOVERING') {
            $this->probe = $client;
        }
    }

    private function serve(): void
    {
        while ($this->waiters && $this->isAvailable()) {
            $client = array_key_first($this->waiters);
            unset($this->waiters[$client]);
            $this->counts['handoffs']++;
            $this->grant($client);
        }
    }

    private function dismissAll(string $why): void
    {
        foreach ($this->waiters as $client => $_) {
            $this->dismissed[$client] = $why;
        }
        $this->waiters = [];
    }

    /* A resource that was held becomes idle. */
    private function putBack(int $id): void
    {
        $this->held--;
        $this->idle[] = $id;
        $this->serve();
    }

    private function freeHeldPlace(): void
    {
        $this->held--;
        $this->serve();
    }

    private function freeConnectingPlace(): void
    {
        $this->connecting--;
        $this->serve();
    }

    private function endProbe(int $client): void
    {
        if ($this->probe === $client) {
            $this->probe = 0;
        }
    }
    /* }}} */

    /* {{{ Callables of the pool */

    private function context(): int
    {
        return $this->contexts[spl_object_id(Async\current_coroutine())] ?? HEALTH;
    }

    /* Sometimes the callable waits until the driver lets it go on. */
    private function maybeWait(int $who): void
    {
        if ($who !== DRIVER && !isset($this->noGates[$who]) && mt_rand(0, 3) === 0) {
            $this->gates[$who] = $gate = new Gate;
            $this->note("  $who waits at a gate");
            $this->happened['gates']++;
            try {
                $gate->wait();
            } finally {
                unset($this->gates[$who]);
                $this->activity++;
            }
        }
    }

    private function draw(int $who): int
    {
        return isset($this->noGates[$who]) || $this->constructing ? 9 : mt_rand(0, 9);
    }

    public function factory(): Item
    {
        if ($this->over) {
            return new Item(0);
        }
        $this->activity++;
        $who = $this->context();
        $this->note("  factory for $who");
        if ($this->constructing) {
            $this->counts['created']++;
            $this->idle[] = ++$this->lastItem;
            return new Item($this->lastItem);
        }
        if ($who === HEALTH) {
            $this->expect(!$this->closed && $this->circuit === 'ACTIVE' && $this->total() < $this->min, 'refilled without need');
            $this->connecting++;
        } else {
            $this->expect(($this->given[$who] ?? -1) === 0, "factory called for $who, who has no place");
        }
        try {
            $this->maybeWait($who);
        } catch (AsyncCancellation $e) {
            $this->counts['factory_failures']++;
            throw $e;
        }
        if ($this->draw($who) < 2) {
            $this->counts['factory_failures']++;
            if ($who === HEALTH) {
                /* The place is freed after the strategy has heard of it. */
                $this->strategy ? $this->onHealthFailure = $this->freeConnectingPlace(...) : $this->freeConnectingPlace();
            }
            $this->report = $this->strategy ? 'failure' : null;
            throw new FactoryFailure;
        }
        $id = ++$this->lastItem;
        $this->counts['created']++;
        $this->connecting--;
        $this->held++;
        if ($this->closed) {
            $this->doomed[$id] = 'closed';
        }
        if ($who !== HEALTH) {
            $this->given[$who] = $id;
        } elseif ($this->closed) {
            $this->places[$id] = $this->freeHeldPlace(...);
        } else {
            $this->putBack($id);
        }
        return new Item($id);
    }

    public function beforeAcquire(Item $item): bool
    {
        if ($this->over) {
            return true;
        }
        $this->activity++;
        $who = $this->context();
        $this->note("  beforeAcquire($item->id) for $who");
        $this->expect(($this->given[$who] ?? -1) === $item->id, "beforeAcquire called for $who about $item->id");
        try {
            $this->maybeWait($who);
        } catch (AsyncCancellation $e) {
            $this->doomed[$item->id] = 'refused_acquire';
            $this->places[$item->id] = fn() => null;
            throw $e;
        }
        $draw = $this->draw($who);
        if ($draw > 1) {
            if ($this->closed) {
                $this->doomed[$item->id] = 'closed';
            }
            return true;
        }
        $this->doomed[$item->id] = 'refused_acquire';
        $this->places[$item->id] = fn() => $this->tryNext($who);
        return $draw === 0 ? false : throw new HookFailure;
    }

    /* After a refusal: the next idle one, or the place. */
    private function tryNext(int $who): void
    {
        if ($this->closed) {
            return;
        }
        if ($this->idle) {
            $this->given[$who] = array_pop($this->idle);
        } else {
            $this->held--;
            $this->connecting++;
            $this->given[$who] = 0;
        }
    }

    public function beforeRelease(Item $item): bool
    {
        if ($this->over) {
            return true;
        }
        $this->activity++;
        $who = $this->context();
        $this->note("  beforeRelease($item->id) by $who");
        $this->expect(!$this->closed, 'beforeRelease of a closed pool');
        $this->expect(isset($this->releasing[$item->id]), "beforeRelease of $item->id, which nobody releases");
        try {
            $this->maybeWait($who);
        } catch (AsyncCancellation $e) {
            $this->doomed[$item->id] = $this->closed ? 'closed' : 'refused_release';
            throw $e;
        }
        $draw = $this->draw($who);
        $this->verdict[$item->id] = $draw > 1;
        if ($this->strategy) {
            $this->report = $draw > 1 ? 'success' : 'failure';
        }
        if ($draw <= 1 && (!$this->strategy || $this->closed)) {
            $this->doomed[$item->id] = $this->closed ? 'closed' : 'refused_release';
        } elseif ($draw <= 1) {
            $this->doomed[$item->id] = 'refused_release';
        } elseif ($this->closed) {
            $this->doomed[$item->id] = 'closed';
        } else {
            $this->doomIfRetired($item->id);
        }
        return $draw > 1 ? true : ($draw === 0 ? false : throw new HookFailure);
    }

    private array $releasing = [];
    private array $verdict = [];
    private array $retired = [];    // id => true: to be destroyed when it comes back

    private function doomIfRetired(int $id): void
    {
        if (isset($this->retired[$id])) {
            $this->doomed[$id] = 'retired';
        }
    }

    public function healthcheck(Item $item): bool
    {
        if ($this->over) {
            return true;
        }
        $this->activity++;
        $this->note("  healthcheck($item->id)");
        $this->expect(($this->idle[0] ?? 0) === $item->id, "healthcheck of $item->id, which is not the oldest idle one");
        $this->expect(!isset($this->seenInRound[$item->id]), "$item->id is checked twice in a round");
        $this->seenInRound[$item->id] = true;
        array_shift($this->idle);
        $this->held++;
        $this->maybeWait(HEALTH);
        if ($this->draw(HEALTH) > 1) {
            if ($this->closed) {
                $this->doomed[$item->id] = 'closed';
                $this->places[$item->id] = $this->freeHeldPlace(...);
            } else {
                $this->putBack($item->id);
            }
            return true;
        }
        $this->doomed[$item->id] = $this->closed ? 'closed' : 'unhealthy';
        $this->places[$item->id] = $this->freeHeldPlace(...);
        return mt_rand(0, 1) ? false : throw new HookFailure;
    }

    public function destructor(Item $item): void
    {
        if ($this->over) {
            return;
        }
        $this->activity++;
        $who = $this->context();
        $this->note("  destructor($item->id) by $who");
        $this->expect(!$item->destroyed, "$item->id is destroyed twice");
        $this->expect(isset($this->doomed[$item->id]), "$item->id is destroyed for no reason");
        $item->destroyed = true;
        $this->gone[$item->id] = true;
        $this->counts['destroyed'][$this->doomed[$item->id]]++;
        unset($this->doomed[$item->id]);
        try {
            $this->maybeWait($who);
        } catch (AsyncCancellation $e) {
            if (isset($this->places[$item->id])) {
                $this->interrupted[$who] = true;
            }
            unset($this->places[$item->id]);
            throw $e;
        }
        if (isset($this->places[$item->id])) {
            ($this->places[$item->id])();
            unset($this->places[$item->id]);
        }
    }

    private array $interrupted = [];

    public function onReport(?Throwable $error): void
    {
        if ($this->over) {
            return;
        }
        $this->activity++;
        $this->note('  report of ' . ($error ? 'failure' : 'success'));
        $this->expect($this->report === ($error ? 'failure' : 'success'), 'a report that nobody expected');
        $this->report = null;
        $draw = mt_rand(0, 9);
        if ($error && $draw < 3) {
            $this->setCircuit('INACTIVE');
        } elseif (!$error && $draw < 5 && $this->circuit === 'RECOVERING') {
            $this->setCircuit('ACTIVE');
        }
        if ($this->onHealthFailure) {
            ($this->onHealthFailure)();
            $this->onHealthFailure = null;
        }
        if ($draw === 9) {
            throw new HookFailure('A strategy may throw');
        }
    }
    /* }}} */

    /* {{{ What clients do */

    private function begin(int $client): void
    {
        $this->activity++;
        if ($this->closed) {
            $this->dismissed[$client] = 'closed';
        } elseif ($this->circuit === 'INACTIVE') {
            $this->dismissed[$client] = 'unavailable';
        } elseif (!$this->waiters && $this->isAvailable()) {
            $this->grant($client);
        } else {
            $this->waiters[$client] = true;
            $this->counts['waited']++;
        }
    }

    /* A call of acquire() by a client or the driver. */
    public function acquire(int $client, int $timeout = 0): void
    {
        $this->begin($client);
        try {
            $item = $this->pool->acquire($timeout);
            $this->take($client, $item);
        } catch (FactoryFailure) {
            $this->note("  $client: factory failed");
            $this->expect(($this->given[$client] ?? -1) === 0, "$client has no factory to fail");
            $this->lose($client, fn() => $this->freeConnectingPlace());
        } catch (PoolTimeoutException) {
            $this->note("  $client: time-out");
            $this->counts['timeouts']++;
            $this->leave($client);
        } catch (PoolException) {
            $this->note("  $client: closed");
            $this->expect($this->closed, "$client hears that the pool is closed");
            $this->leaveClosed($client);
        } catch (ServiceUnavailableException) {
            $this->note("  $client: unavailable");
            $this->happened['unavailable']++;
            $this->expect(($this->dismissed[$client] ?? '') === 'unavailable', "$client was sent away");
        } catch (AsyncCancellation) {
            $this->note("  $client: cancelled");
            $this->leaveCancelled($client);
        } finally {
            $this->activity++;
            unset($this->dismissed[$client], $this->interrupted[$client]);
            $this->expect(!isset($this->given[$client]) && !isset($this->waiters[$client]), "$client has left something behind");
        }
    }

    private function take(int $client, Item $item): void
    {
        $this->activity++;
        $this->note("  $client has $item->id");
        $this->expect(($this->given[$client] ?? 0) === $item->id, "$client has got $item->id and should not");
        $this->expect(!$this->closed && !$item->destroyed, "$item->id was given out too late");
        $this->held--;
        $this->out[$item->id] = $item;
        $this->counts['acquired']++;
        if ($this->probe === $client) {
            $this->happened['probes']++;
            $this->probe = 0;
            $this->probeItem = $item->id;
        }
        unset($this->given[$client]);
    }

    private function lose(int $client, Closure $how): void
    {
        unset($this->given[$client]);
        $this->endProbe($client);
        $how();
    }

    private function leave(int $client): void
    {
        if (isset($this->waiters[$client])) {
            unset($this->waiters[$client]);
        } elseif (isset($this->given[$client])) {
            $id = $this->given[$client];
            $this->lose($client, fn() => $id ? $this->putBack($id) : $this->freeConnectingPlace());
        } else {
            $this->expect(isset($this->dismissed[$client]), "$client leaves from nowhere");
        }
    }

    private function leaveClosed(int $client): void
    {
        if (isset($this->given[$client])) {
            $id = $this->given[$client];
            $this->lose($client, fn() => $id ? $this->freeHeldPlace() : $this->freeConnectingPlace());
        } else {
            $this->expect(($this->dismissed[$client] ?? '') === 'closed', "$client was not sent away");
        }
    }

    /* In line, with something it did not take yet, or inside of a callable. */
    private function leaveCancelled(int $client): void
    {
        $id = $this->given[$client] ?? null;
        $this->happened['cancelled']++;
        if ($id !== null && !isset($this->gone[$id])) {
            $this->happened['cancelled_with_gift']++;
        }
        if ($id && isset($this->gone[$id])) {
            $this->lose($client, fn() => $this->freeHeldPlace());
        } elseif ($id && $this->closed) {
            $this->fail("$id should have been destroyed");
        } else {
            $this->leave($client);
        }
    }

    public function release(int $who, Item $item): void
    {
        $id = $item->id;
        $this->activity++;
        $mine = isset($this->out[$id]);
        $discards = mt_rand(0, 9) === 0;
        if ($mine) {
            unset($this->out[$id]);
            $this->held++;
            $this->releasing[$id] = true;
            $this->released[] = $item;
            if ($this->closed) {
                $this->doomed[$id] = 'closed';
            } elseif ($discards) {
                $this->note("  $who: discards $id");
                $this->doomed[$id] = 'discarded';
                $this->report = $this->strategy ? 'failure' : null;
            } elseif (!$this->checksRelease) {
                $this->report = $this->strategy ? 'success' : null;
                $this->doomIfRetired($id);
            }
        }
        try {
            $discards ? $this->pool->discard($item) : $this->pool->release($item);
            $this->expect($mine, "$id was released, and was not out");
        } catch (AsyncCancellation) {
            $this->note("  $who: cancelled in release");
        } catch (PoolException $e) {
            $this->happened['double_releases']++;
            $this->expect(!$mine, "$id could not be released: {$e->getMessage()}");
        }
        $this->activity++;
        if (!$mine) {
            return;
        }
        unset($this->releasing[$id], $this->verdict[$id]);
        $this->expect(!isset($this->doomed[$id]), "$id was to be destroyed and was not");
        if ($this->probeItem === $id) {
            $this->probeItem = 0;
        }
        if ($item->destroyed) {
            $this->freeHeldPlace();
        } else {
            $this->expect(!$this->closed, "$id survived the closing");
            $this->putBack($id);
        }
    }

    private function spawn(Closure $body, bool $noGates = false): int
    {
        $client = ++$this->lastClient;
        $this->clients[$client] = $coroutine = Async\spawn(function () use ($client, $body) {
            try {
                $body($client);
            } finally {
                unset($this->clients[$client], $this->noGates[$client], $this->contexts[spl_object_id(Async\current_coroutine())]);
            }
        });
        $this->contexts[spl_object_id($coroutine)] = $client;
        if ($noGates) {
            $this->noGates[$client] = true;
        }
        return $client;
    }
    /* }}} */

    /* {{{ What the driver does */

    private function setCircuit(string $state): void
    {
        if (!$this->closed) {
            $this->circuit = $state;
            if ($state === 'INACTIVE') {
                $this->dismissAll('unavailable');
            } else {
                $this->serve();
            }
        }
        match ($state) {
            'ACTIVE' => $this->pool->activate(),
            'INACTIVE' => $this->pool->deactivate(),
            'RECOVERING' => $this->pool->recover(),
        };
    }

    /* Lets everybody run until nobody has anything to do; then nobody may be left with what it was given. */
    public function settle(): void
    {
        do {
            $before = $this->activity;
            Async\suspend();
        } while ($this->activity !== $before);
        foreach ($this->given as $client => $_) {
            $this->expect(isset($this->gates[$client]), "a lost wake-up: $client was given something and does not run");
        }
        foreach ($this->dismissed as $client => $_) {
            $this->fail("a lost wake-up: $client was sent away and does not run");
        }
    }

    private function acquireDirectly(): void
    {
        if ($this->closed || $this->circuit === 'INACTIVE' || (!$this->waiters && $this->isAvailable())) {
            $this->note('driver acquires');
            $this->acquire(DRIVER);
        }
    }

    private function tryAcquire(): void
    {
        $this->note('driver tries');
        if (!$this->closed && $this->circuit !== 'INACTIVE' && ($this->waiters || !$this->isAvailable())) {
            $this->expect($this->pool->tryAcquire() === null, 'tryAcquire() gave what was not there');
            return;
        }
        $this->begin(DRIVER);
        try {
            $item = $this->pool->tryAcquire();
            if ($item === null) {
                $this->expect($this->closed || $this->circuit === 'INACTIVE', 'tryAcquire() gave nothing');
            } else {
                $this->take(DRIVER, $item);
            }
        } catch (FactoryFailure) {
            $this->lose(DRIVER, fn() => $this->freeConnectingPlace());
        }
        unset($this->given[DRIVER], $this->dismissed[DRIVER]);
    }

    private function pick(array $from): mixed
    {
        return $from[array_rand($from)];
    }

    private function releaseOne(): void
    {
        if ($this->out) {
            $item = $this->pick($this->out);
            if (mt_rand(0, 3)) {
                $this->note("driver releases $item->id");
                $this->release(DRIVER, $item);
            } else {
                $client = $this->spawn(fn($client) => isset($this->out[$item->id]) ? $this->release($client, $item) : null);
                $this->note("$client will release $item->id");
            }
        }
    }

    private function releaseWrongly(): void
    {
        if ($this->released) {
            $item = array_pop($this->released);
            if (!isset($this->out[$item->id])) {
                $this->note("driver releases $item->id once more");
                $this->release(DRIVER, $item);
            }
        }
        $this->release(DRIVER, new Item(0));
    }

    /* The only steps that look at the clock: the limit is over in any case when they end. */
    private function timeOut(): void
    {
        $this->settle();
        if (!$this->closed && $this->circuit === 'ACTIVE' && !$this->gates) {
            $client = $this->spawn(fn($client) => $this->acquire($client, 1), noGates: true);
            $this->note("$client will acquire with a limit");
            Async\suspend();
            $end = hrtime(true) + 1_200_000;
            while (hrtime(true) < $end);
            if ($this->out && mt_rand(0, 1)) {
                $this->release(DRIVER, $this->pick($this->out));
            }
            while (isset($this->clients[$client])) {
                Async\delay(1);
            }
            $this->settle();
        }
    }

    private function grow(): void
    {
        $this->counts['max'] = ++$this->max;
        $this->note("driver sets the maximum to $this->max");
        $this->serve();
        $this->pool->setMax($this->max);
    }

    /* While no call is in the middle: all resources are idle or out. */
    private function retire(): void
    {
        $this->settle();
        if ($this->closed || $this->gates) {
            return;
        }
        $this->note('driver retires all');
        $this->retired += array_fill_keys(array_keys($this->out), true);
        foreach ($this->idle as $id) {
            $this->doomed[$id] = 'retired';
            $this->places[$id] = $this->freeHeldPlace(...);
            $this->held++;
        }
        $this->idle = [];
        $this->pool->retireAll();
    }

    private function cancelOne(): void
    {
        if ($this->clients) {
            $client = array_rand($this->clients);
            $this->note("driver cancels $client");
            $coroutine = $this->clients[$client];
            if (!$coroutine->isStarted()) {
                unset($this->clients[$client], $this->contexts[spl_object_id($coroutine)], $this->noGates[$client]);
            }
            $coroutine->cancel();
        }
    }

    private function openGate(): void
    {
        if ($this->gates) {
            $client = array_rand($this->gates);
            $this->note("driver lets $client go on");
            $this->gates[$client]->open();
        }
    }

    public function step(): void
    {
        $draw = mt_rand(0, 9999);
        if ($draw < 2200) {
            $this->acquireDirectly();
        } elseif ($draw < 3700) {
            if (count($this->clients) < 12) {
                $this->note('a client will acquire');
                $this->spawn(fn($client) => $this->acquire($client));
            }
        } elseif ($draw < 4200) {
            $this->tryAcquire();
        } elseif ($draw < 7400) {
            $this->releaseOne();
        } elseif ($draw < 7600) {
            $this->releaseWrongly();
        } elseif ($draw < 8100) {
            $this->openGate();
        } elseif ($draw < 8500) {
            $this->cancelOne();
        } elseif ($draw < 8600) {
            $state = ['ACTIVE', 'INACTIVE', 'RECOVERING'][mt_rand(0, 2)];
            $this->note("driver sets $state");
            $this->setCircuit($state);
        } elseif ($draw < 8800) {
            if ($this->circuit !== 'ACTIVE') {
                $this->note('driver activates');
                $this->setCircuit('ACTIVE');
            }
        } elseif ($draw < 8900) {
            if (!isset($this->gates[HEALTH])) {
                $this->settle();
                $this->seenInRound = [];
            }
            $this->note('a round of healthchecks');
            ZendAsyncTest\check_health($this->pool);
        } elseif ($draw < 8905) {
            $this->timeOut();
        } elseif ($draw < 8910) {
            $this->grow();
        } elseif ($draw < 8920) {
            $this->retire();
        } elseif ($draw < 9600) {
            $this->note('others run');
            Async\suspend();
        } else {
            $this->note('all run');
            $this->settle();
        }
        $this->compare();
    }

    public function compare(): void
    {
        $stats = $this->pool->getStats();
        $counts = &$this->counts;
        $counts['idle'] = count($this->idle);
        $counts['active'] = $this->held + count($this->out);
        $counts['connecting'] = $this->connecting;
        $counts['waiting'] = count($this->waiters);
        $counts['wait_total_ms'] = $stats['wait_total_ms'];
        $counts['wait_max_ms'] = $stats['wait_max_ms'];
        if ($stats !== $counts) {
            $this->fail("statistics\n  pool:  " . json_encode($stats) . "\n  model: " . json_encode($counts));
        }
        if ($stats['idle'] + $stats['active'] + $stats['connecting'] > $this->max) {
            $this->fail('more than the maximum');
        }
    }

    /* Closes the pool, in the driver or in a client, and lets everything come to its end. */
    public function finish(): void
    {
        $this->note('closing');
        if (mt_rand(0, 1)) {
            $this->close();
            $this->compare();
        } else {
            $this->spawn(fn() => $this->close());
        }
        for ($i = 0; $this->clients || $this->gates || !$this->closed; $i++) {
            $this->expect($i < 10000, 'clients do not come to their end');
            $this->settle();
            $this->openGate();
            $this->compare();
        }
        $this->settle();
        foreach ($this->out as $item) {
            $this->release(DRIVER, $item);
        }
        $this->settle();
        $this->compare();
        $this->expect($this->total() === 0, 'something is left');
        $this->expect(array_sum($this->counts['destroyed']) === $this->counts['created'], 'not all was destroyed');
        $this->happened += $this->counts['destroyed'] + array_diff_key($this->counts, ['destroyed' => 0]);
    }

    private function close(): void
    {
        if ($this->closed) {
            return;
        }
        $this->closed = true;
        $this->activity++;
        $this->dismissAll('closed');
        foreach ($this->idle as $id) {
            $this->doomed[$id] = 'closed';
            $this->places[$id] = $this->freeHeldPlace(...);
            $this->held++;
        }
        $this->idle = [];
        /* What is given and not yet under a callable goes, too. */
        foreach ($this->given as $client => $id) {
            if ($id && !isset($this->gates[$client])) {
                $this->doomed[$id] = 'closed';
            }
        }
        $this->pool->close();
        $this->activity++;
    }
    /* }}} */
}

function usage(): never
{
    echo <<<TEXT
    Usage: php pool_model.php [--seed=N] [--steps=N] [--episode=N] [--verbose]

      --seed=N     where the generator starts (default: 1)
      --steps=N    how many operations in all (default: 100000)
      --episode=N  only this one: a failing seed replays with what the failure prints
      --verbose    on failure print the last operations of the episode

    An episode is a pool of its own, with 500 operations on it.

    TEXT;
    exit(0);
}

$options = getopt('', ['seed:', 'steps:', 'episode:', 'verbose', 'help']);
if (isset($options['help'])) {
    usage();
}
foreach (['async', 'zend_async_test'] as $extension) {
    if (!extension_loaded($extension)) {
        fwrite(STDERR, "pool_model.php: the extension $extension is needed\n");
        exit(2);
    }
}
$seed = (int) ($options['seed'] ?? 1);
$steps = (int) ($options['steps'] ?? 100000);
$only = isset($options['episode']) ? (int) $options['episode'] : null;
$verbose = isset($options['verbose']) || $only !== null;
const STEPS_PER_EPISODE = 500;

/* A strategy that throws is reported as a warning, which no error handler sees: expected here. */
ini_set('display_errors', '0');
ini_set('log_errors', '0');

$start = hrtime(true);
$done = 0;
$world = null;
$happened = [];
for ($episode = $only ?? 0; $done < $steps; $episode++) {
    mt_srand(crc32("$seed/$episode"));
    try {
        $world = new World($verbose);
        for ($i = 0; $i < STEPS_PER_EPISODE; $i++) {
            $world->step();
            $done++;
        }
        $world->finish();
        foreach ($world->happened as $what => $count) {
            $happened[$what] = ($happened[$what] ?? 0) + $count;
        }
    } catch (Throwable $e) {
        fprintf(STDERR, "not ok - pool model: seed %d, episode %d, step %d: %s: %s\n%s\nReplay: php pool_model.php --seed=%d --episode=%d --steps=1\n",
            $seed, $episode, $i ?? 0, $e::class, $e->getMessage(), $e->getTraceAsString(), $seed, $episode);
        if ($verbose && $world) {
            fwrite(STDERR, implode("\n", array_slice($world->log, -60)) . "\n");
        }
        $world->over = true;
        exit(1);
    }
    $world = null;
    if ($only !== null) {
        break;
    }
}
unset($happened['min'], $happened['max'], $happened['idle'], $happened['active'], $happened['connecting'], $happened['waiting'],
    $happened['wait_total_ms'], $happened['wait_max_ms'], $happened['turned_away']);
$text = implode(', ', array_map(fn($what, $count) => "$what $count", array_keys($happened), $happened));
if ($done >= 100000 && ($never = array_keys($happened, 0))) {
    echo "not ok - pool model: these never happened: ", implode(', ', $never), "\n";
    exit(1);
}
printf("ok - pool model: seed %d, %d steps in %d episodes, %.1f s (%s)\n", $seed, $done, $episode, (hrtime(true) - $start) / 1e9, $text);
