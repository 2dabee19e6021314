#!/bin/sh
# run_tests.sh - run tests with prove, then count skipped cases and known failures by their
# reasons
#
#	PROVE='prove -v' tests/common/run_tests.sh TEST... [:: ARGUMENT...]
#
# CHECK_ALL=1: a test that is skipped because a program is missing fails (run_test.sh).
TEST_LOGS=$(mktemp -d) || exit 2
export TEST_LOGS
trap 'rm -rf "$TEST_LOGS"' EXIT
trap 'exit 2' HUP INT TERM
cd "$(dirname "$0")/../.." || exit 2

# Start the tests that take longest first, so that all processors finish at about the same
# time. Test paths have no blanks.
first= others=
for word; do
	test "$word" = :: && break
	case $word in
	*/linear.py | */memory.sh | */broken_program.py | */test_text_search | */cli.sh | \
		*/test_ranges | */parallel.py | */check_accepts.sh | */example_mail.sh)
		first="$first $word" ;;
	*) others="$others $word" ;;
	esac
	shift
done
# shellcheck disable=SC2086
${PROVE:-prove} --merge --exec 'sh tests/common/run_test.sh' $first $others "$@"
status=$?
find "$TEST_LOGS" -type f -exec cat {} + | awk -f tests/common/summary.awk
exit $status
