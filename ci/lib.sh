# shellcheck shell=bash
# Shared by ci/run.sh and its stages: where things are, and how a check is reported. Sourced, never run.

# With it, cd may print where it goes, or go elsewhere.
unset CDPATH
ci=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
root=$(dirname "$ci")

ok() { printf 'ok - %s\n' "$*"; }
not_ok() { printf 'not ok - %s\n' "$*"; }
note() { printf '# %s\n' "$*"; }
die() { printf '%s: %s\n' "${0##*/}" "$*" >&2; exit 1; }
# no_arguments "$@": for stages that take none.
no_arguments() { [ $# -eq 0 ] || die "unknown argument '$1'"; }

# check TITLE command...: one line of result; the output of a command that fails is shown.
check() {
	local title=$1 output
	shift
	if output=$("$@" 2>&1); then ok "$title"; return 0; fi
	printf '%s\n' "$output" | tail -n 40 | sed 's/^/# /'
	not_ok "$title"
	return 1
}

# The comment at the top of a script is its help text.
help() { awk 'NR > 1 && !/^#/ { exit } NR > 1 { sub(/^# ?/, ""); print }' "$1"; }

minutes() { printf '%d:%02d min' $(($1 / 60)) $(($1 % 60)); }

# contents_of PATTERN [EXCEPT]: a hash of all that is committed in paths that match, and not EXCEPT: results are remembered by it.
contents_of() { git -C "$root" ls-tree -r HEAD | awk -F'\t' -v pattern="$1" -v except="${2:-^$}" '$2 ~ pattern && $2 !~ except' | sha256sum | cut -c1-16; }

# build_variant VARIANT: builds it once per run of ci/run.sh, with the output shown.
build_variant() {
	local mark=${CI_STATE:-/nonexistent}/built-$1 begin=$SECONDS
	[ ! -f "$mark" ] || return "$(cat "$mark")"
	"$root/scripts/build" "$1"
	local status=$?
	[ -z "${CI_STATE:-}" ] || printf '%d\n' "$((status != 0))" > "$mark"
	[ "$status" -ne 0 ] || note "variant $1 is built ($(minutes $((SECONDS - begin))))"
	return $((status != 0))
}
