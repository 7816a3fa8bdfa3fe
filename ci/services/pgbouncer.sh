# shellcheck shell=bash
# PgBouncer in front of the service pgsql: database `test` in transaction mode, `test_session` in session mode. It has three
# sessions on the server for each and uses them in turn, so that what a client left in one is met by another soon.

pgbouncer_requires() { echo pgsql; }

pgbouncer_start() {
	local user base=$dir/pgbouncer bin port version
	bin=$(PATH=$PATH:/usr/sbin command -v pgbouncer) || fail 'no PgBouncer found: install it with scripts/packages test'
	user=$(server_user postgres) || return 1
	version=$("$bin" --version | sed -n 's/^PgBouncer //p')
	say "pgbouncer: $version"
	mkdir -p -- "$base" || return 1
	launch_on_free_port pgbouncer || return 1
	record_proc pgbouncer "$base" "$bin" || return 1
	pgbouncer_answers test_session > /dev/null || return 1
	pgbouncer_emit
	say "pgbouncer: answers on 127.0.0.1:$port"
}

pgbouncer_launch() { pgbouncer_configure && launch pgbouncer "$user" "$base" "$bin" "$base/pgbouncer.ini"; }

pgbouncer_ready() { pgbouncer_answers test; }

# Prepared statements are followed from 1.21 on, and only when told so.
pgbouncer_configure() {
	(
		. "$dir/pgsql.env" && umask 077 || exit 1
		printf '"test" "%s"\n' "$PGSQL_TEST_PASS" > "$base/users"
		cat > "$base/pgbouncer.ini" <<-EOF
			[databases]
			test = host=127.0.0.1 port=$PGSQL_TEST_PORT dbname=test pool_mode=transaction
			test_session = host=127.0.0.1 port=$PGSQL_TEST_PORT dbname=test pool_mode=session
			[pgbouncer]
			listen_addr = 127.0.0.1
			listen_port = $port
			unix_socket_dir =
			auth_type = scram-sha-256
			auth_file = $base/users
			max_client_conn = 200
			default_pool_size = 3
			server_round_robin = 1
			ignore_startup_parameters = extra_float_digits
			log_connections = 0
			log_disconnections = 0
		EOF
		[ "$(printf '%s\n' 1.21 "$version" | sort -V | head -n 1)" != 1.21 ] || echo 'max_prepared_statements = 100' >> "$base/pgbouncer.ini"
	) || return 1
	[ "$(id -u)" -ne 0 ] || chown -R -- "$user" "$base"
}

pgbouncer_answers() {
	( . "$dir/pgsql.env"
	  "${clean_env[@]}" PGPASSWORD="$PGSQL_TEST_PASS" "$PGSQL_TEST_BINDIR/psql" -X -At -c 'SELECT 1' \
		"host=127.0.0.1 port=$port dbname=$1 user=test sslmode=disable" )
}

pgbouncer_emit() {
	local password
	password=$(. "$dir/pgsql.env"; printf %s "$PGSQL_TEST_PASS")
	emit pgbouncer PGBOUNCER_TEST_DSN "pgsql:host=127.0.0.1 port=$port dbname=test user=test password=$password"
	emit pgbouncer PGBOUNCER_SESSION_TEST_DSN "pgsql:host=127.0.0.1 port=$port dbname=test_session user=test password=$password"
	emit pgbouncer PGBOUNCER_TEST_VERSION "$version"
	emit pgbouncer PGBOUNCER_TEST_LOG "$dir/pgbouncer.log"
}

# SIGINT would wait for its clients.
pgbouncer_stop() { end_process pgbouncer TERM; }
