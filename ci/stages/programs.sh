#!/usr/bin/env bash
# Random programs use pooled PDO handles, while sessions are killed, connections cut, coroutines cancelled and processes forked; programs:DRIVER.
# A minute for each driver, under the sanitizers: pgsql, mysql, odbc, sqlite, and mysql-c, with the C client library. Two at once, each with
# servers of its own. CI_SECONDS is another time, CI_SEED another sequence; a failure prints how to replay it.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/../phpt.sh"

# Two lanes of equal length.
drivers=(pgsql mysql odbc odbc-mariadb sqlite mysql-c)
seconds=${CI_SECONDS:-60}
seed=${CI_SEED:-1}
case $seed$seconds in *[!0-9]*) die 'CI_SEED and CI_SECONDS are numbers' ;; esac
if [ -n "${1:-}" ]; then
	[[ " ${drivers[*]} " == *" $1 "* ]] || die "unknown driver '$1': ${drivers[*]}"
	drivers=("$1")
fi

variant_of() { case $1 in mysql-c) echo asan-libmysqlclient ;; *) echo asan ;; esac; }
services_of() { case $1 in pgsql) echo pgsql ;; mysql*) echo mariadb ;; odbc*) echo odbc ;; esac; }
# The two databases behind ODBC share its time.
seconds_of() { case $1 in odbc*) echo $(((seconds + 1) / 2)) ;; *) echo "$seconds" ;; esac; }
program_of() {
	case $1 in
		mysql-c) echo "$ci/stress/pdo_mysql.php" ;;
		odbc-mariadb) echo "$ci/stress/pdo_odbc.php" --source=mariadb ;;
		*) echo "$ci/stress/pdo_$1.php" ;;
	esac
}

# With a time limit far behind its own end: it may hang.
run_driver() { # DRIVER
	local driver=$1 log=$CI_LOGS/programs.$1.log environment= services php status
	services=$(services_of "$driver")
	php=$("$root/scripts/build" --print-php "$(variant_of "$driver")") || return 1
	if [ -n "$services" ]; then
		# shellcheck disable=SC2086
		environment=$("$ci/services/start" --dir "$work/$driver" $services 2> "$log") || {
			sed 's/^/# /' "$log"
			not_ok "random programs on $driver: the servers start"
			return 1
		}
	fi
	(
		clean_environment
		eval "$environment"
		# SQLite's files go with the directory, whatever happens.
		export TMPDIR=$work USE_ZEND_ALLOC=0 LSAN_OPTIONS="suppressions=$ci/lsan-suppressions.txt:print_suppressions=0"
		# Memory that waits in quarantine, 1 MB for each thread unless told otherwise, would look like growth. What children free
		# at their end is only seen where nobody looks for leaks.
		export ASAN_OPTIONS=quarantine_size_mb=16:thread_local_quarantine_size_kb=64
		case $driver in mysql) ASAN_OPTIONS+=:detect_leaks=0 ;; esac
		# shellcheck disable=SC2046
		exec timeout --kill-after=10 $((seconds + 300)) "$php" -n $(program_of "$driver") \
			--seed="$seed" --seconds="$(seconds_of "$driver")"
	) > "$log" 2>&1 &
	wait $!
	status=$?
	[ -z "$services" ] || "$ci/services/stop" --dir "$work/$driver" > /dev/null 2>&1
	tell "$driver" "$log" "$status"
}

# A program that crashes says nothing at its end: the last seed in its log was the one.
tell() { # DRIVER LOG STATUS
	local last
	if [ "$3" -eq 0 ] && sed -n "s/^ok - random programs on [^:]*/ok - random programs on $1/p" "$2" | grep .; then
		return 0
	fi
	last=$(sed -n 's/^# seed //p' "$2" | tail -n 1)
	grep -v '^# seed\|^ok - \|^not ok - ' "$2" | tail -n 60 | sed 's/^#* */# /'
	not_ok "random programs on $1: status $3; replay: CI_SEED=${last:-$seed} CI_SECONDS=1 ci/run.sh programs:$1"
	return 1
}

for driver in "${drivers[@]}"; do
	variant=$(variant_of "$driver")
	build_variant "$variant" || { not_ok "variant $variant builds"; exit 1; }
done

# The servers are not root's.
work=$(mktemp -d "${TMPDIR:-/tmp}/php-ci-programs.XXXXXX") && chmod 711 "$work" || exit 1
lanes=()
end_lanes() {
	[ ${#lanes[@]} -eq 0 ] || kill "${lanes[@]}" 2> /dev/null
	for driver in "${drivers[@]}"; do
		[ ! -d "$work/$driver" ] || "$ci/services/stop" --dir "$work/$driver" > /dev/null 2>&1
	done
	rm -rf "$work"
	clean_up
}
trap end_lanes EXIT

# Each lane takes every second driver.
lane() { # NUMBER
	local i status=0
	for ((i = $1; i < ${#drivers[@]}; i += 2)); do
		run_driver "${drivers[i]}" || status=1
	done
	return $status
}
for number in 0 1; do
	(trap 'kill $(jobs -p) 2> /dev/null; exit 143' TERM; lane "$number") > "$work/lane.$number" 2>&1 &
	lanes+=($!)
done
status=0
for pid in "${lanes[@]}"; do
	wait "$pid" || status=1
done
lanes=()
cat "$work"/lane.*
exit $status
