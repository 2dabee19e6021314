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

# Print the options that tables name and --help=all, the last output, does not have.
unknown_options() {
	cd "$top/src" || return
	{
		grep -oE '"--[a-z-]+' pick/main.c | tr -d '"' |
			grep -vxE -e '--(print|once|no-mouse)'
		tr '\n' ' ' <cmd/options.c |
			grep -oE '(excludes =|define NOT_[A-Z_]+)( NOT_[A-Z_]+)?[^.{}]*' |
			grep -oE '"[a-z -]+"' | tr -s '" ' '\n' | sed -n 's/^[a-z]/--&/p'
	} | sort -u >"$tmp/named"
	test "$(wc -l <"$tmp/named")" -gt 30 || echo 'too few are found'
	while read -r name; do
		grep -qE -- "$name([^a-z-]|\$)" "$out" || echo "$name"
	done <"$tmp/named"
}
are_known() {
	unknown=$(unknown_options)
	test -z "$unknown" || ! printf '# unknown: %s\n' $unknown
}
ok 'options that cannot be combined, or that urlpick does not have, are in --help=all' are_known

version=$(sed -n 's/^#define URLGREP_VERSION "\(.*\)"/\1/p' "$top/include/urlgrep.h")
run urlgrep --version
ok '--version: the version of the header' sh -c \
	'test "$(sed -n "1s/^urlgrep //p" "$0")" = "$1"' "$out" "$version"

echo "1..$n"
exit $failed
