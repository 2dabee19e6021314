#!/bin/sh
# walk.sh - the order of files in a directory, and directories that do not say of what
# type their entries are
cd "$(dirname "$0")/../.." || exit 2
build=$(dirname "${URLGREP:-build/urlgrep}")
case $build in /*) ;; *) build=$(pwd)/$build ;; esac
. tests/common/command.inc

prints() { # expected output, command...
	wanted=$1
	shift
	run "$@"
	! differ output "$wanted" "$(shown "$out")"
}

# Names that are equal in their first eight bytes, as all names in a Maildir are.
mkdir tree
for name in 5 0 11 3 9 1 10 8 7 2 6 4; do
	echo "http://h.example/$name" >tree/message-$name
done
ok 'files come in the order of their names' prints "$(
	for name in 0 1 10 11 2 3 4 5 6 7 8 9; do
		echo "http://h.example/$name"
	done)" urlgrep -rh tree
for name in message messages message- mess; do
	echo "http://h.example/$name" >tree/$name
done
ok 'a name comes before those that it begins' prints 'http://h.example/mess
http://h.example/message
http://h.example/message-
http://h.example/0' sh -c '"$0" -rh tree | head -n 4' "$urlgrep"

# Types that are not known.
mkdir -p types/below types/.git
echo http://h.example/file >types/file
echo http://h.example/below >types/below/file
ln -s file types/link
mkfifo types/pipe
untyped() {
	LD_PRELOAD="$build/tests/fail.so" FAIL_TYPES=1 within 15 "$urlgrep" "$@"
}
if untyped --version >"$out" 2>"$err"; then
	ok 'entries of unknown type: as with types' prints \
		"$(urlgrep -r types 2>/dev/null)" untyped -r types
	ok 'entries of unknown type: files and directories, no links or pipes' prints \
		'types/below/file:http://h.example/below
types/file:http://h.example/file' untyped -r types
else
	skip 'entries of unknown type' "$build/tests/fail.so cannot be preloaded"
fi

echo "1..$n"
exit $failed
