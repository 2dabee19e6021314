#!/bin/sh
# Is the work linear in the text, whatever the text? TAP on standard output.
#
# Each hostile text is searched in three sizes, each four times the one before,
# and the instructions that took are counted (by valgrind), so that a busy
# machine changes nothing. What the last step adds may be 4.5 times what the step
# before added: the cost of beginning at all falls out. And no octet may take
# more than $most of them: this catches what is quadratic only up to some limit.
#
#	tests/robustness/linear.sh            all
#	tests/robustness/linear.sh WORD       only the tests with WORD in their names
#
# LINEAR_OCTETS is the middle size, 1000000 if not given. Below that only one
# grammar is tried: make check does so.
set -u

top=$(cd "$(dirname "$0")/../.." && pwd)
work=${WORK:-$top/build/tests/work}
only=${1:-}
octets=${LINEAR_OCTETS:-1000000}
grammars='current rfc1738'
[ "$octets" -ge 1000000 ] || grammars=current
most=2000 # instructions an octet
growth=450 # % for four times the text
slack=10 # instructions an octet that are nobody's business
tests=0
failed=0

if ! command -v valgrind >/dev/null || ! command -v perl >/dev/null; then
	echo 'ok 1 # SKIP valgrind and perl are needed to count instructions'
	echo 1..1
	exit 0
fi
dir=$(mktemp -d) || exit 2
trap 'rm -rf "$dir"' EXIT
trap 'exit 2' HUP INT TERM

# instructions FILE GRAMMAR WHAT: what it takes to read FILE
instructions()
{
	valgrind --tool=cachegrind --cache-sim=no \
	    --cachegrind-out-file=/dev/null "$work" "$2" "$3" \
	    <"$dir/$1" 2>&1 >/dev/null |
	    sed -n '/I  *refs:/{s/.*://;s/[^0-9]//g;p;}'
}

# text FILE SIZE EXPRESSION: write what the perl expression makes of $n = SIZE
text()
{
	perl -e 'my $n = $ARGV[0]; my $text = eval $ARGV[1]; die $@ if $@;
	    die "$ARGV[1] is short\n" if length $text < $n * 0.7; print $text' \
	    "$2" "$3" >"$dir/$1" || { echo "Bail out!"; exit 2; }
}

# count GRAMMAR WHAT: the three texts; leaves the counts in the files c.*
count()
{
	instructions tiny "$1" "$2" >"$dir/c.tiny" &
	instructions small "$1" "$2" >"$dir/c.small"
	wait
	instructions large "$1" "$2" >"$dir/c.large"
}

# verdict NAME: judge the counts
verdict()
{
	tests=$((tests + 1))
	read -r tiny <"$dir/c.tiny"
	read -r small <"$dir/c.small"
	read -r large <"$dir/c.large"
	extent=$(($(wc -c <"$dir/large") - $(wc -c <"$dir/small")))
	first=$((small - tiny))
	second=$((large - small))
	[ $first -ge 0 ] || first=0 # only the tiny one was short enough to judge
	good=ok
	if [ $((second * 100)) -gt $((first * growth + extent * slack * 100)) ] ||
	    [ $second -gt $((extent * most)) ]; then
		good='not ok'
		failed=$((failed + 1))
	fi
	echo "$good $tests - $1: $((second / extent)) instructions an octet," \
	    "$((second * 100 / (first > 0 ? first : 1))) % for 400 %"
}

# search NAME SIZE EXPRESSION: such a text of a quarter of SIZE, SIZE, 4 * SIZE
search()
{
	case $1 in
	*"$only"*) ;;
	*) return ;;
	esac
	text tiny $(($2 / 4)) "$3"
	text small "$2" "$3"
	text large $(($2 * 4)) "$3"
	for grammar in $grammars; do
		count "$grammar" scan
		verdict "$1, $grammar"
	done
}

hostile()
{
	search "$1" "$octets" "$2"
}

# texts of which the longest is as long as the middle one of others: those that
# are many, or take long
shorter()
{
	search "$1 (shorter)" $((octets / 4)) "$2"
}

# those that repeat a line of 60,000 octets: three of them at least
longer()
{
	search "$1" $((octets < 800000 ? 800000 : octets)) "$2"
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
hostile 'http:// and octets beyond US-ASCII' '"http://\xC3\xA4" x ($n / 9)'

# ---- the validator alone: every scheme of each grammar ---------------------------------
#
# One URL for each scheme and beginning, of up to 60,000 octets. Where a URL fails
# is searched by halves: that takes more, so those are shorter.

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
	urls $(($2 / 16)) "$grammar" "$unit" >"$dir/tiny"
	urls $(($2 / 4)) "$grammar" "$unit" >"$dir/small"
	urls "$2" "$grammar" "$unit" >"$dir/large"
	count "$grammar" "$3"
	verdict "$1"
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
