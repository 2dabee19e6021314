#!/bin/sh
# threads.sh - the output, its order, the messages and the exit status do not depend on the
# number of threads. TAP on standard output.
cd "$(dirname "$0")/../.." || exit 2
. tests/common/command.inc

# The seconds are left out: they always differ.
search() { # threads, argument...
	threads=$1
	shift
	{ urlgrep -j"$threads" "$@"; echo "status $?"; } 2>&1 |
		sed 's/"seconds":[0-9.]*//'
}

# Is this the output of a search that worked? Its last line is "status 0", 1 or 2, and
# there are others before it, unless the option is -q.
worked() { # output
	case $1 in
	*'
status '[012]) ;;
	'status 0') test "$quiet" = yes || { echo '# no output'; return 1; } ;;
	*) printf '%s\n' "$1" | tail -n 3 | sed 's/^/# -j1: /'; return 1 ;;
	esac
}

quiet=
same() { # argument...
	wanted=$(search 1 "$@")
	worked "$wanted" || return 1
	for j in 2 5; do
		got=$(search $j "$@")
		differ "-j$j" "$wanted" "$got" && return 1
	done
	return 0
}

# The same for output that is too long to be shown.
same_long() { # argument...
	search 1 "$@" >wanted
	worked "$(tail -n 2 wanted)" || return 1
	search 5 "$@" >got
	cmp wanted got >"$err"
}

# ---- input: small files, big ones, and everything that is divided

cp -r "$top/corpus" corpus
message() { # number
	printf 'From ann@example.org Tue Mar 14 10:12:00 1995\n'
	printf 'From: Ann <ann@example.org>\nMessage-ID: <%d@example.org>\n' "$1"
	printf 'Subject: number %d\n\nsee http://h%d.example/%d and\n' "$1" $(($1 % 7)) "$1"
	printf '<URL:http://i.example/over-\nview%d>\n\n' "$1"
}
i=0
while test $i -lt 1500; do
	message $i
	i=$((i + 1))
done >some.mbox
cat some.mbox some.mbox >big.mbox
{
	message 1
	awk 'BEGIN { for (i = 0; i < 100000; i++)
		printf("line %d of a long message, http://long.example/%d\n", i, i) }'
	echo
	message 2
} >long.mbox
awk 'BEGIN { for (i = 0; i < 8000; i++)
	printf("see http://text.example/%d and go on\n", i) }' >big.txt
{ sed 1d some.mbox | head -n 7; cat big.txt; } >big.eml
{ echo '<html>'; sed 's,.*,<a href="http://a.example/&">x</a>,' big.txt |
	tr -d ' '; } >big.html
# Files that are searched in ranges of up to 4 MiB: messages across their ends, short and longer
# than a range; URLs across them, joined and in wrappers.
{ cat big.mbox; head -c 4500000 long.mbox; echo; cat big.mbox; tail -n +3 some.mbox; } >wide.mbox
awk 'BEGIN { for (i = 0; i < 26000; i++)
	printf("> see http://wide.example/%d/%s%s\n> %s, and <URL:http://w.example/over-\n> view%d> or hxxp://m%d.example/\n",
	    i, "a-path-that-fills-the-line-of-this-message/aaaa/", i % 7 ? "aa/" : "aaa/", "next/index.html", i, i) }' >wide.txt
# Mailboxes with Content-Length; the messages of the second one have messages in them, so
# that the ranges of the mailbox do not fit together.
counted() { # text in each message
	awk -v text="$1" 'BEGIN {
		for (i = 0; i < 2600; i++) {
			body = ""
			for (n = i % 37; n >= 0; n--)
				body = body sprintf(text, i, n)
			printf("From ann@example.org Tue Mar 14 10:12:00 1995\n")
			printf("Content-Length: %d\n\n%s\n", length(body), body)
		}
	}'
}
counted 'see http://c.example/%d/%d and a line of text, the same in each of the messages\n' >counted.mbox
counted 'see http://d.example/%d\n\nFrom bob Tue Mar 14 10:12:00 1995\nSubject: %d\n\n' >nested.mbox
# A long URL across the end of each range: from its front it has both brackets, from the
# middle only the last one, which does not belong to the URL that begins there.
awk 'BEGIN {
	for (i = 0; i < 40000; i++) s = s "x"
	line = "see http://h.example/start and nothing else in a line of this plain text\n"
	for (i = 1; i < 13; i++) {
		for (; at < i * 512 * 1024 - 35000; at += length(line)) printf("%s", line)
		text = "http://h.example/(" substr(s, 1, 34000) "/http://in.example/" substr(s, 1, 5000) ")\n"
		printf("%s", text)
		at += length(text)
	}
	for (i = 0; i < 8000; i++) printf("%s", line)
}' </dev/null >torn.txt
tr '\n' '\r' <wide.txt | head -c 4500000 >one-line.txt
awk 'BEGIN { for (i = 0; i < 8000; i++)
	printf("http://h%d.xn--80ak6aa92e.com/ http://xn--pypal-4ve.com/%d\n", i, i) }' >names.txt
gzip -k some.mbox
mkdir packed
cp big.txt some.mbox corpus/demo.eml packed
tar -czf packed.tar.gz packed
head -c 20000 some.mbox.gz >cut.gz
mkdir -p md/cur
i=0
while test $i -lt 300; do
	message $i | sed 1d >md/cur/$i
	i=$((i + 1))
done
: >empty
mkdir directory
files='big.mbox empty big.txt corpus/demo.eml some.mbox.gz big.eml packed.tar.gz
	big.html some.mbox'

# ---- the measure: what one thread finds

counts() { # number, argument...
	wanted=$1
	shift
	run urlgrep -j1 -c -h "$@"
	! differ 'number of URLs' "$wanted" "$(cat "$out")"
}
ok 'an mbox of 3,000 messages has 6,000 URLs' counts 6000 big.mbox
ok 'a text of 8,000 lines has 8,000' counts 8000 big.txt
ok 'a message of 100,000 lines, and two others' counts 100004 long.mbox
ok 'an mbox with Content-Length' counts 49265 counted.mbox
ok 'the same, with messages in the messages' counts 49265 nested.mbox
ok 'a text of 26,000 joined URLs and 26,000 in wrappers' counts 52000 wide.txt

# ---- the same with any number of threads; parallel.py has more options, with shorter inputs

for o in -n '--json --headers' '-m 3 -u' '-l -u' --raw -q; do
	test "$o" != -q || quiet=yes
	ok "files, $o" same $o $files
	ok "directories, $o" same $o -r corpus md
done
quiet=
for o in '-b -H --all' '--with-message --headers' '-m 30000 -u' '--as=text --invalid' -q; do
	test "$o" != -q || quiet=yes
	ok "ranges, $o" same_long $o wide.mbox wide.txt torn.txt one-line.txt counted.mbox nested.mbox
done
quiet=
ok 'internationalized hosts' same --json names.txt big.txt names.txt
few_open() { # fewer files may be open than there are ranges at a time
	"$urlgrep" -j1 wide.mbox wide.txt >wanted && test -s wanted || return 1
	sh -c 'ulimit -n 6; exec "$@"' sh "$urlgrep" -j64 wide.mbox wide.txt >got 2>&1
	cmp wanted got >"$err"
}
ok 'ranges, with few open files' few_open
ok 'an mbox alone' same -n big.mbox
ok 'a message that is too long to be copied' same -n -b long.mbox
messages_stream() {
	wanted=$(search 1 -n <big.mbox)
	worked "$wanted" && ! differ -j3 "$wanted" "$(search 3 -n <big.mbox)"
}
ok 'a stream of messages' messages_stream
same_stream() { # file: what is read from a pipe, searched by three threads
	search 1 -n <"$1" >wanted
	worked "$(tail -n 2 wanted)" || return 1
	cat "$1" | search 3 -n >got
	cmp wanted got >"$err"
}
ok 'a stream of a long text' same_stream wide.txt
ok 'a stream of a message that is too long to be copied' same_stream long.mbox
ok 'errors are reported in the order of the files' \
	same -c none big.mbox directory cut.gz none2 some.mbox
ok 'the same file three times' same -n big.mbox big.mbox big.mbox
ok 'a tar' same -n packed.tar.gz
# Many tasks, which end in any order and are merged by whichever thread ends the first.
many_tasks() {
	set -- some.mbox big.txt some.mbox big.mbox big.eml some.mbox big.html md/cur/*
	search 1 -n "$@" "$@" "$@" >wanted
	worked "$(tail -n 2 wanted)" || return 1
	for j in 8 8 3; do
		search $j -n "$@" "$@" "$@" >got
		cmp wanted got >"$err" || return 1
	done
}
ok 'many tasks' many_tasks

# Tasks that end at once, when a task that was freed gives its memory to a later one.
mkdir short
i=0
while test $i -lt 2000; do
	message $i >short/$i
	truncate -s 250000 short/$i
	i=$((i + 1))
done
same_each_time() {
	urlgrep -j1 -r short >wanted || return 1
	for run in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do
		urlgrep -j4 -r short >got || return 1
		cmp wanted got || return 1
	done
}
ok 'many tasks that end at once, 15 times' same_each_time

# ---- ending before the end of the input

ends_early() { # the input is endless
	yes "$(message 1)" | within 15 "$urlgrep" "$@" >"$out"
}
ok '-q ends at the first URL' ends_early -q -j2
ends_after_five() {
	ends_early -m 5 -j2 && ! differ lines 5 "$(wc -l <"$out")"
}
ok '-m ends after so many' ends_after_five
closed() {
	within 60 "$urlgrep" -j3 $files | head -n 1 >"$out"
	test -s "$out"
}
ok 'the reader of the output has gone away' closed
full() {
	"$urlgrep" -j3 $files >/dev/full 2>"$err"
	test $? = 2 && grep -q 'standard output' "$err"
}
if test -w /dev/full; then
	ok 'the disk is full' full
else
	skip 'the disk is full' 'no /dev/full'
fi

# ---- the option

rejects() { # argument
	run urlgrep -j "$1" empty
	test "$status" = 2 && grep -q 'expected a number from 1 to 256' "$err"
}
for a in 0 -1 x 257 2x; do
	ok "-j $a" rejects "$a"
done
ok '--threads' same -c --threads=2 empty

echo "1..$n"
exit $failed
