# shellcheck shell=bash
# Shared by ci/services/{start,stop,status}: where an instance lives, how a
# server is launched, recognised and ended. Knows no particular server; those
# are described by one file each (pgsql.sh, mariadb.sh, odbc.sh, ...).
#
# An instance is a directory, $dir:
#   token          made once, proves that the directory is one of ours
#   NAME.proc      one line per launched server: pid, start time, executable, data directory
#   NAME.env       `export NAME=value` lines, as printed by start
#   NAME.log       the server's own log; kept when a start fails
#   NAME/          its data; removed by stop
#   tls/           the throw-away certificate authority and server certificates

# SIGTERM is given this long before SIGKILL, and a server this long to answer.
readonly STOP_SECONDS=20 READY_SECONDS=90

# A signal may arrive while a command's output goes to a log; messages must not follow it there.
exec 8>&2
say()  { printf 'services: %s\n' "$*" >&8; }
fail() { say "error: $*"; exit 1; }

default_dir() { printf '%s\n' "${CI_SERVICES_DIR:-/tmp/php-services-$(id -u)}"; }

# --- the instance directory -------------------------------------------------

# Another user could have made the default directory in /tmp before us.
require_own_dir() {
	[ ! -L "$dir" ] && [ -d "$dir" ] && [ -O "$dir" ] || fail "$dir is not a directory of this user"
	[ -f "$dir/token" ] || fail "$dir was not made by ci/services/start"
}

make_dir() {
	if [ ! -e "$dir" ] && [ ! -L "$dir" ]; then
		mkdir -p -- "$dir" && : > "$dir/token" || fail "cannot create $dir"
	elif [ -d "$dir" ] && [ -O "$dir" ] && [ -z "$(ls -A -- "$dir")" ]; then
		: > "$dir/token"
	fi
	require_own_dir
	# The servers run as other users and must be able to reach their own part.
	chmod 755 -- "$dir"
}

# One start or stop at a time per instance. Servers must not inherit the lock: see launch.
lock_dir() {
	exec 9>"$dir/token"
	flock -w 120 9 || fail "another start or stop of $dir is still running"
}

# --- users and ports ----------------------------------------------------------

# Servers refuse to run as root, and should: as root they get the user that Debian made for them.
server_user() {
	if [ "$(id -u)" -ne 0 ]; then id -un; return; fi
	id -u "$1" >/dev/null 2>&1 || fail "no user '$1': install the server's package first (scripts/packages test)"
	as_user "$1" test -x "$dir" || fail "user '$1' cannot reach $dir: a directory above it is closed to others"
	printf '%s\n' "$1"
}

# Variables such as PGDATA or MYSQL_HOME of the caller must not reach servers and their tools.
readonly clean_env=(env -i "PATH=$PATH" HOME=/nonexistent LC_ALL=C.UTF-8 "TMPDIR=${TMPDIR:-/tmp}")

as_user() {
	local user=$1
	shift
	if [ "$(id -u)" -ne 0 ]; then "${clean_env[@]}" "$@"; return; fi
	"${clean_env[@]}" setpriv --reuid="$user" --regid="$(id -g "$user")" --init-groups -- "$@"
}

# A port that nobody answers on. It may be taken before the server binds it: see launch_on_free_port.
free_port() {
	local port
	while :; do
		port=$((20000 + (RANDOM * 32768 + RANDOM) % 12000))
		(exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null || { printf '%s\n' "$port"; return; }
	done
}

random_password() { od -An -N12 -tx1 /dev/urandom | tr -d ' \n'; }

# --- processes ------------------------------------------------------------------

# Field 22 of /proc/PID/stat; a pid and its start time name one process for the life of the machine.
start_time() { sed -n 's/^.*) //p' "/proc/$1/stat" 2>/dev/null | cut -d' ' -f20; }

# launch NAME USER DATADIR command...: sets launched_pid. The process leads its own session, so that
# a Ctrl-C meant for the caller does not reach it.
launch() {
	local name=$1 user=$2 data=$3 ids=()
	shift 3
	[ "$(id -u)" -ne 0 ] || ids=(setpriv "--reuid=$user" "--regid=$(id -g "$user")" --init-groups --)
	# Execs only, no forks: $! must be the server itself.
	(exec "${clean_env[@]}" setsid "${ids[@]}" "$@") </dev/null >>"$dir/$name.log" 2>&1 8>&- 9>&- &
	launched_pid=$!
	printf '%s %s - %s\n' "$launched_pid" "$(start_time "$launched_pid")" "$data" > "$dir/$name.proc"
}

# record_proc NAME DATADIR EXECUTABLE: called once the server answers. The pid kept from launch must be the server's,
# or stop would end something else.
record_proc() {
	local name=$1 data=$2 exe
	exe=$(realpath -- "$3")
	[ "$(readlink "/proc/$launched_pid/exe")" = "$exe" ] || { say "$name: process $launched_pid is not $exe"; return 1; }
	printf '%s %s %s %s\n' "$launched_pid" "$(start_time "$launched_pid")" "$exe" "$data" > "$dir/$name.proc"
	printf '%s\n' "$launched_pid" > "$dir/$name.pid"
}

# read_proc NAME: sets proc_pid proc_start proc_exe proc_data.
read_proc() { [ -s "$dir/$1.proc" ] && read -r proc_pid proc_start proc_exe proc_data < "$dir/$1.proc"; }

proc_is_alive() { [ -n "$proc_start" ] && [ "$(start_time "$proc_pid")" = "$proc_start" ] && ! proc_is_zombie; }

proc_is_zombie() { [ "$(sed -n 's/^.*) \(.\).*/\1/p' "/proc/$proc_pid/stat" 2>/dev/null)" = Z ]; }

is_running() { read_proc "$1" && proc_is_alive; }

# wait_until_ready NAME command...: the command succeeds once the server answers.
wait_until_ready() {
	local name=$1 deadline=$((SECONDS + READY_SECONDS))
	shift
	until "$@" >/dev/null 2>&1; do
		is_running "$name" || return 1
		[ "$SECONDS" -lt "$deadline" ] || { say "$name does not answer after $READY_SECONDS s"; return 1; }
		sleep 0.2
	done
}

# launch_on_free_port NAME: sets port. NAME_launch launches it there, NAME_ready succeeds once it answers. A port that was taken
# in between is exchanged for another one.
launch_on_free_port() {
	local name=$1 try
	for try in 1 2 3 4 5; do
		port=$(free_port)
		"${name}_launch" || return 1
		wait_until_ready "$name" "${name}_ready" && return 0
		is_running "$name" && return 1
		grep -q 'Address already in use' "$dir/$name.log" || return 1
		say "$name: port $port was taken (attempt $try)"
		: > "$dir/$name.log"
	done
	return 1
}

# Worker processes whose parent is gone, or was stopped by a fault test: same executable, same data directory.
stragglers() {
	local p
	[ "$proc_exe" != - ] && [ -n "$proc_data" ] || return 0
	for p in $(find /proc -mindepth 2 -maxdepth 2 -name cwd -lname "$proc_data" 2>/dev/null); do
		p=${p%/cwd}
		[ "$(readlink "$p/exe" 2>/dev/null)" != "$proc_exe" ] || printf '%s\n' "${p#/proc/}"
	done
}

# end_process NAME [signal]: ends what launch started, nothing else, and waits until it is gone.
end_process() {
	local name=$1 signal=${2:-TERM} pid deadline=$((SECONDS + STOP_SECONDS))
	read_proc "$name" || return 0
	if proc_is_alive; then
		for pid in $(stragglers); do kill -CONT "$pid" 2>/dev/null; done
		kill -"$signal" "$proc_pid" 2>/dev/null
		kill -CONT "$proc_pid" 2>/dev/null
		while proc_is_alive && [ "$SECONDS" -lt "$deadline" ]; do sleep 0.1; done
		proc_is_alive && { say "$name ignores SIG$signal for $STOP_SECONDS s: killed"; kill -KILL "$proc_pid"; }
	fi
	for pid in $(stragglers); do kill -KILL "$pid" 2>/dev/null; done
	while proc_is_alive || [ -n "$(stragglers)" ]; do sleep 0.1; done
	rm -f -- "$dir/$name.proc" "$dir/$name.pid"
}

# --- certificates ---------------------------------------------------------------

# One certificate authority per instance; its key is thrown away with the instance.
make_ca() {
	[ ! -s "$dir/tls/ca.pem" ] || return 0
	mkdir -p -- "$dir/tls" && chmod 755 -- "$dir/tls"
	openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -sha256 -days 2 \
		-subj '/CN=throw-away test authority' -addext keyUsage=critical,keyCertSign,cRLSign \
		-keyout "$dir/tls/ca.key" -out "$dir/tls/ca.pem" 2>>"$dir/tls/openssl.log" || return 1
	chmod 600 -- "$dir/tls/ca.key"
	chmod 644 -- "$dir/tls/ca.pem"
}

# make_certificate NAME USER: tls/NAME.pem and tls/NAME.key, for localhost and 127.0.0.1, key readable by USER only.
make_certificate() {
	local base=$dir/tls/$1
	make_ca || return 1
	openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -sha256 -subj '/CN=localhost' \
		-keyout "$base.key" -out "$base.csr" 2>>"$dir/tls/openssl.log" || return 1
	openssl x509 -req -sha256 -days 2 -in "$base.csr" -CA "$dir/tls/ca.pem" -CAkey "$dir/tls/ca.key" -CAcreateserial \
		-extfile <(printf 'subjectAltName=DNS:localhost,IP:127.0.0.1\nextendedKeyUsage=serverAuth\n') \
		-out "$base.pem" 2>>"$dir/tls/openssl.log" || return 1
	chmod 600 -- "$base.key"
	chmod 644 -- "$base.pem"
	rm -f -- "$base.csr"
	[ "$(id -u)" -ne 0 ] || chown -- "$2" "$base.key"
}

# --- the environment of the tests ----------------------------------------------------

# emit SERVICE NAME VALUE: a line for `eval`, quoted for any shell.
# Readable by the caller only: it holds passwords.
emit() { (umask 077; : >> "$dir/$1.env.new"); printf "export %s='%s'\n" "$2" "$(printf '%s' "$3" | sed "s/'/'\\\\''/g")" >> "$dir/$1.env.new"; }

# --- the services there are --------------------------------------------------------------

unset CDPATH # with it, cd may print where it goes
services_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

known_services() {
	local f
	for f in "$services_dir"/*.sh; do
		f=${f##*/}
		[ "$f" = lib.sh ] || printf '%s\n' "${f%.sh}"
	done
}

load_service() {
	case $1 in
		''|lib|*[!a-z0-9_]*) fail "no service '$1' (there are: $(known_services | tr '\n' ' '))" ;;
	esac
	[ -f "$services_dir/$1.sh" ] || fail "no service '$1' (there are: $(known_services | tr '\n' ' '))"
	# shellcheck source=/dev/null
	. "$services_dir/$1.sh"
}

# stop_service NAME: ends its processes and removes its data; the log stays until the instance goes.
stop_service() {
	load_service "$1"
	if declare -F "$1_stop" >/dev/null; then "$1_stop"; fi
	rm -rf -- "${dir:?}/$1" "$dir/$1.env" "$dir/$1.env.new"
}
