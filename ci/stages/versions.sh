#!/usr/bin/env bash
# The series applies without fuzz to other releases of 8.4, and the pools work with the oldest and the pinned one; versions:VERSION one.
# ci/versions.txt names the releases; the pinned one is the newest. Each has a clone of this repository with another pin,
# below work/versions/; the series is applied there by git, which knows no fuzz. The oldest is built in its clone, and tested
# there by versions:suites: the suites of ci/suites.txt that name this stage. `scripts/build` works in all of these clones.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/../phpt.sh"

# Lines `VERSION SHA256`, oldest first.
versions() { sed -e 's/#.*//' -e '/^[[:space:]]*$/d' "$ci/versions.txt"; }
pinned() { sed -n 's/^version=//p' "$root/UPSTREAM"; }
wanted() { [ -z "$only" ] || [ "$only" = "$1" ]; }

# make_clone VERSION SHA256: what is committed, with that pin.
make_clone() {
	[ -d "$clone/.git" ] || git clone -q --no-checkout -- "$root" "$clone" || return 1
	git -C "$clone" fetch -q -- "$root" HEAD && git -C "$clone" checkout -q --force --detach FETCH_HEAD || return 1
	sed -i -e "s/^version=.*/version=$1/" -e "s/^file=.*/file=php-$1.tar.xz/" -e "s/^sha256=.*/sha256=$2/" "$clone/UPSTREAM"
}

# test_clone VERSION: builds and tests there. The report is this stage's own, a suite one line.
test_clone() {
	local log=$CI_LOGS/suites-of-$1.log result
	note "$1: building and testing (log: $log)"
	env -u CI_STATE -u CI_RESULTS CI_LOGS="$CI_LOGS/suites-of-$1" "$clone/ci/run.sh" versions:suites > "$log" 2>&1 &
	tests_pid=$!
	wait "$tests_pid"
	result=$?
	tests_pid=
	sed -nE "s/^ok - /ok - $1: /p; s/^([a-z-]+ \(debug\): +[0-9]+ passed, 0 failed.*)/ok - $1: \1/p; s/^(not ok|# NEW FAILURE) - /not ok - $1: /p" "$log"
	[ "$result" -eq 0 ] || { tail -n 30 "$log" | sed 's/^/# /'; not_ok "$1 builds, and its pools work (log: $log)"; }
	return $result
}

only=${1-} status=0 oldest=
case $only in
	''|suites) ;;
	*) { versions | cut -d' ' -f1; pinned; } | grep -qxF -- "$only" || die "unknown argument '$only': a release in ci/versions.txt or UPSTREAM" ;;
esac
if [ "$only" = suites ]; then
	build_variant debug || { not_ok 'it builds'; exit 1; }
	ok 'it builds'
	run_suites versions
	exit
fi
"$root/scripts/packages" build test || { not_ok 'the packages are installed'; exit 1; }
mkdir -p -- "$root/work/versions" || exit 1
while read -r version sha256 <&3; do
	wanted "$version" || continue
	clone=$root/work/versions/$version
	make_clone "$version" "$sha256" || { not_ok "a clone for $version"; status=1; continue; }
	if ! "$clone/scripts/fetch" > /dev/null 2>&1; then
		echo "skip - $version: no source has it any more"
		continue
	fi
	check "the series applies to $version without fuzz" "$clone/scripts/tree" up || { status=1; continue; }
	oldest=${oldest:-$version}
done 3< <(versions)
[ -z "$oldest" ] || { clone=$root/work/versions/$oldest; test_clone "$oldest"; } || status=1
wanted "$(pinned)" || exit $status
clone=$root
test_clone "$(pinned)" || status=1
exit $status
