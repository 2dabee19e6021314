# bash completion for urlreport
_urlreport()
{
	local word=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD-1]} words=

	# bash splits words at "="
	if [[ $word == = ]]; then
		word= option=$option=
	elif [[ $option == = ]]; then
		option=${COMP_WORDS[COMP_CWORD-2]}=
	fi
	COMPREPLY=()
	case $option in
	-b|--by|--by=) words='host scheme year month sender list file url' ;;
	-n|--top|--top=) return ;;
	*)
		[[ $word == -* ]] || return
		words='--by= --top= --csv --html --version --help' ;;
	esac
	COMPREPLY=($(compgen -W "$words" -- "$word"))
	[[ ${COMPREPLY[0]} != *= ]] || compopt -o nospace 2>/dev/null
}
complete -o default -F _urlreport urlreport
