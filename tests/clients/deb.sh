#!/bin/sh
# deb.sh - the Debian packages of what is committed: they are built, lintian finds no
# error, and what is in them works
cd "$(dirname "$0")/../.." || exit 2
. tests/common/command.inc
unset MAKEFLAGS MAKELEVEL MFLAGS
for command in dpkg-buildpackage dh lintian git; do
	command -v $command >/dev/null || {
		echo "1..0 # SKIP no $command"
		exit 0
	}
done
[ -e "$top/.git" ] || {
	echo '1..0 # SKIP not a clone'
	exit 0
}

dpkg-checkbuilddeps "$top/src/debian/control" 2>/dev/null || {
	echo '1..0 # SKIP what the packages are built with is not all there'
	exit 0
}

build() {
	DEB_BUILD_OPTIONS=nocheck make -C "$top" deb >"$out" 2>&1 && return
	tail -n 20 "$out"
	return 1
}

finds_no_error() {
	lintian --allow-root --fail-on error,warning "$top"/build/deb/*.changes 2>&1
}

unpack() {
	for package in urlgrep liburlgrep1 liburlgrep-mail1 liburlgrep-dev; do
		dpkg-deb -x "$top/build/deb/${package}_"*.deb root || return
	done
}

example() {
	libraries=$(dirname "$(find "$PWD/root" -name liburlgrep.so)")
	flags=$(PKG_CONFIG_PATH=$libraries/pkgconfig PKG_CONFIG_SYSROOT_DIR=$PWD/root \
		pkg-config --cflags --libs liburlgrep) &&
		${CC:-cc} -o parts root/usr/share/doc/liburlgrep-dev/examples/parts.c $flags &&
		LD_LIBRARY_PATH=$libraries ./parts '<URL:http://h.example/a
b>' | grep -qx 'url http://h.example/ab'
}

mail_example() {
	libraries=$(dirname "$(find "$PWD/root" -name liburlgrep-mail.so)")
	flags=$(PKG_CONFIG_PATH=$libraries/pkgconfig PKG_CONFIG_SYSROOT_DIR=$PWD/root \
		pkg-config --cflags --libs liburlgrep-mail) &&
		${CC:-cc} -o mail root/usr/share/doc/liburlgrep-dev/examples/mail.c $flags &&
		test "$(LD_LIBRARY_PATH=$libraries ./mail "$top/corpus/demo.eml" | wc -l)" = 3
}

finds() {
	test "$(root/usr/bin/urlgrep -c "$top/corpus/demo.eml")" = 3
}

ok 'the packages are built' build
ok 'lintian finds neither error nor warning' finds_no_error
ok 'they can be unpacked' unpack
ok 'the command of urlgrep works' finds
ok 'an example of liburlgrep-dev, with liburlgrep1' example
ok 'an example of liburlgrep-dev, with liburlgrep-mail1' mail_example
ok 'they depend on the library' sh -c \
	"dpkg-deb -f '$top'/build/deb/liburlgrep-dev_*.deb Depends | grep -q liburlgrep1"
echo "1..$n"
exit $failed
