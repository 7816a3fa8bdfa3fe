#!/usr/bin/env bash
# Proves that ci/services starts what it says, side by side, and stops exactly that, whatever state it is in.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"
no_arguments "$@"

base=$(mktemp -d /tmp/php-ci-svc.XXXXXX) && chmod 755 "$base" || exit 1
clean_up() {
	local dir
	for dir in "$base"/one "$base"/two "$base"/broken; do [ ! -e "$dir/token" ] || "$ci/services/stop" --dir "$dir" >/dev/null 2>&1; done
	rm -rf -- "$base"
}
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

starts() { "$ci/services/start" --dir "$base/$1" "${@:2}" > "$base/$1.env"; }
answers_pgsql() { ( . "$base/$1.env"; PGPASSWORD=$PGSQL_TEST_PASS "$PGSQL_TEST_BINDIR/psql" -X -At -c 'SELECT 1' -h 127.0.0.1 -p "$PGSQL_TEST_PORT" -U test test; ) }
refuses_plain_text() {
	( . "$base/one.env"
	  ! PGPASSWORD=$PGSQL_TEST_PASS "$PGSQL_TEST_BINDIR/psql" -X -At -c 'SELECT 1' "host=127.0.0.1 port=$PGSQL_TEST_PORT dbname=test_tls user=test_tls sslmode=disable" &&
	  ! MYSQL_PWD=$PDO_MYSQL_TLS_TEST_PASS mariadb --no-defaults --skip-ssl -h 127.0.0.1 -P "$PDO_MYSQL_TEST_PORT" -u test_tls -e 'SELECT 1' test ) 2>/dev/null
}
exports() { grep -q "^export $1='..*'\$" "$base/one.env"; }
# Ended, though perhaps not yet reaped; a signal takes effect only when the process gets a processor.
gone() {
	local deadline=$((SECONDS + 30))
	while grep -qs '^State:[[:space:]]*[^ZX]' "/proc/$1/status"; do
		[ "$SECONDS" -lt "$deadline" ] || return 1
		sleep 0.1
	done
}

check 'all services start' starts one
for name in PDO_PGSQL_TEST_DSN PDO_PGSQL_TLS_TEST_DSN PDO_PGSQL_SUPERUSER_DSN PDO_MYSQL_TEST_DSN PDO_MYSQL_TEST_USER PDO_MYSQL_TEST_PASS \
	PDO_MYSQL_TEST_HOST PDO_MYSQL_TEST_PORT PDO_MYSQL_TEST_SOCKET PDO_MYSQL_TEST_DB PDO_MYSQL_TLS_TEST_DSN PDO_MYSQL_TLS_CA \
	PDO_MYSQL_ROOT_PASS PDO_ODBC_TEST_DSN PDO_ODBC_MARIADB_TEST_DSN PDO_ODBC_SQLITE_TEST_DSN; do
	check "start exports $name" exports "$name"
done
check 'users who need TLS do not get in without it' refuses_plain_text
check 'PgBouncer is not started unless it is named' eval '! grep -q PGBOUNCER "$base/one.env"'
check 'a second instance, with PgBouncer, starts beside the first' starts two pgbouncer
check 'both answer' eval 'answers_pgsql one && answers_pgsql two'
cp "$base/one.env" "$base/one.before"
check 'starting again changes nothing' eval 'starts one && cmp "$base/one.env" "$base/one.before"'

pgsql=$(cat "$base/one/pgsql.pid") mariadb=$(cat "$base/one/mariadb.pid") other=$(cat "$base/two/pgsql.pid")
kill -STOP "$pgsql" "$mariadb"
check 'stop ends servers that were stopped by a signal' "$ci/services/stop" --dir "$base/one"
check 'nothing of the first instance is left' eval 'gone "$pgsql" && gone "$mariadb" && [ ! -e "$base/one" ]'
check 'the second instance still answers' answers_pgsql two
kill -KILL "$other"
gone "$other"
check 'status reports a server that was killed' eval '! "$ci/services/status" --dir "$base/two"'
check 'stop cleans up after a server that was killed' "$ci/services/stop" --dir "$base/two"

mkdir "$base/bin"
printf '#!/bin/sh\necho does not start >&2; exit 1\n' > "$base/bin/mariadbd"
chmod 755 "$base/bin/mariadbd"
PATH=$base/bin:$PATH "$ci/services/start" --dir "$base/broken" pgsql mariadb > "$base/broken.env" 2> "$base/broken.err"
check 'a start that fails says so' eval "[ $? -ne 0 ] && [ ! -s '$base/broken.env' ]"
check 'a start that fails names the log' grep -q "log: $base/broken/mariadb.log" "$base/broken.err"
check 'a start that fails leaves no server behind' eval '[ ! -e "$base/broken/pgsql.pid" ] && [ ! -e "$base/broken/pgsql" ]'
