#!/bin/sh
# portability.sh - build in a copy of the tree and run the quick tests (make check-quick),
# each time in a different unusual environment:
#
#	gcc clang   the compiler
#	path        a path with a blank and a quote
#	git         no git: only `make dist` needs it, and reports that it is missing
#	jit         PCRE2 without JIT
#
#	tests/portability/portability.sh [STEP]...
#
# TAP on standard output, with the output of failed steps. Missing compilers are skipped.
cd "$(dirname "$0")/../.." || exit 2
. tests/common/command.inc
# The flags for the copies, with which a compiler gives its default warnings.
flags='-O1 -g0'

copy() { # directory: copies the tree there, without built files
	mkdir -p "$1"
	tar -cf - --exclude=./build --exclude=./.git . | tar -xf - -C "$1"
}

builds() { # directory, argument of make...: succeeds if there are no warnings
	directory=$1
	shift
	make -s -C "$directory" CFLAGS="$flags" "$@" all tests >"$tmp/built" 2>&1 || {
		cat "$tmp/built"
		return 1
	}
	! grep -n 'warning:' "$tmp/built"
}

checks() { # directory, argument of make...
	directory=$1
	shift
	make -s -C "$directory" CFLAGS="$flags" "$@" check-quick >"$tmp/checked" 2>&1 && return
	tail -n 60 "$tmp/checked"
	return 1
}

compiler() { # CC
	if command -v "$1" >/dev/null; then
		copy "$tmp/$1"
		ok "$1: builds without warnings" builds "$tmp/$1" CC="$1"
		ok "$1: tests" checks "$tmp/$1" CC="$1"
		rm -rf "${tmp:?}/$1"
	else
		skip "$1" "there is no $1 (install $1)"
	fi
}

path() {
	odd="$tmp/a blank and a quote's"
	copy "$odd"
	ok 'a path with a blank and a quote: builds' builds "$odd"
	ok 'a path with a blank and a quote: tests' checks "$odd"
	rm -rf "$odd"
}

# Make a PATH with every program except git.
without_git() {
	mkdir "$tmp/bin"
	echo "$PATH" | tr : '\n' | while read -r directory; do
		for program in "$directory"/*; do
			case ${program##*/} in
			git | git-*) ;;
			*) [ -e "$tmp/bin/${program##*/}" ] || [ ! -x "$program" ] ||
				ln -s "$program" "$tmp/bin/${program##*/}" ;;
			esac
		done
	done
}

fails_loudly() { # directory
	! PATH="$tmp/bin" make -s -C "$1" dist >"$tmp/out" 2>&1 &&
		grep -q git "$tmp/out" && ! ls "$1"/build/urlgrep-*.tar.gz 2>/dev/null
}

git_missing() {
	without_git
	copy "$tmp/no-git"
	ok 'no git: builds' env PATH="$tmp/bin" make -s -C "$tmp/no-git" CFLAGS="$flags" \
		all tests
	ok 'no git: tests' env PATH="$tmp/bin" make -s -C "$tmp/no-git" CFLAGS="$flags" \
		check-quick
	ok 'no git: make dist fails, says why, and leaves nothing' fails_loudly \
		"$tmp/no-git"
	rm -rf "$tmp/no-git" "$tmp/bin"
}

has_no_jit() { # directory
	LD_PRELOAD=$tmp/no_jit.so "$1/build/urlgrep" --version | grep -i 'jit' |
		grep -vi 'in use'
}

no_jit() {
	copy "$tmp/no-jit"
	# shellcheck disable=SC2046
	ok 'no JIT: the library to preload' ${CC:-cc} -shared -fPIC -o "$tmp/no_jit.so" \
		$(pkg-config --cflags libpcre2-8) tests/portability/no_jit.c
	ok 'no JIT: builds' builds "$tmp/no-jit"
	ok 'no JIT: --version says so' has_no_jit "$tmp/no-jit"
	ok 'no JIT: tests' checks "$tmp/no-jit" PRELOAD="$tmp/no_jit.so"
	rm -rf "$tmp/no-jit"
}

[ $# -gt 0 ] || set -- gcc clang path git jit
for step; do
	cd "$top" || exit 2
	case $step in
	gcc | clang) compiler "$step" ;;
	path) path ;;
	git) git_missing ;;
	jit) no_jit ;;
	*) echo "portability.sh: no step $step" >&2; exit 2 ;;
	esac
done
echo "1..$n"
exit $failed
