#!/usr/bin/env bash
# FPM, CGI, embed and Apache build with the series and run coroutines; FPM keeps nothing of 1 000 requests that end in all ways.
# Two builds of their own, because embed and the module of Apache have the same file: run it by name. sapi:apache2 that alone,
# sapi:others the rest.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/../phpt.sh"
. "$ci/sapi/fpm.sh"
. "$ci/sapi/apache2.sh"

case ${1-} in ''|apache2|others) ;; *) die "unknown argument '$1': apache2 or others" ;; esac
work=$(mktemp -d /tmp/php-ci-sapi.XXXXXX) && chmod 755 "$work" || exit 1
trap 'end_background apache2_pid; clean_up; rm -rf -- "$work"' EXIT
answer='answer 1, answer 2'
status=0

# build DIR PARTS: --with these, below build/DIR; sets obj and php.
build() {
	BUILD_DIR=$root/build/$1 "$root/scripts/build" release --with "$2" || { not_ok "PHP builds with $2"; exit 1; }
	ok "PHP builds with $2"
	obj=$root/build/$1/release/obj
	php=$obj/sapi/cli/php
}

run_cgi() { "$obj/sapi/cgi/php-cgi" -n -q "$ci/sapi/hello.php" | grep -xF "$answer"; }

run_embed() {
	local src=$root/build/sapi/release/src
	"${CC:-gcc}" -I"$src" -I"$src"/{main,Zend,TSRM} -I"$obj" -I"$obj"/{main,Zend} -o "$work/embed" "$ci/sapi/embed.c" \
		-L"$obj/libs" -lphp -Wl,-rpath,"$obj/libs" && "$work/embed" "$ci/sapi/hello.php" | grep -xF "$answer"
}

"$root/scripts/packages" build test || { not_ok 'the packages are installed'; exit 1; }
if [ "${1:-others}" = others ]; then
	build sapi fpm,cgi,embed
	check 'CGI runs coroutines with a pooled PDO' run_cgi || status=1
	check 'so does a program with PHP built in (embed)' run_embed || status=1
	run_fpm "$obj/sapi/fpm/php-fpm" -n || status=1
fi
if [ "${1:-apache2}" = apache2 ]; then
	"$root/scripts/packages" apache2 || { not_ok 'the packages of Apache are installed'; exit 1; }
	build sapi-apache2 apache2
	run_apache2 "$obj/libs/libphp.so" -n || status=1
fi
exit $status
