# shellcheck shell=bash
# Oracle MySQL, which Debian has in unstable only: its packages in a debootstrap folder, made once per user and kept in
# the cache ($CI_MYSQL9_CACHE, by default ~/.cache/php-async-pool); the server runs chrooted there. Optional: never
# started unless named, needs root, a Debian mirror that apt knows, a minute and 1 GB.
#
# TCP, a unix socket, TLS on the same port. All users have caching_sha2_password, the only plug-in for passwords that is
# left in MySQL 9: `test` may do everything, `test_tls` likewise, but over TLS only. What the server writes lives in
# the folder, below srv/, in a directory of its own for each instance; stop removes it.

mysql9_requires() { :; }

mysql9_cache=${CI_MYSQL9_CACHE:-${HOME:-/root}/.cache/php-async-pool}
mysql9_root=$mysql9_cache/mysql9

mysql9_start() {
	local user ids root_password password port
	[ "$(id -u)" -eq 0 ] || fail 'mysql9 needs root, for debootstrap and chroot'
	user=$(server_user mysql) || return 1
	ids=$(id -u "$user"):$(id -g "$user")
	mkdir -p -- "$dir/mysql9" || return 1
	mysql9_install || return 1
	root_password=$(random_password) password=$(random_password)
	say "mysql9: creating a data directory ($(chroot "$mysql9_root" /usr/sbin/mysqld --version | sed 's/.*Ver \([^ ]*\).*/\1/'))"
	mysql9_init || return 1
	launch_on_free_port mysql9 || return 1
	record_proc mysql9 "$base/data" "$mysql9_root/usr/sbin/mysqld" || return 1
	rm -f -- "$base/init.sql"
	mysql9_emit || return 1
	mysql9_check || return 1
	say "mysql9: answers on 127.0.0.1:$port"
}

# --- the folder ---------------------------------------------------------------------

# Complete or not there: it gets its name when all is in it.
mysql9_install() {
	mkdir -p -- "$mysql9_cache" || fail "cannot create $mysql9_cache"
	(
		exec 7>"$mysql9_cache/mysql9.lock"
		flock -w 900 7 || fail "another installation of MySQL in $mysql9_cache is still running"
		[ ! -x "$mysql9_root/usr/sbin/mysqld" ] || exit 0
		mysql9_remove_folder "$mysql9_root.new" || exit 1
		trap 'mysql9_remove_folder "$mysql9_root.new"' EXIT
		trap 'exit 130' INT
		trap 'exit 143' TERM HUP
		mysql9_bootstrap "$mysql9_root.new" && mv -- "$mysql9_root.new" "$mysql9_root"
	) 9>&-
}

mysql9_bootstrap() {
	local mirror in_folder=("${clean_env[@]}" PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive chroot "$1")
	"$services_dir/../../scripts/packages" mysql9 >>"$dir/mysql9.log" 2>&1 || { say 'mysql9: debootstrap cannot be installed (scripts/packages mysql9)'; return 1; }
	mirror=$(mysql9_mirror)
	[ -n "$mirror" ] || { say 'mysql9: apt knows no mirror of Debian, which MySQL would come from'; return 1; }
	say 'mysql9: installing Debian unstable in a folder, once; this takes a minute or two'
	debootstrap --variant=minbase sid "$1" "$mirror" >>"$dir/mysql9.log" 2>&1 || { say 'mysql9: debootstrap failed: is the mirror that apt uses reachable?'; return 1; }
	"${in_folder[@]}" apt-get -qq -y -o Dpkg::Use-Pty=0 install --no-install-recommends mysql-server-core mysql-client-core >>"$dir/mysql9.log" 2>&1 ||
		{ say 'mysql9: its packages cannot be installed'; return 1; }
	"${in_folder[@]}" apt-get clean
	[ -x "$1/usr/sbin/mysqld" ]
}

mysql9_mirror() {
	apt-get indextargets --format '$(ORIGIN)|$(LABEL)|$(REPO_URI)' 2>/dev/null | sed -n 's/^Debian|Debian|//p' | sort -u | head -n 1
}

# debootstrap may have left /proc or /sys mounted in it; nothing of those may be removed.
mysql9_remove_folder() {
	local mounted
	[ -e "$1" ] || return 0
	awk -v dir="$1/" 'index($5, dir) == 1 { print $5 }' /proc/self/mountinfo | sort -r |
		while IFS= read -r mounted; do umount -- "$mounted" 2>/dev/null; done
	rm -rf --one-file-system -- "$1" || { say "mysql9: cannot remove $1"; return 1; }
}

# --- the server ---------------------------------------------------------------------

# Sets base, the instance's directory as seen from outside, and inside, as the server sees it.
mysql9_init() {
	base=$(mktemp -d "$mysql9_root/srv/XXXXXXXX") || return 1
	inside=${base#"$mysql9_root"}
	# For stop, whatever happens next.
	ln -sfn -- "$base" "$dir/mysql9/base"
	mkdir -p -- "$base/data" "$base/tmp" "$base/tls" || return 1
	(umask 077; mysql9_accounts > "$base/init.sql")
	make_certificate mysql9 "$user" || return 1
	cp -p -- "$dir/tls/ca.pem" "$dir/tls/mysql9.pem" "$dir/tls/mysql9.key" "$base/tls/" || return 1
	chown -R -- "$ids" "$base"
	chmod 755 -- "$base"
	chmod 700 -- "$base/data"
	mysql9_in_folder /usr/sbin/mysqld --no-defaults --initialize-insecure --datadir="$inside/data" --tmpdir="$inside/tmp" >>"$dir/mysql9.log" 2>&1
}

mysql9_in_folder() { "${clean_env[@]}" ${password:+MYSQL_PWD="$password"} chroot --userspec="$ids" --groups= "$mysql9_root" "$@"; }

# Idempotent: a server that lost the race for its port is started again with the same file.
mysql9_accounts() {
	local host account
	printf 'CREATE DATABASE IF NOT EXISTS test;\n'
	for host in localhost 127.0.0.1; do
		for account in root test test_tls; do
			printf "CREATE USER IF NOT EXISTS %s@'%s';\n" "$account" "$host"
			printf "ALTER USER %s@'%s' IDENTIFIED WITH caching_sha2_password BY '%s'%s;\n" "$account" "$host" \
				"$(case $account in root) printf %s "$root_password" ;; *) printf %s "$password" ;; esac)" \
				"$(case $account in test_tls) printf ' REQUIRE SSL' ;; esac)"
			printf "GRANT ALL PRIVILEGES ON *.* TO %s@'%s' WITH GRANT OPTION;\n" "$account" "$host"
		done
	done
}

# The user is changed by chroot, which only root can call.
mysql9_launch() {
	launch mysql9 root "$base/data" chroot --userspec="$ids" --groups= "$mysql9_root" \
		/usr/sbin/mysqld --no-defaults --datadir="$inside/data" --tmpdir="$inside/tmp" \
		--port="$port" --bind-address=127.0.0.1 --skip-name-resolve --socket="$inside/mysql.sock" \
		--pid-file="$inside/data/mysqld.pid" --init-file="$inside/init.sql" --mysqlx=OFF --skip-log-bin --secure-file-priv= \
		--local-infile=1 --max-connections=200 --innodb-flush-log-at-trx-commit=0 --innodb-buffer-pool-size=64M \
		--ssl-ca="$inside/tls/ca.pem" --ssl-cert="$inside/tls/mysql9.pem" --ssl-key="$inside/tls/mysql9.key"
}

mysql9_ready() { mysql9_query --user=test 'SELECT 1'; }

# mysql9_query OPTION... SQL; the password travels in the environment, not on the command line.
mysql9_query() {
	local sql=${*: -1}
	mysql9_in_folder /usr/bin/mysql --no-defaults --batch --skip-column-names --socket="$inside/mysql.sock" "${@:1:$#-1}" --execute="$sql" test
}

mysql9_check() {
	local cipher
	cipher=$(mysql9_query --user=test_tls --protocol=tcp --host=127.0.0.1 --port="$port" --ssl-mode=VERIFY_CA --ssl-ca="$inside/tls/ca.pem" \
		"SHOW STATUS LIKE 'Ssl_cipher'" 2>>"$dir/mysql9.log" | cut -f2)
	[ -n "$cipher" ] || { say 'mysql9: no TLS connection'; return 1; }
}

mysql9_emit() {
	local dsn="mysql:host=127.0.0.1;port=$port;dbname=test"
	# The server has made a pair of keys, with which a password is sent when there is no TLS.
	cp -- "$base/data/public_key.pem" "$dir/mysql9/public_key.pem" && chmod 644 "$dir/mysql9/public_key.pem" || return 1
	emit mysql9 MYSQL9_TEST_DSN "$dsn"
	emit mysql9 MYSQL9_TEST_USER test
	emit mysql9 MYSQL9_TEST_PASS "$password"
	emit mysql9 MYSQL9_TEST_HOST 127.0.0.1
	emit mysql9 MYSQL9_TEST_PORT "$port"
	emit mysql9 MYSQL9_TEST_DB test
	emit mysql9 MYSQL9_TEST_SOCKET "$base/mysql.sock"
	emit mysql9 MYSQL9_SOCKET_TEST_DSN "mysql:unix_socket=$base/mysql.sock;dbname=test"
	emit mysql9 MYSQL9_TLS_TEST_USER test_tls
	emit mysql9 MYSQL9_TLS_CA "$dir/tls/ca.pem"
	emit mysql9 MYSQL9_PUBLIC_KEY "$dir/mysql9/public_key.pem"
	emit mysql9 MYSQL9_ROOT_USER root
	emit mysql9 MYSQL9_ROOT_PASS "$root_password"
	emit mysql9 MYSQL9_TEST_DATA_DIR "$base/data"
	emit mysql9 MYSQL9_TEST_PID_FILE "$dir/mysql9.pid"
	emit mysql9 MYSQL9_TEST_LOG "$dir/mysql9.log"
}

mysql9_stop() {
	local base
	end_process mysql9 TERM
	base=$(readlink -- "$dir/mysql9/base") || return 0
	case $base in */mysql9/srv/?*) rm -rf --one-file-system -- "$base" ;; esac
}
