#!/bin/sh
# editors.sh - columns, and output for editors and mail indexes (TAP)
cd "$(dirname "$0")/../.." || exit 2
. tests/common/command.inc

printf 'äb http://h.example/1 http://h.example/2\n  x http://h.example/3\n' >text
{ printf '\n%03000000d ' 0; echo http://h.example/; } >long
for threads in 1 3; do
	t "a line longer than the text in memory, -j$threads" 0 'long:2:3000002:http://h.example/' \
		-j$threads --vimgrep long
done

# ---- editors ---------------------------------------------------------------------

if vim --version 2>/dev/null | grep -q '+quickfix'; then
	printf '%s\n' "set grepprg=$urlgrep\\ --vimgrep\\ \$* grepformat=%f:%l:%c:%m" 'silent grep text' \
		'let lines = map(getqflist(), "bufname(v:val.bufnr) . v:val.lnum . \":\" . v:val.col . v:val.text")' \
		'call writefile(lines, "found") | qall!' >script.vim
	run within 30 vim -es -u NONE -i NONE -S script.vim
	ok 'vim: :grep fills the quickfix list' sh -c 'test "$(cat found)" = "text1:5http://h.example/1
text1:24http://h.example/2
text2:5http://h.example/3"'
else
	skip 'vim: :grep fills the quickfix list' 'no vim with quickfix (install vim)'
fi
if command -v emacs >/dev/null; then
	run within 60 emacs --batch -Q --eval "(progn (require 'compile)
		(let ((text (shell-command-to-string \"$urlgrep --vimgrep text\"))) (with-current-buffer
		 (get-buffer-create \"*c*\") (insert text) (compilation-mode) (compilation--ensure-parse (point-max))
		 (goto-char (point-min)) (let ((m (get-text-property (point) 'compilation-message)))
		 (princ (format \"%s %s\" (cadr (compilation--message->loc m))
		  (car (compilation--message->loc m))))))))"
	ok 'emacs: compilation-mode reads the line and the column' grep -q '^1 [45]$' "$out"
else
	skip 'emacs: compilation-mode reads the line and the column' 'no emacs (install emacs-nox)'
fi

# ---- names of files, and mail indexes ---------------------------------------------

cp text mail
printf 'text\0mail\0' >names
ok '--files0-from' sh -c '"$0" -l --files0-from=names >found && "$0" -l --files0-from=- <names |
	cmp - found && test "$(cat found)" = "text
mail"' "$urlgrep"
: >none
t '--files0-from: no names, no files' 1 '' --files0-from=none
lists '--files0-from: several lists' 'text mail text mail' -l --files0-from=none --files0-from=names --files0-from=names
printf 'nosuch\0' >missing
e '--files0-from: a missing file' 2 '' 'urlgrep: nosuch: no such file or directory' --files0-from=missing
e '--files0-from and FILE' 2 '' 'urlgrep: text: --files0-from names the files' --files0-from=names text
mkdir -p box/cur box/new box/tmp
printf 'From: ann@h.example\nMessage-ID: <1@h.example>\nDate: Mon, 3 Mar 2003 10:00:00 +0000\nSubject: figs\n\nhttp://h.example/figs\n' >'box/cur/1:2,S'
printf 'From: bob@h.example\nMessage-ID: <2@h.example>\nDate: Mon, 3 Mar 2003 10:00:00 +0000\nSubject: nuts\n\nhttp://h.example/nuts\n' >'box/cur/2:2,S'
HOME=$tmp/in
export HOME
if command -v notmuch >/dev/null; then
	printf '[database]\npath=%s\n[user]\nname=a\nprimary_email=a@h.example\n' "$PWD/box" >notmuch-config
	ok 'notmuch' sh -c 'export NOTMUCH_CONFIG=$PWD/notmuch-config; notmuch new >/dev/null 2>&1
		test "$(notmuch search --output=files --format=text0 subject:figs |
		"$0" -h --files0-from=-)" = http://h.example/figs' "$urlgrep"
else
	skip 'notmuch' 'no notmuch (install notmuch)'
fi
if command -v mu >/dev/null; then
	ok 'mu' sh -c 'export MUHOME=$PWD/mu; { mu init --maildir="$PWD/box" && mu index; } >/dev/null 2>&1
		test "$(mu find --fields=l subject:nuts | tr "\n" "\0" |
		"$0" -h --files0-from=-)" = http://h.example/nuts' "$urlgrep"
else
	skip 'mu' 'no mu (install maildir-utils)'
fi

echo "1..$n"
exit $failed
