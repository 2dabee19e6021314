#!/bin/sh
# help.sh - --help and --help=all: their lines and options; --version (install.sh compares the options
# with those in the manual)
cd "$(dirname "$0")/../.." || exit 2
. tests/common/command.inc

options() { # file: the long options at the beginning of its lines, sorted
	grep -oE '^ +(-., )?--[a-z-]+' "$1" | grep -oE -e '--[a-z-]+' | sort -u
}
among() { # file, file: succeeds if the first is not empty and each line is in the second
	test -s "$1" && missing=$(comm -23 "$1" "$2") && test -z "$missing" && return
	printf '# not there: %s\n' $missing
	return 1
}
narrow() {
	test -s "$out" && ! grep -nE '.{81}' "$out"
}

run urlgrep --help
options "$out" >"$tmp/some"
ok '--help: no line is wider than 80 columns' narrow
ok '--help: it begins with the usage, and ends with the exit status' sh -c \
	'sed -n 1p "$0" | grep -q "^usage: urlgrep" && tail -n 1 "$0" | grep -q "^Exit status: 0"' "$out"
run urlgrep --help=all
options "$out" >"$tmp/all"
ok '--help=all: no line is wider than 80 columns' narrow
ok '--help=all: the options of --help, too' among "$tmp/some" "$tmp/all"

# Print the options named in tables that --help=all, the last output, does not have.
unknown_options() {
	cd "$top/src" || return
	{
		grep -oE '"--[a-z-]+' pick/main.c | tr -d '"' |
			grep -vxE -e '--(print|once|no-mouse)'
		grep -v '^#' cmd/options.tsv | cut -sf 6 | grep -oE '[a-z][a-z0-9-]+' | sed 's/^/--/'
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
