#!/bin/sh
# mutt.sh - mutt and neomutt with src/clients/urlgrep.muttrc, from the index,
# the pager and the attachments to the browser
cd "$(dirname "$0")/../.." || exit 2
. tests/common/command.inc
. "$top/tests/clients/client.inc"
needs tmux
demo=$top/corpus/demo.eml
hostile_message >hostile.eml
mbox "$demo" hostile.eml >mailbox
cat >muttrc <<END
set folder=$tmp mbox_type=mbox sort=mailbox-order move=no quit=yes wait_key=yes
set pager_stop=yes confirmappend=no read_inc=0 sleep_time=0
source $top/src/clients/urlgrep.muttrc
END

begin() { # client
	start "$1" -n -F muttrc -f mailbox -R && shows 'where was that paper'
}

# Choose a URL by its number and open it.
pick() { # number
	shows 'q quit' && type_keys "$1" Enter
}

# Back from urlpick.
quit_list() {
	type_keys q && gone lists
}

lists() {
	screen | grep -q 'q quit\|opened: '
}

leave() {
	type_keys q && ends
}

no_title() {
	! grep -a "$(printf '\033]0;')owned" "$tmp/raw"
}

test_client() { # client
	command -v "$1" >/dev/null || {
		skip "$1" 'not installed'
		return
	}
	ok "$1 begins" begin "$1"
	type_keys C-b
	ok "$1, index: the list" shows '1 .*an-over-view.html'
	picture "$1-list"
	ok "$1, index: a URL of it" pick 1
	ok "$1, index: wrapped, broken, quoted: opened whole" opens "$whole"
	ok "$1: urlpick stays" shows 'opened: '
	picture "$1-opened"
	ok "$1: q leads back to the index" quit_list
	: >"$opened"
	type_keys Enter
	ok "$1: the pager" shows 'Bob Reader writes'
	type_keys C-b
	ok "$1, pager: the third" pick 3
	ok "$1, pager: bare, broken, quoted: opened whole" opens "$bare"
	ok "$1, pager: back in it" quit_list
	: >"$opened"
	type_keys v
	ok "$1: the attachments" shows 'text/plain'
	type_keys C-b
	ok "$1, attachment: the first" pick 1
	ok "$1, attachment: opened whole" opens "$whole"
	ok "$1, attachment: back" quit_list
	type_keys q
	shows 'Bob Reader writes'
	type_keys q
	ok "$1: back in the index" shows 'touch'
	picture "$1-index"
	type_keys : 'set ?wait_key' Enter
	ok "$1: its settings are as they were" shows 'wait_key.*\(is set\|="yes"\)'
	type_keys C-b
	shows 'q quit'
	ok "$1: none is picked" quit_list
	: >"$opened"
	type_keys j
	sleep 0.2
	type_keys C-b
	ok "$1, hostile message: the list" shows 'h.example/-o/ab/--help'
	ok "$1, hostile message: the first" pick 1
	ok "$1, hostile message: one argument" opens "$first_hostile"
	: >"$opened"
	ok "$1, hostile message: with a warning" type_keys 3
	ok "$1, hostile message: the warning" shows 'the real one follows the @ (userinfo-spoof)'
	type_keys Enter
	ok "$1, hostile message: it asks" shows 'y/N'
	picture "$1-question"
	type_keys n
	shows 'not opened'
	ok "$1, hostile message: back" quit_list
	ok "$1, hostile message: not opened" test ! -s "$opened"
	ok "$1, hostile message: nothing was run" nothing_run
	ok "$1 ends" leave
	ok "$1, hostile message: no title was set" no_title
}

# A slow browser does not block the client.
test_slow_browser() { # client
	command -v "$1" >/dev/null || return
	printf '#!/bin/sh\nsleep 30\n' >"$tmp/bin/slow"
	chmod +x "$tmp/bin/slow"
	BROWSER=slow start "$1" -n -F muttrc -f mailbox -R
	shows 'where was that paper' >/dev/null
	type_keys C-b
	pick 1 >/dev/null
	ok "$1: a slow browser is opened" shows 'opened: '
	ok "$1: and the client continues meanwhile" quit_list
	ok "$1: it ends meanwhile, too" leave
}

test_client neomutt
test_client mutt
test_slow_browser neomutt
test_slow_browser mutt
echo "1..$n"
exit $failed
