--TEST--
Statements that share a connection are prepared there once, and again when a table has changed
--EXTENSIONS--
pdo
pdo_pgsql
async
--SKIPIF--
<?php
require __DIR__ . '/config.inc';
require __DIR__ . '/../../../ext/pdo/tests/pdo_test.inc';
PDOTest::skip();
?>
--FILE--
<?php
require __DIR__ . '/pool_pipeline.inc';
$p = new Pipeline(max: 1, pipeline: 8, options: [PDO::ATTR_POOL_STMT_CACHE_SIZE => 10]);
$read = function (int $id) use ($p) {
    $statement = $p->db->prepare("SELECT * FROM $p->table WHERE id = ?");
    $statement->execute([$id]);
    return $statement->fetch(PDO::FETCH_NUM);
};
$on_server = function () use ($p) {
    return Async\await(Async\spawn(fn() => $p->db->query('SELECT COUNT(*) FROM pg_prepared_statements'
        . " WHERE statement LIKE '%$p->table%' AND statement NOT LIKE '%COUNT%'")->fetchColumn()));
};
$round = function () use ($p, $read) {
    $coroutines = [];
    for ($i = 0; $i < 20; $i++) {
        $coroutines[] = $p->spawn("row", fn() => $read($i % 3 + 1));
    }
    echo implode(', ', array_unique(array_map(fn($c) => Async\await($c), $coroutines))), "\n";
};
$round();
$round();
printf("%d on the server, hits: %s\n", $on_server(), $p->stat('stmt_cache')['hits'] > 20 ? 'yes' : 'no');
$p->plain->exec("ALTER TABLE $p->table ADD COLUMN more text DEFAULT 'x'");
$round();
$round();
/* The old one is closed sooner or later. */
printf("at most 2 on the server: %s\n", $on_server() <= 2 ? 'yes' : 'no');
$p->plain->exec("ALTER TABLE $p->table DROP COLUMN id");
$p->show($p->spawn('without the column', fn() => $read(1)));
$p->show($p->spawn('an error', fn() => $p->db->query("SELECT 1 / (length(more) - 1) FROM $p->table")));
printf("%d closed\n", array_sum($p->stat('destroyed')));
?>
--EXPECT--
row: [1], row: [2], row: [3]
row: [1], row: [2], row: [3]
1 on the server, hits: yes
row: [1,"x"], row: [2,"x"], row: [3,"x"]
row: [1,"x"], row: [2,"x"], row: [3,"x"]
at most 2 on the server: yes
without the column: 42703
an error: 22012
0 closed
