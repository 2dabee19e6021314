#!/bin/sh
# run_tests.sh - run tests with prove, then count what was skipped and the known failures,
# with their reasons
#
#	PROVE='prove -v' tests/common/run_tests.sh TEST... [:: ARGUMENT...]
#
# CHECK_ALL=1: a test that is skipped for want of a program fails (run_test.sh).
TEST_LOGS=$(mktemp -d) || exit 2
export TEST_LOGS
trap 'rm -rf "$TEST_LOGS"' EXIT
trap 'exit 2' HUP INT TERM
cd "$(dirname "$0")/../.." || exit 2

# The tests that cannot run beside others come last, one after the other.
# Test paths have no blanks.
together= alone=
for word; do
	test "$word" = :: && break
	if grep -q "^${word#"${B:-build}"/}	" tests/common/alone.tsv; then
		alone="$alone $word"
	else
		together="$together $word"
	fi
	shift
done
status=0
for jobs in '' -j1; do
	tests=$together
	test -z "$jobs" || tests=$alone
	test -n "$tests" || continue
	# shellcheck disable=SC2086
	${PROVE:-prove} $jobs --merge --exec 'sh tests/common/run_test.sh' $tests "$@" || status=1
done
find "$TEST_LOGS" -type f -exec cat {} + | awk -f tests/common/summary.awk
exit $status
