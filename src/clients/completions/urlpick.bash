# bash completion for urlpick: its own options, and urlgrep's
declare -F _urlgrep >/dev/null || . "${BASH_SOURCE[0]%/*}/urlgrep"

_urlpick()
{
	local word=${COMP_WORDS[COMP_CWORD]}

	_urlgrep
	[[ $word != -* ]] ||
		COMPREPLY+=($(compgen -W '--print --once --no-mouse' -- "$word"))
}
complete -o default -F _urlpick urlpick
