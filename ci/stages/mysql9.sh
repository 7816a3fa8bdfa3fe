#!/usr/bin/env bash
# Runs the suites of pdo_mysql against Oracle MySQL, which is installed in a folder the first time; mysql9:NAME[@VARIANT] one of them.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/../phpt.sh"

run_suites mysql9 "$@"
