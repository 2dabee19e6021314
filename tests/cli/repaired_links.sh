#!/bin/sh
# repaired_links.sh - links of HTML that are not URLs, and what browsers open for them: printed
# with --all, never as valid. One case a line: the attribute's value, what is printed with
# --all --warn (- for nothing), and why. Tabs are shown as spaces.
cd "$(dirname "$0")/../.." || exit 2
. tests/common/command.inc
tab=$(printf '\t')

found() { # before the link, value
	printf '<html>%s<a href="%s">x</a>' "$1" "$2" | urlgrep --all --warn | tr '\t' ' '
}

prints() { # before the link, value, what is printed or -
	test "$3" != - || set -- "$1" "$2" ''
	! differ "output of $2" "$3" "$(found "$1" "$2")"
}

cases() { # before the link
	while IFS=$tab read -r value wanted why; do
		ok "$why" prints "$1" "$value" "$wanted"
	done
}

cases '' <<END
&#1;http://a.example/&#31;${tab}http://a.example/${tab}C0 controls at both ends
http:\\\\a.example\\x?y\\z${tab}http:\\\\a.example\\x?y\\z meant: http://a.example/x?y%5Cz${tab}backslashes
HTTP:/a.example${tab}HTTP:/a.example meant: HTTP://a.example${tab}one slash
http:a.example/x${tab}http:a.example/x meant: http://a.example/x${tab}no slash
https:a.example${tab}https:a.example meant: https://a.example${tab}no slash, no path
http:///a.example/${tab}http:///a.example/ meant: http://a.example/${tab}three slashes
ws:/\\/a.example/${tab}ws:/\\/a.example/ meant: ws://a.example/${tab}slashes and backslashes
http://a.example\\@b.example/${tab}http://a.example\\@b.example/ meant: http://a.example/@b.example/${tab}a backslash ends the host
//a.example/x y${tab}//a.example/x y meant: https://a.example/x%20y${tab}no scheme, no base
\\\\a.example\\x${tab}\\\\a.example\\x meant: https://a.example/x${tab}as a share of Windows
http://&#xFF45;&#xFF0E;example/${tab}http://ｅ．example/ meant: http://e.example/${tab}full-width letters
http://a.example&quot;@b.example/${tab}http://a.example"@b.example/ meant: http://a.example%22@b.example/${tab}a quotation mark in the user
http://a@[c]&#xE9;@[::1]/${tab}http://a@[c]é@[::1]/ meant: http://a%40%5Bc%5D%C3%A9@[::1]/${tab}other characters in the user
http://a.example&#x3002;b.example/${tab}http://a.example。b.example/ idn-confusable${tab}an ideographic full stop
http://a.&#xAD;ex&#x200B;ample/${tab}http://a.\\u00ADex\\u200Bample/ invisible,idn-confusable${tab}ignored characters
file:\\\\a\\x${tab}file:\\\\a\\x meant: file://a/x scheme-active${tab}a file of another host
file:c:\\x${tab}file:c:\\x meant: file:///c:/x scheme-active${tab}a file of this host
javascript:x(1)${tab}javascript:x(1) invalid scheme-active${tab}a script
java&#10;scr&Tab;ipt:x${tab}javascript:x invalid scheme-active${tab}a script, disguised
VBScript:x${tab}VBScript:x invalid scheme-active${tab}another script
data:text/html,x${tab}data:text/html,x invalid scheme-active${tab}data, though the grammar accepts them
DATA:,${tab}DATA:, invalid scheme-active${tab}data in capitals
x-unknown:y${tab}x-unknown:y invalid${tab}a scheme that is not listed
mailto:${tab}mailto: invalid${tab}nobody
http://${tab}-${tab}no host
http:/${tab}-${tab}one slash and no host
x.html${tab}-${tab}a relative reference
c:x.html${tab}-${tab}a drive
#x:y${tab}-${tab}a fragment
http:a&#x2060;b.example/${tab}http:a\\u2060b.example/ meant: http://ab.example/${tab}a word joiner
http:a&#xFEFF;b.example/${tab}http:a\\uFEFFb.example/ meant: http://ab.example/${tab}a byte order mark
http:a&#xFF61;b.example${tab}http:a｡b.example meant: http://a.b.example${tab}a half-width full stop
http:a&#xFF5E;.example${tab}http:a～.example meant: http://a~.example${tab}the last full-width character
http:a&#xFF5F;.example${tab}http:a｟.example meant: http://a｟.example${tab}the one after it
http:a.example/&quot;&lt;&gt;^\`{|}~!\\%C3&#xE9;&#x7F;${tab}http:a.example/"<>^\`{|}~!\\%C3é\\x7F meant: http://a.example/%22%3C%3E%5E%60%7B%7C%7D~!/%C3%C3%A9%7F${tab}characters that are escaped
http:a.example?b c#d e${tab}http:a.example?b c#d e meant: http://a.example?b%20c#d%20e${tab}query and fragment
https:\\a.example#b\\c${tab}https:\\a.example#b\\c meant: https://a.example#b%5Cc${tab}a backslash in a fragment
wss:a.example${tab}wss:a.example meant: wss://a.example${tab}wss
ftp:a.example/x${tab}ftp:a.example/x meant: ftp://a.example/x${tab}ftp
http+x:a${tab}http+x:a invalid${tab}a scheme that begins as one of these
x-+.1:y${tab}x-+.1:y invalid${tab}all characters of a scheme
1x:y${tab}-${tab}no scheme
http:?x${tab}-${tab}no host before a query
http:#x${tab}-${tab}no host before a fragment
file:////x${tab}file:////x scheme-active${tab}a file, with four slashes
/\\a.example${tab}/\\a.example meant: https://a.example${tab}a slash and a backslash
///a.example${tab}///a.example meant: https://a.example${tab}three slashes, no scheme
http://a.example/${tab}http://a.example/${tab}a valid URL
END
cases '<base href=http://b.example/c/d>' <<END
http:x${tab}http:x meant: http://b.example/c/x${tab}the scheme of the base: relative
http:/x${tab}http:/x meant: http://b.example/x${tab}... to its root
http:\\\\a.example${tab}http:\\\\a.example meant: http://a.example${tab}two slashes: a host
https:a.example${tab}https:a.example meant: https://a.example${tab}another scheme than the base's
\\\\a.example\\x${tab}http://b.example/c/\\\\a.example\\x meant: http://a.example/x${tab}a host
x\\y${tab}http://b.example/c/x\\y meant: http://b.example/c/x/y${tab}a path
/\\a.example/${tab}http://b.example/\\a.example/ meant: http://a.example/${tab}a host, hidden after a slash
//a.example/${tab}http://a.example/${tab}a valid reference
x y${tab}http://b.example/c/x y${tab}white space: loose
http://a .example/${tab}http://a .example/ 8: ' ' is not allowed in reg-name: unsafe, white space may come and go (RFC 1738 section 2.2)${tab}white space in the host: invalid
END
cases '<base href=urn://b.example/c/d>' <<END
http:a.example${tab}http:a.example meant: http://a.example${tab}the base is no page
END
ok 'not printed by default: what no click opens' sh -c \
	'test -z "$(echo "<html><img src=http:/a.example><a href=javascript:x><img src=data:,x>" | "$0")"' \
	"$urlgrep"
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
prints() { # URL HTML
	! differ "output of $2" "$1" "$(printf '<html>%s' "$2" | urlgrep)"
}
ok 'by default: one slash' prints http://a.example '<a href=http:/a.example>'
ok 'by default: no slash' prints https://a.example/x '<a href=https:a.example/x>'
ok 'by default: backslashes' prints http://a.example/x '<a href="http:\\a.example\x">'
ok 'by default: no scheme' prints https://a.example/x '<area href=//a.example/x>'
ok 'by default: a host that backslashes hide' prints http://a.example/ \
	'<base href=http://b.example/><a href="\\a.example/">'
ok 'in a message without another URL' sh -c \
	'printf "From: a\nContent-Type: text/html\n\n<a href=//a.example/x>x</a>\n" | "$0" |
	grep -Fqx https://a.example/x' "$urlgrep"
ok 'JSON: its note and confidence' prints_line '<html><a href=http:/a.example>' \
	'"valid":true.*"how":\["mended"\].*"confidence":"medium".*"malformed"' --json
ok 'JSON: the note, and how the URL is repaired' prints_line '<html><a href=http:/a.example>' \
	'"valid":false.*"how":\["mended"\].*malformed' --json --all
ok 'JSON: white space is loose, and the URI has it percent-encoded' prints_line \
	'<html><a href="mailto:a@h.example?subject=a  b">' \
	'subject=a  b".*"verdict":"loose".*"uri":"mailto:a@h.example?subject=a%20%20b"' --json
ok 'white space is not loose with --strict' sh -c \
	'test -z "$(echo "<html><a href=\"http://a.example/b c\">" | "$0" --strict)"' "$urlgrep"
prints_nothing() { # HTML
	! differ "output of $1" '' "$(printf '<html>%s' "$1" | urlgrep)"
}
ok 'not by default: templates' prints_nothing \
	'<a href="http://a.example/{{x}}/"><a href="http://a.example/?x=%%s&amp;y">'
ok 'JSON: all of an attribute is a template' prints_line \
	'<html><a href="http://a.example/{{x}}/">' \
	'"url":"http://a.example/{{x}}/".*"verdict":"invalid".*"notes":\["template"\]' --json --all
ok 'JSON: the warning' prints_line '<html><a href=javascript:x>' \
	'"valid":false.*"warnings":\["scheme-active"\]' --json --all
ok 'in a conditional comment' sh -c \
	'test "$(echo "<html><!--[if mso]><a href=http://a.example/>x</a><![endif]-->" |
		"$0")" = http://a.example/' "$urlgrep"
echo "1..$n"
exit $failed
