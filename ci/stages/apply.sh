#!/usr/bin/env bash
# The exported series applies by quilt, without fuzz or offset, to the pinned release and gives the tree of scripts/tree.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"
no_arguments "$@"

work=$(mktemp -d "${TMPDIR:-/tmp}/php-ci-apply.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT

# An export is a function of the repository: twice the same bytes, and its checksums hold.
same_bytes() {
	"$root/scripts/export" "$work/one" && "$root/scripts/export" "$work/two" &&
		diff -r "$work/one" "$work/two" && (cd "$work/one" && sha256sum --quiet -c SHA256SUMS)
}

# The overlay tarball holds exactly the new files.
same_overlay() {
	mkdir "$work/overlay" && tar -xzf "$work"/one/*-overlay.tar.gz -C "$work/overlay" &&
		(cd "$work/overlay" && find . -type f -printf '%P\n') | while IFS= read -r path; do
			cmp "$work/overlay/$path" "$root/$path" || exit 1
		done
}

status=0
check 'the exported series applies to the pinned release and gives the tree of scripts/tree' "$root/scripts/export" --check pristine || status=1
check 'exporting twice gives the same bytes' same_bytes || status=1
check 'the overlay tarball holds the overlay' same_overlay || status=1
exit $status
