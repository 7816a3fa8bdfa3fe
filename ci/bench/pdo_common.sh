# shellcheck shell=bash
# What ci/bench/pdo_pgsql, pdo_mysql and pdo_sqlite share: arguments, rounds, medians, and the figures that are counted
# the same way for every server. The including script has set driver (its name), and defines usage, native_tps MODE
# (transactions per second of the server's own benchmark client, named by native) and may set client, an array of words
# that run the php to measure, such as taskset; most_instructions is the target of that figure.

php=php seconds=5 rounds=3 client=()
# BENCH_SMALL=1: every figure is made once, with small numbers. The figures mean nothing then.
[ -z "${BENCH_SMALL:-}" ] || seconds=0.2 rounds=1
read_arguments() {
	while [ $# -gt 0 ]; do
		case $1 in
			--help) usage; exit 0 ;;
			--php) php=${2:?--php needs a file}; shift 2 ;;
			--seconds) seconds=${2:?--seconds needs a number}; shift 2 ;;
			--rounds) rounds=${2:?--rounds needs a number}; shift 2 ;;
			--only) only=${2:?--only needs names}; shift 2 ;;
			*) echo "$driver: unknown argument: $1 (see --help)" >&2; exit 2 ;;
		esac
	done
}

bench_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
missed=0

work() { "${client[@]}" "$php" "$bench_dir/$driver.php" "$@"; }
median() { sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }
wanted() { case ",$only," in *",$1,"*) return 0 ;; esac; return 1; }

# report NAME VALUE UNIT at-most|at-least TARGET
report() {
	local met
	met=$(awk -v v="$2" -v t="$5" -v how="$4" 'BEGIN { print (how == "at-most" ? v <= t : v >= t) ? "met" : "MISSED" }')
	[ "$met" = met ] || missed=1
	printf '%s: %-12s %10.3f %-24s target %-8s %-6s %s\n' "$driver" "$1" "$2" "$3" "$4" "$5" "$met"
}
ratio() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.4f\n", a / b }'; }

throughput() { # NAME MODE-OF-NATIVE-CLIENT
	local i
	: > "$tmp/ours"; : > "$tmp/theirs"
	for ((i = 0; i < rounds; i++)); do
		native_tps "$2" >> "$tmp/theirs"
		work "$1" "$seconds" >> "$tmp/ours"
	done
	[ -s "$tmp/theirs" ] || { echo "$driver: $native gave no figure" >&2; exit 2; }
	printf '# %s: %s per second, %s %s\n' "$1" "$(median < "$tmp/ours")" "$native" "$(median < "$tmp/theirs")"
	report "$1" "$(ratio "$(median < "$tmp/ours")" "$(median < "$tmp/theirs")")" "× $native" at-least 0.8
}

elapsed() { # NAME IDEAL TARGET
	local i
	for ((i = 0; i < rounds; i++)); do work "$1"; done > "$tmp/ms"
	report "$1" "$(ratio "$(median < "$tmp/ms")" "$2")" "× $2 ms" at-most "$3"
}

instructions_of() { # MODE N [PHP]
	local of=${3:-$php}
	# ci/bench/core shows that callgrind works.
	[ -z "${BENCH_SMALL:-}" ] || { "$of" "$bench_dir/$driver.php" "$1" "$2" >/dev/null && echo "$2"; return; }
	valgrind --tool=callgrind --callgrind-out-file=/dev/null "$of" "$bench_dir/$driver.php" "$1" "$2" 2>&1 |
		sed -n 's/.*Collected : \([0-9]*\).*/\1/p'
}
per_query() { # MODE [PHP]: start-up is taken out
	awk -v a="$(instructions_of "$1" 200 "${2:-}")" -v b="$(instructions_of "$1" 1200 "${2:-}")" 'BEGIN { printf "%d\n", (b - a) / 1000 }'
}
instructions() {
	local ours stock
	export USE_ZEND_ALLOC_HUGE_PAGES=0
	stock=$(per_query stock) ours=$(per_query one)
	printf '# instructions per query: pooled %s, ordinary %s\n' "$ours" "$stock"
	report instructions "$(ratio "$ours" "$stock")" '× ordinary' at-most "${most_instructions:-1.05}"
}

# The price of the patches for those who use no pool.
unpatched() {
	local vanilla ours theirs
	export USE_ZEND_ALLOC_HUGE_PAGES=0
	vanilla=$("$bench_dir/../../scripts/build" --print-php vanilla 2>/dev/null) || { [ -n "${BENCH_SMALL:-}" ] && vanilla=$php; } ||
		{ echo "$driver: the unpatched php is missing: scripts/build vanilla" >&2; exit 2; }
	theirs=$(per_query ordinary "$vanilla") ours=$(per_query ordinary)
	printf '# instructions per round of an ordinary connection: %s, unpatched %s\n' "$ours" "$theirs"
	report unpatched "$(awk -v a="$ours" -v b="$theirs" 'BEGIN { printf "%.3f\n", (a / b - 1) * 100 }')" '% more than unpatched' at-most 0.1
}

count_calls() { # N
	strace -c -f -o "$tmp/counts" "$php" "$bench_dir/$driver.php" ten "$1" >/dev/null
	awk '$1 ~ /^[0-9.]+$/ && $NF != "total" { print $NF, $4 }' "$tmp/counts" | sort
}
syscalls() {
	local n=1000
	[ -z "${BENCH_SMALL:-}" ] || n=50
	count_calls 20 > "$tmp/once"
	count_calls $((n + 20)) > "$tmp/more"
	join -a 2 -e 0 -o 0,1.2,2.2 "$tmp/once" "$tmp/more" | awk -v n="$n" '{ per = ($3 - $2) / (10 * n); if (per >= 0.005) print $1, per }' > "$tmp/per"
	sed 's/^/# per query: /' "$tmp/per"
	per_call() { awk -v names="$1" '$1 ~ "^(" names ")$" { s += $2 } END { print s + 0 }' "$tmp/per"; }
	report 'sends' "$(per_call 'sendto|sendmsg|write')" 'per query' at-most 1.01
	report 'receives' "$(per_call 'recvfrom|recvmsg|read')" 'per query' at-most 1.01
	report 'epoll_wait' "$(per_call 'epoll_wait|epoll_pwait')" 'per query' at-most 1
	report 'epoll_ctl' "$(per_call epoll_ctl)" 'per query' at-most 0.01
}

run_figures() {
	if wanted sleep; then elapsed sleep 250 1.15; fi
	if wanted pause; then elapsed pause 100 1.6; elapsed again 100 1.6; fi
	if wanted query; then throughput query simple; fi
	if wanted prepared; then throughput prepared prepared; fi
	if wanted instructions; then instructions; fi
	if wanted unpatched; then unpatched; fi
	if wanted syscalls; then syscalls; fi
	exit $missed
}
