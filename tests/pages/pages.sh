#!/bin/sh
# pages.sh - the page of urlreport --html in Chromium (pages.mjs)
#
#	pages.sh [BUILD [MAILBOX]]
#
# With PAGES=tests/wasm/page.mjs, test the page of make page instead. Screenshots, including one
# of the report on MAILBOX if given, are written to $SCREENSHOTS or BUILD/screenshots. npm installs
# playwright-core and parse5 in BUILD/page_peers once.
cd "$(dirname "$0")/../.." || exit 2
build=${1:-build}
peers=$build/page_peers

skip()
{
	echo "1..0 # SKIP $1"
	exit 0
}

for program in node npm; do
	command -v $program >/dev/null || skip "$program is not installed (install $program)"
done
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) ||
	skip 'there is no Chromium (install chromium)'
if [ ! -e "$peers/node_modules/playwright-core/package.json" ]; then
	mkdir -p "$peers"
	npm install --silent --no-audit --no-fund --prefix "$peers" playwright-core@1.65.1 \
	    parse5@8.1.1 >"$peers/npm.log" 2>&1 ||
		skip "npm cannot install playwright-core: $peers/npm.log"
fi
exec node "${PAGES:-tests/pages/pages.mjs}" "$build" "$browser" ${2:+"$2"}
