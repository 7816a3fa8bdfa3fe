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
    'Driver={MariaDB Unicode};Server=127.0.0.1;Port=1;OPTION=67108867',
    'Driver={MariaDB Unicode};Server=127.0.0.1;Port=1;Option=3',
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
PDO::ATTR_POOL_ENABLED cannot be used with Option 67108864 (several statements in one text) of MariaDB's ODBC driver, which is not safe for threads then; leave that bit out
PDO::ATTR_POOL_ENABLED cannot be used with Option 67108864 (several statements in one text) of MariaDB's ODBC driver, which is not safe for threads then; leave that bit out
can be pooled
