#!/bin/sh
# join_points.sh - the build checks src/text/rules/points.tsv against the code: a missing,
# duplicate, unknown or wrong row makes it fail with a message that has file and line
cd "$(dirname "$0")/../.." || exit 2
. tests/common/command.inc
text=$top/src/text
table=points.tsv

make_header() {
	awk -f "$text/rules/points.awk" "$text"/*.c "$text/rules/next-line.pcre" $table
}

fails() { # message: succeeds if the build fails with it for the table in the current directory
	run make_header
	test "$status" != 0 && grep -qF -- "$1" "$err" && return
	sed 's/^/# /' "$err"
	return 1
}

edited() { # sed script, message
	sed "$1" "$text/rules/$table" >$table
	fails "$2"
}

cp "$text/rules/$table" .
ok 'the unchanged table' make_header
python3 - "$top/tests/research" >calibrate.tsv <<-'END'
	import sys
	sys.path.insert(1, sys.argv[1])
	import calibrate
	table = calibrate.Table(calibrate.TABLE)
	print(table.text({}, table.signs, calibrate.THRESHOLDS), end="")
END
table=calibrate.tsv
ok 'the table with which calibrate.py builds' make_header
table=points.tsv
line=$(grep -n '^LINE_FULL' $table | cut -d: -f1)
ok 'a missing row' edited '/^LINE_FULL/d' ': SIGN_LINE_FULL has no row in points.tsv'
ok 'a doubled row' edited '/^LINE_FULL/p' \
	"points.tsv:$((line + 1)): LINE_FULL is already in line $line"
ok 'an unknown row' edited 's/^LINE_FULL/LINE_EMPTY/' \
	"points.tsv:$line: LINE_EMPTY: no file has SIGN_LINE_EMPTY"
ok 'points that are not a number' edited '/^LINE_FULL/s/3/x/' "points.tsv:$line: not ROW"
ok 'an unknown source' edited '/^LINE_FULL/s/learnt/guessed/' \
	"points.tsv:$line: LINE_FULL: source"
ok 'a row set by hand without a reason' edited '/^LINE_FULL/s/learnt/by-hand/' \
	"points.tsv:$line: LINE_FULL: a row set by hand"
echo "1..$n"
exit $failed
