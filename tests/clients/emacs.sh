#!/bin/sh
# emacs.sh - src/clients/emacs/urlgrep.el in Emacs: it compiles without warnings, passes
# urlgrep-tests.el in batch mode, and its keys work in a terminal
cd "$(dirname "$0")/../.." || exit 2
. tests/common/command.inc
. "$top/tests/clients/client.inc"
needs emacs
cp "$top/src/clients/emacs/urlgrep.el" .

compiles() {
	emacs -Q --batch --eval '(setq byte-compile-error-on-warn t)' \
		-f batch-byte-compile urlgrep.el 2>&1
}

# A database of one message, for notmuch.
mkdir -p "$HOME/mail/cur" "$HOME/mail/new" "$HOME/mail/tmp"
cp "$top/corpus/demo.eml" "$HOME/mail/cur/1:2,S"
hostile_message >"$HOME/mail/cur/2:2,S"
mbox "$top/corpus/demo.eml" >"$HOME/mailbox"
if command -v notmuch >/dev/null; then
	printf '[database]\npath=%s\n[user]\nname=B\nprimary_email=b@h.example\n' \
		"$HOME/mail" >"$HOME/.notmuch-config"
	notmuch new >/dev/null 2>&1
fi

ok 'compiles without a warning' compiles
OPENED=$opened DEMO=$top/corpus/demo.eml within 120 emacs -Q --batch -L . \
	--eval "(let ((d \"/usr/share/emacs/site-lisp/elpa\"))
	  (dolist (p (append (file-expand-wildcards (concat d \"-src/notmuch-*\"))
	                     (file-expand-wildcards (concat d \"-src/mu4e-*\"))))
	    (add-to-list 'load-path p)))" \
	-l "$top/tests/clients/urlgrep-tests.el" -f ert-run-tests-batch-and-exit \
	>"$out" 2>&1
status=$?
sed -n 's/^ *\(passed\|skipped\|FAILED\) *[0-9]*\/[0-9]* *\([^ ]*\).*/\1 \2/p' "$out" >results
while read -r result name; do
	case $result in
	passed) ok "$name" true ;;
	skipped) skip "$name" 'not installed' ;;
	*) ok "$name" false ;;
	esac
done <results
ok 'all of them' test $status -eq 0
test $status -eq 0 || sed 's/^/# /' "$out"
ok 'and there are some' test "$(wc -l <results)" -ge 8

# ---- in a terminal

# The browser records the URLs that it should open.
begin() { # message
	start emacs -nw -Q -L . -l urlgrep --eval "(progn (setq inhibit-startup-screen t
		browse-url-browser-function 'browse-url-generic browse-url-generic-program \"browser\")
		(find-file \"$1\"))" && shows '^Subject:'
}

if command -v tmux >/dev/null; then
	cp "$top/corpus/demo.eml" demo.eml
	hostile_message >hostile.eml
	ok 'in a terminal: a message' begin demo.eml
	type_keys M-x urlgrep-buttonize Enter
	sleep 0.5
	picture emacs-message
	type_keys M-x urlgrep-list Enter
	ok 'its list' shows 'an-over-view.html'
	picture emacs-list
	type_keys Enter
	ok 'Enter opens the first' opens "$whole"
	: >"$opened"
	type_keys n Tab Enter
	ok 'n and TAB move on' opens "$bare"
	type_keys p w
	ok 'w copies' shows 'opied'
	type_keys q
	ok 'q leads back' shows '^Subject:'
	ok 'a hostile message' begin hostile.eml
	type_keys M-x urlgrep-list Enter
	ok 'its list has warnings in words' shows 'the real one follows the @'
	picture emacs-warnings
else
	skip 'in a terminal' 'no tmux (install tmux)'
fi
echo "1..$n"
exit $failed
