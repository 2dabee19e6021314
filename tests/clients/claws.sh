#!/bin/sh
# claws.sh - the plugin in Claws Mail, on a virtual display: it is loaded, lists the
# URLs of a message, passes each to the browser as one argument, and asks before it
# opens a URL with a warning. Screenshots: build/claws/*.png, or in $SCREENSHOTS
cd "$(dirname "$0")/../.." || exit 2
. tests/common/command.inc
. "$top/tests/clients/client.inc"
needs claws-mail Xvfb xdotool
pkg-config --exists claws-mail gtk+-3.0 || {
	echo '1..0 # SKIP no libclaws-mail-dev or no libgtk-3-dev'
	exit 0
}
pictures=${SCREENSHOTS:-$top/build/claws}
unset MAKEFLAGS MAKELEVEL MFLAGS WAYLAND_DISPLAY

mkdir -p "$HOME/.claws-mail" "$tmp/lib"
for mailbox in inbox sent draft queue trash; do
	mkdir -p "$HOME/Mail/$mailbox"
done
{
	cat "$top/corpus/demo.eml"
	cat <<'END'
See http://h.example/';touch$IFS'run';'&touch&run and

http://www.bank.example@h.example/login and http://h.example:port/ or http://h.example/{id}/x
END
} >"$HOME/Mail/inbox/1"
cat >"$HOME/Mail/inbox/2" <<'END'
From: Bank <bank@h.example>
Subject: your account
Date: Wed, 15 Mar 1995 10:12:00 +0000
MIME-Version: 1.0
Content-Type: multipart/alternative; boundary=b

--b
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 8bit

Log in: https://www.bank.example/login or http://h.example/München
--b
Content-Type: text/html; charset=utf-8

<p>Log in: <a href="https://evil.example/a b">https://www.bank.example/login</a></p>
--b
Content-Type: application/ms-tnef

x
--b--
END
cat >"$HOME/.claws-mail/accountrc" <<END
[Account: 1]
account_name=b
is_default=1
name=B
address=b@h.example
protocol=4
END
cat >"$HOME/.claws-mail/folderlist.xml" <<END
<?xml version="1.0" encoding="UTF-8"?>
<folderlist>
<folder type="mh" name="Mail" path="Mail">
<folderitem type="inbox" name="inbox" path="inbox"/>
<folderitem type="outbox" name="sent" path="sent"/>
<folderitem type="draft" name="draft" path="draft"/>
<folderitem type="queue" name="queue" path="queue"/>
<folderitem type="trash" name="trash" path="trash"/>
</folder>
</folderlist>
END
cat >"$HOME/.claws-mail/clawsrc" <<END
[Common]
config_version=4
cmds_use_system_default=0
confirm_on_exit=0
clean_on_exit=0
uri_open_command=browser --new='%s'
[Plugins_GTK3]
$top/build/claws/urlgrep.so
END

build() {
	make -s -C "$top" claws 2>&1 && cp "$top/build/liburlgrep.so" "$tmp/lib/liburlgrep.so.2" &&
		cp "$top/build/liburlgrep-mail.so" "$tmp/lib/liburlgrep-mail.so.2"
}

without_headers() {
	PKG_CONFIG_LIBDIR=/nowhere PKG_CONFIG_PATH=/nowhere make -s -C "$top" claws B=build/no-claws 2>&1 |
		grep -v '^make' >lines
	! differ messages "the plugin of Claws Mail needs its headers and those of GTK 3 (Debian: \
libclaws-mail-dev, libgtk-3-dev)" "$(cat lines)"
}

begin() {
	Xvfb -displayfd 3 -screen 0 1100x700x24 3>"$tmp/display" 2>/dev/null &
	server=$!
	soon test -s "$tmp/display"
	DISPLAY=:$(cat "$tmp/display")
	export DISPLAY
	soon xdotool getdisplaygeometry >/dev/null 2>&1
	LD_LIBRARY_PATH=$tmp/lib claws-mail --select '#mh/Mail/inbox/1' >"$tmp/log" 2>&1 &
	client=$!
}

select_message() { # its number
	# the running instance selects it; if that has ended, this command would not end
	LD_LIBRARY_PATH=$tmp/lib timeout 20 claws-mail --select "#mh/Mail/inbox/$1" >/dev/null 2>&1
	sleep 1
}

stop() {
	kill $client 2>/dev/null
	sleep 0.5
	kill $server 2>/dev/null
}

window() { # title: waits for the window and prints its number
	soon xdotool search --name "$1" 2>/dev/null && return
	echo "# no window: $1"
	tail -n 5 "$tmp/log"
	return 1
}

press() { # title of the window, keys...
	id=$(window "$1" | tail -n 1) && shift &&
		xdotool windowfocus --sync "$id" && sleep 0.3 || return
	for key; do
		xdotool key "$key"
		sleep 0.1
	done
}

closed() { # title: waits until the window is closed
	gone xdotool search --name "$1" >/dev/null 2>&1
}

picture() { # name
	! command -v import >/dev/null || import -window root "$pictures/$1.png" 2>/dev/null
}

list='URLs in this message'
ok 'the plugin is built' build
ok 'without headers, one line says what is missing' without_headers
begin
trap 'stop; chmod -R u+rwx "$tmp"; rm -rf "$tmp"' EXIT
ok 'Claws Mail begins' window 'Claws Mail 4'
sleep 2
ok 'the plugin is loaded' grep -q claws/urlgrep.so "/proc/$client/maps"
: >"$opened"
ok 'its key' press 'Claws Mail 4' ctrl+shift+j
ok 'the list is shown' window "$list"
sleep 0.5
picture claws-list
ok 'the first' press "$list" Home Return
ok 'wrapped, broken, quoted: opened whole' opens "--new=$whole"
: >"$opened"
ok 'the third' press "$list" Home Down Down Return
ok 'bare, broken, quoted: opened whole' opens "--new=$bare"
: >"$opened"
ok 'the seventh' press "$list" Home Down Down Down Down Down Down Return
ok 'hostile: one argument' opens "--new=$first_hostile"
: >"$opened"
ok 'one with a warning' press "$list" Down Return
ok 'it asks' window 'A URL with a warning'
sleep 0.3
picture claws-question
ok 'no' press 'A URL with a warning' Escape
ok 'the question goes' closed 'A URL with a warning'
ok 'not opened' test ! -s "$opened"
ok 'again' press "$list" Return
ok 'yes' press 'A URL with a warning' alt+o
ok 'opened' opens '--new=http://www.bank.example@h.example/login'
: >"$opened"
ok 'a template, and a text that is not a URL' press "$list" End Return Up Return
sleep 0.5
ok 'are not opened' test ! -s "$opened"
ok 'the list goes' press "$list" Escape
ok 'and is gone' closed "$list"
ok 'its key again' press 'Claws Mail 4' ctrl+shift+j
ok 'the list comes again' window "$list"
ok 'nothing was run' nothing_run
press "$list" Escape
closed "$list"

# ---- a message in HTML
ok 'another message' select_message 2
ok 'its list' press 'Claws Mail 4' ctrl+shift+j
ok 'is shown' window "$list"
sleep 0.5
picture claws-html
: >"$opened"
ok 'letters beyond US-ASCII' press "$list" Home Down Return
ok 'are opened unchanged' opens '--new=http://h.example/München'
: >"$opened"
ok 'the target of a link, before a part that is not read' press "$list" End Up Return
ok 'that shows another host: it asks' window 'A URL with a warning'
sleep 0.3
picture claws-href
press 'A URL with a warning' Escape
closed 'A URL with a warning'
ok 'it is not opened' test ! -s "$opened"

# Unload the plugin while its window is open, as at the program's end.
runs() { # succeeds if it is running, and not a zombie
	grep -q . "/proc/$client/cmdline" 2>/dev/null
}
ok 'Claws Mail ends' press 'Claws Mail 4' ctrl+q
ok 'and ends' gone runs
wait $client
ok 'with status 0' test $? -eq 0
echo "1..$n"
exit $failed
