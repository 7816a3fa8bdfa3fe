# shellcheck shell=bash
# ODBC has no server of its own: connection strings for the drivers that Debian's packages register, onto the two
# servers and a SQLite file.

odbc_requires() { echo pgsql mariadb; }

odbc_start() {
	local driver
	for driver in 'PostgreSQL Unicode' 'MariaDB Unicode' SQLite3; do
		odbcinst -q -d -n "$driver" >>"$dir/odbc.log" 2>&1 || fail "no ODBC driver '$driver' is registered: install it with scripts/packages test"
	done
	mkdir -p -- "$dir/odbc" || return 1
	# In a subshell: the variables of the servers are wanted for the strings only.
	(
		# CommLog=0: Debian registers the PostgreSQL driver so that every process leaves a log in /tmp.
		. "$dir/pgsql.env" && . "$dir/mariadb.env" || exit 1
		emit odbc PDO_ODBC_TEST_DSN "odbc:Driver={PostgreSQL Unicode};Server=127.0.0.1;Port=$PGSQL_TEST_PORT;Database=test;Uid=test;Pwd=$PGSQL_TEST_PASS;CommLog=0"
		emit odbc PDO_ODBC_MARIADB_TEST_DSN "odbc:Driver={MariaDB Unicode};Server=127.0.0.1;Port=$PDO_MYSQL_TEST_PORT;Database=test;Uid=test;Pwd=$PDO_MYSQL_TEST_PASS"
	) || return 1
	emit odbc PDO_ODBC_SQLITE_TEST_DSN "odbc:Driver={SQLite3};Database=$dir/odbc/test.sqlite"
	# Upstream's common.phpt hands these on: user and password are in the strings already.
	emit odbc PDO_ODBC_TEST_USER ''
	emit odbc PDO_ODBC_TEST_PASS ''
	say 'odbc: PostgreSQL, MariaDB and SQLite drivers are there'
}
