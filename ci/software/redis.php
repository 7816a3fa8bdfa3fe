<?php
/* phpredis, which knows nothing of coroutines or pools: 100 coroutines over an Async\Pool of 20 connections.
 *
 *   php -d extension=redis.so ci/software/redis.php SOCKET
 *
 * Prints `ok - ...` or `not ok - ...` lines; exit status 0 when all is right. */

const COROUTINES = 100, CONNECTIONS = 20, ROUNDS = 20;

$failed = 0;

function check(bool $right, string $title, mixed $found = null): void
{
    global $failed;
    echo $right ? 'ok - ' : 'not ok - ', $title, $right ? '' : ' (' . json_encode($found) . ')', "\n";
    $failed += $right ? 0 : 1;
}

function connect(): Redis
{
    global $argv;
    $redis = new Redis;
    $redis->connect($argv[1]);
    return $redis;
}

/* What a program does with a connection; the number of answers that are wrong. */
function commands(Redis $redis, int $n): int
{
    $wrong = 0;
    for ($i = 0; $i < ROUNDS; $i++) {
        $redis->set("key $n", "$n $i");
        $wrong += $redis->get("key $n") !== "$n $i";
        $redis->incrBy('sum', $n);
        [$length, $list] = $redis->multi()->rPush("list $n", $i)->lRange("list $n", 0, -1)->exec();
        $wrong += $length !== $i + 1 || $list !== array_map('strval', range(0, $i));
        $redis->pipeline();
        for ($k = 0; $k < 5; $k++) {
            $redis->hSet("hash $n", "field $k", "$i $k");
        }
        $redis->hGetAll("hash $n");
        $wrong += $redis->exec()[5] !== array_combine(array_map(fn ($k) => "field $k", range(0, 4)), array_map(fn ($k) => "$i $k", range(0, 4)));
    }
    return $wrong;
}

function in_coroutines(int $count, callable $work): array
{
    return Async\await_all_or_fail(array_map(fn ($n) => Async\spawn($work, $n), range(1, $count)));
}

/* One that the server has ended is not lent. */
function is_alive(Redis $redis): bool
{
    try {
        return $redis->ping() === true;
    } catch (RedisException) {
        return false;
    }
}

$pool = new Async\Pool(factory: connect(...), destructor: fn (Redis $redis) => $redis->close(),
    beforeAcquire: is_alive(...), max: CONNECTIONS);
$outside = connect();

$wrong = array_sum(in_coroutines(COROUTINES, fn ($n) => $pool->use(fn ($redis) => commands($redis, $n))));
check($wrong === 0, COROUTINES . ' coroutines with ' . CONNECTIONS . ' connections: every answer is right', $wrong);
$sum = (int) $outside->get('sum');
check($sum === ROUNDS * array_sum(range(1, COROUTINES)), 'every increment happened once', $sum);
$clients = count($outside->client('list')) - 1;
check($clients === CONNECTIONS && $pool->count() === CONNECTIONS, 'the server has as many connections as the pool', [$clients, $pool->count()]);

/* Half of the connections wait for what the other half sends: whoever blocked the process would wait for ever. */
$received = in_coroutines(CONNECTIONS, fn ($n) => $pool->use(fn ($redis) => $n <= CONNECTIONS / 2
    ? (int) $redis->blPop(["post $n"], 60)[1]
    : $redis->rPush('post ' . $n - CONNECTIONS / 2, $n)));
check(array_sum(array_slice($received, 0, CONNECTIONS / 2)) === array_sum(range(CONNECTIONS / 2 + 1, CONNECTIONS)),
    'connections that wait hold up nobody', $received);

/* One that was cancelled in the middle of an answer is fit for nobody else. */
$cancelled = Async\spawn(function () use ($pool) {
    $redis = $pool->acquire();
    try {
        $redis->blPop(['nothing'], 60);
    } finally {
        $pool->discard($redis);
    }
});
while (!str_contains(json_encode($outside->client('list')), '"blpop"')) {
    Async\delay(5);
}
$cancelled->cancel();
Async\await_all([$cancelled]);

function set_and_get(int $n): bool
{
    global $pool;
    return $pool->use(function ($redis) use ($n) {
        $redis->set("after $n", $n);
        return (int) $redis->get("after $n") === $n;
    });
}
$right = array_sum(in_coroutines(COROUTINES, set_and_get(...)));
check($right === COROUTINES, 'after a cancellation every answer is right', $right);

$outside->rawCommand('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
$right = array_sum(in_coroutines(COROUTINES, set_and_get(...)));
check($right === COROUTINES, 'connections that the server has ended reach nobody', $right);
$pool->close();
unset($pool);
for ($try = 0; $try < 500 && count($outside->client('list')) > 1; $try++) {
    Async\delay(10);
}
check(count($outside->client('list')) === 1, 'a closed pool leaves no connection', count($outside->client('list')));
exit($failed ? 1 : 0);
