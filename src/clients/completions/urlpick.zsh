#compdef urlpick
# zsh completion for urlpick: its own options, and urlgrep's
_arguments -s -S : \
	'(-p --print)'{-p,--print}'[print the chosen URLs instead of opening them]' \
	'--once[quit when a URL has been opened]' \
	'--no-mouse[leave the mouse to the terminal]' \
	'*:file:_files'
(( $+functions[_urlgrep] )) || autoload -Uz _urlgrep
[[ $PREFIX != -* ]] || _urlgrep
