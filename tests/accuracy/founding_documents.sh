#!/bin/sh
# founding_documents.sh - the documents the project began from, where they are at hand: how
# many URLs each holds
cd "$(dirname "$0")/../.." || exit 2
urlgrep=${URLGREP:-build/urlgrep}
seeds=${SEEDS:-../shared/seeds}
if ! [ -d "$seeds" ]; then
	echo '1..0 # SKIP no founding documents (set SEEDS)'
	exit 0
fi
n=0
failed=0
seed() { # number, URLs, grammar
	n=$((n + 1))
	found=$($urlgrep --grammar="$3" -c "$seeds/$1"_*)
	if [ "$found" = "$2" ]; then
		echo "ok $n - seed $1 by $3: $2"
	else
		failed=1
		echo "not ok $n - seed $1 by $3: $found, not $2"
	fi
}
seed 000 30 rfc1738
seed 001 30 rfc1738
seed 002 1 rfc1738
seed 003 2 draft
seed 004 0 rfc1738
echo "1..$n"
exit $failed
