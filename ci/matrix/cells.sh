# shellcheck shell=bash
# The rows of the matrix, in the form of ci/suites.txt: upstream's suites of every driver, over every way to its server, in
# three modes, and our tests of pools over the same ways. A name is DATABASE[-c]-TRANSPORT-MODE, where -c stands for the C
# client library instead of mysqlnd:
#
#   plain      as upstream runs them; on unpatched PHP as well, which is what the others are held against
#   pool       with a pool behind every handle that can have one
#   coroutine  likewise, and the main script is a coroutine
#   ours       PDO's generic tests, with those of pools, in the debug build; the sanitizers, threads and the drivers' own tests are
#              left to the rows of ci/suites.txt
#
# Sourced by ci/stages/matrix.sh.

matrix_builds='release debug asan zts'

# variants_of SUFFIX: the words of a row's second field; the build `release` with the C client is called just that.
variants_of() {
	local build
	for build in $matrix_builds; do
		case $build$1 in release-libmysqlclient) build=libmysqlclient ;; *) build=$build$1 ;; esac
		printf 'matrix:%s ' "$build"
	done
}

# cells NAME SUFFIX SERVICES LISTS SETTINGS TESTS: the rows of one way to one server. The lists of known failures are those of the
# suites LISTS of ci/suites.txt, and what unpatched PHP was seen to fail in the cell `plain`.
cells() {
	local name=$1 variants vanilla=vanilla$2 lists=$4 known plain pool coroutine="ini:auto_prepend_file=\$src/ext/pdo/tests/pool_coroutine.inc"
	variants=$(variants_of "$2")
	known="serial like:$lists"
	plain="like:$name-plain"
	pool="$plain like:forced-pool-$lists without:pool_ ini:pdo.pool_enabled=1"
	printf '%s|%s|%s|%s|%s\n' \
		"$name-plain" "${variants}vanilla:$vanilla" "$3" "$known without:pool_ $5" "$6" \
		"$name-pool" "$variants" "$3" "$known $pool $5" "$6" \
		"$name-coroutine" "$variants" "$3" "$known $pool like:coroutine $coroutine $5" "$6" \
		"$name-ours" "matrix:debug$2" "$3" "$known $plain $5" "$6/common.phpt"
}

mysql_cells() { # NAME SUFFIX SERVICE LISTS WORD SOCKET-DSN TLS-DSN TLS-USER TLS-PASS
	local tests=ext/pdo_mysql/tests
	cells "$1-tcp" "$2" "$3" "$4" "$5" "$tests"
	cells "$1-socket" "$2" "$3" "$4" "$5 env:PDO_MYSQL_TEST_DSN=$6" "$tests"
	cells "$1-tls" "$2" "$3" "$4" \
		"$5 env:PDO_MYSQL_TEST_DSN=$7 env:PDO_MYSQL_TEST_USER=$8 env:PDO_MYSQL_TEST_PASS=$9 env:PDO_MYSQL_TEST_ATTR=\$(mysql_tls_attributes)" "$tests"
}

odbc_cells() { # NAME DSN USER PASS
	cells "odbc-$1-tcp" '' odbc "pdo_odbc-$1" "env:PDO_ODBC_TEST_DSN=$2 env:PDO_ODBC_TEST_USER=$3 env:PDO_ODBC_TEST_PASS=$4" ext/pdo_odbc/tests
}

matrix_rows() {
	local suffix mark
	cells pgsql-tcp '' pgsql pdo_pgsql '' ext/pdo_pgsql/tests
	cells pgsql-socket '' pgsql pdo_pgsql "env:PDO_PGSQL_TEST_DSN=\$PDO_PGSQL_SOCKET_TEST_DSN" ext/pdo_pgsql/tests
	cells pgsql-tls '' pgsql pdo_pgsql "env:PDO_PGSQL_TEST_DSN=\$PDO_PGSQL_TLS_TEST_DSN" ext/pdo_pgsql/tests
	for suffix in '' -libmysqlclient; do
		mark=${suffix:+-c}
		mysql_cells "mariadb$mark" "$suffix" mariadb "pdo_mysql${suffix:+-libmariadb}" '' "\$PDO_MYSQL_SOCKET_TEST_DSN" \
			"\$PDO_MYSQL_TLS_TEST_DSN" "\$PDO_MYSQL_TLS_TEST_USER" "\$PDO_MYSQL_TLS_TEST_PASS"
		mysql_cells "mysql9$mark" "$suffix" mysql9 "pdo_mysql-mysql9$mark" mysql9 "\$MYSQL9_SOCKET_TEST_DSN" \
			"\$MYSQL9_TEST_DSN" "\$MYSQL9_TLS_TEST_USER" "\$MYSQL9_TEST_PASS"
	done
	odbc_cells pgsql "\$PDO_ODBC_TEST_DSN" "\$PDO_ODBC_TEST_USER" "\$PDO_ODBC_TEST_PASS"
	odbc_cells mariadb "\$PDO_ODBC_MARIADB_TEST_DSN" "\$PDO_ODBC_MARIADB_TEST_USER" "\$PDO_ODBC_MARIADB_TEST_PASS"
	odbc_cells sqlite "\$PDO_ODBC_SQLITE_TEST_DSN" '' ''
	cells sqlite-file '' - pdo_sqlite '' ext/pdo_sqlite/tests
	printf '%s\n' "engine-plain|$(variants_of '')vanilla:vanilla|-|like:engine|Zend tests ext/openssl ext/pcntl ext/sockets sapi/cli" \
		"standard-plain|$(variants_of '')vanilla:vanilla|-|like:standard|ext/standard"
}
