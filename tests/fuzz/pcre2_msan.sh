#!/bin/sh
# pcre2_msan.sh - build PCRE2 from Debian's source with the memory sanitizer
#
#	tests/fuzz/pcre2_msan.sh DIRECTORY	makes DIRECTORY/libpcre2-8.a
#
# All code in a program must be instrumented; otherwise memory written by PCRE2 seems
# uninitialized. For the same reason, this PCRE2 has no JIT.
set -e
directory=$1
[ ! -e "$directory/libpcre2-8.a" ] || exit 0
rm -rf "$directory"
mkdir -p "$directory/lists/partial" "$directory/sources"
cd "$directory"

# Use apt-get with the package sources, since the lists usually have only the binaries.
cat /etc/apt/sources.list /etc/apt/sources.list.d/*.list 2>/dev/null |
	sed -n 's/^deb /deb-src /p' >sources/one-line.list
cat /etc/apt/sources.list.d/*.sources 2>/dev/null |
	sed 's/^Types:.*/Types: deb-src/' >sources/deb822.sources
apt() {
	apt-get -q -o Dir::State::lists="$PWD/lists" -o Dir::Etc::sourcelist=/dev/null \
		-o Dir::Etc::sourceparts="$PWD/sources" -o APT::Sandbox::User=root "$@" >>log 2>&1
}
apt update
# Debian's changes, which a mirror may not have, are not needed.
apt source --download-only pcre2 || ls pcre2_*.orig.tar.* >/dev/null
tar -xf pcre2_*.orig.tar.*
cd pcre2-*/
CC=clang CFLAGS='-O1 -g -fsanitize=memory -fno-omit-frame-pointer' ./configure \
	--disable-shared --disable-jit --disable-pcre2grep-jit >>../log 2>&1
make -s libpcre2-8.la >>../log 2>&1
cp .libs/libpcre2-8.a src/pcre2.h ..
