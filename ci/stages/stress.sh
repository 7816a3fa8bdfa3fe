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

# The tokenizer needs nothing of PHP but its headers.
stress_tokenizer() {
	local src obj=${asan_php%/sapi/cli/php}
	src=$("$root/scripts/build" --print-src asan) || return 1
	"${CC:-gcc}" -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=undefined -o "$work/text_tokens" \
		-I"$obj" -I"$obj/main" -I"$obj/Zend" -I"$src" -I"$src/main" -I"$src/Zend" -I"$src/TSRM" \
		"$ci/stress/text_tokens.c" "$src/ext/pdo/pdo_pool_text.c" || return 1
	"$work/text_tokens" "$steps" "$seed"
}
# Where do strings, comments and statements end for the servers themselves?
stress_oracle() {
	local src obj=${asan_php%/sapi/cli/php}
	src=$("$root/scripts/build" --print-src asan) || return 1
	"${CC:-gcc}" -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=undefined -o "$work/text_oracle" \
		-I"$obj" -I"$obj/main" -I"$obj/Zend" -I"$src" -I"$src/main" -I"$src/Zend" -I"$src/TSRM" \
		-I"$(pg_config --includedir)" $(mariadb_config --include) \
		"$ci/stress/text_oracle.c" "$src/ext/pdo/pdo_pool_text.c" -lpq $(mariadb_config --libs) || return 1
	start_services pgsql mariadb && (eval "$services_environment" && "$work/text_oracle" 15 "$seed")
}
# Coroutines share connections to PostgreSQL, while some are cancelled and backends are killed.
stress_pipeline() {
	start_services pgsql && (eval "$services_environment" && "$asan_php" -n "$ci/stress/pipeline.php" --seed="$seed" --seconds=20) \
		> "$work/pipeline" 2>&1 && grep '^ok - ' "$work/pipeline" || { sed 's/^not ok - /NOT OK - /; s/^/# /' "$work/pipeline" | tail -n 30; return 1; }
}
status=0
stress_pipeline || { not_ok 'statements that share connections'; status=1; }
stress_oracle || { not_ok 'the tokenizer reads texts as the servers do'; status=1; }
stress_tokenizer || { not_ok 'the tokenizer bears random texts'; status=1; }

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
for scheduler in 0 "$seed"; do
	stress_models "$scheduler" > "$work/models.$scheduler" 2>&1 &
	pids+=($!)
done
for pid in "${pids[@]}"; do
	wait "$pid" || status=1
done
pids=()
cat "$work/models.0" "$work/models.$seed"

stress_seeds 1 || status=1

# One process a processor, each with a sequence of its own.
processes=$(nproc)
for ((i = 0; i < processes; i++)); do
	"$asan_php" -n "$ci/stress/pool_model.php" --seed=$((seed + i)) --steps=$(((steps + processes - 1) / processes)) > "$work/$i" 2>&1 &
	pids+=($!)
done
for ((i = 0; i < processes; i++)); do
	wait "${pids[i]}"
	code=$?
	grep -v '^ok - \|^not ok - ' "$work/$i" | tail -n 60 | sed 's/^/# /'
	if [ "$code" -eq 0 ] && grep '^ok - ' "$work/$i"; then
		continue
	fi
	grep '^not ok - ' "$work/$i" || not_ok "pool model: seed $((seed + i)): exit status $code"
	status=1
done
pids=()
exit $status
