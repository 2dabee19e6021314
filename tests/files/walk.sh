#!/bin/sh
# walk.sh - the order of files in a directory, directories that do not provide the types of
# their entries, and which files are skipped
cd "$(dirname "$0")/../.." || exit 2
build=$(dirname "${URLGREP:-build/urlgrep}")
case $build in /*) ;; *) build=$(pwd)/$build ;; esac
. tests/common/command.inc

# Names whose first eight bytes are equal, like all names in a Maildir.
mkdir tree
for name in 5 0 11 3 9 1 10 8 7 2 6 4; do
	echo "http://h.example/$name" >tree/message-$name
done
ok 'files come in the order of their names' prints "$(
	for name in 0 1 10 11 2 3 4 5 6 7 8 9; do
		echo "http://h.example/$name"
	done)" urlgrep -rh tree
for name in message messages message- mess; do
	echo "http://h.example/$name" >tree/$name
done
ok 'a name comes before those that it begins' prints 'http://h.example/mess
http://h.example/message
http://h.example/message-
http://h.example/0' sh -c '"$0" -rh tree | head -n 4' "$urlgrep"

# Unknown types.
mkdir -p types/below types/.git
echo http://h.example/file >types/file
echo http://h.example/below >types/below/file
ln -s file types/link
mkfifo types/pipe
untyped() {
	LD_PRELOAD="$build/tests/fail.so" FAIL_TYPES=1 within 15 "$urlgrep" "$@"
}
if untyped --version >"$out" 2>"$err"; then
	ok 'entries of unknown type: as with types' prints \
		"$(urlgrep -r types 2>/dev/null)" untyped -r types
	ok 'entries of unknown type: files and directories, no links or pipes' prints \
		'types/below/file:http://h.example/below
types/file:http://h.example/file' untyped -r types
else
	skip 'entries of unknown type' "$build/tests/fail.so cannot be preloaded"
fi


# ---- which files and directories ---------------------------------------------

put() { # file...: writes each with a URL that contains its name
	for file; do
		mkdir -p "$(dirname "$file")"
		echo "http://h.example/$file" >"$file"
	done
}
put deep/a deep/b/c deep/b/d/e deep/.hidden deep/.dir/f
ln -s ../a deep/b/link
ln -s .. deep/b/up
ln -s missing deep/b/nowhere
lists '-r: hidden files are searched, links not followed' \
	'deep/.dir/f deep/.hidden deep/a deep/b/c deep/b/d/e' -rl deep
lists '--no-hidden' 'deep/a deep/b/c deep/b/d/e' -rl --no-hidden deep
lists '--no-hidden: a name on the command line counts' deep/.hidden -rl --no-hidden deep/.hidden
lists '--exclude-dir' 'deep/.hidden deep/a deep/b/c' -rl --exclude-dir=d --exclude-dir='.d*' deep
lists '--exclude-dir: slashes at its end do not count' 'deep/.hidden deep/a' \
	-rl --exclude-dir='b//' --exclude-dir='.d?r/' deep
t '--exclude-dir: a directory on the command line, too' 1 '' -rl --exclude-dir=deep deep/
lists '--max-depth=1' 'deep/.hidden deep/a' -rl --max-depth=1 deep
lists '--max-depth=2' 'deep/.dir/f deep/.hidden deep/a deep/b/c' -rl --max-depth=2 deep
lists '--max-depth=0: files that are named' deep/a -rl --max-depth=0 deep deep/a
ok '-R: links are followed, but not in a circle' prints 'deep/.dir/f
deep/.hidden
deep/a
deep/b/c
deep/b/d/e
deep/b/link' urlgrep -Rl deep
ok '-R: the message of a circle' grep -q '^urlgrep: deep/b/up: ' "$err"
ok '-R: the message of a link to nowhere' grep -q '^urlgrep: deep/b/nowhere: no such file' "$err"
mkdir circle
ln -s . circle/again
e '-R: a circle is no error' 1 '' 'urlgrep: circle/again: recursive directory loop' -R circle
ok 'of -R and -r the last counts' prints 5 sh -c '"$0" -R -rl deep | wc -l' "$urlgrep"

# ---- binary and packed files ---------------------------------------------------

mkdir -p kinds/mail kinds/src
cat >kinds/mail/2003-March.txt <<'END'
From a@h.example Mon Mar  3 10:00:00 2003
From: a@h.example
Subject: list

http://h.example/mail
END
echo http://h.example/text >kinds/src/text
printf 'a\0http://h.example/353/c' >kinds/src/code.pyc
for name in mail/2003-March.txt src/text; do
	(cd "kinds/${name%/*}" && gzip -k "${name#*/}" && bzip2 -k "${name#*/}" &&
		tar czf "${name#*/}.tgz" "${name#*/}")
done
gzip <kinds/src/text >kinds/mail/notes.mbox.gz
head -c 40 kinds/src/text.tgz >kinds/src/damaged.tgz
head -c 40 kinds/src/text.gz | tail -c +5 >kinds/src/damaged.zip
printf 'PK\003\004' >kinds/src/empty.zip
lists '-r: of packed files only those with mail, no binary ones; damaged ones are no error' \
	'kinds/mail/2003-March.txt kinds/mail/2003-March.txt.bz2 kinds/mail/2003-March.txt.gz
kinds/mail/2003-March.txt.tgz:2003-March.txt kinds/mail/notes.mbox.gz kinds/src/text' -rl kinds
lists '--no-decompress: no packed file' 'kinds/mail/2003-March.txt kinds/src/text' \
	-rl --no-decompress kinds kinds/src/text.gz
run urlgrep -rl --decompress kinds/src
ok '--decompress: all of them, of which damaged ones are errors' test "$status $(paste -sd' ' "$out")" = \
	'2 kinds/src/text kinds/src/text.bz2 kinds/src/text.gz kinds/src/text.tgz:text'
lists '-a: binary files, too' 'kinds/src/code.pyc kinds/src/text' -rla kinds/src
lists 'a packed or binary file that is named is searched' 'kinds/src/code.pyc kinds/src/text.gz' \
	-rl kinds/src/code.pyc kinds/src/text.gz
head -c 40 kinds/mail/notes.mbox.gz >kinds/mail/damaged.mbox.gz
ok 'a damaged mailbox is an error' grep -q 'damaged.mbox.gz: truncated' "$(
	urlgrep -rq kinds/mail 2>"$err" -e none; echo "$err")"
for threads in 1 3; do
	{ printf '\0\n'; seq -f 'http://h.example/%06.0f' 100000; } >kinds/long
	ok "of a binary file nothing has high confidence, -j$threads" prints '100000 medium' \
		sh -c '"$0" -j"$1" --format="{confidence}" kinds/long | sort | uniq -c | tr -s " " | cut -c 2-' \
		"$urlgrep" "$threads"
done

# ---- .gitignore and .ignore ----------------------------------------------------

# The files that git would track are searched.
as_git() { # what: in the work tree `work`
	if ! command -v git >/dev/null; then
		skip "as git: $1" 'no git (install git)'
		return
	fi
	ok "as git: $1" prints "$(cd work && git ls-files -co --exclude-standard | sort |
		xargs -d '\n' grep -l http)" sh -c 'cd work && exec "$0" -rl' "$urlgrep"
}
HOME=$tmp/home XDG_CONFIG_HOME=$tmp/home/.config GIT_CONFIG_NOSYSTEM=1
export HOME XDG_CONFIG_HOME GIT_CONFIG_NOSYSTEM
unset GIT_DIR GIT_WORK_TREE GIT_CONFIG_GLOBAL GIT_CONFIG_SYSTEM
mkdir -p "$HOME/.config/git"
mkdir -p work/.git/info work/.git/objects work/.git/refs
echo 'ref: refs/heads/main' >work/.git/HEAD
printf '[core]\n\trepositoryformatversion = 0\n\turl = http://h.example/config\n' >work/.git/config
put work/a.o work/a.c work/keep.o work/build/x work/src/build/y work/src/a.o work/src/doc/frotz/z \
	work/doc/frotz/z work/foo/p/q/bar work/foo/bar work/x/foo/bar work/logs/1.log work/logs/sub/2.log \
	work/'sp ' work/'#hash' work/'!bang' work/only-dir work/deep/only-dir/f work/abc work/abd work/ab-d \
	work/node_modules/m/i.js work/pkg/node_modules/i.js work/star/a/b/c.tmp work/info.x work/b/star.txt \
	work/back/wild*card work/back/wildcard work/.hidden/f work/sub/sub.only work/sub/x/sub.only \
	work/tail work/tails work/two work/twox work/x[y work/xy work/xz 'work/x]y' work/n-q work/naq work/nbq \
	work/c-d work/c/d work/ced 'work/e\f' work/p/a.q work/p/a/b.q work/last/one/two work/lasting \
	work/other/sub.only work/q1 work/q12 work/dir.d/f work/no/f work/yes/f 'work/a]b' 'work/a-b'
cat >work/.gitignore <<'END'
# a comment
*.o
!keep.o
/build
doc/frotz/
foo/**/bar
logs/**
!logs/1.log
\#hash
\!bang
sp\ 
only-dir/
ab[!c]
[[:digit:]]*.log
node_modules
**/c.tmp
star.*  
back/wild\*card
q?
/*.d/
!/no
a[]]b
tail*
two**
x[]y]y
x[z-]
n[!a-b]q
c?d
e\\f
p/*.q
last/**/two
END
printf '\357\273\277sub.only\r\n!x/\n' >work/sub/.gitignore
printf 'info.x\n' >work/.git/info/exclude
as_git 'the rules of gitignore(5)'
ok 'as git: something is ignored, something not' sh -c \
	'test "$(wc -l <"$0")" -gt 10 && ! grep -q "a\.o\|config" "$0" && grep -q "^keep.o" "$0"' "$out"

# Unlike git, urlgrep does not read core.excludesFile.
put work/plain
printf '[core]\n\texcludesFile = ~/rules\n' >"$HOME/.gitconfig"
echo plain | tee "$HOME/rules" >"$HOME/.config/git/ignore"
ok 'core.excludesFile is not read' prints 'work/plain' sh -c '"$0" -rl work | grep plain' "$urlgrep"
rm "$HOME/.gitconfig" "$HOME/.config/git/ignore" work/plain
cd work || exit 2
ok 'below the root of a work tree its rules hold' prints 'f
x/g' sh -c 'mkdir -p below/x && cd below && echo http://h.example/ | tee f x/g x/1.o 2.o >/dev/null && exec "$0" -rl' "$urlgrep"
lists '... with the path of the directory' 'below/../below/f below/../below/x/g' -rl below/../below
printf '/below/x\n' >>.gitignore
lists '... and rules with a path' 'below/f' -rl below
lists '... but a directory on the command line is searched' 'below/x/g' -rl below/x
t '... the rules of a directory between them, too' 1 '' -rl sub/x
rm -r below
lists 'a file on the command line is searched' 'a.o' -rl a.o
ok '--no-ignore: everything, .git too' prints '.git/config
a.o' sh -c '"$0" -rl --no-ignore | grep "^a\.o\|^.git/config"' "$urlgrep"
printf '!a.o\nabc\n' >.ignore
ok '.ignore has precedence over .gitignore' prints 'a.o' \
	sh -c '"$0" -rl | grep "^a\.o\|^abc"' "$urlgrep"
rm .ignore
put inner/keep.c inner/a.o
mkdir inner/.git && echo ref >inner/.git/HEAD
ok 'a work tree within has rules of its own' prints 'inner/a.o
inner/keep.c' sh -c '"$0" -rl | grep "^inner"' "$urlgrep"
cd ..
put outside/a.o
printf '*.o\n' >outside/.gitignore
printf '*.o\n' >outside/.ignore
lists 'outside a work tree nothing is ignored' 'outside/a.o' -rl outside
mkdir outside/.git
lists '... nor beside a .git that is empty' 'outside/a.o' -rl outside
rmdir outside/.git && echo 'gitdir: /nowhere' >outside/.git
t '... but in a linked work tree' 1 '' -rl outside
mkdir hostile hostile/.git && echo ref >hostile/.git/HEAD
long=$(printf '%0200d' 0)
put "hostile/$long"
awk 'BEGIN { while (i++ < 60) s = s "*0"; for (i = 0; i < 200; i++) print s "b" }' </dev/null >hostile/.gitignore
ok 'hostile patterns take linear time' prints "hostile/$long" within 10 "$urlgrep" -rl hostile
head -c 1100000 /dev/zero | tr '\0' '\n' >hostile/.gitignore
ok 'a file of rules that is too large is reported' prints "hostile/$long" urlgrep -rl hostile
ok '... as such' grep -q '^urlgrep: hostile/.gitignore: has more than 1 MiB' "$err"
ok '... once' prints '1' sh -c '"$0" -rl --resolve hostile 2>&1 | grep -c 1.MiB' "$urlgrep"

echo "1..$n"
exit $failed
