--TEST--
Pdo\Pgsql::ATTR_POOL_PIPELINE and ATTR_POOL_PIPELINE_DELAY: values
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
foreach ([0, -1, 257, '2.5', null] as $value) {
    foreach ([Pdo\Pgsql::ATTR_POOL_PIPELINE => 'PIPELINE', Pdo\Pgsql::ATTR_POOL_PIPELINE_DELAY => 'DELAY'] as $attribute => $name) {
        try {
            pgsql_pool(options: [$attribute => $value]);
            echo "$name: ", var_export($value, true), " is accepted\n";
        } catch (ValueError $e) {
            echo $e->getMessage(), "\n";
        }
    }
}
$db = pgsql_pool();
var_dump($db->getAttribute(Pdo\Pgsql::ATTR_POOL_PIPELINE), $db->getAttribute(Pdo\Pgsql::ATTR_POOL_PIPELINE_DELAY));
ini_set('pdo.pool_pipeline', 8);
$db = pgsql_pool(options: [Pdo\Pgsql::ATTR_POOL_PIPELINE_DELAY => '7']);
var_dump($db->getAttribute(Pdo\Pgsql::ATTR_POOL_PIPELINE), $db->getAttribute(Pdo\Pgsql::ATTR_POOL_PIPELINE_DELAY));
Async\await(Async\spawn(fn() => $db->query('SELECT 1')));
var_dump($db->getPool()->getStats()['pipelined']);
$db = pgsql_pool(options: [PDO::ATTR_POOL_RESET => PDO::POOL_RESET_ALWAYS]);
Async\await(Async\spawn(fn() => $db->query('SELECT 1')));
var_dump($db->getPool()->getStats()['pipelined']);
?>
--EXPECT--
Pdo\Pgsql::ATTR_POOL_PIPELINE must be an integer between 1 and 256
DELAY: 0 is accepted
Pdo\Pgsql::ATTR_POOL_PIPELINE must be an integer between 1 and 256
Pdo\Pgsql::ATTR_POOL_PIPELINE_DELAY must be an integer between 0 and 2147483647
Pdo\Pgsql::ATTR_POOL_PIPELINE must be an integer between 1 and 256
DELAY: 257 is accepted
Pdo\Pgsql::ATTR_POOL_PIPELINE must be an integer between 1 and 256
Pdo\Pgsql::ATTR_POOL_PIPELINE_DELAY must be an integer between 0 and 2147483647
Pdo\Pgsql::ATTR_POOL_PIPELINE must be an integer between 1 and 256
Pdo\Pgsql::ATTR_POOL_PIPELINE_DELAY must be an integer between 0 and 2147483647
int(1)
int(20)
int(8)
int(7)
int(1)
int(0)
