--TEST--
What may share a connection with statements of other coroutines, and what may not
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
$p = new Pipeline(max: 2, pipeline: 4);
$p->plain->exec("CREATE SEQUENCE {$p->table}_seq");
/* Once a minute it is asked which functions the user has defined. */
Async\await(Async\spawn(fn() => $p->db->query("SELECT lower('A')")->fetchAll()));

$texts = [
    'SELECT 1',
    '/* a comment */ select 1 -- and one more',
    'VALUES (1), (2)',
    "TABLE $p->table",
    "WITH x AS (SELECT id FROM $p->table) SELECT * FROM x",
    "SELECT count(*), upper('a'), now() FROM $p->table WHERE id > 1 GROUP BY id ORDER BY id LIMIT 1",
    "SELECT 'for', \"into\" FROM (SELECT 1 AS \"into\") AS x",
    "SELECT id FROM $p->table FOR UPDATE",
    "SELECT id FROM $p->table FOR SHARE",
    "SELECT 1 AS id INTO {$p->table}_b",
    "INSERT INTO $p->table VALUES (4)",
    "UPDATE $p->table SET id = 4 WHERE id = 4",
    "DELETE FROM $p->table WHERE id = 4",
    "WITH gone AS (DELETE FROM $p->table WHERE id = 4 RETURNING id) SELECT * FROM gone",
    "WITH x AS (SELECT id AS key FROM $p->table) UPDATE $p->table SET id = 4 WHERE id IN (SELECT key + 1 FROM x WHERE false)",
    'SELECT lo_unlink(lo_create(0))',
    'SELECT txid_current()',
    'SELECT pg_sleep(0)',
    'SELECT pg_advisory_xact_lock(1)',
    "SELECT nextval('{$p->table}_seq')",
    "SELECT set_config('application_name', '$p->table', false)",
    "SELECT E'\\n'",
    'SHOW search_path',
    'EXPLAIN SELECT 1',
    "DROP TABLE {$p->table}_b",
];
foreach ($texts as $text) {
    $before = $p->stat('pipelined');
    Async\await(Async\spawn(fn() => $p->db->query($text)->fetchAll()));
    echo $p->stat('pipelined') > $before ? 'shares  ' : 'alone   ', str_replace($p->table, 't', $text), "\n";
}
$ways = [
    'scrollable' => fn() => $p->db->prepare('SELECT 1', [PDO::ATTR_CURSOR => PDO::CURSOR_SCROLL])->execute(),
    'emulated' => fn() => $p->db->prepare('SELECT 1', [PDO::ATTR_EMULATE_PREPARES => true])->execute(),
    'exec()' => fn() => $p->db->exec('SELECT 1'),
    'while another statement holds a connection' => function () use ($p) {
        $held = $p->db->query('SHOW search_path');
        $p->db->query('SELECT 1');
    },
    'in a transaction' => function () use ($p) {
        $p->db->beginTransaction();
        $p->db->query('SELECT 1');
        $p->db->rollBack();
    },
];
foreach ($ways as $name => $way) {
    $before = $p->stat('pipelined');
    Async\await(Async\spawn($way));
    echo $p->stat('pipelined') > $before ? 'shares  ' : 'alone   ', $name, "\n";
}
$p->plain->exec("DROP SEQUENCE {$p->table}_seq");
?>
--EXPECT--
shares  SELECT 1
shares  /* a comment */ select 1 -- and one more
shares  VALUES (1), (2)
shares  TABLE t
shares  WITH x AS (SELECT id FROM t) SELECT * FROM x
shares  SELECT count(*), upper('a'), now() FROM t WHERE id > 1 GROUP BY id ORDER BY id LIMIT 1
alone   SELECT 'for', "into" FROM (SELECT 1 AS "into") AS x
alone   SELECT id FROM t FOR UPDATE
alone   SELECT id FROM t FOR SHARE
alone   SELECT 1 AS id INTO t_b
alone   INSERT INTO t VALUES (4)
alone   UPDATE t SET id = 4 WHERE id = 4
alone   DELETE FROM t WHERE id = 4
alone   WITH gone AS (DELETE FROM t WHERE id = 4 RETURNING id) SELECT * FROM gone
alone   WITH x AS (SELECT id AS key FROM t) UPDATE t SET id = 4 WHERE id IN (SELECT key + 1 FROM x WHERE false)
alone   SELECT lo_unlink(lo_create(0))
alone   SELECT txid_current()
alone   SELECT pg_sleep(0)
alone   SELECT pg_advisory_xact_lock(1)
alone   SELECT nextval('t_seq')
alone   SELECT set_config('application_name', 't', false)
alone   SELECT E'\n'
alone   SHOW search_path
alone   EXPLAIN SELECT 1
alone   DROP TABLE t_b
alone   scrollable
alone   emulated
alone   exec()
alone   while another statement holds a connection
alone   in a transaction
