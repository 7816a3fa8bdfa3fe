#!/usr/bin/env bash
# Runs on Debian 13, in a folder: the demo, builds, our suites, upstream's PDO suites, PgBouncer; debian13:PART one part, debian13:fresh all anew.
# What is committed is tested. Parts that have passed for a commit are remembered and not run again. A part is a stage
# of ci/run.sh (as test:pdo_pgsql@debug) or `demo`; debian13:parts lists them. See docs/testing.md.
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

# The state of a part: counts, as ci/run.sh gives them. One directory per commit; those of other commits are removed.
prepare_state() {
	local commit states=$debian13_cache/$folder.state
	commit=$(git -C "$root" rev-parse HEAD) || return 1
	state=$states/$commit
	[ -d "$state" ] || rm -rf -- "$states"
	mkdir -p -- "$state"
}

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
	mkdir -p -- "$state" && mv -- "$log.counts" "$state/${part//[:\/]/-}"
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

main() {
	case $argument in
		parts) parts | sed 's/^/# /'; ok 'parts are listed'; exit 0 ;;
		fresh) remove_folder "$folder" && rm -rf -- "$debian13_cache/$folder.state" || exit 1; argument= ;;
	esac
	mkdir -p -- "$CI_LOGS/debian13" || exit 1
	make_folder "$folder" && prepare_state || { not_ok 'the Debian 13 folder is made'; exit 1; }
	run_in_folder "$folder" bash -c 'command -v git >/dev/null || { apt-get -qq update && apt-get -qq -y install --no-install-recommends git ca-certificates; }' \
		> "$CI_LOGS/debian13/git.log" 2>&1 && copy_repository "$folder" || { not_ok 'the repository is copied into the folder'; exit 1; }

	local status=0 number=0 part list
	mapfile -t list < <(if [ -n "$argument" ]; then echo "$argument"; else parts; fi)
	for part in "${list[@]}"; do
		number=$((number + 1))
		if [ -f "$state/${part//[:\/]/-}" ] && [ -z "$argument" ]; then
			report_part "$part" "$(cat "$state/${part//[:\/]/-}")" 'passed before'
			continue
		fi
		note "part $part ($number of ${#list[@]})"
		run_part "$part" || status=1
		[ "$part:$status" != packages:1 ] || exit 1
	done
	exit $status
}

# On one line: bash has read it all before parts that take minutes, whatever happens to this file.
main; exit
