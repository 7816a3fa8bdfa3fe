#!/usr/bin/env bash
# The repository keeps its own rules (scripts/lint).
set -u
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"
no_arguments "$@"

check 'scripts/lint finds no problem' "$root/scripts/lint"
