<?php
/* Usage: php scripts/demo.php [--csv]
 *
 * What a pooled PDO object does, as a story: run by scripts/demo, needs no server. --csv prints only the three times, as
 * docs/diagrams/demo.csv has them.
 *
 * A box office. Each visitor looks up a seat, thinks for a moment and keeps the window meanwhile, and books the seat in a
 * transaction. The same visitors come three times: one after the other, as PHP always did; all at once to one window,
 * which is a pool with one connection; and all at once to ten windows. All numbers are measured in this run, and every
 * seat is checked. */

const VISITORS = 200;
const THINK_MS = 10;
const WINDOWS = 10;
const WIDTH = 40;

if (!extension_loaded('async') || !extension_loaded('pdo_sqlite')) {
    fwrite(STDERR, "This needs the extensions async and pdo_sqlite.\n");
    exit(1);
}

/* In memory where that is possible: what a disk takes to sync is the same in all three. */
$file = tempnam(is_writable('/dev/shm') ? '/dev/shm' : sys_get_temp_dir(), 'pool-demo-');
register_shutdown_function(function () use ($file) {
    foreach (['', '-wal', '-shm', '-journal'] as $suffix) {
        @unlink($file . $suffix);
    }
});

function open_office(string $file, int $windows): PDO
{
    return new PDO("sqlite:$file", options: [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => $windows]);
}

/* Ordinary code: nothing in it knows of pools or coroutines, except the pause. */
function visit(PDO $pdo, int $visitor): void
{
    $look = $pdo->prepare('SELECT name FROM seats WHERE id = ?');
    $look->execute([$visitor]);
    $seat = $look->fetchColumn();
    $look->closeCursor();
    Async\delay(THINK_MS);                              // the statement keeps the connection: a window is taken

    $pdo->beginTransaction();
    $pdo->exec("UPDATE seats SET booked = booked + 1 WHERE id = $visitor");
    $pdo->exec("INSERT INTO tickets VALUES ($visitor, " . $pdo->quote($seat) . ')');
    $pdo->commit();
}

/** Every seat is booked exactly so often, and every visitor has as many tickets. */
function books_are_right(PDO $pdo, int $times): bool
{
    $booked = $pdo->query("SELECT COUNT(*) FROM seats WHERE booked = $times")->fetchColumn();
    $tickets = $pdo->query('SELECT COUNT(*), COUNT(DISTINCT visitor) FROM tickets')->fetch(PDO::FETCH_NUM);
    return [$booked, ...$tickets] === [VISITORS, VISITORS * $times, VISITORS];
}

function bar(float $share): string
{
    return str_repeat('#', max(1, (int) round($share * WIDTH)));
}

/** The table that moves: one line on a terminal, a line now and then elsewhere. */
function show(PDO $pdo, int $finished, bool $last = false): void
{
    $stats = $pdo->getPool()->getStats();
    $progress = str_pad(str_repeat('#', intdiv($finished * 20, VISITORS)), 20, '.');
    $windows = str_repeat('#', $stats['active']) . str_repeat('-', $stats['idle']);
    printf("  %-20s |%-" . WINDOWS . "s| %8d %9d", $progress, $windows, $stats['waiting'], $finished);
    echo stream_isatty(STDOUT) && !$last ? "\r" : "\n";
}

/** All visitors at once; the table moves every so many ms. Gives the time in ms. */
function rush(PDO $pdo, bool $quiet, int $every): float
{
    $finished = 0;
    $begin = hrtime(true);
    $visitors = [];
    for ($visitor = 1; $visitor <= VISITORS; $visitor++) {
        $visitors[] = Async\spawn(function () use ($pdo, $visitor, &$finished) {
            visit($pdo, $visitor);
            $finished++;
        });
    }
    $watch = Async\spawn(function () use ($pdo, $quiet, $every, &$finished) {
        while (!$quiet && $finished < VISITORS) {
            show($pdo, $finished);
            Async\delay(stream_isatty(STDOUT) ? 20 : $every);
        }
    });
    try {
        Async\await_all_or_fail($visitors);
        $time = (hrtime(true) - $begin) / 1e6;
    } finally {
        $watch->cancel();
    }
    $quiet || show($pdo, $finished, true);
    return $time;
}

$quiet = in_array('--csv', $argv, true);
$say = function (string $text, mixed ...$values) use ($quiet): void {
    $quiet || vprintf("$text\n", $values);
};
$check = function (PDO $pdo, int $times) use ($say): void {
    books_are_right($pdo, $times) || exit("WRONG: the books do not match\n");
    $say("  the books are right: every seat was booked once\n");
};

$pdo = open_office($file, 1);
$pdo->exec('PRAGMA journal_mode = wal');
$pdo->exec('CREATE TABLE seats (id INTEGER PRIMARY KEY, name TEXT, booked INTEGER DEFAULT 0)');
$pdo->exec('CREATE TABLE tickets (visitor INTEGER, seat TEXT)');
$pdo->exec('WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n WHERE id < ' . VISITORS . ")
    INSERT INTO seats (id, name) SELECT id, 'seat ' || id FROM n");

$say('A box office with %d seats and as many visitors. Each looks at a seat, thinks for %d ms, and books it.',
    VISITORS, THINK_MS);
$say("Nothing in that code knows of pools or coroutines.\n");

$say('One after the other, as PHP always did:');
$begin = hrtime(true);
for ($visitor = 1; $visitor <= VISITORS; $visitor++) {
    visit($pdo, $visitor);
}
$times = ['one after the other' => (hrtime(true) - $begin) / 1e6];
$check($pdo, 1);

$say('All at once, each in a coroutine, but there is one window (POOL_MAX 1): they wait in line.');
$say("  %-20s  %-" . WINDOWS . "s  %8s %9s", 'visitors', 'windows', 'in line', 'finished');
$times['all at once, 1 connection'] = rush($pdo, $quiet, 400);
$check($pdo, 2);

unset($pdo);
$pdo = open_office($file, WINDOWS);
$say('The same, with ten windows (POOL_MAX 10). One PDO object, as before:');
$say("  %-20s  %-" . WINDOWS . "s  %8s %9s", 'visitors', 'windows', 'in line', 'finished');
$times['all at once, 10 connections'] = rush($pdo, $quiet, 50);
$check($pdo, 3);

if ($quiet) {
    foreach ($times as $label => $ms) {
        printf("\"%s\",%.2f s\n", $label, $ms / 1000);
    }
    exit;
}
$stats = $pdo->getPool()->getStats();
foreach ($times as $label => $ms) {
    printf("%-28s %s %.2f s\n", $label, str_pad(bar($ms / max($times)), WIDTH), $ms / 1000);
}
printf("\n%.1f times as fast, with %d connections; the longest wait for one was %.0f ms.\n",
    $times['one after the other'] / $times['all at once, 10 connections'], $stats['created'], $stats['wait_max_ms']);
