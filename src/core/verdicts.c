/* verdicts.c - URLs that were judged lately: one at each place of a table */
#include "verdicts.h"

#include <stdint.h>
#include <string.h>

enum { PLACES = 256, LONGEST = 120 };

struct verdict {
	urlgrep_url url; /* its spans lie in text */
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
		v->at[i].url.text.len = 0;
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
	return (unsigned)(((end ^ middle * 31 ^ len) * 0x9E3779B97F4A7C15u) >> 56);
}

static bool
is_kept(size_t len)
{
	return len >= 16 && len <= LONGEST;
}

/* The same URL at other octets. */
static void
move_url(const urlgrep_url *from, const char *text, urlgrep_url *to)
{
	unsigned i;

	to->text = (urlgrep_span){ text, from->text.len };
	to->verdict = from->verdict;
	to->part_count = from->part_count;
	for (i = 0; i < from->part_count; i++) {
		const urlgrep_span *value = &from->parts[i].value;

		to->parts[i].name = from->parts[i].name;
		to->parts[i].value = (urlgrep_span){
			text + (value->text - from->text.text), value->len };
	}
}

bool
verdicts_find(const struct verdicts *v, const char *text, size_t len,
    urlgrep_url *url)
{
	const struct verdict *known;

	if (v == NULL || !is_kept(len))
		return false;
	known = &v->at[place_of(text, len)];
	if (known->url.text.len != len || memcmp(known->text, text, len) != 0)
		return false;
	move_url(&known->url, text, url);
	return true;
}

void
verdicts_keep(struct verdicts *v, const urlgrep_url *url)
{
	struct verdict *known;

	if (v == NULL || !is_kept(url->text.len) ||
	    url->verdict == URLGREP_NOMEM)
		return;
	known = &v->at[place_of(url->text.text, url->text.len)];
	memcpy(known->text, url->text.text, url->text.len);
	move_url(url, known->text, &known->url);
}
