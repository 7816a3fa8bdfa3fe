<?php
/* Random coroutines on a pool of PostgreSQL connections change their sessions in every way they know, while others cancel them, kill or stop
 * their backends, define functions, fork, and close pools. Each begins by looking whether its session is new, and each write is counted.
 *
 * Usage: php sessions.php --seed=N [--rounds=N] [--seconds=N]
 * With POOL_RESET_ALWAYS anything is tried, with POOL_RESET_AUTO what the docs call safe. The server is that of PDO_PGSQL_TEST_DSN. */

['seed' => $seed, 'rounds' => $rounds, 'seconds' => $seconds] = getopt('', ['seed:', 'rounds:', 'seconds:']) + ['seed' => 1, 'rounds' => 100, 'seconds' => 3600];
mt_srand((int) $seed);
$dsn = getenv('PDO_PGSQL_TEST_DSN');
$owner = new PDO($dsn, null, null, [PDO::ATTR_POOL_ENABLED => false]);

/* What is changed, and a query that is true for a session in which it was. */
const CHANGES = [
	"SET stress.x = 'leak'" => "current_setting('stress.x', true) = 'leak'",
	"SET TIME ZONE 'Asia/Tokyo'" => "current_setting('TimeZone') = 'Asia/Tokyo'",
	'SET search_path = stress_nowhere' => "current_setting('search_path') = 'stress_nowhere'",
	'CREATE TEMP TABLE IF NOT EXISTS stress_temp (id int)' => "to_regclass('pg_temp.stress_temp') IS NOT NULL",
	'SELECT pg_advisory_lock_shared(47110815)' => "EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid())",
	'LISTEN stress' => 'EXISTS (SELECT FROM pg_listening_channels())',
	"SELECT set_config('work_mem', '4711', false)" => "current_setting('work_mem') = '4711kB'",
	'SET standard_conforming_strings = off' => "current_setting('standard_conforming_strings') = 'off'",
	"SELECT nextval('public.stress_sequence')" => 'false',
];
$ways = ['%s', '%p', 'SELECT public.stress_%i()', 'SELECT 1; %s', 'DO $d$ BEGIN PERFORM public.stress_%i(); END $d$', 'CALL public.stress_call_%i()'];
$hidden = ['INSERT INTO public.stress_table_%i VALUES (1)', 'SELECT * FROM public.stress_view_%i', 'UPDATE public.stress_view_%i SET id = 1',
	'SELECT ROW(1)::public.stress_type_%i::int', 'INSERT INTO public.stress_default_%i DEFAULT VALUES', "SELECT '1'::public.stress_domain_%i"];

$owner->exec('DROP SEQUENCE IF EXISTS stress_sequence CASCADE; CREATE SEQUENCE stress_sequence; DROP TABLE IF EXISTS stress_writes; CREATE TABLE stress_writes (id text)');
foreach (array_keys(CHANGES) as $i => $command) {
	$q = str_replace("'", "''", $command);
	$owner->exec("DROP FUNCTION IF EXISTS stress_$i() CASCADE; DROP FUNCTION IF EXISTS stress_trigger_$i() CASCADE; DROP TYPE IF EXISTS stress_type_$i CASCADE;
		DROP TABLE IF EXISTS stress_table_$i, stress_default_$i; DROP PROCEDURE IF EXISTS stress_call_$i(); DROP DOMAIN IF EXISTS stress_domain_$i;
		DROP FUNCTION IF EXISTS stress_check_$i(text) CASCADE;
		CREATE FUNCTION stress_$i() RETURNS int LANGUAGE plpgsql AS \$\$ BEGIN EXECUTE '$q'; RETURN 1; END \$\$;
		CREATE FUNCTION stress_check_$i(text) RETURNS boolean LANGUAGE plpgsql AS \$\$ BEGIN EXECUTE '$q'; RETURN true; END \$\$;
		CREATE DOMAIN stress_domain_$i AS text CHECK (stress_check_$i(VALUE));
		CREATE FUNCTION stress_trigger_$i() RETURNS trigger LANGUAGE plpgsql AS \$\$ BEGIN PERFORM public.stress_$i(); RETURN NEW; END \$\$;
		CREATE PROCEDURE stress_call_$i() LANGUAGE plpgsql AS \$\$ BEGIN PERFORM public.stress_$i(); COMMIT; END \$\$;
		CREATE TABLE stress_table_$i (id int); CREATE TRIGGER t BEFORE INSERT ON stress_table_$i FOR EACH ROW EXECUTE FUNCTION stress_trigger_$i();
		CREATE TABLE stress_default_$i (id int DEFAULT public.stress_$i());
		CREATE VIEW stress_view_$i AS SELECT public.stress_$i() AS id; CREATE RULE r AS ON UPDATE TO stress_view_$i DO INSTEAD SELECT public.stress_$i();
		CREATE TYPE stress_type_$i AS (id int);
		CREATE FUNCTION stress_cast_$i(stress_type_$i) RETURNS int LANGUAGE plpgsql AS \$\$ BEGIN RETURN public.stress_$i(); END \$\$;
		CREATE CAST (stress_type_$i AS int) WITH FUNCTION stress_cast_$i(stress_type_$i)");
}
$probe = 'SELECT concat_ws(\'; \', ' . implode(', ', array_map(fn($change, $test) => 'CASE WHEN ' . $test . ' THEN $q$' . $change . '$q$ END',
	array_keys(CHANGES), CHANGES)) . ')';

/* A statement that changes the session, in a way of the list. */
function change(PDO $db, string $way): void
{
	$i = mt_rand(0, count(CHANGES) - 1);
	$sql = strtr($way, ['%s' => array_keys(CHANGES)[$i], '%p' => array_keys(CHANGES)[$i], '%i' => $i]);
	match (true) {
		str_contains($way, '%p') => $db->prepare($sql)->execute(),
		str_starts_with($way, 'SELECT') && mt_rand(0, 1) === 0 => $db->query($sql)->fetchAll(),
		default => $db->exec($sql),
	};
}

function one_of(array $list): mixed
{
	return $list[mt_rand(0, count($list) - 1)];
}

function fail(string $what): never
{
	global $round, $seed;
	echo "not ok - sessions: $what in round $round of seed $seed\n";
	posix_kill(getmypid(), SIGKILL);
}

$begin = hrtime(true);
$acknowledged = [];
$uncertain = [];
for ($round = 0; $round < $rounds && (hrtime(true) - $begin) / 1e9 < $seconds; $round++) {
	$always = mt_rand(0, 3) > 0;
	$db = new PDO($dsn, null, null, [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => mt_rand(1, 3), PDO::ATTR_POOL_CLEAN_TIMEOUT => 2000,
		PDO::ATTR_POOL_RESET => $always ? PDO::POOL_RESET_ALWAYS : PDO::POOL_RESET_AUTO]
		+ (mt_rand(0, 3) === 0 ? [PDO::ATTR_POOL_INIT => "SET application_name = 'stress'"] : []));
	if (mt_rand(0, 1) === 0) {
		$db->exec("SET IntervalStyle = 'iso_8601'");
		$db->exec('SET extra_float_digits = 2');
	}
	$float_digits = $db->query('SHOW extra_float_digits')->fetchColumn();
	$work = function (int $number) use ($db, $probe, $always, $ways, $hidden, $round, $float_digits, &$acknowledged, &$uncertain) {
		for ($turn = 0; $turn < 3; $turn++) {
			/* A statement of an earlier turn may have changed the session: only the first look is at a new one. */
			$way = $turn === 0 ? 'look' : one_of(['change', 'change', 'plain', 'write', 'transaction', 'several']);
			$id = "$round-$number-$turn";
			try {
				switch ($way) {
					case 'look':
						$found = $db->query($probe)->fetchColumn();
						if ($found !== '' || $db->query('SHOW extra_float_digits')->fetchColumn() !== $float_digits) {
							fail(($always ? 'ALWAYS' : 'AUTO') . " leaked: $found");
						}
						break;
					case 'change':
						change($db, one_of($always ? [...$ways, ...$hidden] : $ways));
						break;
					case 'plain':
						$db->query('SELECT count(*) FROM pg_catalog.pg_class')->fetchAll();
						break;
					case 'write':
						$uncertain[$id] = true;
						$db->prepare('INSERT INTO public.stress_writes VALUES (?)')->execute([$id]);
						$acknowledged[$id] = true;
						break;
					case 'transaction':
						$db->beginTransaction();
						change($db, one_of($ways));
						mt_rand(0, 1) ? $db->commit() : $db->rollBack();
						break;
					case 'several':
						$db->exec('SELECT 1; SELECT 2');
						break;
				}
			} catch (PDOException $e) {
				/* Killed, refused in a transaction, DDL at once, or closed: none of that is a leak. */
				if (!preg_match('/^(08|57|40|25|HY|55|XX|42|23|2D|0A)/', (string) $e->getCode()) && $e->getCode() !== 0) {
					fail(get_class($e) . ' ' . $e->getMessage());
				}
				if ($db->inTransaction()) {
					$db->rollBack();
				}
			}
			mt_rand(0, 2) === 0 && Async\suspend();
		}
	};
	$coroutines = array_map(fn(int $number) => Async\spawn($work, $number), range(0, mt_rand(3, 12)));
	for ($i = mt_rand(0, 6); $i > 0; $i--) {
		mt_rand(0, 1) ? Async\suspend() : Async\delay(mt_rand(0, 3));
		switch (mt_rand(0, 7)) {
			case 0:
			case 1:
				one_of($coroutines)->cancel();
				break;
			case 2:
				$owner->query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database() AND query LIKE '%DISCARD%' LIMIT 1");
				break;
			case 3:
				$owner->query("SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database() LIMIT 1");
				break;
			case 4:
				$owner->query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database() LIMIT 1");
				break;
			case 5:
				$owner->exec('CREATE OR REPLACE FUNCTION public.stress_ddl() RETURNS int LANGUAGE sql AS \'SELECT 1\'; ALTER TABLE stress_writes ADD COLUMN IF NOT EXISTS x int');
				break;
			case 6:
				if (mt_rand(0, 3) === 0 && ($child = pcntl_fork()) === 0) {
					/* Whatever the child inherited says nothing to the server. */
					unset($db, $coroutines);
					posix_kill(getmypid(), SIGKILL);
				} elseif (isset($child)) {
					pcntl_waitpid($child, $status);
				}
				unset($child);
				break;
			case 7:
				mt_rand(0, 3) === 0 && $db->getPool()->close();
				break;
		}
	}
	Async\await_all($coroutines);
	unset($coroutines, $work, $db);
}
foreach ($owner->query('SELECT id, count(*) FROM stress_writes GROUP BY id')->fetchAll(PDO::FETCH_KEY_PAIR) as $id => $count) {
	if ($count !== 1 || !isset($uncertain[$id])) {
		fail("write $id was done $count times");
	}
	unset($acknowledged[$id]);
}
if ($acknowledged) {
	fail('acknowledged writes are missing: ' . implode(' ', array_keys($acknowledged)));
}
echo "ok - sessions: $round rounds of seed $seed, no leak, each write once\n";
