#!/usr/bin/env bash
# Looks at the page of docs/examples/http_server.php in headless Chromium; browser:save also takes the picture in docs/img/.
# Needs Debian's chromium, which it installs: run it by name.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/../phpt.sh"

"$root/scripts/packages" test browser || { not_ok 'the packages are installed'; exit 1; }
build_variant release || { not_ok 'variant release builds'; exit 1; }
php=$("$root/scripts/build" --print-php release) || exit 1
work=$(mktemp -d /tmp/php-ci-browser.XXXXXX) || exit 1
trap '[ -z "${tests_pid:-}" ] || kill "$tests_pid" 2>/dev/null; clean_up; rm -rf -- "$work"' EXIT
: > "$work/url"
start_services pgsql || { not_ok 'the server starts'; exit 1; }
(
	clean_environment
	eval "$services_environment"
	exec "$php" -n "$root/docs/examples/http_server.php" 0 25 > "$work/url" 2> "$work/errors"
) &
tests_pid=$!
for _ in {1..300}; do ! grep -q '^http' "$work/url" || break; sleep 0.1; done
url=$(cat "$work/url")

browse() { # OPTION...
	timeout --kill-after=5 90 chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --user-data-dir="$work/profile" \
		--window-size=800,400 --virtual-time-budget=3000 "$@" "$url" 2>"$work/chromium.log"
}
places() { grep -o '<i class="[a-z]*">' "$work/page" | wc -l; }

browse --dump-dom > "$work/page"
check 'the page is shown and its script has run' grep -q 'data-ready="yes"' "$work/page"
check 'connections are in use' grep -q '<i class="active">' "$work/page"
check 'there are at most ten' eval '[ "$(places)" -le 10 ]'
check 'it has numbers' grep -qE 'times a connection was taken</td><td>[1-9][0-9,]*' "$work/page"
check 'the server has reported no error' eval '[ ! -s "$work/errors" ]'
if [ "${1:-}" = save ]; then
	check 'the picture is taken' eval 'browse --screenshot="$work/page.png" >/dev/null && cp "$work/page.png" "$root/docs/img/http_server.png"'
fi
