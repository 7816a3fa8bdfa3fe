#!/usr/bin/env bash
# Every build, client, database, way to the server and mode (plain, pooled, in a coroutine): upstream's suites fail nowhere but where unpatched PHP does; matrix:PATTERN some.
# A cell is NAME@VARIANT, as pgsql-tls-coroutine@asan: ci/matrix/cells.sh makes them, and ci/suites.txt has further ones. PATTERN is
# one of them, with * and ?; matrix:list prints all, matrix:table the tables, matrix:fresh forgets what has run. Cells that have passed
# are remembered until C code, a test or a list of known failures changes. Each first needs its cell on unpatched PHP, which is run
# once. Takes hours: run it by name. Results: ci/out/matrix.md, ci/out/matrix.json.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/../phpt.sh"
. "$(dirname "${BASH_SOURCE[0]}")/../matrix/cells.sh"

argument=${1-}
home=$root/build/matrix
vanilla=$home/vanilla-$(sed -n 's/^version=//p' "$root/UPSTREAM")
more_known=$vanilla

# What a result depends on: all that is committed of the series, its tests, and what judges them.
contents() {
	git -C "$root" ls-tree -r HEAD -- Zend TSRM ext main sapi win32 patches UPSTREAM ci/known-failures ci/suites.txt ci/matrix/cells.sh |
		sha256sum | cut -c1-16
}

# --- cells ------------------------------------------------------------------------------------

# run_cell NAME VARIANT: runs it and keeps a line `NAME VARIANT PASSED FAILED KNOWN SKIPPED SECONDS DIFFERENCES...`; what failed runs
# again the next time.
run_cell() {
	local line
	prepare_suite "$1" "$2" && run_suite "$1" "$2" || return 1
	printf '%s\n' "$(report_suite "$1")" | tee -- "$state/$1@$2.report"
	line="$1 $2 $n_passed $n_failed $n_known $n_skipped $seconds $(tr '\n' ' ' <<< "$new_failures")"
	if grep -q '^not ok - ' "$state/$1@$2.report"; then line+=' (incomplete)'; fi
	printf '%s\n' "$line" > "$state/$1@$2"
	note "$(ls "$state" | grep -c '@[^.]*$') of $total cells have run, $(minutes $((SECONDS - begin)))"
}

# run_reference NAME VARIANT: the cell on unpatched PHP. Its failures are known ones of all cells that name it by like:.
run_reference() {
	prepare_suite "$1" "$2" && run_suite "$1" "$2" && [ "$finished" = yes ] || { not_ok "$1 runs on unpatched PHP"; return 1; }
	{
		printf '# unpatched: %d passed, %d failed, %d skipped\n' "$n_passed" "$n_failed" "$n_skipped"
		printf '%s\n' $known_now $new_failures
	} > "$vanilla/$1.txt"
	note "$1 on unpatched PHP: $n_passed passed, $n_failed failed, $n_skipped skipped, $(minutes "$seconds")"
}

is_wanted() { # NAME VARIANT
	# shellcheck disable=SC2254
	case "$1@$2" in ${argument:-*}) return 0 ;; *) return 1 ;; esac
}

has_passed() { [ -f "$state/$1@$2" ] && [ "$(wc -w < "$state/$1@$2")" -eq 7 ]; }

# A cell of a mode needs that of the mode plain, on unpatched PHP.
reference_of() { awk -F'|' -v name="$1" '$1 == name { print $4 }' <(suite_rows) | tr ' ' '\n' | sed -n 's/^like:\(.*-plain\)$/\1/p' | grep . || echo "$1"; }

# --- tables -----------------------------------------------------------------------------------

write_tables() {
	local php
	php=$("$root/scripts/build" --print-php release) || php=$(command -v php) || { not_ok 'a php that writes the tables'; return 1; }
	mkdir -p -- "$ci/out" && cat -- "$state"/*@* 2>/dev/null | grep -E '^[a-z0-9_-]+ [a-z-]+ [0-9]+ ' |
		"$php" -n "$ci/matrix/table.php" "$(git -C "$root" rev-parse --short HEAD)" "$ci/out/matrix.md" "$ci/out/matrix.json"
}

# ----------------------------------------------------------------------------------------------

main() {
	local name variant cells=() references=() status=0
	rows=$CI_STATE/matrix-rows
	matrix_rows > "$rows"
	suites_files+=("$rows")
	state=$home/$(contents)
	case $argument in
		list) suites_of_stage matrix | awk '{ print "# " $1 "@" $2 }'; ok 'cells are listed'; exit 0 ;;
		table) mkdir -p -- "$state"; write_tables && ok 'the tables are written: ci/out/matrix.md, ci/out/matrix.json'; exit ;;
		fresh) rm -rf -- "$home"; argument= ;;
	esac
	mkdir -p -- "$state" "$vanilla" || exit 1
	while read -r name variant; do
		is_wanted "$name" "$variant" || continue
		if has_passed "$name" "$variant"; then cat -- "$state/$name@$variant.report"; remember "$name" "$variant"; else cells+=("$name $variant"); fi
	done < <(suites_of_stage matrix)
	total=$((${#cells[@]} + $(ls "$state" | grep -c '@[^.]*$')))
	note "${#cells[@]} cells to run, three at a time"
	mapfile -t references < <(
		for name in "${cells[@]}"; do reference_of "${name% *}"; done | awk '!seen[$0]++' | while read -r name; do
			suites_of_stage vanilla | awk -v name="$name" '$1 == name'
		done | while read -r name variant; do [ -f "$vanilla/$name.txt" ] || echo "$name $variant"; done)
	[ ${#references[@]} -eq 0 ] || run_all run_reference "${references[@]}" || status=1
	[ ${#cells[@]} -eq 0 ] || run_all run_cell "${cells[@]}" || status=1
	write_tables || status=1
	exit $status
}

# Counts of a cell that ran before, for the sum of ci/run.sh.
remember() { awk -v OFS='\t' '{ print $1, $3, $4, $5, $6 }' "$state/$1@$2" >> "$CI_RESULTS"; }

begin=$SECONDS
# On one line: bash has read it all before cells that take hours, whatever happens to this file.
main; exit
