#!/usr/bin/env bash
# Builds the release variant and every variant that the suites of the test stage need; build:VARIANT just that one.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/../phpt.sh"

status=0
for variant in $(if [ $# -gt 0 ]; then echo "$@"; else echo release; variants_of_stage test; fi | awk '!seen[$1]++' RS='[ \n]+'); do
	note "building $variant"
	if build_variant "$variant"; then
		ok "variant $variant builds"
	else
		not_ok "variant $variant builds"
		status=1
	fi
done
exit $status
