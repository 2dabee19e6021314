#!/bin/sh
# emacs.sh - src/clients/emacs/urlgrep.el in Emacs, in batch: it compiles without a
# warning, and does what urlgrep-tests.el wants
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
echo "1..$n"
exit $failed
