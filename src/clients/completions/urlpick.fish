# fish completion for urlpick: its own options, and urlgrep's
complete -c urlpick -w urlgrep
complete -c urlpick -s p -l print -d 'print the chosen URLs instead of opening them'
complete -c urlpick -l once -d 'quit when a URL has been opened'
complete -c urlpick -l no-mouse -d 'leave the mouse to the terminal'
