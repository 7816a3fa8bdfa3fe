#!/usr/bin/env bash
# Usage: ci/run.sh [STAGE[:ARGUMENT]...]
#        ci/run.sh --list     the stages, one line each
#        ci/run.sh --help     this text
#
# Without arguments: every stage that a change must pass, from an empty machine on: packages, lint, apply,
# roundtrip, debian, services, build, selftest, test, arginfo, docs, extension, frameworks, software, stress, programs,
# drivers, faults, bench:small. Others run when named. `test:NAME` runs one suite of ci/suites.txt.
#
# The last line is `N passed, N failed, N skipped`, summed over all stages. The exit status is 0 when nothing
# failed but tests that unpatched PHP fails as well (ci/known-failures/). Logs: build/ci-logs/.
#
# A stage is a script ci/stages/NAME.sh. It reports by lines that begin with `ok - `, `not ok - ` or `skip - `;
# one that runs phpt suites also adds a line per suite to the file $CI_RESULTS (see ci/phpt.sh).
set -u
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

default_stages=(packages lint apply roundtrip debian services build selftest test arginfo docs extension frameworks software stress programs drivers faults bench:small)

list_stages() {
	local file name
	for file in "$ci"/stages/*.sh; do
		name=$(basename "$file" .sh)
		case " ${default_stages[*]} " in
			*" $name "*|*" $name:"*) printf '%-10s* %s\n' "$name" "$(stage_title "$file")" ;;
			*) printf '%-10s  %s\n' "$name" "$(stage_title "$file")" ;;
		esac
	done
	echo '(*: run by default, in this order:' "${default_stages[*]})"
}

# The first comment line of a stage says what it proves.
stage_title() { sed -n '/^#!/d; /^# shellcheck/d; s/^# *//p' "$1" | head -n 1; }

stages=()
for argument in "$@"; do
	case $argument in
		--help|-h) help "$0"; exit 0 ;;
		--list) list_stages; exit 0 ;;
		-*) die "unknown option '$argument' (see --help)" ;;
		*) [ -f "$ci/stages/${argument%%:*}.sh" ] || die "no stage '${argument%%:*}' (see --list)"
		   stages+=("$argument") ;;
	esac
done
[ ${#stages[@]} -gt 0 ] || stages=("${default_stages[@]}")

CI_LOGS=${CI_LOGS:-$root/build/ci-logs}
mkdir -p -- "$CI_LOGS" || die "cannot create $CI_LOGS"
CI_LOGS=$(cd "$CI_LOGS" && pwd)
CI_STATE=$(mktemp -d "${TMPDIR:-/tmp}/php-ci-run.XXXXXX") || die 'cannot create a temporary directory'
export CI_LOGS CI_STATE CI_RESULTS

# end_child: the whole group gets the signal, because a shell runs its trap only when its foreground process has ended.
# The trap of the stage stops its servers, so it is waited for; then whatever it left running is ended.
child=
end_child() {
	local stage_pid
	trap '' INT TERM HUP
	if [ -n "$child" ]; then
		stage_pid=$(cat "$CI_STATE/stage.pid")
		kill -TERM -- "-$child" 2>/dev/null
		for _ in {1..600}; do kill -0 "$stage_pid" 2>/dev/null || break; sleep 0.1; done
		kill -TERM -- "-$child" 2>/dev/null
		wait "$child" 2>/dev/null
	fi
	rm -rf -- "$CI_STATE"
}
trap end_child EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

# run_stage NAME[:ARGUMENT]: sets stage_status; output to the terminal and to a log. The stage has a process group of
# its own, so that ending the group ends all that it runs.
run_stage() {
	local name=${1%%:*} argument=
	[ "$name" = "$1" ] || argument=${1#*:}
	log=$CI_LOGS/${1//[:\/]/-}.log
	CI_RESULTS=$CI_STATE/results
	: > "$CI_RESULTS"
	set -m
	(
		set -o pipefail
		trap : INT TERM HUP # it outlives the stage, and so sees it end
		bash -c 'echo $$ > "$CI_STATE/stage.pid"; exec bash "$@"' - "$ci/stages/$name.sh" ${argument:+"$argument"} 2>&1 |
			(trap '' INT TERM HUP; exec tee -- "$log") # it hears of the stage's end by its input
	) </dev/null &
	child=$!
	set +m
	wait "$child"
	stage_status=$?
	child=
}

# count_results: sets passed, failed, known, skipped of the stage that ran last.
count_results() {
	read -r passed failed known skipped < <(
		awk -F'\t' 'FILENAME == ARGV[1] { p += $2; f += $3; k += $4; s += $5; next }
			/^ok - / { p++ } /^not ok - / { f++ } /^skip - / { s++ }
			END { print p + 0, f + 0, k + 0, s + 0 }' "$CI_RESULTS" "$log")
	if [ "$stage_status" -ne 0 ] && [ "$failed" -eq "$known" ]; then
		echo "not ok - stage $1 ended with status $stage_status"
		failed=$((failed + 1))
	elif [ $((passed + failed + skipped)) -eq 0 ]; then
		echo "not ok - stage $1 checked nothing"
		failed=1
	fi
}

begin=$SECONDS number=0 table=() new_failures='' all_passed=0 all_failed=0 all_known=0 all_skipped=0
for stage in "${stages[@]}"; do
	number=$((number + 1)) stage_begin=$SECONDS
	printf '\n=== stage %s (%d of %d) at %s, %s after the start\n' "$stage" "$number" "${#stages[@]}" \
		"$(date +%H:%M:%S)" "$(minutes $((SECONDS - begin)))"
	run_stage "$stage"
	count_results "$stage"
	verdict=passed
	[ "$failed" -eq "$known" ] || verdict=FAILED
	# Told once more at the end: the place where it happened is tens of thousands of lines above.
	[ "$verdict" = passed ] || new_failures+=$(grep -E '^(not ok - |# NEW FAILURE - )' "$log" || echo "stage $stage")$'\n'
	table+=("$(printf '%-22s %-7s %7d %7d %7d %7d  %8s' "$stage" "$verdict" "$passed" "$failed" "$known" "$skipped" \
		"$(minutes $((SECONDS - stage_begin)))")")
	all_passed=$((all_passed + passed)) all_failed=$((all_failed + failed))
	all_known=$((all_known + known)) all_skipped=$((all_skipped + skipped))
	# Nothing works without its packages; every further failure would only hide this one.
	[ "${stage%%:*}:$verdict" != packages:FAILED ] || break
done

printf '\n%-22s %-7s %7s %7s %7s %7s  %8s\n' stage result passed failed '(known)' skipped time
printf '%s\n' "${table[@]}"
[ "$number" -eq ${#stages[@]} ] || echo "not run: ${stages[*]:number}"
printf 'total time %s, logs in %s\n' "$(minutes $((SECONDS - begin)))" "$CI_LOGS"
if [ "$all_failed" -gt 0 ]; then
	printf '%d of the %d failures are known: unpatched PHP has them too (ci/known-failures/); %d are new\n' \
		"$all_known" "$all_failed" $((all_failed - all_known))
	printf '%s' "$new_failures"
fi
printf '\n%d passed, %d failed, %d skipped\n' "$all_passed" "$all_failed" "$all_skipped"
[ "$all_failed" -eq "$all_known" ]
