#!/bin/sh
# words.sh - words that the project replaces with the terms of the field (TAP)
#
# Byte, not octet; directory, not folder: these fail, wherever they are not part of a
# name that somebody else gave. The other words are often right; they are counted, so
# that files in which they are frequent can be read again.
#
#	tests/docs/words.sh        the number for each word
#	tests/docs/words.sh -v     and each file, the worst first
cd "$(dirname "$0")/../.." || exit 2
LC_ALL=C
export LC_ALL
n=0
failed=0
verbose=
[ "${1-}" != -v ] || verbose=yes
matches=$(mktemp) || exit 2
trap 'rm -f "$matches"' EXIT
trap 'exit 2' HUP INT TERM

files() { # directories and files
	find "$@" -type f ! -name '*.jsonl' ! -name '*.tsv' ! -name '*.dict' \
		! -name '*.svg' ! -name words.sh ! -name passages.txt ! -name golden.txt \
		! -path '*/__pycache__/*'
}

# Names that others gave: a MIME type, rules of RFC 3986 and of the grammars, a sentence of
# RFC 5536, settings and functions of mail clients; and
# what JSON shows: a sign, the name of a byte in a message.
others='octet-stream|dec[_-]octet|p_octet|path:folder|set folder|folder[_=]|-folder|</?folder[ >]'
others="$others|folder(item|view|)_|FolderItem|not (octet|folder)|RFC 5536|\"octet "

forbid() { # what, word, directories and files
	what=$1 word=$2
	shift 2
	n=$((n + 1))
	files "$@" | xargs grep -nEi "(^|[^[:alpha:]])${word}s?([^[:alpha:]]|\$)" |
		grep -vE "$others" >"$matches"
	if [ ! -s "$matches" ]; then
		echo "ok $n - $what"
		return
	fi
	echo "not ok $n - $what"
	cut -c 1-160 "$matches" | sed 's/^/# /' | head -n 40
	failed=1
}

count() { # what to write instead, pattern
	files README.md Makefile include src tests | xargs grep -cEi "$2" |
		grep -v ':0$' | sort -t : -k 2 -rn >"$matches"
	sum=$(awk -F : '{ sum += $2 } END { print sum + 0 }' "$matches")
	printf '# %5d lines with "%s": %s\n' "$sum" "$2" "$1"
	[ -z "$verbose" ] || sed 's/^\(.*\):\(.*\)/#         \2 \1/' "$matches"
}

# A search that finds nothing at all does not search.
n=$((n + 1))
if [ "$(files src tests | xargs grep -lwi byte | wc -l)" -ge 20 ]; then
	echo "ok $n - the files are searched"
else
	failed=1
	echo "not ok $n - the files are searched"
	echo '# "byte" is in fewer than 20 files'
fi

forbid 'byte, not octet' octet README.md Makefile include src tests
forbid 'directory, not folder' folder README.md Makefile include src tests
count 'after (a position)' '\<behind\>'
count 'reported, printed' '\<told\>'
count 'digits, except for measurements' '\<figures?\>'
count 'name the thing' '\<what (is|it|they|was|stands|follows)\>'
count 'is not a ..., is invalid' '\<is none\>'
count 'is, is found' '\<stands?\>'
count 'name the user or the program' '\<nobody\>'
count 'skip, omit' '\<left out\>|\<leaves? out\>'
echo "1..$n"
exit $failed
