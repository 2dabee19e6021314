#!/bin/sh
# completions.sh - what --generate prints: tests/vectors/generated/WHAT.txt are compared with
# it, with "SCHEMES" where the long list of schemes is
#
#	URLGREP=build/urlgrep tests/output/completions.sh --write	after an option has changed
cd "$(dirname "$0")/../.." || exit 2
. tests/common/command.inc
vectors=$top/tests/vectors/generated

generate() { # what
	run urlgrep --generate="$1"
	sed 's/aaa aaas .* zulip/SCHEMES/' "$out" >"$1.txt"
}

prints_file() { # what
	test "$status" = 0 && test ! -s "$err" && diff "$vectors/$1.txt" "$1.txt"
}

for what in bash zsh fish warnings; do
	generate $what
	case $1 in
	--write) cp $what.txt "$vectors/" ;;
	*) ok "--generate=$what prints $what.txt" prints_file $what ;;
	esac
done

echo "1..$n"
exit $failed
