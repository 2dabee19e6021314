/* readings.c - the readings of a candidate, one for each way to undo its line breaks */
#include "text/forms.h"

#include <string.h>

#include "names/name.h"
#include "text/undo.h"
#include "text/run.h"
#include "url/grammar.h"
#include "url/matcher.h"
#include "util/ascii.h"
#include "util/utf8.h"

enum { MAX_VARIED_HYPHENS = 4 }; /* kept or dropped in all combinations (rule W4) */
_Static_assert(1 << MAX_VARIED_HYPHENS <= MAX_READINGS, "all ways have room");

int
urlgrep_form_is_delimited(urlgrep_form form)
{
	return form == URLGREP_WRAPPED || form == URLGREP_ANGLE;
}

/* ---- a finding --- */

void
finding_begin(urlgrep_scanner *s, urlgrep_finding *f, urlgrep_form form, size_t begin, size_t end)
{
	f->offset = s->text.origin + begin;
	f->length = s->lengths[0] = end - begin;
	f->form = form;
	f->confidence = f->certainty = URLGREP_HIGH;
	f->notes = 0;
	f->readings = s->readings;
	f->reading_count = 0;
	f->kind = URLGREP_KIND_URL;
	f->written = f->supplied = f->defanged = (urlgrep_span){ NULL, 0 };
	f->defang_signs = 0;
}

void
finding_set_reading(urlgrep_scanner *s, urlgrep_finding *f)
{
	s->readings[0] = (urlgrep_reading){ f->url.text, f->url.verdict, 0 };
	f->reading_count = 1;
}

/* Return true if no "//" follows the scheme of a URL. */
static bool
is_opaque(urlgrep_span url)
{
	const char *colon = memchr(url.text, ':', url.len);

	return colon == NULL || /* the caller has changed the text meanwhile */
	    url.len < (size_t)(colon - url.text) + 3 || memcmp(colon + 1, "//", 2) != 0;
}

/* ---- names without a scheme --- */

/* Return the length of the supplied scheme and "://". */
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

/* Append bytes[begin..end) of the text, without c->omitted if it is among them, and with escapes
 * undone if c has any. */
static void
append_fragment(urlgrep_scanner *s, const struct candidate *c, size_t begin, size_t end)
{
	const char *bytes = s->text.bytes;
	size_t before = s->undone.text.len;

	if (c->has_escapes) {
		undo_fragment(s, c->begin, begin, end);
		strbuf_append(&s->joined, s->undone.text.at + before, s->undone.text.len - before);
		s->joined.failed |= undo_failed(s);
		return;
	}
	if (c->supplied && c->omitted >= begin && c->omitted < end) {
		strbuf_append(&s->joined, bytes + begin, c->omitted - begin);
		begin = c->omitted + 1;
	}
	strbuf_append(&s->joined, bytes + begin, end - begin);
}

/* Append the first `count` fragments without the hyphens whose bits are set in `dropped` (bit 0:
 * the first hyphen before a line break). Return a set of URLGREP_HYPHEN_...: whether hyphens were
 * dropped or kept. */
static unsigned
append_fragments(urlgrep_scanner *s, const struct candidate *c, unsigned count, unsigned dropped)
{
	unsigned i, hyphen = 0, how = 0;

	append_supplied(s, c);
	if (c->has_escapes)
		undone_clear(&s->undone);
	for (i = 0; i < count; i++) {
		const struct fragment *f = &c->fragments[i];
		bool drop = false;

		if (f->ends_in_hyphen && i + 1 < count) {
			drop = dropped >> hyphen++ & 1;
			how |= drop ? URLGREP_HYPHEN_DROPPED : URLGREP_HYPHEN_KEPT;
		}
		append_fragment(s, c, f->begin, f->end - drop);
	}
	return how;
}

urlgrep_span
readings_join_fragments(urlgrep_scanner *s, const struct candidate *c)
{
	if (c->fragment_count == 1 && c->supplied == NULL)
		return scan_span(&s->text, c->fragments[0].begin, c->fragments[0].end);
	strbuf_clear(&s->joined);
	append_fragments(s, c, c->fragment_count, 0);
	s->failed |= s->joined.failed;
	return s->joined.failed ? (urlgrep_span){ NULL, 0 } :
	    (urlgrep_span){ s->joined.at, s->joined.len };
}

/* ---- judging --- */

/* Judge a reading. Text with an opaque scheme is a URL only if it is valid and has the typical form
 * of its scheme, or if "<URL:" marks it (rule V4). A query alone, as in "magnet:?xt=urn:", does not
 * occur in prose and may be loose. */
static urlgrep_verdict
judge_reading(urlgrep_scanner *s, urlgrep_form form, urlgrep_span text, urlgrep_url *url)
{
	urlgrep_verdict verdict = matcher_judge(s->matcher, text.text, text.len, 0, url), shape;

	s->failed |= verdict == URLGREP_UNJUDGED;
	if (form == URLGREP_WRAPPED || !is_opaque(text) || !verdict_has_parts(verdict))
		return verdict;
	if (verdict == URLGREP_LOOSE && (memmem(text.text, text.len, ":?", 2) == NULL ||
	    memchr(text.text, '=', text.len) == NULL))
		shape = URLGREP_INVALID;
	else
		shape = matcher_judge_shape(s->matcher, text.text, text.len);
	s->failed |= shape == URLGREP_UNJUDGED;
	if (shape == URLGREP_VALID)
		return verdict;
	url->verdict = shape;
	url->part_count = 0;
	return shape;
}

/* Return the rank of a verdict in the order of readings (rule V7). */
static unsigned
rank_of(urlgrep_verdict verdict)
{
	return verdict == URLGREP_VALID ? 0 : verdict == URLGREP_LOOSE ? 1 : 2;
}

/* Insert a judged reading after those of the same or a better rank. If it comes first, it becomes
 * the best reading. */
static void
insert_reading(urlgrep_scanner *s, const urlgrep_url *url, unsigned rank, unsigned how,
    urlgrep_finding *f)
{
	unsigned at = f->reading_count++;

	for (; at > 0 && rank_of(s->readings[at - 1].verdict) > rank; at--)
		s->readings[at] = s->readings[at - 1];
	s->readings[at] = (urlgrep_reading){ url->text, url->verdict, how };
	if (at == 0)
		f->url = *url;
}

/* ---- the readings of a URL in several fragments, or with two ends ---
 *
 * They are appended to s->joined, which has room for all of them, so they do not move. */

static bool
is_reading(const urlgrep_finding *f, urlgrep_span text)
{
	unsigned i;

	for (i = 0; i < f->reading_count; i++)
		if (f->readings[i].url.len == text.len &&
		    memcmp(f->readings[i].url.text, text.text, text.len) == 0)
			return true;
	return false;
}

/* Judge s->joined from `begin` on, trimmed if it is a bare URL, and add it to the readings unless
 * it is already one of them. The text of a delimited URL is certain except for the hyphens, so only
 * accepted readings count; if none is accepted, the first becomes the only reading. is_beginning:
 * the text is a beginning of the first reading, and does not precede it if that one is loose. */
static void
add_reading(urlgrep_scanner *s, const struct candidate *c, size_t begin, unsigned how,
    bool is_beginning, urlgrep_finding *f)
{
	urlgrep_span text = { s->joined.at + begin, s->joined.len - begin };
	bool is_delimited = urlgrep_form_is_delimited(c->form), is_accepted;
	urlgrep_url url;

	if (s->joined.failed || f->reading_count == MAX_READINGS)
		return;
	if (c->keeps_marks && c->fragment_count == 1 && !is_beginning)
		text.len = trim_find_closer(c->opener, text.text, text.len);
	else if (!is_delimited)
		text.len = trim_bare_url(s->rules, c->opener, text.text, text.len);
	if (is_reading(f, text) || (!is_delimited && !memchr(text.text, ':', text.len)))
		return; /* without its colon, "http:" is a word */
	is_accepted = urlgrep_accepts(s->grammar, judge_reading(s, f->form, text, &url));
	if (is_delimited && f->reading_count > 0 && !is_accepted)
		return;
	if (is_delimited && f->reading_count == 1 &&
	    !urlgrep_accepts(s->grammar, s->readings[0].verdict))
		f->reading_count = 0;
	insert_reading(s, &url, is_beginning && url.verdict == URLGREP_VALID ?
	    rank_of(URLGREP_LOOSE) : rank_of(url.verdict), how, f);
}

/* Add the first `count` fragments, joined, as a reading. */
static void
add_way(urlgrep_scanner *s, const struct candidate *c, unsigned count, unsigned dropped,
    urlgrep_finding *f)
{
	size_t begin = s->joined.len;
	unsigned how = append_fragments(s, c, count, dropped);

	if (!urlgrep_form_is_delimited(c->form) && c->fragment_count > 1)
		how |= count > 1 ? URLGREP_JOINED : URLGREP_UNJOINED;
	add_reading(s, c, begin, how, false, f);
}

/* Add a delimited URL with each subset of its hyphens dropped, smallest subsets first. If there are
 * many hyphens, drop only none or all. */
static void
add_delimited(urlgrep_scanner *s, const struct candidate *c, urlgrep_finding *f)
{
	unsigned hyphens = 0, set, n, i;

	for (i = 0; i + 1 < c->fragment_count; i++)
		hyphens += c->fragments[i].ends_in_hyphen;
	if (hyphens > MAX_VARIED_HYPHENS) {
		add_way(s, c, c->fragment_count, 0, f);
		add_way(s, c, c->fragment_count, ~0u, f);
		return;
	}
	for (n = 0; n <= hyphens; n++)
		for (set = 0; set < 1u << hyphens; set++)
			if ((unsigned)__builtin_popcount(set) == n)
				add_way(s, c, c->fragment_count, set, f);
}

static void
add_decoded(urlgrep_scanner *s, const struct candidate *c, urlgrep_finding *f)
{
	size_t begin = s->joined.len;

	append_supplied(s, c);
	quoted_printable_undo(&s->text, c, &s->undone);
	strbuf_append(&s->joined, s->undone.text.at, s->undone.text.len);
	s->joined.failed |= undo_failed(s);
	add_reading(s, c, begin, URLGREP_QP_DECODED | URLGREP_JOINED, false, f);
}

/* Add the URL that ends in its line at c->other_end. */
static void
add_other_end(urlgrep_scanner *s, const struct candidate *c, urlgrep_finding *f)
{
	size_t begin = s->joined.len;

	append_supplied(s, c);
	append_fragment(s, c, c->begin, c->other_end);
	add_reading(s, c, begin, 0, c->other_end < c->end, f);
}

/* Add the ways to end a bare URL: joined as far as that is certain; ended earlier, the longest
 * first; joined where that is possible; and joined without a hyphen. If a typesetting program
 * divided words, the URL without its hyphens comes first. */
static void
add_bare(urlgrep_scanner *s, const struct candidate *c, urlgrep_finding *f)
{
	unsigned count, hyphen = 0;

	if (c->has_soft_breaks) {
		add_way(s, c, c->fragment_count, 0, f);
		return;
	}
	if (c->is_quoted_printable)
		add_decoded(s, c, f);
	if (c->has_typeset_hyphens)
		add_way(s, c, c->certain_count, ~0u, f);
	for (count = c->certain_count; count > 0; count--)
		add_way(s, c, count, 0, f);
	for (count = c->certain_count + 1; count <= c->fragment_count; count++)
		add_way(s, c, count, 0, f);
	for (count = 1; count < c->fragment_count; count++)
		if (c->fragments[count - 1].ends_in_hyphen)
			add_way(s, c, count < c->certain_count ?
			    c->certain_count : c->fragment_count, 1u << hyphen++, f);
	if (c->other_end)
		add_other_end(s, c, f);
}

/* Return the offset in the text of the byte at `at` in the joined fragments. */
static size_t
text_offset(const struct candidate *c, size_t at)
{
	unsigned i;

	for (i = 0; i + 1 < c->fragment_count; i++) {
		const struct fragment *f = &c->fragments[i];

		if (at <= f->end - f->begin)
			break;
		at -= f->end - f->begin;
	}
	return c->fragments[i].begin + at;
}

/* Return how many hyphens a reading has dropped: one of several, or all of those that are certain. */
static unsigned
count_dropped(const struct candidate *c, unsigned how)
{
	unsigned count = 0, i;

	if (!(how & URLGREP_HYPHEN_DROPPED))
		return 0;
	for (i = 0; i + 1 < c->certain_count && !(how & URLGREP_HYPHEN_KEPT); i++)
		count += c->fragments[i].ends_in_hyphen;
	return count > 0 ? count : 1;
}

/* Set the length in the text of each reading. Return the end of the first reading. */
static size_t
measure_readings(urlgrep_scanner *s, const struct candidate *c, const urlgrep_finding *f)
{
	unsigned i;

	for (i = 0; i < f->reading_count; i++) {
		const urlgrep_reading *r = &f->readings[i];
		size_t len = r->url.len + count_dropped(c, r->how) - supplied_length(c) +
		    (c->supplied && c->omitted != SIZE_MAX);

		s->lengths[i] = (r->how & URLGREP_QP_DECODED ? undone_written_end(&s->undone, len) :
		    text_offset(c, len)) - c->begin;
	}
	return c->begin + s->lengths[0];
}

/* Judge a URL in several fragments. Set *end to the end of its first reading in the text. */
static void
judge_fragments(urlgrep_scanner *s, const struct candidate *c, urlgrep_finding *f, size_t *end)
{
	bool is_delimited = urlgrep_form_is_delimited(c->form);
	unsigned ways = is_delimited ? MAX_READINGS : 2 * c->fragment_count + 2;
	size_t last = c->fragments[c->fragment_count - 1].end;
	size_t extent = (c->other_end > last ? c->other_end : last) - c->begin;

	strbuf_clear(&s->joined);
	strbuf_reserve(&s->joined, ways * (supplied_length(c) + extent));
	if (is_delimited)
		add_delimited(s, c, f);
	else
		add_bare(s, c, f);
	s->failed |= s->joined.failed;
	if (!is_delimited && !s->failed)
		*end = measure_readings(s, c, f);
}

/* ---- findings --- */

static bool
has_scheme(urlgrep_span url)
{
	size_t len = ascii_span(url.text, url.len, ASCII_SCHEME);

	return len > 0 && len < url.len && url.text[len] == ':';
}

/* Return true if the text after the first line of a bare URL shows that it is only the beginning of
 * one: " at " and a host, or the rest of a host in the next line (hidden-address.pcre). */
static bool
precedes_hidden_host(const urlgrep_scanner *s, const struct candidate *c)
{
	const struct scan_text *t = &s->text;
	size_t end = c->fragments[0].end, limit = scan_limit(end, 4 + MAX_HOST_BYTES, t->len);
	struct rule_match m;

	return (text_begins_with(t->bytes + end, limit - end, " at ") ||
	    (ascii_is_one_of(t->bytes[end - 1], "/.") && ascii_is_one_of(scan_byte_at(t, end), "\r\n") &&
	    memchr(t->bytes + end, '%', limit - end))) &&
	    rules_find(s->rules, RULES_HIDDEN_ADDRESS, 0, t->bytes, limit, c->begin, &m) != 0;
}

/* Return true if the finding is a template. For bare URLs in one line, run_find_url_end() has noted
 * this. Between angle brackets, "<git:// url>" is also a template. */
static bool
is_template(const urlgrep_scanner *s, const struct candidate *c, urlgrep_span url)
{
	const struct fragment *f = c->fragments;
	struct rule_match sign;
	bool is_unmarked;

	if (c->notes & URLGREP_TEMPLATE)
		return true;
	if (c->form == URLGREP_BARE && precedes_hidden_host(s, c))
		return true;
	if (!urlgrep_form_is_delimited(c->form) && c->certain_count == 1)
		return false;
	is_unmarked = c->fragment_count == 1 && !c->has_escapes && !undo_is_active(s) &&
	    s->text.origin + c->end <= s->unmarked_end;
	return (run_may_be_template(url.text, url.len, is_unmarked) &&
	    rules_find(s->rules, RULES_TEMPLATE, 0, url.text, url.len, 0, &sign) != 0) ||
	    (c->fragment_count > 1 && f[0].end + 1 == f[1].begin &&
	    f[0].end - f[0].begin > 3 &&
	    ascii_is(s->text.bytes[f[0].end], ASCII_BLANK) && url.len > f[0].end - f[0].begin &&
	    memcmp(url.text + (f[0].end - f[0].begin) - 3, "://", 3) == 0);
}

void
finding_reject(urlgrep_scanner *s, urlgrep_finding *f, unsigned note)
{
	f->notes |= note;
	f->url.verdict = URLGREP_INVALID;
	f->url.part_count = 0;
	f->reading_count = 1;
	s->readings[0].verdict = URLGREP_INVALID;
}

/* Return the confidence in the best reading. It is not high if the verdict has moved that reading
 * of a bare URL before the first one, which the signs at the line breaks support. */
static urlgrep_confidence
confidence_of(const urlgrep_scanner *s, const struct candidate *c, const urlgrep_finding *f)
{
	bool is_overtaken = f->reading_count > 1 && !urlgrep_form_is_delimited(f->form) &&
	    f->url.text.text != s->joined.at; /* the first one is there */
	unsigned doubts = c->doubts;

	if (f->reading_count == 1 && c->certain_count == 1)
		doubts &= DOUBT_END; /* joined, it is the same URL before a mark of the next line */
	if (doubts & DOUBT_POSSIBLE_JOIN)
		return URLGREP_LOW;
	return doubts || is_overtaken ? URLGREP_MEDIUM : URLGREP_HIGH;
}

/* Return true if the finding is only a word of prose and a colon. A bare opaque URL must be valid
 * or loose. One between angle brackets may also be invalid, unless it only lacks the typical form
 * of its scheme. */
static bool
is_prose(urlgrep_scanner *s, const urlgrep_finding *f)
{
	urlgrep_url url;

	if (verdict_has_parts(f->url.verdict) || f->form == URLGREP_WRAPPED ||
	    !is_opaque(f->url.text))
		return false;
	return f->form != URLGREP_ANGLE ||
	    matcher_judge(s->matcher, f->url.text.text, f->url.text.len, 0, &url) == URLGREP_VALID;
}

bool
readings_make_finding(urlgrep_scanner *s, const struct candidate *c, urlgrep_finding *f)
{
	size_t end = c->end;

	finding_begin(s, f, c->form, c->begin, end);
	f->notes = c->notes;
	if (c->is_too_long) { /* such a URL is not judged */
		f->url.text = scan_span(&s->text, c->begin, c->begin + URLGREP_MAX_URL_BYTES);
		f->url.verdict = URLGREP_LIMIT;
		f->url.part_count = 0;
		finding_set_reading(s, f);
	} else if (c->fragment_count == 1 && c->other_end == 0 && !c->has_escapes &&
	    c->supplied == NULL) { /* most URLs are so */
		judge_reading(s, f->form, scan_span(&s->text, c->begin, end), &f->url);
		finding_set_reading(s, f);
	} else {
		judge_fragments(s, c, f, &end);
	}
	if (s->failed || (c->scheme == NULL && !has_scheme(f->url.text)))
		return false;
	if (c->has_escapes && s->undone.first_json)
		f->notes |= URLGREP_JSON_ESCAPED;
	if (is_template(s, c, f->url.text))
		finding_reject(s, f, URLGREP_TEMPLATE);
	else
		f->confidence = confidence_of(s, c, f);
	f->length = s->lengths[0] = end - c->begin;
	return !is_prose(s, f);
}

void
readings_set_written(const urlgrep_scanner *s, urlgrep_finding *f)
{
	size_t len = f->supplied.len + 3;

	if (f->kind != URLGREP_KIND_NAME)
		return;
	if (s->has_omission) /* the name is in one line */
		f->written = (urlgrep_span){
			s->text.bytes + (size_t)(f->offset - s->text.origin),
			(size_t)f->length };
	else
		f->written = (urlgrep_span){ f->url.text.text + len,
			f->url.text.len - len };
}

/* ---- bidi controls, invisible characters and host characters next to a finding --- */

enum { BYTE_ORDER_MARK = 0xFEFF };

/* Return the note for the character that begins at `at`, or 0. */
static unsigned
note_after(const struct scan_text *t, size_t at)
{
	uint32_t code;

	if (at == t->len || (unsigned char)t->bytes[at] < 0x80 ||
	    utf8_decode(t->bytes + at, t->len - at, &code) == 0)
		return 0;
	return invisible_note(code);
}

/* Return the note for the character that ends at `at`, or 0. A byte order mark at
 * the beginning of the text does not count. */
static unsigned
note_before(const struct scan_text *t, size_t at)
{
	uint32_t code;
	size_t n;

	if (at == 0 || (unsigned char)t->bytes[at - 1] < 0x80)
		return 0;
	n = character_before(t->bytes, at, &code);
	return n == 1 || (code == BYTE_ORDER_MARK && t->origin + at == n) ? 0 : invisible_note(code);
}

/* Return the notes for all characters of a wrapper, whose invisible white space was removed from
 * the URL. */
static unsigned
note_within(const struct scan_text *t, size_t begin, size_t end)
{
	unsigned notes = 0;

	for (; begin < end; begin++)
		notes |= note_after(t, begin);
	return notes;
}

/* Move *begin and *end over the brackets or quotation marks around the URL. */
static void
include_brackets(const struct scan_text *t, urlgrep_form form, size_t *begin, size_t *end)
{
	if (form == URLGREP_BARE || form == URLGREP_SCHEMELESS || form == URLGREP_EMAIL)
		return;
	if (form == URLGREP_WRAPPED && *begin > 4 && t->bytes[*begin - 1] == ':')
		*begin -= 4; /* "URL:" */
	if (*begin > 0 && ascii_is_one_of(t->bytes[*begin - 1], "\"'<"))
		--*begin;
	if (*end < t->len && ascii_is_one_of(t->bytes[*end], "\"'>"))
		++*end;
}

/* Return URLGREP_HOST_BESIDE if the character at `at` would extend a host that ends there: a letter
 * of a script with blanks, or a full stop of another script before a label. */
static unsigned
note_host(const struct scan_text *t, size_t at)
{
	size_t dot = host_dot_length(t, at);
	uint32_t code;

	if (utf8_decode(t->bytes + at, t->len - at, &code) == 0)
		return 0; /* a byte of another charset, or the end of the text */
	return (dot > 1 ? ascii_is_alphanumeric(scan_byte_at(t, at + dot)) :
	    neighbor_after(t, at) == NEIGHBOR_LETTER) ? URLGREP_HOST_BESIDE : 0;
}

static bool
ends_in_host(const urlgrep_finding *f)
{
	const urlgrep_span host = urlgrep_part_named(&f->url, "host");

	return f->form == URLGREP_BARE && host.text && host.len > 0 &&
	    host.text + host.len == f->url.text.text + f->url.text.len;
}

/* Return true if everything around the finding is US-ASCII, as in nearly all text: up to "<URL:"
 * and one more byte before it, ">" and one more byte after it. */
static bool
is_among_ascii(const struct scan_text *t, const urlgrep_finding *f, size_t begin, size_t end)
{
	const char *before = t->bytes + begin, *after = t->bytes + end;

	return f->length == f->url.text.len && begin >= 6 && end + 1 < t->len &&
	    ((before[-6] | before[-2] | before[-1] | after[0] | after[1]) & 0x80) == 0;
}

void
readings_note_surroundings(const urlgrep_scanner *s, urlgrep_finding *f)
{
	const struct scan_text *t = &s->text;
	size_t begin = (size_t)(f->offset - t->origin);
	size_t end = begin + (size_t)f->length;

	f->notes &= ~(unsigned)(URLGREP_BIDI_BESIDE | URLGREP_INVISIBLE_BESIDE |
	    URLGREP_HOST_BESIDE);
	if (is_among_ascii(t, f, begin, end))
		return;
	if (ends_in_host(f))
		f->notes |= note_host(t, end);
	if (f->notes & URLGREP_UNICODE_SPACE)
		f->notes |= note_within(t, begin, end);
	include_brackets(t, f->form, &begin, &end);
	f->notes |= note_before(t, begin) | note_after(t, end);
}

/* ---- another reading --- */

urlgrep_status
urlgrep_choose(urlgrep_scanner *s, urlgrep_finding *f, unsigned index)
{
	urlgrep_reading chosen;
	urlgrep_url url;
	size_t length, i;

	if (f->readings != s->readings || index >= f->reading_count ||
	    f->notes & (URLGREP_MALFORMED | URLGREP_TEMPLATE | URLGREP_UNLISTED_SCHEME))
		return URLGREP_REJECTED;
	chosen = s->readings[index];
	if (judge_reading(s, f->form, chosen.url, &url) == URLGREP_UNJUDGED)
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
	readings_note_surroundings(s, f);
	return URLGREP_OK;
}
