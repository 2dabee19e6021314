#!/bin/sh
# memory.sh - memory does not grow with the length of a text (TAP)
#
# 1 GB of text comes through a pipe. The peak of urlgrep's memory may be 16 MB above that
# for an empty text (at 160 MB it is stopped). It must search the text to the end, where
# the last URL is, and print at least as many lines as expected.
#
#	tests/robustness/memory.sh            1 GB each
#	tests/robustness/memory.sh BYTES      less, or more; or MEMORY_BYTES=BYTES
set -u

top=$(cd "$(dirname "$0")/../.." && pwd)
urlgrep=${URLGREP:-$top/build/urlgrep}
bytes=${1:-${MEMORY_BYTES:-1000000000}}
allowed=16384 # KiB
tests=0
failed=0
last=http://end.example/

directory=$(mktemp -d) || exit 2
trap 'rm -rf "$directory"' EXIT
trap 'exit 2' HUP INT TERM

# measure OPTION...: run urlgrep; write its exit status, the number of lines printed, the
# last line, its messages, and its peak memory in KiB to files
if /usr/bin/time -f %M -o "$directory/peak" true 2>/dev/null; then
	run()
	{
		(ulimit -v $((allowed * 10)) &&
		    exec /usr/bin/time -q -f %M -o "$directory/peak" "$urlgrep" "$@")
	}
elif command -v python3 >/dev/null; then
	run()
	{
		python3 -c '
import resource, subprocess, sys
status = subprocess.run(sys.argv[2:]).returncode
peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
with open(sys.argv[1], "w") as file:
    print(peak // 1024 if sys.platform == "darwin" else peak, file=file)
sys.exit(status)' "$directory/peak" "$urlgrep" "$@"
	}
else
	echo '1..0 # SKIP no GNU time or python3 to measure memory (install time)'
	exit 0
fi
measure()
{
	: >"$directory/peak"
	{
		run "$@" 2>"$directory/messages"
		echo $? >"$directory/status"
	} | cut -c 1-200 | awk '{ line = $0 } END { print NR; print line }' >"$directory/lines"
	read -r status <"$directory/status"
	{ read -r count; read -r final; } <"$directory/lines"
	read -r kib <"$directory/peak" || kib=0
}

# repeat LINE: print the line until there are $bytes
repeat()
{
	yes "$1" 2>/dev/null | head -c "$bytes"
}

# fill CHARACTER: print one line of the character
fill()
{
	head -c "$bytes" /dev/zero | tr '\0' "$1"
}

end_text()
{
	printf '\n\n%s\n' "$last"
}

# flat NAME LINES COMMAND: urlgrep uses little memory when it reads the output of the command,
# and prints at least that many lines
flat()
{
	tests=$((tests + 1))
	eval "$3" >"$directory/fifo" &
	measure --all -n <"$directory/fifo"
	wait
	why=
	[ "$status" = 0 ] || why="exit status $status: $(tail -n 1 "$directory/messages")"
	[ "$count" -ge "$2" ] || why="$why; printed $count lines, expected $2"
	[ "${final#*:}" = "$last" ] || why="$why; last line \"$final\", expected \"$last\""
	[ "$kib" -gt 0 ] && [ "$kib" -le $((empty + allowed)) ] || why="$why; peak of $kib KiB"
	if [ -z "$why" ]; then
		echo "ok $tests - $1: $kib KiB, empty $empty KiB"
	else
		failed=$((failed + 1))
		echo "not ok $tests - $1: $kib KiB, empty $empty KiB"
		echo "# ${why#; }"
	fi
}

mkfifo "$directory/fifo" || exit 2
measure --all -n </dev/null
empty=$kib
letter='See <URL:http://www.example.org/~ann/a.html> and (if you can)
> http://www.example.org/a/long/path/that/goes/on/in/the/next/line-
> of/the/text.html, or write to mailto:ann@example.org.'
letters=$((bytes / 250)) # at least

flat 'one line of "a"' 1 'fill a; end_text'
flat 'text with URLs' $((3 * letters)) 'repeat "$letter"; end_text'
flat 'one URL' 1 'printf http://; fill a; end_text'
flat 'a wrapper that does not end' 2 'printf "<URL:http://h/"; repeat 0123456789; end_text'
flat 'one data URL' 1 'printf data:,; fill a; end_text'
flat 'a wrapper and spaces' 1 'printf "<URL:http://h/a"; fill " "; end_text'
flat 'a URL and spaces' 2 'printf http://h/a/; fill " "; end_text'
flat 'a URL and quote prefixes' 2 'printf "http://h/a/\n"; fill ">"; end_text'
flat 'a URL and line ends' 2 'printf "http://h/a/\n"; fill "\n"; end_text'
flat 'a URL and a long line' 2 'printf "http://h/a/\n"; fill a; end_text'
flat 'colons' 1 'fill :; end_text'
flat '"<"' 1 'fill "<"; end_text'

# bounded NAME COUNT OPTIONS COMMAND: reading the output of the command takes at most 256 MiB,
# whatever exceeds a bound (src/doc/LIMITS.md), and COUNT URLs are found
bounded()
{
	tests=$((tests + 1))
	eval "$4" >"$directory/input"
	/usr/bin/time -q -f %M -o "$directory/peak" "$urlgrep" -j1 -c $3 "$directory/input" \
		>"$directory/count" 2>"$directory/errors"
	status=$?
	kib=$(cat "$directory/peak")
	if [ "$kib" -le 262144 ] && [ "$(cat "$directory/count")" = "$2" ] && [ $status -le 2 ]; then
		echo "ok $tests - $1: $kib KiB"
	else
		failed=$((failed + 1))
		echo "not ok $tests - $1: ${kib:-?} KiB, $(cat "$directory/count") URLs, status $status"
	fi
}

header='printf "From: a@b.example\nMIME-Version: 1.0\n"'
url_line='printf "\nhttp://p.example/\n"'
repeat_line() { yes -- "$2" | head -n "$1"; }
if /usr/bin/time -f %M true >/dev/null 2>&1; then
	bounded '1.6 million parts' 1 --as=mail "$header; printf 'Content-Type: multipart/mixed; boundary=b\n\n'
		repeat_line 1600000 '--b
'; $url_line"
	bounded '48 MB of HTML parts' 700000 --as=mail "$header; printf 'Content-Type: multipart/mixed; boundary=b\n\n'
		repeat_line 2800000 '--b
Content-Type: text/html

<a href=\"http://h.example/\">x</a>'"
	bounded '56 MB of links' 1 --as=mail "$header; printf 'Content-Type: text/html\n\n'
		repeat_line 5000000 '<a href=x>'; $url_line"
	bounded '56 MB of links in quoted-printable' 1 --as=mail "$header; printf 'Content-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\n'
		repeat_line 4000000 '<a href=3Dx>='; $url_line"
	bounded '60 MB of line breaks in HTML' 1 --as=html "repeat_line 6000000 '&lt;<br>'; $url_line"
	bounded '99 MB of encoded words in one Subject' 1 --as=mail "printf 'Subject: '
		repeat_line 7000000 '=?utf-8?q?a?=' | tr '\n' ' '; $url_line"
	bounded 'a header line of 100 MB' 1 --as=mail "$header; printf 'X-Line: '
		head -c 100000000 /dev/zero | tr '\0' a; $url_line"
	bounded '20 million header fields' 1 --as=mail "repeat_line 20000000 a:; $url_line"
	bounded 'a million addresses' 1 --as=mail "printf 'From: a@b.example\nnofield\nTo: '
		repeat_line 1000000 'a@b,' | tr '\n' ' '; printf '\n'; $url_line"
	bounded '16 million parts' 1 --as=mail "printf 'Content-Type: multipart/mixed; boundary=b\n\n'
		repeat_line 16000000 --b; $url_line"
	bounded 'a million nested multiparts' 0 --as=mail "printf 'Content-Type: multipart/mixed; boundary=b\n\n'
		repeat_line 1000000 '--b
Content-Type: multipart/mixed; boundary=\"\\b\"
'; $url_line"
else
	tests=$((tests + 1))
	echo "ok $tests - bounded memory # SKIP no GNU time (install time)"
fi
mail="From ann@example.org Tue Mar 14 10:12:00 1995
From: Ann <ann@example.org>
Subject: where it is
Message-ID: <1@example.org>
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

$letter
"
messages=$((bytes / 500))
flat 'an mbox' $((3 * messages)) 'repeat "$mail"; end_text'
flat 'a compressed mbox' $((3 * messages)) '{ repeat "$mail"; end_text; } | gzip -1'

echo "1..$tests"
[ $failed -eq 0 ]
