#!/bin/sh
# Runs each fuzz target for some seconds, one after the other. TAP: how many
# inputs were tried, how many are worth keeping; what was found stays in
# FOLDER/found. What one run kept the next begins with.
#
#	tests/fuzz/run.sh FOLDER SECONDS TARGET...
set -u

folder=$1
seconds=$2
shift 2
n=0
failed=0

# A target's words: some share those of another.
words()
{
	case $1 in
	scan | flowed | validate) echo tests/fuzz/url.dict ;;
	message | mbox) echo tests/fuzz/mail.dict ;;
	html) echo tests/fuzz/html.dict ;;
	input) echo tests/fuzz/archive.dict ;;
	options) echo tests/fuzz/options.dict ;;
	esac
}

# Of the target's own complaints there are too many to be read.
silent()
{
	case $1 in
	options) echo -close_fd_mask=3 ;;
	esac
}

# figure NAME: the last that libFuzzer gave in its statistics
figure()
{
	sed -n "s/^stat::$1: *//p" "$log" | tail -n 1
}

mkdir -p "$folder/found"
rm -rf "$folder/seeds"
python3 tests/fuzz/seeds.py "$folder/seeds" || exit 2
for target; do
	log=$folder/$target.log
	mkdir -p "$folder/kept/$target"
	"$folder/tests/fuzz_$target" -max_total_time="$seconds" -timeout=20 \
	    -rss_limit_mb=3000 -max_len=8192 -print_final_stats=1 \
	    $(silent "$target") -dict="$(words "$target")" \
	    -artifact_prefix="$folder/found/$target-" \
	    "$folder/kept/$target" "$folder/seeds/$target" >"$log" 2>&1
	status=$?
	n=$((n + 1))
	kept=$(ls "$folder/kept/$target" | wc -l)
	if [ $status -eq 0 ]; then
		echo "ok $n - $target: $(figure number_of_executed_units) inputs, $kept kept"
	else
		failed=1
		echo "not ok $n - $target: $(figure number_of_executed_units) inputs"
		grep -E 'must hold|ERROR:|runtime error|Test unit written' "$log" | sed 's/^/# /'
	fi
done
echo "1..$n"
exit $failed
