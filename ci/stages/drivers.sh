#!/usr/bin/env bash
# Runs one script with four pooled PDO objects, of pgsql, mysql, odbc and sqlite, and 200 coroutines that use all four; drivers:VARIANT.
# Under the sanitizers unless another variant is named.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/../phpt.sh"

variant=${1:-asan}
build_variant "$variant" || { not_ok "variant $variant builds"; exit 1; }
php=$("$root/scripts/build" --print-php "$variant") || exit 1
start_services pgsql mariadb odbc || { not_ok 'the servers start'; exit 1; }
(
	clean_environment
	eval "$services_environment"
	exec timeout --kill-after=30 900 "$php" -n "$ci/stress/four_drivers.php"
) > "$CI_LOGS/four_drivers.$variant.log" 2>&1 &
tests_pid=$!
wait "$tests_pid"
status=$?
tests_pid=
cat "$CI_LOGS/four_drivers.$variant.log"
# What the script did not get to is not right.
[ "$status" -eq 0 ] || not_ok "four_drivers.php ($variant) ends with status 0, not $status"
