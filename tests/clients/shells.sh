#!/bin/sh
# shells.sh - the completions as users see them: typed at the prompts of bash, zsh and
# fish, with the files where make install puts them
cd "$(dirname "$0")/../.." || exit 2
. tests/common/command.inc
. "$top/tests/clients/client.inc"
needs tmux
unset MAKEFLAGS MAKELEVEL MFLAGS
prefix=$tmp/prefix
make -s -C "$top" install PREFIX="$prefix" || exit 2
PATH=$prefix/bin:$PATH

cat >bashrc <<END
PS1='ready> '
. "$prefix/share/bash-completion/completions/urlgrep"
END
cat >"$HOME/.zshrc" <<END
PS1='ready> '
fpath=("$prefix/share/zsh/site-functions" \$fpath)
autoload -Uz compinit
compinit -u -D
END

start_bash() { start "bash --rcfile bashrc -i"; }
start_zsh() { start "zsh -i"; }
start_fish() {
	XDG_DATA_DIRS=$prefix/share start "env XDG_DATA_DIRS=$prefix/share fish -C 'function fish_prompt; echo \"ready> \"; end'"
}

complete() { # shell
	command -v "$1" >/dev/null || {
		skip "$1" 'not installed'
		return
	}
	start_"$1"
	ok "$1 begins" shows 'ready>'
	type_keys 'urlgrep --line-n' Tab
	ok "$1: an option" shows 'urlgrep --line-number'
	type_keys C-u 'urlgrep --grammar=dr' Tab
	ok "$1: its argument" shows 'urlgrep --grammar=draft'
	type_keys C-u 'urlgrep --part=host,que' Tab
	ok "$1: the second word of a list" shows 'urlgrep --part=host,query'
	type_keys C-u 'urlgrep --readi' Tab Tab
	ok "$1: an option that needs an argument" shows 'urlgrep --readings'
	type_keys 'al' Tab
	ok "$1: and the argument after it" shows 'urlgrep --readings[= ]*all'
}

for shell in bash zsh fish; do
	complete $shell
done
echo "1..$n"
exit $failed
