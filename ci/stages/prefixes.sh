#!/usr/bin/env bash
# The tree builds with the overlay alone and after every prefix of the series. Takes long: run it by name.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"
no_arguments "$@"

work=$(mktemp -d "${TMPDIR:-/tmp}/php-ci-prefixes.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT
git clone -q "$root" "$work/clone" || die "cannot clone $root"
cp "$work/clone/patches/series" "$work/series"

# builds_with N: the first N patches; patches that are not in the series are not there at all.
builds_with() {
	grep -E '^[^#[:space:]]' "$work/series" | head -n "$1" > "$work/clone/patches/series"
	"$work/clone/scripts/build" debug && "$("$work/clone/scripts/build" --print-php debug)" -n -r 'exit(0);'
}

status=0
check 'the tree builds with the overlay alone' builds_with 0 || status=1
number=0
for name in $(grep -E '^[^#[:space:]]' "$work/series"); do
	number=$((number + 1))
	check "the tree builds up to $name" builds_with "$number" || status=1
done
exit $status
