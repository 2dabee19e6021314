#!/bin/sh
# Run each fuzz target for some seconds, as many at a time as there are processors (or
# JOBS). TAP: the number of inputs tried, and of inputs worth keeping; failures stay in
# DIRECTORY/found. Each run begins with the inputs that the previous run kept.
# FUZZ_FLAGS may contain more options of libFuzzer.
#
#	tests/fuzz/run.sh DIRECTORY SECONDS TARGET...
set -u

directory=$1
seconds=$2
shift 2
jobs=${JOBS:-$(getconf _NPROCESSORS_ONLN || echo 1)}
n=0
all=0
failed=0

# longest TARGET: print the maximum input length, which is less for slow targets.
longest()
{
	case $1 in
	validate) echo 400 ;;
	scan | flowed | unwrap) echo 2048 ;;
	*) echo 8192 ;;
	esac
}

# silent TARGET: print an option that suppresses the target's own messages if there are too many.
silent()
{
	case $1 in
	options) echo -close_fd_mask=3 ;;
	esac
}

# figure TARGET NAME: print the last value in the statistics of libFuzzer
figure()
{
	sed -n "s/^stat::$2: *//p" "$directory/$1.log" | tail -n 1
}

# reason TARGET: print the first error in its log, or else the last line
reason()
{
	said=$(grep -m1 -E 'must hold|ERROR:|runtime error' "$directory/$1.log" ||
		tail -n 1 "$directory/$1.log")
	echo "${said:-no output}"
}

# Run a target. At the end, the leak sanitizer checks once more, and occasionally waits
# forever for a thread that it has stopped; timeout then kills it.
run()
{
	mkdir -p "$directory/kept/$1"
	rm -f "$directory/$1.done"
	sh tests/fuzz/words.sh "$1" >"$directory/$1.dict"
	timeout -k 5 $((seconds + 300)) \
	    "$directory/tests/fuzz_$1" -max_total_time="$seconds" -timeout=120 ${FUZZ_FLAGS:-} \
	    -rss_limit_mb=3000 -max_len="$(longest "$1")" -print_final_stats=1 \
	    $(silent "$1") -dict="$directory/$1.dict" \
	    -artifact_prefix="$directory/found/$1-" \
	    "$directory/kept/$1" "$directory/seeds/$1" >"$directory/$1.log" 2>&1
	case $? in
	0) : >"$directory/$1.done" ;;
	124 | 137) grep -q '^Done' "$directory/$1.log" &&
		! grep -q 'ERROR:' "$directory/$1.log" && : >"$directory/$1.done" ;;
	esac
}

mkdir -p "$directory/found"
rm -rf "$directory/seeds"
python3 tests/fuzz/seeds.py "$directory/seeds" || exit 2
for target; do
	run "$target" &
	n=$((n + 1))
	[ $((n % jobs)) -ne 0 ] || wait
done
wait

n=0
for target; do
	n=$((n + 1))
	inputs=$(figure "$target" number_of_executed_units)
	inputs=${inputs:-0}
	all=$((all + inputs))
	if [ -f "$directory/$target.done" ] && [ "$inputs" -gt 0 ]; then
		echo "ok $n - $target: $inputs inputs, $(ls "$directory/kept/$target" | wc -l) kept"
	else
		failed=1
		echo "not ok $n - $target: $inputs inputs, $(reason "$target")"
		grep -E 'must hold|ERROR:|runtime error|Test unit written' "$directory/$target.log" |
		    sed 's/^/# /'
	fi
done
echo "# $all inputs in all"
echo "1..$n"
exit $failed
