/* address_memo.h - remember the addresses that were read last
 *
 * The same few addresses make up most of a mailbox. What an address is depends on its run
 * and the bytes beside it, but for its line and the words before it. */
#ifndef NAMES_ADDRESS_MEMO_H
#define NAMES_ADDRESS_MEMO_H

#include <string.h>

#include "util/scan_text.h"

enum { MEMO_TEXT_BYTES = 56, MEMO_MIN_BYTES = 8, MEMO_ENTRIES = 256 };

/* The offsets are those of text, which includes a byte before the run and one after it. */
struct known_address {
	char text[MEMO_TEXT_BYTES];
	unsigned char len; /* 0: the entry is free */
	unsigned char begin, end;
	unsigned char certainty;
	bool is_invalid, is_doubtful;
};

/* Zeroed memory is an empty one. It takes 16 KiB. */
struct address_memo {
	struct known_address entries[MEMO_ENTRIES];
};

/* A run of the text that may be known. */
struct address_key {
	const char *text;
	size_t len; /* 0: too long or too short, or more than the run decides what it is */
	size_t begin; /* of text in the whole one */
};

/* Return the key of the address whose "@" is at `at`. floor: no address begins before it. */
struct address_key address_key_make(const struct scan_text *t, size_t floor, size_t at);

/* Return the entry of a key, which has a length: to be filled if *is_known is not set. */
struct known_address *address_memo_find(struct address_memo *m,
    const struct address_key *key, bool *is_known);

#endif
