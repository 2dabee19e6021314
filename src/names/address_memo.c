/* address_memo.c - remember the addresses that were read last */
#include "names/address_memo.h"

#include "names/letters.h"

/* Return true if the run alone decides what is beside this byte: not if it is beyond
 * US-ASCII, and a colon may follow a user or precede a path. */
static bool
is_plain_neighbor(char c)
{
	return (unsigned char)c < 0x80 && c != ':';
}

struct address_key
address_key_make(const struct scan_text *t, size_t floor, size_t at)
{
	const struct address_key none = { .len = 0 };
	size_t begin = at, end = at + 1;
	size_t limit = at - floor > MEMO_TEXT_BYTES ? at - MEMO_TEXT_BYTES : floor;

	while (begin > limit && name_byte_is(t->bytes[begin - 1], BYTE_LOCAL))
		begin--;
	if (begin == limit || begin == at || !is_plain_neighbor(t->bytes[begin - 1]))
		return none;
	limit = begin - 1 + MEMO_TEXT_BYTES;
	if (limit > t->len)
		limit = t->len;
	while (end < limit && name_byte_is(t->bytes[end], BYTE_HOST))
		end++;
	if (end == at + 1 || end >= limit || !is_plain_neighbor(t->bytes[end]) ||
	    end + 2 - begin < MEMO_MIN_BYTES)
		return none; /* without a name: a domain literal, say */
	return (struct address_key){ t->bytes + begin - 1, end + 2 - begin, begin - 1 };
}

/* Return the eight bytes at text as a number. */
static uint64_t
load(const char *text)
{
	uint64_t bytes;

	memcpy(&bytes, text, sizeof(bytes));
	return bytes;
}

struct known_address *
address_memo_find(struct address_memo *m, const struct address_key *key, bool *is_known)
{
	const uint64_t golden_ratio = 0x9E3779B97F4A7C15u; /* 2^64 / 1.618... */
	uint64_t hash = load(key->text) * 31 ^ load(key->text + key->len - MEMO_MIN_BYTES) ^
	    load(key->text + (key->len - MEMO_MIN_BYTES) / 2) * 7;
	struct known_address *entry =
	    &m->entries[((hash ^ key->len) * golden_ratio >> 32) % MEMO_ENTRIES];

	*is_known = entry->len == key->len && memcmp(entry->text, key->text, key->len) == 0;
	return entry;
}
