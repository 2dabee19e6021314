#!/bin/sh
# layers.sh - which directories may include which, what the libraries export and call, and
# that their headers are self-contained
cd "$(dirname "$0")/../.." || exit 2
. tests/common/command.inc
cd "$top" || exit 2
cc=${CC:-cc}

ok() { # what, then a command that prints only the offenders
	what=$1
	shift
	n=$((n + 1))
	found=$("$@" 2>&1)
	if [ -n "$found" ]; then
		failed=1
		echo "not ok $n - $what"
		echo "$found" | sed 's/^/# /'
	else
		echo "ok $n - $what"
	fi
}

# ---- the build is complete: otherwise the searches below would miss files ----

# Print the files that are missing, or too small to be what the tests below expect.
missing_files() {
	for file in urlgrep liburlgrep.a liburlgrep.so liburlgrep-mail.a liburlgrep-mail.so; do
		nm "$build/$file" >/dev/null 2>&1 || nm -D "$build/$file" >/dev/null ||
			echo "$build/$file"
	done
	for library in liburlgrep liburlgrep-mail; do
		at_least 10 "functions in $library.so" "$(nm -D --defined-only "$build/$library.so" | grep -c ' T urlgrep_')"
		at_least 10 "functions in $library.a" "$(nm -g --defined-only "$build/$library.a" | grep -c ' T urlgrep_')"
	done
	for directory in util url unwrap names text input mail html find row cmd report; do
		at_least 3 "objects in $directory" "$(find "$build/$directory" -name '*.o' | wc -l)"
		at_least 3 "includes in src/$directory" \
			"$(find "src/$directory" -name '*.[ch]' -exec grep -h '#include "' {} + | wc -l)"
	done
	"$build/urlgrep" --version 2>&1 | grep -q '^urlgrep [0-9]' ||
		echo "$build/urlgrep does not run"
}

at_least() { # number, what, got
	[ "$3" -ge "$1" ] || echo "$2: $3, expected at least $1"
}
ok 'the command, the libraries and their objects are there' missing_files

# ---- includes ----------------------------------------------------------------

# Print the includes in a directory that are not allowed there.
includes() { # directory, pattern of directories, of headers beside them
	find "src/$1" -name '*.[ch]' -exec grep -nE '^#[[:space:]]*include "' {} + |
		grep -vE "\"(($1|$2)/[a-z0-9_]+\.h|urlgrep(_mail|_tools)?\.h$3)\""
}

# Each directory may include itself, the public headers, util, and the directories before it in its
# line of the Makefile. urlpick may also include html.
make -s --no-print-directory print-layers >"$tmp/layers"
while read -r line; do
	before=util
	for directory in $line; do
		case $directory in
		pick) others='|html' ;;
		*) others= ;;
		esac
		ok "$directory includes only lower layers" includes "$directory" \
			"$(echo "$before" | tr ' ' '|')$others"
		before="$before $directory"
	done
done <"$tmp/layers"
for directory in python/extension sql wasm; do
	ok "$directory includes row and util" includes $directory 'row|util' '|[a-z_]+\.h'
done

# make check-wasm compiles this with a different compiler.
ok 'src/wasm fits the headers' sh -c "$cc -std=c11 -D_GNU_SOURCE -fsyntax-only -Wno-attributes \
	-Wno-pointer-sign -Werror=implicit-function-declaration -Iinclude -Isrc src/wasm/*.c"

# Print the headers that include each other, which tsort reports.
circles() {
	grep -rE '^#[[:space:]]*include "' src --include='*.h' |
		sed -E 's/^src\/([^:]*):[^"]*"([^"]*)".*/\1 \2/' | tsort 2>&1 >/dev/null
}
ok 'no headers include each other' circles

only() { # pattern of files, pattern of headers that only they include
	grep -rlE "#[[:space:]]*include <($2)" src | grep -vE "^src/($1)$"
}
ok 'only the patterns of grammars and the filters include PCRE2' only \
	'url/match.h|cmd/search.c' 'pcre2\.h'
ok 'only url and the rules include the patterns' sh -c \
	"grep -rl 'include .url/match\.h' src | grep -vE '^src/(url/|text/rules\.c$)'"
ok 'only screen.c includes ncurses' only 'pick/screen.c' 'n?curses'
ok 'only libraries.h includes libarchive and zlib' only 'input/libraries.h' '(archive(_entry)?|zlib)\.h'
ok 'in the libraries only platform.c is about signals' only \
	'util/platform.c|(cmd|pick|report|python|clients|examples)/.*' 'signal\.h'
ok 'in the libraries only platform.[ch] includes threads and dlopen' only \
	'util/platform.[ch]|(cmd|pick|report|python|sql|clients|examples)/.*' '(pthread|dlfcn)\.h'
ok 'only the plugin for Claws Mail includes GLib' only 'clients/.*' '(glib|gmime)'
ok 'only idna.h and idn.c include ICU, which they load' \
	only 'util/idna.h|row/idn.c' 'unicode/'
ok 'the libraries use neither ctype.h nor strcasecmp' sh -c \
	"grep -nE 'include <(ctype|strings)\\.h>|strn?casecmp' -r src --include='*.[ch]' | grep -v '^src/\\(cmd\\|pick\\|clients\\)/'"

# ---- the libraries -----------------------------------------------------------

ok 'the command is not linked with ICU' sh -c \
	"objdump -p '$build/urlgrep' | grep -E 'NEEDED.*icu'"

exports() { # library: symbols other than urlgrep_*
	nm -D --defined-only "$build/$1.so" | grep -v ' T urlgrep_'
	! command -v objcopy >/dev/null ||
		nm -g --defined-only "$build/$1.a" | grep -E ' [A-Z] ' | grep -v ' T urlgrep_'
}

# Functions that end the process, print, or change global state of the process.
calls='(__)?v?f?printf(_chk)?|puts|putchar|fputs|fputc|putc|fwrite|perror|stdout|stderr'
calls="$calls|abort|__assert_fail|_?exit|atexit|signal|sigaction|sigprocmask"
calls="$calls|setlocale|setenv|chdir|umask"
forbidden_calls() { # library
	nm -u "$build/$1.a" | awk '{ print $2 }' | grep -xE "$calls"
}

for library in liburlgrep liburlgrep-mail; do
	ok "$library exports only urlgrep_*" exports $library
	ok "$library does not print, exit, abort, or change signals or the locale" \
		forbidden_calls $library
done

# Print "FILE: NAME" for each writable variable.
variables() {
	for directory in "$@"; do
		find "$build/$directory" -name '*.o' | sort
	done | while read -r object; do
		source=${object#"$build/"}
		source=${source%.o}.c
		[ -e "src/$source" ] || [ -e "$build/$source" ] || continue # an old object
		objdump -t "$object" | awk -v file="${object#"$build/"}" \
			'/ O \.(data|bss|tdata|tbss|lbss|ldata)([.][^r]|[[:space:]])/ {
				sub(/\.[0-9]+$/, "", $NF); print file ": " $NF }'
	done | sort
}
variables_of_core() {
	variables util url unwrap text | grep -v '^util/idna.o:' # in liburlgrep-mail
}
ok 'liburlgrep has no variables' variables_of_core

# Allow the functions of libraries that are loaded once, when needed.
variables_of_mail() {
	for name in archive_functions isal_functions lock zlib_functions; do
		echo "input/libraries.o: $name"
	done >"$tmp/expected"
	echo 'util/idna.o: icu' >>"$tmp/expected"
	variables input mail html find util/idna.o | diff "$tmp/expected" -
}
ok 'liburlgrep-mail has variables for loaded libraries only' variables_of_mail

# The shared liburlgrep, which exports only public functions, has everything that
# liburlgrep-mail needs.
link_with_public() {
	$cc -shared -o "$tmp/mail.so" -Wl,-z,defs -Wl,--whole-archive \
		"$build/liburlgrep-mail.a" -Wl,--no-whole-archive -L"$build" -lurlgrep -ldl
}
ok 'liburlgrep-mail uses only public functions of liburlgrep' link_with_public
public_functions() { # library, headers: prints exported functions that no header declares
	nm -D --defined-only "$build/$1.so" | awk '{ print $3 }' | while read -r function; do
		grep -qw "$function" $2 || echo "$function"
	done
}
ok 'urlgrep.h and urlgrep_tools.h declare what liburlgrep exports' \
	public_functions liburlgrep 'include/urlgrep.h include/urlgrep_tools.h'
ok 'urlgrep_mail.h declares what liburlgrep-mail exports' \
	public_functions liburlgrep-mail include/urlgrep_mail.h

# ---- the headers -------------------------------------------------------------

header() { # header, language, standard, compiler
	printf '#include "%s"\nurlgrep_status s = URLGREP_OK;\n' "$1" |
		$4 -x "$2" -std="$3" -Wall -Wextra -Werror -pedantic -Iinclude \
		-fsyntax-only - 2>&1
}
undocumented() { # header
	awk '/^URLGREP_API/ { if (!said) print FILENAME ": " $0 }
		{ said = /\*\/$/ || (/^URLGREP_API/ && said) || (/^    / && said) }' "include/$1"
}
for header in urlgrep.h urlgrep_tools.h urlgrep_mail.h; do
	ok "$header is C11" header $header c c11 "$cc"
	ok "$header is C17" header $header c c17 "$cc"
	if command -v c++ >/dev/null; then
		ok "$header is C++17" header $header c++ c++17 c++
	else
		skip "$header is C++17" 'no C++ compiler (install g++)'
	fi
	ok "$header documents every function" undocumented $header
done
echo "1..$n"
exit $failed
