#!/bin/sh
# corpus.sh - in each file of corpus/, exactly the URLs listed in its .urls file are
# found, on these lines and with all readings; .options has the options
cd "$(dirname "$0")/../.." || exit 2
LC_ALL=C
export LC_ALL
urlgrep=${URLGREP:-build/urlgrep}
least=130
n=0
files=0
failed=0
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 2' HUP INT TERM

say() { # what, then a file with the errors, which must be empty
	n=$((n + 1))
	if [ -s "$2" ]; then
		failed=1
		echo "not ok $n - $1"
		sed 's/^/# /' "$2"
	else
		echo "ok $n - $1"
	fi
}

# Stop a command that hangs. The limit is long enough for valgrind.
within=
! command -v timeout >/dev/null || within='timeout 120'

# Print the differences between the URLs expected in a file and those found. Other
# tests check the reasons for invalid URLs, after a tab.
differences() {
	expected=${1%.*}.urls
	options=
	[ -e "${1%.*}.options" ] && options=$(cat "${1%.*}.options")
	if [ ! -e "$expected" ]; then
		echo "there is no $expected"
		return
	fi
	# $urlgrep may be a command with arguments, options are words
	$within $urlgrep --all --readings=all -h -n $options "$1" \
		>"$work/output" 2>"$work/trouble" </dev/null
	status=$?
	cat "$work/trouble"
	[ $status -gt 1 ] && echo "exit status $status"
	cut -f 1 <"$work/output" >"$work/found"
	diff "$expected" "$work/found" >"$work/diff" ||
		{ echo "$expected: expected (<), found (>)"; cat "$work/diff"; }
}

for file in corpus/*; do
	case $file in
	*.urls | *.options) continue ;;
	esac
	files=$((files + 1))
	differences "$file" >"$work/differences"
	say "${file#corpus/}" "$work/differences"
done

for file in corpus/*.urls corpus/*.options; do
	for of in "${file%.*}".*; do
		case $of in
		*.urls | *.options) ;;
		*) continue 2 ;;
		esac
	done
	echo "$file belongs to no file"
done >"$work/strays"
say 'no findings or options without their file' "$work/strays"

[ $files -ge $least ] || echo "only $files files" >"$work/few"
say "at least $least files" "$work/few"

echo "1..$n"
exit $failed
