#!/usr/bin/env bash
# Runs the phpt suites that a change must pass, upstream's and ours, against real servers; test:NAME[@VARIANT],... some of them.
# CI_SUITES names some, too, for lists that are too long for the name of a log.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/../phpt.sh"

run_suites test "${1:-${CI_SUITES:-}}"
