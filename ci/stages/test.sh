#!/usr/bin/env bash
# Runs the phpt suites that a change must pass, upstream's and ours, against real servers; test:NAME[@VARIANT] one of them.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/../phpt.sh"

run_suites test "$@"
