# shellcheck shell=bash
# What pgbench makes of the server of PDO_PGSQL_TEST_DSN. Sourced behind pdo_common.sh.

# TLS reads each record in two steps, for pgbench as for PHP.
export PGSSLMODE=disable

dsn_part() { printf '%s\n' "${PDO_PGSQL_TEST_DSN#pgsql:}" | tr '; ' '\n\n' | sed -n "s/^$1=//p" | tail -n 1; }
native_tps() { # MODE [SCRIPT]
	local bin
	bin=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1)
	printf '%s\n' "${2:-SELECT 1;}" > "$tmp/select.sql"
	PGPASSWORD=$(dsn_part password) "${bin:+$bin/}pgbench" -n -c 10 -j 1 -M "$1" -T "$(awk -v s="$seconds" 'BEGIN { print (s < 1 ? 1 : int(s)) }')" -f "$tmp/select.sql" \
		-h "$(dsn_part host)" -p "$(dsn_part port)" -U "$(dsn_part user)" "$(dsn_part dbname)" 2>"$tmp/pgbench" |
		sed -n 's/^tps = \([0-9.]*\).*/\1/p'
}
