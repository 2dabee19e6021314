/* address_finding.c - e-mail addresses as findings: judged as mailto URLs */
#include "text/address_finding.h"

#include <string.h>

#include "names/address.h"
#include "names/host.h"
#include "text/angle.h"
#include "util/text_line.h"
#include "text/readings.h"
#include "util/ascii.h"

/* ---- the URL --- */

/* Return true if the byte is written as it is in a mailto URL (RFC 6068, 2). In the domain
 * letters beyond US-ASCII are those of an IRI. */
static bool
is_plain(char c, bool is_domain)
{
	return is_domain ? c != '[' && c != ']' : host_byte_is(c, BYTE_LOCAL_PLAIN);
}

/* Append the part of an address before or after its "@" to s->joined. */
static void
append_part(urlgrep_scanner *s, urlgrep_span part, bool is_domain, bool is_quoted)
{
	size_t at = 0, begin;

	while (at < part.len) {
		for (begin = at; at < part.len && is_plain(part.text[at], is_domain); at++)
			;
		strbuf_append(&s->joined, part.text + begin, at - begin);
		if (at == part.len)
			break;
		if (is_quoted && part.text[at] == ' ' && part.text[at - 1] != '\\')
			strbuf_append_escaped(&s->joined, '\\');
		strbuf_append_escaped(&s->joined, part.text[at++]);
	}
}

/* Return true if the address, whose "@" is number `at`, is in its URL as it is. */
static bool
is_plain_address(urlgrep_span address, size_t at)
{
	while (at > 0 && is_plain(address.text[at - 1], false))
		at--;
	return at == 0 && address.text[address.len - 1] != ']';
}

/* Append "mailto:" and the address, whose "@" is number `at`, to s->joined. */
static void
append_url(urlgrep_scanner *s, urlgrep_span address, size_t at, bool is_quoted)
{
	urlgrep_span domain = { address.text + at + 1, address.len - at - 1 };

	strbuf_append(&s->joined, "mailto:", 7);
	if (is_plain_address(address, at)) {
		strbuf_append(&s->joined, address.text, address.len);
		return;
	}
	append_part(s, (urlgrep_span){ address.text, at }, false, is_quoted);
	strbuf_append(&s->joined, "@", 1);
	append_part(s, domain, true, false);
}

/* Fill *f with the address, whose bytes outlast it. */
static enum scan_answer
judge(urlgrep_scanner *s, urlgrep_span written, const struct address *a,
    const struct candidate *c, urlgrep_finding *f)
{
	size_t at = a->at - a->begin, begin = s->joined.len;

	append_url(s, written, at, a->is_quoted);
	if (s->joined.failed ||
	    matcher_judge(s->matcher, s->joined.at + begin, s->joined.len - begin,
		&f->url) == URLGREP_NOMEM)
		return SCAN_NOMEM;
	if (a->is_invalid) {
		f->url.verdict = URLGREP_INVALID;
		f->url.part_count = 0;
	}
	s->readings[0] = (urlgrep_reading){ f->url.text, f->url.verdict, 0 };
	s->lengths[0] = c->end - c->begin;
	f->form = URLGREP_EMAIL;
	f->confidence = URLGREP_HIGH;
	f->notes = 0;
	f->offset = s->text.origin + c->begin;
	f->length = c->end - c->begin;
	f->reading_count = 1;
	f->readings = s->readings;
	f->kind = URLGREP_KIND_ADDRESS;
	f->written = written;
	f->supplied = (urlgrep_span){ NULL, 0 };
	f->certainty = a->certainty;
	f->defanged = (urlgrep_span){ NULL, 0 };
	f->defang_signs = 0;
	return SCAN_YES;
}

static bool
is_wanted(const urlgrep_scanner *s, const struct address *a)
{
	return a->certainty != URLGREP_LOW || s->flags & URLGREP_LOW_ADDRESSES;
}

/* ---- an address that line breaks divide (rule E10) --- */

/* Count the line breaks between the fragments. Sets *count to SIZE_MAX if one of them is
 * divided by something else. */
static size_t
count_breaks(const struct scan_text *t, const struct candidate *c)
{
	size_t count = 0;
	unsigned i;

	for (i = 0; i + 1 < c->fragment_count; i++) {
		const struct fragment *f = &c->fragments[i];
		size_t gap = f[1].begin - f->end;

		if (ascii_break(t->bytes + f->end, gap) == gap)
			return SIZE_MAX;
		count++;
	}
	return count;
}

/* Read the address that is all of text, between angle brackets. */
static bool
read_whole(urlgrep_scanner *s, urlgrep_span text, struct address *a)
{
	struct scan_text t = { .bytes = text.text, .len = text.len, .is_last = true };
	const char *at = memrchr(text.text, '@', text.len);

	return at && address_read(&t, 0, (size_t)(at - text.text), s->is_iri, a) ==
	    SCAN_YES && a->begin == 0 && a->end == text.len;
}

/* Find the address whose "@" is next to a line break, or whose domain reaches one. */
static enum scan_answer
find_broken(urlgrep_scanner *s, size_t at, struct candidate *c, urlgrep_finding *f)
{
	enum { MAX_BREAKS = 2 };
	const struct scan_text *t = &s->text;
	size_t open = address_find_open_bracket(t, s->floor, at), breaks;
	struct address a;
	urlgrep_span text;
	enum scan_answer answer;

	if (open == SIZE_MAX)
		return SCAN_NO;
	answer = angle_read(s, open, open + 1, c);
	if (answer != SCAN_YES)
		return answer;
	breaks = count_breaks(t, c);
	if (breaks == 0 || breaks > MAX_BREAKS)
		return SCAN_NO;
	text = readings_join_fragments(s, c);
	if (text.text == NULL || !strbuf_reserve(&s->joined, 4 * text.len + 8))
		return SCAN_NOMEM;
	text.text = s->joined.at;
	if (!read_whole(s, text, &a) || !is_wanted(s, &a) ||
	    address_is_message_id(t, c->begin, at))
		return SCAN_NO;
	return judge(s, text, &a, c, f);
}

/* Return true if the "@" is next to a line break, or a line break follows the run of
 * bytes after it. */
static bool
may_be_broken(const struct scan_text *t, size_t at)
{
	enum { MAX_BYTES = 256 };
	size_t end = at + 1, begin = at;

	while (end < t->len && end - at < MAX_BYTES && !ascii_is_space(t->bytes[end]) &&
	    t->bytes[end] != '>' && t->bytes[end] != '@')
		end++;
	if (end < t->len && t->bytes[end] == '@')
		return false;
	if (end < t->len && ascii_is_space(t->bytes[end]))
		return true;
	while (begin > 0 && at - begin < MAX_BYTES && host_byte_is(t->bytes[begin - 1], BYTE_LOCAL))
		begin--;
	return begin > 0 && (ascii_is_space(t->bytes[begin - 1]) || t->bytes[begin - 1] == '>');
}

/* ---- the address --- */

enum scan_answer
address_find(urlgrep_scanner *s, size_t at, struct candidate *c, urlgrep_finding *f)
{
	struct address a;
	enum scan_answer answer;

	answer = address_read(&s->text, s->floor, at, s->is_iri, &a);
	if (answer == SCAN_YES && !is_wanted(s, &a))
		return SCAN_NO;
	if (answer != SCAN_YES && (answer != SCAN_NO || !may_be_broken(&s->text, at)))
		return answer;
	memset(c, 0, offsetof(struct candidate, fragments));
	if (answer == SCAN_NO)
		return find_broken(s, at, c, f);
	c->form = URLGREP_EMAIL;
	c->begin = a.begin;
	c->end = a.end;
	c->fragment_count = 1;
	c->fragments[0] = (struct fragment){ .begin = a.begin, .end = a.end };
	strbuf_clear(&s->joined);
	return judge(s, (urlgrep_span){ s->text.bytes + a.begin, a.end - a.begin }, &a, c,
	    f);
}
