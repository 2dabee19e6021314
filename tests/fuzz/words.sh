#!/bin/sh
# words.sh - print a dictionary for a fuzz target: the strings in the sources that it tests, and the
# elements of their grammars and formats
#
#	tests/fuzz/words.sh TARGET
cd "$(dirname "$0")/../.." || exit 2

literals() { # directory of src...
	for directory; do
		grep -ohE '"([^"\\]|\\[nrt\\"]){1,30}"' src/"$directory"/*.[ch]
	done | sed 's/\\n/\\x0A/g; s/\\r/\\x0D/g; s/\\t/\\x09/g'
}

case $1 in
message | mbox | mail)
	literals mail
	printf '"%s"\n' 'From ann@example.org Tue Mar 14 10:12:00 1995\x0A' '\x0A\x0A' '\x0A ' '--b\x0A' '--b--' \
		'; boundary=b' '=?utf-8?q?' '=?utf-8?b?' '?=' '=20' '=\x0A' 'begin 644 a\x0A' 'http://h/'
	;;
html)
	literals html
	printf '"%s"\n' '</' '<!--' '-->' '<![CDATA[' ']]>' '&#x3a;' '&#58' '&amp;' '=\"' '{{' '<base href=http://h/>'
	;;
input)
	literals input
	printf '"%s"\n' '\x1F\x8B\x08' 'PK\x03\x04' 'PK\x05\x06' 'BZh9' '\xFD7zXZ' '7z\xBC\xAF\x27\x1C' 'ustar'
	;;
options)
	literals cmd
	build/urlgrep --help=all 2>/dev/null | grep -oE -e '--[a-z-]+=?' | sort -u | sed 's/.*/"&"/'
	;;
*)
	literals text url unwrap names
	sed -n 's/^\([a-z][a-z0-9+.-]*\)\t.*/"\1:"/p' src/grammar/schemes.tsv
	printf '"%s"\n' '://' '<URL:' '\x0A> ' '-\x0A' '%0A' '%' '@' '[::1]' '127.0.0.1' ';type=a' '?url=' '\xE2\x80\x8B' \
		'\xC3\xA9' '[.]' 'hxxp' '](' '&quot;'
	;;
esac | LC_ALL=C grep -v '[^ -~]' | LC_ALL=C sort -u
