/* names.c - the target "scan" with names and addresses of every certainty */
#define ALWAYS (URLGREP_FIND_NAMES | URLGREP_LOW_NAMES | URLGREP_FIND_ADDRESSES | \
	URLGREP_LOW_ADDRESSES)
#include "scan.c"
