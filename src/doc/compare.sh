#!/bin/sh
# compare.sh - run URL extractors on the same small inputs and print a table of what
# each one found. COMPARISON.md has the result.
#
#	src/doc/compare.sh [DIRECTORY]
#
# A tool that is not installed gets no column. DIRECTORY is where "npm install
# linkify-it" was run. A cell says how many of the URLs were found, exactly as a
# reader would copy them, and how many strings were printed that are not among them.
cd "$(dirname "$0")/../.." || exit 2
LC_ALL=C.UTF-8
export LC_ALL
urlgrep=${URLGREP:-build/urlgrep}
NODE_PATH=${1:+$1/node_modules}
export NODE_PATH
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
trap 'exit 2' HUP INT TERM

option_urlgrep= schemeless_xurls= schemeless_urifind= schemeless_linkify= refang_iocextract=

# ---- the tools: print the URLs of a file, one per line ----------------------

run_urlgrep() { "$urlgrep" --scheme=http,https,ftp $option_urlgrep "$1"; }
run_urlscan() { urlscan -n -d "$1"; }
run_urlview() { # it has no batch mode: read its screen
	tmux -L compare -f /dev/null new-session -d -x 200 -y 60 "urlview '$1' 2>/dev/null"
	sleep 1
	tmux -L compare capture-pane -p | sed -n 's/^ *\(->\)\{0,1\} *[0-9][0-9]* \([^ ]*\).*/\2/p'
	tmux -L compare kill-server 2>/dev/null
}
run_urifind() { urifind $schemeless_urifind "$1"; }
run_xurls() { xurls $schemeless_xurls "$1"; }
run_linkify() {
	node -e '
	const text = require("fs").readFileSync(process.argv[1], "utf8");
	const { LinkifyIt } = require("linkify-it");
	const linkify = new LinkifyIt({ fuzzyLink: process.argv[2] === "fuzzy" });
	for (const m of linkify.match(text) || [])
		console.log(m.url)' "$1" $schemeless_linkify
}
# It skips example.com, .example and the like, so they have other names here.
run_lychee() {
	sed 's/example/exbmple/g' "$1" >"$tmp/lychee.${1##*.}"
	lychee --dump -- "$tmp/lychee.${1##*.}" | sed 's/exbmple/example/g'
}
run_iocextract() { iocextract -u $refang_iocextract -i "$1"; }
run_iocfinder() {
	ioc-finder <"$1" | python3 -c 'import json, sys; print(*json.load(sys.stdin)["urls"], sep="\n")'
}
run_rg() { rg -oN '(https?|ftp)://[^\]\[ <>"]+' "$1"; }

available() {
	case $1 in
	urlgrep) test -x "$urlgrep" ;;
	linkify) node -e 'require("linkify-it")' 2>/dev/null ;;
	iocfinder) command -v ioc-finder && command -v python3 ;;
	urlview) command -v urlview && command -v tmux ;;
	*) command -v "$1" ;;
	esac >/dev/null
}

tools=
for tool in urlgrep urlscan urlview urifind xurls linkify lychee iocfinder iocextract rg; do
	available $tool && tools="$tools $tool"
done

# ---- the cases ---------------------------------------------------------------

printf '|  | URLs |'
for tool in $tools; do
	case $tool in
	urifind) name='URI::Find' ;;
	linkify) name='linkify-it' ;;
	iocfinder) name='ioc-finder' ;;
	rg) name='ripgrep' ;;
	*) name=$tool ;;
	esac
	printf ' %s |' "$name"
done
printf '\n| --- | --- |'
for tool in $tools; do printf ' --- |'; done
printf '\n'

row() { # description, file, edits of the output; standard input has what is expected
	LC_ALL=C sort -u >"$tmp/expected"
	printf '| %s | %d |' "$1" "$(wc -l <"$tmp/expected")"
	for tool in $tools; do
		"run_$tool" "$2" </dev/null 2>/dev/null |
			grep -v "^mailto:\|^No URLs found\|^$" | sed "${3-}" |
			LC_ALL=C sort -u >"$tmp/found"
		right=$(LC_ALL=C comm -12 "$tmp/expected" "$tmp/found" | wc -l)
		wrong=$(LC_ALL=C comm -13 "$tmp/expected" "$tmp/found" | wc -l)
		cell=$right
		[ "$wrong" -eq 0 ] || cell="$cell, $wrong wrong"
		printf ' %s |' "$cell"
	done
	printf '\n'
}

row 'broken at a hyphen, in a reply' corpus/demo.eml <<'END'
http://www.example.com/drafts/an-over-view.html
http://archive.example.org/pub/reports/1995/spring/measurements/of/line-widths/table7.html
http://example.com/~joe/
END
row 'broken at column 72, bare' corpus/broken-at-wrap-column.eml <<'END'
http://www.example.com/committees/survey/results-of-the-last-four-districts/tables.html
END
row 'broken inside `<URL:...>`, quoted with bars' corpus/quote-bars.eml <<'END'
http://www.example.org/new/place.html
http://www.example.org/old/place.html
ftp://ftp.example.org/pub/place.html
END
row '`format=flowed`, `DelSp=yes`' corpus/flowed-two-spaces.eml <<'END'
http://www.example.com/reports/widths.html
END
row 'quoted-printable, base64, HTML alternative' corpus/mail-alternative.eml <<'END'
https://www.example.com/week/11
https://www.example.com/week/11?mail=7
https://www.example.com/weeks/with/a/very/long/name/of/them
https://www.example.com/off?a=1&b=2
https://www.example.com/note
END
row 'HTML with a `<base href>`' corpus/mail-newsletter.html <<'END'
https://www.example.com/new
https://www.example.com/bg.png
https://www.example.com/read?id=7&from=mail
https://www.example.com/plain
https://www.example.com/seen?a&b=1
https://evil.example/
https://bank.example/login
https://base.example/two.html
https://other.example/
https://www.example.com/cited
https://www.example.com/post
https://www.example.com/go.gif
END
row 'punctuation after the URL' corpus/trailing-punctuation.txt <<'END'
http://www.example.org/a
http://www.example.org/b
http://www.example.org/c
http://www.example.org/d
http://www.example.org/e
http://www.example.org/f
http://www.example.org/g
http://www.example.org/h
http://www.example.org/i,j;k:l!m.n?o
http://www.example.org/p/
http://www.example.org
END
printf 'siehe https://de.example/wiki/München und https://müller.example/straße.\n' >"$tmp/iri.txt"
row 'letters beyond US-ASCII' "$tmp/iri.txt" <<'END'
https://de.example/wiki/München
https://müller.example/straße
END
printf 'see www.example.com/news, please\n' >"$tmp/www.txt"
# with the option of each tool that has one for this
option_urlgrep=--schemeless schemeless_xurls=-r schemeless_urifind=-l schemeless_linkify=fuzzy
row 'no scheme: `www.example.com/news`' "$tmp/www.txt" 's,^https*://,,' <<'END'
www.example.com/news
END
option_urlgrep= schemeless_xurls= schemeless_urifind= schemeless_linkify=
printf '    # see https://example.org/openssl/issues/14996\n    self._consume_errors()\n' >"$tmp/code.py"
row 'a comment in source code' "$tmp/code.py" <<'END'
https://example.org/openssl/issues/14996
END
printf 'see http://example.org/wide\n' | iconv -t UTF-16 >"$tmp/utf16.txt"
row 'a text file in UTF-16' "$tmp/utf16.txt" <<'END'
http://example.org/wide
END
# the forms in the README of iocextract, but for those in hexadecimal digits and base64
printf '%s\n\n' 'example[.]com/1' 'example(.)com/2' 'example\.com/3' 'http://example[.com/4' \
	'http://example.com[/]5' 'http:// example .com /6' 'http__example.com/7' \
	'http:\\example.com/8' 'http[:]//example.com/9' 'hxxp://example.com/10' \
	'hxxp__ example( .com[/]11' 'http%3A%2F%2fexample%2Ecom%2F12' >"$tmp/defanged.txt"
option_urlgrep=--refang=hosts refang_iocextract=-r
seq 12 | sed 's,^,example.com/,' >"$tmp/refanged"
row 'defanged, as iocextract lists it' "$tmp/defanged.txt" 's,^https*://,,' <"$tmp/refanged"
