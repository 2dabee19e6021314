#!/bin/sh
# Fuzz the whole command with AFL++: an input as a file, with several sets of options, as many
# at a time as there are processors (or JOBS). TAP: the number of inputs tried with each set,
# and the CPU time; failures stay in DIRECTORY/found.
#
#	tests/fuzz/afl.sh DIRECTORY SECONDS
set -u

directory=$1
seconds=$2
jobs=${JOBS:-$(getconf _NPROCESSORS_ONLN || echo 1)}
export AFL_SKIP_CPUFREQ=1 AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1 AFL_NO_UI=1 \
	AFL_NO_AFFINITY=1 AFL_IGNORE_SEED_PROBLEMS=1 AFL_NO_STARTUP_CALIBRATION=1 \
	ASAN_OPTIONS=abort_on_error=1:symbolize=0:detect_leaks=0

# name, then the options of the command
sets()
{
	cat <<-'END'
	mail --json --all --readings=all
	text --as=text --json --email=low --schemeless=low --refang=hosts --unwrap --all
	page --all -C2
	lines -n -C1 --warn --explain --color=always --resolve
	table --csv --links=all --headers --range=10-3000
	END
}

mkdir -p "$directory/found"
rm -rf "$directory/seeds" "$directory/inputs" "$directory/out"
python3 tests/fuzz/seeds.py "$directory/seeds" || exit 2
mkdir -p "$directory/inputs" "$directory/out"
for target in scan message mbox html input; do
	for seed in "$directory/seeds/$target"/*; do
		[ -s "$seed" ] && [ "$(wc -c <"$seed")" -le 8192 ] &&
			cp "$seed" "$directory/inputs/$target-${seed##*/}"
	done
done

sh tests/fuzz/words.sh mail >"$directory/mail.dict"

# run NAME OPTIONS...
run()
{
	name=$1
	shift
	afl-fuzz -V "$seconds" -t 5000 -m none -x "$directory/mail.dict" \
		-i "$directory/inputs" -o "$directory/out/$name" \
		-- "$directory/urlgrep" -j1 "$@" @@ >"$directory/$name.log" 2>&1
	times >"$directory/$name.times"
}

# figure NAME FIELD: print a value from the statistics of a run
figure()
{
	sed -n "s/^$2 *: *//p" "$directory/out/$1/default/fuzzer_stats" 2>/dev/null
}

# cpu NAME: print the user and system time of a run, in seconds
cpu()
{
	tr 'ms' '  ' <"$directory/$1.times" |
		awk '{ sum += 60 * $1 + $2 + 60 * $3 + $4 } END { print int(sum) }'
}

n=0
sets | {
	while read -r name options; do
		# shellcheck disable=SC2086
		run "$name" $options </dev/null &
		n=$((n + 1))
		[ $((n % jobs)) -ne 0 ] || wait
	done
	wait
}

n=0
failed=0
sets >"$directory/sets"
while read -r name options; do
	n=$((n + 1))
	inputs=$(figure "$name" execs_done)
	crashes=$(figure "$name" saved_crashes)
	hangs=$(figure "$name" saved_hangs)
	said="$name ($options): ${inputs:-0} inputs in $(cpu "$name") s"
	if [ "${inputs:-0}" -gt 100 ] && [ "$crashes" = 0 ] && [ "$hangs" = 0 ]; then
		echo "ok $n - $said"
	else
		failed=1
		echo "not ok $n - $said, ${crashes:-?} crashes, ${hangs:-?} hangs"
		for file in "$directory/out/$name/default"/crashes/id* \
			"$directory/out/$name/default"/hangs/id*; do
			[ -f "$file" ] && cp "$file" "$directory/found/$name-${file##*/}"
		done
		tail -n 3 "$directory/$name.log" | sed 's/^/# /'
	fi
done <"$directory/sets"
echo "1..$n"
exit $failed
