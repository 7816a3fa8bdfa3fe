#!/usr/bin/env bash
# Builds the release variant and every variant that the suites of the test stage need; build:VARIANT just that one.
# Two at once, because configure and the linker keep one processor busy each.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/../phpt.sh"

mapfile -t variants < <(if [ $# -gt 0 ]; then printf '%s\n' "$@"; else echo release; variants_of_stage test; fi | awk '!seen[$0]++')

# A build with the C client library has most objects in common with the one without: it comes after it and finds them in
# the compiler cache.
mapfile -t chains < <(printf '%s\n' "${variants[@]}" | awk '{
	kind = $0
	sub(/-?libmysqlclient$/, "", kind)
	if (kind == "") kind = "release"
	if (!(kind in chain)) order[++n] = kind
	chain[kind] = chain[kind] " " $0
} END { for (i = 1; i <= n; i++) print chain[order[i]] }')

build_chain() {
	local variant
	for variant; do
		note "building $variant"
		build_variant "$variant"
	done
}

for chain in "${chains[@]}"; do
	while [ "$(jobs -rp | wc -l)" -ge 2 ]; do wait -n; done
	# shellcheck disable=SC2086
	build_chain $chain &
	lane_pids+=($!)
done
wait
lane_pids=()

# Each has been built, or has failed, above: its status is remembered.
status=0
for variant in "${variants[@]}"; do
	if build_variant "$variant"; then
		ok "variant $variant builds"
	else
		not_ok "variant $variant builds"
		status=1
	fi
done
exit $status
