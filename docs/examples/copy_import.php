<?php
/* Usage: php docs/examples/copy_import.php [FILES [ROWS]]
 *
 * Imports CSV files into PostgreSQL with COPY, several at once, each in a transaction of its own: a file is in the table as
 * a whole or not at all. While one waits for the server another one reads. */

$files = (int) ($argv[1] ?? 8);
$rows = (int) ($argv[2] ?? 10000);

$pdo = new Pdo\Pgsql(getenv('PDO_PGSQL_TEST_DSN'), options: [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 4]);

/** The lines of a file for COPY: columns with tabs in between, as many at a time as fit in memory. */
function batches(string $file, int $size = 5000): Generator
{
    $stream = fopen($file, 'r');
    $batch = [];
    while (($row = fgetcsv($stream, escape: '')) !== false) {
        $batch[] = implode("\t", array_map(fn($value) => addcslashes($value, "\\\t\n\r"), $row));
        if (count($batch) === $size) {
            yield $batch;
            $batch = [];
        }
    }
    if ($batch) {
        yield $batch;
    }
}

function import(Pdo\Pgsql $pdo, string $file): void
{
    $pdo->beginTransaction();
    try {
        foreach (batches($file) as $batch) {
            $pdo->copyFromArray('import', $batch);
        }
        $pdo->commit();
    } catch (Throwable $e) {
        $pdo->rollBack();
        throw $e;
    }
}

$pdo->exec('DROP TABLE IF EXISTS import');
$pdo->exec('CREATE TABLE import (id int, name text)');
$folder = sys_get_temp_dir() . '/import-' . getmypid();
mkdir($folder);
for ($i = 0; $i < $files; $i++) {
    $stream = fopen("$folder/$i.csv", 'w');
    for ($row = 0; $row < $rows; $row++) {
        fputcsv($stream, [$row, "name \"$row\" of file $i"], escape: '');
    }
    fclose($stream);
}
/* One that is broken in its last line: nothing of it may arrive. */
file_put_contents("$folder/broken.csv", "1,good\nnot a number,bad\n");

$imports = array_map(fn($file) => Async\spawn(import(...), $pdo, $file), glob("$folder/*.csv"));
[$done, $errors] = Async\await_all($imports);
array_map(unlink(...), glob("$folder/*.csv"));
rmdir($folder);

printf("%d files imported, %d refused (%s), %d rows\n", count($done), count($errors), current($errors)->getCode(),
    $pdo->query('SELECT count(*) FROM import')->fetchColumn());
$pdo->exec('DROP TABLE import');
