#!/bin/sh
# example_mail.sh - a program that uses liburlgrep-mail (src/examples/mail.c) finds the same
# URLs, lines, offsets and lengths as the command, in corpus/ and, if available, in mail
# archives
cd "$(dirname "$0")/../.." || exit 2
. tests/common/command.inc
. "$top/tests/common/archives.inc"
cc=${CC:-cc}

compile() {
	$cc -std=c11 -O2 -Wall -Wextra -Werror -I"$top/include" -o "$tmp/mail" \
		"$top/src/examples/mail.c" "$build/liburlgrep-mail.a" \
		"$build/liburlgrep.a" \
		$(pkg-config --libs libpcre2-8) -ldl 2>&1
}

# Convert the output of --json to the lines that mail.c prints.
cat >places.py <<'END'
import base64, json, sys
for line in sys.stdin.buffer:
    row = json.loads(line)
    if row["type"] == "url":
        url = row["url"]
        url = base64.b64decode(url["bytes"]) if isinstance(url, dict) else url.encode()
        place = "%s:%d:%d:%d:" % (row["path"], row["line"], row["offset"], row["length"])
        sys.stdout.buffer.write(place.encode() + url + b"\n")
END

# The command's messages begin in lower case.
messages() { # program, file: prints messages without the command's hint about patterns
	sed "s/^$1: //; s/; a pattern goes after -e\$//" "$2" | tr '[:upper:]' '[:lower:]'
}

agree() { # file...
	within 300 "$urlgrep" --json "$@" >found.json 2>expected.err
	expected_status=$?
	python3 places.py <found.json >expected
	within 300 "$tmp/mail" "$@" >got 2>got.err
	got_status=$?
	good=0
	differ 'exit status' $expected_status $got_status && good=1
	differ messages "$(messages urlgrep expected.err)" "$(messages mail got.err)" && good=1
	cmp -s expected got && return $good
	diff expected got | sed -n 's/^</# expected:/p; s/^>/# got:     /p' | head -n 20
	return 1
}

agree_in() { # list of files
	list=$1
	set --
	while read -r file; do
		set -- "$@" "$file"
	done <"$list"
	agree "$@"
}

ok 'mail.c compiles' compile

find "$top/corpus" -type f ! -name '*.urls' ! -name '*.options' | sort >list
ok "$(wc -l <list) files of corpus/" agree_in list

# ---- other files -------------------------------------------------

cp -R "$top/corpus" corpus
gzip -k corpus/demo.eml
tar -czf corpus.tar.gz corpus
head -c 3000 corpus.tar.gz >damaged.tar.gz
: >empty
mkdir directory
ok 'a compressed message' agree corpus/demo.eml.gz
ok 'an archive of files and compressed files' agree corpus.tar.gz
ok 'a damaged archive' agree damaged.tar.gz
ok 'an empty file' agree empty
ok 'a missing file' agree missing
ok 'files after a missing one' agree missing corpus/demo.eml missing corpus/demo.eml.gz

# ---- archives ----------------------------------------------------------------

if [ -n "$archives" ]; then
	for file in "$archives"/*; do
		find "$file" -type f | sort >list
		ok "${file##*/}: $(wc -l <list) files" agree_in list
	done
else
	skip_archives 'the archives'
fi
echo "1..$n"
exit $failed
