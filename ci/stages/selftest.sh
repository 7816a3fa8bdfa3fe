#!/usr/bin/env bash
# Proves that ci/run.sh itself judges as documented: with made-up tests that pass, fail, crash, flake, skip, hang.
# A copy of ci/ runs in a directory of its own, with a scripts/build that hands out the release variant's php.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"
no_arguments "$@"

build_variant release || { not_ok 'the release variant builds'; exit 1; }
php=$("$root/scripts/build" --print-php release) && run_tests=$("$root/scripts/build" --print-src release)/run-tests.php || exit 1
world=$(mktemp -d /tmp/php-ci-selftest.XXXXXX) || exit 1
trap 'rm -rf -- "$world"' EXIT

make_world() {
	mkdir -p "$world"/{scripts,src/t,src/redirecting,src/generic,ci/known-failures,ci/stages}
	cp -- "$run_tests" "$world/src/"
	cp -- "$ci"/{run.sh,lib.sh,phpt.sh} "$world/ci/"
	cp -- "$ci"/stages/{build,test}.sh "$world/ci/stages/"
	cat > "$world/scripts/build" <<-EOF
		#!/bin/sh
		case \$1 in
			--print-php) echo '$php' ;;
			--print-src) echo '$world/src' ;;
			--print-opcache) exit 1 ;;
			broken) exit 2 ;;
		esac
	EOF
	chmod +x "$world/scripts/build"
}

# phpt PATH CODE [more sections]: expects the output 1.
phpt() { printf -- '--TEST--\n%s\n%s--FILE--\n<?php %s ?>\n--EXPECT--\n1' "$1" "${3:-}" "$2" > "$world/src/$1.phpt"; }

# Fails when it is run for the first time, passes after that.
flaky_code() { printf '$f = "%s"; echo file_exists($f) ? 1 : 2; touch($f);' "$world/$1"; }

make_tests() {
	phpt t/passes 'echo 1;'
	phpt t/passes_again 'echo 1;'
	phpt t/sees_its_environment 'echo getenv("FROM_TABLE") === "a b" && getenv("PDOTEST_DSN") === false ? 1 : 2;'
	phpt t/fails 'echo 2;'
	phpt t/crashes 'posix_kill(getmypid(), 11);'
	phpt t/fails_in_debug 'echo 2;'
	phpt t/fails_as_unpatched 'echo 2;'
	phpt t/flakes "$(flaky_code one)"
	phpt t/skips 'echo 1;' $'--SKIPIF--\n<?php die("skip for a reason"); ?>\n'
	phpt t/fails_as_expected 'echo 2;' $'--XFAIL--\nupstream expects it\n'
	phpt t/hangs 'sleep(1000);'
	phpt generic/passes 'echo getenv("REDIRECTED");'
	phpt generic/flakes "$(flaky_code two)"
	printf -- '--TEST--\nDriver\n--REDIRECTTEST--\nreturn ["ENV" => ["REDIRECTED" => "1"], "TESTS" => __DIR__ . "/generic"];\n' > "$world/src/redirecting/common.phpt"
	phpt redirecting/own 'echo 1;'
}

make_table() {
	cat > "$world/ci/suites.txt" <<-'EOF'
		plain   | test:release | - | env:FROM_TABLE=$A_VALUE | t
		driver  | test:release | - | -                       | redirecting
		few     | test:release | - | like:plain              | t/passes.phpt
		broken  | test:broken  | - | -                       | t
		later   | test:release | - | -                       | ?ext/later/tests
	EOF
	cat > "$world/ci/known-failures/plain.txt" <<-'EOF'
		# unpatched: 4 passed, 1 failed, 2 skipped
		t/fails_as_unpatched.phpt # a reason
		t/passes_again.phpt # a reason
		t/fails_in_debug.phpt [debug, asan] # a reason
	EOF
	echo 't/hangs.phpt # hangs' > "$world/ci/known-failures/plain.exclude"
	echo '# unpatched: 100 passed, 0 failed, 0 skipped' > "$world/ci/known-failures/few.txt"
}

run() { A_VALUE='a b' PDOTEST_DSN=must-not-be-seen CI_LOGS=$world/logs bash "$world/ci/run.sh" "$@" > "$world/output" 2>&1; status=$?; }

# says TITLE REGEX: one whole line of the last run's output.
says() {
	if grep -Exq -- "$2" "$world/output"; then ok "$1"; else sed 's/^/#   /' "$world/output"; not_ok "$1"; fi
}
ends_with() {
	if [ "$(tail -n 1 "$world/output")" = "$2" ] && [ "$status" -eq "$3" ]; then ok "$1"; return; fi
	sed 's/^/#   /' "$world/output"
	not_ok "$1 (status $status, last line: $(tail -n 1 "$world/output"))"
}

make_world
make_tests
make_table

run test:plain
ends_with 'new failures fail the run, and every test is counted once' '4 passed, 4 failed, 2 skipped' 1
says 'a wrong output is a new failure' '# NEW FAILURE - plain \(release\): t/fails\.phpt'
says 'a crash is a new failure' '# NEW FAILURE - plain \(release\): t/crashes\.phpt'
says 'a failure known for another variant is a new failure' '# NEW FAILURE - plain \(release\): t/fails_in_debug\.phpt'
says 'a known failure is named' '# plain \(release\): known failure t/fails_as_unpatched\.phpt'
says 'a known failure that passes again is reported' '# plain \(release\): PASSES AGAIN, .*: t/passes_again\.phpt'
says 'a test that passes when run again is reported' '# plain \(release\): FLAKY, .*: t/flakes\.phpt'
says 'known and new failures are told apart' '1 of the 4 failures are known: .*; 3 are new'

rm -f -- "$world"/src/t/{fails,crashes,fails_in_debug}.phpt
run test:plain
ends_with 'known failures alone do not fail the run' '4 passed, 1 failed, 2 skipped' 0

run test:driver
ends_with 'tests that a driver redirects to are run, and run again when they fail' '3 passed, 0 failed, 0 skipped' 0
says 'a redirected test that passes when run again is reported' '# driver \(release\): FLAKY, .*: generic/flakes\.phpt'

run test:few
ends_with 'a suite that runs far fewer tests than unpatched PHP fails' '1 passed, 1 failed, 0 skipped' 1

run build:broken test:broken
ends_with 'a variant that does not build fails the run' '0 passed, 2 failed, 0 skipped' 1

run test:later
ends_with 'a stage without tests fails' '0 passed, 1 failed, 0 skipped' 1

echo 'exit 7' > "$world/ci/stages/silent.sh"
run silent
ends_with 'a stage that fails silently is counted' '0 passed, 1 failed, 0 skipped' 1
echo 'exit 0' > "$world/ci/stages/silent.sh"
run silent
ends_with 'a stage that checks nothing fails' '0 passed, 1 failed, 0 skipped' 1

sed -i '/^<?php/a exit(0);' "$world/src/run-tests.php"
run test:driver
ends_with 'a run-tests.php that dies fails the suite' '0 passed, 1 failed, 0 skipped' 1

# A stage that waits for a process of its own in the foreground, as for a build. That process must be ended for its trap to run.
cat > "$world/ci/stages/long.sh" <<-'EOF'
	trap 'echo cleaned > "$CI_LOGS/cleaned"' EXIT
	trap 'exit 143' TERM
	bash -c 'echo $$ > "$CI_LOGS/long.pid"; exec sleep 100000'
EOF
ends_at_once() {
	local run_pid pid_file=$world/logs/long.pid
	CI_LOGS=$world/logs bash "$world/ci/run.sh" long &
	run_pid=$!
	for _ in {1..600}; do [ ! -s "$pid_file" ] || break; sleep 0.1; done
	kill -TERM "$run_pid"
	wait "$run_pid"
	[ $? -eq 143 ] && [ -e "$world/logs/cleaned" ] && ! kill -0 "$(cat "$pid_file")" 2>/dev/null
}
check 'a run that gets TERM ends what its stage waits for, and the stage cleans up' ends_at_once
