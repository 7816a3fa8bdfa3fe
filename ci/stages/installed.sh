#!/usr/bin/env bash
# With PHP as it is installed here from packages: the demo, coroutines, the pools of all drivers, FPM, Apache; installed:NAME one suite.
# Builds nothing. $CI_INSTALLED_PHP and $CI_INSTALLED_FPM name other programs than those of php8.4-cli and php8.4-fpm.
# Apache is left out where its module is not installed. installed:sapi runs FPM and Apache alone.
# The stage packages-deb runs it on Debian 13.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/../phpt.sh"
. "$ci/sapi/fpm.sh"
. "$ci/sapi/apache2.sh"

php=$CI_INSTALLED_PHP
fpm=${CI_INSTALLED_FPM:-/usr/sbin/php-fpm8.4}
module=/usr/lib/apache2/modules/libphp8.4.so
answer='answer 1, answer 2'
status=0
work=$(mktemp -d /tmp/php-ci-installed.XXXXXX) && chmod 755 "$work" || exit 1
trap 'end_background apache2_pid; clean_up; rm -rf -- "$work"' EXIT

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
if [ "${1-}" != sapi ]; then
	"$root/scripts/tree" up || { not_ok 'the tests are there'; exit 1; }
	run_suites installed "$@" || status=1
fi
if [ "${1:-sapi}" = sapi ]; then
	run_fpm "$fpm" || status=1
	if [ -f "$module" ]; then run_apache2 "$module" || status=1; else echo 'skip - the module of Apache is not installed'; fi
fi
exit $status
