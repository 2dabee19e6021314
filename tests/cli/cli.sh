#!/bin/sh
# cli.sh - the command: golden command lines for its options (others: messages.tsv); bad input,
# which must not stop the command, go unnoticed or reach a terminal unescaped
#
#	t WHAT STATUS OUTPUT ARGUMENT...		nothing on standard error
#	e WHAT STATUS OUTPUT MESSAGES ARGUMENT...	exactly these messages
#
# Standard input is that of the test. In compared texts, "|" stands for NUL.
cd "$(dirname "$0")/../.." || exit 2
. tests/common/command.inc
tab=$(printf '\t')
esc=$(printf '\033')

# Fail if there are control bytes other than line ends, NUL (-Z, -z) and the tab before a
# reason, unless $raw is set; or ISO 6429 controls in UTF-8.
raw=
nothing_raw() {
	test -n "$raw" && return
	if cat "$out" "$err" | tr -d '\n\t\000' | grep -q '[[:cntrl:]]' ||
	    cat "$out" "$err" | grep -q "$(printf '\302[\200-\237]')"; then
		echo '# control bytes in the output'
		return 1
	fi
}

is() { # what, wanted, got
	ok "$1" equal this "$2" "$3"
}

# Write the first letter of the reason at the end of each line in lower case.
small() {
	awk -F ': ' -v OFS=': ' '{
		$NF = tolower(substr($NF, 1, 1)) substr($NF, 2); print }'
}

# words COMMAND: print this system's text for an error, from a message of a command.
words() { # command...
	"$@" 2>&1 >/dev/null | sed -n '1s/.*: //p' | small
}

# the text after the reason if the first or only name is not that of a file
hint='; a pattern goes after -e'

# Compare with grep in the same situation, except for the pattern, the program's name, the
# capital letter of the reason, and the hint.
case $(grep --version 2>/dev/null | sed 1q) in
*'GNU grep'*' 3.'[0-4] | *'GNU grep'*' 2.'*) grep_differs='an older grep' ;;
*'GNU grep'*) grep_differs= ;;
*) grep_differs='no GNU grep (install grep)' ;;
esac

as_grep() { # status | all, what, argument...
	compare=$1 what=$2
	shift 2
	if [ -n "$grep_differs" ]; then
		skip "as grep: $what" "$grep_differs"
		return
	fi
	grep -e :// "$@" >"$tmp/grep.out" 2>"$tmp/grep.err"
	wanted_status=$?
	run urlgrep "$@"
	sed "s/$hint\$//; s/; -r searches it\$//" "$err" >"$tmp/plain" && cp "$tmp/plain" "$err"
	if [ "$compare" = status ]; then
		is "as grep: $what" $wanted_status $status
		return
	fi
	ok "as grep: $what" agrees $wanted_status "$(shown "$tmp/grep.out")" \
		"$(sed 's/^grep:/urlgrep:/' "$tmp/grep.err" | small)"
}

# ---- the files -------------------------------------------------------------

cat >one <<'END'
See http://a.example/x and http://b.example/y.
ftp://c.example/z
END
printf 'http://d.example/ http://e.example/##z\n' >two
printf 'http://u:p@f.example:25/ http://g.example/\n' >odd
printf 'no such thing here\n' >none
printf '<URL:http://a.example/\377>\n' >latin
: >empty

mkdir -p tree/b/c 'tree/a b'
printf 'http://1.example/\n' >tree/b/c/mail
printf 'http://2.example/\n' >tree/b/mail
printf 'http://3.example/\n' >tree/B
printf 'http://4.example/\n' >'tree/a b/note.txt'
printf 'http://5.example/\n' >tree/z.txt

no_file=$(words cat missing)
directory=$(words cat tree)

one='http://a.example/x
http://b.example/y
ftp://c.example/z'
two='http://d.example/'

# ---- which files -----------------------------------------------------------

t '-H: a name for standard input' 0 '(standard input):http://d.example/' -H <two

tree='tree/B:http://3.example/
tree/a b/note.txt:http://4.example/
tree/b/c/mail:http://1.example/
tree/b/mail:http://2.example/
tree/z.txt:http://5.example/'
t '-r tree/' 0 "$tree" -r tree/
cd tree || exit 2
t '-r .: with "./"' 0 "$(echo "$tree" | sed 's,^tree/,./,')" -r .
cp B ./-
t '-r: a file called "-" is a file' 0 '-:http://3.example/' -r --include=- <z.txt
rm ./-
cd ..
t '--include: the file, not its path' 0 'tree/a b/note.txt:http://4.example/
tree/z.txt:http://5.example/' -r --include='*.txt' tree
lists '--include twice: either' 'tree/B:http://3.example/ tree/z.txt:http://5.example/' \
	-r --include=B --include='z*' tree
t '--exclude' 0 'tree/B:http://3.example/' -r --exclude='*.txt' --exclude=mail tree
t '--include and --exclude' 0 'tree/z.txt:http://5.example/' \
	-r --include='*.txt' --exclude='n*' tree
t '--exclude holds for files named, too' 0 'two:http://d.example/' --exclude=one one two

# ---- which URLs ------------------------------------------------------------

run urlgrep --schemes
is '--schemes: the form, the port and the RFC of each' "https${tab}iana${tab}//${tab}443${tab}RFC 9110
javascript${tab}common${tab}-${tab}-${tab}-
news${tab}iana${tab}//,opaque${tab}119${tab}RFC 5538
s3${tab}common${tab}//${tab}-${tab}-
urn${tab}iana${tab}opaque${tab}-${tab}RFC 8141" "$(grep -E '^(https|javascript|news|s3|urn)	' "$out")"
is '--schemes: more than 600, sorted' sorted \
	"$(test "$(wc -l <"$out")" -gt 600 && LC_ALL=C sort -c "$out" && echo sorted)"
printf '/x$\n^ftp\n' >patterns
t '--file and -e: either' 0 "$one" --file=patterns -e '/y' one
t '-f -: from standard input' 0 'http://b.example/y' -f - one <<END
/y
END
t '-f: an empty line matches everything' 0 "$one" -f - one <<END

END
t '-f: an empty file matches nothing' 1 '' -f empty one
printf 'http://a.example/M\303\274nchen\nhttp://a.example/\303\274/\342\202\254uro\n' >letters
printf 'http://a.example/\342\202\254/\377z\n' >bytes
munich=$(sed -n 1p letters)
t '-i: letters beyond US-ASCII' 0 "$munich" -i -e "$(printf '/M\303\234NCHEN')" letters
t '-e: a byte that is not UTF-8 is not a character, as in grep -P' 1 0 -c -e '/.z$' bytes
t '-e: the rest of such a URL' 0 1 -c -e '/\x{20AC}/.*' -e x bytes
t '-e: a pattern that is not UTF-8' 0 1 -c -e "$(printf '\377z')" bytes
printf '/x\r\n^ftp\r\n' >patterns-crlf
lists '-f: lines that end in CR LF' 'http://a.example/x ftp://c.example/z' -f patterns-crlf one
printf '/x\n^(\n' >patterns-bad
e '-f: a bad pattern has a place' 2 '' 'urlgrep: patterns-bad:2: missing closing parenthesis' \
	-e http -f patterns-bad one
e '-f -: a bad pattern has a place' 2 '' \
	'urlgrep: (standard input):1: missing closing parenthesis' -f - one <<END
(
END
printf '/x\0\n/y\n' >patterns-nul
e '-f: a NUL would end the patterns' 2 '' 'urlgrep: patterns-nul: has a NUL byte, and is not read' \
	-f patterns-nul one
# A URL too long for the stack of JIT-compiled code; then one that exceeds the match limit.
awk 'BEGIN { while (i++ < 1000) s = s "ab"; print "http://a.example/" s }' >ababs
awk 'BEGIN { while (i++ < 60) s = s "a"; print "http://a.example/" s }' >as
for pattern in '^(?:a|b|.)*$' '^(.)+$' '^((a|b|.)*)ab$'; do
	t "-e: no URL is too long for '$pattern'" 0 1 -c -e "$pattern" ababs
done
slow='^http://a.example/(?:a+)+[bc]$'
for threads in 1 2; do
	e "-e: a pattern that exceeds the match limit is reported once, -j$threads" 2 \
		"ababs:http://a.example/$(sed 's/.*\///' ababs)" \
		"urlgrep: --regexp=$slow: match limit exceeded" \
		-j$threads -e "$slow" -e '(ab)+$' as ababs as
done

# ---- what is printed -------------------------------------------------------

{ yes 'nothing but text, line by line by line' | sed 20000q; cat one; } >far
printf 'http://H.example/1 http://h.example:8/2 mailto:a@b.example http://i.example/\n' >hosts
lists '--part -u: a pair of columns is compared' "h.example${tab} h.example${tab}8 i.example${tab}" \
	-u --part=host,port hosts hosts -h
t '--part -m: a URL without the part does not count' 0 8 --part=port -m1 hosts
t '--part -c' 0 1 --part=port -c hosts
printf '<http://h.example/?> <http://i.example/?>' >no_query
t '--part -u: an empty part is a part' 0 1 --part=query -u -c no_query
for threads in 1 2; do
	lists "--part=host -u -j$threads: over files" 'h.example i.example' \
		-h -j$threads --part=host -u hosts hosts hosts
done
for grammar in rfc1738 current draft; do
	names=$(grep -o '(?<[A-Z][A-Z0-9_]*>' "$top/src/grammar/$grammar.pcre" |
		sort -u | tr -d '(?<>' | tr 'A-Z_' 'a-z-' | sed 's/gopherplus-/gopher+_/')
	t "--part: every part of $grammar has its name" 1 '' --part="$(echo "$names" | paste -sd,)" none
done
lists '-Z -c' 'one|3 two|1' -Zc one two
run urlgrep two
is 'each line has its end' 18 "$(wc -c <"$out" | tr -d ' ')"

raw=wanted
t '--color=always -l' 0 "${esc}[35mtwo${esc}[m" --color=always -l two
t '--color=always -c' 0 "${esc}[35mtwo${esc}[m${esc}[36m:${esc}[m1" --color=always -cH two
raw=

# The URL on a complete line is printed before the input ends, also by a thread.
mkfifo pipe
ok '-q: a URL in the file before a pipe without a writer ends the run' within 10 "$urlgrep" -q -j2 one pipe
for how in '' '-j2 -' '-j2 pipe'; do
	: >"$out"
	# shellcheck disable=SC2086 # no word, or two
	case $how in
	*pipe) urlgrep --line-buffered $how >"$out" 2>"$err" & ;;
	*) urlgrep --line-buffered $how <pipe >"$out" 2>"$err" & ;;
	esac
	exec 3>pipe
	printf 'see http://a.example/1 there\nand more\n' >&3
	for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
		test -s "$out" && break
		sleep 0.1
	done
	is "--line-buffered $how: before the input ends" 'http://a.example/1' "$(cat "$out")"
	printf 'see http://a.example/2 there\n' >&3
	exec 3>&-
	wait
	is "--line-buffered $how: and all of it" 'http://a.example/1
http://a.example/2' "$(cat "$out")"
done

# Without --line-buffered, pauses of the writer do not matter.
pause() {
	printf '"see http://www."\n"example.org/a/"\n'
	sleep .3
	printf '"b.html for"\n'
}
is 'a writer that pauses' 'http://www.example.org/a/b.html' "$(pause | urlgrep)"
page=http://archive.example.org/pub/reports/1995/spring/measurements/of
pause_in_line() {
	printf 'see %s/line-\nwidths/of/the/second/and/the/third/kind/with/a/very/long/path/that/goes/on-\n' $page
	printf 'and-on/table7.html\nx\n'
	sleep .1
	printf y
	sleep .1
	echo
}
is '... within the lines of context' \
	$page/line-widths/of/the/second/and/the/third/kind/with/a/very/long/path/that/goes/on-and-on/table7.html \
	"$(pause_in_line | urlgrep -A1 | head -n 1)"

# The name or count of a complete file is also printed before the input ends.
for mode in -l -c; do
	: >"$out"
	urlgrep -j1 "$mode" --line-buffered two - <pipe >"$out" 2>"$err" &
	exec 3>pipe
	for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
		test -s "$out" && break
		sleep 0.1
	done
	before=$(cat "$out")
	exec 3>&-
	wait
	is "--line-buffered $mode: before the next file ends" \
		"$(urlgrep "$mode" -H two)" "$before"
done

# ---- links, context, messages ------------------------------------------------

link() { # URI, text
	printf '\033]8;;%s\033\\%s\033]8;;\033\\\n' "$1" "$2"
}
printf 'http://a.example/\303\251 ftp://b.example/ https://u@c.example/ mailto:d@e.example http://%s/\n' \
	xn--80ak6aa92e.com >targets
raw=wanted
t '--hyperlink=always: safe targets only, in US-ASCII' 0 "$(link http://a.example/%C3%A9 "$(printf 'http://a.example/\303\251')")
ftp://b.example/
https://u@c.example/
$(link mailto:d@e.example mailto:d@e.example)
http://xn--80ak6aa92e.com/" --hyperlink=always targets
printf 'http://h.example/%02067d\n' 0 >too-long
t '--hyperlink=always: none to more than 2,083 bytes' 0 "$(cat too-long)" --hyperlink=always too-long
printf 'http://h.example/%%CE%%B1%%2Fb.)\n' >greek
t '--readable --part: parts of the readable URL' 0 "h.example${tab}/α%2Fb" --readable --part=host,path greek
t '--readable --color: the host in bold' 0 "$(printf 'http://\033[1mh.example\033[m/α%%2Fb')" --readable --color=always greek
raw=

# Of long lines only what is near the URL, so that the output is linear in the input.
awk 'function row(letter, count) { while (count-- > 0) printf "%s", letter }
BEGIN { row("a", 999); print "z"; row("b", 1000); print "z"; row("c", 999); row(" ", 1)
	printf "http://a.example/ "; row("d", 999); print ""; row("e", 1000); print "z" }' </dev/null >near
near=$(awk 'function row(letter, count) { while (count-- > 0) printf "%s", letter }
BEGIN { row("b", 999) }' </dev/null)
t '-C: a line of 1,000 bytes on each side is whole, a longer one is cut' 0 "http://a.example/
  $(sed -n 1p near)
  [...]${near}z
> $(sed -n 3p near)
  $(sed -n 4p near | tr -d z)[...]" -C2 near
{ sed -n 3p near | tr -d '\n'; sed -n 3p near | tr d f; } >long-line
t '-C: of the line of the URL 1,000 bytes before it and after it' 0 "http://a.example/
> $(sed -n 3p near)[...]
http://a.example/
> [...]$(sed -n 3p near | tr d f)" -C1 long-line
letters() { # how many
	awk -v count="$1" 'BEGIN { while (count-- > 0) printf "\303\274" }' </dev/null
}
printf '%s http://a.example/ %s\n' "$(letters 600)" "$(letters 600)" >letters
t '-C: no letter of UTF-8 is cut' 0 "http://a.example/
> [...]$(letters 499) http://a.example/ $(letters 499)[...]" -C1 letters
awk 'BEGIN { for (i = 0; i < 10000; i++) printf "http://h.example/path/%d ", i }' </dev/null >one-line
for input in one-line one-line.eml; do
	{ test $input = one-line || printf 'From: a@a.example\nSubject: x\n\n'; cat one-line; } >$input.in
	run urlgrep -C2 $input.in
	ok "-C2: a line of 10,000 URLs, $input" test "$(wc -c <"$out")" -lt 25000000
done
# Lines far into a file, where it is read in pieces; with a thread for each piece.
awk 'BEGIN { for (i = 0; i < 60000; i++) print i % 7000 == 6999 ? "http://h.example/" i : "line " i }' </dev/null >long-lines
for input in - long-lines; do
	run urlgrep -hC2 $input <long-lines
	is "-C 2 of pieces, $input" "$(awk 'BEGIN { for (i = 6999; i < 60000; i += 7000) {
		print "http://h.example/" i; print "  line " i - 2; print "  line " i - 1
		print "> http://h.example/" i; print "  line " i + 1; print "  line " i + 2 } }' </dev/null)" "$(cat "$out")"
done
cat >mail <<'END'
From: =?utf-8?q?Zo=C3=AB_M=C3=BCller?= <zoe@example.org>
To: Talk <talk@example.net>
Date: Thu, 04 Jul 0102 10:00:00 +0200
Subject: =?utf-8?b?R3LDvMOfZQ==?= from home
List-Id: The list <talk.example.net>
X-Gmail-Labels: Inbox,"a, b",Sent
Content-Type: text/html
Content-Transfer-Encoding: quoted-printable

<p>one</p><p>two <a href=3D"http://a.example/">click=20here</a></p><p>three</p>
END
run urlgrep --json mail
is '--json: the fields of a message' '"message":{"number":1,"date":"Thu, 04 Jul 0102 10:00:00 +0200","date_raw":"Thu, 04 Jul 0102 10:00:00 +0200","date_iso":"2002-07-04T10:00:00+02:00","from":"Zo'"$(printf '\303\253 M\303\274')"'ller <zoe@example.org>","to":"Talk <talk@example.net>","subject":"Gr'"$(printf '\303\274\303\237')"'e from home","list_id":"talk.example.net","labels":["Inbox","a, b","Sent"],"offset":0}' \
	"$(grep -o '"message":{[^}]*}' "$out")"
{
	echo 'From a@b Thu Jan  1 00:00:00 1970'
	cat mail
	printf '\nFrom a@b Thu Jan  1 00:00:00 1970\nFrom: bob\nDate: 14 Mar 95 10:12\n\n>From here\nhttp://b.example/1 http://b.example/2\n'
	printf '\nFrom a@b Thu Jan  1 00:00:00 1970\nFrom: carol\nDate: yesterday\nSubject: none\n\nhttp://c.example/\n\n'
} >box
t '--from' 0 'http://a.example/' --from=zoe box
t '--from: decoded, in any case' 0 'http://a.example/' --from="$(printf 'M\303\234LLER')" box
lists '--from twice: either' 'http://b.example/1 http://b.example/2 http://c.example/' \
	--from=BOB --from=carol box
t '--from: a text, no pattern' 1 '' --from='.*' box
t '--from: not UTF-8' 1 '' --from="$(printf 'M\374ller')" box
t '--subject and --from: both' 1 '' --subject=home --from=bob box
for threads in 1 2; do
	t "--print-message: once, as an mbox, -j$threads" 0 "From MAILER-DAEMON Tue Mar 14 10:12:00 1995
$(sed -n '/^From: bob/,/^$/p' box)

>From here
http://b.example/1 http://b.example/2" -j$threads --print-message --host=b.example box
done
run urlgrep --print-message box
cp "$out" printed
is '--print-message: it can be searched again' "$("$urlgrep" --json box | sed 's/"offset":[0-9]*//g; s/"line":[0-9]*//; s/"path":"[a-z]*","file":"[a-z]*"//; $d')" \
	"$("$urlgrep" --json printed | sed 's/"offset":[0-9]*//g; s/"line":[0-9]*//; s/"path":"[a-z]*","file":"[a-z]*"//; $d')"
printf 'From: x\nSubject: y\n\nFrom the start: http://d.example/' >unquoted
t '--print-message: a line that begins with "From " is quoted' 0 'From MAILER-DAEMON Thu Jan  1 00:00:00 1970
From: x
Subject: y

>From the start: http://d.example/' --print-message unquoted
{ cat one; printf '\000'; } >binary
lists '-I: a binary file has no URLs' 'one:3 binary:0' -I -c one binary
{ cat far; printf '\000'; } >binary-late
t '-I: a NUL after 32 KiB does not count' 0 1 -I -c --host=c.example binary-late
{ cat binary; cat far; cat far; } >binary-long
for threads in 1 2; do
	t "-I: all of it, -j$threads" 1 0 -j$threads -I -c binary-long
done
if command -v gzip >/dev/null; then
	gzip -c one >one.gz
	t '-I: a packed file is searched' 0 "$one" -I one.gz
else
	skip '-I: a packed file is searched' 'no gzip (install gzip)'
fi
if tar cf two.tar one two 2>/dev/null; then
	lists 'an archive: -h' 'http://a.example/x http://d.example/' -h --host='[ad].example' two.tar
	t 'an archive: standard input' 0 '(standard input):two:1:http://d.example/' -n --host=d.example <two.tar
else
	skip 'an archive: -h' 'no tar (install tar)'
fi

# ---- configuration -------------------------------------------------------------

URLGREP_CONFIG_PATH=config export URLGREP_CONFIG_PATH
echo --frob >config
e 'URLGREP_CONFIG_PATH: an unknown option' 2 '' "urlgrep: --frob: unknown option; see urlgrep --help
urlgrep: config: this is where the option is set" one
printf '%s\n' -n file >config
e 'URLGREP_CONFIG_PATH: only options' 2 '' "urlgrep: file: not an option
urlgrep: config: this is where the option is set" one
printf '# a comment\n\n  --host\nb.example\n\t-n\r\n--regexp=a b|y' >config
t 'URLGREP_CONFIG_PATH: an argument on each line' 0 '1:http://b.example/y' one
t 'URLGREP_CONFIG_PATH: the command line adds to it' 0 '1:27:http://b.example/y' -b one
for option in --no-config --no-conf --no-c; do
	t "$option" 0 "$one" $option one
done
URLGREP_CONFIG_PATH=missing
e 'URLGREP_CONFIG_PATH: a file that is missing' 2 '' "urlgrep: missing: $no_file
urlgrep: URLGREP_CONFIG_PATH: this is where the file of options is named" one
unset URLGREP_CONFIG_PATH

# ---- JSON ------------------------------------------------------------------

json() { # the JSON of the last run, without the summary
	sed '$d' "$out"
}
paths() {
	sed -n 's/^{"type":"url",\("path":.*\),"line":.*/\1/p' "$out"
}

run urlgrep --json --all latin
is '--json: a URL that is no UTF-8, in base64' '"url":{"bytes":"aHR0cDovL2EuZXhhbXBsZS//"},"valid":false' \
	"$(json | grep -o '"url":{[^}]*},"valid":false,"v' | sed 's/,"v$//;q')"
run urlgrep --json -m 1 - <one
is '--json: standard input' '"path":"(standard input)","file":"(standard input)"' "$(paths)"
run urlgrep --json none
is '--json: a summary even if nothing was found' '1 {"type":"summary","version":1,"files":1,"urls":0' \
	"$status $(cut -d , -f 1-4 "$out")"
t '--json -q: nothing' 0 '' --json -q one

# ---- few descriptors -------------------------------------------------------

mkdir -p many/a/x many/b/x many/c/x many/d/x
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30; do
	for d in a b c d; do
		cat one one one one one one one one >many/$d/x/$i
	done
done
for j in 1 2 8; do
	run sh -c "ulimit -n 6; exec \"\$0\" -j$j -r many" "$urlgrep"
	is "three files may be open at once, -j$j" '0 2880 ' "$status $(wc -l <"$out") $(cat "$err")"
done
rm -r many

# ---- --check ---------------------------------------------------------------

valid='http://a.example/x
  valid in current: scheme=http host=a.example path=/x'
printf 'http://a.example/x\r\n<URL:http://a.example/x>' >urls
t '--check: one a line from standard input' 0 "$valid
$valid" --check <urls
t '--check: nothing to check' 0 '' --check <empty
t '--check: an empty line' 1 '
^ empty' --check <<END

END
for wrapped in '<URL:http://a.example/x>' '<url:http://a.example/x>' \
    '<http://a.example/x>' '< URL: http://a.example/x >'; do
	t "--check: $wrapped" 0 "$valid" --check "$wrapped"
done
note='  note: the prefix URL: belongs in a wrapper, <URL:...>'
t '--check: a prefix before a loose URL' 1 "url:a|b
     ^ '|' is not allowed in path: unsafe, gateways change it (RFC 1738 section 2.2)
  write: url:a%7Cb
  loose in current: scheme=url opath=a|b
  uri: url:a%7Cb
$note" --check 'url:a|b'
t '--check: a prefix before an invalid URL' 1 "url:a#b#c
       ^ '#' is not allowed in fragment: a fragment begins only once
  write: url:a#b%23c
$note" --check 'url:a#b#c'
t '--check: half a wrapper' 1 "<URL:five
^ '<' is not allowed in uri: unsafe, it delimits URLs in text (RFC 1738 section 2.2)" --check '<URL:five'
t '--check -q: invalid' 1 '' --check -q http://a.example/x 'http://a.example/"'
t '--check: arguments are not files' 1 'one
   ^ ends too early, in uri
  note: a URL begins with a scheme, such as https:' --check one
t '--check: a name without a scheme' 1 'www.example.com/x
               ^ '"'/' is not allowed in uri"'
  note: meant: http://www.example.com/x' --check www.example.com/x
nonjoiner=$(printf 'www.example.com/a\342\200\214b')
ok '--check: invisible characters of a note are escaped' grep -q '^  note: meant: http://www.example.com/a.u200Cb$' \
	"$(urlgrep --check "$nonjoiner" >note; echo note)"
lists '--check --part' "a.example${tab}/x b.example${tab}/" \
	--check --part=host,path http://a.example/x http://b.example/
t '--check --part: nothing of an invalid URL' 1 a.example --check --part=host 'http://[' http://a.example/x
t '--check --part -u' 0 a.example --check -u --part=host http://a.example/x http://A.example/y
t '--check -u' 0 "$valid" --check -u http://a.example/x '<http://a.example/x>'
t '--check --scheme, --host, -e: others fail' 1 "$valid" --check --scheme=http --host='a.*' -e '/x' \
	http://a.example/x https://a.example/x http://b.example/x http://a.example/y
t '--check -q --scheme' 1 '' --check -q --scheme=https http://a.example/x

caret() { # what, URL, the URL as shown, carets under it, option
	run urlgrep --check $5 "$2"
	is "--check: the place, $1" "$3
$4" "$(sed -n '1p; 2s/\(\^\) .*/\1/p' "$out")"
}
caret 'after US-ASCII' 'http://a.example/x[y' 'http://a.example/x[y' '                  ^'
caret 'at the end' 'http:' 'http:' '     ^'
caret 'a control byte' "http://a.example/${esc}x" 'http://a.example/\x1Bx' '                 ^^^^'
caret 'at a second control byte' "http://a.example/x$(printf '\177')${esc}" \
	'http://a.example/x\x7F\x1B' '                  ^^^^'
caret 'a character of two bytes' "http://a.example/$(printf '\303\251')x" \
	"http://a.example/$(printf '\303\251')x" '                 ^' --no-iri
caret 'a byte that is not a character' "http://a.example/$(printf '\303')x" \
	'http://a.example/\xC3x' '                 ^^^^'
caret 'a hidden character' "http://a.example/$(printf '\342\200\213')x" \
	'http://a.example/\u200Bx' '                 ^^^^^^' --no-iri
run urlgrep --check --iri "http://a.example/$(printf '\303\251\344\270\200')/[x"
is '--check: the place, after characters of several bytes' '                    ^' \
	"$(sed -n '2s/\(\^\) .*/\1/p' "$out")"

# ---- non-ASCII hosts and invisible characters --------------------------------

idn() { # what, host, in Unicode (for printf), its warnings
	t "--check --warn: a host, $1" 0 "http://$2/
  valid in current: scheme=http host=$2 path=/
  host_ascii: $2
  host_unicode: $(printf "$3")
  warnings: $(echo "$4" | tr , ' ')" --check --warn "http://$2/"
}
idn 'German' xn--mnchen-3ya.de 'm\303\274nchen.de' idn
idn 'Japanese' xn--wgv71a119e.jp '\346\227\245\346\234\254\350\252\236.jp' idn
idn 'Japanese, three scripts and Latin' xn--abc-r73b4fvb9jq026a6htb.jp 'abc\343\201\262\343\202\211\343\201\214\343\201\252\346\274\242\345\255\227.jp' idn
idn 'Korean and Latin' xn--abc-hb9ll88m.kr 'abc\355\225\234\352\270\200.kr' idn
idn 'Greek' xn--hxakic4aa.gr '\316\265\316\273\316\273\316\254\316\264\316\261.gr' idn
idn 'Russian' xn--e1afmkfd.xn--p1ai '\320\277\321\200\320\270\320\274\320\265\321\200.\321\200\321\204' idn
idn 'letters that Latin has, too, where all is Russian' xn--80a1aj.xn--p1ai '\320\276\321\201\320\260.\321\200\321\204' idn
idn 'and the dot of the root' xn--80a1aj.xn--p1ai. '\320\276\321\201\320\260.\321\200\321\204.' idn
idn 'Persian, with the joiner of its spelling' xn--mgba3gch31f060k.com '\331\206\330\247\331\205\331\207\342\200\214\330\247\333\214.com' idn
idn 'the dot of the root' xn--mnchen-3ya.de. 'm\303\274nchen.de.' idn
idn 'a label of US-ASCII before it' a_b.xn--mnchen-3ya.de 'a_b.m\303\274nchen.de' idn,host-not-dns
idn 'Cyrillic that looks like US-ASCII' xn--80ak6aa92e.com '\320\260\321\200\321\200\323\217\320\265.com' idn,idn-confusable
idn 'one Cyrillic letter in Latin' xn--pypal-4ve.com 'p\320\260ypal.com' idn,idn-mixed,idn-confusable
idn 'Greek and Latin, but no look-alike' xn--eta-rxc.gr '\316\262eta.gr' idn,idn-mixed
idn 'a joiner in Latin' xn--apple-tt3b.com 'app\\u200Cle.com' idn,host-ambiguous,idn-confusable
t '--check --warn: nor with a NUL in it' 0 'http://%00.xn--mnchen-3ya.de/
  valid in current: scheme=http host=%00.xn--mnchen-3ya.de path=/
  warnings: ctl-escape idn encoded-host' --check --warn http://%00.xn--mnchen-3ya.de/
t '--check: escapes in the host' 0 "http://%D0%B0pple.com/
  valid in current: scheme=http host=%D0%B0pple.com path=/
  uri: http://xn--pple-43d.com/
  host_ascii: xn--pple-43d.com
  host_unicode: $(printf '\320\260pple.com')
  warnings: encoded-host idn-mixed idn-confusable" --check http://%D0%B0pple.com/
long=$(printf '%01100d' 0)
t '--check: a host that is too long for a name' 0 "http://xn--$long/
  valid in current: scheme=http host=xn--$long path=/
  warnings: idn host-not-dns" --check "http://xn--$long/"
apple=$(printf '\320\260\321\200\321\200\323\217\320\265.com')
wide=$(printf '\357\275\201\357\275\202.com')
t '--check --json --iri: letters that are read as those of US-ASCII' 0 '{"type":"check","url":"http://'$wide'/","valid":true,"verdict":"valid","uri":"http://ab.com/","grammar":"current","parts":{"scheme":"http","host":"'$wide'","path":"/"},"host_ascii":"ab.com","host_unicode":"ab.com","warnings":[]}' \
	--check --json --iri "http://$wide/"
# Hosts that browsers open as another host, or reject: warnings about the form in US-ASCII.
ascii_host() { # what, host, its form in US-ASCII, warnings
	run urlgrep --check --json --iri "http://$(printf "$2")/"
	is "--iri: $1" "\"host_ascii\":\"$3\" \"warnings\":[$4]" \
		"$(sed 's/.*\("host_ascii":"[^"]*"\).*\("warnings":.*\)}/\1 \2/' "$out")"
}
ascii_host 'circled digits' '\342\221\240\342\221\241\342\221\246.0.0.1' 127.0.0.1 \
	'"ip-lookalike","ip-private","idn-confusable"'
ascii_host 'a circled digit in a public address' '192.0.2.\342\221\240' 192.0.2.1 \
	'"ip-lookalike","idn-confusable"'
ascii_host 'a long s, which looks like f' '\305\277un.example' sun.example '"idn-confusable"'
ascii_host 'a Roman numeral' '\342\205\267.com' viii.com '"idn-confusable"'
ascii_host 'fullwidth digits' '\357\274\221\357\274\222\357\274\227.1' 127.1 '"ip-lookalike"'
ascii_host 'a circled digit as the last label' 'a.\342\221\240' a.1 '"host-not-dns","idn-confusable"'
for stop in '\343\200\202' '\357\274\216' '\357\275\241'; do
	ascii_host "an ideographic full stop $stop" "www.bank.com${stop}evil.example" \
		www.bank.com.evil.example '"idn-confusable"'
done
ascii_host 'an ideographic full stop in Japanese' \
	'\344\276\213\343\201\210\343\200\202jp' xn--r8jz45g.jp ''
ascii_host 'a letter that IDNA 2003 replaces' 'stra\303\237e.de' xn--strae-oqa.de '"host-ambiguous"'
ascii_host 'directions that may not be mixed' 'a\331\243.com' xn--a-fqc.com '"host-ambiguous","idn-mixed"'
run urlgrep --check --json --iri "http://$(printf '\342\222\210').com/"
is '--iri: a character that no host has' '"warnings":["host-ambiguous"]' \
	"$(grep -o '"warnings".*]' "$out")"
for url in 'wss:a\343\200\202b/' 'wss:\303\251' 'ws:///\303\251' 'ftp:\303\251' 'ftp:///\303\251'; do
	run urlgrep --check -q --iri "$(printf "$url")"
	is "--iri: a host is required, $url" 1 $status
done
for url in 'wss://a/\303\251?q' 'ws://\303\251:81' 'ftp://u:p@\303\251/a;type=i#x'; do
	run urlgrep --check -q --iri "$(printf "$url")"
	is "--iri: with a host, $url" 0 $status
done

t '--check --deny=idn-mixed' 1 "http://xn--pypal-4ve.com/
  denied: idn-mixed
  host_ascii: xn--pypal-4ve.com
  host_unicode: $(printf 'p\320\260ypal.com')
  warnings: idn idn-mixed idn-confusable" --check --deny=idn-mixed http://xn--pypal-4ve.com/
printf '%s\n' 'https://nam11.safelinks.protection.outlook.com/?url=http%3A%2F%2Fb%D0%B0nk.com%2F&data=05' >imitating
t '--unwrap --warn --deny: the warnings are of the host of the target' 0 \
	'http://b%D0%B0nk.com/	unwrapped:safelinks,encoded-host,idn-mixed,idn-confusable' \
	--unwrap --warn --deny=port-zero imitating
printf 'https://www.google.com/url?q=http://h.example/&sa=%s\n' D E >redirects
t '--unwrap --deny -u: denied wrappers differ, though their targets do not' 0 "$(sed 's/$/	denied: redirect/' redirects)" \
	--unwrap --deny=redirect --all -u redirects

# ICU that cannot be loaded
icu=$(grep -ao 'libicui18n[.a-z0-9]*' "$urlgrep")
mkdir no-icu
: >"no-icu/$icu"
without_icu() {
	LD_LIBRARY_PATH=$tmp/in/no-icu urlgrep "$@"
}
if [ "$(uname -s)" = Linux ]; then
	run without_icu --check --json http://xn--80ak6aa92e.com/
	ok 'without ICU: no more is said than is known' agrees 0 '{"type":"check","url":"http://xn--80ak6aa92e.com/","valid":true,"verdict":"valid","grammar":"current","parts":{"scheme":"http","host":"xn--80ak6aa92e.com","path":"/"},"warnings":["idn"]}' ''
	: >"no-icu/$(grep -ao 'libicuuc[.a-z0-9]*' "$urlgrep")"
	run without_icu --version
	is 'without ICU: --version says so' 'ICU: cannot be loaded' "$(grep ICU "$out")"
else
	skip 'without ICU: no more is said than is known' 'not Linux'
fi

# ---- --deny, and hints of wrappers -----------------------------------------------

run urlgrep --json --deny=userinfo,port-reserved --invalid odd
ok '--json: denied URLs' grep -qF '"message":"denied: userinfo,port-reserved"' "$out"
printf 'https://protect-us.mimecast.com/s/abcDEF123?domain=example.org\n' >mimecast
t '--check --unwrap: the hint of a wrapper that cannot be undone' 0 \
	"$(cat mimecast)
  valid in current: scheme=https host=protect-us.mimecast.com path=/s/abcDEF123 query=domain=example.org
  unwrap_status: opaque
  unwrap_via: mimecast
  unwrap_hint: example.org
  warnings: opaque" --check --unwrap "$(cat mimecast)"
printf '# services\r\n\r\nown\tgateway\tgate.example\t/r\tnone\t-\t-\tto\r\n' >crlf.tsv
t '--wrappers: lines that end in CR LF, one of them empty' 0 'http://gate.example/r?to=h.example
  valid in current: scheme=http host=gate.example path=/r query=to=h.example
  unwrap_status: opaque
  unwrap_via: own
  unwrap_hint: h.example
  warnings: opaque' --check --unwrap --wrappers=crlf.tsv 'http://gate.example/r?to=h.example'

# ---- options that replace the search ----------------------------------------

for grammar in rfc1738 current draft; do
	run urlgrep --print-grammar=$grammar
	ok "--print-grammar=$grammar" cmp "$out" "$top/src/grammar/$grammar.pcre"
done
run urlgrep -V
ok '-V' grep -Eq '^urlgrep [0-9]+\.[0-9]+\.[0-9]+$' "$out"
ok '-V: PCRE2 and whether it compiles' grep -Eq '^PCRE2 [0-9.]+.*JIT' "$out"
cp "$out" "$tmp/version"
run urlgrep --version
ok '--version is -V' cmp "$out" "$tmp/version"

run urlgrep --help=all
cp "$out" "$tmp/help"
is '--help=all: status' 0 $status
options=$(grep -v '^#' "$top"/src/cmd/options.tsv | cut -sf 2)
missing_options=
for option in $options; do
	grep -Eq -- "(^ |, )+ *--$option([[ =]|\$)" "$tmp/help" || missing_options="$missing_options $option"
done
is '--help=all: every option of the table' '' "$missing_options"
is '--help=all: as many as the table has' "$(echo "$options" | wc -l)" "$(grep -c '^  .*--' "$tmp/help")"
is '--help=all: threads, as many as are started unasked' 1 \
	"$(grep -c -e '--threads=NUM .*processors, at most 8' "$tmp/help")"
run urlgrep --help
is '--help: a screen of 24 lines, with a prompt' '23' "$(wc -l <"$out")"

e "an option of grep" 2 '' "urlgrep: -o: unknown option; only URLs are printed anyway" -o one
e 'an option of ripgrep, with its argument' 2 '' "urlgrep: --type=md: unknown option; --include='*.c' chooses files by their names" --type=md one
unadvised=
for option in -o -v -w -x -E -G -P -F -d -g -t -N -S --only-matching --invert-match --word-regexp --line-regexp \
	--extended-regexp --basic-regexp --perl-regexp --fixed-strings --directories --glob --type --no-line-number \
	--smart-case --hidden; do
	run urlgrep $option one
	grep -q ": $option: unknown option; [^s]" "$err" || unadvised="$unadvised $option"
done
is 'options of grep and ripgrep: advice for each' '' "$unadvised"
e 'a number of lines as an option of grep' 2 '' "urlgrep: -2: unknown option; -C NUM prints NUM lines around each URL" -n2 one
e 'NUL after names, as ripgrep spells it' 2 '' "urlgrep: -0: unknown option; write -Z" -0 one
e 'as grep spells it' 2 '' "urlgrep: --colour: unknown option; write --color" --colour one
e 'an option without its argument' 2 '' "urlgrep: -m: needs an argument" -m
e 'a long option without its argument' 2 '' "urlgrep: --max-count: needs an argument" one --max-count
e 'an argument too many' 2 '' "urlgrep: --quiet=yes: takes no argument" --quiet=yes one
e '--part: an unknown name' 2 '' "$(urlgrep --part=foo 2>&1)" --part=host,foo one
ok '--part: the message says which' grep -q \
	'^urlgrep: --part=foo: unknown part; expected scheme, user, password, host, port, path,.* or another of urlgrep-json(5)$' "$err"
# golden.txt tests which options cannot be combined
combination() { # the first and the second option in the message
	e "$1 and $2" 2 '' "urlgrep: ${3:-$1}: cannot be combined with ${4:-$2}" $2 $1 one
}
combination --json --part=host --json --part
combination --json --print-message
combination --check -r --check --recursive
combination --check --since=1999 --check --since
combination --check --readings=all --check --readings
combination --print-message -u --print-message --unique
combination --raw --headers
combination --json --csv
combination --csv -c --csv --count
combination --format={url} --tsv --format
combination -C1 -z --context --null-data
combination --range=0-1 --pieces=1 --range --pieces
combination -q --pieces=1 --pieces --quiet
e 'an argument with an escape sequence' 2 '' 'urlgrep: --max-count=\x1B[2J: expected a number' -m "${esc}[2J"

# ---- bad input: bytes -----------------------------------------------------

printf '<URL:http://a.example/\033[2J\007\177\302\233>\n' >within
run urlgrep --all within
ok 'escape sequences within: escaped' grep -qF 'http://a.example/\x1B[2J\x07\x7F' "$out"
ok 'escape sequences within: not raw' nothing_raw
run urlgrep --json --all within
ok 'escape sequences within, in JSON: escaped' grep -qF '"url":"http://a.example/\u001b[2J\u0007\u007f' "$out"
ok 'escape sequences within, in JSON: not raw' nothing_raw

# ---- bad input: length -----------------------------------------------------

{ printf 'http://a.example/'; head -c 65519 /dev/zero | tr '\0' a; echo; } >long
run urlgrep long
ok 'a URL of 64 KiB' cmp "$out" long
{ echo http://b.example/; printf 'http://a.example/'; head -c 65520 /dev/zero | tr '\0' a; echo; cat one; } >longer
lists 'a URL of 64 KiB and one: the others' "http://b.example/ $one" longer
run urlgrep --check "$(sed -n 2p longer)"
is '--check: a URL of 64 KiB and one' "1 http://a.example/$(printf %043d 0 | tr 0 a)...|  too long: more than 65536 bytes|" \
	"$status $(tr '\n' '|' <"$out")"

lowly() { # with 200 MB of memory
	(ulimit -v 200000 && within 15 "$urlgrep" "$@")
}
as() { # how many of the letter a
	head -c "$1" /dev/zero | tr '\0' a
}
if grep -q __asan_init "$urlgrep"; then
	small='the sanitizer takes more memory'
elif ! (ulimit -v 200000) 2>/dev/null; then
	small='no ulimit -v'
else
	small=
fi
for what in 'a line of 50 MB' 'a URL of 50 MB' 'a wrapper of 50 MB' '50 MB of text'; do
	if [ -n "$small" ]; then
		skip "$what" "$small"
		continue
	fi
	case $what in
	*line*) as 50000000 ;;
	*wrapper*) printf '<URL:http://a.example/\n'; yes aaaa | head -c 50000000 ;;
	*URL*) printf 'http://a.example/'; as 50000000 ;;
	*text) yes 'See http://b.example/ and http://a.example/, or write. ' | head -c 50000000 ;;
	esac | { cat; printf '\n\nhttp://b.example/end\n'; } |
		lowly -c -e end >"$out" 2>"$err"
	status=$?
	ok "$what" agrees 0 1 ''
done

# ---- bad input: files ------------------------------------------------------

e '... nor with -e' 2 "$one" "urlgrep: example: $no_file" -h -e example example one
e '--tsv: a column in place of a file' 2 "$(urlgrep --tsv one)" \
	"urlgrep: url: $no_file; columns go after an equals sign, as in --csv=url" --tsv url one
e '... nor where no file exists' 2 '' "urlgrep: example: $no_file
urlgrep: missing: $no_file" example missing
e '-q: not found' 2 '' "urlgrep: missing: $no_file$hint" -q missing none
run urlgrep --json missing one
is '--json with a missing file: all the rest' '2 4' "$status $(wc -l <"$out" | tr -d ' ')"

if [ "$(id -u)" = 0 ]; then
	skip 'an unreadable file: the others' 'root reads everything'
	skip 'an unreadable directory: the others' 'root reads everything'
else
	mkdir -p shut/directory
	cp two shut/file
	cp two shut/open
	chmod 0 shut/directory shut/file
	denied=$(words cat shut/file)
	e 'an unreadable file: the others' 2 "two:http://d.example/" \
		"urlgrep: shut/file: $denied" shut/file two
	e 'an unreadable directory: the others' 2 "shut/open:http://d.example/" \
		"urlgrep: shut/file: $denied
urlgrep: shut/directory: $denied" -r shut
fi

ln -s nowhere dangling
ln -s loop loop
ln -s tree/b link
ln -s .. tree/b/up
ln -s nowhere tree/b/dangling
loop=$(words cat loop)
e 'a link to nowhere: the others' 2 'two:http://d.example/' "urlgrep: dangling: $no_file" dangling two
e '-r: a link to nowhere that was named' 2 'two:http://d.example/' "urlgrep: dangling: $no_file" \
	-r dangling two
e 'a link to itself: the others' 2 'two:http://d.example/' "urlgrep: loop: $loop" loop two
e '-r: a link to itself that was named' 2 '' "urlgrep: loop: $loop" -r loop

path=deep
for ten in 1 2 3 4 5 6 7 8 9 10; do
	path=$path/$ten/2/3/4/5/6/7/8/9/10/11/12/13/14/15/16/17/18/19/20
done
mkdir -p "$path" && cp two "$path/file"
t '-r: 200 directories deep' 0 "$path/file:http://d.example/" -r deep

# While the command waits for the pipe, the next file is removed.
cp one victim
within 15 "$urlgrep" -j1 -h pipe victim two >"$out" 2>"$err" &
exec 3>pipe
rm victim
exec 3>&-
wait $!
status=$?
ok 'a file that vanishes: the others' agrees 2 "$two" "urlgrep: victim: $no_file"

# While the command waits for its output to be read, the file shrinks.
yes http://a.example/ | sed 300000q >shrinking
mkfifo slow
within 15 "$urlgrep" -j1 -h shrinking two >slow 2>"$err" &
{
	sed 1q
	: >shrinking
	cat >"$tmp/rest"
} <slow >"$out"
wait $!
status=$?
ok 'a file that shrinks while it is read: the others' agrees 2 'http://a.example/' \
	'urlgrep: shrinking: truncated while being read'
is 'a file that shrinks while it is read: what is left' "$two" "$(sed -n '$p' "$tmp/rest")"

cpus=/sys/devices/system/cpu/online # claims a page, but has a few bytes
if [ -r /proc/self/mem ] && [ -r "$cpus" ]; then
	e 'a file with fewer bytes than it claims' 1 '' '' "$cpus"
	e 'a read error: the others' 2 'two:http://d.example/' \
		"urlgrep: /proc/self/mem: $(words cat /proc/self/mem)" /proc/self/mem two
else
	skip 'a read error: the others' "no /proc/self/mem or $cpus"
fi
e 'standard input closed' 2 'two:http://d.example/' \
	"urlgrep: (standard input): $(words cat - <&-)" - two <&-
e '--check: standard input closed' 2 '' "urlgrep: (standard input): $(words cat - <&-)" --check <&-

yes http://a.example/ | sed 300000q >big

# ---- bad output ------------------------------------------------------------

into() { # file, argument...: standard output there
	: >"$out"
	into=$1
	shift
	urlgrep "$@" >"$into" 2>"$err"
	status=$?
}
if [ -c /dev/full ]; then
	full='urlgrep: standard output: no space left on device'
	for argument in one far -c -l --json --help -V --print-grammar=draft; do
		into /dev/full -h "$argument" one
		ok "a full disk: $argument" agrees 2 '' "$full"
	done
	into /dev/full --check http://a.example/
	ok 'a full disk: --check' agrees 2 '' "$full"
	into /dev/full --line-buffered one
	ok 'a full disk: --line-buffered' agrees 2 '' "$full"
	into /dev/full one missing two
	ok 'a full disk, reported once' agrees 2 '' "urlgrep: missing: $no_file
$full"
	into /dev/full big one
	ok 'a full disk: much to write' agrees 2 '' "$full"
	into /dev/full missing one
	ok 'a full disk and a missing file: both are reported' agrees 2 '' "urlgrep: missing: $no_file$hint
$full"
	into /dev/full none
	ok 'a full disk, nothing to write' agrees 1 '' ''
	into /dev/full -q one
	ok 'a full disk: -q' agrees 0 '' ''
else
	skip 'a full disk' 'no /dev/full'
fi

closed='urlgrep: standard output: bad file descriptor'
: >"$out"
urlgrep one two >&- 2>"$err"
status=$?
ok 'standard output closed' agrees 2 '' "$closed"
urlgrep none >&- 2>"$err"
status=$?
ok 'standard output closed, nothing to write' agrees 1 '' ''
urlgrep one 2>&- >"$out"
status=$?
: >"$err"
ok 'standard error closed' agrees 0 "$one" ''

for what in '' --json --line-buffered -n; do
	{ urlgrep $what big big big 2>"$err"; echo $? >"$tmp/status"; } | sed 1q >/dev/null
	is "nobody reads on: quiet ${what:-text}" 141 "$(cat "$tmp/status")$(cat "$err")"
done
for what in '' --check; do
	yes http://a.example/ | { urlgrep $what 2>"$err"; echo $? >"$tmp/status"; } | sed 1q >/dev/null
	is "nobody reads on: ends, though the input does not ${what:-}" 141 "$(cat "$tmp/status")$(cat "$err")"
done

{ (trap '' PIPE; urlgrep big big 2>"$err"; echo $? >"$tmp/status"); } | sed 1q >/dev/null
is 'nobody reads on: quiet, where SIGPIPE is ignored' 2 "$(cat "$tmp/status")$(cat "$err")"

both='input file is also the output'
cp one self
urlgrep self two >>self 2>"$err"
status=$?
cp self "$out"
ok 'the input is also the output: the others' agrees 2 "$(cat one)
two:http://d.example/" "urlgrep: self: $both"
cp one self
urlgrep <self >>self 2>"$err"
status=$?
cp self "$out"
ok 'standard input is also the output' agrees 2 "$(cat one)" "urlgrep: (standard input): $both"
mkdir selves && cp two selves/a
urlgrep -r selves >selves/b 2>"$err"
status=$?
cp selves/b "$out"
ok '-r: the output stands in the tree' agrees 2 'selves/a:http://d.example/' "urlgrep: selves/b: $both"
mkdir -p md/cur md/new && cp two md/cur/1 && cp two md/new/2
urlgrep -r md >md/cur/3 2>"$err"
status=$?
cp md/cur/3 "$out"
ok '-r: the output stands in a Maildir' agrees 2 'md/cur/1:http://d.example/
md/new/2:http://d.example/' "urlgrep: md/cur/3: $both"
cp one self
urlgrep -l self >>self 2>"$err"
status=$?
cp self "$out"
ok '-l: the output may be an input' agrees 0 "$(cat one)
self" ''

# ---- names -----------------------------------------------------------------

line="new
line"
clear="clear${esc}[2J"
cp two ./-n
cp two 'a name'
cp two "$line"
cp two "$clear"
latin=$(printf 'caf\351') utf8=$(printf 'caf\303\251') c1=$(printf 'csi\302\233x')
cp two "$latin"
cp two "$utf8"
cp two "$c1"
t 'a name that is no UTF-8' 0 'caf\xE9:1' -cH "$latin"
t 'a name in UTF-8' 0 "$utf8:1" -cH "$utf8"
raw=wanted
t '-Z: unescaped names' 0 "$line|$clear|$latin|" -lZ "$line" "$clear" "$latin"
raw=
run urlgrep --json "$line"
is '--json: a name with a line end' '"path":"new\u000aline","file":"new\u000aline"' "$(paths)"
run urlgrep --json "$latin"
is '--json: a name that is no UTF-8' '"path":{"bytes":"Y2Fm6Q=="},"file":{"bytes":"Y2Fm6Q=="}' "$(paths)"
run urlgrep --json "$utf8"
is '--json: a name in UTF-8' "\"path\":\"$utf8\",\"file\":\"$utf8\"" "$(paths)"

# ---- grep in the same place ------------------------------------------------

as_grep status 'a missing file' missing
as_grep status 'a missing file among others' one missing
as_grep status '-s and a missing file' -s missing
as_grep all 'the message of a missing file' -l missing one none
as_grep status 'a directory' -l tree
as_grep status 'a directory among others' -l tree one
as_grep all '-r: a link to nowhere that was named' -r dangling
as_grep all '-q and a missing file after all' -q missing one
as_grep all '-q and a missing file, not found' -q missing none
as_grep all '-q, found before a missing file' -q one missing
as_grep all '-c where there is none' -c none empty
as_grep all '-l' -l one none two
as_grep all '-l where there is none' -l none empty
as_grep all '-L' -L one none empty
as_grep all '-L where there is none' -L none empty
as_grep all '-L where all have one' -L one two
t '-L -u: a URL that another file has' 0 '' -L -u one one
as_grep all '-c -m 1' -c -m 1 one two
as_grep all '-c -Z' -cZ none two
as_grep all '-l -Z' -lZ one none
as_grep status '-m 0' -m 0 one
as_grep status '--include for a file named' --include='*.txt' one
as_grep status '--exclude for a file named' --exclude='on*' one
as_grep status '--exclude for a name that is not there' --exclude='none*' none-such one
as_grep status 'an unknown option' --frob one
as_grep status 'an option without its argument' -m
as_grep status 'standard input closed' <&-

# ---- progress ----------------------------------------------------------------

progress() { # WHEN: prints standard error of a run whose input is slow
	(echo 'http://a.example/'; sleep 1.3; echo 'http://b.example/') |
		urlgrep --progress="$1" -c 2>&1 >/dev/null | tr '\r\033' '|!'
}
shows() { # text, pattern
	case $1 in
	$2) ;;
	*) printf '# got: %s\n' "$1"; return 1 ;;
	esac
}
ok '--progress=always: bytes, speed and URLs, taken away at the end' \
	shows "$(progress always)" '|!\[K* B, * B/s, [01] URLs*|!\[K'
ok '--progress=never: nothing' shows "$(progress never)" ''
ok '--progress: nothing if standard error is not a terminal' \
	shows "$(progress auto)" ''

# A set of URLs that grows many times, and must keep its contents.
awk 'BEGIN { for (twice = 0; twice < 2; twice++) for (i = 0; i < 6000; i++)
	print "http://h.example/" i }' </dev/null >numbered
t '-u of 6,000 URLs, each twice' 0 6000 -u -c numbered

# More text without a URL than any buffer holds.
awk 'BEGIN { for (i = 0; i < 400000; i++) print "A line of prose, and no URL in it." }
	END { print "http://h.example/far" }' </dev/null >far
t '-n -b after 14 MB of text: a file' 0 '400001:14000000:http://h.example/far' -nb far
t '-n -b after 14 MB of text: as text' 0 '400001:14000000:http://h.example/far' \
	-nb --as=text far
ok '-n -b after 14 MB of text: a pipe' sh -c \
	'test "$(cat far | "$0" -nb)" = 400001:14000000:http://h.example/far' "$urlgrep"

# If only URLs are printed, the command uses a different code path.
for more in '' '--iri' '--all' '--invalid --iri' '--as=text'; do
	for threads in 1 2; do
		is "only URLs: those with their places, $more -j$threads" \
			"$("$urlgrep" -h -b -j$threads $more "$top"/corpus/* | sed 's/^[0-9]*://')" \
			"$("$urlgrep" -h -j$threads $more "$top"/corpus/*)"
	done
done

echo "1..$n"
exit $failed
