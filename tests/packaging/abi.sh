#!/bin/sh
# abi.sh - the interface of both libraries is as listed in tests/packaging/abi.symbols: functions,
# values, sizes of types and offsets of members; a plugin built now runs with a later library
#
# "sh tests/packaging/abi.sh --print" prints the list, to add rows.
cd "$(dirname "$0")/../.." || exit 2
. tests/common/command.inc
cc=${CC:-cc}
soversion=$(sed -n 's/^SOVERSION = //p' "$top/Makefile")

without_comments() { # header
	awk '{
		text = ""
		while ($0 != "") {
			mark = inside ? "*/" : "/*"
			at = index($0, mark)
			if (!inside)
				text = text (at ? substr($0, 1, at - 1) : $0)
			if (!at)
				break
			inside = !inside
			$0 = substr($0, at + 2)
		}
		sub(/[ \t]+$/, "", text)
		print text
	}' "$top/include/$1"
}

functions() { # library
	nm -D --defined-only "$build/$1.so" | sed -n 's/.* T \(urlgrep_\)/function \1/p'
}

# A program that prints the sizes, offsets and values of a header.
layout_program() { # header
	echo '#include <stdio.h>'
	echo "#include \"$1\""
	echo 'int main(void) {'
	without_comments "$1" | awk '
		/^typedef struct .* \{$/ {
			type = $3
			printf "printf(\"type %s %%zu:\", sizeof(%s));\n", type, type
			next
		}
		/^\}/ && type { print "puts(\"\");" }
		/^\}/ { type = "" }
		type && /;$/ {
			if (sub(/.*\(\*/, "")) # a function pointer
				sub(/\).*/, "")
			sub(/;$/, "")
			count = split($0, fields, /,/)
			for (i = 1; i <= count; i++) {
				sub(/\[.*/, "", fields[i])
				sub(/.*[ *]/, "", fields[i])
				printf "printf(\" %s %%zu\", offsetof(%s, %s));\n",
					fields[i], type, fields[i]
			}
		}'
	without_comments "$1" | sed '/^#/d' | grep -oE '\<URLGREP_[A-Z0-9_]+' |
		grep -v '^URLGREP_API$' | sort -u |
		sed 's/.*/printf("value & %d\\n", (int)&);/'
	echo '}'
}

layout() { # header
	layout_program "$1" >layout.c
	$cc -std=c11 -I"$top/include" -o layout layout.c && ./layout
}

symbols() {
	sed -n '/^#/p' "$top/tests/packaging/abi.symbols"
	functions liburlgrep
	layout urlgrep.h
	layout urlgrep_tools.h
	functions liburlgrep-mail
	layout urlgrep_mail.h
}

if [ "${1-}" = --print ]; then
	symbols
	exit
fi

agree() { # rows of these kinds
	symbols | grep -E "$1" >now
	grep -E "$1" "$top/tests/packaging/abi.symbols" | diff - now && return
	echo '# expected (<), got (>); to add rows: sh tests/packaging/abi.sh --print >tests/packaging/abi.symbols'
	return 1
}

ok 'functions' agree '^function'
ok 'values' agree '^value'
if [ "$(getconf LONG_BIT)" = 64 ]; then
	ok 'sizes and offsets' agree '^type'
else
	skip 'sizes and offsets' 'not a 64-bit machine'
fi

# ---- plugins and a later library ---------------------------------------------

# Plugins such as mail clients load, built with the current headers.
cat >plugin.c <<'END'
#include <string.h>
#include <urlgrep.h>
size_t
plugin(const char *text, char *room, size_t size)
{
	urlgrep_grammar *grammar = urlgrep_grammar_new("current", 0, NULL, NULL);
	urlgrep_scanner *scanner = urlgrep_scanner_new(grammar);
	const urlgrep_finding *found;
	size_t len = 0;

	urlgrep_scanner_text(scanner, text, strlen(text), URLGREP_LAST);
	if ((found = urlgrep_next(scanner)) != NULL && found->url.text.len < size)
		memcpy(room, found->url.text.text, len = found->url.text.len);
	urlgrep_scanner_free(scanner);
	urlgrep_grammar_free(grammar);
	return len;
}
END
cat >mail_plugin.c <<'END'
#include <string.h>
#include <urlgrep_mail.h>
size_t
plugin(const char *text, char *room, size_t size)
{
	urlgrep_grammar *grammar = urlgrep_grammar_new("current", 0, NULL, NULL);
	/* the fields of a version that had no more than two */
	urlgrep_mail_options options = { offsetof(urlgrep_mail_options, type) };
	urlgrep_mail *mail;
	const urlgrep_finding *found;
	const urlgrep_location *location;
	size_t len = 0;

	memset((char *)&options + options.size, 0xFF, sizeof(options) - options.size);
	mail = urlgrep_mail_new(grammar, &options);
	urlgrep_mail_open_buffer(mail, "text", text, strlen(text), NULL);
	if (urlgrep_mail_next(mail, &found, &location) == URLGREP_OK &&
	    found->url.text.len < size)
		memcpy(room, found->url.text.text, len = found->url.text.len);
	urlgrep_mail_free(mail);
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
# The later library has an additional function and type.
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

runs() { # plugin, directory of the libraries
	LD_LIBRARY_PATH=$2 ./host "./$1.so" '<URL:http://h.example/over-
view.html>' >"$out" 2>&1
	equal output 'http://h.example/over-view.html' "$(cat "$out")"
}

build_libraries() {
	soname=liburlgrep.so.$soversion
	mkdir now.d later.d &&
	cp "$build/liburlgrep.so" "now.d/$soname" &&
	$cc -std=c11 -I"$top/include" -fPIC -c later.c &&
	$cc -shared -Wl,-soname,"$soname" -o "later.d/$soname" later.o \
		-Wl,--whole-archive "$build/liburlgrep.a" -Wl,--no-whole-archive \
		$(pkg-config --libs libpcre2-8) &&
	cp "$build/liburlgrep-mail.so" "now.d/liburlgrep-mail.so.$soversion" &&
	cp "$build/liburlgrep-mail.so" "later.d/liburlgrep-mail.so.$soversion"
}

build_plugins() {
	$cc -std=c11 -I"$top/include" -fPIC -shared -o plugin.so plugin.c \
		-L"$build" -lurlgrep &&
	$cc -std=c11 -I"$top/include" -fPIC -shared -o mail_plugin.so mail_plugin.c \
		-L"$build" -lurlgrep-mail -lurlgrep &&
	$cc -std=c11 -o host host.c -ldl
}

ok 'a library with more functions' build_libraries
ok 'it has more' sh -c "nm -D later.d/liburlgrep.so.$soversion | grep -q urlgrep_later_find"
ok 'plugins' build_plugins
for plugin in plugin mail_plugin; do
	ok "$plugin.c runs with the library it was built with" runs $plugin now.d
	ok "$plugin.c runs with the later library" runs $plugin later.d
done
echo "1..$n"
exit $failed
