#!/bin/sh
# static.sh - the static program finds the same in the corpus as the usual one (TAP)
#
#	tests/portability/static.sh PROGRAM STATIC-PROGRAM
#
# It cannot load libarchive and ICU, which it reports, and musl's iconv has no UTF-7.
cd "$(dirname "$0")/../.." || exit 2
. tests/common/command.inc
cd "$top" || exit 2

same() { # option, file: the same findings, and the same exit status
	"$usual" "$1" -nH -- "$2" >"$tmp/usual" 2>"$tmp/errors"
	echo "status $?" >>"$tmp/usual"
	"$static" "$1" -nH -- "$2" >"$tmp/static" 2>&1
	echo "status $?" >>"$tmp/static"
	diff "$tmp/usual" "$tmp/static"
}

reads_gzip() {
	gzip -c corpus/demo.eml >"$tmp/demo.eml.gz"
	[ "$("$static" "$tmp/demo.eml.gz")" = "$("$usual" corpus/demo.eml)" ]
}

refuses_zip() {
	printf 'PK\003\004' >"$tmp/packed.zip"
	"$static" "$tmp/packed.zip" 2>&1
	[ $? -eq 2 ]
}

is_static() { # no program interpreter, and no library
	! objdump -p "$static" | grep -E 'INTERP|NEEDED'
}

usual=$1
static=$2
for file in corpus/*.eml corpus/*.txt corpus/*.html corpus/*.mbox; do
	case $file in
	*/utf-7*) ;;
	*'*'*) ;;
	*) ok "${file##*/}" same --readings=all "$file" ;;
	esac
done
ok 'a .gz is read' reads_gzip
ok 'an archive is refused, and that is an error' refuses_zip
ok 'needs no library of the system' is_static
echo "1..$n"
exit $failed
