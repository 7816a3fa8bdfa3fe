#!/usr/bin/env bash
# Debian's php8.4 packages build with the series on Debian 13 and work, installed in a clean folder; packages-deb:fresh all anew.
# What is committed is built. Packages are built again when something that goes into them has changed, which tests do not; further
# steps that have passed for a commit are not repeated. Takes long: run it by name. See docs/packaging.md.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"
. "$(dirname "${BASH_SOURCE[0]}")/../debian13/folder.sh"

build_folder=packages-build
test_folder=packages-test
results=$debian13_cache/packages
installed=(php8.4-{common,cli,fpm,pgsql,mysql,odbc,sqlite3,dev,opcache,readline} libapache2-mod-php8.4)
logs=$CI_LOGS/packages-deb

# --- steps ----------------------------------------------------------------------------------

# step FOLDER NAME COMMAND...: in the folder, with a log, and a line of progress each minute.
step() {
	local folder=$1 name=$2 begin=$SECONDS result watcher
	shift 2
	note "$name (log: $logs/$name.log)"
	watch "$name" 6>&- &
	watcher=$!
	run_in_folder "$folder" "$@" > "$logs/$name.log" 2>&1
	result=$?
	kill "$watcher" 2>/dev/null
	wait "$watcher" 2>/dev/null
	[ "$result" -eq 0 ] || tail -n 40 "$logs/$name.log" | sed 's/^/# /'
	note "$name: $(minutes $((SECONDS - begin)))"
	return $result
}

# How far it is: files that were compiled, and the directory that make is in.
watch() {
	local begin=$SECONDS never
	exec {never}<> <(:)
	until read -r -t 60 -u "$never"; do
		note "$1: $(minutes $((SECONDS - begin))), $(grep -c -e '--mode=compile' "$logs/$1.log") files compiled," \
			"$(grep -o '[a-z0-9]*-build' "$logs/$1.log" | tail -n 1)"
	done
}

# once NAME COMMAND...: unless it has passed for this commit. Its lines of result are kept and shown again.
once() {
	local name=$1
	shift
	if [ -f "$state/$name" ]; then
		note "$name: passed before"
		cat -- "$state/$name"
		return 0
	fi
	"$@" > "$state/$name.new"
	local result=$?
	cat -- "$state/$name.new"
	[ "$result" -ne 0 ] || mv -- "$state/$name.new" "$state/$name"
	return $result
}

# --- building -------------------------------------------------------------------------------

tools='command -v git curl patch xz > /dev/null || { apt-get -qq update && apt-get -qq -y install --no-install-recommends git ca-certificates curl patch xz-utils; }'

# prepare FOLDER: Debian 13 with the repository and what its scripts need.
prepare() {
	make_folder "$1" && step "$1" "tools-$1" bash -c "$tools" && copy_repository "$1" source debian
}

# A hash over all that is committed and makes a difference to the packages.
contents() {
	git -C "$root" ls-tree -r HEAD -- Zend TSRM ext main sapi win32 patches packaging UPSTREAM ci/debian13/build-packages |
		grep -v '/tests/' | sha256sum
}

are_built() { [ "$(cat -- "$results/contents" 2>/dev/null)" = "$(contents)" ]; }

build_packages() {
	local name begin=$SECONDS
	rm -rf -- "$results"
	prepare "$build_folder" || return 1
	for name in unpack dependencies build; do
		step "$build_folder" "$name" ci/debian13/build-packages "$name" || return 1
	done
	mkdir -p -- "$results" && mv -- "$(folder_path "$build_folder")"/root/packages/*.deb "$results/" || return 1
	minutes $((SECONDS - begin)) > "$results/time"
	contents > "$results/contents"
}

describe_packages() {
	note "$(find "$results" -name '*.deb' | wc -l) packages, $(du -ch "$results"/*.deb | tail -n 1 | cut -f1), built in $(cat "$results/time")"
	(cd "$results" && stat -c '%s %n' ./*.deb) | sort -k2 | awk '{ printf "# %8d kB %s\n", ($1 + 512) / 1024, substr($2, 3) }'
}

# --- with the installed packages ------------------------------------------------------------

# A clean folder for each set of packages: one that has seen others goes. Source packages come from where packages come from.
install_packages() {
	local path package
	path=$(folder_path "$test_folder")
	[ ! -e "$path/root/packages" ] || remove_folder "$test_folder" || return 1
	prepare "$test_folder" || return 1
	sed -n 's/^deb /deb-src /p' "$path/etc/apt/sources.list" > "$path/etc/apt/sources.list.d/sources.list" || return 1
	mkdir -p -- "$path/root/packages" || return 1
	for package in "${installed[@]}"; do
		cp -- "$results/$package"_*.deb "$path/root/packages/" || return 1
	done
	step "$test_folder" install bash -c 'apt-get -qq update &&
		apt-get -qq -y -o Dpkg::Use-Pty=0 install --no-install-recommends /root/packages/*.deb && dpkg-query -W "$@"' - "${installed[@]}" || return 1
	cp -- "$results/contents" "$path/root/packages/"
}

are_installed() { cmp -s -- "$(folder_path "$test_folder")/root/packages/contents" "$results/contents"; }

# The stage reports by lines; those of the table of ci/run.sh say how many tests of a suite passed.
test_installed() {
	local result=0
	copy_repository "$test_folder" source debian >&2 && step "$test_folder" installed ci/run.sh installed >&2 || result=1
	report "$logs/installed.log"
	return $result
}

build_extensions() {
	local result=0
	step "$test_folder" third-party ci/debian13/third-party >&2 || result=1
	report "$logs/third-party.log"
	return $result
}

# Its results are those of this stage; a suite counts as one, with its numbers in the title.
report() {
	{
		grep -E '^(ok|not ok|skip) - ' "$1"
		sed -nE 's/^([a-z0-9-]+ \(installed\): +[0-9]+ passed, 0 failed.*)/ok - \1/p; s/^# NEW FAILURE - /not ok - /p' "$1"
	} | awk '!seen[$0]++' # ci/run.sh tells new failures once more at its end
}

# --------------------------------------------------------------------------------------------

main() {
	local commit status=0
	case ${1-} in ''|fresh) ;; *) die "unknown argument '$1': fresh, or none" ;; esac
	claim_folder packages || { not_ok 'no other run works in the folders'; exit 1; }
	[ "${1-}" != fresh ] || { remove_folder "$build_folder" && remove_folder "$test_folder" && rm -rf -- "$results" "$results.state"; } || exit 1
	mkdir -p -- "$logs" "$results.state" || exit 1
	commit=$(git -C "$root" rev-parse HEAD) || exit 1
	state=$results.state/$commit
	[ -d "$state" ] || rm -rf -- "$results.state"
	mkdir -p -- "$state" || exit 1

	are_built || build_packages || { not_ok "Debian's source package builds with the series"; exit 1; }
	ok "Debian's source package builds with the series"
	describe_packages
	are_installed || { rm -f -- "$state"/*; install_packages; } || { not_ok 'the packages install on a clean Debian 13'; exit 1; }
	ok "the packages install on a clean Debian 13: ${installed[*]}"
	once tests test_installed || status=1
	once extensions build_extensions || status=1
	exit $status
}

# On one line: bash has read it all before steps that take minutes, whatever happens to this file.
main "$@"; exit
