#!/usr/bin/env bash
# Proves that every *_arginfo.h of ours is what its stub generates.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"
no_arguments "$@"

build_variant debug || { not_ok 'a PHP to run the generator with'; exit 1; }
check 'every *_arginfo.h is current' "$root/scripts/arginfo" --check
