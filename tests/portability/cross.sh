#!/bin/sh
# cross.sh - compile the libraries and the command for other systems without warnings (TAP)
#
#	ZIG=COMMAND HEADERS=DIRECTORY tests/portability/cross.sh TARGET...
#
# ZIG is the compiler; HEADERS contains the headers of PCRE2 and of the libraries loaded when
# needed. For Windows only the libraries are compiled, with GNU iconv. The results are not run.
cd "$(dirname "$0")/../.." || exit 2
. tests/common/command.inc
cd "$top" || exit 2
command=$(ls src/row/*.c src/cmd/*.c | sed 's,^src/,,; s,c$,o,')

# shellcheck disable=SC2086
$ZIG version >"$tmp/version" 2>&1 && [ -e "$HEADERS/pcre2.h" ] || {
	echo '1..0 # SKIP no ziglang from PyPI, or no source of PCRE2'
	exit
}
cp -rL "$HEADERS" "$tmp/include"
mkdir "$tmp/windows"
cat >"$tmp/windows/iconv.h" <<'END'
#include <stddef.h>
typedef void *iconv_t;
iconv_t iconv_open(const char *to, const char *from);
size_t iconv(iconv_t c, char **in, size_t *in_left, char **out, size_t *out_left);
int iconv_close(iconv_t c);
END

compiles() { # target, directory of headers or nothing, what to make...
	b=build/cross/$1
	headers="-I$tmp/include ${2:+-I$2}"
	cc="$ZIG cc -target $1"
	shift 2
	make -s -k B="$b" CC="$cc" AR="$ZIG ar" OBJCOPY=no-objcopy CFLAGS='-O0 -g0' LDFLAGS= \
		PCRE2_CFLAGS="$headers -DLIBARCHIVE_SONAME='\"libarchive.so.13\"' \
		-DZLIB_SONAME='\"libz.so.1\"'" \
		$(for what; do echo "$b/$what"; done) >"$tmp/log" 2>&1 &&
		! grep -q 'warning:' "$tmp/log" && return
	grep -E 'warning:|error:' "$tmp/log" | head -n 30
	return 1
}

for target; do
	rm -rf "build/cross/$target"
	case $target in
	*windows*) set -- "$tmp/windows" liburlgrep.a liburlgrep-mail.a ;;
	# shellcheck disable=SC2086
	*) set -- '' liburlgrep.a liburlgrep-mail.a $command ;;
	esac
	ok "$target: compiles without a warning" compiles "$target" "$@"
done
echo "1..$n"
exit $failed
