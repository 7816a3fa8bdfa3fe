#!/usr/bin/env bash
# Runs upstream's suites on unpatched PHP and writes ci/known-failures/; baseline:NAME just one suite.
# Reasons of tests that still fail are kept; a new one gets `reason unknown`, to be replaced by hand. Lines that hold
# for one variant only (`PATH [debug] # ...`) are not touched: the baseline is made with the release build.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/../phpt.sh"

# write_known_failures NAME: from the suite that ran last.
write_known_failures() {
	local file=$known_dir/$1.txt path reason
	touch "$file"
	{
		printf '# Tests of the suite %s (ci/suites.txt) that fail with unpatched PHP %s too.\n' "$1" "$("$php" -n -r 'echo PHP_VERSION;')"
		printf '# Made by ci/run.sh baseline:%s; the reasons are written by hand.\n' "$1"
		printf '# unpatched: %d passed, %d failed, %d skipped (%d of them expected to fail by upstream)\n' \
			"$n_passed" "$n_failed" "$n_skipped" "$n_xfail"
		for path in $(printf '%s\n' $known_now $new_failures | LC_ALL=C sort -u); do
			reason=$(awk -v path="$path" '$1 == path && $2 == "#" { sub(/^[^#]*# */, ""); print; exit }' "$file")
			printf '%s # %s\n' "$path" "${reason:-reason unknown}"
		done
		grep -E '^[^#]+\[' "$file"
	} > "$file.new"
	mv -- "$file.new" "$file"
}

status=0
while read -r name variant <&3; do
	[ $# -eq 0 ] || [ "$1" = "$name" ] || continue
	if prepare_suite "$name" "$variant" && run_suite "$name" "$variant" && [ "$finished" = yes ]; then
		for path in $new_failures; do show_failure "$path"; done
		for path in $flaky; do note "$name: FLAKY, failed first and passed when run again alone: $path"; done
		write_known_failures "$name"
		ok "$name ($variant): $n_passed passed, $n_failed failed, $n_skipped skipped, $(minutes "$seconds")"
	else
		not_ok "$name ($variant): runs on unpatched PHP"
		status=1
	fi
done 3< <(suites_of_stage baseline)
exit $status
