#!/usr/bin/env bash
# Breaks sessions, servers and the way to them, and looks who sees which error, when, and that all is well afterwards; faults:VARIANT.
# The debug build unless another variant is named.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"

variant=${1:-debug}
for build in "$variant" "$variant-libmysqlclient"; do
	build_variant "$build" || { not_ok "variant $build builds"; exit 1; }
done
exec "$ci/faults/run" --variant "$variant"
