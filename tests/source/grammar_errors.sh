#!/bin/sh
# grammar_errors.sh - the build finds mistakes in src/grammar and reports each with file and
# line; and a new grammar needs nothing but its file
cd "$(dirname "$0")/../.." || exit 2
. tests/common/command.inc
grammar=$top/src/grammar

# Make a grammar in $tmp/x.pcre with the lines of $1 added, and then $2.
make_grammar() {
	printf '%s\n' '%%define' '(?(DEFINE)' '(?<word> [a-z]++ )' "$1" ')' "$(printf '%b' "$2")" \
		'%%scheme _other_ url' '(?<SCHEME> (?&word) ) : (?<REST> (?&word) )' >x.pcre
}

rejects() { # line, message, then the lines for make_grammar
	make_grammar "$3" "${4-}"
	if awk -f "$grammar/compile.awk" x.pcre >x.c 2>messages; then
		echo '# no message'
		return 1
	fi
	equal message "x.pcre:$1: $2" "$(cat messages)"
}

accepts() {
	make_grammar '' '' && awk -f "$grammar/compile.awk" x.pcre >x.c
}
ok 'a grammar' accepts

while IFS='|' read -r what line message rule directive; do
	ok "$what" rejects "$line" "$message" "$rule" "$directive"
done <<'END'
unknown directive|6|unknown directive "%%scheem"||%%scheem a b
unknown rule|4|unknown rule "wrod"|(?<other> (?&wrod) )|
unknown rule in a line that continues one|4|unknown rule "wrod"|(?<a> (?&word) (?&wrod) )|
unknown rule in a section|7|unknown rule "wrod"||%%scheme a b\n(?&wrod)
duplicate rule|4|rule "word" appears twice, see line 3|(?<word> x )|
neither a rule nor the rest of one|4|neither a rule, "(?<name> ...", nor a line that continues one|word = x|
a capture in a rule|4|a capture in a rule: only sections have them|(?<a> (?<HOST> x ) )|
%%why for an unknown rule|6|unknown rule "wrod"||%%why wrod text
%%why twice|7|%%why word appears twice||%%why word text\n%%why word text
%%why without a text|6|expected %%why RULE TEXT||%%why word
%%count for an unknown rule|6|unknown rule "wrod"||%%count wrod
%%user for an unknown rule|6|unknown rule "wrod"||%%user wrod
%%user with two|6|expected %%user RULE||%%user word word
%%name for an unknown capture|6|unknown capture "HSOT"||%%name HSOT host
%%scheme without a pattern|6|%%scheme without a pattern||%%scheme a b
%%scheme without a production|6|expected %%scheme NAME,... PRODUCTION||%%scheme a\nx
%%scheme for a scheme that has one|8|scheme "_other_" has a section already, see line 6||%%scheme _other_ u\nx
%%scheme in capitals|6|not a scheme in small letters: "HTTP"||%%scheme HTTP u\nx
%%define twice|6|%%define appears twice||%%define
%%extends an unknown grammar|6|no grammar of its own: "curent"||%%extends curent
END

many_lines() { # prints more of each directive than any array had room for
	for i in 1 2 3 4 5 6 7 8 9; do
		rules="${rules-}(?<r$i> x )
"
		lines="${lines-}%%user r$i
%%count r$i
%%why r$i text
"
	done
	make_grammar "$rules" "$lines" && awk -f "$grammar/compile.awk" x.pcre >x.c &&
		${CC:-cc} -std=c11 -I"$top/include" -I"$top/src" -fsyntax-only x.c
}
ok 'nine %%user, %%count and %%why' many_lines

scheme_row() { # message or nothing, row
	{ cat "$grammar/schemes.tsv"; printf "$2\n"; } >x.tsv
	awk -f "$grammar/schemes.awk" x.tsv >x.c 2>messages
	equal message "${1:+x.tsv:$(wc -l <x.tsv): $1}" "$(cat messages)"
}
ok 'a scheme' scheme_row '' 'zz-new\tcommon\tslashes\t1965\tnone'
ok 'a scheme without a port' scheme_row \
	'a row has 5 fields, separated by tabs: scheme, origin, forms, port, reference' \
	'zz-new\tcommon\tslashes\tnone'
ok 'a scheme with an empty field' scheme_row \
	'a row has 5 fields, separated by tabs: scheme, origin, forms, port, reference' \
	'zz-new\tcommon\t\t1965\tnone'
ok 'an unknown form' scheme_row 'unknown form "slash"
x.tsv:'"$(($(wc -l <"$grammar/schemes.tsv") + 1))"': a scheme is recognized with slashes, opaque or wrapped' \
	'zz-new\tcommon\tslash\t1965\tnone'
ok 'a port that is none' scheme_row 'not a port: "65536"' 'zz-new\tcommon\tslashes\t65536\tnone'
ok 'an RFC that is none' scheme_row 'not an RFC: "1738"' 'zz-new\tcommon\tslashes\t1965\t1738'
ok 'a scheme twice' scheme_row \
	"scheme \"http\" appears twice, see line $(grep -n '^http	' "$grammar/schemes.tsv" | cut -d: -f1)" \
	'http\tiana\tslashes\t80\tnone'

too_long() {
	{ cat "$grammar/schemes.tsv"; printf 'averylongschemeaverylongschemeaverylongscheme\tcommon\tslashes\t-\tnone\n'; } >x.tsv
	awk -f "$grammar/schemes.awk" x.tsv >x.c || return
	! ${CC:-cc} -std=c11 -I"$top/src" -fsyntax-only x.c 2>messages &&
		grep -q "x.tsv:$(wc -l <x.tsv): longer than MAX_SCHEME_BYTES" messages
}
ok 'a scheme that is too long' too_long

echo "1..$n"
exit $failed
