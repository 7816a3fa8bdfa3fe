<?php
/* SQLite for pdo_common.php: the file of PDO_SQLITE_BENCH_FILE. It has no server that a query could keep. */
const SLEEP = 'SELECT %s';

function connect(array $options): PDO
{
	return new PDO('sqlite:' . getenv('PDO_SQLITE_BENCH_FILE'), null, null, $options);
}

require __DIR__ . '/pdo_common.php';
