#!/usr/bin/env bash
# What the documents say is so: examples print what is shown, names exist, generated parts are current; docs:PART one part.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/../phpt.sh"

build_variant release || { not_ok 'variant release builds'; exit 1; }
php=$("$root/scripts/build" --print-php release) || exit 1

# Examples report by themselves, one line each.
run_examples() {
	start_services pgsql mariadb || { not_ok 'the servers start'; return 1; }
	(
		clean_environment
		eval "$services_environment"
		exec timeout --kill-after=30 600 "$root/scripts/docs" --check --php "$php" examples
	) &
	tests_pid=$!
	wait "$tests_pid"
	local result=$?
	tests_pid=
	return $result
}

checks_copy() { (eval "$services_environment"; exec "$services_dir/copy/scripts/docs" --check --php "$php" "$@"); }

# Each mistake of ci/docs/mistakes.txt, made in a copy, is found. For examples, those of the one document are run.
find_mistakes() {
	local copy part file expression title status=0
	start_services pgsql mariadb || { not_ok 'the servers start'; return 1; }
	copy=$services_dir/copy
	mkdir "$copy" && (cd "$root" && git ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents -t "$copy") || return 1
	check 'nothing is found where no mistake is' checks_copy current prose names examples:README.md || return 1
	while IFS='|' read -r part file expression title; do
		read -r part <<< "$part"; read -r file <<< "$file"; read -r title <<< "$title"
		sed -i -e "$expression" "$copy/$file"
		[ "$part" != examples ] || part=examples:$file
		if cmp -s "$copy/$file" "$root/$file"; then
			not_ok "the mistake can be made: $title"; status=1
		elif checks_copy "$part" > "$CI_LOGS/docs-mistake.log" 2>&1; then
			not_ok "found: $title"; status=1
		else
			grep -q '^problem: ' "$CI_LOGS/docs-mistake.log" && ok "found: $title" || { not_ok "told: $title"; status=1; }
		fi
		cp "$root/$file" "$copy/$file"
	done < <(grep -v '^#' "$ci/docs/mistakes.txt")
	return $status
}

status=0
for part in ${1:-current prose names examples mistakes}; do
	case $part in
		examples) run_examples || status=1 ;;
		mistakes) find_mistakes || status=1 ;;
		current) check 'reference, stubs for IDEs and pictures are current' "$root/scripts/docs" --check --php "$php" current || status=1 ;;
		prose) check 'lines and sentences are short, nothing is said twice' "$root/scripts/docs" --check --php "$php" prose || status=1 ;;
		names) check 'everything that the documents name exists' "$root/scripts/docs" --check --php "$php" names || status=1 ;;
		*) die "no part '$part' (one of: current prose names examples mistakes)" ;;
	esac
done
exit $status
