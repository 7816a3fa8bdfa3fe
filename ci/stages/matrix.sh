#!/usr/bin/env bash
# Every build, client, database, way to the server and mode (plain, pooled, in a coroutine): upstream's suites fail nowhere but where unpatched PHP does; matrix:PATTERN some.
# A cell is NAME@VARIANT, as pgsql-tls-coroutine@asan: ci/matrix/cells.sh makes them, and ci/suites.txt has further ones. PATTERN is
# one of them, with * and ?; matrix:list prints all, matrix:table the tables, matrix:fresh forgets what has run. Cells that have passed
# are remembered until what they depend on changes. Each first needs its cell on unpatched PHP, which is run once; matrix:references
# runs just these. Takes hours: run it by name. Results: ci/out/matrix.md, ci/out/matrix.json. matrix:save puts the table into
# docs/testing.md and all results into ci/matrix/results.txt, where a run on another machine finds them.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/../phpt.sh"
. "$(dirname "${BASH_SOURCE[0]}")/../matrix/cells.sh"

argument=${1-} wanted=${1:-*}
home=${CI_MATRIX_CACHE:-${HOME:-/root}/.cache/php-async-pool/matrix}
vanilla=$home/vanilla-$(sed -n 's/^version=//p' "$root/UPSTREAM")
more_known=$vanilla
saved=$ci/matrix/results.txt

# --- what is remembered -----------------------------------------------------------------------

# state_of[CELL]: the file with its result. The directory is named after what the result depends on.
declare -A state_of=() sources=()

# state_dir: sets dir for cells of the loaded suite. They depend on the series, its tests but those that they leave out, and their lists
# of known failures, but not on the files of other drivers; suites of the engine on none of PDO's.
state_dir() {
	local others unused lists
	case $suite_tests in
		*ext/pdo_pgsql*) others='pdo_(mysql|odbc|sqlite)' ;;
		*ext/pdo_mysql*) others='pdo_(pgsql|odbc|sqlite)' ;;
		*ext/pdo_odbc*) others='pdo_(pgsql|mysql|sqlite)' ;;
		*ext/pdo_sqlite*) others='pdo_(pgsql|mysql|odbc)' ;;
		*ext/pdo*) others='-' ;;
		*) others='pdo' ;;
	esac
	unused="^(ext|patches)/$others$(left_out | sed 's/^/|/' | tr -d '\n')"
	[ -n "${sources[$unused]-}" ] ||
		sources[$unused]=$(contents_of '^(Zend|TSRM|ext|main|sapi|win32|patches)/|^(UPSTREAM|ci/suites.txt|ci/matrix/cells.sh)$' "$unused")
	lists=$(more_known=''; { lists_of "$suite_name" .txt; lists_of "$suite_name" .exclude; } | xargs -r cat -- | sha256sum)
	dir=$home/${sources[$unused]}-${lists:0:8}
}

find_states() {
	local name variant dir last=
	while read -r name variant; do
		if [ "$name" != "$last" ]; then load_suite "$name"; state_dir; mkdir -p -- "$dir" || exit 1; last=$name; fi
		state_of[$name@$variant]=$dir/$name@$variant
	done < <(suites_of_stage matrix)
}

# What ran on another machine counts as well, because a result is named after what it depends on. The file has a line
# `DIRECTORY/FILE:TEXT` for each line of a result. A result that is here already is not changed.
take_saved_results() {
	local file
	[ -f "$saved" ] || return 0
	for file in $(cut -d: -f1 "$saved" | sort -u); do
		[ -f "$home/$file" ] || ! mkdir -p -- "$home/${file%/*}" ||
			awk -v file="$file:" 'index($0, file) == 1 { print substr($0, length(file) + 1) }' "$saved" > "$home/$file"
	done
}

# Those that no cell depends on any more are left out.
save_results() {
	(cd "$home" && grep -r '' -- "${vanilla##*/}" $(dirname -- "${state_of[@]#"$home/"}" | sort -u) | grep -v '\.report:' | LC_ALL=C sort) > "$saved"
}

# --- cells ------------------------------------------------------------------------------------

# run_cell NAME VARIANT: runs it and keeps a line `NAME VARIANT PASSED FAILED KNOWN SKIPPED SECONDS DIFFERENCES...`; what failed runs
# again the next time.
run_cell() {
	local line state=${state_of[$1@$2]}
	prepare_suite "$1" "$2" && run_suite "$1" "$2" || return 1
	printf '%s\n' "$(report_suite "$1")" | tee -- "$state.report"
	line="$1 $2 $n_passed $n_failed $n_known $n_skipped $seconds $(tr '\n' ' ' <<< "$new_failures")"
	if grep -q '^not ok - ' "$state.report"; then line+=' (incomplete)'; fi
	printf '%s\n' "$line" > "$state"
	note "$(results | wc -l) of ${#state_of[@]} cells have run, $(minutes $((SECONDS - begin)))"
}

# The lines of all cells that have run.
results() { cat -- "${state_of[@]}" 2>/dev/null; }

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
	case "$1@$2" in $wanted) return 0 ;; *) return 1 ;; esac
}

has_passed() { [ -f "${state_of[$1@$2]}" ] && [ "$(wc -w < "${state_of[$1@$2]}")" -eq 7 ]; }

report_again() {
	local state=${state_of[$1@$2]} counts
	if [ -f "$state.report" ]; then cat -- "$state.report"; return; fi
	read -ra counts < "$state"
	note "$1 ($2): ${counts[2]} passed, ${counts[3]} failed (${counts[4]} known), ${counts[5]} skipped, on another machine"
}

# A cell of a mode needs that of the mode plain, on unpatched PHP.
reference_of() { awk -F'|' -v name="$1" '$1 == name { print $4 }' <(suite_rows) | tr ' ' '\n' | sed -n 's/^like:\(.*-plain\)$/\1/p' | grep . || echo "$1"; }

# --- tables -----------------------------------------------------------------------------------

write_tables() {
	local php
	php=$("$root/scripts/build" --print-php release) || php=$(command -v php) || { not_ok 'a php that writes the tables'; return 1; }
	mkdir -p -- "$ci/out" && results |
		"$php" -n "$ci/matrix/table.php" "$(git -C "$root" rev-parse --short HEAD)" "$ci/out/matrix.md" "$ci/out/matrix.json"
}

# The table, between two comments of the document.
save_table() {
	local document=$root/docs/testing.md
	awk -v table="$ci/out/matrix.md" '
		/^<!-- matrix -->$/ { print; print ""; while ((getline line < table) > 0) print line; print ""; hide = 1; next }
		/^<!-- end of matrix -->$/ { hide = 0 }
		!hide' "$document" > "$CI_STATE/testing.md" && cat -- "$CI_STATE/testing.md" > "$document"
}

# ----------------------------------------------------------------------------------------------

main() {
	local name variant cells=() references=() status=0 known=no
	rows=$CI_STATE/matrix-rows
	matrix_rows > "$rows"
	suites_files+=("$rows")
	case $argument in
		references) wanted='*' ;;
		list) suites_of_stage matrix | awk '{ print "# " $1 "@" $2 }'; ok 'cells are listed'; exit 0 ;;
		fresh) rm -rf -- "$home"; wanted='*' ;;
	esac
	mkdir -p -- "$vanilla" || exit 1
	find_states
	[ "$argument" = fresh ] || take_saved_results
	[ "$argument" != save ] || { write_tables && save_table && save_results && ok 'the results are saved'; exit; }
	[ "$argument" != table ] || { write_tables && ok 'the tables are written: ci/out/matrix.md, ci/out/matrix.json'; exit; }
	while read -r name variant; do
		is_wanted "$name" "$variant" || continue
		known=yes
		if has_passed "$name" "$variant"; then report_again "$name" "$variant"; remember "$name" "$variant"; else cells+=("$name $variant"); fi
	done < <(suites_of_stage matrix)
	[ "$known" = yes ] || die "no cell '$wanted': matrix:list prints them"
	note "${#cells[@]} cells to run, $lanes at a time"
	mapfile -t references < <(
		for name in "${cells[@]}"; do reference_of "${name% *}"; done | awk '!seen[$0]++' | while read -r name; do
			suites_of_stage vanilla | awk -v name="$name" '$1 == name'
		done | while read -r name variant; do [ -f "$vanilla/$name.txt" ] || echo "$name $variant"; done)
	[ ${#references[@]} -eq 0 ] || run_all run_reference "${references[@]}" || status=1
	[ "$argument" != references ] || { [ "$status" -eq 0 ] && ok 'the references are there'; exit; }
	[ ${#cells[@]} -eq 0 ] || run_all run_cell "${cells[@]}" || status=1
	write_tables || status=1
	exit $status
}

# Counts of a cell that ran before, for the sum of ci/run.sh.
remember() { awk -v OFS='\t' '{ print $1, $3, $4, $5, $6 }' "${state_of[$1@$2]}" >> "$CI_RESULTS"; }

begin=$SECONDS
# On one line: bash has read it all before cells that take hours, whatever happens to this file.
main; exit
