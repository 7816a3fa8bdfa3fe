#!/usr/bin/env bash
# The example of docs/c-api.md builds with phpize against an installed PHP, without warnings, and prints what the document says.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"
no_arguments "$@"

work=$(mktemp -d /tmp/php-ci-extension.XXXXXX) || exit 1
trap 'rm -rf -- "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

build_variant release || { not_ok 'variant release builds'; exit 1; }
obj=$(dirname "$(dirname "$(dirname "$("$root/scripts/build" --print-php release)")")")
prefix=$(cat "$(dirname "$obj")/prefix.path")

# Below another root, so that nothing of the machine changes; the two scripts know their place by name.
install_php() {
	make -C "$obj" install INSTALL_ROOT="$work" >/dev/null &&
		sed -i "s,$prefix,$work$prefix,g" "$work$prefix/bin/phpize" "$work$prefix/bin/php-config"
}
build_extension() {
	cp -r -- "$root/docs/examples/line_pool" "$work/line_pool" && cd "$work/line_pool" && "$work$prefix/bin/phpize" &&
		./configure --with-php-config="$work$prefix/bin/php-config" CFLAGS='-O2 -Wall -Werror' && make
}
# The block of the document behind the one that builds it.
expected() { awk '/^```text$/ { shown = 1; next } /^```$/ && shown { exit } shown' "$root/docs/c-api.md"; }
prints_what_it_says() {
	diff <(expected) <("$work$prefix/bin/php" -n -d extension="$work/line_pool/modules/line_pool.so" "$work/line_pool/try.php" 2>&1)
}

check 'PHP installs' install_php || exit 1
check 'the extension builds with phpize' build_extension || exit 1
check 'it prints what docs/c-api.md says' prints_what_it_says
