# shellcheck shell=bash
# A standby of the PostgreSQL server, which streams from it. For tests that promote it.

standby_requires() { echo pgsql; }

standby_start() {
	local bin user base=$dir/standby port
	# shellcheck source=/dev/null
	bin=$(. "$dir/pgsql.env" && printf '%s' "$PGSQL_TEST_BINDIR") && user=$(server_user postgres) || return 1
	say 'standby: copying the server'
	standby_copy || return 1
	launch_on_free_port standby || return 1
	record_proc standby "$base/data" "$bin/postgres" || return 1
	standby_emit
	say "standby: answers on 127.0.0.1:$port"
}

standby_launch() { launch standby "$user" "$base/data" "$bin/postgres" -D "$base/data" -p "$port" -k "$base/socket"; }

standby_ready() { as_user "$user" "$bin/pg_isready" -q -h "$base/socket" -p "$port"; }

# With --write-recovery-conf the copy knows that it is a standby, and of which server.
standby_copy() {
	mkdir -p -- "$base/socket" && mkdir -m 700 -- "$base/data" || return 1
	[ "$(id -u)" -ne 0 ] || chown -R -- "$user" "$base"
	(
		# shellcheck source=/dev/null
		. "$dir/pgsql.env" && as_user "$user" "$bin/pg_basebackup" --pgdata="$base/data" --host="$PGSQL_TEST_SOCKET_DIR" \
			--port="$PGSQL_TEST_PORT" --username=postgres --write-recovery-conf --checkpoint=fast --no-sync
	) >>"$dir/standby.log" 2>&1
}

standby_emit() {
	emit standby STANDBY_TEST_PORT "$port"
	emit standby STANDBY_TEST_SOCKET_DIR "$base/socket"
	emit standby STANDBY_TEST_DATA_DIR "$base/data"
	emit standby STANDBY_TEST_PID_FILE "$dir/standby.pid"
	emit standby STANDBY_TEST_LOG "$dir/standby.log"
}

standby_stop() { end_process standby INT; }
