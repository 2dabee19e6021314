#!/bin/sh
# abi.sh - what programs that were built with urlgrep.h rely on is as
# tests/abi.symbols has it, and a plugin built now runs with a later library
#
# "sh tests/abi.sh --print" prints the list, for when rows are added.
cd "$(dirname "$0")/.." || exit 2
. tests/command.inc
cc=${CC:-cc}
library=$top/build/liburlgrep.so
header=$top/include/urlgrep.h

without_comments() {
	sed 's,/\*.*\*/,,; /\/\*/,/\*\//d; s/[[:space:]]*$//' "$header"
}

functions() {
	nm -D --defined-only "$library" | sed -n 's/.* T \(urlgrep_\)/function \1/p'
}

# A program that prints the sizes, places and values.
layout_program() {
	echo '#include <stdio.h>'
	echo '#include "urlgrep.h"'
	echo 'int main(void) {'
	without_comments | awk '
		/^typedef struct .* \{$/ {
			type = $3
			printf "printf(\"size %s %%zu\\n\", sizeof(%s));\n", type, type
			next
		}
		/^\}/ { type = "" }
		type && /;$/ {
			field = $0
			if (sub(/.*\(\*/, "", field))
				sub(/\).*/, "", field)
			sub(/(\[.*\])?;$/, "", field)
			sub(/.*[ *]/, "", field)
			printf "printf(\"place %s.%s %%zu\\n\", offsetof(%s, %s));\n",
				type, field, type, field
		}'
	without_comments | sed '/^#/d' | grep -oE 'URLGREP_[A-Z_]+' |
		grep -v '^URLGREP_API$' | sort -u |
		sed 's/.*/printf("value & %d\\n", (int)&);/'
	echo '}'
}

layout() {
	layout_program >layout.c
	$cc -std=c11 -I"$top/include" -o layout layout.c && ./layout
}

symbols() {
	sed -n '/^#/p' "$top/tests/abi.symbols"
	functions
	layout
}

if [ "${1-}" = --print ]; then
	symbols
	exit
fi

equal() { # what, wanted, got
	! differ "$@"
}

agree() { # rows of these kinds
	symbols | grep -E "$1" >now
	grep -E "$1" "$top/tests/abi.symbols" | diff - now && return
	echo '# rows that are new: sh tests/abi.sh --print >tests/abi.symbols'
	return 1
}

ok 'functions' agree '^function'
ok 'values' agree '^value'
if [ "$(getconf LONG_BIT)" = 64 ]; then
	ok 'sizes and places' agree '^(size|place)'
else
	skip 'sizes and places' 'not a machine of 64 bits'
fi

# ---- a library with more in it ---------------------------------------------

# A plugin, as mail clients load them, with what this header declares.
cat >plugin.c <<'END'
#include <string.h>
#include <urlgrep.h>
size_t
plugin(const char *text, char *room, size_t size)
{
	urlgrep_grammar *grammar = urlgrep_grammar_new("current", 0, NULL, NULL);
	urlgrep_scanner *scanner = urlgrep_scanner_new(grammar);
	urlgrep_finding found;
	size_t len = 0;

	urlgrep_scanner_text(scanner, text, strlen(text), URLGREP_LAST);
	if (urlgrep_next(scanner, &found) == URLGREP_OK && found.url.text.len < size)
		memcpy(room, found.url.text.text, len = found.url.text.len);
	urlgrep_scanner_free(scanner);
	urlgrep_grammar_free(grammar);
	return len;
}
END
cat >host.c <<'END'
#include <dlfcn.h>
#include <stdio.h>
int
main(int argc, char **argv)
{
	size_t (*plugin)(const char *, char *, size_t);
	char room[256];
	void *handle = dlopen(argv[1], RTLD_NOW);

	if (argc < 3 || handle == NULL)
		return fprintf(stderr, "%s\n", dlerror()), 2;
	*(void **)&plugin = dlsym(handle, "plugin");
	return printf("%.*s\n", (int)plugin(argv[2], room, sizeof(room)), room) < 0;
}
END
# The later library: a function and a type more.
cat >later.c <<'END'
#include "urlgrep.h"
typedef struct urlgrep_later { urlgrep_span name; } urlgrep_later;
__attribute__((visibility("default"))) int urlgrep_later_find(urlgrep_later *later);
int
urlgrep_later_find(urlgrep_later *later)
{
	return later->name.text != NULL;
}
END

runs() { # with the library in this folder
	LD_LIBRARY_PATH=$1 ./host ./plugin.so '<URL:http://h.example/over-
view.html>' >"$out" 2>&1
	equal output 'http://h.example/over-view.html' "$(cat "$out")"
}

build() {
	mkdir now.d later.d &&
	cp "$library" now.d/liburlgrep.so.1 &&
	ln -s liburlgrep.so.1 now.d/liburlgrep.so &&
	$cc -std=c11 -I"$top/include" -fPIC -c later.c &&
	$cc -shared -Wl,-soname,liburlgrep.so.1 -o later.d/liburlgrep.so.1 later.o \
		-Wl,--whole-archive "$top/build/liburlgrep.a" -Wl,--no-whole-archive \
		$(pkg-config --libs libpcre2-8) &&
	$cc -std=c11 -I"$top/include" -fPIC -shared -o plugin.so plugin.c \
		-Lnow.d -lurlgrep &&
	$cc -std=c11 -o host host.c -ldl
}

ok 'a plugin, and a library with more in it' build
ok 'the later one has more' sh -c 'nm -D later.d/liburlgrep.so.1 | grep -q urlgrep_later_find'
ok 'the plugin runs with the library it was built with' runs now.d
ok 'the plugin runs with the later library' runs later.d
echo "1..$n"
exit $failed
