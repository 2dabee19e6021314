#!/bin/sh
# layers.sh - who may include whom (README, "How it is built"), what the shared
# library shows, and that its header stands alone
cd "$(dirname "$0")/.." || exit 2
build=$(dirname "${URLGREP:-build/urlgrep}")
n=0
failed=0

ok() { # what, then a command that finds the offenders: none may be found
	what=$1
	shift
	n=$((n + 1))
	if found=$("$@" 2>&1) && [ -n "$found" ]; then
		failed=1
		echo "not ok $n - $what"
		echo "$found" | sed 's/^/# /'
	else
		echo "ok $n - $what"
	fi
}

# The layers, lowest first: each directory may include those before it.
includes() { # directory, the directories it may include
	grep -nE '^#[[:space:]]*include "' src/"$1"/*.[ch] |
		grep -vE "\"(($2)/([a-z0-9_]+/)?[a-z0-9_]+\.h|urlgrep(_mail)?\.h)\""
}
ok 'util includes itself only' includes util util
ok 'url includes util' includes url 'util|url'
ok 'text/lines includes util' includes text/lines 'util|text/lines'
ok 'text includes util, url' includes text 'util|url|text'
ok 'input includes util' includes input 'util|input|mail'
ok 'mail includes util, input' includes mail 'util|input|mail'
ok 'html includes util' includes html 'util|html'
ok 'find includes the layers before it' includes find 'util|input|mail|html|find'
for d in cmd cmd/files cmd/options cmd/parallel cmd/print cmd/warnings; do
	ok "$d includes util and the public headers" includes $d 'util|cmd'
done

only() { # file, pattern of what only it includes
	grep -rlE "#[[:space:]]*include <($2)" src | grep -vE "^src/($1)$"
}
ok 'only the matcher and the filter include PCRE2' only 'url/matcher.c|cmd/filter.c' 'pcre2\.h'
ok 'only libarchive_dl.h includes libarchive' only 'input/libarchive_dl.h' 'archive(_entry)?\.h'
ok 'only gmime_dl.h includes GMime' only 'mail/gmime_dl.h' 'gmime/'
ok 'only idn.c includes ICU, which it loads' only 'cmd/warnings/idn.c' 'unicode/'
ok 'the command does not need ICU to begin' sh -c \
	"objdump -p '$build/urlgrep' | grep -E 'NEEDED.*icu'"
ok 'liburlgrep does not print, exit, abort or look at the locale' \
	grep -nwE 'printf|fprintf|puts|exit|abort|setlocale|isalpha|toupper' src/util/[a-ce-z]*.c src/url/*.c src/text/*.c src/text/*/*.c
ok 'liburlgrep has no state of its own' sh -c \
	"objdump -t '$build/liburlgrep.a' | grep -E ' O (\\.data|\\.bss)[[:space:]]'"
ok 'the shared library shows nothing but urlgrep_*' sh -c \
	"nm -D --defined-only '$build/liburlgrep.so' | grep -v ' T urlgrep_'"

header() { # language standard, compiler
	printf '#include "urlgrep.h"\nurlgrep_status s = URLGREP_OK;\n' |
		$2 -x "$1" -std="$3" -Wall -Wextra -Werror -pedantic -Iinclude \
		-fsyntax-only - 2>&1
}
ok 'the header is C11' header c "${CC:-cc}" c11
ok 'the header is C17' header c "${CC:-cc}" c17
if command -v c++ >/dev/null; then
	ok 'the header is C++17' header c++ c++ c++17
else
	n=$((n + 1))
	echo "ok $n - the header is C++17 # SKIP no C++ compiler"
fi
ok 'every public function is documented in the header' sh -c \
	"awk '/^URLGREP_API/ { if (!said) print FILENAME \": \" \$0 } { said = /\\*\\/\$/ || (/^URLGREP_API/ && said) }' include/urlgrep.h | cat"
echo "1..$n"
exit $failed
