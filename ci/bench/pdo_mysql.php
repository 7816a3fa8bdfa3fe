<?php
/* MySQL for pdo_common.php: the server is that of PDO_MYSQL_TEST_DSN, _USER and _PASS. */
const SLEEP = 'SELECT SLEEP(%s)';

function connect(array $options): PDO
{
	/* Statements that are prepared on the server; the other modes are ordinary queries. */
	$options[PDO::ATTR_EMULATE_PREPARES] = $GLOBALS['argv'][1] !== 'prepared';
	return new PDO(getenv('PDO_MYSQL_TEST_DSN'), getenv('PDO_MYSQL_TEST_USER'), getenv('PDO_MYSQL_TEST_PASS'), $options);
}

require __DIR__ . '/pdo_common.php';
