#!/usr/bin/env bash
# The exported series applies by quilt, without fuzz, after Debian's own patches for the pinned release.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"
no_arguments "$@"

check "the exported series applies after Debian's own patches" "$root/scripts/export" --check debian
