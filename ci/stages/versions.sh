#!/usr/bin/env bash
# The series applies without fuzz to the other releases of 8.4 that ci/versions.txt names; versions:VERSION one of them.
# The pinned release is what every other stage tests. Each release has a clone of this repository with another pin,
# below work/versions/; the series is applied there by git, which knows no fuzz. `scripts/build` works in these clones.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"

versions() { sed -e 's/#.*//' -e '/^[[:space:]]*$/d' "$ci/versions.txt"; }

# make_clone VERSION SHA256: what is committed, with that pin.
make_clone() {
	[ -d "$clone/.git" ] || git clone -q --no-checkout -- "$root" "$clone" || return 1
	git -C "$clone" fetch -q -- "$root" HEAD && git -C "$clone" checkout -q --force --detach FETCH_HEAD || return 1
	sed -i -e "s/^version=.*/version=$1/" -e "s/^file=.*/file=php-$1.tar.xz/" -e "s/^sha256=.*/sha256=$2/" "$clone/UPSTREAM"
}

status=0
mkdir -p -- "$root/work/versions" || exit 1
while read -r version sha256 <&3; do
	[ $# -eq 0 ] || [ "$1" = "$version" ] || continue
	clone=$root/work/versions/$version
	make_clone "$version" "$sha256" || { not_ok "a clone for $version"; status=1; continue; }
	if ! "$clone/scripts/fetch" > /dev/null 2>&1; then
		echo "skip - $version: no source has it any more"
		continue
	fi
	check "the series applies to $version without fuzz" "$clone/scripts/tree" up || status=1
done 3< <(versions)
exit $status
