#!/bin/sh
# archive_ranges.sh - mail archives, if available, cut at 200 random bytes: the ranges
# give the same as the whole (tests/library/test_ranges.c)
cd "$(dirname "$0")/../.." || exit 2
. tests/common/command.inc
. "$top/tests/common/archives.inc"
test_ranges=$(dirname "$urlgrep")/tests/library/test_ranges

# Cut the files of a list. The findings in each must be the same.
same() { # list
	tr '\n' '\0' <"$1" | within 300 xargs -0 "$test_ranges" >"$out"
	status=$?
	grep -vE '^(ok|1\.\.)' "$out"
	differ 'files that are the same' "$(wc -l <"$1")" "$(grep -c '^ok' "$out")" && status=1
	return $status
}

if [ -n "$archives" ]; then
	for file in "$archives"/*; do
		find "$file" -type f >list
		ok "${file##*/}: $(wc -l <list) files, 200 cuts each" same list
	done
else
	skip_archives 'the archives, cut into ranges'
fi
echo "1..$n"
exit $failed
