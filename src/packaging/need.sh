#!/bin/sh
# need.sh - install the missing packages for the given purposes of packages.tsv
#
#	need.sh PURPOSE...
#
# Prints the command of the package manager before running it, with sudo unless run as root.
# The exit status is that of the package manager; anything still missing is reported.
table=$(dirname "$0")/packages.tsv

row() { # purpose, column
	awk -F '\t' -v purpose="$1" -v column="$2" '
		$1 == purpose { print $column; found = 1 }
		END { if (!found) print "need.sh: no such purpose: " purpose >"/dev/stderr" }' "$table"
}

has() { # a word of the column "needed": succeed if it is installed
	case $1 in
	pc:*) pkg-config --exists "${1#pc:}" ;;
	h:python3/*) test -f "$(python3 -c 'import sysconfig
print(sysconfig.get_path("include"))')/${1#h:python3/}" ;;
	h:*) echo "#include <${1#h:}>" | ${CC:-cc} -E -o /dev/null -x c - ;;
	py:*) python3 -c "import ${1#py:}" || /usr/bin/python3 -c "import ${1#py:}" ;;
	deb:*) ! command -v dpkg || dpkg -s "${1#deb:}" ;;
	fuzz:*) echo 'int LLVMFuzzerTestOneInput(void) { return 0; }
#ifndef FUZZER
int main(void) { return 0; }
#endif' | clang -x c -fsanitize="${1#fuzz:}" $(case $1 in *fuzzer*) echo -DFUZZER ;; esac) \
		-o /dev/null - ;;
	cc) command -v "${CC%% *}" || command -v cc ;;
	*) command -v "$1" ;;
	esac >/dev/null 2>&1
}

missing() { # purpose...: print those for which anything is missing
	for purpose; do
		for word in $(row "$purpose" 2); do
			has "$word" || { echo "$purpose"; break; }
		done
	done
}

packages() { # column, purpose...
	column=$1
	shift
	for purpose; do
		row "$purpose" "$column"
	done | tr '\n' ' '
}

run() {
	test "$(id -u)" = 0 || set -- sudo "$@"
	echo "installing with the package manager: $*"
	"$@"
}

# Package names are split into words.
# shellcheck disable=SC2086
install() { # purpose...
	if command -v apt-get >/dev/null; then
		run apt-get -q update
		run env DEBIAN_FRONTEND=noninteractive apt-get -q -y --no-install-recommends \
			install $(packages 3 "$@")
	elif command -v dnf >/dev/null; then run dnf -y install $(packages 4 "$@")
	elif command -v pacman >/dev/null; then
		run pacman -Sy --noconfirm --needed $(packages 5 "$@")
	elif command -v apk >/dev/null; then run apk add $(packages 6 "$@")
	elif command -v zypper >/dev/null; then run zypper -n install $(packages 7 "$@")
	else
		echo "please install: $(packages 3 "$@")" >&2
		return 1
	fi
}

lacking=$(missing "$@")
test -n "$lacking" || exit 0
# shellcheck disable=SC2086
install $lacking || exit
# A package may be installed for a different version of a program than the one in PATH.
for purpose in $lacking; do
	for word in $(row "$purpose" 2); do
		has "$word" || echo "need.sh: $purpose: still missing: $word" >&2
	done
done
