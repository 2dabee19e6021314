#!/bin/sh
# deb.sh - the Debian packages of the current commit: they can be built, lintian finds no
# error, and their contents work
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
	echo '1..0 # SKIP some build dependencies of the packages are missing'
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
	for package in urlgrep urlgrep-doc liburlgrep2 liburlgrep-mail2 liburlgrep-dev claws-mail-urlgrep-plugin; do
		dpkg-deb -x "$top/build/deb/${package}_"*.deb root || return
	done
}

example() {
	libraries=$(dirname "$(find "$PWD/root" -name liburlgrep.so)")
	flags=$(PKG_CONFIG_PATH=$libraries/pkgconfig PKG_CONFIG_SYSROOT_DIR=$PWD/root \
		pkg-config --cflags --libs liburlgrep) &&
		${CC:-cc} -o parts root/usr/share/doc/liburlgrep-dev/examples/parts.c $flags &&
		LD_LIBRARY_PATH=$libraries ./parts '<URL:http://h.example/a
b>' | grep -qx 'valid http://h.example/ab'
}

mail_example() {
	libraries=$(dirname "$(find "$PWD/root" -name liburlgrep-mail.so)")
	flags=$(PKG_CONFIG_PATH=$libraries/pkgconfig PKG_CONFIG_SYSROOT_DIR=$PWD/root \
		pkg-config --cflags --libs liburlgrep-mail) &&
		${CC:-cc} -o mail root/usr/share/doc/liburlgrep-dev/examples/mail.c $flags &&
		test "$(LD_LIBRARY_PATH=$libraries ./mail "$top/corpus/demo.eml" | wc -l)" = 3
}

finds() {
	libraries=$(dirname "$(find "$PWD/root" -name liburlgrep.so)")
	test "$(LD_LIBRARY_PATH=$libraries root/usr/bin/urlgrep -c "$top/corpus/demo.eml")" = 3 &&
		! root/usr/bin/urlgrep -c "$top/corpus/demo.eml" 2>needed && grep -q liburlgrep needed
}

documents() { # package: prints the documents in it, one word each
	dpkg-deb --fsys-tarfile "$top/build/deb/$1"_*.deb | tar -tf - |
		sed -n 's,.*/doc/urlgrep/\([A-Z]*\)[.]md$,\1,p' | sort | paste -sd ' ' -
}

depends() { # package, pattern: succeeds if one of its dependencies, one per line, matches
	dpkg-deb -f "$top/build/deb/$1"_*.deb Depends | tr ',' '\n' | sed 's/^ *//' >depends
	grep -q "$2" depends || ! differ "a dependency of $1" "$2" "$(cat depends)"
}

# Claws Mail searches for plugins there, and needs these names.
plugin_is_found() {
	plugin=root$(pkg-config --variable=plugindir claws-mail)/urlgrep.so &&
		nm -D --defined-only "$plugin" >symbols &&
		for name in init done name desc type version provides licence; do
			grep -q " T plugin_$name\$" symbols || { echo "no plugin_$name"; return 1; }
		done
}

without_claws() {
	DEB_BUILD_PROFILES=pkg.urlgrep.noclaws
	export DEB_BUILD_PROFILES
	packages=$(cd "$top"/build/deb/*/ && dh_listpackages | sort | paste -sd ' ' -)
	! differ packages 'liburlgrep-dev liburlgrep-mail2 liburlgrep2 urlgrep urlgrep-doc' \
		"$packages"
}

ok 'the packages are built' build
ok 'lintian finds neither error nor warning' finds_no_error
ok 'they can be unpacked' unpack
ok 'the command of urlgrep works' finds
ok 'urlgrep has the documents of a user' test "$(documents urlgrep)" = 'FAQ NEWS README'
ok 'urlgrep-doc has the others' test "$(documents urlgrep-doc)" = \
	'COMPARISON HACKING JSON LIMITS MEASUREMENTS RULES UNWRAP'
ok 'an example of liburlgrep-dev, with liburlgrep2' example
ok 'an example of liburlgrep-dev, with liburlgrep-mail2' mail_example
ok 'the commands depend on the libraries' depends urlgrep '^liburlgrep-mail2 '
ok 'liburlgrep-dev depends on the library' depends liburlgrep-dev '^liburlgrep2 '
ok 'the plugin is where Claws Mail looks for it' plugin_is_found
ok 'it is alone in its package' test "$(dpkg-deb --fsys-tarfile \
	"$top"/build/deb/claws-mail-urlgrep-plugin_*.deb | tar -tf - | grep -c '[.]so')" = 1
ok 'it depends on Claws Mail' depends claws-mail-urlgrep-plugin '^claws-mail (>= [0-9]'
ok 'and on no later one' depends claws-mail-urlgrep-plugin '^claws-mail (<< [0-9]'
ok 'on liburlgrep-mail' depends claws-mail-urlgrep-plugin '^liburlgrep-mail2 '
ok 'on liburlgrep' depends claws-mail-urlgrep-plugin '^liburlgrep2 '
ok 'a build profile leaves the plugin out' without_claws
echo "1..$n"
exit $failed
