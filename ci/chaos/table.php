<?php
/* php table.php FILE DOCUMENT: puts the measurements of FILE into DOCUMENT, between its two marks. Run by ci/chaos/table. */

const BEGIN = '<!-- ci/chaos/table: begin -->';
const END = '<!-- ci/chaos/table: end -->';
const TITLES = ['pgsql' => 'PostgreSQL', 'mysql' => 'MySQL, mysqlnd', 'odbc-pgsql' => 'ODBC, PostgreSQL',
	'odbc-mariadb' => 'ODBC, MariaDB', 'sqlite' => 'SQLite', 'pgsql-server' => 'server PostgreSQL', 'mariadb-server' => 'server MariaDB'];

function rows(array $head, array $rows): string
{
	return '| ' . implode(' | ', $head) . " |\n" . str_repeat('|---', count($head)) . "|\n"
		. implode('', array_map(fn($row) => '| ' . implode(' | ', $row) . " |\n", $rows));
}

function banks(array $banks): string
{
	$rows = [];
	foreach ($banks as $name => $bank) {
		$rows[] = [TITLES[$name], $bank['done'], $bank['failed'], "{$bank['unsure']}, {$bank['happened']} there", $bank['audits'], $bank['connections']];
	}
	return rows(['Driver', 'Acknowledged, all there once', 'Failed or rolled back, none there', 'Unsure', 'Audits', 'Connections made'], $rows);
}

function faults(array $faults): string
{
	$bySubject = [];
	foreach ($faults as $fault => $count) {
		[$subject, $what] = explode(': ', $fault);
		$bySubject[$subject][$what] = "$what $count";
	}
	$rows = [];
	foreach (array_intersect_key(TITLES, $bySubject) as $subject => $title) {
		ksort($bySubject[$subject]);
		$place = str_ends_with($subject, 'server') ? ucfirst($title) : ($subject === 'sqlite' ? $title : "the way of $title");
		$rows[] = [ucfirst($place), implode(', ', $bySubject[$subject])];
	}
	sort($rows);
	return rows(['Where', 'Faults'], $rows);
}

function summary(array $result): string
{
	['limits' => $limits, 'memory' => $memory] = $result;
	$kib = fn(int $bytes) => round($bytes / 1024);
	return "{$result['date']}, commit {$result['commit']}, {$result['variant']} build, seed {$result['seed']}: {$result['seconds']} seconds,\n"
		. "{$result['coroutines']} coroutines, " . array_sum($result['faults']) . " faults. Of {$limits['calls']} calls none was more than\n"
		. "{$limits['worst_ms']} ms past its limit ({$limits['worst_gross_ms']} ms with what the event loop was late).\nNo call blocked the loop for more than {$limits['blocked_ms']} ms. Memory: PHP's heap "
		. "{$kib($memory['heap'][0])} KiB a minute\n(standard error {$kib($memory['heap'][1])}), the process {$kib($memory['resident'][0])} "
		. "({$kib($memory['resident'][1])}). " . ($result['failed'] ? "**{$result['failed']} checks failed.**" : 'All checks passed.') . "\n";
}

[, $file, $document] = $argv;
$result = json_decode(@file_get_contents($file) ?: 'null', true);
$text = file_get_contents($document);
$begin = strpos($text, BEGIN);
$end = strpos($text, END);
if (!$result || $begin === false || $end === false) {
	fwrite(STDERR, "table.php: no measurements in $file, or no marks in $document\n");
	exit(1);
}
$table = summary($result) . "\n" . banks($result['banks']) . "\n" . faults($result['faults']);
file_put_contents($document, substr($text, 0, $begin) . BEGIN . "\n\n$table\n" . substr($text, $end));
