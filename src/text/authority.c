/* authority.c - user, host and port of a defanged URL */
#include <string.h>

#include "text/reader.h"
#include "text/root_zone.h"
#include "util/ascii.h"

enum { MAX_LABEL_BYTES = 63, MAX_LABELS = 127, /* RFC 1035, 2.3.4 */
	MAX_USER_BYTES = 256 };

/* ---- labels --- */

/* Return the length of the label at `at`: it does not end in a hyphen. */
static size_t
label_length(const struct reader *r, size_t at)
{
	size_t len = 0;

	if (!is_label_byte(reader_byte(r, at)))
		return 0;
	while (is_label_byte(reader_byte(r, at + len)) || reader_byte(r, at + len) == '-')
		if (len++ == MAX_LABEL_BYTES)
			return 0;
	while (r->text[at + len - 1] == '-')
		len--;
	return len;
}

static bool
is_number(const char *text, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++)
		if (!ascii_is(text[i], ASCII_DIGIT))
			return false;
	return len > 0;
}

/* ---- dots --- */

/* A dot: its length as it is written, blanks included, and what it is. */
struct dot {
	size_t len;
	unsigned sign;
	bool is_bracketed, has_blanks;
	bool is_spaced; /* " . ", " dot " or " .com", without brackets */
	bool is_short;  /* " .com" */
	bool is_math;   /* "(.)" or "{.}" */
};

/* Full stops of other scripts: U+30FB, U+3002, U+FF0E, U+FF61. */
static size_t
foreign_stop_length(const struct reader *r, size_t at)
{
	static const char stops[][4] = { "\343\203\273", "\343\200\202", "\357\274\216",
		"\357\275\241" };
	size_t i;

	for (i = 0; i < sizeof(stops) / sizeof(stops[0]); i++)
		if (r->len - at >= 3 && memcmp(r->text + at, stops[i], 3) == 0)
			return 3;
	return 0;
}

/* Return the length of half a dot in brackets, "[." or "dot]": a label is on both sides. */
static size_t
half_dot_length(const struct reader *r, size_t at)
{
	static const char *const halves[] = { "[.", "(.", ".]", ".)", "[dot" };
	size_t i;

	for (i = 0; i < sizeof(halves) / sizeof(halves[0]); i++)
		if (reader_has_word(r, at, halves[i]) &&
		    is_label_byte(reader_byte(r, at + strlen(halves[i]))))
			return strlen(halves[i]);
	return 0;
}

static bool read_tight_dot(const struct reader *r, size_t at, struct dot *dot);

/* Return true if a dot that is no full stop of a sentence follows the label. */
static bool
has_dot_after(const struct reader *r, size_t at, size_t len)
{
	struct dot dot;

	at += len;
	return read_tight_dot(r, at, &dot) || reader_dot_length(r, at) ||
	    (reader_byte(r, at) == ' ' && reader_dot_length(r, at + 1));
}

/* Return true if the label at `at` may follow a dot with blanks around it. */
static bool
may_follow_blank(const struct reader *r, size_t at)
{
	size_t len = label_length(r, at);

	return len > 0 && (root_zone_has(r->text + at, len) ||
	    is_number(r->text + at, len) || has_dot_after(r, at, len) ||
	    (!r->has_scheme && root_zone_is_reserved(r->text + at, len)));
}

/* Read a dot in brackets; one blank may be on either side. */
static bool
read_bracketed_dot(const struct reader *r, size_t at, struct dot *dot)
{
	size_t before = reader_byte(r, at) == ' ', after;
	size_t len = reader_dot_length(r, at + before);
	const char *middle = r->text + at + before;

	if (len == 0)
		return false;
	after = reader_byte(r, at + before + len) == ' ';
	*dot = (struct dot){ before + len + after, URLGREP_DEFANG_DOT, .is_bracketed = true,
		.has_blanks = before || after,
		.is_math = (*middle == '(' || *middle == '{') && middle[1] == '.' };
	at += dot->len;
	return dot->has_blanks ? may_follow_blank(r, at) :
	    is_label_byte(reader_byte(r, at));
}

/* Read a dot without blanks. */
static bool
read_tight_dot(const struct reader *r, size_t at, struct dot *dot)
{
	size_t len;

	if (reader_byte(r, at) == '.' && is_label_byte(reader_byte(r, at + 1))) {
		*dot = (struct dot){ .len = 1 };
		return true;
	}
	len = reader_dot_length(r, at);
	if (len && is_label_byte(reader_byte(r, at + len))) {
		*dot = (struct dot){ len, URLGREP_DEFANG_DOT, .is_bracketed = true,
			.is_math = memchr("({", r->text[at], 2) && r->text[at + 1] == '.' };
		return true;
	}
	if (!r->has_scheme || at >= r->len)
		return false;
	if (r->text[at] == '\\' && reader_byte(r, at + 1) == '.' &&
	    is_label_byte(reader_byte(r, at + 2))) {
		*dot = (struct dot){ .len = 2, .sign = URLGREP_DEFANG_BACKSLASH };
		return true;
	}
	len = half_dot_length(r, at);
	if (len == 0)
		len = foreign_stop_length(r, at);
	*dot = (struct dot){ .len = len, .sign = URLGREP_DEFANG_DOT };
	return len && is_label_byte(reader_byte(r, at + len));
}

/* Return the length of " . ", " .", or " dot " at `at`; 0 if there is none. *is_short:
 * no blank follows. */
static size_t
spaced_dot_length(const struct reader *r, size_t at, bool *is_short)
{
	*is_short = false;
	if (reader_has_word(r, at, " dot ") || reader_has_word(r, at, " . "))
		return reader_byte(r, at + 1) == '.' ? 3 : 5;
	*is_short = reader_has_word(r, at, " .");
	return *is_short ? 2 : 0;
}

/* Read a dot that is spaced out. The host must not be complete without it. */
static bool
read_spaced_dot(const struct reader *r, size_t at, struct dot *dot)
{
	bool is_short, unused;
	size_t len = r->has_scheme ? spaced_dot_length(r, at, &is_short) : 0, next;

	if (len == 0 || (r->spaced_dots == 0 &&
		root_zone_has(r->text + r->last_label, r->last_label_len)))
		return false;
	*dot = (struct dot){ len, URLGREP_DEFANG_BLANK, .is_spaced = true,
		.is_short = is_short };
	at += len;
	next = label_length(r, at);
	if (next == 0 || (r->text[at] >= 'A' && r->text[at] <= 'Z'))
		return false;
	return root_zone_has(r->text + at, next) ||
	    spaced_dot_length(r, at + next, &unused);
}

/* Read the dot after a label, as far as a label follows it. */
static bool
read_dot(const struct reader *r, size_t at, struct dot *dot)
{
	return read_tight_dot(r, at, dot) || read_bracketed_dot(r, at, dot) ||
	    read_spaced_dot(r, at, dot);
}

static void
take_dot(struct reader *r, const struct dot *dot)
{
	strbuf_append(r->url, ".", 1);
	r->signs |= dot->sign;
	r->bracketed_dots += dot->is_bracketed;
	r->blank_dots += dot->is_bracketed && dot->has_blanks;
	r->has_math_dot = r->has_math_dot || dot->is_math;
	r->has_blank_round_dot = r->has_blank_round_dot || (dot->is_math && dot->has_blanks);
	r->spaced_dots += dot->is_spaced;
	r->has_short_dot = r->has_short_dot || dot->is_short;
	r->at += dot->len;
}

/* ---- the host --- */

/* Return the length of a label of this length without "dot]", of which "dot" is its end. */
static size_t
length_without_dot(const struct reader *r, size_t len)
{
	return r->has_scheme && len > 3 &&
	    reader_has_word(r, r->at + len - 3, "dot]") &&
	    is_label_byte(reader_byte(r, r->at + len + 1)) ? len - 3 : len;
}

/* Read a label at r->at, and "dot]" after it and what follows that. */
static bool
read_label(struct reader *r)
{
	for (;;) {
		size_t len = label_length(r, r->at), written = length_without_dot(r, len);

		if (len == 0 || r->labels == MAX_LABELS)
			return false;
		strbuf_append(r->url, r->text + r->at, written);
		r->last_label = r->at;
		r->last_label_len = written;
		if (r->labels++ == 0)
			r->first_label_len = written;
		r->at += len;
		if (written == len)
			return true;
		r->at++;
		take_dot(r, &(struct dot){ .sign = URLGREP_DEFANG_DOT });
	}
}

/* Read a port, if there is one. Returns false if it is none that exists. */
static bool
read_port(struct reader *r)
{
	size_t colon = reader_has_word(r, r->at, "[:]") ? 3 : reader_byte(r, r->at) == ':';
	size_t at = r->at + colon, digits = 0;
	unsigned long port = 0;

	if (colon == 0 || !ascii_is(reader_byte(r, at), ASCII_DIGIT))
		return true;
	for (; digits < 6 && ascii_is(reader_byte(r, at + digits), ASCII_DIGIT); digits++)
		port = port * 10 + (unsigned long)(r->text[at + digits] - '0');
	if (port > 65535)
		return false;
	if (colon == 3)
		r->signs |= URLGREP_DEFANG_COLON;
	strbuf_append(r->url, ":", 1);
	strbuf_append(r->url, r->text + at, digits);
	r->at = at + digits;
	return true;
}

bool
reader_read_host(struct reader *r)
{
	size_t end = r->at + MAX_DEFANGED_HOST_BYTES;
	struct dot dot;

	if (!read_label(r))
		return false;
	while (r->at < end && read_dot(r, r->at, &dot)) {
		take_dot(r, &dot);
		if (!read_label(r))
			return false;
	}
	return r->at < end && read_port(r);
}

/* ---- the rest of the authority --- */

/* Read an IPv6 address in its brackets; its colons may be in brackets, too. */
static bool
read_ipv6(struct reader *r)
{
	size_t at = r->at + 1, colons = 0, begin = r->url->len;
	unsigned signs = 0;

	strbuf_append(r->url, "[", 1);
	for (; at < r->len && at - r->at < MAX_DEFANGED_HOST_BYTES; at++) {
		char c = r->text[at];

		if (reader_has_word(r, at, "[:]")) {
			at += 2;
			c = ':';
			signs = URLGREP_DEFANG_COLON;
		}
		colons += c == ':';
		if (c == ']' && colons >= 2) {
			strbuf_append(r->url, "]", 1);
			r->at = at + 1;
			r->signs |= signs;
			r->labels = 2;
			return read_port(r);
		}
		if (!ascii_is(c, ASCII_HEX) && c != ':' && c != '.')
			break;
		strbuf_append(r->url, &c, 1);
	}
	r->url->len = begin;
	return false;
}

/* Return the offset of the at sign after a user name, and set its length; SIZE_MAX if
 * there is none. */
static size_t
find_at_sign(const struct reader *r, size_t *len)
{
	size_t at, found = SIZE_MAX, n;

	for (at = r->at; at < r->len && at - r->at < MAX_USER_BYTES; at++) {
		char c = r->text[at];

		n = c == '@' ? 1 : memchr("[({", c, 3) ? reader_at_sign_length(r, at) : 0;
		if (n) {
			found = at;
			*len = n;
			at += n - 1;
		} else if (!ascii_is(c, ASCII_RUN) || memchr("/?#", c, 3)) {
			break;
		}
	}
	return found;
}

bool
reader_read_authority(struct reader *r)
{
	size_t len = 0, sign = find_at_sign(r, &len);

	if (sign != SIZE_MAX) {
		reader_read_rest(r, sign);
		strbuf_append(r->url, "@", 1);
		if (len > 1)
			r->signs |= URLGREP_DEFANG_AT;
		r->at = sign + len;
	}
	if (reader_byte(r, r->at) == '[' && read_ipv6(r))
		return true;
	return reader_read_host(r);
}
