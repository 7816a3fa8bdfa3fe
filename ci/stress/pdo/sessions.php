<?php
/* Sessions: what a program changes stays its own, and the next one finds nothing of it. */

namespace Stress;

use PDO;

final class Sessions
{
	public static function operations(): array
	{
		return [
			'change' => [3, self::change(...)],
			'look' => [2, self::look(...)],
			'hidden change' => [2, self::hide(...)],
			'attribute' => [2, self::attribute(...)],
		];
	}

	public static function change(Program $p): void
	{
		$changes = array_keys($p->driver->changes());
		$number = $p->random->between(0, count($changes) - 1);
		/* Also when the call fails it may have happened. */
		$p->changed[$number] = true;
		/* On MySQL exec() leaves the rows of a SELECT unread. */
		match ($p->random->between(str_starts_with($changes[$number], 'SELECT') ? 1 : 0, 2)) {
			0 => $p->db()->exec($changes[$number]),
			1 => $p->db()->query($changes[$number])->closeCursor(),
			2 => $p->db()->prepare($changes[$number])->execute(),
		};
		$p->random->oneIn(2) && self::look($p);
	}

	/** A coroutine that begins is in no transaction, and has made no mistake. */
	public static function beFresh(Program $p): void
	{
		$p->report->check(!$p->db()->inTransaction(), 'a coroutine begins in a transaction');
		$code = $p->db()->errorCode();
		$p->report->check($code === PDO::ERR_NONE, "a coroutine begins with the error $code");
	}

	/** Only POOL_RESET_ALWAYS undoes what the text does not show. Another session may be the next. */
	public static function hide(Program $p): void
	{
		$hidden = $p->driver->hidden();
		if ($hidden !== null && $p->round->pools->setups[$p->pool]->resetsAlways()) {
			$p->hides = true;
			$p->db()->query($hidden[0])->fetchAll();
		}
	}

	public static function look(Program $p): void
	{
		$probes = array_values($p->driver->changes());
		$hidden = $p->driver->hidden()[1] ?? '0';
		$mark = $p->round->pools->setups[$p->pool]->mark;
		$row = $p->db()->query('SELECT ' . implode(', ', [$mark ?? '1', $hidden, ...$probes]))
			->fetch(PDO::FETCH_NUM);
		$p->report->check((bool) array_shift($row), 'a session without what PDO::ATTR_POOL_INIT sets');
		$p->report->check(!array_shift($row) || $p->hides,
			"program $p->number finds what another has changed behind the text");
		$p->compareSession(array_fill_keys(array_keys(array_filter($row)), true));
	}

	/** Of the handle, for all who use it: only what the others do not mind. */
	public static function attribute(Program $p): void
	{
		$db = $p->db();
		switch ($p->random->between(0, 3)) {
			case 0:
				$value = $p->random->oneIn(2);
				$p->report->check($db->setAttribute(PDO::ATTR_STRINGIFY_FETCHES, $value),
					'setAttribute() is not true');
				break;
			case 1:
				$db->setAttribute(PDO::ATTR_DEFAULT_FETCH_MODE,
					$p->random->pick([PDO::FETCH_BOTH, PDO::FETCH_NUM]));
				break;
			case 2:
				$db->getAttribute(PDO::ATTR_DRIVER_NAME);
				break;
			case 3:
				$db->getAttribute(PDO::ATTR_SERVER_VERSION);
				break;
		}
	}
}
