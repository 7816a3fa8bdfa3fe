#!/usr/bin/env bash
# Runs on Debian 13, in a folder: the demo, builds, our suites, upstream's PDO suites, PgBouncer; debian13:PART one part, debian13:fresh all anew.
# What is committed is tested. Parts that have passed are remembered until the series, its tests or what runs them change. A part is
# a stage of ci/run.sh (as test:pdo_pgsql@debug) or `demo`; debian13:parts lists them. See docs/testing.md.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"
. "$(dirname "${BASH_SOURCE[0]}")/../debian13/folder.sh"

folder=test
argument=${1:-}

# Suites of the default run, without the sanitizers and without those of the engine, which know no server.
parts() {
	printf '%s\n' packages demo build:release build:debug
	(. "$ci/phpt.sh" && suites_of_stage test) | awk '$2 ~ /^debug/ { print "test:" $1 "@" $2 }'
	printf '%s\n' pgbouncer
}

# The state of a part: counts, as ci/run.sh gives them. One directory for what they depend on; others are removed.
prepare_state() {
	local states=$debian13_cache/$folder.state
	state=$states/$(contents_of '^(Zend|TSRM|ext|main|sapi|win32|patches|scripts|ci/known-failures|ci/services)/|^(UPSTREAM|ci/suites.txt|ci/phpt.sh)$')
	[ -d "$state" ] || rm -rf -- "$states"
	mkdir -p -- "$state"
}
state_of() { printf '%s/%s\n' "$state" "${1//[:\/]/-}"; }

# run_part PART: its output, indented, so that results are counted once; then one line with its counts.
run_part() {
	local part=$1 log=$CI_LOGS/debian13/${1//[:\/]/-}.log begin=$SECONDS status
	if [ "$part" = demo ]; then
		run_in_folder "$folder" scripts/demo > "$log" 2>&1
	else
		run_in_folder "$folder" ci/run.sh "$part" > "$log" 2>&1
	fi
	status=$?
	counts_of "$part" "$status" "$log" > "$log.counts"
	[ "$status" -eq 0 ] || show_part "$log"
	report_part "$part" "$(cat "$log.counts")" "$(minutes $((SECONDS - begin)))"
	[ "$status" -eq 0 ] || { not_ok "debian13: $part (log: $log)"; return 1; }
	mv -- "$log.counts" "$(state_of "$part")"
}

# run_tests PART...: these suites in one run of the test stage, which has lanes for them.
suites=() suites_log=
run_tests() {
	local begin=$SECONDS part status=0 output tee_pid
	suites=("$@") suites_log=$CI_LOGS/debian13/test.log
	for part in "${suites[@]}"; do rm -f -- "$(state_of "$part")"; done
	exec {output}> >(tee -- "$suites_log" | sed -u -n '/ passed, .* known/s/^/#   /p')
	tee_pid=$!
	run_in_folder "$folder" env CI_SUITES="$(printf '%s,' "${suites[@]#test:}" | sed 's/,$//')" ci/run.sh test >&"$output" 2>&1
	exec {output}>&-
	wait "$tee_pid" # now the log is whole
	keep_suites
	note "${#suites[@]} suites, $(minutes $((SECONDS - begin)))"
	for part in "${suites[@]}"; do
		[ ! -f "$(state_of "$part")" ] || { report_part "$part" "$(cat "$(state_of "$part")")" 'passed'; continue; }
		not_ok "debian13: $part (log: $suites_log)"
		status=1
	done
	[ "$status" -eq 0 ] || show_part "$suites_log"
	suites=()
	return $status
}

# keep_suites: remembers the suites that have passed so far; a run that is interrupted goes on behind them.
keep_suites() {
	local part
	for part in "${suites[@]}"; do
		passed_suite "${part#test:}" > "$suites_log.counts" && mv -- "$suites_log.counts" "$(state_of "$part")"
	done
}

# passed_suite NAME@VARIANT: its counts, from the line that reports it. Fails when it did not run or failed.
passed_suite() {
	awk -v suite="${1%@*} (${1#*@}):" '
		index($0, suite) == 1 { known = substr($7, 2); counts = $3 " " known " " known " " $9; good = $5 == known }
		index($0, "not ok - " suite) == 1 { bad = 1 }
		END { if (!good || bad) exit 1; print counts }' "$suites_log" 2>/dev/null
}

# The row of the part in the table that ci/run.sh ends with: passed, failed, known, skipped.
counts_of() {
	if [ "$1" = demo ]; then
		echo "$(($2 == 0)) 0 0 0"
	else
		awk -v part="$1" '$1 == part && $2 ~ /^(passed|FAILED)$/ { print $3, $5, $5, $6; exit }' "$3"
	fi
}

# A new failure is reported by run_part itself, once.
report_part() {
	local passed failed known skipped
	read -r passed failed known skipped <<< "${2:-0 0 0 0}"
	printf '%s\t%d\t%d\t%d\t%d\n' "debian13/$1" "$passed" "$failed" "$known" "$skipped" >> "$CI_RESULTS"
	note "$1: $passed passed, $known known failures, $skipped skipped, $3"
}

show_part() {
	tail -n 30 "$1" | sed 's/^/#   /'
	sed -n 's/^not ok - /# NEW FAILURE - debian13: /p; s/^# NEW FAILURE - /&debian13: /p' "$1"
}

# Any stage may be a part; whether it has such a suite or variant it says itself.
is_part() { [ "$1" = demo ] || [ -f "$ci/stages/${1%%:*}.sh" ]; }

main() {
	case $argument in
		parts) parts | sed 's/^/# /'; ok 'parts are listed'; exit 0 ;;
		''|fresh) ;;
		*) is_part "$argument" || die "unknown argument '$argument': a part (debian13:parts lists them), or fresh" ;;
	esac
	claim_folder "$folder" || { not_ok 'no other run works in the folder'; exit 1; }
	case $argument in
		fresh) remove_folder "$folder" && rm -rf -- "$debian13_cache/$folder.state" || exit 1; argument= ;;
	esac
	mkdir -p -- "$CI_LOGS/debian13" || exit 1
	make_folder "$folder" && prepare_state || { not_ok 'the Debian 13 folder is made'; exit 1; }
	run_in_folder "$folder" bash -c 'command -v git >/dev/null || { apt-get -qq update && apt-get -qq -y install --no-install-recommends git ca-certificates; }' \
		> "$CI_LOGS/debian13/git.log" 2>&1 && copy_repository "$folder" || { not_ok 'the repository is copied into the folder'; exit 1; }

	local status=0 number=0 part list tests=()
	mapfile -t list < <(if [ -n "$argument" ]; then echo "$argument"; else parts; fi)
	for part in "${list[@]}"; do
		number=$((number + 1))
		if [ -f "$(state_of "$part")" ] && [ -z "$argument" ]; then
			report_part "$part" "$(cat "$(state_of "$part")")" 'passed before'
		elif [[ $part == test:*@* ]]; then
			tests+=("$part")
		else
			note "part $part ($number of ${#list[@]})"
			run_part "$part" || status=1
			[ "$part:$status" != packages:1 ] || exit 1
		fi
	done
	[ ${#tests[@]} -eq 0 ] || run_tests "${tests[@]}" || status=1
	exit $status
}

trap 'end_folder; keep_suites' EXIT
# On one line: bash has read it all before parts that take minutes, whatever happens to this file.
main; exit
