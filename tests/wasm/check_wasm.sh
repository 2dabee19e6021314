#!/bin/sh
# check_wasm.sh - run the tests of the npm package with Node's test runner (make check-wasm)
#
#	check_wasm.sh [PACKAGE]
cd "$(dirname "$0")/../.." || exit 2
URLGREP_WASM=$(realpath -m "${1:-build/wasm/urlgrep}")
export URLGREP_WASM

skip() {
	echo "1..0 # SKIP $1"
	exit 0
}

command -v node >/dev/null || skip 'node is not installed (install nodejs)'
node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)' || skip 'Node.js is older than 20'
test -f "$URLGREP_WASM/urlgrep.wasm" || skip 'the compiler or PCRE2 is not available: make wasm reports why'
exec node --test --test-reporter=tap tests/wasm/package.test.mjs tests/wasm/same_rows.test.mjs
