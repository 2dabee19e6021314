#!/bin/sh
# help.sh - what --help and --version print: tests/vectors/help.txt and help-all.txt are
# compared with it
cd "$(dirname "$0")/../.." || exit 2
. tests/common/command.inc

prints_file() { # file: the last run printed it
	test "$status" = 0 && test ! -s "$err" && diff "$1" "$out"
}

run urlgrep --help
ok '--help prints tests/vectors/help.txt' prints_file "$top/tests/vectors/help.txt"
ok '--help: no line is wider than 80 columns' sh -c '! grep -nE ".{81}" "$0"' "$out"
run urlgrep --help=all
ok '--help=all prints tests/vectors/help-all.txt' prints_file "$top/tests/vectors/help-all.txt"
ok '--help=all: no line is wider than 80 columns' sh -c '! grep -nE ".{81}" "$0"' "$out"
version=$(sed -n 's/^#define URLGREP_VERSION "\(.*\)"/\1/p' "$top/include/urlgrep.h")
run urlgrep --version
ok '--version: the version of the header' sh -c \
	'test "$(sed -n "1s/^urlgrep //p" "$0")" = "$1"' "$out" "$version"

echo "1..$n"
exit $failed
