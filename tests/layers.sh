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

includes() { # of the files of a folder, but for those that match
	grep -nE '^#[[:space:]]*include' src/"$1"/*.[ch] | grep -vE "$2"
}

# the names of a folder's own headers, as an alternative of a pattern
own() {
	ls src/"$1"/*.h | sed 's,.*/,,; s/\./\\./' | paste -sd '|' -
}

c11='<(ctype|dirent|errno|fcntl|fnmatch|getopt|inttypes|pthread|sched|search|signal|stdarg|stdatomic|stdbool|stddef|stdint|stdio|stdio_ext|stdlib|string|strings|time|unistd|sys/stat|sys/types)\.h>'

ok 'core includes its own, the public header, PCRE2 and libc' \
	includes core "\"($(own core)|urlgrep\.h)\"|<pcre2\.h>|/colon\.c:[0-9]*:.*<immintrin\.h>|/ascii\.c:[0-9]*:.*<emmintrin\.h>|$c11"
ok 'in core only grammar.c includes pcre2.h' \
	grep -ln 'pcre2\.h' $(ls src/core/*.[ch] | grep -v /grammar.c)
ok 'cli includes its own, mail and the public header, PCRE2 (-e), ICU and libc' \
	includes cli "\"($(own cli)|$(own mail)|urlgrep\.h)\"|<pcre2\.h>|<unicode/[a-z]+\.h>|$c11"
ok 'mail includes its own, GMime, libarchive and libc: nothing of core' \
	includes mail "\"($(own mail))\"|<(glib|gmime/gmime|archive|archive_entry|locale)\.h>|/late\.c:[0-9]*:.*<dlfcn\.h>|/window\.c:[0-9]*:.*<sys/mman\.h>|$c11"
ok 'in mail only libarchive.h includes archive.h' \
	grep -lnE '<archive(_entry)?\.h' $(ls src/mail/*.[ch] | grep -v /libarchive.h)
ok 'in mail only gmime.h includes GMime' \
	grep -ln '<gmime/' $(ls src/mail/*.[ch] | grep -v /gmime.h)
ok 'in cli only filter.c includes pcre2.h' \
	grep -ln 'pcre2\.h' $(ls src/cli/*.[ch] | grep -v /filter.c)
ok 'in cli only idn.c includes ICU, which it loads' \
	grep -lnE 'unicode/' $(ls src/cli/*.[ch] | grep -v /idn.c)
ok 'the command does not need ICU to begin' sh -c \
	"objdump -p '$build/urlgrep' | grep -E 'NEEDED.*icu'"
ok 'core does not print, exit, abort or look at the locale' \
	grep -nwE 'printf|fprintf|puts|exit|abort|setlocale|isalpha|toupper' src/core/*.c
ok 'core has no state of its own' sh -c \
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
