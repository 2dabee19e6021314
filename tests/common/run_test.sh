#!/bin/sh
# run_test.sh - run a test and keep its output in $TEST_LOGS for summary.awk; end with
# its exit status
#
#	tests/common/run_test.sh TEST [ARGUMENT...]
#
# If a test is skipped since a program is missing, the reason ends in "(install PACKAGE)".
# With CHECK_ALL=1 such a skip is a failure.
log=$(mktemp "$TEST_LOGS/XXXXXX") || exit 2

# Print the TAP output of a test with "not ok" for each such skip.
fail_skips() {
	awk '/^1\.\.0 # SKIP.*\(install [^)]*\)$/ {
			sub(/^1\.\.0 # SKIP/, "not ok 1 - skipped with CHECK_ALL=1:")
			print $0 "\n1..1"
			next
		}
		/^ok .*# SKIP.*\(install [^)]*\)$/ {
			sub(/^ok/, "not ok")
			sub(/# SKIP/, "- skipped with CHECK_ALL=1:")
		}
		{ print; fflush() }'
}

{
	"$@" 2>&1
	echo $? >"$log.status"
} | if [ -n "${CHECK_ALL-}" ]; then fail_skips; else cat; fi | tee "$log"
status=$(cat "$log.status")
rm "$log.status"
if grep '^[./]*tests/[^ ]*\.sh: .*: \(command \)*not found$' "$log" >"$log.missing"; then
	sed 's/^/not ok - /' "$log.missing" | tee -a "$log"
	status=1
fi
rm "$log.missing"
[ "$status" -ne 0 ] || ! grep -q '^not ok .*skipped with CHECK_ALL=1:' "$log" || status=1
exit "$status"
