/* address.c - e-mail addresses in running text (rules E1 to E11) */
#include "names/address.h"

#include <string.h>

#include "names/address_memo.h"
#include "names/host.h"
#include "names/host_run.h"
#include "names/letters.h"
#include "util/line_prefix.h"
#include "util/text_line.h"

/* ---- the domain (rules E4, E5) --- */

/* Return the end of the run of labels that begins at `begin`: of the domain, without dots
 * and hyphens at its end, or cut where the next sentence begins. */
static size_t
find_domain_end(const struct scan_text *t, size_t begin, bool is_iri)
{
	size_t label = begin, end = begin;

	while (end - begin <= MAX_HOST_BYTES) {
		size_t rest, label_end = host_run_label_end(t, label, is_iri, &rest);
		struct host h;

		if (label_end == label)
			return end;
		end = label_end;
		if (scan_byte_at(t, rest) != '.' || label_end < rest ||
		    !name_character_after(t, rest + 1, is_iri) ||
		    scan_byte_at(t, rest + 1) == '.')
			return end;
		if (ascii_is_capital(scan_byte_at(t, rest + 1)) &&
		    host_run_classify_end(t, label, label_end, rest, is_iri) == RUN_MAY_BE_CUT &&
		    host_read(t->bytes + begin, end - begin, &h) &&
		    (h.prefix || h.top_label->flags & TOP_STRONG))
			return end;
		label = rest + 1;
	}
	return end;
}

/* Return true if what follows a domain says that this is no address (rules E4, E6). */
static bool
is_followed_by_other(const struct scan_text *t, size_t end, bool is_iri)
{
	enum neighbor neighbor = neighbor_after(t, end);
	char next = scan_byte_at(t, end + 1);

	if (neighbor == NEIGHBOR_DOT || (neighbor == NEIGHBOR_LETTER && !is_iri))
		return true;
	if (ascii_is_one_of(scan_byte_at(t, end), "_@"))
		return true;
	return scan_byte_at(t, end) == ':' &&
	    (ascii_is(next, ASCII_ALPHA) || ascii_is_one_of(next, "~/.\\"));
}

static urlgrep_confidence
domain_certainty(const struct host *h)
{
	unsigned flags = h->top_label->flags;

	if (flags & TOP_MAIL_ONLY ||
	    (host_has_title_case(h) && !(flags & (TOP_TITLE | TOP_MAIL_TITLE))))
		return URLGREP_LOW;
	if (host_is_suffix(h) || (flags & TOP_WEAK && !host_is_country(h)))
		return URLGREP_MEDIUM;
	return URLGREP_HIGH;
}

/* Read the domain at `begin`. */
static bool
read_domain(const struct scan_text *t, size_t begin, bool is_iri, struct address *a)
{
	struct host h;

	a->end = find_domain_end(t, begin, is_iri);
	if (!host_read(t->bytes + begin, a->end - begin, &h) ||
	    memchr(t->bytes + begin, '_', a->end - begin) || host_has_odd_digits(&h) ||
	    is_followed_by_other(t, a->end, is_iri))
		return false;
	a->certainty = domain_certainty(&h);
	return true;
}

/* Return true if bytes[at..end) are four numbers of an IPv4 address. */
static bool
is_ipv4(const struct scan_text *t, size_t at, size_t end)
{
	unsigned numbers = 0;

	while (at < end) {
		unsigned value = 0, digits = 0;

		for (; at < end && ascii_is(t->bytes[at], ASCII_DIGIT) && digits < 4; digits++)
			value = value * 10 + (unsigned)(t->bytes[at++] - '0');
		if (digits == 0 || value > 255)
			return false;
		numbers++;
		if (at < end && (t->bytes[at++] != '.' || at == end))
			return false;
	}
	return numbers == 4;
}

/* Return true if bytes[at..end) may be an IPv6 address. */
static bool
is_ipv6(const struct scan_text *t, size_t at, size_t end)
{
	unsigned colons = 0;

	for (; at < end; at++) {
		if (!ascii_is(t->bytes[at], ASCII_HEX) && !ascii_is_one_of(t->bytes[at], ":."))
			return false;
		colons += t->bytes[at] == ':';
	}
	return colons >= 2;
}

/* Read the domain literal at the "[". */
static bool
read_literal(const struct scan_text *t, size_t open, struct address *a)
{
	enum { MAX_LITERAL_BYTES = 64 };
	size_t begin = open + 1, end = begin;
	bool is_v6;

	while (end - begin < MAX_LITERAL_BYTES && !ascii_is_one_of(scan_byte_at(t, end), "]\n\r"))
		end++;
	if (scan_byte_at(t, end) != ']')
		return false;
	is_v6 = end - begin > 5 && ascii_equal(t->bytes + begin, "IPv6:", 5);
	if (is_v6 ? !is_ipv6(t, begin + 5, end) : !is_ipv4(t, begin, end))
		return false;
	a->end = end + 1;
	a->certainty = URLGREP_MEDIUM;
	return !is_followed_by_other(t, a->end, false);
}

/* ---- the address --- */

/* Read domain and local part: what an address is, but for its line and the words before. */
static bool
read_parts(const struct scan_text *t, size_t floor, size_t at, bool is_iri,
    struct address *a)
{
	struct local_part l;

	if (at == floor || scan_byte_at(t, at + 1) == '@')
		return false;
	if (scan_byte_at(t, at + 1) == '[' ? !read_literal(t, at + 1, a) :
	    !read_domain(t, at + 1, is_iri, a))
		return false;
	if (!local_part_read(t, floor, at, is_iri, scan_byte_at(t, a->end) == '>', &l))
		return false;
	a->begin = l.begin;
	a->is_quoted = l.is_quoted;
	a->is_invalid = l.is_invalid;
	a->is_doubtful = l.is_doubtful;
	if (l.is_quoted && a->certainty == URLGREP_HIGH)
		a->certainty = URLGREP_MEDIUM;
	return true;
}

static void
recall(const struct known_address *known, size_t begin, struct address *a)
{
	a->begin = begin + known->begin;
	a->end = begin + known->end;
	a->is_quoted = false;
	a->is_invalid = known->is_invalid;
	a->is_doubtful = known->is_doubtful;
	a->certainty = (urlgrep_confidence)known->certainty;
}

static void
memorize(struct known_address *known, const struct address_key *key,
    const struct address *a, urlgrep_confidence certainty)
{
	memcpy(known->text, key->text, key->len);
	known->len = (unsigned char)key->len;
	known->begin = (unsigned char)(a->begin - key->begin);
	known->end = (unsigned char)(a->end - key->begin);
	known->is_invalid = a->is_invalid;
	known->is_doubtful = a->is_doubtful;
	known->certainty = (unsigned char)certainty;
}

/* Return false if the line of the address, or what precedes it there, says that it is none.
 * Lower the certainty if the line makes it doubtful. */
static bool
check_line(const struct scan_text *t, struct field_cache *cache, struct address *a)
{
	bool is_enclosed = scan_byte_at(t, a->end) == '>' && scan_byte_before(t, a->begin) == '<';
	enum header_field field = header_field_find(t, a->begin, cache);

	if (is_enclosed && message_id_is(t, a->begin, a->at, field))
		return false;
	if (a->is_doubtful || (!is_enclosed && field == FIELD_ID))
		a->certainty = URLGREP_LOW;
	return true;
}

enum scan_answer
address_read(const struct scan_text *t, size_t floor, size_t at, bool is_iri,
    struct address_context *context, struct address *a)
{
	struct known_address *known = NULL;
	struct address_key key = { .len = 0 };
	urlgrep_confidence certainty;
	bool is_known = false;

	if (t->len - at < ADDRESS_LOOKAHEAD_BYTES && !t->is_last)
		return SCAN_MORE;
	a->at = at;
	if (context->memo)
		key = address_key_make(t, floor, at);
	if (key.len)
		known = address_memo_find(context->memo, &key, &is_known);
	if (is_known)
		recall(known, key.begin, a);
	else if (!read_parts(t, floor, at, is_iri, a))
		return SCAN_NO;
	certainty = a->certainty;
	if (!check_line(t, &context->field, a))
		return SCAN_NO;
	if (known && !is_known)
		memorize(known, &key, a, certainty);
	return SCAN_YES;
}

/* ---- line breaks (rule E10) --- */

/* If a quote prefix and blanks are all that stands before bytes[at] in its line, set *end
 * to the end of the line before. */
static bool
find_break_before(const struct scan_text *t, size_t at, size_t *end)
{
	size_t line = text_line_find_begin(t, at);
	struct quote_prefix p;

	quote_prefix_read(t, line, MAX_QUOTE_MARKS, &p);
	if (line == 0 || p.end > at || !text_line_is_blank(t, p.end, at))
		return false;
	*end = line - 1;
	if (*end > 0 && t->bytes[line - 1] == '\n' && t->bytes[*end - 1] == '\r')
		--*end;
	while (*end > 0 && ascii_is(t->bytes[*end - 1], ASCII_BLANK))
		--*end;
	return true;
}

size_t
address_find_open_bracket(const struct scan_text *t, size_t floor, size_t at)
{
	enum { MAX_BREAKS = 2, MAX_BYTES = 400 };
	size_t begin = at, limit = at > floor + MAX_BYTES ? at - MAX_BYTES : floor;
	unsigned breaks;

	for (breaks = 0; breaks <= MAX_BREAKS; breaks++) {
		while (begin > limit && (name_byte_is(t->bytes[begin - 1], BYTE_LOCAL) ||
			(unsigned char)t->bytes[begin - 1] >= 0x80))
			begin--;
		if (begin > limit && t->bytes[begin - 1] == '<')
			return begin - 1;
		if (begin <= limit || !find_break_before(t, begin, &begin) || begin < limit)
			break;
	}
	return SIZE_MAX;
}
