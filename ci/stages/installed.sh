#!/usr/bin/env bash
# With PHP as it is installed here from packages: the demo, coroutines, the pools of all drivers, FPM; installed:NAME one suite.
# Builds nothing. $CI_INSTALLED_PHP and $CI_INSTALLED_FPM name other programs than those of php8.4-cli and php8.4-fpm.
# The stage packages-deb runs it on Debian 13.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/../phpt.sh"
. "$ci/sapi/fpm.sh"

php=$CI_INSTALLED_PHP
fpm=${CI_INSTALLED_FPM:-/usr/sbin/php-fpm8.4}
status=0

has_series() {
	local version
	version=$(sed -nE 's/^#define PHP_ASYNC_VERSION "(.*)"$/\1/p' "$root/ext/async/php_async_version.h")
	"$php" --ri async | grep -F "$version"
}

[ -x "$php" ] || { not_ok "PHP is installed: $php"; exit 1; }
"$root/scripts/packages" test || { not_ok 'the packages are installed'; exit 1; }
if [ $# -eq 0 ]; then
	"$php" -v | sed 's/^/# /'
	check 'the installed PHP has the series, in this version' has_series || exit 1
	check 'the demo runs with it' "$root/scripts/demo" --php "$php" || status=1
fi
"$root/scripts/tree" up || { not_ok 'the tests are there'; exit 1; }
run_suites installed "$@" || status=1
[ $# -gt 0 ] || run_fpm "$fpm" || status=1
exit $status
