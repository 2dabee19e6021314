#!/bin/sh
# join_evidence.sh - how the reading of a broken URL is chosen: by the surrounding lines (--explain:
# messages.tsv); by the same URL unbroken in the message, in its HTML alternative, or anywhere in
# the input (--resolve). TAP on standard output.
cd "$(dirname "$0")/../.." || exit 2
. tests/common/command.inc

list=http://www.example.org/archives/of-the-list
cat >broken <<END
The page is $list/spring-
time.html you know.
END
echo "It is at $list/springtime.html now." >whole

# ---- the message

# which reading is chosen: messages.tsv, corpus/mbox-broken-urls-with-copies.mbox
{ printf 'From: a@example.org\nSubject: s\n\n'; cat broken whole; } >message
ok 'JSON names the evidence' prints '["hyphen-dropped","joined"]
["unbroken-copy"]' sh -c '"$0" --json message | head -n 1 | python3 -c "
import json, sys
r = json.load(sys.stdin)[\"readings\"][0]
show = lambda v: print(json.dumps(v, separators=(\",\", \":\")))
show(sorted(r[\"how\"])); show(r[\"evidence\"])"' "$urlgrep"
printf 'see http://www.example.org/a/b/\nc.html\nand there is more to read in this line of the text than before\n' >doubtful

# ---- the whole input

lists '--resolve: another file' "broken:$list/springtime.html whole:$list/springtime.html" \
	--resolve broken whole
lists '--resolve: a later file' \
	"broken:$list/springtime.html doubtful:http://www.example.org/a/b/ whole:$list/springtime.html" \
	--resolve broken doubtful whole
ok '--resolve: a pipe' prints "$list/springtime.html
$list/springtime.html" sh -c 'cat broken whole | "$0" --resolve' "$urlgrep"
ok '--resolve: standard input that is a file' prints "$list/springtime.html
$list/springtime.html" sh -c 'cat broken whole >both; "$0" --resolve <both' \
	"$urlgrep"
lists '--resolve: with threads' "broken:$list/springtime.html whole:$list/springtime.html" \
	--resolve -j3 broken whole
ok '--resolve: a URL that is filtered out is evidence, too' prints "$list/springtime.html" \
	sh -c 'sed "s/whole/x/" whole | cat broken - | "$0" --resolve -m 1' "$urlgrep"
mkdir directory
cp broken whole directory
lists '--resolve: a directory' "directory/broken:$list/springtime.html directory/whole:$list/springtime.html" \
	--resolve -r directory
lists '--no-resolve: a later option undoes --resolve' \
	"broken:$list/spring-time.html whole:$list/springtime.html" --resolve --no-resolve broken whole
seq 400000 | sed 's|.*|http://www.example.org/page/&/|' | cat - broken >many
ok '--resolve: more URLs than are kept, and a file in ranges' prints "broken:$list/springtime.html
many:$list/springtime.html
whole:$list/springtime.html" sh -c '"$0" --resolve -j2 broken many whole | grep -v /page/' \
	"$urlgrep"
echo 'http://www.example.org/a/b/c.html' >copy
ok '--resolve: the lines of the chosen reading' prints 'http://www.example.org/a/b/c.html
> see http://www.example.org/a/b/
> c.html
http://www.example.org/a/b/c.html
> http://www.example.org/a/b/c.html' urlgrep --resolve -h -B1 doubtful copy
run urlgrep --resolve broken missing
ok '--resolve: a missing file is reported once' sh -c \
	'test "$(grep -c missing "$0")" = 1' "$err"

# ---- the surrounding lines (--explain: vectors/messages.tsv)

printf 'http://h.example/%0981d\n00/\n' 0 >limit # 998 characters
ok 'JSON has the signs' prints '{"break":1,"sign":"line:limit","points":4}' sh -c \
	'"$0" --json limit | grep -o "{.break.:1,.sign.:.line:limit.,.points.:4}"' "$urlgrep"

echo "1..$n"
exit $failed
