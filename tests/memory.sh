#!/bin/sh
# Does memory stay flat, however long the text? TAP on standard output.
#
# 1 GB comes through a pipe; the most memory that urlgrep held at any time may
# be 16 MB above what it takes for an empty text. (At 160 MB it is stopped.)
#
#	tests/memory.sh            1 GB each
#	tests/memory.sh OCTETS     less, or more
set -u

top=$(cd "$(dirname "$0")/.." && pwd)
urlgrep=${URLGREP:-$top/build/urlgrep}
octets=${1:-${MEMORY_OCTETS:-1000000000}}
allowed=16384 # KiB
tests=0
failed=0

dir=$(mktemp -d) || exit 2
trap 'rm -rf "$dir"' EXIT
trap 'exit 2' HUP INT TERM

# peak OPTION...: run urlgrep; print the most memory it held, in KiB
if /usr/bin/time -f %M -o "$dir/peak" true 2>/dev/null; then
	peak()
	{
		(ulimit -v $((allowed * 10)) &&
		    /usr/bin/time -q -f %M -o "$dir/peak" "$urlgrep" "$@") \
		    >/dev/null 2>&1
		cat "$dir/peak"
	}
elif command -v python3 >/dev/null; then
	peak()
	{
		python3 -c '
import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL)
peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
print(peak // 1024 if sys.platform == "darwin" else peak)' "$urlgrep" "$@"
	}
else
	echo 'ok 1 # SKIP GNU time or python3 is needed to measure memory'
	echo 1..1
	exit 0
fi

# again LINE: it, again and again
again()
{
	yes "$1" 2>/dev/null | head -c "$octets"
}

# row CHARACTER: one line of it
row()
{
	head -c "$octets" /dev/zero | tr '\0' "$1"
}

# flat NAME COMMAND: urlgrep stays small when it reads what the command writes
flat()
{
	tests=$((tests + 1))
	kib=$(eval "$2" | peak --all -n)
	if [ -n "$kib" ] && [ "$kib" -le $((empty + allowed)) ]; then
		echo "ok $tests - $1: $kib KiB, empty $empty KiB"
	else
		failed=$((failed + 1))
		echo "not ok $tests - $1: ${kib:-?} KiB, empty $empty KiB"
	fi
}

empty=$(peak --all -n </dev/null)
letter='See <URL:http://www.example.org/~ann/a.html> and (if you can)
> http://www.example.org/a/long/path/that/goes/on/in/the/next/line-
> of/the/text.html, or write to mailto:ann@example.org.'

flat 'one line of "a"' 'row a'
flat 'text with URLs' 'again "$letter"'
flat 'one URL' 'printf http://; row a'
flat 'a wrapper that does not end' 'printf "<URL:http://h/"; again 0123456789'
flat 'one data URL' 'printf data:,; row a'
flat 'a wrapper and blanks' 'printf "<URL:http://h/a"; row " "'
flat 'a URL and blanks' 'printf http://h/a/; row " "'
flat 'a URL and quote prefixes' 'printf "http://h/a/\n"; row ">"'
flat 'a URL and line ends' 'printf "http://h/a/\n"; row "\n"'
flat 'a URL and a long line' 'printf "http://h/a/\n"; row a'
flat 'colons' 'row :'
flat '"<"' 'row "<"'
# bounded NAME COUNT OPTIONS COMMAND: reading what the command writes takes at most 256 MiB,
# whatever exceeds a bound (src/doc/LIMITS.md), and so many URLs are found
bounded()
{
	tests=$((tests + 1))
	eval "$4" >"$dir/input"
	/usr/bin/time -q -f %M -o "$dir/peak" "$urlgrep" -j1 -c $3 "$dir/input" \
		>"$dir/count" 2>"$dir/errors"
	status=$?
	kib=$(cat "$dir/peak")
	if [ "$kib" -le 262144 ] && [ "$(cat "$dir/count")" = "$2" ] && [ $status -le 2 ]; then
		echo "ok $tests - $1: $kib KiB"
	else
		failed=$((failed + 1))
		echo "not ok $tests - $1: ${kib:-?} KiB, $(cat "$dir/count") URLs, status $status"
	fi
}

header='printf "From: a@b.example\nMIME-Version: 1.0\n"'
last='printf "\nhttp://p.example/\n"'
repeat() { yes -- "$2" | head -n "$1"; }
if /usr/bin/time -f %M true >/dev/null 2>&1; then
	bounded '1.6 million parts' 1 --as=mail "$header; printf 'Content-Type: multipart/mixed; boundary=b\n\n'
		repeat 1600000 '--b
'; $last"
	bounded '48 MB of HTML parts' 700000 --as=mail "$header; printf 'Content-Type: multipart/mixed; boundary=b\n\n'
		repeat 2800000 '--b
Content-Type: text/html

<a href=\"http://h.example/\">x</a>'"
	bounded '56 MB of links' 1 --as=mail "$header; printf 'Content-Type: text/html\n\n'
		repeat 5000000 '<a href=x>'; $last"
	bounded '56 MB of links in quoted-printable' 1 --as=mail "$header; printf 'Content-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\n'
		repeat 4000000 '<a href=3Dx>='; $last"
	bounded '60 MB of line breaks in HTML' 1 --as=html "repeat 6000000 '&lt;<br>'; $last"
	bounded '99 MB of encoded words in one Subject' 1 --as=mail "printf 'Subject: '
		repeat 7000000 '=?utf-8?q?a?=' | tr '\n' ' '; $last"
	bounded 'a header line of 100 MB' 1 --as=mail "$header; printf 'X-Line: '
		head -c 100000000 /dev/zero | tr '\0' a; $last"
	bounded '20 million header fields' 1 --as=mail "repeat 20000000 a:; $last"
	bounded 'a million addresses' 1 --as=mail "printf 'From: a@b.example\nnofield\nTo: '
		repeat 1000000 'a@b,' | tr '\n' ' '; printf '\n'; $last"
	bounded '200,000 addresses that GMime parses' 1 --as=mail "printf 'From: a@b.example\nnofield\nTo: '
		repeat 200000 'a@b,' | tr '\n' ' '; printf '\n'; $last"
fi
mail="From ann@example.org Tue Mar 14 10:12:00 1995
From: Ann <ann@example.org>
Subject: where it is
Message-ID: <1@example.org>
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

$letter
"
flat 'an mbox' 'again "$mail"'
flat 'an mbox, packed' 'again "$mail" | gzip -1'

echo "1..$tests"
[ $failed -eq 0 ]
