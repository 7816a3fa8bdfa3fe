#!/usr/bin/env bash
# Doctrine DBAL and Illuminate Database over plain and pooled PDO and in coroutines, on three databases and through PgBouncer; phpredis in an Async\Pool; software:PART one.
# Parts: dbal, illuminate, redis. The libraries are Debian's packages; phpredis is built by phpize from the source of Debian
# 13's package, because that of Debian 12 is older than PHP 8.4. Needs a package mirror. PHPUnit is in stage tools.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/../phpt.sh"

part=${1-}
case $part in ''|dbal|illuminate|redis) ;; *) die "no part '$part': dbal, illuminate or redis" ;; esac
build_variant release || { not_ok 'variant release builds'; exit 1; }
php=$("$root/scripts/build" --print-php release) || exit 1
work=$(mktemp -d /tmp/php-ci-software.XXXXXX) || exit 1
trap 'end_background redis_pid; clean_up; rm -rf -- "$work"' EXIT
redis_pid='' status=0
wanted() { [ -z "$part" ] || [ "$part" = "$1" ]; }

# --- programs that must print the same, whatever is below ------------------------------------

run_program() { # NAME DATABASE MODE
	(
		clean_environment
		eval "$services_environment"
		exec timeout --kill-after=10 300 "$php" -n -d include_path="$root/build/frameworks" "$ci/software/$1.php" "$2" "$3"
	) > "$work/$1-$2-$3" 2>&1
}

# The one on PostgreSQL without a pool is the model: no line of this project takes part in it.
compare_program() { # NAME
	local database mode
	run_program "$1" pgsql plain && [ -s "$work/$1-pgsql-plain" ] || { sed 's/^/# /' "$work/$1-pgsql-plain"; not_ok "$1, pgsql, plain"; return 1; }
	sed 's/^/# /' "$work/$1-pgsql-plain"
	for database in pgsql mysql sqlite pgbouncer pgbouncer-session; do
		for mode in plain pooled coroutines; do
			run_program "$1" "$database" "$mode"
			check "$1, $database, $mode" diff "$work/$1-pgsql-plain" "$work/$1-$database-$mode" || status=1
		done
	done
}

# --- phpredis ----------------------------------------------------------------------------------

# An apt of its own, which knows Debian 13's sources from the mirror that apt is set up with, and nothing else.
fetch_redis() {
	local mirror
	mirror=$(apt-get indextargets --format '$(ORIGIN)|$(LABEL)|$(REPO_URI)' | sed -n 's/^Debian|Debian|//p' | sort -u | head -n 1)
	[ -n "$mirror" ] || { echo 'apt has no mirror of Debian'; return 1; }
	mkdir -p -- "$work/apt/lists/partial" && cd "$work/apt" || return 1
	echo "deb-src $mirror trixie main" > sources.list
	printf '%s "%s";\n' Dir::Etc::SourceList "$PWD/sources.list" Dir::Etc::SourceParts /dev/null Dir::State::Lists "$PWD/lists" \
		Dir::Cache "$PWD" APT::Sandbox::User root > apt.conf
	APT_CONFIG=$PWD/apt.conf apt-get -q update || return 1
	# A mirror may lack Debian's part of the source package, of which phpize needs nothing: apt has checked the archive.
	APT_CONFIG=$PWD/apt.conf apt-get -q source --download-only php-redis
	mkdir -- "$work/php-redis" && tar -xf php-redis_*.orig.tar.* -C "$work/php-redis"
}

build_redis() {
	local obj prefix
	obj=$(dirname "$(dirname "$(dirname "$php")")")
	prefix=$(cat "$(dirname "$obj")/prefix.path")
	make -C "$obj" install-headers install-build install-programs INSTALL_ROOT="$work/php" > /dev/null &&
		sed -i "s,$prefix,$work/php$prefix,g" "$work/php$prefix/bin/phpize" "$work/php$prefix/bin/php-config" || return 1
	cd "$(dirname "$(find "$work/php-redis" -name config.m4 | head -n 1)")" && "$work/php$prefix/bin/phpize" &&
		./configure --with-php-config="$work/php$prefix/bin/php-config" --disable-redis-session &&
		make -j "$jobs" && cp modules/redis.so "$work/"
}

start_redis() {
	redis-server --port 0 --unixsocket "$work/redis.sock" --save '' --dir "$work" > "$work/redis.log" 2>&1 &
	redis_pid=$!
	for _ in {1..600}; do [ ! -S "$work/redis.sock" ] || return 0; sleep 0.1; done
	cat "$work/redis.log"
	return 1
}

use_redis() {
	check "the source of phpredis, from Debian's package" fetch_redis && check 'phpredis builds with phpize' build_redis &&
		start_redis || return 1
	timeout --kill-after=10 300 "$php" -n -d extension="$work/redis.so" "$ci/software/redis.php" "$work/redis.sock"
}

# --------------------------------------------------------------------------------------------

if wanted dbal || wanted illuminate; then
	check 'the frameworks are there' "$ci/frameworks/unpack" "$root/build/frameworks" || exit 1
	start_services pgsql mariadb pgbouncer || { not_ok 'the servers start'; exit 1; }
fi
for name in dbal illuminate; do
	! wanted "$name" || compare_program "$name" || status=1
done
! wanted redis || use_redis || { not_ok 'phpredis in an Async\Pool'; status=1; }
exit $status
