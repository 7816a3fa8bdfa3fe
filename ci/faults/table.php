<?php
/* php table.php DIR DOCUMENT: puts the measurements of DIR/*.json into DOCUMENT, between its two marks. Run by ci/faults/table. */

const BEGIN = '<!-- ci/faults/table: begin -->';
const END = '<!-- ci/faults/table: end -->';
const DRIVERS = ['pgsql' => 'PostgreSQL', 'mysql' => 'MySQL, mysqlnd', 'mysql-libmariadb' => 'MySQL, C client',
	'odbc-pgsql' => 'ODBC, PostgreSQL', 'odbc-mariadb' => 'ODBC, MariaDB'];
const PEOPLE = ['in a query', 'in a transaction', 'caller, with a limit', 'caller, without a limit', 'well again'];

/* Coarse, so that two runs give the same table. */
function duration(float $ms): string
{
	return $ms < 250 ? 'at once' : sprintf('%.1f s', round($ms / 500) / 2);
}

function cell(?array $seen): string
{
	$parts = [];
	foreach ($seen ?? [] as $what => [$least, $most]) {
		$times = array_unique([duration($least), duration($most)]);
		$parts[] = ($what === 'right' ? 'served' : "`$what`") . ' ' . implode(' to ', $times);
	}
	return $parts ? implode('; ', $parts) : '-';
}

function section(string $fault, array $byDriver): string
{
	$rows = "### " . ucfirst($fault) . "\n\n| Driver | " . implode(' | ', array_map(ucfirst(...), PEOPLE)) . " |\n" .
		str_repeat('|---', count(PEOPLE) + 1) . "|\n";
	foreach (DRIVERS as $driver => $title) {
		if (isset($byDriver[$driver])) {
			$cells = array_map(fn($who) => cell($byDriver[$driver][$who] ?? null), PEOPLE);
			$cells[count($cells) - 1] = str_replace('served ', '', end($cells));
			$rows .= "| $title | " . implode(' | ', $cells) . " |\n";
		}
	}
	return $rows;
}

[, $directory, $document] = $argv;
$faults = [];
foreach (array_keys(DRIVERS) as $driver) {
	foreach (json_decode(@file_get_contents("$directory/$driver.json") ?: '{}', true)[$driver] ?? [] as $fault => $sights) {
		$faults[$fault][$driver] = $sights;
	}
}
$text = file_get_contents($document);
$begin = strpos($text, BEGIN);
$end = strpos($text, END);
if (!$faults || $begin === false || $end === false) {
	fwrite(STDERR, "table.php: no measurements in $directory, or no marks in $document\n");
	exit(1);
}
$tables = implode("\n", array_map(section(...), array_keys($faults), $faults));
file_put_contents($document, substr($text, 0, $begin) . BEGIN . "\n\n$tables\n" . substr($text, $end));
