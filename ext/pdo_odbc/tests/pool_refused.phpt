--TEST--
ODBC pool: data sources that cannot be pooled are refused before anything is opened
--EXTENSIONS--
pdo
pdo_odbc
async
--FILE--
<?php
foreach ([
    'Driver={SQLite3};Database=:memory:',
    'Driver={MariaDB Unicode};Server=127.0.0.1;Port=1;Option=67108864;Pwd=secret',
] as $dsn) {
    try {
        new PDO("odbc:$dsn", options: [PDO::ATTR_POOL_ENABLED => true]);
        echo "can be pooled\n";
    } catch (PDOException $e) {
        echo $e->getMessage(), "\n";
    }
}
?>
--EXPECT--
PDO::ATTR_POOL_ENABLED cannot be used with SQLite's ":memory:", which is another database for each connection; use a file
can be pooled
