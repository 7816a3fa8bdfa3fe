# shellcheck shell=bash
# MariaDB: TCP, a unix socket, TLS on the same port. User `test` may do everything, as the upstream suite expects
# of its user; user `test_tls` likewise, but over TLS only.

mariadb_requires() { :; }

mariadb_start() {
	local server user base=$dir/mariadb root_password password port
	server=$(PATH=$PATH:/usr/sbin command -v mariadbd) || fail 'no MariaDB server found: install it with scripts/packages test'
	user=$(server_user mysql) || return 1
	root_password=$(random_password) password=$(random_password)
	say "mariadb: creating a data directory ($("$server" --no-defaults --version | sed 's/.*Ver \([^ ]*\).*/\1/'))"
	mariadb_init || return 1
	launch_on_free_port mariadb || return 1
	record_proc mariadb "$base/data" "$server" || return 1
	rm -f -- "$base/init.sql"
	mariadb_emit
	mariadb_check || return 1
	say "mariadb: answers on 127.0.0.1:$port"
}

mariadb_init() {
	mkdir -p -- "$base/data" "$base/socket" "$base/tmp" || return 1
	(umask 077; mariadb_accounts > "$base/init.sql")
	[ "$(id -u)" -ne 0 ] || chown -R -- "$user" "$base"
	chmod 700 -- "$base/data"
	make_certificate mariadb "$user" || return 1
	as_user "$user" mariadb-install-db --no-defaults --datadir="$base/data" --tmpdir="$base/tmp" \
		--auth-root-authentication-method=normal --skip-test-db >>"$dir/mariadb.log" 2>&1
}

# Idempotent: a server that lost the race for its port is started again with the same file.
mariadb_accounts() {
	local host account
	printf "CREATE DATABASE IF NOT EXISTS test;\n"
	printf "ALTER USER root@localhost IDENTIFIED BY '%s';\n" "$root_password"
	printf "CREATE OR REPLACE USER root@'127.0.0.1' IDENTIFIED BY '%s';\n" "$root_password"
	printf "GRANT ALL PRIVILEGES ON *.* TO root@'127.0.0.1' WITH GRANT OPTION;\n"
	for host in localhost 127.0.0.1; do
		for account in "test@'$host'" "test_tls@'$host'"; do
			printf "CREATE OR REPLACE USER %s IDENTIFIED BY '%s'%s;\n" "$account" "$password" \
				"$(case $account in test_tls*) printf ' REQUIRE SSL' ;; esac)"
			printf 'GRANT ALL PRIVILEGES ON *.* TO %s WITH GRANT OPTION;\n' "$account"
		done
	done
}

mariadb_launch() {
	launch mariadb "$user" "$base/data" "$server" --no-defaults --datadir="$base/data" --tmpdir="$base/tmp" \
		--port="$port" --bind-address=127.0.0.1 --skip-name-resolve --socket="$base/socket/mariadb.sock" \
		--pid-file="$base/data/mariadbd.pid" --init-file="$base/init.sql" \
		--plugin-dir=/usr/lib/mysql/plugin --lc-messages-dir=/usr/share/mysql \
		--local-infile=1 --max-connections=200 --character-set-server=utf8mb4 \
		--innodb-flush-log-at-trx-commit=0 --innodb-flush-method=nosync --innodb-buffer-pool-size=64M \
		--ssl-ca="$dir/tls/ca.pem" --ssl-cert="$dir/tls/mariadb.pem" --ssl-key="$dir/tls/mariadb.key"
}

# mariadb_query OPTION... SQL, as `test`; the password travels in the environment, not on the command line.
mariadb_query() {
	local sql=${*: -1}
	"${clean_env[@]}" MYSQL_PWD="$password" mariadb --no-defaults --batch --skip-column-names --host=127.0.0.1 --port="$port" \
		"${@:1:$#-1}" --execute="$sql" test
}

mariadb_ready() { mariadb_query --user=test 'SELECT 1'; }

mariadb_check() {
	local cipher
	cipher=$(mariadb_query --user=test_tls --ssl-ca="$dir/tls/ca.pem" --ssl-verify-server-cert "SHOW STATUS LIKE 'Ssl_cipher'" 2>>"$dir/mariadb.log" | cut -f2)
	[ -n "$cipher" ] || { say 'mariadb: no TLS connection'; return 1; }
}

mariadb_emit() {
	local socket=$base/socket/mariadb.sock
	emit mariadb PDO_MYSQL_TEST_DSN "mysql:host=127.0.0.1;port=$port;dbname=test"
	emit mariadb PDO_MYSQL_TEST_USER test
	emit mariadb PDO_MYSQL_TEST_PASS "$password"
	emit mariadb PDO_MYSQL_TEST_HOST 127.0.0.1
	emit mariadb PDO_MYSQL_TEST_PORT "$port"
	emit mariadb PDO_MYSQL_TEST_DB test
	emit mariadb PDO_MYSQL_TEST_SOCKET "$socket"
	emit mariadb PDO_MYSQL_SOCKET_TEST_DSN "mysql:unix_socket=$socket;dbname=test"
	emit mariadb PDO_MYSQL_TLS_TEST_DSN "mysql:host=127.0.0.1;port=$port;dbname=test"
	emit mariadb PDO_MYSQL_TLS_TEST_USER test_tls
	emit mariadb PDO_MYSQL_TLS_TEST_PASS "$password"
	emit mariadb PDO_MYSQL_TLS_CA "$dir/tls/ca.pem"
	# serialize() of an array with Pdo\Mysql::ATTR_SSL_CA, as the tests of PDO want it; 1009 in a build with mysqlnd.
	emit mariadb PDO_MYSQL_TLS_TEST_ATTR "a:1:{i:1009;s:$(printf %s "$dir/tls/ca.pem" | wc -c):\"$dir/tls/ca.pem\";}"
	emit mariadb PDO_MYSQL_ROOT_USER root
	emit mariadb PDO_MYSQL_ROOT_PASS "$root_password"
	emit mariadb MARIADB_TEST_DATA_DIR "$base/data"
	emit mariadb MARIADB_TEST_PID_FILE "$dir/mariadb.pid"
	emit mariadb MARIADB_TEST_LOG "$dir/mariadb.log"
}

mariadb_stop() { end_process mariadb TERM; }
