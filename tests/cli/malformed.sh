#!/bin/sh
# malformed.sh - malformed URLs ("http;//", "hxxp://"): printed with --invalid and --all,
# never as valid. One case a line: the text, what is printed (- for nothing), and why.
cd "$(dirname "$0")/../.." || exit 2
. tests/common/command.inc
tab=$(printf '\t')

found() { # text
	printf '%s\n' "$1" | urlgrep --invalid | sed "s/$tab/ /"
}

prints() { # text, what is printed or -
	test "$2" != - || set -- "$1" ''
	! differ "output of $1" "$2" "$(found "$1")"
}

while IFS=$tab read -r text wanted why; do
	ok "$why" prints "$text" "$wanted"
done <<END
see http;//a.example/x.${tab}http;//a.example/x meant: http://a.example/x${tab}a semicolon
see http:/a.example/x${tab}http:/a.example/x meant: http://a.example/x${tab}one slash
see http:\\\\a.example\\x${tab}http:\\\\a.example\\x meant: http://a.example/x${tab}backslashes
see http:\\\\\\\\a.example\\x${tab}http:\\\\\\\\a.example\\x meant: http://a.example/x${tab}backslashes that were quoted
see http:\\/\\/a.example\\/x${tab}-${tab}escaped slashes: a URL in JSON
see http//a.example/x,${tab}http//a.example/x meant: http://a.example/x${tab}no colon
see http:///a.example/x${tab}-${tab}three slashes: no host
see (hxxp://a.example/x)${tab}hxxp://a.example/x meant: http://a.example/x${tab}defanged: nobody shall open it
see hxxps://a[.]example/x${tab}hxxps://a[.]example/x meant: https://a.example/x${tab}defanged, the dot too
see ttp://a.example/x${tab}ttp://a.example/x meant: http://a.example/x${tab}a letter is missing
see htttp://a.example/x${tab}htttp://a.example/x meant: http://a.example/x${tab}a letter too many
see HTTPS//a.example/x${tab}HTTPS//a.example/x meant: https://a.example/x${tab}capitals
see ftp:/ftp.a.example/x${tab}ftp:/ftp.a.example/x meant: ftp://ftp.a.example/x${tab}ftp
see http://a.example/x${tab}-${tab}a URL is not malformed
see http://a.example/http//b.example${tab}-${tab}the path of a URL is not searched
see http:/x and http//y${tab}-${tab}no host
see nohttp//a.example/x${tab}-${tab}the end of a longer word
see a//b.example and // a.example${tab}-${tab}slashes without a name
see http: //a.example/${tab}-${tab}a space after the colon
see 10:30 and Re:foo and C++ std::b.example${tab}-${tab}colons of prose
see hxxp://[${tab}-${tab}nothing to make a URL of
END
ok 'never printed as valid' sh -c 'test -z "$(echo "see http;//a.example/x" | "$0")"' \
	"$urlgrep"
ok 'not printed as another reading' sh -c \
	'test "$(echo "hxxp://a.example/x" | "$0" --all --readings=all | wc -l)" = 1' \
	"$urlgrep"
ok 'JSON: the note, and how the URL is repaired' prints_line 'hxxp://a.example/x' \
	'"valid":false.*"how":\["mended"\].*malformed' --json --all
ok 'no signs, nor those of the URL before' sh -c \
	'test "$(printf "%s\n" "$1" "b.html and http;//b.example/" | "$0" --invalid --explain |
		wc -l)" = 1' "$urlgrep" http://a.example/a-path-that-is-long-enough-to-fill-its-line/
echo "1..$n"
exit $failed
