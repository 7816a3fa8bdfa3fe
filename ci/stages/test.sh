#!/usr/bin/env bash
# Runs the phpt suites of a change (ci/suites.txt), upstream's and ours, against real servers; test:NAME one of them.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/../phpt.sh"

status=0
while read -r name variant <&3; do
	[ $# -eq 0 ] || [ "$1" = "$name" ] || continue
	if prepare_suite "$name" "$variant" && run_suite "$name" "$variant"; then
		report_suite "$name"
	else
		status=1
	fi
done 3< <(suites_of_stage test)
exit $status
