#!/bin/sh
# aerc.sh - aerc with src/clients/aerc: the bindings, from the list and from the
# message to the browser, and the filter that prints rejoined URLs
cd "$(dirname "$0")/../.." || exit 2
. tests/common/command.inc
. "$top/tests/clients/client.inc"
needs tmux aerc

maildir=$HOME/mail/INBOX
mkdir -p "$maildir/cur" "$maildir/new" "$maildir/tmp" "$HOME/.config/aerc"
ln -s "$top/src/clients/aerc/rejoined" "$tmp/bin/rejoined"
cp "$top/corpus/demo.eml" "$maildir/cur/1.1.h:2,S"
hostile_message | sed 's/ 1995 / 1994 /' >"$maildir/cur/2.2.h:2,S"
cat >"$HOME/.config/aerc/accounts.conf" <<END
[test]
source = maildir://$HOME/mail
default = INBOX
from = B <b@h.example>
END
chmod 600 "$HOME/.config/aerc/accounts.conf"
cat >"$HOME/.config/aerc/aerc.conf" <<END
[ui]
sort = -r date
[filters]
text/plain = $top/src/clients/aerc/rejoined
END
bindings() {
	cat <<END
<C-q> = :quit<Enter>
[messages]
j = :next<Enter>
<Enter> = :view<Enter>
[view]
q = :close<Enter>
[terminal]
\$noinherit = true
\$ex = <C-x>
END
	# put the lines of the snippet into the sections of the same names
	sed '/^#/d' "$top/src/clients/aerc/binds.conf"
}
bindings >"$HOME/.config/aerc/binds.conf"

begin() {
	start aerc && shows 'where was that paper'
}

# aerc sometimes reacts to a key only when another event follows.
width=100
press() { # key
	type_keys "$1"
	sleep 0.5
	width=$((width - 1))
	tmux resize-window -x $width
}

# Choose a URL by its number and open it. urlpick keeps running.
pick() { # number
	shows 'q quit' && type_keys "$1" Enter && shows 'opened: '
}

# aerc waits for a key after a command has ended.
close_terminal() {
	type_keys q && shows 'press any key' && type_keys Space
}

ok 'begins' begin
sleep 0.5
press C-b
ok 'list: the URLs' shows '1 .*an-over-view.html'
picture aerc-list
ok 'list: one of them' pick 1
ok 'list: wrapped, broken, quoted: opened whole' opens "$whole"
: >"$opened"
ok 'list: back in it' close_terminal
shows 'where was that paper'
sleep 0.3
press Enter
ok 'message: the filter shows it whole' shows "^ *$whole"
ok 'message: after the text' shows 'broken above, here whole'
picture aerc-message
press C-b
ok 'message: the third' pick 3
ok 'message: bare, broken, quoted: opened whole' opens "$bare"
ok 'message: back in it' close_terminal
: >"$opened"
shows 'broken above'
press q
shows 'where was that paper'
press j
sleep 0.3
press C-b
ok 'hostile message: the list' shows 'h.example/-o/ab/--help'
picture aerc-hostile
ok 'hostile message: the first' pick 1
ok 'hostile message: one argument' opens "$first_hostile"
ok 'hostile message: nothing was run' nothing_run
hostile_message | sed '1,/^$/d' | printf '%b' "$(cat)\033[31m" | rejoined >"$out"
ok 'the filter lets no escape through' test -z "$(tr -dc '\033' <"$out")"
ok 'and keeps the text' grep -q 'touch run' "$out"
printf 'a\302\233b\342\200\256c\342\201\247d\330\234e\342\200\224f\n' | rejoined >"$out"
ok 'the filter removes C1 and bidi controls, and nothing else' \
	test "$(cat "$out")" = "$(printf 'abcde\342\200\224f')"
echo "1..$n"
exit $failed
