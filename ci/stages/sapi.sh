#!/usr/bin/env bash
# FPM, CGI and embed build with the series and run coroutines; FPM keeps nothing of 1 000 requests that end in all ways.
# A build of its own: run it by name.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/../phpt.sh"

work=$(mktemp -d /tmp/php-ci-sapi.XXXXXX) && chmod 755 "$work" || exit 1
trap 'clean_up; rm -rf -- "$work"' EXIT
answer='answer 1, answer 2'
status=0

obj=$root/build/sapi/release/obj

# build PARTS: --with these.
build() {
	BUILD_DIR=$root/build/sapi "$root/scripts/build" release --with "$1" || { not_ok "PHP builds with $1"; exit 1; }
	ok "PHP builds with $1"
}

run_cgi() { "$obj/sapi/cgi/php-cgi" -n -q "$ci/sapi/hello.php" | grep -xF "$answer"; }

run_embed() {
	local src=$root/build/sapi/release/src
	"${CC:-gcc}" -I"$src" -I"$src"/{main,Zend,TSRM} -I"$obj" -I"$obj"/{main,Zend} -o "$work/embed" "$ci/sapi/embed.c" \
		-L"$obj/libs" -lphp -Wl,-rpath,"$obj/libs" && "$work/embed" "$ci/sapi/hello.php" | grep -xF "$answer"
}

run_fpm() {
	start_services pgsql || { not_ok 'the server starts'; return 1; }
	(
		clean_environment
		eval "$services_environment"
		exec timeout --kill-after=30 900 "$php" -n "$ci/sapi/fpm.php" "$obj/sapi/fpm/php-fpm" -- -n
	) &
	tests_pid=$!
	wait "$tests_pid"
	local result=$?
	tests_pid=
	[ "$result" -eq 0 ] || not_ok "fpm.php ends with status 0, not $result"
	return $result
}

"$root/scripts/packages" build test || { not_ok 'the packages are installed'; exit 1; }
build fpm,cgi,embed
php=$obj/sapi/cli/php
check 'CGI runs coroutines with a pooled PDO' run_cgi || status=1
check 'so does a program with PHP built in (embed)' run_embed || status=1
run_fpm || status=1
exit $status
