--TEST--
Strings are read as standard_conforming_strings says at that moment, also when it is set for a transaction
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
require __DIR__ . '/async.inc';
/* With plain strings these are two of them; with backslashes one, and then a SET. */
$text = "SELECT 'a\\', '; SET pool_strings.x = \$\$leak\$\$; --'";
/* The other way round. */
$other = "SELECT 'a\\'; SET pool_strings.x = \$\$leak\$\$; --'";

function outcome(Closure $work): string
{
    $db = pgsql_pool(1, [PDO::ATTR_POOL_ADOPT_SETUP => false]);
    Async\await(Async\spawn($work, $db));
    $seen = Async\await(Async\spawn(fn() => $db->query("SELECT current_setting('pool_strings.x', true)")->fetchColumn()));
    return ($seen ? 'leak, ' : '') . ($db->getPool()->getStats()['resets'] > 0 ? 'reset' : 'clean');
}
foreach (['on' => 'off', 'off' => 'on'] as $before => $now) {
    foreach (['first' => $text, 'second' => $other] as $name => $sql) {
        echo "$name, SET LOCAL $now: ", outcome(function (PDO $db) use ($now, $sql) {
            $db->beginTransaction();
            $db->exec("SET LOCAL standard_conforming_strings = $now");
            $db->exec($sql);
            $db->commit();
        }), ', after it: ', outcome(function (PDO $db) use ($sql) {
            $db->beginTransaction();
            $db->exec('SET LOCAL standard_conforming_strings = off');
            $db->commit();
            $db->exec($sql);
        }), "\n";
    }
}
?>
--EXPECT--
first, SET LOCAL off: reset, after it: clean
second, SET LOCAL off: clean, after it: reset
first, SET LOCAL on: clean, after it: clean
second, SET LOCAL on: reset, after it: reset
