#!/bin/sh
# links.sh - links in HTML: --links; warnings about links to scripts; repairs of links in JSON.
# The output for links is tested by vectors/messages.tsv
cd "$(dirname "$0")/../.." || exit 2
. tests/common/command.inc

ok 'JSON: the note of a repaired link, and its confidence' prints_line '<html><a href=http:/a.example>' \
	'"valid":true.*"how":\["mended"\].*"confidence":"medium".*"malformed"' --json
ok 'JSON: the note with --all' prints_line '<html><a href=http:/a.example>' \
	'"valid":false.*"how":\["mended"\].*malformed' --json --all
ok 'JSON: a text that is not UTF-8' prints_line "$(printf '<html><a href=http://h.example/>\377</a>')" \
	'"link_text":{"bytes":"/w=="}' --json

# ---- --links ------------------------------------------------------------------

cat >page <<'END'
<html><link rel=stylesheet href=http://css.example/><script src=http://js.example/></script>
<body background=http://background.example/><a href=http://a.example/ ping=http://ping.example/>x
<img src=http://image.example/ srcset=http://set.example/></a><area href=http://area.example/>
<form action=http://form.example/><v:roundrect href=http://vml.example/></v:roundrect>
<v:fill src=http://fill.example/><svg><image href=http://svg.example/></image>
<a href=http://a.svg.example/></a></svg><base target=x><object data=http://object.example/>
</object>http://image.example/ http://text.example/
<!--[if mso]><a href=http://mso.example/></a><img src=http://mso.image.example/><![endif]-->
END
lists '--links=anchors: anchors and visible text' \
	'http://a.example/ http://area.example/ http://vml.example/ http://a.svg.example/
http://mso.example/ http://image.example/ http://text.example/' --links=anchors page
ok '--links=all is the default' prints 17 urlgrep -c page
ok '--links=all: all of them' prints 17 urlgrep -c --links=all page
printf 'Content-Type: multipart/alternative; boundary=b\n\n--b\n\nhttp://image.example/\n--b\n%s\n\n%s\n--b--\n' \
	'Content-Type: text/html' '<img src=http://image.example/><a href=http://a.example/>x</a>' >page
lists '--links=anchors: what the plain text says is printed' 'http://image.example/ http://a.example/' \
	--as=mail --links=anchors page
ok '--links: another word is an error' sh -c \
	'! "$0" --links=images page 2>err && grep -q "expected all or anchors" err' "$urlgrep"

# ---- links to scripts ------------------------------------------------------------

cat >active.mbox <<'END'
From a Thu Jan  1 00:00:00 2015
Content-Type: text/html

<a href=javascript:x>x</a> <a href=data:,y>y</a> <a href=http://a.example/>z</a>

From a Thu Jan  1 00:00:00 2015
Content-Type: text/html

<img src=data:,x> javascript:x

From a Thu Jan  1 00:00:00 2015
Content-Type: text/html; charset=utf-8
Content-Transfer-Encoding: base64

PGEgaHJlZj0iZGF0YTosIj54PC9hPg==
END
printf '<html><area href=" VBScript:x">' >active.html
warned() { # expected messages, exit status, option...
	wanted=$1 status=$2
	shift 2
	"$urlgrep" "$@" >warned-out 2>warned-err
	differ 'exit status' "$status" $? && return 1
	! differ "messages of $*" "$wanted" "$(cat warned-err)"
}
not_printed='is not printed; --all prints it'
ok '--warn notes links to javascript: and the like, once a message' warned \
	"urlgrep: active.mbox: message at byte 32: a link to javascript: $not_printed
urlgrep: active.mbox: message at byte 260: a link to data: $not_printed
urlgrep: active.html: a link to VBScript: $not_printed" 0 -h --warn active.mbox active.html
ok '... and prints the others' test "$(cat warned-out)" = http://a.example/
ok '... not with --all, which prints them' warned '' 0 --all --warn active.mbox
ok '... nor for messages, patterns and schemes that are not wanted' warned '' 1 \
	--warn --scheme=ftp active.mbox active.html
ok '... nor with -s or -c' warned '' 0 -s --warn active.mbox
ok '... nor without --warn' warned '' 0 active.mbox active.html
awk 'BEGIN { for (; i < 50000; i++) print "From a Thu Jan  1 00:00:00 2015\nContent-Type: text/html\n" \
	"\n<a href=javascript:x>x</a>\n" }' >large.mbox
ok '... with the places of messages, in ranges too' sh -c '
	for j in 1 2; do "$0" -j$j --warn large.mbox 2>&1 >/dev/null | cksum >sum-$j; done
	cmp sum-1 sum-2 && test "$("$0" -j2 --warn large.mbox 2>&1 >/dev/null | tail -1)" = \
	"urlgrep: large.mbox: message at byte $(($(grep -b "^From " large.mbox | tail -1 | cut -d: -f1) + 32)): a link to javascript: is not printed; --all prints it"' \
	"$urlgrep"
echo "1..$n"
exit $failed
