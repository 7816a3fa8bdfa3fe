#!/usr/bin/env bash
# Runs the suites of PDO, its drivers and the engine under the sanitizers and thread-safe; matrix:NAME[@VARIANT] one of them.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/../phpt.sh"

run_suites matrix "$@"
