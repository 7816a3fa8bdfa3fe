#!/usr/bin/env bash
# Installs the Debian packages that building and testing need.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"
no_arguments "$@"

if "$root/scripts/packages" build test; then
	ok 'packages are installed'
else
	not_ok 'packages are installed'
	exit 1
fi
