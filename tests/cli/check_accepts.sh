#!/bin/sh
# check_accepts.sh - for every grammar, --check accepts each URL that the scanner prints as
# valid or loose: those in corpus/, and in the mail archives if available
cd "$(dirname "$0")/../.." || exit 2
top=$(pwd)
corpus=$top/corpus
archives=$top/../shared/archives
. tests/common/command.inc

MIN_URLS=200 # in corpus/, for each grammar

# Print the URLs that --check rejects; fail if there are any, or too few URLs to judge. URLs
# with blanks are skipped: they are loose only in an HTML attribute.
check_printed() { # options, directory
	within 300 "$urlgrep" -h -r $1 "$2" 2>/dev/null | grep -v ' ' | sort -u >urls
	count=$(wc -l <urls)
	test "$count" -ge $MIN_URLS || {
		echo "only $count URLs"
		return 1
	}
	within 300 "$urlgrep" --check $1 <urls >judged
	accepted=$(grep -c -E '^  (valid|loose) in ' judged)
	test "$accepted" -eq "$count" && return
	echo "$accepted of $count URLs are accepted; the others:"
	grep -B1 '^ *^' judged | head -40
	return 1
}

for options in --grammar=current --no-iri --strict --grammar=rfc1738 --grammar=draft; do
	ok "--check accepts the URLs printed for corpus/, $options" \
		check_printed $options "$corpus"
	if [ -d "$archives" ]; then
		ok "--check accepts the URLs printed for the archives, $options" \
			check_printed $options "$archives"
	else
		skip "--check accepts the URLs printed for the archives, $options" \
			'there are no archives'
	fi
done
echo "1..$n"
exit $failed
