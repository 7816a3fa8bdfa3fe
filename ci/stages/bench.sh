#!/usr/bin/env bash
# Starts every bench of ci/bench/ once, with small numbers: they run, whatever they measure; bench:NAME one of them.
# A bench is an executable there. It is run without arguments, with the release build first in PATH, the servers of
# ci/services/start, BENCH_SMALL=1, and an awk that is not GNU's where there is one; it ends within two minutes (on a quiet machine, all of them in less than one), with status 0 or 1
# (a target is missed, which says nothing here), and prints at least one line with a target.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/../phpt.sh"

build_variant release || { not_ok 'variant release builds'; exit 1; }
php=$("$root/scripts/build" --print-php release) || exit 1
start_services pgsql mariadb odbc || { not_ok 'the servers start'; exit 1; }
tools=$(mktemp -d "${TMPDIR:-/tmp}/php-ci-bench.XXXXXX") || exit 1
trap 'rm -rf "$tools"; clean_up' EXIT
ln -s "$php" "$tools/php"
if command -v mawk >/dev/null; then ln -s "$(command -v mawk)" "$tools/awk"; fi

run_bench() { # FILE LOG
	(
		clean_environment
		eval "$services_environment"
		cd "$tools" && PATH=$tools:$PATH BENCH_SMALL=1 exec timeout --kill-after=5 120 "$1"
	) > "$2" 2>&1
}
status=0
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
exit $status
