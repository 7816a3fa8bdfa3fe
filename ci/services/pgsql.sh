# shellcheck shell=bash
# PostgreSQL: TCP with passwords, a unix socket with trust, TLS on the same port. Database `test` belongs to role
# `test`; role `test_tls` may come in over TLS only and has a database of its own.

pgsql_requires() { :; }

# The newest server that Debian installed; PATH otherwise.
pgsql_bindir() {
	local newest
	newest=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1)
	[ -n "$newest" ] || newest=$(dirname "$(command -v postgres)" 2>/dev/null)
	[ -x "$newest/postgres" ] || fail 'no PostgreSQL server found: install it with scripts/packages test'
	printf '%s\n' "$newest"
}

pgsql_start() {
	local bin user base=$dir/pgsql super_password password port
	bin=$(pgsql_bindir) && user=$(server_user postgres) || return 1
	super_password=$(random_password) password=$(random_password)
	say "pgsql: creating a cluster ($("$bin/postgres" --version))"
	pgsql_initdb || return 1
	launch_on_free_port pgsql || return 1
	record_proc pgsql "$base/data" "$bin/postgres" || return 1
	pgsql_create_roles || return 1
	pgsql_emit
	pgsql_check || return 1
	say "pgsql: answers on 127.0.0.1:$port"
}

pgsql_launch() { launch pgsql "$user" "$base/data" "$bin/postgres" -D "$base/data" -p "$port" -k "$base/socket"; }

pgsql_ready() { as_user "$user" "$bin/pg_isready" -q -h "$base/socket" -p "$port"; }

pgsql_initdb() {
	mkdir -p -- "$base/data" "$base/socket" || return 1
	(umask 077; printf '%s\n' "$super_password" > "$base/pwfile")
	[ "$(id -u)" -ne 0 ] || chown -R -- "$user" "$base"
	make_certificate pgsql "$user" || return 1
	as_user "$user" "$bin/initdb" -D "$base/data" -U postgres --pwfile="$base/pwfile" --auth-local=trust \
		--auth-host=scram-sha-256 --encoding=UTF8 --locale=C.UTF-8 --no-sync >>"$dir/pgsql.log" 2>&1 || return 1
	rm -f -- "$base/pwfile"
	as_user "$user" tee -a "$base/data/postgresql.conf" >/dev/null <<-EOF || return 1
		listen_addresses = '127.0.0.1'
		max_connections = ${CI_MAX_CONNECTIONS:-200}
		max_prepared_transactions = 10
		fsync = off
		synchronous_commit = off
		full_page_writes = off
		ssl = on
		ssl_ca_file = '$dir/tls/ca.pem'
		ssl_cert_file = '$dir/tls/pgsql.pem'
		ssl_key_file = '$dir/tls/pgsql.key'
	EOF
	# The first matching line decides: test_tls must never get in without TLS.
	as_user "$user" tee "$base/data/pg_hba.conf" >/dev/null <<-EOF
		local     all all                   trust
		local     replication postgres      trust
		hostssl   all test_tls 127.0.0.1/32 scram-sha-256
		hostnossl all test_tls 127.0.0.1/32 reject
		host      all all      127.0.0.1/32 scram-sha-256
	EOF
}

pgsql_psql() { as_user "$user" "$bin/psql" -X -q -v ON_ERROR_STOP=1 -h "$base/socket" -p "$port" -U postgres -d postgres "$@"; }

pgsql_create_roles() {
	pgsql_psql >>"$dir/pgsql.log" 2>&1 <<-EOF
		CREATE ROLE test LOGIN CREATEDB CREATEROLE PASSWORD '$password';
		CREATE ROLE test_tls LOGIN CREATEDB CREATEROLE PASSWORD '$password';
		CREATE DATABASE test OWNER test;
		CREATE DATABASE test_tls OWNER test_tls;
	EOF
}

pgsql_emit() {
	emit pgsql PDO_PGSQL_TEST_DSN "pgsql:host=127.0.0.1 port=$port dbname=test user=test password=$password"
	emit pgsql PDO_PGSQL_SOCKET_TEST_DSN "pgsql:host=$base/socket port=$port dbname=test user=test password=$password"
	emit pgsql PDO_PGSQL_TLS_TEST_DSN "pgsql:host=localhost hostaddr=127.0.0.1 port=$port dbname=test_tls user=test_tls password=$password sslmode=verify-full sslrootcert=$dir/tls/ca.pem"
	emit pgsql PDO_PGSQL_SUPERUSER_DSN "pgsql:host=127.0.0.1 port=$port dbname=test user=postgres password=$super_password"
	emit pgsql PDO_PGSQL_TLS_CA "$dir/tls/ca.pem"
	emit pgsql PGSQL_TEST_HOST 127.0.0.1
	emit pgsql PGSQL_TEST_PORT "$port"
	emit pgsql PGSQL_TEST_DB test
	emit pgsql PGSQL_TEST_USER test
	emit pgsql PGSQL_TEST_PASS "$password"
	emit pgsql PGSQL_TEST_SUPERUSER postgres
	emit pgsql PGSQL_TEST_SUPERUSER_PASS "$super_password"
	emit pgsql PGSQL_TEST_SOCKET_DIR "$base/socket"
	emit pgsql PGSQL_TEST_DATA_DIR "$base/data"
	emit pgsql PGSQL_TEST_PID_FILE "$dir/pgsql.pid"
	emit pgsql PGSQL_TEST_LOG "$dir/pgsql.log"
	emit pgsql PGSQL_TEST_BINDIR "$bin"
}

# The tests come in over TCP and over TLS: neither is taken on trust.
pgsql_check() {
	local tls
	tls=$("${clean_env[@]}" PGPASSWORD="$password" "$bin/psql" -X -At -c "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()" \
		"host=localhost hostaddr=127.0.0.1 port=$port dbname=test_tls user=test_tls sslmode=verify-full sslrootcert=$dir/tls/ca.pem" 2>>"$dir/pgsql.log")
	[ "$tls" = t ] || { say 'pgsql: no TLS connection'; return 1; }
	"${clean_env[@]}" PGPASSWORD="$password" "$bin/psql" -X -At -c 'SELECT 1' \
		"host=127.0.0.1 port=$port dbname=test user=test sslmode=disable" >/dev/null 2>>"$dir/pgsql.log"
}

# SIGINT: disconnect the clients and shut down.
pgsql_stop() { end_process pgsql INT; }
