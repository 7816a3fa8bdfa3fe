#!/usr/bin/env bash
# Runs one script with four pooled PDO objects, of pgsql, mysql, odbc and sqlite, and 200 coroutines that use all four; drivers:VARIANT.
# Under the sanitizers unless another variant is named. Leaks that are blamed on psqlodbc are shown without PHP.
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

# What ci/lsan-suppressions.txt blames on psqlodbc happens without PHP, and freeing every handle is not the cause.
leaks_of_psqlodbc() { # WHAT
	(eval "$services_environment" && ASAN_OPTIONS=exitcode=23 "$leaks" "${PDO_ODBC_TEST_DSN#odbc:}" "$1") > "$CI_LOGS/psqlodbc-$1.log" 2>&1
}
leaks=$services_dir/psqlodbc-leaks
check 'the program that shows leaks of psqlodbc compiles' \
	"${CC:-gcc}" -g -fsanitize=address "$ci/leaks/psqlodbc.c" -o "$leaks" -lodbc || exit 1
for what in nothing missing changed; do
	leaks_of_psqlodbc "$what"
	code=$?
	case $what:$code in
		nothing:0) ok 'psqlodbc leaks nothing in plain use' ;;
		missing:23|changed:23) ok "psqlodbc leaks by itself: $what" ;;
		missing:0|changed:0) note "psqlodbc does not leak any more ($what): see ci/lsan-suppressions.txt"; ok "psqlodbc: $what" ;;
		*) not_ok "psqlodbc: $what ended with status $code"; status=1 ;;
	esac
done
exit $status
