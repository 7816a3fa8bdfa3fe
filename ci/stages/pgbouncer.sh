#!/usr/bin/env bash
# PDO through PgBouncer in transaction mode: prepared statements, their cache, transactions, ids; the server's log has no error; pgbouncer:VARIANT.
# Needs a PgBouncer that follows prepared statements (1.21) and a libpq that closes them by the protocol (17), as Debian 13
# has them; skipped elsewhere.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/../phpt.sh"

variant=${1:-debug}
build_variant "$variant" || { not_ok "variant $variant builds"; exit 1; }
php=$("$root/scripts/build" --print-php "$variant") || exit 1
start_services pgsql pgbouncer || { not_ok 'the servers start'; exit 1; }
eval "$services_environment"
if [ "$(printf '%s\n' 1.21 "$PGBOUNCER_TEST_VERSION" | sort -V | head -n 1)" != 1.21 ] ||
	! "$php" -n -r 'exit((int) version_compare((new PDO(getenv("PDO_PGSQL_TEST_DSN")))->getAttribute(PDO::ATTR_CLIENT_VERSION), "17", "<"));'; then
	echo "skip - PgBouncer $PGBOUNCER_TEST_VERSION or libpq is too old to follow prepared statements"
	exit 0
fi
timeout --kill-after=30 600 "$php" -n "$ci/stress/pooler.php" &
tests_pid=$!
wait "$tests_pid"
status=$?
tests_pid=
[ "$status" -eq 0 ] || not_ok "pooler.php ($variant) ends with status 0, not $status"
if errors=$(grep -nE 'ERROR|FATAL|PANIC' "$PGSQL_TEST_LOG" | grep -v 'does not exist, skipping'); then
	printf '%s\n' "$errors" | head -n 20 | sed 's/^/# /'
	not_ok "the server's log has no error"
	status=1
else
	ok "the server's log has no error"
fi
exit "$status"
