#!/bin/sh
# mail.sh - real-world mail and news: mailboxes, directories, compressed and encoded files,
# malformed and hostile messages; each URL that a mail reader would show is found once,
# and its line and offset are those of the URL in the file
#
#	urls WHAT URLS [ARGUMENT...] <MESSAGE	exactly these; nothing on stderr
#	exact WHAT URLS [ARGUMENT...] <FILE	also, each is at its line and offset
#	fields WHAT VALUES FORMAT [ARGUMENT...] <MESSAGE	--format=FORMAT prints these values
cd "$(dirname "$0")/../.." || exit 2
. tests/common/command.inc

urls() {
	what=$1 wanted=$2
	shift 2
	cat >message
	wanted_status=0
	test -n "$wanted" || wanted_status=1
	t "$what" "$wanted_status" "$wanted" "$@" message
}

# Of each "LINE:OFFSET:URL" in $out: is the URL there in the file?
in_place() { # file
	good=0
	while IFS=: read -r line offset url; do
		differ "bytes at $offset" "$url" "$(tail -c +$((offset + 1)) "$1" | head -c ${#url})" && good=1
		differ "line of $offset" $(($(head -c "$offset" "$1" | wc -l) + 1)) "$line" && good=1
	done <"$out"
	return $good
}

exact() {
	urls "$@"
	shift 2
	run urlgrep -nb "$@" message
	ok "$what: lines and offsets" in_place message
}

fields() {
	what=$1 wanted=$2 format=$3
	shift 3
	cat >message
	t "$what" 0 "$wanted" --format="$format" "$@" message
}

crlf() {
	sed "s/\$/$(printf '\r')/"
}

# ---- mailboxes -------------------------------------------------------------

ann='From ann@example.org Tue Mar 14 10:12:00 1995'
bob='From bob@example.com  Wed Mar 15 08:01:59 1995'

cat >box <<END
$ann
From: Ann <ann@example.org>
Subject: one
Message-ID: <1@example.org>

The first is http://a.example/1 here.

$bob
From: Bob <bob@example.com>
Subject: two
Message-ID: <2@example.com>

>From what I know <URL:http://b.example/2> is right.
>>From me: http://b.example/3

$ann
Subject: three
Message-ID: <3@example.org>

http://c.example/4
END
box='http://a.example/1
http://b.example/2
http://b.example/3
http://c.example/4'
t '--with-message: after the file, before the line' 0 'box:3@example.org:20:http://c.example/4' \
	-Hn --with-message --host=c.example box
crlf <box >box.crlf
cat box box.crlf box >boxes
run urlgrep --format='{message} {message_id} {subject}' --host=c.example <boxes
ok 'mbox: several after one another on standard input' agrees 0 '3 3@example.org three
6 3@example.org three
9 3@example.org three' ''
exact 'mbox: several after one another' "$box
$box
$box" <boxes
slowly() { # lines of $2 before the rest
	head -n "$1" "$2"
	sleep 0.2
	tail -n +$(($1 + 1)) "$2"
}
for lines in 1 2 4; do
	slowly $lines box | urlgrep --format='{message}' --host=c.example >"$out"
	ok "mbox: from a slow pipe, $lines lines first" test "$(cat "$out")" = 3
done

{ printf 'From %0600d' 1; sleep 0.2; printf ' http://no.example/ Tue Mar 14 10:12:00 1995\n\nhttp://a.example/\n'
} | urlgrep --as=mbox >"$out"
ok 'mbox: a "From " line that is long and comes slowly' test "$(cat "$out")" = http://a.example/

far() {
	printf 'From a@b Tue Mar 14 10:12:00 1995\n\n\nFrom %0600d' 1
	sleep "$1"
	printf ' 10:12:00 1995\n\nhttp://a.example/\n'
}
for pause in 0 0.2; do
	far $pause | urlgrep --as=mbox --format='{message}' >"$out"
	ok "mbox: a line that is long begins no message, $pause s" test "$(cat "$out")" = 1
done

# mboxcl2: nothing is quoted, Content-Length determines where the message ends
counted() { # value of Content-Length
	cat <<END
$ann
Subject: one
Content-Length: $1

This is no message:

$bob
Subject: two
Content-Transfer-Encoding: base64

http://a.example/1

$ann
Subject: three

http://c.example/3
END
}
body=$(counted 0 | sed -n '5,11p' | wc -c)
counted $((body + 0)) >cl2
crlf <cl2 | sed "s/Length: .*/Length: $((body + 7))$(printf '\r')/" >cl2.crlf
exact 'mboxcl2: CRLF' 'http://a.example/1
http://c.example/3' <cl2.crlf
# (-80 and the like: wrapping arithmetic would lead to the "From " line before)
for wrong in 1 $((body - 9)) $((body + 9)) 1000000 -1 -80 18446744073709551615 \
	18446744073709551519 99999999999999999999999 x ''; do
	counted "$wrong" >wrong
	fields "mboxcl2: wrong count \"$wrong\"" '3 three' '{message} {subject}' \
		--host=c.example <wrong
done
slowly 2 cl2 | urlgrep --format='{message} {subject}' --host=c.example >"$out"
ok 'mboxcl2: from a slow pipe' test "$(cat "$out")" = '2 three'
# longer than one read
{
	yes 'nothing but text, line by line by line' | sed 20000q
	printf '\n%s\nSubject: two\nContent-Type: text/html\n\nhttp://a.example/1\n' "$bob"
} >long
{
	printf '%s\nSubject: one\nContent-Length: %d\n\n' "$ann" $(($(wc -c <long)))
	cat long
	printf '\n%s\nSubject: three\n\nhttp://c.example/3\n' "$ann"
} >long.cl2
fields 'mboxcl2: a long message' '2 three' '{message} {subject}' --host=c.example <long.cl2
exact 'mboxcl2: a long message' 'http://a.example/1
http://c.example/3' <long.cl2

# ---- directories -------------------------------------------------------------

one() { # URL
	printf 'From: ann@example.org\nSubject: one\nDate: Tue, 14 Mar 1995 10:12:00 +0000\n'
	printf 'Content-Transfer-Encoding: quoted-printable\n\n%s=3D1\n' "$1"
}
mkdir -p Mail/cur Mail/new Mail/tmp Mail/.Sent/cur mh/inbox
one http://a.example/ >'Mail/cur/1003.1.host:2,S'
one http://b.example/ >'Mail/cur/1004.1.host:2,FRS'
one http://c.example/ >'Mail/new/1005.1.host'
one http://d.example/ >'Mail/.Sent/cur/1006.1.host,S=90:2,'
lists '-r: Maildir, flags in names' \
	'Mail/.Sent/cur/1006.1.host,S=90:2,:http://d.example/=1 Mail/cur/1003.1.host:2,S:http://a.example/=1
Mail/cur/1004.1.host:2,FRS:http://b.example/=1 Mail/new/1005.1.host:http://c.example/=1' -r Mail
one http://a.example/ >mh/inbox/1
one http://b.example/ >mh/inbox/2
printf 'unseen: 1-2\n' >mh/inbox/.mh_sequences
lists '-r: MH' 'mh/inbox/1:6:http://a.example/=1 mh/inbox/2:6:http://b.example/=1' -rn mh
{ echo "$ann"; one http://a.example/; } >mh/inbox/3
t 'a message that kept its "From " line, --as=mail' 0 '7:http://a.example/=1' -n --as=mail mh/inbox/3

# ---- packed ----------------------------------------------------------------

packed() { # what, wanted, file
	t "$1" 0 "$2" -H --host='[ac].example' "$3"
}
for pack in gzip:gz bzip2:bz2 xz:xz zstd:zst pzstd:pz.zst compress:Z lzip:lz lzma:lzma lz4:lz4; do
	name=box.${pack#*:}
	if ! command -v "${pack%:*}" >/dev/null; then
		skip "an mbox, .${pack#*:}" "no ${pack%:*}"
		continue
	fi
	"${pack%:*}" -c <box >"$name"
	packed "an mbox, .${pack#*:}" "$name:http://a.example/1
$name:http://c.example/4" "$name"
	run urlgrep -nb --as=mbox "$name"
	cp "$out" lines
	run urlgrep -nb box
	ok "an mbox, .${pack#*:}: lines and offsets in the decompressed file" \
		agrees 0 "$(cat lines)" ''
done
mkdir -p pack/in
cp box pack/in/box
one http://a.example/ >pack/one.eml
printf 'http://c.example/\n' >pack/note.txt
printf '<a href="http://a.example/?x&amp;y">here</a>\n' | sed 's/^/<html>/' >pack/page.html
members() { # archive
	printf '%s\n' "$1:in/box:http://a.example/1" "$1:in/box:http://c.example/4" \
		"$1:one.eml:http://a.example/=1" "$1:note.txt:http://c.example/" \
		"$1:page.html:http://a.example/?x&y"
}
if command -v tar >/dev/null; then
	(cd pack && tar cf ../all.tar in one.eml note.txt page.html)
	packed 'a .tar: its members' "$(members all.tar)" all.tar
	gzip -c <all.tar >all.tar.gz
	packed 'a .tar.gz' "$(members all.tar.gz)" all.tar.gz
	lists 'a .tar: -c, a number a member' \
		'all.tar:in/box:4 all.tar:one.eml:1 all.tar:note.txt:1 all.tar:page.html:1' -cH all.tar
	lists 'a .tar: -l' 'all.tar:in/box all.tar:one.eml' \
		-l --scheme=http --host='[ab].example' -e '1$' all.tar
	tar cf tars.tar all.tar.gz pack/note.txt
	t 'a .tar.gz in a .tar: its members have both names' 0 "$(members tars.tar:all.tar.gz)
tars.tar:pack/note.txt:http://c.example/" -H --host='[ac].example' tars.tar
	t 'a .tar.gz: --raw finds nothing in it' 1 '' --raw all.tar.gz
	head -c $(($(wc -c <all.tar.gz) - 8)) all.tar.gz >end.tgz
	t 'a .tar.gz without its checksum: not silent' 2 "$(urlgrep -h all.tar.gz)" -hs end.tgz
else
	skip 'a .tar' 'no tar (install tar)'
fi
if command -v bsdtar >/dev/null; then
	(cd pack && bsdtar -c --format 7zip -f ../all.7z in one.eml note.txt page.html)
	packed 'a .7z' "$(members all.7z)" all.7z
	what='a .7z from a pipe'
	cat all.7z | "$urlgrep" >"$out" 2>"$err"
	status=$?
	ok "$what" agrees 2 '' 'urlgrep: (standard input): 7z archives cannot be read from a stream'
else
	skip 'a .7z' 'no bsdtar'
fi
if command -v zip >/dev/null; then
	(cd pack && zip -q ../all.zip in/box one.eml note.txt page.html)
	packed 'a .zip' "$(members all.zip)" all.zip
	zip -q zip.zip all.zip pack/note.txt
	t 'a .zip in a .zip: its members have both names' 0 "$(members zip.zip:all.zip)
zip.zip:pack/note.txt:http://c.example/" -H --host='[ac].example' zip.zip
	zip -q three.zip zip.zip pack/note.txt
	run urlgrep three.zip
	ok 'a .zip in a .zip in a .zip: reported' test "$status/$(cat "$err")" = \
		'2/urlgrep: three.zip:zip.zip:all.zip: not unpacked: archive nested too deeply'
	ok 'a .zip in a .zip in a .zip: the next members' test "$(tail -n 2 "$out")" = \
		'three.zip:zip.zip:pack/note.txt:http://c.example/
three.zip:pack/note.txt:http://c.example/'
	head -c 200 all.zip >cut.zip
	zip -q damaged.zip cut.zip pack/note.txt
	run urlgrep damaged.zip
	ok 'a .zip that is cut in a .zip: reported by its name' \
		test "$status/$(sed 's/\(cut.zip\).*/\1/' "$err")" = '2/urlgrep: damaged.zip:cut.zip'
	ok 'a .zip that is cut in a .zip: the next member' \
		test "$(tail -n 1 "$out")" = 'damaged.zip:pack/note.txt:http://c.example/'
else
	skip 'a .zip' 'no zip (install zip)'
fi
if command -v gzip >/dev/null; then
	i=0
	while [ $i -lt 3000 ]; do
		i=$((i + 1))
		printf '%s\nSubject: %d\nX-Noise: %d%d\n\nhttp://a.example/%d\n\n' "$ann" $i \
			$((i * 7919 % 10007)) $((i * 104729 % 99991)) $i
	done >many
	gzip -c <many >many.gz
	head -c $(($(wc -c <many.gz) * 9 / 10)) many.gz >cut.gz
	run urlgrep cut.gz
	many=$(wc -l <"$out")
	ok 'a .gz that is cut: the message' test "$status $(cat "$err")" = '2 urlgrep: cut.gz: truncated gzip input'
	ok 'a .gz that is cut: some URLs' test $((many)) -gt 500
	ok 'a .gz that is cut: the URLs before' test "$(sed '$d' "$out" | tail -n 1)" = "http://a.example/$((many - 1))"
	t 'a .gz that is cut: the next file' 2 'http://c.example/4' -h --host=c.example -s cut.gz box
fi

# for a message longer than 64 MiB
lines_of() { yes "$1" | head -n $((68000000 / ${#1})); }
{
	printf '%s\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nhttp://a.example/1\n--b\n' "$ann"
	printf 'Content-Type: image/png\nContent-Transfer-Encoding: base64\n\n'
	lines_of 'YWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFh'
	printf '\n--b\nContent-Transfer-Encoding: quoted-printable\n\nhttp://a.example/?x=3D1&y=\n2\n--b--\n'
	printf '\n%s\n\nhttp://a.example/3\n' "$ann"
} >long.mbox
both='http://a.example/1
http://a.example/3'
cut='message at byte 46: longer than 64 MiB: the rest is not searched'
e 'a message of 68 MB: what is not searched is reported' 2 "$both" "urlgrep: long.mbox: $cut" -j1 long.mbox
e 'a message of 68 MB: the same by two threads' 2 "$both" "urlgrep: long.mbox: $cut" -j2 long.mbox
run urlgrep -j2 <long.mbox
ok 'a message of 68 MB from a pipe' agrees 2 "$both" "urlgrep: (standard input): $cut"
{ printf 'From: a@h.example\n\n'; lines_of 'text that goes on up to http://a.example/a/long/path'; } >long.eml
t 'a message of 68 MB of plain text' 0 http://a.example/a/long/path -uj1 long.eml
rm long.mbox long.eml

# ---- transfer encodings ----------------------------------------------------

mime() { # header fields, one an argument; the body comes from standard input
	printf 'From: Ann <ann@example.org>\nSubject: one\nMIME-Version: 1.0\n'
	printf '%s\n' "$@"
	echo
	cat
}

crlf <"$top/corpus/mail-quoted-printable.eml" >message.qp
urls 'quoted-printable: CRLF' "$(cut -d : -f 2- "$top/corpus/mail-quoted-printable.urls")" <message.qp
fields 'quoted-printable: the encoding, the length in the file' '42 1 quoted-printable' \
	'{length} {part} {encoding}' --host=a.example <"$top/corpus/mail-quoted-printable.eml"

mime 'Content-Transfer-Encoding: base64' >message.b64 <<'END'
U2VlIGh0dHA6Ly9hLmV4YW1wbGUvYmFzZTY0
IGFuZApodHRwOi8vYi5leGFtcGxlL3R3bwo=
END
extent() { # what, argument...: the bytes at the place of the only URL, line breaks as |
	what=$1 wanted=$2
	shift 2
	cat >message
	run urlgrep --format='{offset} {length}' "$@" message
	set -- $(cat "$out")
	ok "$what" test "$wanted" = \
		"$(tail -c +$(($1 + 1)) message | head -c "$2" | tr '\n' '|')"
}
extent 'base64: the letters that hold it' 'IGh0dHA6Ly9hLmV4YW1wbGUvYmFzZTY0' \
	--host=a.example <message.b64
mime 'Content-Transfer-Encoding: base64' >message.b64 <<'END'
aHR0cDov
L2EuZXhh bXBsZS94Lg==
END
extent 'base64: over line breaks' 'aHR0cDov|L2EuZXhh bXBsZS94' <message.b64
mime 'Content-Type: text/html' >message.html <<'END'
<a href=" http://a.example/?a&amp;b&#61; ">x</a> http://b.example/?c&amp;d&#61; y
END
extent 'HTML: an attribute with entities' 'http://a.example/?a&amp;b&#61;' \
	--host=a.example <message.html
extent 'HTML: visible text, with entities' 'http://b.example/?c&amp;d&#61;' \
	--host=b.example <message.html
mime 'Content-Transfer-Encoding: quoted-printable' >message.qp <<'END'
See http://a.exam=
ple/?a=3D
END
extent 'quoted-printable: an escape at the end' 'http://a.exam=|ple/?a=3D' <message.qp
printf 'Subject: =?utf-8?B?aHR0cDovL2EuZXhhbXBsZS8=?=\n\n' >message.coded
extent 'a coded subject: all of the field' \
	'Subject: =?utf-8?B?aHR0cDovL2EuZXhhbXBsZS8=?=' --as=mail <message.coded
sed 's/^begin .*/no beginning/' "$top/corpus/mail-uuencoded-part.eml" >message.uu2
urls 'uuencode continued from another message' 'http://a.example/uu
http://b.example/more' <message.uu2

# ---- charsets (also corpus/mail-charsets-true-and-false.mbox): parts in UTF-16 -------------

mime 'Content-Type: text/plain; charset=utf-16' 'Content-Transfer-Encoding: base64' >message.wide <<'END'
//5TAGUAZQAgAGgAdAB0AHAAOgAvAC8AYQAuAGUAeABhAG0AcABsAGUALwB3AGkAZABlAC4ACgA=
END
extent 'UTF-16: the letters that hold it' AGgAdAB0AHAAOgAvAC8AYQAuAGUAeABhAG0AcABsAGUALwB3AGkAZABlAC4A \
	<message.wide

# ---- parts -----------------------------------------------------------------

cp "$top/corpus/mail-multiparts.eml" mixed
for part in 'a 1 7bit' 'b 2.1 7bit' 'c 3 quoted-printable' 'd 4 7bit'; do
	set -- $part
	fields "multipart: part $2" "$2 $3" '{part} {encoding}' --host=$1.example <mixed
done
fields 'alternatives: the HTML first' '2 1.1' '{part} {alternative}' --host=a.example \
	<"$top/corpus/mail-alternatives-html-first.eml"
# ---- malformed -------------------------------------------------------------

both='http://a.example/
http://b.example/'
printf 'From: a\nTo: b\nSubject: \351\377\200\nX-\0: y\n\nhttp://a.example/\0http://b.example/\n' >message.nul
exact 'NULs, and 8-bit bytes in the header' "$both" <message.nul
# rows of messages.tsv test other bounds
# 200 multiparts of 60 parts: simple, but more than 10,000 parts in total
{
	mime 'Content-Type: multipart/mixed; boundary=x' </dev/null
	awk 'BEGIN { for (g = 0; g < 4; g++) {
		printf "--x\nContent-Type: multipart/mixed; boundary=a%d.\n\n", g
		for (i = 0; i < 50; i++) {
			printf "--a%d.\nContent-Type: multipart/mixed; boundary=b%d.%d.\n\n", g, g, i
			for (k = 0; k < 60; k++)
				printf "--b%d.%d.\nX: y\n\n%s\n", g, i, \
					(g + i + k == 0 ? "http://a.example/" : "-")
			printf "--b%d.%d.--\n", g, i
		}
		printf "--a%d.--\n", g
	} print "--x--" }'
} >message.parts
e '12,000 parts in a simple message' 2 http://a.example/ \
	'urlgrep: message.parts: message at byte 0: more than 10,000 parts' message.parts
{
	printf 'Subject: =?utf-8?q?http://a.example/=3Fx=3D?='
	awk 'BEGIN { while (i++ < 6000) printf "\n =?utf-8?q?%04d?=", i }'
	printf ' http://c.example/?=\n =?utf-8?q?y?=\n\nhttp://b.example/\n'
} >message.parts
long=$(awk 'BEGIN { printf "http://a.example/?x="; while (i++ < 6000) printf "%04d", i }')
urls 'encoded words are joined, also 6,000 of them' "$long
http://c.example/?=
http://b.example/" --as=mail <message.parts

# ---- HTML ------------------------------------------------------------------

mime 'Content-Type: text/html' <"$top/corpus/html-links-of-all-elements.html" >html.mail
fields 'HTML: a URL made whole' 'relative' '{notes}' -m1 --host=base.example <html.mail
fields 'HTML: one that was whole' '' '{notes}' --host=href.example <html.mail
t 'no address in fields of identifiers, which are named' 1 '' --email -e @ "$top/corpus/mail-fields-of-identifiers.mbox" \
	--headers=message-id,references,in-reply-to,content-id,supersedes,resent-message-id,newsgroups,followup-to,path

echo "1..$n"
exit $failed
