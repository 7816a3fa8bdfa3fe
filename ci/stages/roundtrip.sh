#!/usr/bin/env bash
# scripts/tree up and save are inverse, deterministic, and refuse what would lose work; scripts/fetch leaves no debris.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"
no_arguments "$@"

work=$(mktemp -d "${TMPDIR:-/tmp}/php-ci-roundtrip.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT
clone=$work/clone
tarball=$("$root/scripts/fetch") || die 'cannot get php-src'
export PHP_SRC_TARBALL=$tarball
export GIT_AUTHOR_NAME=ci GIT_AUTHOR_EMAIL=ci@localhost GIT_COMMITTER_NAME=ci GIT_COMMITTER_EMAIL=ci@localhost

git clone -q "$root" "$clone" || die "cannot clone $root"
version=$(sed -n 's/^version=//p' "$root/UPSTREAM")
tree=$clone/work/php-$version
tool=$clone/scripts/tree
patch=$(grep -m1 -oE '^[^#[:space:]]+' "$root/patches/series")
patch=${patch%.patch}
patched=$(sed -n 's,^--- a/,,p' "$root/patches/$patch.patch" | head -n 1)

unchanged() { [ -z "$(git -C "$clone" status --porcelain)" ] || { git -C "$clone" status --porcelain; return 1; }; }
commit_all() { git -C "$tree" add -A && git -C "$tree" commit -q -m "$1"; }

# refuses PATTERN command...: it fails, says why in one line that matches, and changes nothing.
refuses() {
	local pattern=$1 output
	shift
	if output=$("$@" 2>&1); then echo 'it did not refuse'; return 1; fi
	grep -qE -- "$pattern" <<< "$output" || { printf 'unexpected message: %s\n' "$output"; return 1; }
	unchanged
}

# start_over: a tree as scripts/tree made it, whatever the last check left. It is not made anew each time, which takes a
# quarter of a minute: same_commit checks that it would be the same.
start_over() {
	git -C "$tree" rebase --abort >/dev/null 2>&1
	git -C "$clone" checkout -q -f HEAD && git -C "$clone" clean -qfd &&
		git -C "$tree" checkout -q -f -B main "$fresh" && git -C "$tree" clean -qfd && cp -- "$work/saved" "$tree/.git/saved"
}

up_and_save() {
	"$tool" up && fresh=$(git -C "$tree" rev-parse HEAD) && cp -- "$tree/.git/saved" "$work/saved" &&
		"$tool" save && unchanged
}

same_commit() {
	local first
	first=$(git -C "$tree" rev-parse HEAD)
	printf 'an edit\n' >> "$tree/README.md"
	"$tool" up --force && [ "$first" = "$(git -C "$tree" rev-parse HEAD)" ] && [ -z "$(git -C "$tree" status --porcelain)" ]
}

new_file_is_overlay() {
	printf '/* new */\n' > "$tree/Zend/roundtrip_test.c"
	commit_all 'zend: a new file' && "$tool" save && cmp "$tree/Zend/roundtrip_test.c" "$clone/Zend/roundtrip_test.c" &&
		git -C "$tree" rm -q Zend/roundtrip_test.c && git -C "$tree" commit -q -m 'zend: remove it' && "$tool" save &&
		[ ! -e "$clone/Zend/roundtrip_test.c" ] && unchanged
}

add_fixup() { printf '/* roundtrip */\n' >> "$tree/$patched" && commit_all "fixup! $patch"; }

fixup_is_refused() { add_fixup && refuses 'scripts/tree rebase' "$tool" save; }

# Both ways of applying a fixup give the same patch, and nothing else changes.
fixup_is_squashed() {
	local squashed
	add_fixup && "$tool" save --autosquash && squashed=$(sha256sum < "$clone/patches/$patch.patch") &&
		git -C "$clone" checkout -q -f HEAD && "$tool" rebase && "$tool" save --force &&
		[ "$squashed" = "$(sha256sum < "$clone/patches/$patch.patch")" ] &&
		[ "$(git -C "$clone" status --porcelain)" = " M patches/$patch.patch" ]
}

rebase_is_refused() {
	GIT_SEQUENCE_EDITOR='sed -i 1s/^pick/edit/' git -C "$tree" rebase -q -i upstream >/dev/null 2>&1
	refuses 'middle of a rebase' "$tool" save
}

empty_is_refused() { git -C "$tree" reset -q --hard upstream && refuses 'no commits' "$tool" save; }

# Drops the last commit: the last patch of the series, which is the one whose loss no other patch hides.
lost_patch_is_refused() {
	local last
	last=$(git -C "$tree" log -1 --format=%s)
	git -C "$tree" reset -q --hard HEAD^ && refuses "--drop $last" "$tool" save &&
		"$tool" save --drop "$last" && [ ! -e "$clone/patches/$last.patch" ] && ! grep -qx "$last.patch" "$clone/patches/series"
}

uncommitted_is_refused() { printf 'x\n' >> "$tree/$patched" && refuses 'not committed' "$tool" save && refuses 'not saved' "$tool" up; }

# As it is when the first `up` is killed on the way: made, but without overlay, patches and record.
interrupted_up_is_done_again() {
	local whole
	whole=$(git -C "$tree" rev-parse HEAD)
	git -C "$tree" reset -q --hard upstream && rm -- "$tree/.git/saved" && "$tool" up --keep && [ "$whole" = "$(git -C "$tree" rev-parse HEAD)" ]
}

generated_is_left_out() {
	printf '# regenerated\n' >> "$tree/configure" && printf '/* regenerated */\n' >> "$tree/main/php_config.h.in" &&
		"$tool" save && unchanged && commit_all 'build: run buildconf' && "$tool" save && unchanged
}

moved_repository_is_refused() {
	printf '# a comment\n' >> "$clone/patches/series"
	! "$tool" save && "$tool" up && "$tool" save && [ "$(git -C "$clone" status --porcelain)" = ' M patches/series' ]
}

# A file that is not the pinned tarball is refused, wherever it comes from, and the cache stays clean.
wrong_tarball_is_refused() {
	mkdir -p "$work/cache" && head -c 100000 "$tarball" > "$work/wrong" &&
		refuses "wrong sha256" env PHP_SRC_TARBALL="$work/wrong" PHP_SRC_CACHE="$work/cache" "$clone/scripts/fetch" &&
		[ -z "$(ls -A "$work/cache")" ]
}

# A transfer that breaks off, and one that brings other bytes: curl is replaced by one that does just that.
broken_download_leaves_nothing() {
	mkdir -p "$work/bin" "$work/cache" && printf '%s\n' '#!/bin/sh' 'while [ "$1" != -o ]; do shift; done' \
		'echo rubbish > "$2"; exit "$CURL_STATUS"' > "$work/bin/curl" && chmod +x "$work/bin/curl" || return 1
	local status
	for status in 0 18 23; do
		refuses 'cannot get|disk full' env -u PHP_SRC_TARBALL PATH="$work/bin:$PATH" CURL_STATUS=$status \
			PHP_SRC_CACHE="$work/cache" "$clone/scripts/fetch" && [ -z "$(ls -A "$work/cache")" ] || return 1
	done
}

status=0
up_and_save > "$work/first" 2>&1 || { sed 's/^/# /' "$work/first"; not_ok 'up and save on a fresh clone change nothing'; exit 1; }
ok 'up and save on a fresh clone change nothing'
for one in \
	'up gives the same commit every time:same_commit' \
	'a new file becomes an overlay file and vanishes with it:new_file_is_overlay' \
	'save refuses fixups that are not applied:fixup_is_refused' \
	'rebase and save --autosquash change just the patch that a fixup names:fixup_is_squashed' \
	'save refuses in the middle of a rebase:rebase_is_refused' \
	'save refuses a tree without commits:empty_is_refused' \
	'save refuses to lose a patch unless told so:lost_patch_is_refused' \
	'save and up refuse changes that are not committed:uncommitted_is_refused' \
	'up does again what was interrupted:interrupted_up_is_done_again' \
	'generated files never get into overlay or patches:generated_is_left_out' \
	'save refuses when the repository has moved:moved_repository_is_refused' \
	'fetch refuses a wrong tarball:wrong_tarball_is_refused' \
	'fetch leaves nothing behind when a download fails:broken_download_leaves_nothing'; do
	start_over || die 'cannot restore the tree'
	check "${one%:*}" "${one##*:}" || status=1
done
exit $status
