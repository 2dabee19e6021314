/* name.c - names without a scheme in running text */
#include "names/name.h"

#include <string.h>

#include "names/host_run.h"
#include "names/letters.h"
#include "names/name_context.h"
#include "util/ascii.h"

enum { MAX_PORT_DIGITS = 5, MAX_PORT = 65535 };

/* Return true if the text at `at` begins with word. */
static bool
is_at(const struct scan_text *t, size_t at, const char *word)
{
	size_t len = strlen(word);

	return t->len - at >= len && memcmp(t->bytes + at, word, len) == 0;
}

/* ---- what stands before (rule N2) --- */

/* Return true if an "=" before bytes[at] is that of a parameter: "?x=", "&x=". */
static bool
is_parameter(const struct scan_text *t, size_t at)
{
	size_t begin = at - 1, limit = at > 64 ? at - 64 : 0;

	while (begin > limit && is_word(t->bytes[begin - 1]))
		begin--;
	return begin > limit && begin + 1 < at &&
	    (t->bytes[begin - 1] == '?' || t->bytes[begin - 1] == '&');
}

/* Return true if bytes[at..at+2) are the digits of an escape such as "=40". */
static bool
is_escape(const struct scan_text *t, size_t at)
{
	size_t i;

	for (i = at; i < at + 2; i++)
		if (!ascii_is(scan_byte_at(t, i), ASCII_HEX) ||
		    (scan_byte_at(t, i) >= 'a' && scan_byte_at(t, i) <= 'f'))
			return false;
	return true;
}

/* Return true if a member operator such as "->" or "::" ends before bytes[at]. */
static bool
is_member(const struct scan_text *t, size_t at)
{
	char before = scan_byte_before(t, at - 1);

	if (t->bytes[at - 1] == ':')
		return before == ':';
	return t->bytes[at - 1] == '>' && before == '-' && at > 2 &&
	    (is_word(t->bytes[at - 3]) || t->bytes[at - 3] == ')' ||
		t->bytes[at - 3] == ']');
}

/* Return true if a name may begin at `begin`, by the byte before it. */
static bool
may_begin(const struct scan_text *t, size_t begin, bool has_prefix)
{
	char before = scan_byte_before(t, begin);

	switch (neighbor_before(t, begin)) {
	case NEIGHBOR_DOT:
	case NEIGHBOR_LETTER:
		return false;
	case NEIGHBOR_UNSPACED:
		return has_prefix;
	default:
		break;
	}
	if (ascii_is_one_of(before, "@/\\%$&#~^!?"))
		return false;
	switch (before) {
	case '+':
		return begin < 2 || ascii_is(t->bytes[begin - 2], ASCII_BREAK);
	case ')':
		return has_prefix;
	case ':':
	case '>':
		return has_prefix || !is_member(t, begin);
	case '=':
		return has_prefix || (!is_escape(t, begin) && !is_parameter(t, begin));
	case '-': case '_': case '.': /* taken off, or what divides the run */
		return has_prefix || before != '-' ||
		    neighbor_before(t, begin - 1) < NEIGHBOR_LETTER;
	default:
		return !ascii_is_alphanumeric(before);
	}
}

/* ---- port, path and query (rule N6) --- */

/* Read a port after the colon. Returns false if there is none. */
static bool
read_port(const struct scan_text *t, size_t colon, unsigned *port, size_t *end)
{
	size_t at = colon + 1;
	unsigned value = 0;

	while (at - colon <= MAX_PORT_DIGITS && ascii_is(scan_byte_at(t, at), ASCII_DIGIT))
		value = value * 10 + (unsigned)(t->bytes[at++] - '0');
	if (at == colon + 1 || value == 0 || value > MAX_PORT)
		return false;
	if (is_word(scan_byte_at(t, at)) || (ascii_is_one_of(scan_byte_at(t, at), ".-") &&
		is_word(scan_byte_at(t, at + 1))))
		return false;
	*port = value;
	*end = at;
	return true;
}

/* Return what begins at `at`, after the host or its port. */
static enum name_tail
classify_tail(const struct scan_text *t, size_t at)
{
	char next = scan_byte_at(t, at + 1);

	switch (scan_byte_at(t, at)) {
	case '/':
		return TAIL_PATH;
	case '?':
		return is_word(next) || ascii_is_one_of(next, "/%&") ? TAIL_QUERY :
		    TAIL_NONE;
	case '#':
		return is_word(next) || ascii_is_one_of(next, "/!") ? TAIL_QUERY :
		    TAIL_NONE;
	default:
		return TAIL_NONE;
	}
}

/* Read what follows the host up to the path. */
static void
read_tail(const struct scan_text *t, struct name *name)
{
	size_t at = name->host_end;

	name->omitted = SIZE_MAX;
	if (scan_byte_at(t, at) == ':') {
		if (name->host.prefix == PREFIX_FTP && scan_byte_at(t, at + 1) == '/' &&
		    scan_byte_at(t, at + 2) != '/' && !name->is_numeric) {
			name->omitted = at++;
		} else if (!read_port(t, at, &name->port, &at)) {
			name->has_number = ascii_is(scan_byte_at(t, at + 1), ASCII_DIGIT);
			name->tail_begin = at;
			return;
		}
	}
	name->tail_begin = at;
	name->tail = classify_tail(t, at);
	if (name->tail == TAIL_NONE && name->port)
		name->tail = TAIL_PORT;
}

/* ---- the name --- */

enum scan_answer
name_read(const struct scan_text *t, size_t floor, size_t dot, bool is_iri,
    struct name *name)
{
	size_t begin, end, rest;
	enum run_end run_end;
	bool is_plain;

	if (dot == floor || dot + 1 >= t->len)
		return SCAN_NO; /* the finder of marks looks at both neighbors */
	is_plain = host_run_begin_plain(t, floor, dot, &begin);
	if (is_plain && scan_byte_before(t, begin) == '@')
		return SCAN_NO; /* as many are */
	end = host_run_label_end(t, dot + 1, is_iri, &rest);
	if (t->len - rest < NAME_LOOKAHEAD_BYTES && !t->is_last)
		return SCAN_MORE;
	if (end - dot < 3 || scan_byte_at(t, rest) == '@')
		return SCAN_NO;
	run_end = host_run_classify_end(t, dot + 1, end, rest, is_iri);
	if (run_end == RUN_GOES_ON ||
	    (!is_plain && !host_run_begin(t, floor, dot, is_iri, &begin)))
		return SCAN_NO;
	*name = (struct name){ .begin = begin, .host_end = end };
	if (scan_byte_before(t, begin) == '@' ||
	    !host_read(t->bytes + begin, end - begin, &name->host) ||
	    name->host.top_label->flags & TOP_MAIL_ONLY ||
	    !may_begin(t, begin, name->host.prefix != PREFIX_NONE))
		return SCAN_NO;
	if (run_end == RUN_MAY_BE_CUT) {
		name->omitted = SIZE_MAX;
		name->tail_begin = end;
		return name->host.top_label->flags & TOP_STRONG || name->host.prefix ?
		    SCAN_YES : SCAN_NO;
	}
	read_tail(t, name);
	return SCAN_YES;
}

/* ---- what stands after a bare name (rule N8) --- */

/* Return true if an HTML entity, such as "&gt;", begins at the ampersand. */
static bool
is_entity(const struct scan_text *t, size_t at)
{
	size_t end = at + 1;

	while (end - at < 10 && (ascii_is_alphanumeric(scan_byte_at(t, end)) ||
		scan_byte_at(t, end) == '#'))
		end++;
	return end > at + 1 && scan_byte_at(t, end) == ';';
}

/* Return true if "->" is at `at`, or "<-" or ":=" after blanks: an operator of code. */
static bool
is_operator(const struct scan_text *t, size_t at)
{
	size_t limit = at + 16;

	if (is_at(t, at, "->"))
		return true;
	while (at < limit && ascii_is(scan_byte_at(t, at), ASCII_BLANK))
		at++;
	return at < t->len && (is_at(t, at, "<-") || is_at(t, at, ":="));
}

bool
name_may_end(const struct scan_text *t, const struct name *name)
{
	size_t at = name->tail_begin;
	char c = scan_byte_at(t, at), next = scan_byte_at(t, at + 1);
	bool has_prefix = !name->is_numeric && name->host.prefix;

	switch (neighbor_after(t, at)) {
	case NEIGHBOR_DOT:
	case NEIGHBOR_LETTER:
		return false;
	case NEIGHBOR_UNSPACED:
		return true;
	default:
		break;
	}
	if (at == t->len)
		return true;
	if (ascii_is_one_of(c, "@[\\=$%^~+"))
		return false;
	if ((c == '(' && !has_prefix) || is_operator(t, at))
		return false;
	if ((c == '!' && ascii_is_alphanumeric(next)) || is_at(t, at, "...@"))
		return false;
	if (c == ':' && next == ':' && !has_prefix)
		return false;
	if ((c == '"' && next == '@') || (c == '&' && !is_entity(t, at)))
		return false;
	return !ascii_is_alphanumeric(c);
}

/* ---- IP addresses and localhost (rule N10) --- */

/* Read a number from 0 to 255 without leading zeros. Returns where it ends, or `at`. */
static size_t
read_byte_number(const struct scan_text *t, size_t at)
{
	size_t begin = at;
	unsigned value = 0;

	while (at - begin < 4 && ascii_is(scan_byte_at(t, at), ASCII_DIGIT))
		value = value * 10 + (unsigned)(t->bytes[at++] - '0');
	return at - begin > 3 || value > 255 ||
	    (at - begin > 1 && t->bytes[begin] == '0') ? begin : at;
}

/* Read the IPv4 address whose first dot is at `dot`. */
static bool
read_ipv4(const struct scan_text *t, size_t floor, size_t dot, struct name *name)
{
	size_t begin = dot, at;
	unsigned i;

	while (begin > floor && dot - begin < 4 &&
	    ascii_is(t->bytes[begin - 1], ASCII_DIGIT))
		begin--;
	if (begin == dot || read_byte_number(t, begin) != dot)
		return false;
	for (i = 0, at = dot; i < 3; i++) {
		size_t end;

		if (scan_byte_at(t, at) != '.')
			return false;
		end = read_byte_number(t, at + 1);
		if (end == at + 1)
			return false;
		at = end;
	}
	if (name_character_before(t, begin, true) || name_character_after(t, at, true))
		return false;
	name->begin = begin;
	name->host_end = at;
	return true;
}

/* Read the IPv6 address in brackets whose first colon is at `colon`. */
static bool
read_ipv6(const struct scan_text *t, size_t floor, size_t colon, struct name *name)
{
	enum { MAX_IPV6_BYTES = 45 };
	size_t begin = colon, at = colon;
	unsigned colons = 0;

	while (begin > floor && colon - begin <= 4 &&
	    ascii_is(t->bytes[begin - 1], ASCII_HEX))
		begin--;
	if (begin == floor || t->bytes[begin - 1] != '[')
		return false;
	for (; at - begin <= MAX_IPV6_BYTES && (ascii_is(scan_byte_at(t, at), ASCII_HEX) ||
		scan_byte_at(t, at) == ':' || scan_byte_at(t, at) == '.'); at++)
		colons += t->bytes[at] == ':';
	if (scan_byte_at(t, at) != ']' || colons < 2)
		return false;
	name->begin = begin - 1;
	name->host_end = at + 1;
	return true;
}

static bool
read_localhost(const struct scan_text *t, size_t floor, size_t colon, struct name *name)
{
	static const char word[] = "localhost";
	size_t len = sizeof(word) - 1;

	if (colon < floor + len || !ascii_equal(t->bytes + colon - len, word, len) ||
	    name_character_before(t, colon - len, true))
		return false;
	name->begin = colon - len;
	name->host_end = colon;
	return true;
}

/* Return true if the path at the tail consists of digits and dots: "10.0.0.0/8". */
static bool
has_numeric_path(const struct scan_text *t, const struct name *name)
{
	size_t at = name->tail_begin + 1;

	while (at - name->tail_begin < NAME_LOOKAHEAD_BYTES / 2 &&
	    (ascii_is(scan_byte_at(t, at), ASCII_DIGIT) || scan_byte_at(t, at) == '.'))
		at++;
	return !is_word(scan_byte_at(t, at)) && !ascii_is_one_of(scan_byte_at(t, at), "/?#%-~");
}

enum scan_answer
name_read_numeric(const struct scan_text *t, size_t floor, size_t mark,
    struct name *name)
{
	bool is_ipv4 = t->bytes[mark] == '.', is_localhost = false;

	if (t->len - mark < NAME_LOOKAHEAD_BYTES && !t->is_last)
		return SCAN_MORE;
	*name = (struct name){ .is_numeric = true };
	if (!is_ipv4)
		is_localhost = read_localhost(t, floor, mark, name);
	if (is_ipv4 ? !read_ipv4(t, floor, mark, name) :
	    !is_localhost && !read_ipv6(t, floor, mark, name))
		return SCAN_NO;
	if (!may_begin(t, name->begin, false))
		return SCAN_NO;
	read_tail(t, name);
	if (name->port)
		return SCAN_YES;
	return !is_localhost && name->tail == TAIL_PATH && !has_numeric_path(t, name) ?
	    SCAN_YES : SCAN_NO;
}

/* ---- certainty (rule N13) --- */

/* Return true if a letter is in bytes[at..end). */
static bool
has_letter(const struct scan_text *t, size_t at, size_t end)
{
	while (at < end && !ascii_is(t->bytes[at], ASCII_ALPHA) &&
	    (unsigned char)t->bytes[at] < 0x80)
		at++;
	return at < end;
}

/* Return the certainty of a bare name under a weak top label. */
static urlgrep_confidence
weak_bare_certainty(const struct host *h)
{
	bool is_long = h->registered < h->suffix && h->suffix - 1 - h->registered >= 4;
	bool has_two = h->suffix < h->top;

	if (host_is_country(h) && h->label_count > 2 &&
	    (has_two || (is_long && !(h->top_label->flags & TOP_FILE))))
		return URLGREP_MEDIUM;
	return URLGREP_LOW;
}

/* Return the certainty that the form of the name gives it. */
static urlgrep_confidence
form_certainty(const struct scan_text *t, const struct name *name, size_t end)
{
	const struct host *h = &name->host;
	bool is_strong = h->top_label->flags & TOP_STRONG;

	if (h->prefix && h->label_count > 2)
		return URLGREP_HIGH;
	switch (name->tail) {
	case TAIL_PATH:
		if (has_letter(t, name->tail_begin, end))
			return is_strong ? URLGREP_HIGH : URLGREP_MEDIUM;
		if (is_strong && end == name->tail_begin + 1)
			return URLGREP_HIGH;
		return is_strong ? URLGREP_MEDIUM : URLGREP_LOW;
	case TAIL_PORT:
	case TAIL_QUERY:
		return is_strong ? URLGREP_HIGH : URLGREP_LOW;
	default:
		return is_strong ? URLGREP_MEDIUM : weak_bare_certainty(h);
	}
}

urlgrep_confidence
name_certainty(const struct scan_text *t, const struct name *name, size_t end)
{
	const struct host *h = &name->host;
	urlgrep_confidence certainty;

	if (name->is_numeric)
		return URLGREP_MEDIUM;
	if (host_certainty(h, name->tail != TAIL_NONE, name->tail == TAIL_PATH) ==
	    URLGREP_LOW || (name->has_number && !h->prefix))
		return URLGREP_LOW;
	certainty = form_certainty(t, name, end);
	if (host_is_suffix(h) && certainty == URLGREP_HIGH)
		certainty = URLGREP_MEDIUM;
	if (certainty != URLGREP_LOW && name_context_is_doubtful(t, name))
		return URLGREP_LOW;
	return certainty;
}

const char *
name_scheme(const struct name *name, bool is_https)
{
	enum host_prefix prefix = name->is_numeric ? PREFIX_NONE : name->host.prefix;

	if (prefix == PREFIX_FTP || name->port == 21)
		return "ftp";
	if (prefix == PREFIX_GOPHER || name->port == 70)
		return "gopher";
	return name->port == 443 || is_https ? "https" : "http";
}

bool
name_may_be_wrapped(const struct name *name)
{
	if (name->is_numeric)
		return false;
	return name->host.prefix || (name->tail == TAIL_PATH &&
	    name->host.top_label->flags & TOP_STRONG);
}
