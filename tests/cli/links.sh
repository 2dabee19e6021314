#!/bin/sh
# links.sh - what is known of the links in HTML: element, attribute, text and the host that
# the text shows; and which are anchors
cd "$(dirname "$0")/../.." || exit 2
. tests/common/command.inc
tab=$(printf '\t')

# Print the members of the first link's object that are about the link, and whether
# href-differs is among its warnings.
link_members() { # HTML
	printf '<html>%s' "$1" | urlgrep --json --iri | head -n 1 | grep -oE \
		'"(element|attribute|link_text|shown_host)":("([^"\\]|\\.)*"|\{[^}]*\})|href-differs' |
		tr '\n' ' ' | sed 's/ $//'
}

has_members() { # HTML, expected
	! differ "of $1" "$2" "$(link_members "$1")"
}

members() {
	while IFS=$tab read -r html wanted why; do
		test "$wanted" != - || wanted=
		ok "$why" has_members "$html" "$wanted"
	done
}

a='"element":"a" "attribute":"href"'
members <<END
<a href=http://h.example/>x</a>${tab}$a "link_text":"x"${tab}an anchor
<A HREF=http://h.example/>x</A>${tab}$a "link_text":"x"${tab}names are in lower case
<a href=http://h.example/> x  <b>y</b>&nbsp;<br> z </a>${tab}$a "link_text":"x y z"${tab}white space is collapsed, also &nbsp; and line breaks
<a href=http://h.example/><img src=http://i.example/></a>${tab}$a${tab}an image instead of text
<img src=http://h.example/>${tab}"element":"img" "attribute":"src"${tab}an image
<svg><a xlink:href=http://h.example/>x</a></svg>${tab}"element":"a" "attribute":"xlink:href" "link_text":"x"${tab}SVG
http://h.example/${tab}-${tab}visible text is no link
<a href=http://evil.example/>http://bank.example/login</a>${tab}href-differs $a "link_text":"http://bank.example/login" "shown_host":"bank.example"${tab}another host
<a href=http://evil.example/>mailto:a@bank.example</a>${tab}href-differs $a "link_text":"mailto:a@bank.example"${tab}a URL without a host
<a href=http://evil.example/> WWW.example.org/x</a>${tab}href-differs $a "link_text":"WWW.example.org/x" "shown_host":"WWW.example.org"${tab}another host, without a scheme
<a href=http://example.org/>www.example.org</a>${tab}$a "link_text":"www.example.org"${tab}the same host but for www.
<a href=http://h.example/>www and more</a>${tab}$a "link_text":"www and more"${tab}no host
<a href=http://h.example/>http://H.Example./x</a>${tab}$a "link_text":"http://H.Example./x"${tab}the same host: case, and a dot at the end
<a href=http://%68.example/>http://h.example/</a>${tab}$a "link_text":"http://h.example/"${tab}the same host: percent-encoding
<a href=http://xn--mnchen-3ya.de/>http://MÜNCHEN.de/</a>${tab}$a "link_text":"http://MÜNCHEN.de/"${tab}the same host by IDNA
<a href=http://xn--strae-oqa.de/>http://straße.de/</a>${tab}$a "link_text":"http://straße.de/"${tab}the same host by IDNA of 2008
<a href=http://strasse.de/>http://straße.de/</a>${tab}href-differs $a "link_text":"http://straße.de/" "shown_host":"straße.de"${tab}... which is not that of 2003
<a href=http://xn--pypal-4ve.com/>http://paypal.com/</a>${tab}href-differs $a "link_text":"http://paypal.com/" "shown_host":"paypal.com"${tab}a host that looks the same
<a href=http://xn--a-.com/>http://xn--a-.com/</a>${tab}$a "link_text":"http://xn--a-.com/"${tab}hosts that IDNA refuses are compared as written
END

long=$(printf 'é%.0s' 1 2 3 4 5 6 7 8 9 10)
long=$long$long$long$long$long$long$long$long$long$long
ok 'link_text: 200 characters' has_members \
	"<a href=http://h.example/>$long$long</a>" "$a \"link_text\":\"$long$long\""
ok 'link_text: the 201st is cut off' has_members \
	"<a href=http://h.example/>$long${long}x</a>" "$a \"link_text\":\"$long$long\""
ok 'link_text: no space at the cut' has_members \
	"<a href=http://h.example/>x$long${long%??} y</a>" "$a \"link_text\":\"x$long${long%??}\""
ok 'link_text: bytes that are not UTF-8' has_members \
	"$(printf '<a href=http://h.example/>\377</a>')" "$a \"link_text\":{\"bytes\":\"/w==\"}"

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
prints() { # expected, argument...
	wanted=$1
	shift
	! differ output "$wanted" "$(urlgrep "$@" page)"
}
ok '--links=anchors: anchors and visible text' prints 'http://a.example/
http://area.example/
http://vml.example/
http://a.svg.example/
http://mso.example/
http://image.example/
http://text.example/' --links=anchors
ok '--links=all is the default' prints "$(urlgrep page)" --links=all
ok '--links=all: all of them' prints 17 -c --links=all
printf 'Content-Type: multipart/alternative; boundary=b\n\n--b\n\nhttp://image.example/\n--b\n%s\n\n%s\n--b--\n' \
	'Content-Type: text/html' '<img src=http://image.example/><a href=http://a.example/>x</a>' >page
ok '--links=anchors: what the plain text says is printed' prints 'http://image.example/
http://a.example/' --as=mail --links=anchors
cat >page <<'END'
<html><a href=" {{ url }}"></a><a href=" http://a.example/ {{ x }}/b"></a>
<a href="http://b.example/{{ x }}"></a><a href="http://c.example/x y"></a>
END
ok 'a template after a blank, and a URL with one' prints 'http://c.example/x y'
ok '--links: another word is an error' sh -c \
	'! "$0" --links=images page 2>err && grep -q "expected all or anchors" err' "$urlgrep"

echo "1..$n"
exit $failed
