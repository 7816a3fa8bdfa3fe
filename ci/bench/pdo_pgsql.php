<?php
/* PostgreSQL for pdo_common.php: the server is that of PDO_PGSQL_TEST_DSN. */
const SLEEP = 'SELECT pg_sleep(%s)';

function connect(array $options): PDO
{
	return new PDO(getenv('PDO_PGSQL_TEST_DSN'), null, null, $options);
}

require __DIR__ . '/pdo_common.php';
