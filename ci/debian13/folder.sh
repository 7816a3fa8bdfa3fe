# shellcheck shell=bash
# Debian 13 in folders below $debian13_cache: `base`, as debootstrap makes it from the mirror that apt is set up
# with, and copies of it by name. What runs in a folder has mount, process and IPC namespaces of its own, so that
# nothing stays mounted and no process is left when it ends, however it ends. Needs root. Sourced by stages.
#
# Sourced after ci/lib.sh.

debian13_cache=${CI_DEBIAN13_CACHE:-${HOME:-/root}/.cache/php-async-pool/debian13}

# folder_path NAME
folder_path() { printf '%s/%s\n' "$debian13_cache" "$1"; }

debian13_mirror() {
	apt-get indextargets --format '$(ORIGIN)|$(LABEL)|$(REPO_URI)' 2>/dev/null |
		sed -n 's/^Debian|Debian|//p' | sort -u | head -n 1
}

# claim_folder NAME: for this run alone, until it and all that it runs there have ended. Two runs in one folder would change the source below each other.
claim_folder() {
	mkdir -p -- "$debian13_cache" && exec 6>"$debian13_cache/$1.lock" || return 1
	flock -n 6 || { note "another run works in $(folder_path "$1")"; return 1; }
}

# remove_folder NAME: debootstrap may have left /proc or /sys mounted in it; nothing of those may be removed.
remove_folder() {
	local path mounted
	path=$(folder_path "$1")
	[ -e "$path" ] || return 0
	awk -v dir="$path/" 'index($5, dir) == 1 { print $5 }' /proc/self/mountinfo | sort -r |
		while IFS= read -r mounted; do umount -- "$mounted" 2>/dev/null; done
	rm -rf --one-file-system -- "$path" || { note "cannot remove $path"; return 1; }
}

# make_base: complete or not there; it gets its name when all is in it.
make_base() {
	local mirror
	[ "$(id -u)" -eq 0 ] || { note 'Debian 13 needs root, for debootstrap and chroot'; return 1; }
	mkdir -p -- "$debian13_cache" || return 1
	(
		exec 7>"$debian13_cache/base.lock"
		flock -w 1200 7 || { note "another installation in $debian13_cache is still running"; exit 1; }
		[ ! -d "$(folder_path base)" ] || exit 0
		"$root/scripts/packages" mysql9 || exit 1
		mirror=$(debian13_mirror)
		[ -n "$mirror" ] || { note 'apt knows no mirror of Debian'; exit 1; }
		remove_folder base.new || exit 1
		trap 'remove_folder base.new' EXIT
		note 'installing Debian 13 in a folder, once; this takes a minute or two'
		debootstrap --variant=minbase trixie "$(folder_path base.new)" "$mirror" >"$debian13_cache/base.log" 2>&1 ||
			{ tail -n 5 "$debian13_cache/base.log" | sed 's/^/# /'; note 'debootstrap failed'; exit 1; }
		# Servers that come with packages must not start by themselves.
		printf '#!/bin/sh\nexit 101\n' >"$(folder_path base.new)/usr/sbin/policy-rc.d"
		chmod 755 "$(folder_path base.new)/usr/sbin/policy-rc.d"
		# A folder that a crash has spoilt is made anew: no need to wait for the disk after each file.
		echo force-unsafe-io >"$(folder_path base.new)/etc/dpkg/dpkg.cfg.d/unsafe-io"
		mv -- "$(folder_path base.new)" "$(folder_path base)"
	)
}

# make_folder NAME: a copy of base, unless it is there.
make_folder() {
	local path
	path=$(folder_path "$1")
	[ ! -d "$path" ] || return 0
	make_base && remove_folder "$1.new" || return 1
	cp -a -- "$(folder_path base)" "$path.new" && mv -- "$path.new" "$path"
}

# in_folder NAME COMMAND...: as root in /src of the folder. /tmp and /dev/shm are empty each time. The network is
# the machine's own. Killing the process that this function becomes kills all that runs inside.
in_folder() {
	local path
	path=$(folder_path "$1")
	shift
	cp -- /etc/resolv.conf "$path/etc/resolv.conf" 2>/dev/null
	mkdir -p -- "$path/src"
	exec unshare --mount --pid --ipc --fork --kill-child bash -c '
		cd "$1" && mount -t proc proc proc && mount --rbind /dev dev && mount -t tmpfs -o mode=1777 tmpfs dev/shm &&
			mount -t tmpfs -o mode=1777 tmpfs tmp || exit 125
		shift
		exec chroot . /usr/bin/env -i HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
			LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive CI_JOBS="${CI_JOBS-}" /bin/sh -c "cd /src && exec \"\$@\"" - "$@"
	' - "$path" "$@"
}

# run_in_folder NAME COMMAND...: the same in the background of this shell, which stays able to see signals.
folder_pid=
run_in_folder() {
	local status
	in_folder "$@" </dev/null &
	folder_pid=$!
	wait "$folder_pid"
	status=$?
	folder_pid=
	return $status
}

end_folder() {
	[ -z "$folder_pid" ] || { kill -KILL "$folder_pid" 2>/dev/null; wait "$folder_pid" 2>/dev/null; }
	folder_pid=
}
trap end_folder EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

# copy_repository NAME [source|debian]...: what is committed, as /src of the folder, with these archives of scripts/fetch, by
# default the tarball of php-src. Builds that are there stay.
copy_repository() {
	local path tarball what
	path=$(folder_path "$1")
	[ -d "$path/src/.git" ] || git clone -q --no-local --no-checkout -- "$root" "$path/src" || return 1
	git -C "$path/src" fetch -q --no-tags -- "$root" HEAD && git -C "$path/src" checkout -q --force --detach FETCH_HEAD || return 1
	[ -z "$(git -C "$root" status --porcelain --untracked-files=no)" ] || note 'what is not committed is not tested'
	mkdir -p -- "$path/root/.cache/php-async-pool" || return 1
	shift
	for what in "${@:-source}"; do
		tarball=$("$root/scripts/fetch" "$what") || return 1
		cmp -s -- "$tarball" "$path/root/.cache/php-async-pool/${tarball##*/}" ||
			cp -- "$tarball" "$path/root/.cache/php-async-pool/" || return 1
	done
}
