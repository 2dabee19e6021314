/* readings.c - what a candidate may be: its line breaks undone in every way, judged */
#include "text/readings.h"

#include <string.h>

#include "text/quoted_printable.h"
#include "text/trim.h"
#include "text/surroundings.h"
#include "url/grammar.h"
#include "util/ascii.h"

enum { MAX_VARIED_HYPHENS = 4 }; /* so many are kept or dropped in all ways (rule W4) */
_Static_assert(1 << MAX_VARIED_HYPHENS <= MAX_READINGS, "all ways have room");

int
urlgrep_form_is_delimited(urlgrep_form form)
{
	return form == URLGREP_WRAPPED || form == URLGREP_ANGLE;
}

bool
readings_is_opaque(urlgrep_span url)
{
	const char *colon = memchr(url.text, ':', url.len);

	return colon == NULL || /* the caller changed the text meanwhile */
	    url.len < (size_t)(colon - url.text) + 3 || memcmp(colon + 1, "//", 2) != 0;
}

/* ---- names without a scheme --- */

/* Return how many bytes the supplied scheme and "://" take. */
static size_t
supplied_length(const struct candidate *c)
{
	return c->supplied ? strlen(c->supplied) + 3 : 0;
}

static void
append_supplied(urlgrep_scanner *s, const struct candidate *c)
{
	if (c->supplied == NULL)
		return;
	strbuf_append_string(&s->joined, c->supplied);
	strbuf_append_string(&s->joined, "://");
}

/* Append bytes[begin..end) of the text without c->omitted, if that is among them. */
static void
append_fragment(urlgrep_scanner *s, const struct candidate *c, size_t begin, size_t end)
{
	const char *bytes = s->text.bytes;

	if (c->supplied && c->omitted >= begin && c->omitted < end) {
		strbuf_append(&s->joined, bytes + begin, c->omitted - begin);
		begin = c->omitted + 1;
	}
	strbuf_append(&s->joined, bytes + begin, end - begin);
}

urlgrep_span
readings_join_fragments(urlgrep_scanner *s, const struct candidate *c)
{
	unsigned i;

	if (c->fragment_count == 1 && c->supplied == NULL)
		return (urlgrep_span){ s->text.bytes + c->fragments[0].begin,
			c->fragments[0].end - c->fragments[0].begin };
	strbuf_clear(&s->joined);
	append_supplied(s, c);
	for (i = 0; i < c->fragment_count; i++)
		append_fragment(s, c, c->fragments[i].begin, c->fragments[i].end);
	if (s->joined.failed)
		return (urlgrep_span){ NULL, 0 };
	return (urlgrep_span){ s->joined.at, s->joined.len };
}

/* ---- the alternatives, before they are judged --- */

/* A reading by its offset in s->joined, which may still move. */
struct alternative_reading {
	size_t begin;
	size_t len;
	unsigned how;
};

struct alternative_readings {
	unsigned count;
	struct alternative_reading at[MAX_READINGS];
};

/* Add the first `count` fragments as one more alternative, without the hyphens whose
 * bits are set in `dropped` (bit 0: the first hyphen before a line break). Returns it,
 * or NULL if there are too many. */
static struct alternative_reading *
add_alternative(urlgrep_scanner *s, const struct candidate *c, unsigned count,
    unsigned dropped, struct alternative_readings *all)
{
	struct alternative_reading *a = &all->at[all->count];
	unsigned i, hyphen = 0;

	if (all->count == MAX_READINGS)
		return NULL;
	all->count++;
	a->begin = s->joined.len;
	a->how = 0;
	append_supplied(s, c);
	for (i = 0; i < count; i++) {
		const struct fragment *f = &c->fragments[i];
		bool drop = false;

		if (f->ends_in_hyphen && i + 1 < count) {
			drop = dropped >> hyphen++ & 1;
			a->how |= drop ? URLGREP_HYPHEN_DROPPED :
			    URLGREP_HYPHEN_KEPT;
		}
		if (*f->original)
			strbuf_append(&s->joined, f->original, strlen(f->original));
		else
			append_fragment(s, c, f->begin, f->end - drop);
	}
	a->len = s->joined.len - a->begin;
	return a;
}

static unsigned
count_bits(unsigned set)
{
	unsigned n = 0;

	for (; set; set &= set - 1)
		n++;
	return n;
}

/* Add all subsets of the hyphens of a delimited URL, fewest dropped first; if there are
 * many hyphens, only none and all. */
static void
add_delimited(urlgrep_scanner *s, const struct candidate *c, struct alternative_readings *all)
{
	unsigned hyphens = 0, set, n, i;

	for (i = 0; i + 1 < c->fragment_count; i++)
		hyphens += c->fragments[i].ends_in_hyphen;
	if (hyphens > MAX_VARIED_HYPHENS) {
		add_alternative(s, c, c->fragment_count, 0, all);
		add_alternative(s, c, c->fragment_count, ~0u, all);
		return;
	}
	for (n = 0; n <= hyphens; n++)
		for (set = 0; set < 1u << hyphens; set++)
			if (count_bits(set) == n)
				add_alternative(s, c, c->fragment_count, set, all);
}

/* Return true if the last alternative equals an earlier one. */
static bool
is_last_known(const urlgrep_scanner *s, const struct alternative_readings *all)
{
	const struct alternative_reading *a = &all->at[all->count - 1];
	unsigned i;

	for (i = 0; i + 1 < all->count; i++)
		if (all->at[i].len == a->len && memcmp(s->joined.at + all->at[i].begin,
		    s->joined.at + a->begin, a->len) == 0)
			return true;
	return false;
}

/* Add one way to end a bare URL, trimmed there, unless it equals another. */
static void
add_bare_way(urlgrep_scanner *s, const struct candidate *c, unsigned count,
    unsigned dropped, struct alternative_readings *all)
{
	struct alternative_reading *a = add_alternative(s, c, count, dropped, all);

	if (a == NULL || s->joined.failed)
		return;
	a->len = trim_bare_url(c->byte_before, s->joined.at + a->begin, a->len);
	if (c->fragment_count > 1 && !c->is_escaped)
		a->how |= count > 1 ? URLGREP_JOINED : URLGREP_UNJOINED;
	if (is_last_known(s, all))
		all->count--;
}

/* Add the URL with its quoted-printable decoded. */
static void
add_decoded(urlgrep_scanner *s, const struct candidate *c, struct alternative_readings *all)
{
	struct alternative_reading *a = &all->at[all->count++];

	a->begin = s->joined.len;
	a->len = 0;
	a->how = URLGREP_QP_DECODED | (c->fragment_count > 1 ? URLGREP_JOINED : 0);
	append_supplied(s, c);
	quoted_printable_append(&s->text, c, &s->joined);
	if (!s->joined.failed)
		a->len = trim_bare_url(c->byte_before, s->joined.at + a->begin,
		    s->joined.len - a->begin);
}

/* Add the URL that ends in its line where it may end, too. */
static void
add_other_end(urlgrep_scanner *s, const struct candidate *c, struct alternative_readings *all)
{
	struct candidate other;

	if (c->other_end == 0)
		return;
	other = *c;
	other.fragment_count = 1;
	other.fragments[0].end = c->other_end;
	add_bare_way(s, &other, 1, 0, all);
}

/* Add the URL joined as far as that is certain, without the hyphens of a typesetter. */
static void
add_without_hyphens(urlgrep_scanner *s, const struct candidate *c,
    struct alternative_readings *all)
{
	if (c->has_typeset_hyphens)
		add_bare_way(s, c, c->certain_count, ~0u, all);
}

/* Add the ways to end a bare URL: joined as far as that is certain; ended earlier, the
 * longest first; joined where that is possible; and joined without a hyphen. */
static void
add_bare(urlgrep_scanner *s, const struct candidate *c, struct alternative_readings *all)
{
	unsigned count, hyphen = 0;

	if (c->has_soft_breaks || c->is_escaped) {
		if (c->is_escaped && c->certain_count < c->fragment_count)
			add_bare_way(s, c, c->certain_count, 0, all);
		add_bare_way(s, c, c->fragment_count, 0, all);
		return;
	}
	if (c->is_quoted_printable)
		add_decoded(s, c, all);
	add_without_hyphens(s, c, all);
	for (count = c->certain_count; count > 0; count--)
		add_bare_way(s, c, count, 0, all);
	for (count = c->certain_count + 1; count <= c->fragment_count; count++)
		add_bare_way(s, c, count, 0, all);
	for (count = 1; count < c->fragment_count; count++)
		if (c->fragments[count - 1].ends_in_hyphen)
			add_bare_way(s, c, count < c->certain_count ?
			    c->certain_count : c->fragment_count, 1u << hyphen++, all);
	add_other_end(s, c, all);
}

/* ---- judging them --- */

/* Judge a reading. An opaque URL is one only if it is valid and looks like one of its
 * scheme, unless "<URL:" says that it is one (rule V4). */
static urlgrep_status
judge_reading(urlgrep_scanner *s, urlgrep_form form, urlgrep_span text, urlgrep_url *url)
{
	urlgrep_status status = matcher_judge(s->matcher, text.text, text.len, url);

	if (form == URLGREP_WRAPPED || !readings_is_opaque(text) ||
	    (status != URLGREP_OK && status != URLGREP_LOOSE))
		return status;
	if (status == URLGREP_OK)
		status = matcher_judge_shape(s->matcher, text.text, text.len);
	if (status == URLGREP_LOOSE)
		status = URLGREP_INVALID;
	url->verdict = status;
	if (status != URLGREP_OK)
		url->part_count = 0;
	return status;
}

/* Return the place of a verdict in the order of readings (rule V7). */
static unsigned
rank_of(urlgrep_status verdict)
{
	return verdict == URLGREP_OK ? 0 : verdict == URLGREP_LOOSE ? 1 : 2;
}

/* Add a judged reading after those with the same verdict, and make it the best one if it
 * comes first. If a reading of a bare URL overtakes another one by its verdict, the signs at
 * the line breaks speak for the other one, so the confidence is not high. */
static void
add_reading(urlgrep_scanner *s, const urlgrep_url *url, unsigned how, urlgrep_finding *f)
{
	unsigned at = f->reading_count++;

	for (; at > 0 && rank_of(s->readings[at - 1].verdict) > rank_of(url->verdict); at--)
		s->readings[at] = s->readings[at - 1];
	s->readings[at] = (urlgrep_reading){ url->text, url->verdict, how };
	if (at > 0)
		return;
	f->url = *url;
	if (f->reading_count > 1 && f->confidence == URLGREP_HIGH &&
	    !urlgrep_form_is_delimited(f->form))
		f->confidence = URLGREP_MEDIUM;
}

/* Judge all alternatives and make readings of them. Of a delimited URL only readings that
 * are accepted count, since its text is certain but for the hyphens; if none is, the first
 * is its only reading. */
static urlgrep_status
judge_alternatives(urlgrep_scanner *s, const struct alternative_readings *all,
    urlgrep_finding *f)
{
	bool is_delimited = urlgrep_form_is_delimited(f->form);
	urlgrep_url first = { .verdict = URLGREP_INVALID }, url;
	unsigned i;

	f->reading_count = 0;
	if (all->count == 0)
		return URLGREP_INVALID;
	for (i = 0; i < all->count; i++) {
		const struct alternative_reading *a = &all->at[i];
		urlgrep_span text = { s->joined.at + a->begin, a->len };

		if (judge_reading(s, f->form, text, &url) == URLGREP_NOMEM)
			return URLGREP_NOMEM;
		if (i == 0)
			first = url;
		if (!is_delimited || grammar_accepts(s->grammar, url.verdict))
			add_reading(s, &url, a->how, f);
	}
	if (f->reading_count == 0)
		add_reading(s, &first, all->at[0].how, f);
	return URLGREP_OK;
}

/* Judge a URL in one fragment, as most are, without a copy. */
static urlgrep_status
judge_fragment(urlgrep_scanner *s, const struct candidate *c, urlgrep_finding *f)
{
	urlgrep_span text = { s->text.bytes + c->begin, c->end - c->begin };

	if (judge_reading(s, c->form, text, &f->url) == URLGREP_NOMEM)
		return URLGREP_NOMEM;
	s->readings[0] = (urlgrep_reading){ f->url.text, f->url.verdict, 0 };
	f->reading_count = 1;
	return URLGREP_OK;
}

/* Return true if the only way to read the bare URL is as one fragment of the text. */
static bool
is_in_one_way(const struct candidate *c)
{
	return c->fragment_count == 1 && c->certain_count == 1 && c->other_end == 0 &&
	    !c->is_escaped && !c->has_soft_breaks && !c->is_quoted_printable &&
	    !c->has_typeset_hyphens && !urlgrep_form_is_delimited(c->form);
}

/* Judge a name in one fragment, with its scheme before it. *end: where it ends in the
 * text. */
static urlgrep_status
judge_name(urlgrep_scanner *s, const struct candidate *c, urlgrep_finding *f, size_t *end)
{
	const struct fragment *name = &c->fragments[0];
	size_t supplied, len;

	strbuf_clear(&s->joined);
	append_supplied(s, c);
	supplied = s->joined.len;
	strbuf_append(&s->joined, s->text.bytes + name->begin, name->end - name->begin);
	if (s->joined.failed)
		return URLGREP_NOMEM;
	len = trim_bare_url(c->byte_before, s->joined.at, s->joined.len);
	if (judge_reading(s, c->form, (urlgrep_span){ s->joined.at, len }, &f->url) ==
	    URLGREP_NOMEM)
		return URLGREP_NOMEM;
	s->readings[0] = (urlgrep_reading){ f->url.text, f->url.verdict, 0 };
	f->reading_count = 1;
	s->lengths[0] = len - supplied;
	*end = name->begin + s->lengths[0];
	return URLGREP_OK;
}

/* Do not judge a URL of more than URLGREP_MAX_URL_BYTES bytes. */
static void
make_too_long(urlgrep_scanner *s, const struct candidate *c, urlgrep_finding *f)
{
	f->url.text = (urlgrep_span){ s->text.bytes + c->begin, URLGREP_MAX_URL_BYTES };
	f->url.verdict = URLGREP_LIMIT;
	f->url.part_count = 0;
	s->readings[0] = (urlgrep_reading){ f->url.text, URLGREP_LIMIT, 0 };
	f->reading_count = 1;
}

/* Return the offset in the text of the byte at `at` in the joined fragments. */
static size_t
text_offset(const struct candidate *c, size_t at)
{
	unsigned i;

	for (i = 0; i + 1 < c->fragment_count; i++) {
		const struct fragment *f = &c->fragments[i];
		size_t len = *f->original ? strlen(f->original) : f->end - f->begin;

		if (at < len || (at == len && *f->original == '\0'))
			break;
		at -= len;
	}
	if (*c->fragments[i].original && at > 0)
		return c->fragments[i].end;
	return c->fragments[i].begin + at;
}

/* Set the length in the text of each reading. Returns where the first one ends. */
static size_t
measure_readings(urlgrep_scanner *s, const struct candidate *c,
    const urlgrep_finding *f)
{
	unsigned i;

	for (i = 0; i < f->reading_count; i++) {
		const urlgrep_reading *r = &f->readings[i];
		bool dropped = r->how & URLGREP_HYPHEN_DROPPED;

		size_t len = r->url.len + dropped - supplied_length(c) +
		    (c->supplied && c->omitted != SIZE_MAX);

		s->lengths[i] = (r->how & URLGREP_QP_DECODED ?
		    quoted_printable_offset(&s->text, c, len) :
		    text_offset(c, len)) - c->begin;
	}
	return c->begin + s->lengths[0];
}

/* Judge a URL in several fragments. *end: where its first reading ends in the text. */
static urlgrep_status
judge_fragments(urlgrep_scanner *s, const struct candidate *c, urlgrep_finding *f,
    size_t *end)
{
	bool is_delimited = urlgrep_form_is_delimited(c->form);
	struct alternative_readings all;
	urlgrep_status status;

	all.count = 0;
	strbuf_clear(&s->joined);
	if (is_delimited)
		add_delimited(s, c, &all);
	else
		add_bare(s, c, &all);
	status = s->joined.failed ? URLGREP_NOMEM : judge_alternatives(s, &all, f);
	if (status == URLGREP_OK && !is_delimited)
		*end = measure_readings(s, c, f);
	return status;
}

/* ---- findings --- */

static bool
has_scheme(urlgrep_span url)
{
	size_t i = 0;

	while (i < url.len && ascii_is(url.text[i], ASCII_SCHEME))
		i++;
	return i > 0 && i < url.len && url.text[i] == ':';
}

/* Return true if the finding is a template: noted where its run ends, or between angle
 * brackets, where "<git:// url>" is one, too. */
static bool
is_template(const urlgrep_scanner *s, const struct candidate *c, urlgrep_span url)
{
	const struct scan_text *t = &s->text;
	const struct fragment *f = c->fragments;
	struct rule_match sign;

	if (!urlgrep_form_is_delimited(c->form))
		return (c->notes & URLGREP_TEMPLATE) != 0;
	return rules_find(s->rules, RULES_TEMPLATE, 0, url.text, url.len, 0, &sign) != 0 ||
	    (c->fragment_count > 1 && f[0].end + 1 == f[1].begin && f[0].end - f[0].begin > 3 &&
	    ascii_is(t->bytes[f[0].end], ASCII_BLANK) && url.len > f[0].end - f[0].begin &&
	    memcmp(url.text + (f[0].end - f[0].begin) - 3, "://", 3) == 0);
}

/* Make a finding of a template: not a URL, whatever the grammar says of it (rule T3). */
static void
make_template(urlgrep_scanner *s, urlgrep_finding *f)
{
	f->notes |= URLGREP_TEMPLATE;
	f->url.verdict = URLGREP_INVALID;
	f->url.part_count = 0;
	f->confidence = URLGREP_HIGH;
	f->reading_count = 1;
	s->readings[0] = (urlgrep_reading){ f->url.text, URLGREP_INVALID, 0 };
}

urlgrep_status
readings_make_finding(urlgrep_scanner *s, const struct candidate *c,
    urlgrep_finding *f)
{
	size_t end = c->end;
	urlgrep_status status = URLGREP_OK;

	f->form = c->form;
	f->confidence = c->confidence;
	f->notes = c->notes;
	f->readings = s->readings;
	f->defanged = (urlgrep_span){ NULL, 0 };
	f->defang_signs = 0;
	f->kind = URLGREP_KIND_URL;
	f->certainty = URLGREP_HIGH;
	f->written = (urlgrep_span){ NULL, 0 };
	f->supplied = (urlgrep_span){ NULL, 0 };
	s->lengths[0] = c->end - c->begin;
	if (c->is_too_long)
		make_too_long(s, c, f);
	else if (c->fragment_count == 1 && c->other_end == 0 && !c->is_escaped &&
	    !c->is_quoted_printable && c->supplied == NULL)
		status = judge_fragment(s, c, f);
	else if (c->supplied && c->omitted == SIZE_MAX && is_in_one_way(c))
		status = judge_name(s, c, f, &end);
	else
		status = judge_fragments(s, c, f, &end);
	if (status != URLGREP_OK)
		return status;
	if (c->scheme == NULL && !has_scheme(f->url.text))
		return URLGREP_INVALID;
	if (is_template(s, c, f->url.text))
		make_template(s, f);
	f->offset = s->text.origin + c->begin;
	f->length = end - c->begin;
	return URLGREP_OK;
}

void
readings_set_written(const urlgrep_scanner *s, urlgrep_finding *f)
{
	size_t len = f->supplied.len + 3;

	if (f->kind != URLGREP_KIND_NAME)
		return;
	if (s->has_omission) /* it is in one line */
		f->written = (urlgrep_span){
			s->text.bytes + (size_t)(f->offset - s->text.origin),
			(size_t)f->length };
	else
		f->written = (urlgrep_span){ f->url.text.text + len,
			f->url.text.len - len };
}

urlgrep_status
readings_make_malformed_finding(urlgrep_scanner *s, const struct malformed_url *m,
    urlgrep_finding *f)
{
	urlgrep_span written = { s->text.bytes + m->begin, m->end - m->begin };
	urlgrep_url url;

	matcher_judge(s->matcher, m->repaired.text, m->repaired.len, &url);
	if (!grammar_accepts(s->grammar, url.verdict))
		return url.verdict == URLGREP_NOMEM ? URLGREP_NOMEM : URLGREP_INVALID;
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
	    (urlgrep_reading){ m->repaired, url.verdict, URLGREP_REPAIRED };
	return URLGREP_OK;
}

urlgrep_status
urlgrep_choose(urlgrep_scanner *s, urlgrep_finding *f, unsigned index)
{
	urlgrep_reading chosen;
	urlgrep_url url;
	size_t length, i;

	if (f->readings != s->readings || index >= f->reading_count ||
	    f->notes & (URLGREP_MALFORMED | URLGREP_TEMPLATE | URLGREP_UNLISTED_SCHEME))
		return URLGREP_INVALID;
	chosen = s->readings[index];
	if (judge_reading(s, f->form, chosen.url, &url) == URLGREP_NOMEM)
		return URLGREP_NOMEM;
	length = s->lengths[index];
	for (i = index; i > 0; i--) {
		s->readings[i] = s->readings[i - 1];
		s->lengths[i] = s->lengths[i - 1];
	}
	chosen.how |= URLGREP_UNBROKEN_COPY;
	s->readings[0] = chosen;
	s->lengths[0] = length;
	f->url = url;
	f->confidence = URLGREP_HIGH;
	if (!urlgrep_form_is_delimited(f->form))
		f->length = length;
	readings_set_written(s, f);
	surroundings_note(s, f);
	return URLGREP_OK;
}
