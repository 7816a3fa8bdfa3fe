# shellcheck shell=bash
# ODBC has no server of its own: connection strings for the drivers that Debian's packages register, onto the two
# servers and a SQLite file.

odbc_requires() { echo pgsql mariadb; }

odbc_start() {
	mkdir -p -- "$dir/odbc" && odbc_register_drivers || return 1
	# In a subshell: the variables of the servers are wanted for the strings only.
	(
		. "$dir/pgsql.env" && . "$dir/mariadb.env" || exit 1
		emit odbc PDO_ODBC_TEST_DSN "odbc:Driver={PostgreSQL Unicode};Server=127.0.0.1;Port=$PGSQL_TEST_PORT;Database=test;Uid=test;Pwd=$PGSQL_TEST_PASS"
		emit odbc PDO_ODBC_MARIADB_TEST_DSN "odbc:Driver={MariaDB Unicode};Server=127.0.0.1;Port=$PDO_MYSQL_TEST_PORT;Database=test;Uid=test;Pwd=$PDO_MYSQL_TEST_PASS"
		# Upstream's tests want them apart as well.
		emit odbc PDO_ODBC_TEST_USER test
		emit odbc PDO_ODBC_TEST_PASS "$PGSQL_TEST_PASS"
		emit odbc PDO_ODBC_MARIADB_TEST_USER test
		emit odbc PDO_ODBC_MARIADB_TEST_PASS "$PDO_MYSQL_TEST_PASS"
	) || return 1
	emit odbc PDO_ODBC_SQLITE_TEST_DSN "odbc:Driver={SQLite3};Database=$dir/odbc/test.sqlite"
	emit odbc ODBCSYSINI "$dir/odbc"
	say 'odbc: PostgreSQL, MariaDB and SQLite drivers are there'
}

# The drivers as Debian's packages registered them, but without CommLog, which makes every process that uses the
# PostgreSQL driver leave a log in /tmp and cannot be turned off in a connection string.
odbc_register_drivers() {
	local driver
	for driver in 'PostgreSQL Unicode' 'PostgreSQL ANSI' 'MariaDB Unicode' SQLite3; do
		odbcinst -q -d -n "$driver" 2>>"$dir/odbc.log" | sed '/^\(CommLog\|UsageCount\)=/d' >> "$dir/odbc/odbcinst.ini"
		grep -qxF "[$driver]" "$dir/odbc/odbcinst.ini" || fail "no ODBC driver '$driver' is registered: install it with scripts/packages test"
	done
}
