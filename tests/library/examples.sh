#!/bin/sh
# examples.sh - test that the examples compile without warnings, as C and as C++, and work
cd "$(dirname "$0")/../.." || exit 2
. tests/common/command.inc
cc=${CC:-cc}
examples=$top/src/examples
demo=$top/corpus/demo.eml

libraries="$build/liburlgrep-mail.a $build/liburlgrep.a $(pkg-config --libs libpcre2-8) -ldl"
warnings='-Wall -Wextra -Wconversion -Werror -pedantic'

compile() { # name
	$cc -std=c11 $warnings -D_POSIX_C_SOURCE=200809L -I"$top/include" \
		-o "$tmp/$1" "$examples/$1.c" $libraries 2>&1
}

compile_cplusplus() { # name
	c++ -x c++ -std=c++17 $warnings -I"$top/include" -c -o "$tmp/$1.o" "$examples/$1.c" 2>&1 &&
		c++ -o "$tmp/$1.c++" "$tmp/$1.o" $libraries 2>&1
}

prints() { # wanted, command...
	wanted=$1
	shift
	within 15 "$@" >"$out" 2>&1
	status=$?
	equal output "$wanted" "$(cat "$out")" && equal status 0 $status
}

# ---- C ---------------------------------------------------------------------

for name in parts underline pipe mail plugin; do
	ok "$name.c compiles" compile $name
done
for name in mail plugin; do
	if command -v c++ >/dev/null; then
		ok "$name.c is C++, too" compile_cplusplus $name
	else
		skip "$name.c is C++, too" 'no C++ compiler (install g++)'
	fi
done
ok 'mail.c has about 60 lines' [ "$(wc -l <"$examples/mail.c")" -le 65 ]
ok 'parts.c' prints 'valid ftp://me@h.example/a;type=i
scheme ftp
user me
host h.example
path a
type i
invalid http://h.example:x/
loose http://h.example/a|b
scheme http
host h.example
path /a|b
valid news:a.b
scheme news
group a.b' "$tmp/parts" \
	'ftp://me@h.example/a;type=i http://h.example:x/ http://h.example/a|b <news:a.b>'

underline() {
	prints '> See <URL:http://a.example/over-
           ^^^^^^^^^^^^^^^^^^^^^^
> view> or	http://b.example/a|b, or not.
  ^^^^    	^^^^^^^^^^^^^^^^^^^^' "$tmp/underline" <<END
> See <URL:http://a.example/over-
> view> or	http://b.example/a|b, or not.
END
}
ok 'underline.c' underline
# Pass input one piece at a time, and in pieces that end anywhere.
"$urlgrep" -b -h --as=text "$demo" | sed 's/:/: /' >"$tmp/whole"
slowly() {
	while IFS= read -r line; do
		printf '%s' "${line%????}"
		sleep 0.01
		printf '%s\n' "${line#"${line%????}"}"
	done <"$demo"
}
piped() {
	slowly | prints "$(cat "$tmp/whole")" "$tmp/pipe"
}
ok 'pipe.c, in pieces' piped
long() { # a URL across each border of 4096 bytes
	awk 'BEGIN { for (i = 0; i < 2000; i++)
		printf "http://h.example/%d|%*s and text\n", i, i % 97, "" }' |
		sed 's/|  */&x/'
}
long >"$tmp/long"
"$urlgrep" -b -h --as=text "$tmp/long" | sed 's/:/: /' >"$tmp/whole"
piped_long() {
	"$tmp/pipe" <"$tmp/long" >"$out" && cmp "$out" "$tmp/whole" &&
		[ "$(wc -l <"$out")" -eq 2000 ]
}
ok 'pipe.c, over many borders of pieces' piped_long

# ---- liburlgrep-mail ---------------------------------------------------------

cd "$tmp/in" || exit 2
cat >letter.eml <<END
From: Ann <ann@example.org>
Subject: a page
Content-Type: text/plain
Content-Transfer-Encoding: quoted-printable

See http://h.example/a?b=3Dc&d and
<URL:http://me@i.example/over-
view.html>
END
ok 'mail.c' prints 'letter.eml:6:118:26:http://h.example/a?b=c&d
letter.eml:7:154:35:http://me@i.example/over-view.html' "$tmp/mail" letter.eml
gzip -k letter.eml
ok 'mail.c: a compressed file' prints 'letter.eml.gz:6:118:26:http://h.example/a?b=c&d
letter.eml.gz:7:154:35:http://me@i.example/over-view.html' "$tmp/mail" letter.eml.gz

exits() { # status, standard error, command...
	wanted_status=$1 wanted=$2
	shift 2
	within 15 "$@" >"$out" 2>"$err"
	status=$?
	good=0
	differ 'standard error' "$wanted" "$(cat "$err")" && good=1
	differ status "$wanted_status" $status && good=1
	return $good
}
echo 'nothing' >none.txt
ok 'mail.c: exit status 0' exits 0 '' "$tmp/mail" none.txt letter.eml
ok 'mail.c: exit status 1' exits 1 '' "$tmp/mail" none.txt
ok 'mail.c: exit status 2' exits 2 'mail: missing: No such file or directory' \
	"$tmp/mail" missing letter.eml
ok 'mail.c: it continued' [ "$(wc -l <"$out")" -eq 2 ]

links() {
	prints '<a href="http://h.example/a?b=c&#38;d">http://h.example/a?b=c&#38;d</a>
<a class="odd" href="http://me@i.example/over-view.html">http://me@i.example/over-view.html</a>' \
		"$1" <letter.eml
}
ok 'plugin.c' links "$tmp/plugin"
cat >script.eml <<END
Subject: a script

<URL:javascript:f(1)> and http://h.example/a|b
END
ok 'plugin.c: no link runs a script' prints 'javascript:f(1)
<a href="http://h.example/a|b">http://h.example/a|b</a>' "$tmp/plugin" <script.eml
if [ -x "$tmp/plugin.c++" ]; then
	ok 'plugin.c as C++' links "$tmp/plugin.c++"
else
	skip 'plugin.c as C++' 'no C++ compiler (install g++)'
fi

# ---- the examples in the comments of the headers -----------------------------

# Print a program with the example of a header between two texts in C.
program_of() { # header, before, after
	printf '#include <stdio.h>\n#include <%s>\nint\nmain(void)\n{\n%s\n' "$1" "$2"
	sed -n '/\*\/$/q; s/^ \*	/	/p' "$top/include/$1"
	printf '%s\n\treturn 0;\n}\n' "$3"
}
compile_header() { # name, header, before
	program_of "$2" "$3" '' >"$1.c"
	$cc -std=c11 $warnings -I"$top/include" -o "$tmp/$1" "$1.c" $libraries 2>&1
}
ok "urlgrep.h's example compiles" compile_header text_example urlgrep.h \
	'	static const char text[] = "http://a.example/ http://a.example/a|b http://{c}/";
	size_t len = sizeof(text) - 1;'
ok "urlgrep.h's example" prints 'http://a.example/
http://a.example/a|b' "$tmp/text_example"
ok "urlgrep_mail.h's example compiles" compile_header mail_example urlgrep_mail.h ''
ok "urlgrep_mail.h's example: a missing file" prints 'No such file or directory' "$tmp/mail_example"
mkdir inbox
ok "urlgrep_mail.h's example: a directory" prints 'Is a directory' "$tmp/mail_example"
rmdir inbox
cp script.eml inbox
ok "urlgrep_mail.h's example" prints 'inbox:3:javascript:f(1)
inbox:3:http://h.example/a|b' "$tmp/mail_example"

echo "1..$n"
exit $failed
