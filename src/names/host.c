/* host.c - hosts in running text: their characters, their bounds, and the evidence in labels */
#include "names/name.h"

#include <string.h>

#include "util/memory.h"
#include "util/utf8.h"

/* ---- characters --- */

enum { MIDDLE_DOT = 0xB7, TIBETAN_TSHEG = 0xF0B, KATAKANA_MIDDLE_DOT = 0x30FB };

static enum neighbor
classify(uint32_t code)
{
	enum character_class class = character_class_of(code);

	if (code == MIDDLE_DOT)
		return NEIGHBOR_DOT;
	if (!character_is_letter(class))
		return NEIGHBOR_MARK;
	return class >= CHARACTER_UNSPACED ? NEIGHBOR_UNSPACED : NEIGHBOR_LETTER;
}

enum neighbor
neighbor_before(const struct scan_text *t, size_t at)
{
	uint32_t code;

	if (at == 0 || (unsigned char)t->bytes[at - 1] < 0x80)
		return NEIGHBOR_NONE;
	return character_before(t->bytes, at, &code) > 1 ? classify(code) : NEIGHBOR_LETTER;
}

enum neighbor
neighbor_after(const struct scan_text *t, size_t at)
{
	uint32_t code;

	if (at >= t->len || (unsigned char)t->bytes[at] < 0x80)
		return NEIGHBOR_NONE;
	return utf8_decode(t->bytes + at, t->len - at, &code) ? classify(code) : NEIGHBOR_LETTER;
}

/* Return true if a host may contain the character beyond US-ASCII: a letter, or a mark that
 * separates words or syllables in its script. */
static bool
is_host_character(uint32_t code)
{
	return classify(code) >= NEIGHBOR_LETTER || code == TIBETAN_TSHEG ||
	    code == KATAKANA_MIDDLE_DOT;
}

/* Return true if the character is U+30FB next to US-ASCII: the bullet of a list, or a comma. In a
 * label it is between Japanese letters (RFC 5892, A.7). */
static bool
is_bullet(uint32_t code, char neighbor)
{
	return code == KATAKANA_MIDDLE_DOT && (unsigned char)neighbor < 0x80;
}

size_t
host_character_before(const struct scan_text *t, size_t at)
{
	uint32_t code;
	size_t n;

	if (at == 0)
		return 0;
	if (!t->is_iri || (unsigned char)t->bytes[at - 1] < 0x80)
		return ascii_is(t->bytes[at - 1], ASCII_HOST);
	n = character_before(t->bytes, at, &code);
	return n > 1 && is_host_character(code) && !is_bullet(code, scan_byte_at(t, at)) ? n : 0;
}

size_t
host_character_after(const struct scan_text *t, size_t at)
{
	uint32_t code;
	size_t n;

	if (at >= t->len)
		return 0;
	if (!t->is_iri || (unsigned char)t->bytes[at] < 0x80)
		return ascii_is(t->bytes[at], ASCII_HOST);
	n = utf8_decode(t->bytes + at, t->len - at, &code);
	return n && is_host_character(code) && !is_bullet(code, scan_byte_before(t, at)) ? n : 0;
}

/* ---- labels --- */

static bool
has_small(const char *text, size_t len)
{
	return ascii_until(text, len, ASCII_SMALL) < len;
}

static bool
is_digits(const char *text, size_t len)
{
	return ascii_span(text, len, ASCII_DIGIT) == len;
}

static bool
label_has_title_case(const char *text, size_t len)
{
	return len > 0 && ascii_is_capital(text[0]) &&
	    ascii_span(text + 1, len - 1, ASCII_SMALL) == len - 1;
}

/* Return true if text[0..len) is `word`, perhaps with at most max_digits digits after it. The first
 * one is not 0. */
static bool
is_numbered(const char *text, size_t len, const char *word, size_t max_digits)
{
	size_t word_len = strlen(word);

	return len >= word_len && len <= word_len + max_digits &&
	    ascii_equal(text, word, word_len) &&
	    is_digits(text + word_len, len - word_len) &&
	    (len == word_len || text[word_len] != '0');
}

static enum host_prefix
find_prefix(const char *text, size_t len)
{
	if (is_numbered(text, len, "www", 3))
		return PREFIX_WWW;
	if (is_numbered(text, len, "ftp", 1))
		return PREFIX_FTP;
	return is_numbered(text, len, "gopher", 1) ? PREFIX_GOPHER : PREFIX_NONE;
}

/* ---- runs (rule N1) --- */

/* Step back over the dots before bytes[at]. Return false if the run begins with a dot or has two
 * adjacent dots. Set *is_begin if the run begins after three dots. */
static bool
skip_dots_back(const struct scan_text *t, size_t *at, bool *is_begin)
{
	size_t dots = *at;

	while (dots > t->floor && *at - dots < 3 && t->bytes[dots - 1] == '.')
		dots--;
	*is_begin = *at - dots >= 2;
	if (*is_begin)
		return *at - dots >= 3;
	*at = dots;
	return dots > t->floor && host_character_before(t, dots) > 0;
}

bool
host_run_begin_plain(const struct scan_text *t, size_t dot, size_t *begin)
{
	size_t limit = scan_floor(dot, MAX_RUN_BYTES, t->floor);
	const char *bytes = t->bytes;
	size_t at = dot;

	while (at > limit && ascii_is(bytes[at - 1], ASCII_HOST)) {
		at--;
		if (bytes[at] <= '.' && bytes[at] == bytes[at + 1])
			return false; /* only "." and "-" are host characters up to "." */
	}
	*begin = at;
	return at < dot && ascii_is_alphanumeric(bytes[at]) &&
	    (at == t->floor || (at > limit && (unsigned char)bytes[at - 1] < 0x80));
}

/* Return true if four or more hyphens end before bytes[at]. They are a drawn line unless they
 * belong to an A-label. */
static bool
follows_line(const struct scan_text *t, size_t at)
{
	enum { MAX_HYPHENS = 3 };
	size_t begin = at;

	while (begin > t->floor && t->bytes[begin - 1] == '-')
		begin--;
	return at - begin > MAX_HYPHENS &&
	    (begin < t->floor + 2 || !ascii_equal(t->bytes + begin - 2, "xn", 2));
}

bool
host_run_begin(const struct scan_text *t, size_t dot, size_t *begin)
{
	size_t at = dot, n;
	bool is_begin = false;

	while (!is_begin && at > t->floor && (n = host_character_before(t, at)) > 0) {
		if (dot - at > MAX_RUN_BYTES)
			return false;
		if (t->bytes[at - 1] == '.') {
			if (!skip_dots_back(t, &at, &is_begin))
				return false;
		} else if (follows_line(t, at)) {
			is_begin = true;
		} else {
			at -= n;
		}
	}
	while (at < dot && (t->bytes[at] == '-' || t->bytes[at] == '_'))
		at++;
	*begin = at;
	return at < dot && t->bytes[at] != '.';
}

size_t
host_run_label_end(const struct scan_text *t, size_t begin, size_t *rest)
{
	size_t at = begin, end, n, top_end = begin;

	while (at < t->len && at - begin <= MAX_RUN_BYTES && ascii_is_alphanumeric(t->bytes[at]))
		at++;
	if (t->is_iri && neighbor_after(t, at) == NEIGHBOR_UNSPACED &&
	    top_label_find(t->bytes + begin, at - begin))
		top_end = at;
	while (at - begin <= MAX_RUN_BYTES && (n = host_character_after(t, at)) > 0 &&
	    t->bytes[at] != '.') {
		bool is_pair = t->bytes[at] == '-' && scan_byte_at(t, at + 1) == '-';

		if (is_pair && (at - begin != 2 || scan_byte_at(t, at + 2) == '-'))
			break;
		at += is_pair ? 2 : n;
	}
	/* the text goes on without a blank, as in Japanese, unless these letters end the label */
	if (top_end > begin && (scan_byte_at(t, at) != '.' || (unsigned char)t->bytes[at - 1] < 0x80 ||
		!host_character_after(t, at + 1)))
		at = top_end;
	/* "ann@h.exampleE<gt>" of POD */
	if (at > begin + 1 && t->bytes[at - 1] == 'E' &&
	    (text_begins_with(t->bytes + at, t->len - at, "<gt>") ||
		text_begins_with(t->bytes + at, t->len - at, "<lt>")))
		at--;
	*rest = end = at;
	while (end > begin && (t->bytes[end - 1] == '-' || t->bytes[end - 1] == '_'))
		end--;
	return end;
}

enum run_end
host_run_classify_end(const struct scan_text *t, size_t label, size_t end, size_t rest)
{
	size_t next = rest + 1, next_rest;

	if (scan_byte_at(t, rest) != '.')
		return RUN_ENDS;
	if (scan_byte_at(t, next) == '.') {
		bool is_ellipsis = scan_byte_at(t, next + 1) == '.';

		return is_ellipsis || !host_character_after(t, next + 1) ? RUN_ENDS : RUN_GOES_ON;
	}
	if (!host_character_after(t, next))
		return RUN_ENDS;
	if (end < rest || !ascii_is_capital(scan_byte_at(t, next)))
		return RUN_GOES_ON;
	end = host_run_label_end(t, next, &next_rest);
	return label_has_title_case(t->bytes + next, end - next) &&
	    !label_has_title_case(t->bytes + label, rest - label) ? RUN_MAY_BE_CUT : RUN_GOES_ON;
}

size_t
host_ipv4_end(const struct scan_text *t, size_t begin)
{
	enum { MAX_IPV4_BYTES = 15 };
	unsigned char group[4];
	size_t end = begin;
	bool has_zeros;

	while (end - begin <= MAX_IPV4_BYTES &&
	    (ascii_is(scan_byte_at(t, end), ASCII_DIGIT) || scan_byte_at(t, end) == '.'))
		end++;
	while (end > begin && t->bytes[end - 1] == '.') /* these dots belong to the sentence */
		end--;
	return uri_read_ipv4(scan_span(t, begin, end), group, &has_zeros) && !has_zeros ?
	    end : begin;
}

bool
host_is_ipv6(const struct scan_text *t, size_t begin, size_t end)
{
	unsigned colons = 0;
	size_t at;

	for (at = begin; at < end; at++) {
		if (!ascii_is(t->bytes[at], ASCII_HEX) && !ascii_is_one_of(t->bytes[at], ":."))
			return false;
		colons += t->bytes[at] == ':';
	}
	return colons >= 2;
}

size_t
host_dot_length(const struct scan_text *t, size_t at)
{
	static const char stops[][4] = { "\u3002", "\uFF0E", "\uFF61" };
	size_t i;

	if (scan_byte_at(t, at) == '.')
		return 1;
	for (i = 0; i < COUNT(stops) && t->len - at >= 3; i++)
		if (memcmp(t->bytes + at, stops[i], 3) == 0)
			return 3;
	return 0;
}

bool
host_goes_on_at_stop(const struct scan_text *t, size_t begin, size_t at)
{
	size_t label = begin, end = begin, n, count = 0;
	bool is_after = false;

	if (host_dot_length(t, at) != 3) /* nearly all marks */
		return false;
	for (;; label = end += n) {
		while (end < t->len && end - begin <= MAX_RUN_BYTES &&
		    (ascii_is_alphanumeric(t->bytes[end]) || t->bytes[end] == '-'))
			end++;
		n = end < t->len ? host_dot_length(t, end) : 0;
		if (end == at && count > 0 && top_label_find(t->bytes + label, end - label))
			return false; /* the sentence ends here */
		is_after |= label > at;
		if (n == 0 || end == label || !ascii_is_alphanumeric(scan_byte_at(t, end + n)))
			break;
		count++;
	}
	return is_after && end > label && top_label_find(t->bytes + label, end - label) &&
	    neighbor_after(t, end) < NEIGHBOR_LETTER;
}

/* ---- reading a host --- */

/* Return true if text[0..len), which is not US-ASCII, may be a U-label. Its A-label, of at most
 * MAX_LABEL_BYTES, has "xn--" and at least one byte for each character. Marks alone are not a
 * label. */
static bool
is_u_label(const char *text, size_t len)
{
	size_t at, n, count = strlen("xn--");
	bool has_letter = false;
	uint32_t code;

	for (at = 0; at < len && (n = utf8_decode(text + at, len - at, &code)) > 0; at += n) {
		has_letter |= n == 1 || character_class_of(code) != CHARACTER_MARK;
		count++;
	}
	return has_letter && count <= MAX_LABEL_BYTES;
}

/* Return true if text[begin..end) may be a label: not too long, without a hyphen at either end. */
static bool
is_label(const char *text, size_t begin, size_t end)
{
	const char *label = text + begin;
	size_t len = end - begin;

	if (len == 0 || label[0] == '-' || label[len - 1] == '-')
		return false;
	return utf8_is_ascii(label, len) ? len <= MAX_LABEL_BYTES : is_u_label(label, len);
}

static size_t
first_length(const struct host *h)
{
	return (size_t)((const char *)memchr(h->text, '.', h->len) - h->text);
}

/* Add the label text[begin..end), number h->label_count from the end. Return false if it is not a
 * label. */
static bool
add_label(struct host *h, size_t begin, size_t end)
{
	if (!is_label(h->text, begin, end))
		return false;
	switch (++h->label_count) {
	case 1:
		h->top = h->suffix = begin;
		h->top_label = top_label_find(h->text + begin, end - begin);
		return h->top_label != NULL;
	case 2:
		h->registered = begin;
		if (top_label_has_second(h->top_label, h->text + begin, end - begin))
			h->suffix = begin;
		return true;
	case 3:
		if (h->suffix == h->registered)
			h->registered = begin;
		return true;
	default:
		return true;
	}
}

bool
host_read(const char *text, size_t len, struct host *h)
{
	size_t begin = len + 1, end;
	const char *underscore;

	if (len < 4 || len > (utf8_is_ascii(text, len) ? MAX_HOST_BYTES : MAX_RUN_BYTES))
		return false;
	*h = (struct host){ .text = text, .len = len };
	do {
		const char *dot;

		end = begin - 1;
		dot = memrchr(text, '.', end);
		begin = dot ? (size_t)(dot + 1 - text) : 0;
		if (!add_label(h, begin, end))
			return false;
	} while (begin > 0);
	if (h->label_count < 2)
		return false;
	underscore = memrchr(text, '_', len);
	if (underscore && (size_t)(underscore - text) >= h->registered)
		return false;
	h->prefix = find_prefix(text, end);
	return true;
}

bool
host_has_odd_digits(const struct host *h)
{
	size_t end = h->suffix - 1;
	bool is_generic = (h->top_label->flags & TOP_STRONG) && !host_is_country(h);

	return h->registered < h->suffix &&
	    is_digits(h->text + h->registered, end - h->registered) && !is_generic &&
	    !(h->top_label->flags & TOP_DIGITS);
}

/* Return true if the capitals of the top label are evidence against a name (rule N7). */
static bool
has_odd_capitals(const struct host *h)
{
	const char *top = h->text + h->top;
	size_t len = h->len - h->top, capital = ascii_until(top, len, ASCII_CAPITAL);
	unsigned flags = h->top_label->flags;

	if (capital == len || (len > 4 && ascii_begins_with(top, len, "xn--")))
		return false;
	if (label_has_title_case(top, len))
		return !((flags & TOP_TITLE || h->prefix) &&
		    ascii_is_capital(h->text[h->registered]));
	if (has_small(top, len))
		return true;
	if (h->label_count == 2 && flags & TOP_WORD)
		return true;
	return has_small(h->text, h->top) && !(flags & (TOP_OLD | TOP_TITLE)) && !h->prefix &&
	    !(host_is_country(h) && h->label_count > 2);
}

/* Return true if the host looks like a newsgroup, or a package of Java or D-Bus (rule N9). */
static bool
is_group_or_package(const struct host *h, bool has_path)
{
	unsigned flags = h->top_label->flags;

	if (!(flags & TOP_OLD && h->label_count <= 3) && (!has_path || h->label_count >= 3) &&
	    word_list_has(newsgroup_labels, h->text, first_length(h)))
		return true;
	return h->label_count >= 3 && flags & TOP_WEAK && top_label_find(h->text, first_length(h));
}

/* Return true if each label before the top label is a single character (rule N10). */
static bool
has_short_labels(const struct host *h)
{
	size_t at = 0;

	while (at < h->top) {
		size_t len = utf8_length((unsigned char)h->text[at]);

		if (len == 0 || at + len >= h->top || h->text[at + len] != '.')
			return false;
		at += len + 1;
	}
	return true;
}

/* Return true if the host contains a version number such as "1.12": "rel-1.12.1.example". */
static bool
has_version(const struct host *h)
{
	size_t i;

	for (i = 1; i + 1 < h->top; i++)
		if (h->text[i] == '.' && ascii_is(h->text[i - 1], ASCII_DIGIT) &&
		    ascii_is(h->text[i + 1], ASCII_DIGIT))
			return true;
	return false;
}

bool
host_is_odd(const struct host *h, bool has_tail, bool has_path)
{
	bool is_plain = h->prefix && !ascii_is_capital(h->text[h->top]);

	if ((host_is_suffix(h) && !has_path) || (!is_plain && has_odd_capitals(h)))
		return true;
	if (h->prefix && h->label_count == 2) /* "www.com" */
		return true;
	if (!has_tail && (word_list_has(low_names, h->text, h->len) ||
		word_list_has(receiver_labels, h->text, first_length(h)) ||
		memchr(h->text, '_', h->len) || (!h->prefix && has_version(h))))
		return true;
	return is_group_or_package(h, has_path) || host_has_odd_digits(h) ||
	    (!has_tail && has_short_labels(h) &&
	    !word_list_has("com net org", h->text + h->top, h->len - h->top));
}
