#!/usr/bin/env bash
# Cuts the connection between an INSERT and its answer, 1000 times per driver and client, and looks for rows that are there twice; exactly-once:CUTS.
# The debug build. CI_SEED starts another sequence.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/../phpt.sh"

cuts=${1:-1000} seed=${CI_SEED:-1}
case $cuts$seed in *[!0-9]*) die 'the number of cuts and CI_SEED are numbers' ;; esac
for build in debug debug-libmysqlclient; do
	build_variant "$build" || { not_ok "variant $build builds"; exit 1; }
done
start_services pgsql mariadb odbc || { not_ok 'the servers start'; exit 1; }

cut() { # BUILD ARGUMENT...
	local status
	php=$("$root/scripts/build" --print-php "$1") || return 1
	shift
	(
		clean_environment
		eval "$services_environment"
		exec timeout --kill-after=30 600 "$php" -n "$ci/exactly-once/exactly_once.php" --cuts="$cuts" --seed="$seed" "$@"
	) 2>&1 &
	tests_pid=$!
	wait "$tests_pid"
	status=$?
	tests_pid=
	[ "$status" -eq 0 ] || not_ok "exactly_once.php $* ends with status 0, not $status"
	return "$status"
}

status=0
cut debug pgsql || status=1
cut debug --pipeline pgsql || status=1
cut debug mysql || status=1
cut debug-libmysqlclient mysql-libmariadb || status=1
cut debug odbc-pgsql || status=1
cut debug odbc-mariadb || status=1
echo 'skip - sqlite: there is no connection to cut'
exit "$status"
