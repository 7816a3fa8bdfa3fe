# shellcheck shell=bash
# FPM against a PostgreSQL server. Sourced by stages, after ci/phpt.sh.

# run_fpm PHP_FPM [OPTION...]: ci/sapi/fpm.php with $php; both get the options. Reports its lines.
run_fpm() {
	local result fpm=$1
	shift
	start_services pgsql || { not_ok 'the server starts'; return 1; }
	(
		clean_environment
		eval "$services_environment"
		exec timeout --kill-after=30 900 "$php" "$@" "$ci/sapi/fpm.php" "$fpm" -- "$@"
	) &
	tests_pid=$!
	wait "$tests_pid"
	result=$?
	tests_pid=
	[ "$result" -eq 0 ] || not_ok "fpm.php ends with status 0, not $result"
	return $result
}
