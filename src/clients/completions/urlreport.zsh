#compdef urlreport
# zsh completion for urlreport
_arguments -s -S : \
	'(-b --by)'{-b+,--by=}"[count by this]:WHAT:(host scheme year month sender list file url)" \
	'(-n --top)'{-n+,--top=}"[print only this many rows]:NUM:" \
	'--csv'"[print CSV]" \
	'--html[print a page]' \
	'(-V --version)'{-V,--version}"[print the version]" \
	'--help'"[print a summary]" \
	'*:file:_files'
