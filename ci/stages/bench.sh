#!/usr/bin/env bash
# Measures everything and makes the report, in half an hour on a machine that does nothing else; bench:small only starts every bench.
# Client and servers have a processor each. Results: ci/out/bench.md, ci/out/bench.json and charts; bench:save also puts them into
# docs/benchmarks.md and docs/img/. bench:small and bench:NAME run the benches of ci/bench/, or one, with small numbers: they run,
# whatever they measure. A bench is an executable there, with the release build first in PATH, the servers of ci/services/start, BENCH_SMALL=1,
# and an awk that is not GNU's where there is one; it ends within two minutes, with status 0 or 1 (a target is missed, which says
# nothing here), and prints at least one line with a target.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/../phpt.sh"

argument=${1-}
build_variant release || { not_ok 'variant release builds'; exit 1; }
php=$("$root/scripts/build" --print-php release) || exit 1
tools=$(mktemp -d "${TMPDIR:-/tmp}/php-ci-bench.XXXXXX") || exit 1
trap 'rm -rf "$tools"; clean_up' EXIT
ln -s "$php" "$tools/php"

# --- small --------------------------------------------------------------------------------------

run_bench() { # FILE LOG
	(
		clean_environment
		eval "$services_environment"
		cd "$tools" && PATH=$tools:$PATH BENCH_SMALL=1 exec timeout --kill-after=5 120 "$1"
	) > "$2" 2>&1
}

start_benches() { # [NAME]
	local file name begin code status=0
	if command -v mawk >/dev/null; then ln -s "$(command -v mawk)" "$tools/awk"; fi
	for file in "$ci"/bench/*; do
		name=$(basename "$file")
		if [ ! -f "$file" ] || [ ! -x "$file" ] || [ "${1:-$name}" != "$name" ]; then continue; fi
		begin=$SECONDS
		run_bench "$file" "$CI_LOGS/bench.$name.log"
		code=$?
		if [ "$code" -le 1 ] && grep -q 'met\|MISSED' "$CI_LOGS/bench.$name.log"; then
			ok "bench $name: $(grep -c 'met\|MISSED' "$CI_LOGS/bench.$name.log") targets, $((SECONDS - begin)) s"
		else
			tail -n 20 "$CI_LOGS/bench.$name.log" | sed 's/^/# /'
			not_ok "bench $name ended with status $code"
			status=1
		fi
	done
	return $status
}

# --- the report -----------------------------------------------------------------------------------

# The servers inherit the processor of the shell that starts them.
start_on_first_processor() {
	local all result
	all=$(taskset -cp $$ | sed 's/.*: //')
	[ "$(nproc)" -lt 2 ] || taskset -cp 0 $$ > /dev/null
	CI_MAX_CONNECTIONS=1200 start_services pgsql mariadb odbc
	result=$?
	taskset -cp "$all" $$ > /dev/null
	return $result
}

measure() {
	(
		clean_environment
		eval "$services_environment"
		[ "$(nproc)" -lt 2 ] || export BENCH_CLIENT=1
		cd "$tools" && PATH=$tools:$PATH exec "$ci/bench/report/measure" "$ci/out"
	) &
	tests_pid=$!
	wait "$tests_pid"
	local result=$?
	tests_pid=
	return $result
}

# The part of docs/benchmarks.md below its mark is generated.
save() {
	local document=$root/docs/benchmarks.md
	cp -- "$ci"/out/bench-*.svg "$root/docs/img/" &&
		{ sed '/^<!-- measured -->$/q' "$document" && echo && cat -- "$ci/out/bench.md"; } > "$tools/document" && cp -- "$tools/document" "$document"
}

make_report() {
	start_on_first_processor || { not_ok 'the servers start'; return 1; }
	measure || { not_ok 'everything is measured'; return 1; }
	ok 'everything is measured'
	check 'the report is made: ci/out/bench.md' "$php" -n "$ci/bench/report/document.php" "$ci/out" "$(git -C "$root" rev-parse --short HEAD)" || return 1
	sed 's/^/# /' "$ci/out/bench.md"
	[ "$argument" != save ] || check 'docs/benchmarks.md is written' save
}

# --------------------------------------------------------------------------------------------------

case $argument in
	''|save) make_report ;;
	small) start_services pgsql mariadb odbc && start_benches ;;
	*)
		[ -x "$ci/bench/$argument" ] && [ -f "$ci/bench/$argument" ] || die "no bench '$argument' in ci/bench/ (small, save)"
		start_services pgsql mariadb odbc && start_benches "$argument"
		;;
esac
exit
