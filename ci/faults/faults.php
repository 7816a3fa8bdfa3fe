<?php
/* Breaks what lies between a pooled PDO object and its server, in every way that is listed below, and says who saw what.
 *
 *   php faults.php DRIVER [--only=FAULT]... [--json=FILE]
 *
 * DRIVER: pgsql, mysql, mysql-libmariadb, odbc-pgsql, odbc-mariadb. Needs a server of its own (ci/services/start): it is stopped, killed
 * and started again. ci/faults/run starts one for each driver. Prints `ok - ` and `not ok - ` lines; the measurements go to FILE. */

require __DIR__ . '/database.php';
require __DIR__ . '/scene.php';

final class Fault
{
	/** @param list<string> $strikes who holds a connection that is struck: 'in a query', 'in a transaction' */
	public function __construct(
		public readonly Closure $strike,
		public readonly Closure $heal,
		public readonly array $strikes = ['in a query', 'in a transaction'],
		/* Those who come while it lasts may see an error: with a limit for acquiring, and without. */
		public readonly bool $reachesCallers = true,
		public readonly bool $reachesUnlimited = true,
		/* Connections that are there are not given to those who come. */
		public readonly bool $needsNewConnections = false,
		/* The idle connection ends as well, and it is waited for that. */
		public readonly bool $endsIdle = false,
		public readonly string $host = '127.0.0.1',
		public readonly bool $withTls = false)
	{
	}

	public function mayReach(string $who): bool
	{
		return match ($who) {
			'caller, with a limit' => $this->reachesCallers,
			'caller, without a limit' => $this->reachesUnlimited,
			default => in_array($who, $this->strikes, true),
		};
	}

	/* The proxy does it. */
	private static function onTheWay(string $order): self
	{
		return new self(fn($server, $link) => $link->tell($order), fn($server, $link) => $link->tell('pass'));
	}

	/* One session is ended by the server. */
	private static function killed(string $whose, array $strikes): self
	{
		return new self(fn($server, $link, $sessions) => $server->kill($sessions[$whose]), fn() => null, $strikes, false, false,
			endsIdle: $whose === 'idle');
	}

	private static function password(Server $server, bool $isRight): void
	{
		$password = getenv($server instanceof PostgreSQL ? 'PGSQL_TEST_PASS' : 'PDO_MYSQL_TEST_PASS');
		$server->setPassword($isRight ? $password : "not$password");
	}

	/* A name of the hosts file, which ci/faults/run has put in place of the machine's. */
	private static function name(bool $isKnown): void
	{
		file_put_contents('/etc/hosts', "127.0.0.1 localhost\n" . ($isKnown ? "127.0.0.1 database.test\n" : ''));
	}

	public static function all(): array
	{
		return [
			'idle session killed' => self::killed('idle', []),
			'session killed in a query' => self::killed('in a query', ['in a query']),
			'session killed in a transaction' => self::killed('in a transaction', ['in a transaction']),
			'server crashes and comes back' => new self(fn($server) => $server->crash(), fn($server) => $server->start()),
			'server stopped (SIGSTOP)' => new self(fn($server) => $server->signal(SIGSTOP), fn($server) => $server->signal(SIGCONT)),
			'connections refused' => self::onTheWay('refuse'),
			'accepted, never answered' => self::onTheWay('silent'),
			'connections reset' => new self(fn($server, $link) => $link->tell('reset'), fn() => null, reachesCallers: false, reachesUnlimited: false,
				endsIdle: true),
			'network swallows everything' => self::onTheWay('hole'),
			'no place left on the server' => new self(fn($server) => $server->fill(), fn($server) => $server->free(), [], false),
			'name does not resolve' => new self(fn() => self::name(false), fn() => self::name(true), [],
				needsNewConnections: true, host: 'database.test'),
			'password is wrong' => new self(fn($server) => self::password($server, false), fn($server) => self::password($server, true), [],
				needsNewConnections: true),
			'server has no TLS' => new self(fn($server, $link) => $link->tell('plain'), fn($server, $link) => $link->tell('pass'), withTls: true),
		];
	}
}

$options = getopt('', ['only:', 'json:', 'help'], $rest);
$name = $argv[$rest] ?? null;
if (isset($options['help']) || !in_array($name, ['pgsql', 'mysql', 'mysql-libmariadb', 'odbc-pgsql', 'odbc-mariadb'], true)) {
	echo "usage: php faults.php [--only=FAULT]... [--json=FILE] DRIVER\n\nDRIVER: pgsql, mysql, mysql-libmariadb, odbc-pgsql, odbc-mariadb\nFAULT:  ",
		implode(', ', array_keys(Fault::all())), "\n";
	exit(isset($options['help']) ? 0 : 2);
}

/* Several callers mostly see the same: who sees what => [after how many ms at the least, at the most]. */
function summary(array $sights): array
{
	$seen = [];
	foreach ($sights as $sight) {
		$seen[$sight->what] = [min($seen[$sight->what][0] ?? INF, round($sight->ms)), max($seen[$sight->what][1] ?? 0, round($sight->ms))];
	}
	ksort($seen);
	return $seen;
}

$driver = Driver::named($name);
$link = new Link($driver->server->port());
$results = [];
$failed = 0;
foreach (Fault::all() as $title => $fault) {
	if (isset($options['only']) && !in_array($title, (array) $options['only'], true)) {
		continue;
	}
	if ($fault->host !== '127.0.0.1' && !getenv('FAULTS_OWN_HOSTS')) {
		echo "skip - $name: $title (only as root: it needs a hosts file of its own)\n";
		continue;
	}
	$scene = new Scene($driver, $link, $fault);
	try {
		$results[$title] = array_map(fn($sights) => summary(is_array($sights) ? $sights : [$sights]), $scene->play());
		$wrong = $scene->wrong();
	} catch (Throwable $e) {
		$wrong = [...$scene->wrong(), get_class($e) . ': ' . $e->getMessage() . ' at ' . basename($e->getFile()) . ':' . $e->getLine()];
	}
	echo $wrong ? 'not ok - ' : 'ok - ', "$name: $title", $wrong ? ' (' . implode('; ', $wrong) . ')' : '', "\n";
	$failed += count($wrong);
	if (isset($e)) {
		break;
	}
}
if (isset($options['json'])) {
	file_put_contents($options['json'], json_encode([$name => $results], JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES) . "\n");
}
$link->end();
exit($failed ? 1 : 0);
