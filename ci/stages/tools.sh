#!/usr/bin/env bash
# Debian's PHPUnit and Composer run on a PHP that scripts/build --with has made: Composer installs a library, PHPUnit tests it.
# The packages are unpacked, not installed: they would bring Debian's own PHP. A build of its own: run it by name.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/../phpt.sh"

no_arguments "$@"
work=$(mktemp -d /tmp/php-ci-tools.XXXXXX) || exit 1
trap 'clean_up; rm -rf -- "$work"' EXIT
status=0

# Names of the packages that both tools need, without those that hold Debian's PHP and its extensions.
library_packages() {
	apt-get -s -o APT::Get::Show-User-Simulation-Note=false install --reinstall --no-install-recommends phpunit composer |
		awk '$1 == "Inst" { print $2 }' | xargs -r apt-cache show --no-all-versions |
		awk '/^Package: / { name = $2 } /^Architecture: all$/ && name ~ /^(php|composer|jsonlint)/ { print name }' | sort -u
}

unpack_tools() {
	local package
	mkdir -p -- "$work/packages" "$work/tools" && cd "$work/packages" || return 1
	library_packages > names && [ -s names ] || { echo 'apt knows no phpunit and composer'; return 1; }
	xargs apt-get -q -o APT::Sandbox::User=root download < names || return 1
	for package in *.deb; do dpkg-deb -x "$package" "$work/tools" || return 1; done
}

# Libraries of Debian 12 are older than PHP 8.4 and use what it deprecates.
tool() {
	local name=$1
	shift
	env HOME="$work" COMPOSER_ALLOW_SUPERUSER=1 COMPOSER_DISABLE_NETWORK=1 "$php" -n -d "include_path=.:$work/tools/usr/share/php" \
		-d error_reporting='E_ALL & ~E_DEPRECATED' -d memory_limit=1G -d "auto_prepend_file=$ci/tools/prepend.php" \
		"$work/tools/usr/bin/$name" "$@"
}

composer_installs() {
	cp -R -- "$ci/tools/library" "$ci/tools/application" "$work/" && cd "$work/application" &&
		tool composer validate --strict --no-interaction && tool composer install --no-interaction --no-progress &&
		[ -f vendor/pool/orders/src/Orders.php ] && tool composer check-platform-reqs
}

# phpunit_passes DSN USER PASS [NAME=VALUE...]
phpunit_passes() {
	cd "$work/application" && (export ORDERS_DSN=$1 ORDERS_USER=$2 ORDERS_PASS=$3 "${@:4}" && tool phpunit --bootstrap vendor/autoload.php tests) \
		> "$work/phpunit.log" 2>&1
	local result=$?
	cat -- "$work/phpunit.log"
	[ "$result" -eq 0 ] && grep -q '^OK (5 tests, ' "$work/phpunit.log"
}

"$root/scripts/packages" build test tools || { not_ok 'the packages are installed'; exit 1; }
parts=dom,xml,phar,curl,iconv,intl,filter,zlib
BUILD_DIR=$root/build/tools "$root/scripts/build" release --with "$parts" || { not_ok "PHP builds with $parts"; exit 1; }
ok "PHP builds with $parts"
php=$root/build/tools/release/obj/sapi/cli/php
check "Debian's PHPUnit and Composer are unpacked" unpack_tools || exit 1
note "$(tool phpunit --version | head -n 1); $(tool composer --version | head -n 1)"
check 'Composer installs a library that needs ext-async' composer_installs || status=1
start_services pgsql mariadb && eval "$services_environment" || { not_ok 'the servers start'; exit 1; }
check_phpunit() { # NAME DSN USER PASS
	local title="PHPUnit passes the tests of the application on $1"
	check "$title, with an ordinary handle" phpunit_passes "${@:2}" || status=1
	check "$title, with a pooled one, in coroutines" phpunit_passes "${@:2}" ORDERS_POOL=1 || status=1
	check "$title, as a coroutine itself" phpunit_passes "${@:2}" ORDERS_POOL=1 TOOL_IN_COROUTINE=1 || status=1
}
check_phpunit PostgreSQL "$PDO_PGSQL_TEST_DSN" '' ''
check_phpunit MariaDB "$PDO_MYSQL_TEST_DSN" "$PDO_MYSQL_TEST_USER" "$PDO_MYSQL_TEST_PASS"
check_phpunit SQLite "sqlite:$work/orders.sqlite" '' ''
exit $status
