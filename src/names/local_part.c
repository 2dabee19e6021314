/* local_part.c - what stands before the "@" of an address (rules E2, E3) */
#include "names/local_part.h"

#include <string.h>

#include "names/host.h"
#include "names/host_run.h"
#include "names/letters.h"

/* A run before an "@" that is longer than this is looked at no further. */
enum { MAX_RUN_BYTES = 320, MAX_LABEL_WORD_BYTES = 24 };

/* ---- the run --- */

/* Return where the run of characters of a local part begins that ends at `at`. *classes:
 * those of name_byte_class that all of its bytes are of. */
static size_t
find_run(const struct scan_text *t, size_t floor, size_t at, bool is_iri, unsigned *classes)
{
	size_t limit = at - floor > MAX_RUN_BYTES ? at - MAX_RUN_BYTES : floor;
	size_t begin = at, n;
	unsigned all = ~0u;

	for (;;) {
		for (; begin > limit && name_byte_is(t->bytes[begin - 1], BYTE_LOCAL); begin--)
			all &= name_byte_class[(unsigned char)t->bytes[begin - 1]];
		if (begin <= limit || !is_iri || (unsigned char)t->bytes[begin - 1] < 0x80 ||
		    neighbor_before(t, begin) == NEIGHBOR_DOT ||
		    (n = name_character_before(t, begin, true)) == 0)
			break;
		begin -= n;
		all = 0;
	}
	*classes = all;
	return begin;
}

/* Return true if "%HH" at `at` is an escape of a delimiter or white space. */
static bool
is_delimiter_escape(const struct scan_text *t, size_t at, size_t end)
{
	static const char codes[][3] = { "20", "22", "26", "2C", "2F", "3A", "3B", "3C",
		"3D", "09", "0A", "0D" };
	size_t i;

	for (i = 0; end - at >= 3 && i < sizeof(codes) / sizeof(codes[0]); i++)
		if (ascii_equal(t->bytes + at + 1, codes[i], 2))
			return true;
	return false;
}

/* Return where the local part begins after the last mark in bytes[begin..at) that is not
 * its own; *mark: that mark. */
static size_t
skip_marks(const struct scan_text *t, size_t begin, size_t at, char *mark)
{
	size_t i;

	*mark = '\0';
	for (i = at; i > begin; i--) {
		char c = t->bytes[i - 1];

		if (name_byte_is(c, BYTE_HOST))
			continue;
		if (name_byte_is(c, BYTE_LOCAL_MARK) ||
		    (c == '&' && !(i - 1 > begin && ascii_is_alphanumeric(t->bytes[i - 2]) &&
			ascii_is_alphanumeric(t->bytes[i])))) {
			*mark = c;
			return i;
		}
		if (c == '%' && is_delimiter_escape(t, i - 1, at))
			return i + 2;
	}
	return begin;
}

/* ---- "=" (rule E3) --- */

/* Return the offset of the last "=" in bytes[begin..at), or SIZE_MAX. */
static size_t
find_last_equals(const struct scan_text *t, size_t begin, size_t at)
{
	const char *found = at > begin ? memrchr(t->bytes + begin, '=', at - begin) : NULL;

	return found ? (size_t)(found - t->bytes) : SIZE_MAX;
}

/* Return where a rewritten sender such as "prvs=710e=ann" begins; SIZE_MAX if there is
 * none. */
static size_t
find_rewritten(const struct scan_text *t, size_t begin, size_t at)
{
	static const char *const marks[] = { "prvs=", "SRS0=", "SRS1=" };
	size_t i, m;

	for (i = begin; i + 5 < at; i++)
		for (m = 0; m < sizeof(marks) / sizeof(marks[0]); m++)
			if ((i == begin || !ascii_is_alphanumeric(t->bytes[i - 1])) &&
			    ascii_equal(t->bytes + i, marks[m], 5))
				return i;
	return SIZE_MAX;
}

/* Return true if the last "=" is that of a bounce: a host follows it, and "+" or "-"
 * precedes it, as in "list+ann=example.org". */
static bool
is_bounce(const struct scan_text *t, size_t begin, size_t equals, size_t at)
{
	struct host h;

	while (begin < equals && !ascii_is_one_of(t->bytes[begin], "+-"))
		begin++;
	return begin < equals && host_read(t->bytes + equals + 1, at - equals - 1, &h);
}

/* Return where the local part begins by the "=" in it. */
static size_t
skip_assignments(const struct scan_text *t, size_t begin, size_t at)
{
	size_t equals = find_last_equals(t, begin, at), rewritten, earlier;

	if (equals == SIZE_MAX)
		return begin;
	rewritten = find_rewritten(t, begin, at);
	if (rewritten != SIZE_MAX)
		return rewritten;
	earlier = find_last_equals(t, begin, equals);
	earlier = earlier == SIZE_MAX ? begin : earlier + 1;
	return is_bounce(t, earlier, equals, at) ? earlier : equals + 1;
}

/* ---- what stands before --- */

static size_t
skip_leading(const struct scan_text *t, size_t begin, size_t at)
{
	while (begin < at) {
		if (ascii_is_one_of(t->bytes[begin], "'!%+-"))
			begin++;
		else if (t->bytes[begin] == '.' && begin + 1 < at &&
		    t->bytes[begin + 1] == '.')
			while (begin < at && t->bytes[begin] == '.')
				begin++;
		else
			break;
	}
	return begin;
}

/* Return true if a word that says that an address follows ends before the colon. */
static bool
is_address_word(const struct scan_text *t, size_t begin, size_t colon)
{
	static const char *const words[] = { "mail", "email", "e-mail", "mailto", "to",
		"from", "cc", "bcc", "reply-to", "replyto", "contact", "contacts",
		"address", "addr", "sender", "smtp", "sip", "sips", "xmpp", "jabber", "msn",
		"skype", "owner", "by", "rcpt", "recipient", "email-address", "internet",
		"inet", "author", "maintainer", "reporter", "uid", "signed-off-by", "tel",
		"fax", "phone", "or", "via" };
	size_t i;

	for (i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (ascii_is_word(t->bytes + begin, colon - begin, words[i]))
			return true;
	return false;
}

/* Return true if "user:" stands before bytes[begin], so that a password may follow. */
static bool
may_be_password(const struct scan_text *t, size_t begin)
{
	size_t word;

	if (scan_byte_before(t, begin) != ':')
		return false;
	word = begin - 1;
	while (word > 0 && begin - word < MAX_LABEL_WORD_BYTES &&
	    (is_word(t->bytes[word - 1]) || t->bytes[word - 1] == '-'))
		word--;
	return word < begin - 1 && !is_address_word(t, word, begin - 1);
}

/* Return true if an address may begin at `begin`, by what stands before it. */
static bool
may_begin(const struct scan_text *t, size_t begin)
{
	enum neighbor neighbor = neighbor_before(t, begin);

	return neighbor != NEIGHBOR_LETTER && neighbor != NEIGHBOR_UNSPACED &&
	    neighbor != NEIGHBOR_DOT && !ascii_is_one_of(scan_byte_before(t, begin), "@\\/");
}

/* ---- the local part --- */

/* Return true if the dots of bytes[begin..at) are misplaced. */
static bool
has_odd_dots(const struct scan_text *t, size_t begin, size_t at)
{
	bool was_dot = true;

	for (; begin < at; begin++) {
		bool is_dot = t->bytes[begin] == '.';

		if (is_dot && was_dot)
			return true;
		was_dot = is_dot;
	}
	return was_dot;
}

/* Return true if the byte at `at` is quoted by an odd number of backslashes. */
static bool
is_quoted_pair(const struct scan_text *t, size_t at, size_t limit)
{
	size_t begin = at;

	while (begin > limit && t->bytes[begin - 1] == '\\')
		begin--;
	return (at - begin) % 2 == 1;
}

/* Read the quoted string that ends in the quotation mark before `at`. */
static bool
read_quoted(const struct scan_text *t, size_t floor, size_t at, struct local_part *l)
{
	size_t begin = at - 1;
	size_t limit = at > floor + MAX_LOCAL_PART_BYTES ? at - MAX_LOCAL_PART_BYTES : floor;

	while (begin > limit && !ascii_is(t->bytes[begin - 1], ASCII_BREAK) &&
	    (t->bytes[begin - 1] != '"' || is_quoted_pair(t, begin - 1, limit)))
		begin--;
	if (begin == limit || begin == at - 1 || t->bytes[begin - 1] != '"')
		return false;
	begin--;
	*l = (struct local_part){ .begin = begin, .is_quoted = true };
	return !is_word(scan_byte_before(t, begin)) && may_begin(t, begin);
}

/* Move *begin over what the run that ends at `at` has before the local part. classes: as
 * find_run() sets it. Returns false if there is none. */
static bool
trim_run(const struct scan_text *t, size_t *begin, size_t at, unsigned classes)
{
	char mark = '\0';

	if (!(classes & BYTE_HOST)) {
		*begin = skip_marks(t, *begin, at, &mark);
		*begin = skip_assignments(t, *begin, at);
	}
	*begin = skip_leading(t, *begin, at);
	if (mark == '$' || mark == '}')
		return false;
	return (classes & BYTE_HOST || !memchr(t->bytes + *begin, '/', at - *begin)) &&
	    may_begin(t, *begin);
}

bool
local_part_read(const struct scan_text *t, size_t floor, size_t at, bool is_iri,
    bool is_closed, struct local_part *l)
{
	unsigned classes;
	size_t begin = find_run(t, floor, at, is_iri, &classes);

	if (at > floor && t->bytes[at - 1] == '"')
		return read_quoted(t, floor, at, l);
	if ((!is_closed || scan_byte_before(t, begin) != '<') &&
	    !trim_run(t, &begin, at, classes))
		return false;
	if (begin == at || at - begin > MAX_LOCAL_PART_BYTES)
		return false;
	*l = (struct local_part){ .begin = begin,
		.is_invalid = !(classes & BYTE_LABEL) && has_odd_dots(t, begin, at),
		.is_doubtful = may_be_password(t, begin) };
	return true;
}
