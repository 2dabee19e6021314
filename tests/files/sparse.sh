#!/bin/sh
# sparse.sh - holes of sparse files are skipped: the same findings, lines and offsets as
# in a file that has zeros there, and a file of 1 TB is not read
cd "$(dirname "$0")/../.." || exit 2
. tests/common/command.inc

finish() {
	echo "1..$n"
	exit $failed
}

skip_all() {
	echo "1..0 # SKIP $1"
	exit 0
}

# Append a hole of so many bytes, and then standard input.
after_hole() { # file, size of the hole
	truncate -s +"$2" "$1"
	cat >>"$1"
}

: >probe
truncate -s 1T probe 2>/dev/null || skip_all 'no truncate, or no files of 1 TB'
[ "$(du -k probe | cut -f 1)" -lt 1024 ] || skip_all 'the file system has no holes'
[ -e /proc/self/fd/0 ] || skip_all 'no /proc: holes are not found'
rm probe

same() { # what, file, option...
	what=$1 file=$2
	shift 2
	cp --sparse=never "$file" dense
	run urlgrep -j1 "$@" dense
	wanted=$(sed 's/dense//g' "$out") wanted_status=$status
	for j in 1 2 5; do
		run urlgrep -j$j "$@" "$file"
		ok "$what, $*, -j$j" test "$wanted_status $wanted" = \
			"$status $(sed "s/$file//g" "$out")"
	done
}

# Around 1 MiB, from which on holes are looked for; across the ranges of threads.
for size in 4096 1000000 1048576 1200000 1310720 2000000 2097152 3000000 7654321; do
	printf 'one http://a.example/\nhttp://cut.example/' >text
	printf 'cut off\nhttp://b.example/\n' | after_hole text $size
	printf 'http://c.example/' | after_hole text $size
	truncate -s +$size text
	same "a text with holes of $size bytes" text -nb --all

	printf 'From a@b.example Tue Mar 14 10:12:00 1995\nSubject: s\n\nhttp://a.example/\n' >mbox
	{
		printf 'x\nhttp://b.example/\n\nFrom a@b.example Tue Mar 14 10:12:00 1995\n'
		printf 'Subject: http://c.example/\n\nhttp://d.example/\n'
	} | after_hole mbox $size
	truncate -s +$size mbox
	same "an mbox with holes of $size bytes" mbox -nb --all
done

# Read byte by byte, these would take half an hour each.
printf 'http://a.example/\n' >text
printf '\nhttp://b.example/\n' | after_hole text 1T
printf 'From a@b.example Tue Mar 14 10:12:00 1995\nSubject: s\n\nhttp://a.example/\n' >mbox
printf '\nhttp://b.example/\n' | after_hole mbox 1T
truncate -s 1T nothing
for j in 1 2; do
	run urlgrep -nb -j$j text
	ok "a text of 1 TB, -j$j" test "$status $(tr '\n' ' ' <"$out")" = \
		'0 1:0:http://a.example/ 3:1099511627795:http://b.example/ '
	run urlgrep -nb -j$j mbox
	ok "an mbox of 1 TB, -j$j" test "$status $(tr '\n' ' ' <"$out")" = \
		'0 4:54:http://a.example/ 6:1099511627849:http://b.example/ '
	run urlgrep -j$j nothing
	ok "1 TB of nothing, -j$j" test "$status" = 1
done
run urlgrep -nb - <text
ok 'standard input of 1 TB' test "$status $(tail -n 1 "$out")" = \
	'0 3:1099511627795:http://b.example/'
finish
