# fish completion for urlreport
complete -c urlreport -s b -l by -x -a 'host scheme year month sender list file url' -d 'count by this'
complete -c urlreport -s n -l top -x -d 'print only this many rows'
complete -c urlreport -l csv -d 'print CSV'
complete -c urlreport -l html -d 'print a page'
complete -c urlreport -s V -l version -d 'print the version'
complete -c urlreport -l help -d 'print a summary'
