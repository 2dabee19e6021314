#!/bin/sh
# browser_hosts.sh - the host of each URL is the one that browsers open, or there is a warning
# (browser_hosts.mjs)
#
#	browser_hosts.sh [URLGREP [COUNT [SEED]]]
#
# Compares all URLs in the mailboxes of $ARCHIVES (*.mbox, also compressed), and COUNT
# generated ones.
cd "$(dirname "$0")/../.." || exit 2
urlgrep=${1:-${URLGREP:-build/urlgrep}}
count=${2:-5000}
seed=${3:-20261}

if ! command -v node >/dev/null; then
	echo '1..0 # SKIP node is not installed (install nodejs)'
	exit 0
fi
archives=${ARCHIVES:-../shared/archives}
set --
for file in "$archives"/*.mbox "$archives"/*.mbox.*; do
	[ ! -e "$file" ] || set -- "$@" "$file"
done
exec node tests/oracle/browser_hosts.mjs "$urlgrep" "$count" "$seed" "$@"
