/* match_cache.c - URLs that were judged lately: one at each place of a table */
#include "url/match_cache.h"

#include <stdint.h>
#include <string.h>

enum { PLACE_BITS = 11, PLACES = 1 << PLACE_BITS, LONGEST = 120, PARTS = 8 };

/* The parts by where they begin in the text and how long they are. */
struct verdict {
	unsigned char len; /* 0: there is none */
	unsigned char part_count;
	urlgrep_status verdict;
	const char *name[PARTS];
	unsigned char begin[PARTS], length[PARTS];
	char text[LONGEST];
};

struct verdicts {
	const urlgrep_memory *memory;
	struct verdict at[PLACES];
};

struct verdicts *
verdicts_new(const urlgrep_memory *memory)
{
	struct verdicts *v = memory_allocate(memory, sizeof(*v));
	unsigned i;

	if (v == NULL)
		return NULL;
	v->memory = memory;
	for (i = 0; i < PLACES; i++)
		v->at[i].len = 0;
	return v;
}

void
verdicts_free(struct verdicts *v)
{
	if (v)
		memory_release(v->memory, v);
}

/* By its length and its last octets: what URLs differ in. */
static unsigned
place_of(const char *text, size_t len)
{
	uint64_t end = 0, middle = 0;

	memcpy(&end, text + len - 8, 8);
	memcpy(&middle, text + len / 2, 8);
	return (unsigned)(((end ^ middle * 31 ^ len) * 0x9E3779B97F4A7C15u) >>
	    (64 - PLACE_BITS));
}

static bool
is_kept(size_t len)
{
	return len >= 16 && len <= LONGEST;
}

bool
verdicts_find(const struct verdicts *v, const char *text, size_t len,
    urlgrep_url *url)
{
	const struct verdict *known;
	unsigned i;

	if (v == NULL || !is_kept(len))
		return false;
	known = &v->at[place_of(text, len)];
	if (known->len != len || memcmp(known->text, text, len) != 0)
		return false;
	url->text = (urlgrep_span){ text, len };
	url->verdict = known->verdict;
	url->part_count = known->part_count;
	for (i = 0; i < known->part_count; i++)
		url->parts[i] = (urlgrep_part){ known->name[i],
			{ text + known->begin[i], known->length[i] } };
	return true;
}

void
verdicts_keep(struct verdicts *v, const urlgrep_url *url)
{
	urlgrep_span text = url->text;
	struct verdict *known;
	unsigned i;

	if (v == NULL || !is_kept(text.len) || url->part_count > PARTS ||
	    url->verdict == URLGREP_NOMEM)
		return;
	known = &v->at[place_of(text.text, text.len)];
	memcpy(known->text, text.text, text.len);
	known->len = (unsigned char)text.len;
	known->verdict = url->verdict;
	known->part_count = (unsigned char)url->part_count;
	for (i = 0; i < url->part_count; i++) {
		const urlgrep_part *part = &url->parts[i];

		known->name[i] = part->name;
		known->begin[i] = (unsigned char)(part->value.text - text.text);
		known->length[i] = (unsigned char)part->value.len;
	}
}
