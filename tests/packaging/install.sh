#!/bin/sh
# install.sh - make install installs all files, the installed files work, and make uninstall
# removes them; the manual pages and completions agree with the command
cd "$(dirname "$0")/../.." || exit 2
. tests/common/command.inc
unset MAKEFLAGS MAKELEVEL MFLAGS DESTDIR PREFIX LIBDIR
root=$tmp/root
version=$(sed -n 's/^#define URLGREP_VERSION "\(.*\)"/\1/p' "$top/include/urlgrep.h")
cc=${CC:-cc}
tab=$(printf '\t')

succeeds() { # command...: shows its messages if it fails
	"$@" 2>&1
}

has() { # command that is needed
	command -v "$1" >/dev/null
}

# ---- installed files ---------------------------------------------------------

mkdir "$root"
ok 'make install' succeeds make -s -C "$top" install RELEASE= DESTDIR="$root" \
	PREFIX=/usr LIBDIR=/usr/lib/here
soversion=$(sed -n 's/^SOVERSION = //p' "$top/Makefile")
under() { # directory, file...
	directory=$1
	shift
	printf "$directory/%s\n" "$@"
}
wanted=$(under usr/bin urlgrep urlpick urlreport
	under usr/include urlgrep.h urlgrep_mail.h urlgrep_tools.h
	for library in liburlgrep liburlgrep-mail; do
		under usr/lib/here $library.a $library.so $library.so.$version $library.so.$soversion \
			pkgconfig/$library.pc
	done
	under usr/share/bash-completion/completions urlgrep urlpick urlreport
	under usr/share/fish/vendor_completions.d urlgrep.fish urlpick.fish urlreport.fish
	under usr/share/zsh/site-functions _urlgrep _urlpick _urlreport
	under usr/share/doc/urlgrep COMPARISON.md FAQ.md HACKING.md JSON.md LIMITS.md MEASUREMENTS.md NEWS.md \
		README.md RULES.md UNWRAP.md clients.md tracking-params.tsv urlgrep.schema.json wrappers.tsv \
		$(cd "$top/src/doc" && ls *.svg)
	under usr/share/doc/urlgrep/examples mail.c parts.c pipe.c plugin.c underline.c
	under usr/share/emacs/site-lisp urlgrep.el
	under usr/share/man man1/urlgrep.1 man1/urlpick.1 man1/urlreport.1 man3/liburlgrep-mail.3 \
		man3/liburlgrep.3 man5/urlgrep-json.5 man7/urlgrep-readings.7
	under usr/share/urlgrep aerc/binds.conf aerc/rejoined mutt/urlgrep.muttrc)
ok 'all files are installed' equal files "$(echo "$wanted" | sort)" \
	"$(cd "$root" && find . ! -type d | sed 's,^\./,,' | sort)"
ok 'only commands are executable' equal 'executable files' \
	"usr/bin/urlgrep usr/bin/urlpick usr/bin/urlreport usr/share/urlgrep/aerc/rejoined" \
	"$(cd "$root" && find usr -type f -perm -100 | sort | paste -sd ' ' -)"
for library in liburlgrep liburlgrep-mail; do
	in=$root/usr/lib/here/$library
	ok "$library.so leads to the library" cmp "$in.so" "$in.so.$version"
	if has objdump; then
		ok "the soname of $library" equal soname "$library.so.$soversion" \
			"$(objdump -p "$in.so" | sed -n 's/.*SONAME *//p')"
	else
		skip "the soname of $library" 'no objdump (install binutils)'
	fi
done
ok 'urlpick runs' equal version "urlpick $version" "$("$root/usr/bin/urlpick" -V)"
ok 'the command runs' equal version "urlgrep $version" \
	"$("$root/usr/bin/urlgrep" -V | sed 1q)"

# ---- a program built with the flags of pkg-config only -----------------------

# Build and run an example with the library of a directory.
try_example() { # directory of the library, library, example, argument, wanted, environment of pkg-config...
	libraries=$1 library=$2 example=$3 argument=$4 wanted=$5
	shift 5
	flags=$(env "$@" pkg-config --cflags --libs "$library") || return
	echo "# $flags"
	$cc -std=c11 -o "$tmp/$example" "$top/src/examples/$example.c" $flags 2>&1 || return
	LD_LIBRARY_PATH=$libraries "$tmp/$example" "$argument" >"$out" 2>&1
	equal output "$wanted" "$(sed 1q "$out")"
}

# Do the same with the static libraries.
try_static() { # directory of the library, environment of pkg-config...
	libraries=$1
	shift
	flags=$(env "$@" pkg-config --static --cflags --libs liburlgrep-mail |
		sed "s,-lurlgrep-mail,$libraries/liburlgrep-mail.a,; s,-lurlgrep\\>,$libraries/liburlgrep.a,") || return
	echo "# $flags"
	$cc -std=c11 -o "$tmp/mail" "$top/src/examples/mail.c" $flags 2>&1 || return
	"$tmp/mail" one.txt >"$out" 2>&1
	equal output 'one.txt:1:4:20:http://one.example/a' "$(cat "$out")"
}

try_examples() { # where, directory of the libraries, environment of pkg-config...
	where=$1
	shift
	libraries=$1
	shift
	ok "parts.c, from $where" try_example "$libraries" liburlgrep parts \
		'see <URL:http://h.example/over-
view.html>' 'valid http://h.example/over-view.html' "$@"
	ok "mail.c, from $where" try_example "$libraries" liburlgrep-mail mail \
		one.txt one.txt:1:4:20:http://one.example/a "$@"
	ok "mail.c, static, from $where" try_static "$libraries" "$@"
}

echo 'see http://one.example/a' >one.txt
try_examples DESTDIR "$root/usr/lib/here" PKG_CONFIG_PATH="$root/usr/lib/here/pkgconfig" \
	PKG_CONFIG_SYSROOT_DIR="$root"
ok 'make install with a PREFIX only' succeeds make -s -C "$top" install RELEASE= \
	PREFIX="$tmp/prefix"
try_examples PREFIX "$tmp/prefix/lib" PKG_CONFIG_PATH="$tmp/prefix/lib/pkgconfig"

# ---- paths in installed files ------------------------------------------------

# Print the relative links of a Markdown file, except those in code.
links_of() { # file
	sed -e '/^```/,/^```$/d' -e 's/`[^`]*`//g' "$1" | grep -o '\](\([^()# ][^()# ]*\)' |
		sed 's/^](//' | grep -v '^[a-z]*:'
}
dead_links() { # directory
	for document in "$1"/*.md; do
		links_of "$document" | while IFS= read -r link; do
			[ -e "$1/$link" ] || echo "${document##*/}: $link"
		done
	done
}
for documents in "$root/usr/share/doc/urlgrep" "$tmp/prefix/share/doc/urlgrep"; do
	ok 'the links of installed documents lead to installed files' equal 'dead links' '' \
		"$(dead_links "$documents")"
	ok 'and there are many' [ "$(for d in "$documents"/*.md; do links_of "$d"; done | wc -l)" -gt 40 ]
done
ok 'PREFIX is in the manual pages and in the files for mail programs' equal 'other places' '' \
	"$(grep -rn /usr/share/ "$tmp/prefix/share/man" "$tmp/prefix/share/urlgrep")"
ok 'they name existing files' equal 'missing files' '' \
	"$(grep -rhoE "$tmp/prefix/share/[a-z/.]*" "$tmp/prefix/share/man" "$tmp/prefix/share/urlgrep" |
		sed 's/[.]$//' | sort -u | while IFS= read -r place; do
			[ -e "$place" ] || echo "$place"
		done)"

# ---- man pages -------------------------------------------------------------

man=$root/usr/share/man
for page in man1/urlgrep.1 man1/urlpick.1 man1/urlreport.1 man3/liburlgrep.3 man3/liburlgrep-mail.3 \
	man5/urlgrep-json.5 man7/urlgrep-readings.7; do
	if has mandoc; then
		ok "$page is valid mdoc" equal complaints '' \
			"$(mandoc -T lint -W warning "$man/$page" 2>&1)"
	else
		skip "$page is valid mdoc" 'no mandoc (install mandoc)'
	fi
	if man -l "$man/$page" >/dev/null 2>&1; then
		ok "man -l has no complaint about $page" equal complaints '' \
			"$(man -l --warnings "$man/$page" 2>&1 >/dev/null)"
	else
		skip "man -l has no complaint about $page" 'man has no -l (install man-db)'
	fi
	ok "$page is all there" equal 'places left open' '' "$(grep '^@' "$man/$page")"
done
"$root/usr/bin/urlgrep" --help=all | sed -n 's/^  .\{4\}--\([a-z0-9-]*\).*/\1/p' | sort >"$tmp/help"
grep '^\.It ' "$man/man1/urlgrep.1" | grep -o 'Fl \\-[a-z0-9-]*' | sed 's/Fl ..//' | sort >"$tmp/manual"
ok 'urlgrep.1 has the options of --help' cmp "$tmp/help" "$tmp/manual"
ok 'which are many' [ "$(wc -l <"$tmp/help")" -gt 30 ]
"$root/usr/bin/urlreport" --help | sed -n 's/^  .\{4\}--\([a-z-]*\).*/\1/p' | sort >"$tmp/help"
sed -n 's/^\.It .*Fl \\-\([a-z-]*\).*/\1/p' "$man/man1/urlreport.1" | sort >"$tmp/manual"
ok 'urlreport.1 has the options of --help' cmp "$tmp/help" "$tmp/manual"
for library in liburlgrep liburlgrep-mail; do
	header=$top/include/$(echo "${library#lib}" | tr - _).h
	# a declaration may take several lines
	grep -A 1 '^URLGREP_API' "$header" | grep -oE 'urlgrep_[a-z0-9_]+\(' | sort -u >"$tmp/help"
	sed -n '/^\.Bd/,/^\.Ed/p' "$man/man3/$library.3" | grep -v '^	' |
		grep -oE '\<urlgrep_[a-z0-9_]+\(' | sort -u >"$tmp/manual"
	ok "$library.3 has the functions of the header" cmp "$tmp/help" "$tmp/manual"
	sed -n 's/^\.Nm \(urlgrep_[a-z0-9_]*\).*/\1(/p' "$man/man3/$library.3" | sort -u >"$tmp/manual"
	ok "$library.3 is the page of each, as man urlgrep_next finds it" cmp "$tmp/help" "$tmp/manual"
	ok 'and there are some' [ "$(wc -l <"$tmp/help")" -gt 10 ]
done

# ---- completions -----------------------------------------------------------

share=$root/usr/share
completions=$share/bash-completion/completions/urlgrep
# output/completions.py tests what they complete
for file in bash:bash-completion/completions zsh:zsh/site-functions fish:fish/vendor_completions.d; do
	shell=${file%%:*}
	place=$share/${file#*:}
	case $shell in zsh) before=_ after= ;; fish) before= after=.fish ;; *) before= after= ;; esac
	ok "$shell: what --generate prints" equal completions "$(urlgrep --generate=$shell)" \
		"$(cat "$place/${before}urlgrep$after")"
	if has $shell; then
		for command in urlpick urlreport; do
			ok "$shell: the completions of $command can be read" succeeds \
				$shell -n "$place/$before$command$after"
		done
	else
		skip "$shell" "no $shell (install $shell)"
	fi
done
if has bash; then
	ok "bash: urlpick's options, and urlgrep's" equal words '--only= --once' \
		"$(bash -c '. "$1"; . "$2"; COMP_WORDS=(urlpick --on); COMP_CWORD=1
			_urlpick; echo "${COMPREPLY[@]}"' bash "$completions" \
			"$share/bash-completion/completions/urlpick")"
	ok 'bash: an option without "=" has no argument to complete' equal words '' \
		"$(bash -c '. "$1"; COMP_WORDS=(urlgrep --color a); COMP_CWORD=2
			_urlgrep; echo "${COMPREPLY[@]}"' bash "$completions")"
else
	skip "bash: urlpick's options" 'no bash (install bash)'
fi

# The command accepts all values offered.
sed -n "s/^$tab--\([a-z-]*\)[|=].*) words='\(.*\)' ;;/\1 \2/p" "$completions" >"$tmp/offered"
refused=
while read -r option words; do
	for word in $words; do
		echo 'http://h.example/' | urlgrep "--$option=$word" >/dev/null 2>"$err"
		[ $? -lt 2 ] || refused="$refused --$option=$word"
	done
done <"$tmp/offered"
ok 'every argument offered is taken' equal refused '' "$refused"
ok 'and some are offered' [ "$(wc -l <"$tmp/offered")" -ge 7 ]

# ---- make uninstall ---------------------------------------------------------

ok 'make uninstall' succeeds make -s -C "$top" uninstall RELEASE= DESTDIR="$root" \
	PREFIX=/usr LIBDIR=/usr/lib/here
ok 'nothing is left' equal files '' "$(find "$root" ! -type d)"
touch "$tmp/prefix/bin/other" "$tmp/prefix/share/urlgrep/mutt/mine"
ok 'make uninstall with a PREFIX only' succeeds make -s -C "$top" uninstall RELEASE= \
	PREFIX="$tmp/prefix"
ok 'other files are kept' equal files "bin/other share/urlgrep/mutt/mine" \
	"$(cd "$tmp/prefix" && find . ! -type d | sed 's,^\./,,' | sort | paste -sd ' ' -)"

# ---- make dist -------------------------------------------------------------

if [ -e "$top/.git" ] && (cd "$top" && git rev-parse HEAD) >/dev/null 2>&1; then
	ok 'make dist' succeeds make -s -C "$top" dist
	(cd "$top" && git ls-tree -r --name-only HEAD) | sort >"$tmp/tracked"
	gzip -dc "$top/build/urlgrep-$version.tar.gz" | tar -tf - |
		sed -n "s,^urlgrep-$version/\(.*[^/]\)\$,\1,p" | sort >"$tmp/packed"
	ok 'the archive holds all of the sources' cmp "$tmp/tracked" "$tmp/packed"
else
	skip 'make dist' 'not a clone of the repository'
fi

echo "1..$n"
exit $failed
