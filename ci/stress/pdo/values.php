<?php
/* Values that are long, of several types, or missing: what one execution leaves must not show in the next. */

namespace Stress;

use PDO;
use PDOException;

final class Values
{
	private const TEXT = '0123456789';

	public static function operations(): array
	{
		return ['long values' => [2, self::long(...)], 'fewer values' => [2, self::fewer(...)]];
	}

	/** Longer than what a driver reads ahead. */
	public static function long(Program $p): void
	{
		$count = $p->random->pick([3, 700, 7000]);
		$rows = $p->db()->query('WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3) '
			. "SELECT i, {$p->driver->repeat(self::TEXT, $count)} AS t FROM n");
		for ($i = 1; $i <= 3; $i++) {
			[$number, $text] = $rows->fetch(PDO::FETCH_NUM) ?: [0, ''];
			$p->report->check($number == $i && $text === str_repeat(self::TEXT, $count),
				"long row $number has " . strlen($text) . " bytes, not row $i " . strlen(self::TEXT) * $count);
			$p->random->oneIn(4) && $p->pause();
		}
	}

	/** An execution that names fewer values has none of another one. */
	public static function fewer(Program $p): void
	{
		$integer = $p->driver->integer('?');
		$statement = $p->db()->prepare("SELECT $integer AS a, $integer AS b");
		[$a, $b] = [$p->number(), $p->number()];
		$values = $p->random->oneIn(2) ? [$a] : [$a, $b];
		try {
			$statement->execute($values);
		} catch (PDOException $e) {
			if (count($values) === 2 || !in_array($e->getCode(), ['HY093', '08P01', '07002'], true)) {
				throw $e;
			}
			return;
		}
		$row = $statement->fetch(PDO::FETCH_NUM);
		$p->report->check($row && $row[0] == $a && (count($values) === 1 ? $row[1] === null : $row[1] == $b),
			'executed with ' . json_encode($values) . ': ' . json_encode($row));
	}
}
