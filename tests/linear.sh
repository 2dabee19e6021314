#!/bin/sh
# Is the work linear in the text, whatever the text? TAP on standard output.
#
# Each hostile text is searched in two sizes, one four times the other, and the
# instructions that took are counted (by valgrind), so that a busy machine
# changes nothing. Four times the text may take 4.5 times the instructions. And
# no octet may take more than $most of them: this catches what is quadratic only
# up to some limit. (If the small text takes more, the large one is not tried.)
#
#	tests/linear.sh            all
#	tests/linear.sh WORD       only the tests with WORD in their names
#
# LINEAR_OCTETS=128000 makes the texts shorter, and then only one grammar is
# tried: make check does so.
set -u

top=$(cd "$(dirname "$0")/.." && pwd)
urlgrep=${URLGREP:-$top/build/urlgrep}
only=${1:-}
octets_small=${LINEAR_OCTETS:-1000000}
both=yes
[ "$octets_small" -ge 1000000 ] || both=no
most=2000 # instructions an octet
growth=450 # % for four times the text
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

# instructions FILE OPTION...: what urlgrep takes to read FILE
instructions()
{
	file=$1
	shift
	valgrind --tool=cachegrind --cache-sim=no \
	    --cachegrind-out-file=/dev/null "$urlgrep" "$@" \
	    <"$file" 2>&1 >/dev/null |
	    sed -n '/I  *refs:/{s/.*://;s/[^0-9]//g;p;}'
}

# text NAME SIZE EXPRESSION: write what the perl expression makes of $n = SIZE
text()
{
	perl -e 'my $n = $ARGV[0]; my $text = eval $ARGV[1]; die $@ if $@;
	    die "$ARGV[1] is short\n" if length $text < $n * 0.9; print $text' \
	    "$2" "$3" >"$dir/$1" || { echo "Bail out!"; exit 2; }
}

# measure COUNTS SIZE OPTION...: add what the text of this SIZE takes to the file
measure()
{
	counts=$1
	octets=$(wc -c <"$dir/$2")
	read -r first <"$counts"
	if [ -n "$first" ] && [ "$first" -gt $((octets / 4 * most)) ]; then
		return
	fi
	size=$2
	shift 2
	instructions "$dir/$size" "$@" >>"$counts"
}

# verdict NAME COUNTS READY: judge the counts of the small and the large text;
# READY of each is what it takes to make the grammar ready
verdict()
{
	tests=$((tests + 1))
	octets=$(wc -c <"$dir/large")
	{ read -r small; read -r large; } <"$2"
	good=ok
	if [ -z "$small" ]; then
		good='not ok'
		how='no count'
	elif [ -z "$large" ]; then
		good='not ok'
		how="$((small * 4 / octets)) instructions an octet"
	else
		small=$((small - $3))
		large=$((large - $3))
		how="$((large / octets)) instructions an octet, "
		how="$how$((large * 100 / small)) % for 400 %"
		if [ $((large * 100)) -gt $((small * growth)) ] ||
		    [ $((large / octets)) -gt $most ]; then
			good='not ok'
		fi
	fi
	[ "$good" = ok ] || failed=$((failed + 1))
	echo "$good $tests - $1: $how"
}

# search NAME SIZE EXPRESSION: search such a text of SIZE and of 4 * SIZE
search()
{
	case $1 in
	*"$only"*) ;;
	*) return ;;
	esac
	text small "$2" "$3"
	text large $(($2 * 4)) "$3"
	: >"$dir/current"
	: >"$dir/rfc1738"
	for size in small large; do
		measure "$dir/current" $size --all -c &
		[ "$both" = no ] ||
			measure "$dir/rfc1738" $size --all -c --grammar=rfc1738
		wait
	done
	verdict "$1, current" "$dir/current" "$nothing_current"
	[ "$both" = no ] ||
		verdict "$1, rfc1738" "$dir/rfc1738" "$nothing_rfc1738"
}

# Nearly nothing: the grammar has to be made ready.
echo 'http://h/ a' >"$dir/nothing"
nothing_current=$(instructions "$dir/nothing" --all -c)
nothing_rfc1738=$(instructions "$dir/nothing" --all -c --grammar=rfc1738)

# 1 MB and 4 MB, or LINEAR_OCTETS and four times that
hostile()
{
	search "$1" "$octets_small" "$2"
}

# a quarter of that: those that are many, or take long
shorter()
{
	search "$1 (shorter)" $((octets_small / 4)) "$2"
}

# ---- a scheme, again and again: each begins a candidate in the one before ----

for scheme in http https ftp gopher telnet wais nntp news prospero file ldap; do
	shorter "$scheme://$scheme://" "'$scheme://' x (\$n / (3 + length '$scheme'))"
done
for scheme in mailto news tel sip sips urn data magnet xmpp cid mid file nfs; do
	shorter "$scheme:$scheme:" "'$scheme:' x (\$n / (1 + length '$scheme'))"
done
hostile 'http://http:// 60 KB' '("http://" x 8500 . " ") x ($n / 59501)'
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
hostile 'http://h/ and ((( ))) 60 KB' \
    '("http://h/" . "(" x 30000 . ")" x 30000 . " ") x ($n / 60010)'
hostile '(http://h/ and (((' '"(http://h/(((( " x ($n / 15)'
hostile 'http://h/ and 60 KB of )' '("http://h/" . ")" x 60000 . " ") x ($n / 60010)'
hostile 'http://h/ and 60 KB of &gt;' \
    '("http://h/" . "&gt;" x 15000 . " ") x ($n / 60010)'
hostile 'http://h/ and 60 KB of ...' '("http://h/" . "." x 60000 . "\n") x ($n / 60010)'
hostile '))))' '")" x $n'
hostile '&gt;&gt;' '"&gt;" x ($n / 4)'
hostile 'quotes' "\"'http://h/'\" x (\$n / 11)"
hostile 'quotes that do not end' "\"'http://h/\" x (\$n / 10)"
hostile 'double quotes over lines' '"\"http://h/a\n" x ($n / 12)'
hostile '[http://h/ [http://h/' '"[http://h/" x ($n / 10)'
hostile '*http://h/*' '"*http://h/*" x ($n / 11)'
hostile 'http://h/* and 60 KB of *' '("*http://h/" . "*" x 60000 . "\n") x ($n / 60011)'

# ---- lines that may go on in the next ------------------------------------------------

hostile 'http://h/a/ lines' '"http://h/a/\n" x ($n / 12)'
hostile 'http://h/a- and hyphens at line ends' '"http://h/" . "a-\n" x ($n / 3)'
hostile 'http://h/a/ and one more line' '"http://h/a/\nb/c\n" x ($n / 16)'
hostile 'http://h/ and six full lines' \
    '("http://h/" . ("x" x 70 . "/\n") x 6) x ($n / 441)'
hostile 'http://h/% lines' '"http://h/%\n41" x ($n / 13)'
hostile 'http://h/a= and long lines' \
    '("http://h/a=\n" . "b=" x 2000 . "\n") x ($n / 4013)'
hostile 'http://h/a= and 60 KB lines' \
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
	hostile "60 KB of $label$label in a host" \
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
# One URL for each scheme and beginning, of 15,000 and of 60,000 octets. Where a
# URL fails is searched by halves: that takes more, so those are shorter.

# urls LENGTH GRAMMAR UNIT: one a line, a URL of each scheme, full of UNIT
urls()
{
	"$urlgrep" --print-grammar="$2" | sed -n 's/^%%scheme \([^ ]*\).*/\1/p' |
	    tr , '\n' | sed 's/^_other_$/unlisted/; /^_/d' | perl -ne '
		BEGIN { ($length, $unit) = splice @ARGV, 0, 2 }
		chomp;
		my $many = $unit x ($length / length $unit);
		print "$_:$many\"\n", "$_://h/$many\"\n", "$_://$many\"\n";
	    ' "$1" "$3"
}

# check NAME LENGTH OPTIONS...: uses $grammar, $unit and $most
check()
{
	case $1 in
	*"$only"*) ;;
	*) return ;;
	esac
	name=$1
	length=$2
	shift 2
	urls 10 "$grammar" "$unit" >"$dir/short"
	ready=$(instructions "$dir/short" --check --grammar="$grammar" "$@")
	urls "$length" "$grammar" "$unit" >"$dir/small"
	urls $((length * 4)) "$grammar" "$unit" >"$dir/large"
	: >"$dir/check"
	for size in small large; do
		measure "$dir/check" $size --check --grammar="$grammar" "$@"
	done
	verdict "$name" "$dir/check" "${ready:-0}"
}

for grammar in rfc1738 current draft; do
	for unit in a a- a. 1. %41 ';a=' a@b, u:; do
		check "--check, $grammar, $unit$unit" 15000 -q
	done
done
most=20000
growth=500 # n log n
for grammar in rfc1738 current draft; do
	for unit in a- %41; do
		check "--check, $grammar, $unit$unit explained" 1000
	done
done

echo "1..$tests"
[ $failed -eq 0 ]
