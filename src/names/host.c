/* host.c - the labels of a host that stands for a URL or in an address, and what they
 * say about it */
#include "names/host.h"

#include <string.h>

#include "util/ascii.h"
#include "util/utf8.h"

/* ---- labels --- */

static bool
is_small(char c)
{
	return c >= 'a' && c <= 'z';
}

static bool
has_small(const char *text, size_t len)
{
	while (len > 0 && !is_small(text[len - 1]))
		len--;
	return len > 0;
}

static bool
is_digits(const char *text, size_t len)
{
	while (len > 0 && ascii_is(text[len - 1], ASCII_DIGIT))
		len--;
	return len == 0;
}

bool
label_has_title_case(const char *text, size_t len)
{
	size_t i = 1;

	if (len == 0 || !ascii_is_capital(text[0]))
		return false;
	while (i < len && is_small(text[i]))
		i++;
	return i == len;
}

/* Return where the label begins that ends at `end`. */
static size_t
label_begin(const char *text, size_t end)
{
	while (end > 0 && text[end - 1] != '.')
		end--;
	return end;
}

/* Return true if text[begin..end) may be a label: 1 to 63 bytes, no hyphen at an end. */
static bool
is_label(const char *text, size_t begin, size_t end)
{
	return end > begin && end - begin <= MAX_LABEL_BYTES && text[begin] != '-' &&
	    text[end - 1] != '-';
}

/* Return the length of the first label. */
static size_t
first_length(const struct host *h)
{
	return (size_t)((const char *)memchr(h->text, '.', h->len) - h->text);
}

/* Return true if text[0..len) is word and at most max_digits digits; the first is not
 * a zero. */
static bool
is_numbered(const char *text, size_t len, const char *word, size_t max_digits)
{
	size_t word_len = strlen(word);

	return len >= word_len && len <= word_len + max_digits &&
	    ascii_equal(text, word, word_len) &&
	    is_digits(text + word_len, len - word_len) &&
	    (len == word_len || text[word_len] != '0');
}

/* Return the prefix that the first label is. */
static enum host_prefix
find_prefix(const char *text, size_t len)
{
	switch (ascii_lower(text[0])) {
	case 'w':
		return is_numbered(text, len, "www", 3) ? PREFIX_WWW : PREFIX_NONE;
	case 'f':
		return is_numbered(text, len, "ftp", 1) ? PREFIX_FTP : PREFIX_NONE;
	case 'g':
		return is_numbered(text, len, "gopher", 1) ? PREFIX_GOPHER : PREFIX_NONE;
	default:
		return PREFIX_NONE;
	}
}

/* ---- hosts --- */

/* Note label number h->label_count from the end, text[begin..end). Returns false if it is
 * none. */
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

	if (len > MAX_HOST_BYTES || len < 4)
		return false;
	*h = (struct host){ .text = text, .len = len };
	do {
		end = begin - 1;
		begin = label_begin(text, end);
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
host_is_suffix(const struct host *h)
{
	return h->suffix == 0;
}

bool
host_is_country(const struct host *h)
{
	return h->len - h->top == 2;
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

bool
host_has_title_case(const struct host *h)
{
	return label_has_title_case(h->text + h->top, h->len - h->top);
}

/* Return true if the capitals of the top label speak against a name (rule N7). */
static bool
has_odd_capitals(const struct host *h)
{
	const char *top = h->text + h->top;
	size_t len = h->len - h->top, i = 0;
	unsigned flags = h->top_label->flags;

	while (i < len && !ascii_is_capital(top[i]))
		i++;
	if (i == len)
		return false;
	if (host_has_title_case(h))
		return !(flags & TOP_TITLE && ascii_is_capital(h->text[h->registered]));
	if (has_small(top, len))
		return true;
	if (h->label_count == 2 && flags & TOP_WORD)
		return true;
	return has_small(h->text, h->top) && !(flags & TOP_OLD) &&
	    !(host_is_country(h) && h->label_count > 2);
}

/* Return true if the host is a newsgroup, or a package of Java or D-Bus (rule N9). word: the
 * flags of its first label. */
static bool
is_group_or_package(const struct host *h, unsigned word, bool has_path)
{
	bool is_weak = h->top_label->flags & TOP_WEAK;

	if (word & WORD_NEWSGROUP && !(h->top_label->flags & TOP_OLD &&
		h->label_count <= 3) && (!has_path || h->label_count >= 3))
		return true;
	if (word & WORD_TOPIC && is_weak && !has_path)
		return true;
	return h->label_count >= 3 && is_weak && top_label_find(h->text, first_length(h));
}

/* Return true if each label before the top one is one character of UTF-8. */
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

/* Return true if all labels before the top one consist of digits, or of one character
 * each (rule N10). */
static bool
has_odd_labels(const struct host *h, bool has_tail)
{
	size_t last = h->top - 1, i = 0;

	while (i < last && (h->text[i] == '.' || ascii_is(h->text[i], ASCII_DIGIT)))
		i++;
	if (i == last && h->label_count > 2)
		return true;
	if (has_tail || !has_short_labels(h))
		return false;
	return !(h->len - h->top == 3 && (memcmp(h->text + h->top, "com", 3) == 0 ||
		memcmp(h->text + h->top, "net", 3) == 0 ||
		memcmp(h->text + h->top, "org", 3) == 0));
}

/* Return true if a version number such as "1.12" is in the host: "rel-1.12.1.example". */
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

urlgrep_confidence
host_certainty(const struct host *h, bool has_tail, bool has_path)
{
	bool is_plain = h->prefix && !ascii_is_capital(h->text[h->top]);
	unsigned word;

	if (host_is_suffix(h) && !has_path)
		return URLGREP_LOW;
	if (h->prefix && h->label_count == 2) /* "www.com" */
		return URLGREP_LOW;
	if (!is_plain && has_odd_capitals(h))
		return URLGREP_LOW;
	word = first_word_flags(h->text, first_length(h));
	if (!has_tail && (name_word_flags(h->text, h->len) || word & WORD_RECEIVER ||
		memchr(h->text, '_', h->len) || (!h->prefix && has_version(h))))
		return URLGREP_LOW;
	if (is_group_or_package(h, word, has_path) || host_has_odd_digits(h) ||
	    has_odd_labels(h, has_tail))
		return URLGREP_LOW;
	return URLGREP_HIGH;
}
