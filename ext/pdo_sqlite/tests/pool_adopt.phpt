--TEST--
PDO SQLite pool: pragmas that the main script sets right after new PDO hold for all connections
--EXTENSIONS--
pdo_sqlite
async
--FILE--
<?php
$file = __DIR__ . '/pool_adopt.db';
@unlink($file);
$frameworks = [
    'Laravel' => ['pragma foreign_keys = ON;', 'pragma busy_timeout = 3000;', 'pragma journal_mode = wal;', 'pragma synchronous = NORMAL;',
        'pragma user_version = 7'],
    'Doctrine' => ['PRAGMA foreign_keys=ON', 'PRAGMA cache_size(-4000)', 'PRAGMA synchronous = 1'],
    'others' => ['PRAGMA foreign_keys = ON', 'PRAGMA main.synchronous = NORMAL', 'PRAGMA temp_store = MEMORY', 'PRAGMA foreign_keys = OFF',
        'PRAGMA foreign_keys = 1'],
];
foreach ($frameworks as $name => $statements) {
    $db = new PDO("sqlite:$file", null, null, [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 20]);
    foreach ($statements as $i => $sql) {
        $i % 2 ? $db->exec($sql) : $db->prepare($sql)->execute();
    }
    $db->exec('CREATE TABLE IF NOT EXISTS parent (id INTEGER PRIMARY KEY)');
    $db->exec('CREATE TABLE IF NOT EXISTS child (parent_id INTEGER REFERENCES parent (id))');
    $seen = [];
    $refused = 0;
    for ($round = 0; $round < 2; $round++) {
        $coroutines = [];
        for ($i = 0; $i < 20; $i++) {
            $coroutines[] = Async\spawn(function () use ($db, &$seen, &$refused) {
                $stmt = $db->prepare('PRAGMA synchronous');
                Async\delay(1);
                $stmt->execute();
                $seen[$stmt->fetchColumn()] = true;
                $stmt = null;
                try {
                    $db->exec('INSERT INTO child VALUES (99)');
                } catch (PDOException $e) {
                    $refused++;
                }
                $db->exec('PRAGMA foreign_keys = OFF');
                $db->exec('PRAGMA synchronous = OFF');
            });
        }
        foreach ($coroutines as $coroutine) {
            Async\await($coroutine);
        }
    }
    /* The last ones are still being reset. */
    while ($db->getPool()->getStats()['active'] > 0) {
        Async\delay(1);
    }
    $stats = $db->getPool()->getStats();
    echo "$name: synchronous ", implode(' ', array_keys($seen)), ", refused $refused of 40, created $stats[created], resets $stats[resets], closed ",
        array_sum($stats['destroyed']), "\n";
    $db = $stmt = null;
}

/* What lives in the file is not run again; busy_timeout does not block the thread. */
$db = new PDO("sqlite:$file", null, null, [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 2]);
$db->exec('PRAGMA user_version = 8');
$db->exec('PRAGMA busy_timeout = 2000');
(new PDO("sqlite:$file"))->exec('PRAGMA user_version = 9');
$holder = Async\spawn(function () use ($db) {
    $db->exec('BEGIN IMMEDIATE');
    Async\delay(30);
    $db->exec('COMMIT');
});
$waiter = Async\spawn(function () use ($db) {
    $db->exec('INSERT INTO parent VALUES (NULL)');
    return $db->query('PRAGMA user_version')->fetchColumn();
});
echo Async\await($waiter), "\n";
Async\await($holder);
?>
--EXPECT--
Laravel: synchronous 1, refused 40 of 40, created 20, resets 40, closed 0
Doctrine: synchronous 1, refused 40 of 40, created 20, resets 40, closed 0
others: synchronous 1, refused 40 of 40, created 20, resets 40, closed 0
9
--CLEAN--
<?php
foreach (['', '-journal', '-wal', '-shm'] as $suffix) {
    @unlink(__DIR__ . '/pool_adopt.db' . $suffix);
}
?>
