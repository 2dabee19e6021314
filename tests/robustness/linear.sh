#!/bin/sh
# linear.sh - the time to search a text grows in proportion to the text, whatever it
# holds (TAP)
#
# Each hostile text is searched in three sizes, each four times the one before. The
# instructions are counted by valgrind, so that the load of the machine does not matter.
# The last step may add 4.5 times the instructions that the step before added: this
# leaves out what it costs to begin. And no byte may take more than $most instructions,
# which finds what is quadratic up to some limit. The whole text must have been searched.
#
#	tests/robustness/linear.sh            all
#	tests/robustness/linear.sh WORD       only the tests with WORD in their names
#
# LINEAR_BYTES is the middle size, 1000000 if it is not set; a quarter of it, the smallest text, is to
# be longer than what is looked at around a URL, 8 KiB on each side. If it is less, only one
# grammar is tried, as in make check. SHORTER_BYTES, a quarter of it if it is not set, is that of texts
# that take long: their longest may be as long as the longest URL, but then not longer.
set -u

top=$(cd "$(dirname "$0")/../.." && pwd)
scan_bench=${SCAN_BENCH:-$top/build/tests/scan_bench}
only=${1:-}
bytes=${LINEAR_BYTES:-1000000}
shorter_bytes=${SHORTER_BYTES:-$((bytes / 4))}
grammars='current rfc1738'
[ "$bytes" -ge 1000000 ] || grammars=current
most=12000 # instructions per byte; repeated opaque schemes take the most
growth=450 # % for four times the text
slack=10 # instructions per byte that are not counted
what=scan
tests=0
failed=0

for program in valgrind perl; do
	if ! command -v $program >/dev/null; then
		echo "1..0 # SKIP no $program to count instructions (install $program)"
		exit 0
	fi
done
directory=$(mktemp -d) || exit 2
trap 'rm -rf "$directory"' EXIT
trap 'exit 2' HUP INT TERM
cd "$directory" || exit 2

# count_file FILE GRAMMAR WHAT: leave the instructions it takes to read FILE in
# FILE.instructions, and in FILE.error what is wrong: nothing
count_file()
{
	: >"$1.instructions"
	valgrind --tool=cachegrind --cache-sim=no --cachegrind-out-file=/dev/null \
	    "$scan_bench" "$2" "$3" <"$1" >"$1.out" 2>"$1.log"
	status=$?
	read -r _ read_bytes <"$1.out" || read_bytes=nothing
	size=$(wc -c <"$1")
	sed -n '/I  *refs:/{s/.*://;s/[^0-9]//g;p;}' "$1.log" >"$1.instructions"
	if [ $status != 0 ]; then
		echo "exit status $status: $(tail -n 1 "$1.log")"
	elif [ "$read_bytes" != "$size" ]; then
		echo "searched $read_bytes of $size bytes"
	elif [ ! -s "$1.instructions" ]; then
		echo 'valgrind counted no instructions'
	fi >"$1.error"
}

# write_text FILE SIZE EXPRESSION: write what the Perl expression makes of $n = SIZE
write_text()
{
	perl -e 'my $n = $ARGV[0]; my $text = eval $ARGV[1]; die $@ if $@;
	    die "$ARGV[1] is short\n" if length $text < $n * 0.7; print $text' \
	    "$2" "$3" >"$1" || { echo "Bail out!"; exit 2; }
}

# count GRAMMAR WHAT: the instructions for each of the three texts
count()
{
	count_file tiny "$1" "$2" &
	count_file small "$1" "$2"
	wait
	count_file large "$1" "$2"
}

# compare NAME: is the large text in proportion to the small one?
compare()
{
	tests=$((tests + 1))
	if [ -s tiny.error ] || [ -s small.error ] || [ -s large.error ]; then
		failed=$((failed + 1))
		echo "not ok $tests - $1"
		cat tiny.error small.error large.error | sed 's/^/# /'
		return
	fi
	read -r tiny <tiny.instructions
	read -r small <small.instructions
	read -r large <large.instructions
	extent=$(($(wc -c <large) - $(wc -c <small)))
	first=$((small - tiny))
	second=$((large - small))
	[ $first -ge 0 ] || first=0 # only the tiny one was short enough to judge
	good=ok
	if [ $((second * 100)) -gt $((first * growth + extent * slack * 100)) ] ||
	    [ $second -gt $((extent * most)) ]; then
		good='not ok'
		failed=$((failed + 1))
	fi
	echo "$good $tests - $1: $((second / extent)) instructions per byte," \
	    "$((second * 100 / (first > 0 ? first : 1))) % for 400 %"
}

# search NAME SIZE EXPRESSION: such a text of a quarter of SIZE, SIZE, 4 * SIZE
search()
{
	case $1 in
	*"$only"*) ;;
	*) return ;;
	esac
	write_text tiny $(($2 / 4)) "$3"
	write_text small "$2" "$3"
	write_text large $(($2 * 4)) "$3"
	for grammar in $grammars; do
		count "$grammar" "$what"
		compare "$1, $grammar"
	done
}

hostile()
{
	search "$1" "$bytes" "$2"
}

# texts of which the longest is as long as the middle one of others: there are many of
# them, or they take long
shorter()
{
	search "$1 (shorter)" "$shorter_bytes" "$2"
}

# texts that repeat a line of 60,000 bytes, three times at least
longer()
{
	search "$1" $((bytes < 800000 ? 800000 : bytes)) "$2"
}

# ---- a scheme, again and again: each begins a candidate in the one before ----

for scheme in http https ftp gopher telnet wais nntp news prospero file ldap; do
	shorter "$scheme://$scheme://" "'$scheme://' x (\$n / (3 + length '$scheme'))"
done
for scheme in mailto news tel sip sips urn data magnet xmpp cid mid file nfs; do
	shorter "$scheme:$scheme:" "'$scheme:' x (\$n / (1 + length '$scheme'))"
done
longer 'http://http:// 60 KB' '("http://" x 8500 . " ") x ($n / 59501)'
hostile 'http:///http:///' '"http:///" x ($n / 8)'
hostile 'http:http:' '"http:" x ($n / 5)'
hostile 'mailto:a@b?mailto:a@b?' '"mailto:a\@b?" x ($n / 11)'
shorter 'data:,data:,' '"data:,data:," x ($n / 12)'
hostile 'data:,\data:,\' '"data:,\\" x ($n / 7)'
hostile 'tel:+1tel:+1' '"tel:+1" x ($n / 6)'
hostile 'urn:a:urn:a:' '"urn:a:" x ($n / 6)'
hostile 'news:*news:*' '"news:*" x ($n / 6)'
hostile 'http://h/mailto: blanks' '"http://h/mailto: " x ($n / 17)'

# ---- wrappers that do not end --------------------------------------------------

hostile '<URL:<URL:' '"<URL:" x ($n / 5)'
hostile '<URL:http:<URL:http:' '"<URL:http:" x ($n / 10)'
hostile '< URL: < URL:' '"< URL: " x ($n / 7)'
hostile '<URL:URL:URL:' '"<" . "URL:" x ($n / 4)'
hostile '<http://<http://' '"<http://" x ($n / 8)'
hostile '<http://h/ <http://h/' '"<http://h/ " x ($n / 11)'
hostile '<mailto:<mailto:' '"<mailto:" x ($n / 8)'
hostile '<http://h/ and words' '("<http://h/\n" . "word\n" x 10) x ($n / 61)'
hostile '<URL:x and a long line' '"<URL:x" . "x" x $n'
hostile '<URL: and blanks' '"<URL:" . " " x $n'
hostile '<URL: and line ends' '"<URL:" . "\n" x $n'
hostile '<URL: and blanks, repeated' '("<URL:" . " " x 100) x ($n / 105)'
hostile '<URL:http://h/ and colons' '"<URL:http://h/" . ":" x $n'
hostile '<URL:http://h/ and http://h/ lines' \
    '"<URL:http://h/\n" . "http://h/\n" x ($n / 10)'
hostile '<URL:http://h/ and hyphens at line ends' \
    '"<URL:http://h/" . "a-\n" x ($n / 3)'
hostile '<URL:http://h/ 12 hyphens at line ends >' \
    '("<URL:http://h/" . "a-\n" x 11 . ">\n") x ($n / 49)'
hostile '< < <' '"< " x ($n / 2)'
hostile '< at line ends' '"<\n" x ($n / 2)'
hostile '< and blanks before URL:' '("<" . " " x 120 . "URL:") x ($n / 125)'
hostile '> > >' '"> " x ($n / 2)'
hostile '<URL:http://h/a b c d e f>' '"<URL:http://h/a b c d e f>" x ($n / 26)'
hostile '<URL: Unicode spaces' '("<URL:http://h/" . "\xC2\xA0" x 500) x ($n / 1014)'

# ---- what is before the lines of wrappers ---------------------------------------

hostile 'prefix: added lines' '"+<http://h/x\n" x ($n / 13)'
hostile 'prefix: lines of a hunk' '"@@ \n" . " <http://h/x\n" x ($n / 13)'
hostile 'prefix: a comment in a hunk' '"@@ \n+/*\n" . "+ * <http://h/x\n" x ($n / 16)'
hostile 'prefix: boxes' '"| <http://h/x   |\n" x ($n / 18)'
hostile 'prefix: a bar and blanks' '("| <http://h/x |" . " " x 100 . "y\n") x ($n / 116)'
hostile 'prefix: > at line starts' '("<http://h/x\nx\n>" . " " x 100) x ($n / 115)'

# ---- page-break look-alikes inside wrappers -------------------------------------

hostile 'wrapper and blank lines' '("<URL:http://h/a\n" . "\n \n" x 100) x ($n / 316)'
hostile 'wrapper and [Page 1] lines' \
    '("<URL:http://h/a\n" . "A [Page 1]\n" x 100) x ($n / 1116)'
hostile 'wrapper and form feeds' '("<URL:http://h/a\n" . "\f\n" x 100) x ($n / 216)'
hostile 'wrapper and page breaks' \
    '"<URL:http://h/\n\nA [Page 1]\n\f\nRFC 1738 X 1994\n\n" x ($n / 47)'
hostile 'wrapper and long [Page lines' \
    '("<URL:http://h/a\n" . ("x" x 190 . "[Page\n") x 12) x ($n / 2368)'

# ---- brackets, quotes, the marks of a sentence ------------------------------------

hostile 'http://h/ and ((((' '"http://h/" . "(" x $n'
hostile 'http://h/ and ))))' '"http://h/" . ")" x $n'
hostile 'http://h/ and ((( )))' '"http://h/" . "(" x ($n / 2) . ")" x ($n / 2)'
longer 'http://h/ and ((( ))) 60 KB' \
    '("http://h/" . "(" x 30000 . ")" x 30000 . " ") x ($n / 60010)'
hostile '(http://h/ and (((' '"(http://h/(((( " x ($n / 15)'
longer 'http://h/ and 60 KB of )' '("http://h/" . ")" x 60000 . " ") x ($n / 60010)'
longer 'http://h/ and 60 KB of &gt;' \
    '("http://h/" . "&gt;" x 15000 . " ") x ($n / 60010)'
longer 'http://h/ and 60 KB of ...' '("http://h/" . "." x 60000 . "\n") x ($n / 60010)'
hostile '))))' '")" x $n'
hostile '&gt;&gt;' '"&gt;" x ($n / 4)'
hostile 'quotes' "\"'http://h/'\" x (\$n / 11)"
hostile 'quotes that do not end' "\"'http://h/\" x (\$n / 10)"
hostile 'double quotes over lines' '"\"http://h/a\n" x ($n / 12)'
hostile '[http://h/ [http://h/' '"[http://h/" x ($n / 10)'
hostile '*http://h/*' '"*http://h/*" x ($n / 11)'
longer 'http://h/* and 60 KB of *' '("*http://h/" . "*" x 60000 . "\n") x ($n / 60011)'

# ---- lines that may go on in the next ------------------------------------------------

hostile 'http://h/a/ lines' '"http://h/a/\n" x ($n / 12)'
hostile 'http://h/a- and hyphens at line ends' '"http://h/" . "a-\n" x ($n / 3)'
hostile 'http://h/a/ and one more line' '"http://h/a/\nb/c\n" x ($n / 16)'
hostile 'http://h/ and six full lines' \
    '("http://h/" . ("x" x 70 . "/\n") x 6) x ($n / 441)'
hostile 'http://h/% lines' '"http://h/%\n41" x ($n / 13)'
hostile 'http://h/a= and long lines' \
    '("http://h/a=\n" . "b=" x 2000 . "\n") x ($n / 4013)'
longer 'http://h/a= and 60 KB lines' \
    '("http://h/" . "a=" x 30000 . "\n") x ($n / 60010)'
hostile 'http://h/a at the end of long lines' \
    '(" " x 4000 . "http://h/a/\n") x ($n / 4012)'
hostile 'http://h/a/ and blanks' '("http://h/a/" . " " x 4000 . "\n") x ($n / 4012)'
hostile 'quote prefixes' '"> " x 500 x ($n / 1000)'
hostile 'quote prefixes, URLs' '("> " x 500 . "http://h/a/\n") x ($n / 1012)'
hostile 'letters and >' '("abc>" x 250 . "http://h/a/\n") x ($n / 1012)'
hostile '| and : prefixes' '("|:" x 500 . " http://h/a/\n") x ($n / 1013)'

# ---- colons and hosts ---------------------------------------------------------------

hostile ':::' '":" x $n'
hostile 'a:a:' '"a:" x ($n / 2)'
hostile 'a.a:a.a:' '"abcdefghijklmnop:" x ($n / 17)'
hostile 'URL:URL:' '"URL:" x ($n / 4)'
for label in a- a. 1. %41 %09 ';type=' a@ a:; do
	longer "60 KB of $label$label in a host" \
	    "('http://' . '$label' x (60000 / length '$label') . qq( )) x (\$n / 60008)"
	hostile "$label$label in one line" \
	    "'ftp://h/' . '$label' x (\$n / length '$label')"
done
hostile 'one word' '"a" x $n'
hostile 'http://a in one line' '"http://a" x ($n / 8)'
hostile 'http://a and CR' '"http://a\r" x ($n / 9)'
hostile 'CR' '"\r" x $n'
hostile 'http:// and NUL' '"http://\0" x ($n / 8)'
hostile 'http:// and bytes beyond US-ASCII' '"http://\xC3\xA4" x ($n / 9)'

# ---- where the URL ends: markup, code, letters beyond US-ASCII -------------------------

hostile '](http://h/ in one line' '"](http://h/" x ($n / 11)'
hostile '](http://h/ and ((((' '("](http://h/" . "(" x 2000 . " ") x ($n / 2012)'
hostile '[[http://h/[[' '"[[http://h/" x ($n / 11)'
hostile '[[http://h/| in one line' '"[[http://h/|" x ($n / 12)'
hostile '|http://h/|' '"|http://h/" x ($n / 10)'
hostile 'http://h/[ in one line' '"http://h/[" x ($n / 10)'
hostile 'http://h/? and [ ] in one line' '"http://h/?" . "[a]" x ($n / 3)'
hostile 'http://h/ and {{{' '"http://h/" . "{" x $n'
hostile 'http://h/ and {a{a' '("http://h/" . "{a" x 500 . " ") x ($n / 1010)'
hostile 'http://h/ and $ % #' '"http://h/" . "\$%#" x ($n / 3)'
hostile 'http://h/ and escapes' '"http://h/" . "\\/" x ($n / 2)'
hostile 'http:\/\/h\/ escapes' '"http:\\/\\/h\\/a " x ($n / 16)'
hostile 'http://h/ and backslashes' '"http://h/" . "\\" x $n'
hostile 'http://h/ and bars' '"http://h/" . "|a" x ($n / 2)'
hostile 'http://h/*/ in one line' '"http://h/*/" x ($n / 11)'
hostile 'http://h/ and &quot;' '"http://h/&quot;" x ($n / 15)'
hostile 'http://h/a and Han letters' '("http://h/a" . "\xE5\xA5\xBD" x 300) x ($n / 910)'
hostile 'http://h/ and Han letters' '("http://h/p/" . "\xE5\xA5\xBD" x 300) x ($n / 911)'
hostile '=http://h/a and one letter' '"=http://h/a\xE5\xA5\xBD" x ($n / 14)'
hostile 'http://h/ and Hangul letters' '("http://h/" . "\xEC\x9D\x84" x 300 . "/") x ($n / 910)'
hostile 'http://h/ and emoji' '"http://h/" . "\xF0\x9F\x91\x8D" x ($n / 4)'
longer 'http://h/ and 60 KB of emoji' '("http://h/" . "\xF0\x9F\x91\x8D" x 15000 . " ") x ($n / 60010)'
hostile 'http://h/ and apostrophes' "\"'http://h/a'b \" x (\$n / 14)"
hostile 'http://h/<a in one line' '"http://h/<a" x ($n / 11)'

# ---- names without a scheme and e-mail addresses --------------------------------------

what=names
for unit in a.a. .... www.www. a-.a-. @@@@ a@a@a@ '"@"@"@' '<a@<a@' a.com.a.com. \
	a.com.A.com.A.com. 'a.com,' 'a.zip/1,' 'a.com/' 'www.a.com/{,' a@b.org, 'a@b.org ' \
	'a=b.org@c.org=' '1.2.3.4.' '1.2.3.4:5,' 'localhost:1' '[::1]:1' '[::::' \
	'<www.a.com' '<www.a.com/b ' 'x at a.com ' 'xn--a.xn--p1ai ' '...a.com' '--a.com' \
	'a.com?' 'ftp.a.com:/' '%20a@b.org' 'a@[1.2.3.4]' 'a@a.' '-' '_'; do
	hostile "names, $unit" "q(${unit}) x (\$n / length q(${unit}))"
done
hostile 'names, one label' '"a" x $n . ".com"'
hostile 'names, one long name in a line' '("a." x 120 . "com ") x ($n / 244)'
hostile 'names, a host of dots and a local part' '"a" . ".a" x ($n / 2) . "\@a.com"'
hostile 'names, folded lines of identifiers' '"References: <a\@b.org>\n" . " <a\@b.org>\n" x ($n / 11)'
hostile 'names, folded lines without a field' '" <a\@b.org>\n" x ($n / 11)'
hostile 'names, addresses that are broken' '"<a\@\nb.org>\n" x ($n / 11)'
hostile 'names, addresses that are not closed' '"<a\@\n" x ($n / 4)'
hostile 'names, hosts that are broken' '"<www.exam-\nple.org/x\n" x ($n / 22)'
hostile 'names, quoted addresses' '("> " x 16 . "<a\@b.org>\n") x ($n / 42)'
hostile 'names, a line of 4 KB before each' '("x " x 2000 . "a.com\n") x ($n / 4006)'
hostile 'names, blanks between' '("a.com" . " " x 60) x ($n / 65)'
longer 'names, paths of 60 KB' '("a.com/" . "a.zip/1," x 7500 . " ") x ($n / 60007)'
longer 'names, paths of 60 KB that are trimmed' '("a.zip/1" . ")" x 60000 . " ") x ($n / 60008)'
longer 'names, invalid paths of 60 KB' '("a.com/" . "%a.com/" x 8500 . " ") x ($n / 59507)'
what=scan

# ---- the validator alone: every scheme of each grammar ---------------------------------
#
# One URL for each scheme and beginning, of up to 60,000 bytes. The place where a
# URL fails is found by bisection, which takes longer, so those are shorter.

# urls LENGTH GRAMMAR UNIT: one a line, a URL of each scheme, full of UNIT
urls()
{
	sed -n 's/^%%scheme \([^ ]*\).*/\1/p' "$top/src/grammar/$2.pcre" |
	    tr , '\n' | sed 's/^_other_$/unlisted/; /^_/d' | perl -ne '
		BEGIN { ($length, $unit) = splice @ARGV, 0, 2 }
		chomp;
		my $many = $unit x ($length / length $unit);
		print "$_:$many\"\n", "$_://h/$many\"\n", "$_://$many\"\n";
	    ' "$1" "$3"
}

# check NAME LENGTH WHAT: uses $grammar and $unit; LENGTH is the longest
check()
{
	case $1 in
	*"$only"*) ;;
	*) return ;;
	esac
	urls $(($2 / 16)) "$grammar" "$unit" >tiny
	urls $(($2 / 4)) "$grammar" "$unit" >small
	urls "$2" "$grammar" "$unit" >large
	count "$grammar" "$3"
	compare "$1"
}

for grammar in rfc1738 current draft; do
	for unit in a a- a. 1. %41 ';a=' a@b, u:; do
		check "judge, $grammar, $unit$unit" 60000 judge
	done
done
most=20000
growth=550 # n log n
for grammar in rfc1738 current draft; do
	for unit in a- %41; do
		check "explain, $grammar, $unit$unit" 8000 explain
	done
done

echo "1..$tests"
[ $failed -eq 0 ]
