#!/usr/bin/env bash
# What the documents say is so: examples print what is shown, names exist, generated parts are current; docs:PART one part.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/../phpt.sh"

build_variant release || { not_ok 'variant release builds'; exit 1; }
php=$("$root/scripts/build" --print-php release) || exit 1

# Examples report by themselves, one line each.
run_examples() {
	start_services pgsql mariadb || { not_ok 'the servers start'; return 1; }
	(
		clean_environment
		eval "$services_environment"
		exec timeout --kill-after=30 600 "$root/scripts/docs" --check --php "$php" examples
	) &
	tests_pid=$!
	wait "$tests_pid"
	local result=$?
	tests_pid=
	return $result
}

status=0
for part in ${1:-current prose names examples}; do
	case $part in
		examples) run_examples || status=1 ;;
		current) check 'reference, stubs for IDEs and pictures are current' "$root/scripts/docs" --check --php "$php" current || status=1 ;;
		prose) check 'lines and sentences are short, nothing is said twice' "$root/scripts/docs" --check --php "$php" prose || status=1 ;;
		names) check 'everything that the documents name exists' "$root/scripts/docs" --check --php "$php" names || status=1 ;;
		*) die "no part '$part' (one of: current prose names examples)" ;;
	esac
done
exit $status
