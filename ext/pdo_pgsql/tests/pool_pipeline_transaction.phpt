--TEST--
Statements that share connections neither leave a transaction nor keep one from its turn
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
$p = new Pipeline(max: 1, pipeline: 4);

echo "A statement of before is in the transaction:\n";
$p->show($p->spawn('before, within, after', function () use ($p) {
    $count = $p->db->prepare("SELECT id FROM $p->table WHERE id > ?");
    $read = function () use ($count) {
        $count->execute([2]);
        return $count->fetchAll(PDO::FETCH_COLUMN);
    };
    $before = $read();
    $p->db->beginTransaction();
    $p->db->exec("INSERT INTO $p->table VALUES (10)");
    $within = $read();
    $p->db->rollBack();
    return [$before, $within, $read()];
}));

echo "Readers that never stop, and three transactions:\n";
$done = 0;
$readers = [];
for ($i = 0; $i < 8; $i++) {
    $readers[] = Async\spawn(function () use ($p, &$done) {
        while ($done < 3) {
            $p->db->query('SELECT 1')->fetchColumn();
        }
    });
}
while ($p->stat('pipelined') < 20) {
    Async\delay(1);
}
for ($i = 0; $i < 3; $i++) {
    $p->show($p->spawn('transaction', function () use ($p, &$done) {
        $p->db->beginTransaction();
        $rows = $p->db->exec("UPDATE $p->table SET id = id");
        $p->db->commit();
        $done++;
        return $rows;
    }));
}
foreach ($readers as $reader) {
    Async\await($reader);
}
printf("%d connection\n", $p->stat('created'));

echo "Transactions that never stop, and a reader:\n";
$done = false;
$writers = [];
for ($i = 0; $i < 4; $i++) {
    $writers[] = Async\spawn(function () use ($p, &$done) {
        while (!$done) {
            $p->db->beginTransaction();
            $p->db->exec("UPDATE $p->table SET id = id");
            $p->db->commit();
        }
    });
}
$p->show($p->reader('reader'), $p->reader('reader'));
$done = true;
foreach ($writers as $writer) {
    Async\await($writer);
}
?>
--EXPECT--
A statement of before is in the transaction:
before, within, after: [[3],[3,10],[3]]
Readers that never stop, and three transactions:
transaction: 3
transaction: 3
transaction: 3
1 connection
Transactions that never stop, and a reader:
reader: [1,2,3]
reader: [1,2,3]
