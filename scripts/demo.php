<?php
/* What a pooled PDO object does, shown on a SQLite file: run by scripts/demo, needs no server.
 *
 * The task: a number of visitors. Each looks up its order, thinks for a while (as code does that waits for
 * another service) with its statement still open, and writes the result in a transaction. First one after the other, as PHP always
 * did; then all at once, in coroutines that share the same PDO object. All numbers are measured in this run. */

const VISITORS = 200;
const THINK_MS = 10;
const CONNECTIONS = 8;

if (!extension_loaded('async') || !extension_loaded('pdo_sqlite')) {
    fwrite(STDERR, "This needs the extensions async and pdo_sqlite.\n");
    exit(1);
}

/* In memory where that is possible: what a disk takes to sync is the same for both ways. */
$file = tempnam(is_writable('/dev/shm') ? '/dev/shm' : sys_get_temp_dir(), 'pool-demo-');
register_shutdown_function(function () use ($file) {
    foreach (['', '-wal', '-shm', '-journal'] as $suffix) {
        @unlink($file . $suffix);
    }
});

$pdo = new PDO("sqlite:$file", options: [
    PDO::ATTR_POOL_ENABLED => true,
    PDO::ATTR_POOL_MAX => CONNECTIONS,
]);
$pdo->exec('PRAGMA journal_mode = wal');
$pdo->exec('CREATE TABLE orders (id INTEGER PRIMARY KEY, item TEXT, done INTEGER DEFAULT 0)');
$pdo->exec('CREATE TABLE log (visitor INTEGER, item TEXT)');
$insert = $pdo->prepare('INSERT INTO orders (id, item) VALUES (?, ?)');
$pdo->beginTransaction();
for ($i = 1; $i <= VISITORS; $i++) {
    $insert->execute([$i, "item $i"]);
}
$pdo->commit();
unset($insert);

/* Ordinary code: nothing in it knows of pools or coroutines, except the pause. */
$visit = function (int $id) use ($pdo): void {
    $select = $pdo->prepare('SELECT item FROM orders WHERE id = ?');
    $select->execute([$id]);
    $item = $select->fetchColumn();
    /* The open statement keeps its connection meanwhile: CONNECTIONS at once, and the others wait in line. */
    Async\delay(THINK_MS);
    unset($select);

    $pdo->beginTransaction();
    $pdo->exec("UPDATE orders SET done = done + 1 WHERE id = $id");
    $pdo->exec('INSERT INTO log VALUES (' . $id . ', ' . $pdo->quote($item) . ')');
    $pdo->commit();
};

$check = function (int $expected) use ($pdo): string {
    [$orders, $lines, $visitors] = $pdo->query(
        "SELECT (SELECT COUNT(*) FROM orders WHERE done = $expected), COUNT(*), COUNT(DISTINCT visitor) FROM log"
    )->fetch(PDO::FETCH_NUM);
    $right = $orders === VISITORS && $lines === VISITORS * $expected && $visitors === VISITORS;
    return $right ? 'all rows right' : "WRONG: $orders orders done, $lines lines, $visitors visitors";
};

printf("%d visitors, each with a pause of %d ms; one PDO object, at most %d connections.\n\n",
    VISITORS, THINK_MS, CONNECTIONS);

$start = hrtime(true);
for ($id = 1; $id <= VISITORS; $id++) {
    $visit($id);
}
$serial = (hrtime(true) - $start) / 1e6;
printf("one after the other   %7.0f ms   %s\n\n", $serial, $check(1));

$live = stream_isatty(STDOUT);
$row = function (array $cells) use ($live): void {
    vprintf("%8s %8s %8s %8s %8s %9s", $cells);
    echo $live && is_int($cells[0]) ? "\r" : "\n";
};
$row(['ms', 'finished', 'in use', 'idle', 'waiting', 'made']);

$finished = 0;
$start = hrtime(true);
$coroutines = [];
for ($id = 1; $id <= VISITORS; $id++) {
    $coroutines[] = Async\spawn(function () use ($visit, $id, &$finished) {
        $visit($id);
        $finished++;
    });
}
$watch = Async\spawn(function () use ($pdo, $row, $start, &$finished) {
    while ($finished < VISITORS) {
        $stats = $pdo->getPool()->getStats();
        $row([intdiv(hrtime(true) - $start, 1_000_000), $finished, $stats['active'], $stats['idle'],
            $stats['waiting'], $stats['created']]);
        Async\delay(50);
    }
});
try {
    Async\await_all_or_fail($coroutines);
} finally {
    $watch->cancel();
}
$parallel = (hrtime(true) - $start) / 1e6;

$stats = $pdo->getPool()->getStats();
$row(['end', $finished, $stats['active'], $stats['idle'], $stats['waiting'], $stats['created']]);
printf("\nall at once           %7.0f ms   %s\n", $parallel, $check(2));
printf("\n%.1f times as fast; %d times a connection was taken, %d times somebody had to wait for one (%.1f ms at most).\n",
    $serial / $parallel, $stats['acquired'], $stats['waited'], $stats['wait_max_ms']);
exit($check(2) === 'all rows right' ? 0 : 1);
