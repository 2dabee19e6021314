/* readings.c - what a candidate may be: every way to undo its line breaks, each
 * judged, best first */
#include <string.h>

#include "util/ascii.h"
#include "text/candidate.h"
#include "text/surroundings.h"

enum { HYPHENS = 4 }; /* so many are read in all ways (RULES W4) */

urlgrep_span
reading_join(urlgrep_scanner *s, const struct candidate *c, unsigned count)
{
	unsigned i;

	if (count == 1)
		return (urlgrep_span){ s->text.at + c->pieces[0].begin,
			c->pieces[0].end - c->pieces[0].begin };
	strbuf_clear(&s->folded);
	for (i = 0; i < count; i++)
		strbuf_append(&s->folded, s->text.at + c->pieces[i].begin,
		    c->pieces[i].end - c->pieces[i].begin);
	if (s->folded.failed)
		return (urlgrep_span){ NULL, 0 };
	return (urlgrep_span){ s->folded.at, s->folded.len };
}

/* A reading before its text has its final place: where it stands in folded. */
struct draft {
	size_t begin;
	size_t len;
	unsigned how;
};

struct drafts {
	unsigned count;
	struct draft at[READINGS];
};

/* Append the first count pieces as one more reading, without the hyphens whose
 * bits are set in dropped (bit 0: the first hyphen before a break). */
static struct draft *
draft_reading(urlgrep_scanner *s, const struct candidate *c, unsigned count,
    unsigned dropped, struct drafts *all)
{
	struct draft *d = &all->at[all->count];
	unsigned i, hyphen = 0;

	if (all->count == READINGS)
		return NULL;
	all->count++;
	d->begin = s->folded.len;
	d->how = 0;
	for (i = 0; i < count; i++) {
		const struct piece *p = &c->pieces[i];
		bool drop = false;

		if (p->hyphen && i + 1 < count) {
			drop = dropped >> hyphen++ & 1;
			d->how |= drop ? URLGREP_HYPHEN_DROPPED :
			    URLGREP_HYPHEN_KEPT;
		}
		strbuf_append(&s->folded, s->text.at + p->begin,
		    p->end - p->begin - drop);
	}
	d->len = s->folded.len - d->begin;
	return d;
}

static unsigned
bits(unsigned set)
{
	unsigned n = 0;

	for (; set; set &= set - 1)
		n++;
	return n;
}

/* All subsets of the hyphens, fewest dropped first; of many hyphens only none
 * and all. */
static void
draft_wrapper(urlgrep_scanner *s, const struct candidate *c, struct drafts *all)
{
	unsigned hyphens = 0, set, n, i;

	for (i = 0; i + 1 < c->piece_count; i++)
		hyphens += c->pieces[i].hyphen;
	if (hyphens > HYPHENS) {
		draft_reading(s, c, c->piece_count, 0, all);
		draft_reading(s, c, c->piece_count, ~0u, all);
		return;
	}
	for (n = 0; n <= hyphens; n++)
		for (set = 0; set < 1u << hyphens; set++)
			if (bits(set) == n)
				draft_reading(s, c, c->piece_count, set, all);
}

/* One way to end a bare URL, trimmed there. Two ways that come to the same are
 * one. */
static void
draft_bare_way(urlgrep_scanner *s, const struct candidate *c, unsigned count,
    unsigned dropped, struct drafts *all)
{
	struct draft *d = draft_reading(s, c, count, dropped, all);
	unsigned i;

	if (d == NULL || s->folded.failed)
		return;
	d->len = bare_trim(c->before, s->folded.at + d->begin, d->len);
	if (c->piece_count > 1)
		d->how |= count > 1 ? URLGREP_JOINED : URLGREP_UNJOINED;
	for (i = 0; i + 1 < all->count; i++) {
		if (all->at[i].len == d->len && memcmp(s->folded.at +
			all->at[i].begin, s->folded.at + d->begin, d->len) == 0) {
			all->count--;
			return;
		}
	}
}

/* The joined one; then those that end earlier, the latest first; then, if the
 * join is not certain, the longer one; and those without a hyphen. */
static void
draft_bare(urlgrep_scanner *s, const struct candidate *c, struct drafts *all)
{
	unsigned count, hyphen = 0;

	if (c->marked) {
		draft_bare_way(s, c, c->piece_count, 0, all);
		return;
	}
	for (count = c->certain; count > 0; count--)
		draft_bare_way(s, c, count, 0, all);
	for (count = c->certain + 1; count <= c->piece_count; count++)
		draft_bare_way(s, c, count, 0, all);
	for (count = 1; count < c->piece_count; count++)
		if (c->pieces[count - 1].hyphen)
			draft_bare_way(s, c,
			    count < c->certain ? c->certain : c->piece_count,
			    1u << hyphen++, all);
}

static urlgrep_status
judge_all(urlgrep_scanner *s, const struct drafts *all, urlgrep_finding *f)
{
	bool wrapped = f->form <= URLGREP_ANGLE;
	unsigned i;

	f->reading_count = 0;
	for (i = 0; i < all->count; i++) {
		const struct draft *d = &all->at[i];
		urlgrep_url url;

		if (matcher_judge(s->matcher, s->folded.at + d->begin, d->len,
			&url) == URLGREP_NOMEM)
			return URLGREP_NOMEM;
		if (i == 0)
			f->url = url;
		if (wrapped && url.verdict != URLGREP_OK)
			continue; /* one of the others is meant */
		if (f->reading_count == 0 && wrapped)
			f->url = url;
		s->readings[f->reading_count++] =
		    (urlgrep_reading){ url.text, url.verdict, d->how };
	}
	if (f->reading_count == 0)
		s->readings[f->reading_count++] = (urlgrep_reading){
			f->url.text, f->url.verdict, all->at[0].how };
	return URLGREP_OK;
}

/* Most URLs stand in one piece: no copy. */
static urlgrep_status
judge_one(urlgrep_scanner *s, const struct candidate *c, urlgrep_finding *f)
{
	if (matcher_judge(s->matcher, s->text.at + c->begin, c->end - c->begin,
		&f->url) == URLGREP_NOMEM)
		return URLGREP_NOMEM;
	s->readings[0] = (urlgrep_reading){ f->url.text, f->url.verdict, 0 };
	f->reading_count = 1;
	return URLGREP_OK;
}

/* Where in the text the octet at of the joined pieces stands. */
static size_t
source_of(const struct candidate *c, size_t at)
{
	unsigned i;

	for (i = 0; i + 1 < c->piece_count; i++) {
		size_t len = c->pieces[i].end - c->pieces[i].begin;

		if (at <= len)
			break;
		at -= len;
	}
	return c->pieces[i].begin + at;
}

/* How long each reading is in the text; where the first one ends. */
static size_t
measure_readings(urlgrep_scanner *s, const struct candidate *c,
    const urlgrep_finding *f)
{
	unsigned i;

	for (i = 0; i < f->reading_count; i++) {
		const urlgrep_reading *r = &f->readings[i];
		bool dropped = r->how & URLGREP_HYPHEN_DROPPED;

		s->lengths[i] = source_of(c, r->url.len + dropped) - c->begin;
	}
	return c->begin + s->lengths[0];
}

static bool
has_scheme(urlgrep_span url)
{
	size_t i = 0;

	while (i < url.len && ascii_is(url.text[i], ASCII_SCHEME))
		i++;
	return i > 0 && i < url.len && url.text[i] == ':';
}

/* More than URLGREP_MAX_URL_BYTES. */
static urlgrep_status
judge_none(urlgrep_scanner *s, const struct candidate *c, urlgrep_finding *f)
{
	f->url.text = (urlgrep_span){ s->text.at + c->begin, URLGREP_MAX_URL_BYTES };
	f->url.verdict = URLGREP_LIMIT;
	f->url.part_count = 0;
	s->readings[0] = (urlgrep_reading){ f->url.text, URLGREP_LIMIT, 0 };
	f->reading_count = 1;
	return URLGREP_OK;
}

/* In several pieces. *end: where the first reading ends in the text. */
static urlgrep_status
judge_pieces(urlgrep_scanner *s, const struct candidate *c, urlgrep_finding *f,
    size_t *end)
{
	bool bare = c->form > URLGREP_ANGLE;
	struct drafts all;
	urlgrep_status status;

	all.count = 0;
	strbuf_clear(&s->folded);
	if (bare)
		draft_bare(s, c, &all);
	else
		draft_wrapper(s, c, &all);
	status = s->folded.failed ? URLGREP_NOMEM : judge_all(s, &all, f);
	if (status == URLGREP_OK && bare)
		*end = measure_readings(s, c, f);
	return status;
}

urlgrep_status
reading_make(urlgrep_scanner *s, const struct candidate *c, urlgrep_finding *f)
{
	size_t end = c->end;
	urlgrep_status status;

	f->form = c->form;
	f->confidence = c->confidence;
	f->notes = c->notes;
	f->readings = s->readings;
	if (c->too_long)
		status = judge_none(s, c, f);
	else if (c->piece_count == 1)
		status = judge_one(s, c, f);
	else
		status = judge_pieces(s, c, f, &end);
	if (status != URLGREP_OK)
		return status;
	if (c->scheme == NULL && !has_scheme(f->url.text))
		return URLGREP_INVALID;
	f->offset = s->text.origin + c->begin;
	f->length = end - c->begin;
	return URLGREP_OK;
}

urlgrep_status
reading_make_meant(urlgrep_scanner *s, const struct meant *m,
    urlgrep_finding *f)
{
	urlgrep_span written = { s->text.at + m->begin, m->end - m->begin };
	urlgrep_url url;

	if (matcher_judge(s->matcher, m->url.text, m->url.len, &url) !=
	    URLGREP_OK)
		return url.verdict;
	memset(f, 0, sizeof(*f));
	f->form = URLGREP_BARE;
	f->confidence = URLGREP_HIGH;
	f->notes = URLGREP_MALFORMED;
	f->url.text = written;
	f->url.verdict = URLGREP_INVALID;
	f->offset = s->text.origin + m->begin;
	f->length = written.len;
	f->readings = s->readings;
	s->readings[f->reading_count++] =
	    (urlgrep_reading){ written, URLGREP_INVALID, 0 };
	s->readings[f->reading_count++] =
	    (urlgrep_reading){ m->url, URLGREP_OK, URLGREP_MENDED };
	return URLGREP_OK;
}

void
urlgrep_choose(urlgrep_scanner *s, urlgrep_finding *f, unsigned index)
{
	urlgrep_reading chosen;
	size_t length, i;

	if (f->readings != s->readings || index >= f->reading_count ||
	    f->notes & URLGREP_MALFORMED)
		return;
	chosen = s->readings[index];
	length = s->lengths[index];
	for (i = index; i > 0; i--) {
		s->readings[i] = s->readings[i - 1];
		s->lengths[i] = s->lengths[i - 1];
	}
	chosen.how |= URLGREP_UNBROKEN_COPY;
	s->readings[0] = chosen;
	s->lengths[0] = length;
	matcher_judge(s->matcher, chosen.url.text, chosen.url.len, &f->url);
	f->confidence = URLGREP_HIGH;
	if (f->form > URLGREP_ANGLE)
		f->length = length;
	surroundings_note(s, f);
}
