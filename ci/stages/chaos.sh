#!/usr/bin/env bash
# 200 coroutines move money over all drivers while servers and the network fail, for five minutes; chaos:SECONDS another time.
# The debug build, or the one that CHAOS_VARIANT names. CI_SEED makes other faults.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"

seconds=${1:-300} variant=${CHAOS_VARIANT:-debug}
case $seconds in *[!0-9]*) die "unknown argument '$seconds': a number of seconds" ;; esac
build_variant "$variant" || { not_ok "variant $variant builds"; exit 1; }
exec "$ci/chaos/run" --seconds "$seconds" --seed "${CI_SEED:-1}" --variant "$variant"
