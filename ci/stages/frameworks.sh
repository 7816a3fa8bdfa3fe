#!/usr/bin/env bash
# Doctrine DBAL and ORM and Illuminate Database, as Debian packages them, over a pooled PDO: the examples of docs/frameworks.md run.
# Needs a package mirror: run it by name.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/../phpt.sh"
no_arguments "$@"

build_variant release || { not_ok 'variant release builds'; exit 1; }
php=$("$root/scripts/build" --print-php release) || exit 1
check 'the frameworks are there' "$ci/frameworks/unpack" "$root/build/frameworks" || exit 1
start_services pgsql mariadb || { not_ok 'the servers start'; exit 1; }
(
	clean_environment
	eval "$services_environment"
	export EXAMPLES_FRAMEWORKS=$root/build/frameworks
	exec timeout --kill-after=30 600 "$root/scripts/docs" --check --php "$php" examples:docs/frameworks.md
) &
tests_pid=$!
wait "$tests_pid"
status=$?
tests_pid=
exit $status
