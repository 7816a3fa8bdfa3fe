# shellcheck shell=bash
# What the scripts share: where things are, the upstream pin, the overlay and the series, messages,
# temporary files. Sourced, never run. It changes nothing by being sourced.

# With it, cd may print where it goes, or go elsewhere.
unset CDPATH
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
me=${0##*/}

# Directories of the source tree that the repository mirrors. scripts/, docs/ and build/ of php-src
# cannot be among them: the repository uses these names itself.
overlay_dirs=(Zend TSRM ext main sapi tests win32)

# First word of a patch name: the part of php-src that it changes.
patch_areas=(build engine main standard openssl mysqlnd pdo pdo_pgsql pdo_mysql pdo_odbc pdo_sqlite
	pcntl sockets spl sapi)

# What buildconf, configure, re2c and bison write into a source tree, as an extended regular
# expression over paths. None of it may ever be part of the overlay or of a patch.
generated_files='^(configure~?|aclocal\.m4|autom4te\.cache/.*|main/php_config\.h\.in~?'
generated_files+='|build/(libtool|ltmain)[^/]*\.(m4|sh)|ext/[a-z_]+/[a-z_]*sql_parser\.c'
generated_files+='|Zend/zend_(language|ini)_(parser|scanner)(_defs)?\.[ch]'
generated_files+='|.*\.(o|lo|la|a|so|dep|orig|rej))$|(^|/)\.libs/'

note() { printf '%s: %s\n' "$me" "$*" >&2; }
die() { note "$@"; exit 1; }

# The comment at the top of a script is its help text.
help() { awk 'NR > 1 && !/^#/ { exit } NR > 1 { sub(/^# ?/, ""); print }' "$0"; }

# upstream KEY: a value of the file UPSTREAM.
upstream() {
	local value
	value=$(sed -n "s/^$1=//p" "$root/UPSTREAM")
	[[ -n $value ]] || die "UPSTREAM has no line '$1='"
	printf '%s\n' "$value"
}

# scratch_in DIR: sets $scratch to a new directory in DIR that is removed however the script ends: also when a second signal
# follows, as from ci/run.sh, or nobody reads any more what it prints.
scratch_in() {
	mkdir -p "$1" || die "cannot create directory $1"
	scratch=$(mktemp -d "$1/.scratch.XXXXXX") || die "cannot create a temporary directory in $1"
	trap 'trap "" HUP INT PIPE TERM; rm -rf "$scratch"' EXIT
	trap 'trap "" HUP INT PIPE TERM; exit 129' HUP
	trap 'trap "" HUP INT PIPE TERM; exit 130' INT
	trap 'trap "" HUP INT PIPE TERM; exit 141' PIPE
	trap 'trap "" HUP INT PIPE TERM; exit 143' TERM
}

# git on a source tree: nobody's configuration may change what is read from it or written into it.
plain_git() { GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1 git -c core.quotePath=false "$@"; }

# Paths of all overlay files, sorted: those in the repository's index or present, less deleted ones.
overlay_files() {
	local path
	git -C "$root" ls-files --cached --others --exclude-standard --deduplicate -- "${overlay_dirs[@]}" |
		LC_ALL=C sort -u | while IFS= read -r path; do
			if [[ -f $root/$path ]]; then printf '%s\n' "$path"; fi
		done
}

# Names in patches/series (without .patch), in order.
series() {
	[[ -f $root/patches/series ]] || return 0
	sed -e 's/#.*//' -e 's/[[:space:]]*$//' -e 's/\.patch$//' -e '/^$/d' "$root/patches/series"
}

# The DEP-3 header of a patch file: everything before the line '---' or the first diff line.
patch_header() { awk '/^---/ { exit } { print }' "$1"; }

# One hash over all that scripts/tree up reads: it tells whether the repository has moved.
repository_state() {
	{
		overlay_files
		series | sed 's,.*,patches/&.patch,'
		printf '%s\n' UPSTREAM patches/series
	} | (cd "$root" && while IFS= read -r path; do
		if [[ ! -f $path ]]; then path=/dev/null; fi
		printf '%s\0' "$path"
	done | xargs -0 sha256sum) | sha256sum | cut -d' ' -f1
}

# The version of the series itself.
series_version() { sed -nE 's/^#define PHP_ASYNC_VERSION "(.*)"$/\1/p' "$root/ext/async/php_async_version.h"; }
