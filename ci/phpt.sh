# shellcheck shell=bash
# Runs phpt suites of the table ci/suites.txt with upstream's run-tests.php and compares the result with what
# unpatched PHP fails (ci/known-failures/). It does not build, and knows no particular suite.
# Sourced by stages.

. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

known_dir=$ci/known-failures
# Another directory of such lists, which a stage makes itself.
more_known=
# Its own lists, in a directory below known_dir, name what unpatched PHP fails there only.
distribution=$(. /etc/os-release 2>/dev/null && printf '%s%s' "${ID-}" "${VERSION_ID-}")
# More than processors: many tests sleep, or wait for a child.
jobs=${CI_JOBS:-4}
# Lanes for suites that run one test at a time. Their tests wait more than they compute.
lanes=${CI_LANES:-6} lane= lane_runner=run_one
# A suite that hangs as a whole must not hang CI; a single test is ended by run-tests.php.
suite_seconds=${CI_SUITE_SECONDS:-2400}
# More new failures than this are no flakes: running each again would only waste time.
retry_limit=20

# --- the table --------------------------------------------------------------------

# Rows without comments, fields separated by a bare `|`. A stage may name further files in suites_files.
suites_files=("$ci/suites.txt")
suite_rows() { cat -- "${suites_files[@]}" | sed -e 's/#.*//' -e 's/[[:space:]]*|[[:space:]]*/|/g' -e 's/^[[:space:]]*//' -e 's/[[:space:]]*$//' -e '/^$/d'; }

# load_suite NAME: sets suite_services suite_settings suite_tests.
load_suite() {
	local row
	row=$(suite_rows | awk -F'|' -v name="$1" '$1 == name')
	[ -n "$row" ] || die "no suite '$1' in ci/suites.txt"
	IFS='|' read -r suite_name _ suite_services suite_settings suite_tests <<< "$row"
}

# suites_of_stage STAGE: lines `NAME VARIANT`, in the order of the table, without suites that have no tests yet.
suites_of_stage() {
	local name where word
	while IFS='|' read -r name where _; do
		for word in $where; do
			[ "${word%%:*}" != "$1" ] || ! has_tests "$name" || printf '%s %s\n' "$name" "${word#*:}"
		done
	done < <(suite_rows)
}

variants_of_stage() { suites_of_stage "$1" | cut -d' ' -f2 | awk '!seen[$0]++'; }

# A path marked with `?` in the table is ours and may not exist yet. The repository is asked, not a source copy,
# because nothing may be built yet.
has_tests() {
	local path
	load_suite "$1"
	for path in $suite_tests; do
		[ "${path#\?}" = "$path" ] && return 0
		(cd "$root" && compgen -G "${path#\?}" >/dev/null) && return 0
	done
	return 1
}

# --- known failures ----------------------------------------------------------------

# lists_of SUITE SUFFIX: its files in ci/known-failures/, and those of the suites that `like:` names.
lists_of() {
	local like file
	like=$(suite_rows | awk -F'|' -v name="$1" '$1 == name { print $4 }' | tr ' ' '\n' | sed -n 's/^like://p')
	for like in "$1" $like; do
		for file in "$known_dir/$like$2" "$known_dir/${distribution:-none}/$like$2" ${more_known:+"$more_known/$like$2"}; do
			[ ! -f "$file" ] || printf '%s\n' "$file"
		done
	done
}

# known_failures SUITE VARIANT: paths. A line is `PATH [VARIANT...] # reason`; without variants it holds for all.
known_failures() {
	lists_of "$1" .txt | xargs -r sed -e 's/#.*//' | awk -v variant="$2" 'NF {
		path = $1; $1 = ""; gsub(/[][,]/, " ")
		if (!NF || $0 ~ "^ *$") { print path; next }
		n = split($0, tags, " "); for (i = 1; i <= n; i++) if (tags[i] == variant) print path }'
}

# excluded_tests SUITE: paths that are not run at all, `PATH # reason` in SUITE.exclude.
excluded_tests() { lists_of "$1" .exclude | xargs -r sed -e 's/[[:space:]]*#.*//' -e '/^$/d'; }

# --- the php under test --------------------------------------------------------------

# The variant `installed` is none of scripts/build: PHP from packages, with the tests of the tree of scripts/tree.
CI_INSTALLED_PHP=${CI_INSTALLED_PHP:-/usr/bin/php8.4}

php_of() { if [ "$1" = installed ]; then printf '%s\n' "$CI_INSTALLED_PHP"; else "$root/scripts/build" --print-php "$1"; fi; }

source_of() {
	if [ "$1" = installed ]; then sed -n "s,^version=,$root/work/php-,p" "$root/UPSTREAM"; else "$root/scripts/build" --print-src "$1"; fi
}

# --- running ------------------------------------------------------------------------

# list_tests: the files of the loaded suite in the source copy $src, one per line.
list_tests() {
	local path file
	for path in $suite_tests; do
		path=${path#\?}
		for file in "$src"/$path; do
			if [ -d "$file" ]; then find "$file" -name '*.phpt' ! -name '.*'
			elif [ -f "$file" ]; then printf '%s\n' "$file"
			fi
		done
	done | LC_ALL=C sort -u | grep -vxFf <(excluded_tests "$suite_name" | sed "s,^,$src/,") | grep -vEf <(left_out)
}

# For each `without:NAME` among the settings of the loaded suite: an expression that matches its files.
left_out() { tr ' ' '\n' <<< "$suite_settings" | sed -n 's,^without:\(.*\),/\1[^/]*[.]phpt$,p'; }

# suite_options: fills the arrays options (for run-tests.php) and environment from the settings of the loaded suite.
suite_options() {
	local word opcache value
	options=() environment=()
	case $variant in *asan*) options+=(--asan --set-timeout 300) ;; *) options+=(--set-timeout 120) ;; esac
	opcache=$("$root/scripts/build" --print-opcache "$variant" 2>/dev/null)
	[ -z "$opcache" ] || options+=(-d "extension_dir=$(dirname "$opcache")")
	for word in $suite_settings; do
		case $word in
			-) ;;
			opcache|jit)
				[ -n "$opcache" ] || die "variant $variant has no opcache.so"
				options+=(-d "zend_extension=$opcache")
				[ "$word" = opcache ] || options+=(-d opcache.enable_cli=1 -d opcache.jit=tracing -d opcache.jit_buffer_size=64M) ;;
			serial|like:*|without:*) ;;
			mysql9) mysql9_environment ;;
			ini:*)
				eval "value=\"${word#ini:}\""
				options+=(-d "$value") ;;
			env:*=*)
				word=${word#env:}
				# `$NAME` in a value is a variable of the started services, or $src, $out of this file.
				eval "value=\"${word#*=}\""
				environment+=("${word%%=*}=$value") ;;
			*) die "suite $suite_name: unknown setting '$word'" ;;
		esac
	done
}

# For the table: PDO attributes that make pdo_mysql use TLS, as PDOTEST_ATTR wants them. Their numbers depend on the
# client library, so the php under test is asked.
mysql_tls_attributes() { PDO_MYSQL_TLS_CA=${PDO_MYSQL_TLS_CA:-$MYSQL9_TLS_CA} "$php" -n -r 'echo serialize([PDO::MYSQL_ATTR_SSL_CA => getenv("PDO_MYSQL_TLS_CA")]);'; }

# The variables of the service mariadb, for the server of the service mysql9.
mysql9_environment() {
	local name from
	for name in DSN USER PASS HOST PORT DB SOCKET; do
		from=MYSQL9_TEST_$name
		environment+=("PDO_MYSQL_TEST_$name=${!from}")
	done
	environment+=("PDO_MYSQL_SOCKET_TEST_DSN=$MYSQL9_SOCKET_TEST_DSN" "PDO_MYSQL_TLS_TEST_DSN=$MYSQL9_TEST_DSN"
		"PDO_MYSQL_TLS_TEST_USER=$MYSQL9_TLS_TEST_USER" "PDO_MYSQL_TLS_TEST_PASS=$MYSQL9_TEST_PASS" "PDO_MYSQL_TLS_CA=$MYSQL9_TLS_CA")
}

# Variables that would change what the tests connect to must come from the table alone.
clean_environment() {
	local name
	for name in $(compgen -e); do
		case $name in PDO*|PG*|MYSQL*|MARIADB*|TEST_PHP*|REDIR_TEST_DIR|SKIP_*|LC_*|LANGUAGE|USE_ZEND_ALLOC|ASAN_OPTIONS) unset "$name" ;; esac
	done
	export LANG=C.UTF-8 NO_INTERACTION=1 TEST_PHP_EXECUTABLE=$php
}

# run-tests.php takes its list of leaks to ignore from the source, where ours are added.
ignore_foreign_leaks() {
	local list=$src/.github/lsan-suppressions.txt
	{ cat -- "$list" 2>/dev/null; grep '^leak:' "$ci/lsan-suppressions.txt"; } | sort -u >"$list.new" && mv -- "$list.new" "$list"
}

# run_tests LOG RESULTS option...: one run of run-tests.php in the source copy (its tests expect to be run from there).
run_tests() {
	local log=$1 results=$2
	shift 2
	rm -f -- "$results"
	# In the background, because a shell that waits for a foreground process does not see signals.
	(
		clean_environment
		eval "$services_environment"
		suite_options
		cd "$src" || exit 1
		case $variant in *asan*) ignore_foreign_leaks ;; esac
		exec timeout --kill-after=30 "$suite_seconds" env "${environment[@]}" \
			"$php" -n run-tests.php -q --offline --no-color --no-progress --show-diff "${options[@]}" -W "$results" "$@"
	) </dev/null >"$log" 2>&1 &
	tests_pid=$!
	wait "$tests_pid"
	tests_pid=
}

# Tests run so far, once a minute, for whoever watches.
progress() {
	local begin=$SECONDS results=$1 total=$2 never
	# A builtin that waits: a `sleep` would outlive this process and keep the stage's output open.
	exec {never}<> <(:)
	until read -r -t 60 -u "$never"; do
		note "$suite_name: $(wc -l 2>/dev/null <"$results") results ($total files), $(minutes $((SECONDS - begin)))"
	done
}

# The results file has `STATUS<tab>PATH`, or `# REDIRECT: PATH` for a test run through a driver's common.phpt.
plain_results() { awk -F'\t' -v src="$src/" '{ path = $2; sub(/^# .*: /, "", path); sub("^" src, "", path); print $1 "\t" path }' "$1"; }

failing_results() { plain_results "$1" | awk -F'\t' '$1 ~ /^(FAILED|BORKED|LEAKED)$/ { print $2 }' | LC_ALL=C sort -u; }

# retry PATH: runs one failing test again, alone. A redirected one needs its common.phpt named.
retry() {
	local path=$1 line
	line=$(awk -F'\t' -v test="$src/$path" '$2 ~ /^# / && substr($2, length($2) - length(test) + 1) == test { print $2 }' "$out/results" | head -n 1)
	if [ -n "$line" ]; then
		line=${line#\# }
		printf '# retry [%s]: %s\n' "${line%%: *}" "$src/$path"
	else
		printf '%s\n' "$src/$path"
	fi > "$out/retry.list"
	run_tests "$out/retry.log" "$out/retry.results" -r "$out/retry.list"
	cat "$out/retry.log" >> "$out/retries.log"
	[ -s "$out/retry.results" ] && [ -z "$(failing_results "$out/retry.results")" ]
}

# run_suite NAME VARIANT: runs and judges. Sets new_failures, known_now, flaky, fixed (paths) and counts n_*.
# Returns 1 when the suite could not be run at all.
run_suite() {
	variant=$2
	load_suite "$1"
	suite_jobs=$jobs out=$CI_LOGS/suites/$1.$2
	rm -rf -- "$out"
	mkdir -p -- "$out" || return 1
	php=$(php_of "$variant") && src=$(source_of "$variant") || return 1
	[ -z "$lane" ] || lane_source "$src" || return 1
	case " $suite_settings " in *' serial '*) suite_jobs=1 ;; esac
	list_tests > "$out/list"
	[ -s "$out/list" ] || { not_ok "$1 ($2): has tests"; return 1; }
	local begin=$SECONDS parallel=()
	# run-tests.php cannot run a single redirecting test in parallel mode.
	[ "$suite_jobs" -le 1 ] || [ "$(wc -l < "$out/list")" -le 1 ] || parallel=(-j"$suite_jobs")
	progress "$out/results" "$(wc -l < "$out/list")" &
	watcher_pid=$!
	run_tests "$out/run.log" "$out/results" "${parallel[@]}" -r "$out/list"
	end_background watcher_pid
	judge_suite "$1"
	seconds=$((SECONDS - begin))
}

judge_suite() {
	local path
	failing_results "$out/results" > "$out/failing"
	known_failures "$1" "$variant" | LC_ALL=C sort -u > "$out/known"
	known_now=$(LC_ALL=C comm -12 "$out/failing" "$out/known")
	new_failures=$(LC_ALL=C comm -23 "$out/failing" "$out/known")
	fixed=$(plain_results "$out/results" | awk -F'\t' '$1 == "PASSED" { print $2 }' | LC_ALL=C sort -u | LC_ALL=C comm -12 - "$out/known")
	flaky=
	if [ "$(wc -w <<< "$new_failures")" -le "$retry_limit" ]; then
		for path in $new_failures; do retry "$path" && flaky+="$path "; done
	fi
	[ -z "$flaky" ] || new_failures=$(LC_ALL=C comm -23 <(printf '%s\n' $new_failures) <(printf '%s\n' $flaky))
	count_suite
	# Without its summary run-tests.php died on the way, and what it did not run would go unnoticed.
	finished=yes
	grep -q '^Number of tests' "$out/run.log" || finished=no
}

count_suite() {
	n_passed=$(($(awk '$1 == "PASSED" || $1 == "WARNED"' "$out/results" | wc -l) + $(wc -w <<< "$flaky")))
	# What upstream expects to fail (XFAIL) is no pass and no failure: it counts as skipped in the sum.
	n_xfail=$(awk '$1 == "XFAILED" || $1 == "XLEAKED"' "$out/results" | wc -l)
	n_skipped=$(($(awk '$1 == "SKIPPED"' "$out/results" | wc -l) + n_xfail))
	n_known=$(wc -w <<< "$known_now")
	n_failed=$(($(wc -w <<< "$new_failures") + n_known))
}

# report_suite NAME: what a reader must see of the suite that ran last, and its line in $CI_RESULTS.
report_suite() {
	local path
	for path in $known_now; do note "$1 ($variant): known failure $path"; done
	for path in $fixed; do note "$1 ($variant): PASSES AGAIN, take it off ci/known-failures/$1.txt: $path"; done
	for path in $flaky; do note "$1 ($variant): FLAKY, failed first and passed when run again alone: $path"; done
	for path in $new_failures; do
		show_failure "$path"
		printf '# NEW FAILURE - %s (%s): %s\n' "$1" "$variant" "$path"
	done
	printf '%-34s %5d passed, %d failed (%d known), %d skipped, %s\n' "$1 ($variant):" \
		"$n_passed" "$n_failed" "$n_known" "$n_skipped" "$(minutes "$seconds")"
	printf '%s\t%d\t%d\t%d\t%d\n' "$1" "$n_passed" "$n_failed" "$n_known" "$n_skipped" >> "$CI_RESULTS"
	[ "$finished" = yes ] || { tail -n 20 "$out/run.log" | sed 's/^/# /'; not_ok "$1 ($variant): run-tests.php finished (log: $out/run.log)"; }
	check_coverage "$1"
}

# The difference as run-tests.php printed it, shortened.
show_failure() {
	local base=${1##*/}
	awk -v name="${base%.phpt}" '
		/^========DIFF========/ { diff = ""; in_diff = 1; next }
		/^========DONE========/ { in_diff = 0; next }
		in_diff { if (++n[NR > 0] < 100000) diff = diff $0 "\n"; next }
		/^(FAIL|LEAK|BORK|SKIP|PASS)/ { if ($1 ~ /FAIL|LEAK|BORK/ && index($0, "/" name ".phpt]")) printf "%s\n%s", $0, diff; diff = "" }
	' "$out/run.log" | head -n 60 | sed 's/^/# /'
}

# A server that is down turns a suite into skips. The baseline says how many tests of a suite really run.
check_coverage() {
	local vanilla
	vanilla=$(sed -n 's/^# unpatched: \([0-9]*\) passed.*/\1/p' "$known_dir/$1.txt" 2>/dev/null)
	[ -n "$vanilla" ] || return 0
	[ $((n_passed * 20)) -ge $((vanilla * 19)) ] || not_ok "$1 ($variant): $n_passed tests pass, unpatched PHP passes $vanilla"
}

# --- services --------------------------------------------------------------------------

# start_services NAME...: sets services_environment to what these need, and starts those that do not run yet.
start_services() {
	[ -n "$services_dir" ] || services_dir=$(mktemp -d /tmp/php-ci-services.XXXXXX) || return 1
	services_environment=$("$ci/services/start" --dir "$services_dir" "$@")
}

stop_services() {
	local log
	[ -n "$services_dir" ] || return 0
	for log in "$services_dir"/*.log; do [ ! -f "$log" ] || cp -- "$log" "$CI_LOGS/service-$BASHPID-${log##*/}"; done
	"$ci/services/stop" --dir "$services_dir"
}

# prepare_suite NAME VARIANT: the build is there and the servers answer, or it says what is not.
prepare_suite() {
	load_suite "$1"
	[ "$2" = installed ] || build_variant "$2" || { not_ok "$1 ($2): its variant builds"; return 1; }
	services_environment=
	# shellcheck disable=SC2086
	[ "$suite_services" = - ] || start_services $suite_services || { not_ok "$1 ($2): its servers start"; return 1; }
}

# run_one NAME VARIANT: prepares, runs and reports one suite, the report in one piece. Status 1: it could not be run.
run_one() {
	prepare_suite "$1" "$2" && run_suite "$1" "$2" && printf '%s\n' "$(report_suite "$1")"
}

is_serial() {
	load_suite "$1"
	case " $suite_settings " in *' serial '*) return 0 ;; *) return 1 ;; esac
}

# run_suites STAGE [NAME[@VARIANT],...]: all suites of a stage, or those. Status 1: one could not be run.
run_suites() {
	local name variant word found=() status=0
	while read -r name variant; do
		case ",${2:-$name}," in *",$name,"*|*",$name@$variant,"*) found+=("$name $variant") ;; esac
	done < <(suites_of_stage "$1")
	for word in $(tr ',' ' ' <<< "${2:-}"); do
		printf '%s\n' "${found[@]}" | grep -qE "^${word/@/ }( |\$)" || { not_ok "stage $1 has a suite $word with tests"; status=1; }
	done
	[ ${#found[@]} -gt 0 ] || [ -n "${2:-}" ] || not_ok "stage $1 has suites with tests"
	[ ${#found[@]} -gt 0 ] || return 1
	run_all run_one "${found[@]}" || status=1
	return $status
}

# run_all RUNNER 'NAME VARIANT'...: a suite that runs its tests one at a time leaves a processor idle: such suites come last, in lanes.
run_all() {
	local suite serial=() status=0
	lane_runner=$1
	shift
	for suite; do
		if is_serial "${suite% *}"; then serial+=("$suite"); else "$lane_runner" "${suite% *}" "${suite#* }" || status=1; fi
	done
	[ ${#serial[@]} -eq 0 ] || run_lanes "${serial[@]}" || status=1
	return $status
}

# --- lanes --------------------------------------------------------------------------------

# run_lanes 'NAME VARIANT'...: several at a time, each lane with servers and copies of the tests of its own.
run_lanes() {
	local queue suite pid status=0
	# Several lanes may need the same build.
	for suite in "$@"; do [ "${suite#* }" = installed ] || build_variant "${suite#* }"; done
	queue=$(mktemp "$CI_STATE/lanes.XXXXXX") || return 1
	# Those under the sanitizers take longest. Begun last, one of them would have the processors to itself at the end.
	printf '%s\n' "$@" | awk '/asan/ { print; next } { rest = rest $0 "\n" } END { printf "%s", rest }' > "$queue"
	lane_pids=()
	for ((lane = 1; lane <= lanes; lane++)); do
		run_lane "$queue" &
		lane_pids+=($!)
	done
	lane=
	for pid in "${lane_pids[@]}"; do wait "$pid" || status=1; done
	lane_pids=()
	return $status
}

# In a process of its own: what the suites set stays in it, and it stops its servers itself.
run_lane() {
	local name variant status=0
	lane_pids=() lane_sources=() services_dir=''
	# A process of its own begins without those of the stage.
	trap clean_up EXIT
	trap 'exit 143' TERM HUP
	while read -r name variant < <(next_suite "$1"); do
		"$lane_runner" "$name" "$variant" || status=1
	done
	return $status
}

# lane_source DIR: sets src to the lane's own copy of the source, which takes no room: its files are links. run-tests.php
# writes beside each test and removes it again, so two lanes would pull the same test from under each other. A
# repository of git is left out: git may be packing it in the background. What the loaded suite leaves out is not in it,
# because a driver's common.phpt runs whatever is in its directory. That file itself has the settings of the driver's tests.
lane_source() {
	local unwanted
	unwanted=$(tr ' ' '\n' <<< "$suite_settings" | sed -n 's/^without://p')
	src=$1.lane$lane${unwanted:+-without-${unwanted//$'\n'/-}}
	case " ${lane_sources[*]} " in *" $src "*) return 0 ;; esac
	rm -rf -- "$src" && mkdir -- "$src" && lane_sources+=("$src") &&
		find "$1" -mindepth 1 -maxdepth 1 ! -name .git -exec cp -al -t "$src" -- {} + || return 1
	for unwanted in $unwanted; do find "$src" -name "$unwanted*.phpt" ! -name common.phpt -delete || return 1; done
}

# Takes the first line off the queue.
next_suite() { flock "$1.lock" bash -c 'head -n 1 "$1"; sed -i 1d "$1"' - "$1"; }

# --- the end ------------------------------------------------------------------------------

# However a stage ends, its tests end and its servers are stopped.
tests_pid='' watcher_pid='' services_dir='' services_environment='' lane_pids=() lane_sources=()

end_background() {
	local pid=${!1}
	[ -z "$pid" ] || { kill "$pid" 2>/dev/null; wait "$pid" 2>/dev/null; }
	printf -v "$1" %s ''
}

# A second signal must not end this on the way, nor what stops the servers.
clean_up() {
	local pid
	trap '' INT TERM HUP
	# All are told before one is waited for: in a trap, bash waits for a process that has just ended until another one does.
	# shellcheck disable=SC2086
	kill "${lane_pids[@]}" $watcher_pid $tests_pid 2>/dev/null
	for pid in "${lane_pids[@]}"; do wait "$pid" 2>/dev/null; done
	end_background watcher_pid
	end_background tests_pid
	stop_services
	[ ${#lane_sources[@]} -eq 0 ] || rm -rf -- "${lane_sources[@]}"
}
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP
