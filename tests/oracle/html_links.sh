#!/bin/sh
# html_links.sh - the links in generated HTML are those that parse5 finds, except in one document
# in 500 (html_links.mjs)
#
#	html_links.sh [BUILD [COUNT [SEED]]]
#
# npm installs parse5 in BUILD/html_peers once.
cd "$(dirname "$0")/../.." || exit 2
build=${1:-build}
peers=$build/html_peers

skip()
{
	echo "1..0 # SKIP $1"
	exit 0
}

for program in node npm; do
	command -v $program >/dev/null || skip "$program is not installed"
done
if [ ! -e "$peers/node_modules/parse5/package.json" ]; then
	mkdir -p "$peers"
	npm install --silent --no-audit --no-fund --prefix "$peers" parse5@8.1.1 \
	    >"$peers/npm.log" 2>&1 || skip "npm cannot install parse5: $peers/npm.log"
fi
exec node tests/oracle/html_links.mjs "$build" "${2:-10000}" "${3:-20261}"
