#!/bin/sh
# emulated.sh - build for another processor with Debian's cross compiler, and run the tests of
# the libraries, with their tables, in an emulator
#
#	tests/portability/emulated.sh [i386|s390x]...
#
# s390x is big-endian, i386 has 32 bits. The libraries for the other processor are unpacked
# in build/emulated, so the system is not changed. TAP on standard output.
cd "$(dirname "$0")/../.." || exit 2
. tests/common/command.inc
cd "$top" || exit 2
tests='library/test_tables library/test_scan library/test_unwrap
library/test_ranges unit/util/test_ascii unit/html/test_html unit/mail/test_header
unit/mail/test_transfer'

# apt-get for the other processor, with separate package lists
apt() {
	apt-get -q -y -o APT::Architecture="$machine" -o APT::Architectures::="$machine" \
		-o APT::Sandbox::User=root -o Dir::Etc::sourcelist=/dev/null \
		-o Dir::Etc::sourceparts="$directory/sources" \
		-o Dir::State::lists="$directory/lists" \
		-o Dir::State::status="$directory/status" \
		-o Dir::Cache="$directory/cache" "$@"
}

# Unpack the packages that the build needs, and all their dependencies, in $directory/root.
unpack_libraries() {
	[ ! -e "$directory/unpacked" ] || return 0
	mkdir -p "$directory/sources" "$directory/lists/partial" \
		"$directory/cache/archives/partial" "$directory/root"
	cat /etc/apt/sources.list /etc/apt/sources.list.d/*.list 2>/dev/null |
		grep '^deb ' >"$directory/sources/one-line.list"
	cat /etc/apt/sources.list.d/*.sources >"$directory/sources/deb822.sources" 2>/dev/null
	: >"$directory/status"
	apt update # ignore failures: a list that cannot be fetched may not be needed
	apt install --download-only --no-install-recommends libc6-dev \
		libpcre2-dev libjansson-dev libarchive-dev \
		libicu-dev zlib1g-dev || return
	for package in "$directory"/cache/archives/*.deb; do
		dpkg-deb -x "$package" "$directory/root" || return
	done
	: >"$directory/unpacked"
}

cross_make() {
	PKG_CONFIG_LIBDIR="$directory/root/usr/lib/$triplet/pkgconfig" \
		PKG_CONFIG_SYSROOT_DIR="$directory/root" \
		make -s B="build/emulated/$machine/build" LD="$tool-ld" AR="$tool-ar" OBJCOPY="$tool-objcopy" \
		CC="$tool-gcc --sysroot=$directory/root" CFLAGS='-O1 -g0' "$@"
}

run_test() { # test
	RANGES_EVERY=997 qemu-"$machine" -L "$directory/root" "$directory/build/tests/$1" >"$directory/tap" 2>&1 || {
		grep -v '^ok' "$directory/tap"
		return 1
	}
	tail -n 1 "$directory/tap" | grep -qE '^1\.\.[0-9]+$'
}

[ $# -gt 0 ] || set -- s390x i386
for machine; do
	case $machine in
	i386)
		triplet=i386-linux-gnu tool=i686-linux-gnu
		# all except those of the command, which need its libraries
		tests=$(printf '%s\n' tests/library/*.c tests/unit/*/*.c |
			sed '/\/cmd\//d; s/^tests.//; s/\.c$//') ;;
	s390x) triplet=s390x-linux-gnu tool=$triplet ;;
	*) echo "emulated.sh: no machine $machine" >&2; exit 2 ;;
	esac
	directory=$top/build/emulated/$machine
	mkdir -p "$directory"
	ok "$machine: the libraries it needs" unpack_libraries
	# shellcheck disable=SC2046
	ok "$machine: builds" cross_make \
		$(for test in $tests; do echo "build/emulated/$machine/build/tests/$test"; done)
	for test in $tests; do
		ok "$machine: $test" run_test "$test"
	done
done
echo "1..$n"
exit $failed
