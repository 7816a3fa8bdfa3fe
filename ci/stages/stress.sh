#!/usr/bin/env bash
# Runs two million random operations on Async\Pool against a model of it, under the sanitizers; stress:STEPS another number.
# Before that, as many random texts go through the tokenizer of SQL text, PostgreSQL and MariaDB are asked for 15 seconds
# how they read such texts, coroutines share connections for 20, random programs wait inside the constructs of the language, coroutines use channels at random, and the suites of async and the pools run under a seed of the scheduler.
# stress:seeds runs these suites alone, under 20 seeds.
# CI_SEED starts another sequence; a failure prints how to replay it.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/../phpt.sh"

argument=${1:-2000000}
seed=${CI_SEED:-1}
case $seed in *[!0-9]*|0) die "CI_SEED is a number above 0" ;; esac

# The suites that are marked so in ci/suites.txt, where $scheduler_seed is replaced: a random ready coroutine runs
# next, and calls that need not wait suspend at random.
stress_seeds() { # HOW-MANY
	local status=0 first=$seed
	for ((scheduler_seed = first; scheduler_seed < first + $1; scheduler_seed++)); do
		note "async.scheduler_seed=$scheduler_seed"
		run_suites stress || status=1
	done
	return $status
}
if [ "$argument" = seeds ]; then
	stress_seeds 20
	exit
fi
steps=$argument
case $steps in *[!0-9]*) die "unknown argument '$steps': a number of steps, or seeds" ;; esac
build_variant asan || { not_ok 'variant asan builds'; exit 1; }
asan_php=$("$root/scripts/build" --print-php asan) || exit 1

work=$(mktemp -d "${TMPDIR:-/tmp}/php-ci-stress.XXXXXX") || exit 1
pids=()
trap '[ ${#pids[@]} -eq 0 ] || kill "${pids[@]}" 2>/dev/null; rm -rf "$work"; clean_up' EXIT

# background COMMAND...: at the same time as others; finish waits for all, and shows what each has said, in order.
background() {
	"$@" > "$work/said.${#pids[@]}" 2>&1 &
	pids+=($!)
}
status=0
finish() {
	local i
	for i in "${!pids[@]}"; do
		wait "${pids[i]}" || status=1
		cat -- "$work/said.$i"
	done
	pids=()
}

# compile NAME OPTION...: ci/stress/NAME.c with the tokenizer, which needs nothing of PHP but its headers.
compile() {
	local src obj=${asan_php%/sapi/cli/php}
	src=$("$root/scripts/build" --print-src asan) || return 1
	"${CC:-gcc}" -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=undefined -o "$work/$1" \
		-I"$obj" -I"$obj/main" -I"$obj/Zend" -I"$src" -I"$src/main" -I"$src/Zend" -I"$src/TSRM" \
		"$ci/stress/$1.c" "$src/ext/pdo/pdo_pool_text.c" "${@:2}"
}
stress_tokenizer() {
	compile text_tokens && "$work/text_tokens" "$steps" "$seed" || { not_ok 'the tokenizer bears random texts'; return 1; }
}
# Where do strings, comments and statements end for the servers themselves?
stress_oracle() {
	# shellcheck disable=SC2046
	compile text_oracle -I"$(pg_config --includedir)" $(mariadb_config --include) -lpq $(mariadb_config --libs) &&
		(eval "$services_environment" && "$work/text_oracle" 15 "$seed") ||
		{ not_ok 'the tokenizer reads texts as the servers do'; return 1; }
}
# Coroutines share connections to PostgreSQL, while some are cancelled and backends are killed.
stress_pipeline() {
	(eval "$services_environment" && "$asan_php" -n "$ci/stress/pipeline.php" --seed="$seed" --seconds=20) > "$work/pipeline" 2>&1 &&
		grep '^ok - ' "$work/pipeline" && return 0
	sed 's/^not ok - /NOT OK - /; s/^/# /' "$work/pipeline" | tail -n 30
	not_ok 'statements that share connections'
	return 1
}
start_services pgsql mariadb || { not_ok 'the servers start'; exit 1; }
background stress_pipeline
background stress_oracle
background stress_tokenizer
finish

# The models of language, channels and pools, with the oldest ready coroutine first (0) or with a random one.

# Random programs that wait inside the constructs of the language, for 20 seconds.
stress_language() { # SCHEDULER-SEED
	"$asan_php" -n -d async.scheduler_seed="$1" "$ci/stress/language.php" --seed="$seed" --rounds=1000000 --seconds=20 \
		> "$work/language.$1" 2>&1
	local code=$?
	grep -v '^ok - ' "$work/language.$1" | tail -n 60 | sed 's/^/# /'
	[ "$code" -eq 0 ] && grep '^ok - ' "$work/language.$1"
}
stress_channels() { # SCHEDULER-SEED
	"$asan_php" -n -d async.scheduler_seed="$1" "$ci/stress/channel_model.php" --seed="$seed" --steps=$((steps / 20)) 2>&1 |
		tail -n 20 | sed '/^ok - \|^not ok - /!s/^/# /'
	return "${PIPESTATUS[0]}"
}
# Pools that make their resources in coroutines of their own.
stress_aside() { # SCHEDULER-SEED
	"$asan_php" -n -d async.scheduler_seed="$1" "$ci/stress/pool_aside.php" --seed="$seed" --steps=100000 > "$work/aside.$1" 2>&1 \
		&& grep '^ok - ' "$work/aside.$1" || { sed 's/^/# /' "$work/aside.$1"; return 1; }
}
stress_models() { # SCHEDULER-SEED
	local status=0
	stress_language "$1" || { not_ok "random programs with async.scheduler_seed=$1 give the same alone and at once"; status=1; }
	stress_channels "$1" || status=1
	stress_aside "$1" || { not_ok "pool that connects aside, with async.scheduler_seed=$1"; status=1; }
	return $status
}
# Both at once, as each keeps one processor busy.
background stress_models 0
background stress_models "$seed"
finish

stress_seeds 1 || status=1

# One process a processor, each with a sequence of its own.
processes=$(nproc)
stress_pool() { # SEED
	local log=$work/pool.$1 code
	"$asan_php" -n "$ci/stress/pool_model.php" --seed="$1" --steps=$(((steps + processes - 1) / processes)) > "$log" 2>&1
	code=$?
	grep -v '^ok - \|^not ok - ' "$log" | tail -n 60 | sed 's/^/# /'
	[ "$code" -eq 0 ] && grep '^ok - ' "$log" && return 0
	grep '^not ok - ' "$log" || not_ok "pool model: seed $1: exit status $code"
	return 1
}
for ((i = 0; i < processes; i++)); do background stress_pool $((seed + i)); done
finish
exit $status
