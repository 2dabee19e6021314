/* message_id.c - Message-IDs and the like, which look like addresses (rule E7) */
#include "names/message_id.h"

#include <string.h>

#include "names/host_run.h"
#include "util/line_prefix.h"
#include "util/text_line.h"
#include "util/memory.h"

enum {
	MAX_FIELD_BYTES = 24,  /* of a field's name */
	MAX_FOLDED_LINES = 64,
	MAX_DISTANCE = 23      /* from a word such as "in article" to the "<" */
};

struct field_name {
	const char *text;
	size_t len;
};

/* ---- header fields --- */

/* Return true if text[0..len) is one of the words, in any case. */
static bool
is_among(const char *text, size_t len, const struct field_name *names, size_t count)
{
	size_t i;

	for (i = 0; i < count; i++)
		if (names[i].len == len && ascii_lower(*text) == *names[i].text &&
		    ascii_equal(text, names[i].text, len))
			return true;
	return false;
}

static enum header_field
classify_field(const char *name, size_t len)
{
	static const struct field_name ids[] = { { "message-id", 10 },
		{ "references", 10 }, { "in-reply-to", 11 }, { "content-id", 10 },
		{ "supersedes", 10 }, { "resent-message-id", 17 }, { "x-message-id", 12 } };
	static const struct field_name addresses[] = { { "from", 4 }, { "to", 2 },
		{ "cc", 2 }, { "bcc", 3 }, { "reply-to", 8 }, { "sender", 6 },
		{ "return-path", 11 }, { "delivered-to", 12 }, { "errors-to", 9 } };

	if (is_among(name, len, ids, COUNT(ids)))
		return FIELD_ID;
	if ((len > 7 && ascii_equal(name, "resent-", 7)) ||
	    is_among(name, len, addresses, COUNT(addresses)))
		return FIELD_ADDRESS;
	return FIELD_OTHER;
}

/* Return the field whose name begins at `at`. */
static enum header_field
read_field(const struct scan_text *t, size_t at)
{
	size_t end = at;

	while (end - at < MAX_FIELD_BYTES &&
	    (ascii_is_alphanumeric(scan_byte_at(t, end)) || scan_byte_at(t, end) == '-'))
		end++;
	return scan_byte_at(t, end) == ':' ? classify_field(t->bytes + at, end - at) :
	    FIELD_OTHER;
}

/* Return true if the line that begins at `line` is a folded one: white space follows its
 * quote prefix. Else sets *content to what follows that. */
static bool
is_folded(const struct scan_text *t, size_t line, size_t *content)
{
	struct quote_prefix p;
	size_t blanks;

	if (ascii_is(scan_byte_at(t, line), ASCII_BLANK))
		return true; /* whatever looks like a quote prefix there */
	quote_prefix_read(t, line, MAX_QUOTE_MARKS, &p);
	*content = p.end;
	while (ascii_is(scan_byte_at(t, *content), ASCII_BLANK))
		++*content;
	blanks = *content;
	while (blanks > line && ascii_is(t->bytes[blanks - 1], ASCII_BLANK))
		blanks--;
	return scan_byte_before(t, *content) == '\t' || *content - blanks > (blanks > line);
}

/* Return where the line before the one at `line` begins; `line` if there is none. */
static size_t
find_line_before(const struct scan_text *t, size_t line)
{
	size_t end = line;

	if (end > 0 && t->bytes[end - 1] == '\n')
		end--;
	if (end > 0 && t->bytes[end - 1] == '\r')
		end--;
	return end == line ? line : text_line_find_begin(t, end);
}

/* If the line begins with a letter, and that not of a quote prefix such as "Bill> ", set
 * *field to that of the line. */
static bool
is_unquoted_text(const struct scan_text *t, size_t line, enum header_field *field)
{
	size_t at = line;

	if (!ascii_is(scan_byte_at(t, line), ASCII_ALPHA))
		return false;
	while (at - line < MAX_FIELD_BYTES &&
	    (ascii_is_alphanumeric(scan_byte_at(t, at)) || scan_byte_at(t, at) == '-'))
		at++;
	if (ascii_is_one_of(scan_byte_at(t, at), ">|"))
		return false;
	*field = scan_byte_at(t, at) == ':' ? classify_field(t->bytes + line, at - line) :
	    FIELD_OTHER;
	return true;
}

/* Return the field of the line that begins at `line`, which may be a folded one. */
static enum header_field
find_folded_field(const struct scan_text *t, size_t at, size_t line,
    const struct field_cache *cache)
{
	unsigned lines;
	size_t content;

	for (lines = 0; lines <= MAX_FOLDED_LINES && at - line <= MAX_LOOKBEHIND_BYTES; lines++) {
		size_t before;

		if (cache->is_set && cache->line == t->origin + line)
			return cache->field;
		if (!is_folded(t, line, &content))
			return read_field(t, content);
		before = find_line_before(t, line);
		if (before == line)
			break;
		line = before;
	}
	return FIELD_OTHER;
}

enum header_field
header_field_find(const struct scan_text *t, size_t at, struct field_cache *cache)
{
	uint64_t offset = t->origin + at, line;
	enum header_field field;

	if (cache->is_set && offset >= cache->line && offset <= cache->seen)
		return cache->field;
	line = t->origin + text_line_find_begin(t, at);
	if (cache->is_set && cache->line == line)
		field = cache->field;
	else if (!is_unquoted_text(t, (size_t)(line - t->origin), &field))
		field = find_folded_field(t, at, (size_t)(line - t->origin), cache);
	*cache = (struct field_cache){ line, line, true, field };
	if (offset - line < MAX_LOOKBEHIND_BYTES / 2)
		cache->seen = offset; /* the line was read from its beginning */
	return field;
}

bool
header_field_is_id(const struct scan_text *t, size_t at, struct field_cache *cache)
{
	return header_field_find(t, at, cache) == FIELD_ID &&
	    t->origin + at - cache->line < MAX_LOOKBEHIND_BYTES / 4;
}

/* ---- words before the bracket --- */

/* Return true if a word at `at` announces the identifier at `open`. */
static bool
announces_id(const struct scan_text *t, size_t at, size_t open)
{
	static const struct {
		const char *text;
		size_t len;
	} words[] = { { "message-id", 10 }, { "references", 10 }, { "in-reply-to", 11 },
		{ "content-id", 10 }, { "supersedes", 10 }, { "in article", 10 },
		{ "in message", 10 }, { "news:", 5 }, { "mid:", 4 }, { "cid:", 4 },
		{ "id:", 3 } };
	char first = ascii_lower(t->bytes[at]);
	size_t i;

	for (i = 0; i < COUNT(words); i++)
		if (first == words[i].text[0] && open - at >= words[i].len &&
		    open - at - words[i].len <= MAX_DISTANCE &&
		    ascii_equal(t->bytes + at, words[i].text, words[i].len))
			return true;
	return false;
}

/* The letters that the words of announces_id() begin with, and the brackets. */
enum { FIRST_OF_ID = 1, BRACKET = 2 };

static const unsigned char marks_of_id[256] = {
	['m'] = FIRST_OF_ID, ['M'] = FIRST_OF_ID, ['r'] = FIRST_OF_ID, ['R'] = FIRST_OF_ID,
	['i'] = FIRST_OF_ID, ['I'] = FIRST_OF_ID, ['c'] = FIRST_OF_ID, ['C'] = FIRST_OF_ID,
	['s'] = FIRST_OF_ID, ['S'] = FIRST_OF_ID, ['n'] = FIRST_OF_ID, ['N'] = FIRST_OF_ID,
	['<'] = BRACKET, ['>'] = BRACKET,
};

/* Return true if a word that announces an identifier stands between the last bracket
 * and `open`. */
static bool
is_announced(const struct scan_text *t, size_t open)
{
	const char *limit = t->bytes + (open > MAX_DISTANCE + 12 ? open - MAX_DISTANCE - 12 : 0);
	const char *at = t->bytes + open;

	while (at > limit) {
		unsigned mark = marks_of_id[(unsigned char)*--at];

		if (mark == 0)
			continue;
		if (mark == BRACKET)
			return false;
		if ((at == t->bytes || !ascii_is_alphanumeric(at[-1])) &&
		    announces_id(t, (size_t)(at - t->bytes), open))
			return true;
	}
	return false;
}

/* Return true if a person's name, as far as one can see, stands before the bracket. */
static bool
follows_name(const struct scan_text *t, size_t open)
{
	static const char *const others[] = { "article", "message", "id", "posting",
		"news", "reply", "ref" };
	size_t end = open, begin, i;

	while (end > 0 && open - end < 16 && ascii_is(t->bytes[end - 1], ASCII_BLANK))
		end--;
	if (ascii_is_one_of(scan_byte_before(t, end), "\"')") ||
	    (end > 0 && (unsigned char)t->bytes[end - 1] >= 0x80))
		return true;
	for (begin = end; begin > 0 && end - begin < 16 &&
	    ascii_is_alphanumeric(t->bytes[begin - 1]); begin--)
		;
	for (i = 0; i < COUNT(others); i++)
		if (ascii_is_word(t->bytes + begin, end - begin, others[i]))
			return false;
	return begin < end || (end < open && scan_byte_before(t, end) == '.');
}

/* ---- local parts that programs make --- */

struct census {
	size_t len, digits, capitals, small, others;
};

static bool
has_digit(const char *text, size_t len)
{
	while (len > 0 && !ascii_is(text[len - 1], ASCII_DIGIT))
		len--;
	return len > 0;
}

static struct census
count(const char *text, size_t len)
{
	struct census c = { .len = len };
	size_t i;

	for (i = 0; i < len; i++) {
		if (ascii_is(text[i], ASCII_DIGIT))
			c.digits++;
		else if (text[i] >= 'A' && text[i] <= 'Z')
			c.capitals++;
		else if (text[i] >= 'a' && text[i] <= 'z')
			c.small++;
		else
			c.others++;
	}
	return c;
}

/* Return true for small letters, then up to six digits: "user123456". */
static bool
is_plain_user(const char *text, size_t len)
{
	size_t letters = 0, digits;

	while (letters < len && text[letters] >= 'a' && text[letters] <= 'z')
		letters++;
	for (digits = letters; digits < len && ascii_is(text[digits], ASCII_DIGIT); digits++)
		;
	return letters > 0 && digits == len && digits - letters <= 6;
}

/* Return true for groups of hexadecimal digits with a digit among them: a UUID. */
static bool
is_hex_groups(const char *text, const struct census *c)
{
	size_t i;

	for (i = 0; i < c->len; i++)
		if (!ascii_is(text[i], ASCII_HEX) && !ascii_is_one_of(text[i], "-."))
			return false;
	return c->len >= 8 && c->others > 0 && c->digits > 0;
}

/* Return true if digits stand before and after letters. */
static bool
has_letters_between_digits(const char *text, size_t len)
{
	unsigned changes = 0;
	bool was_digit = false;
	size_t i;

	for (i = 0; i < len; i++) {
		bool is_digit = ascii_is(text[i], ASCII_DIGIT);

		if (!is_digit && !ascii_is(text[i], ASCII_ALPHA))
			continue;
		changes += is_digit != was_digit;
		was_digit = is_digit;
	}
	return changes >= 3 || (changes == 2 && ascii_is(text[0], ASCII_DIGIT) && was_digit);
}

static bool
is_made_by_program(const char *text, size_t len)
{
	struct census c;

	if ((len > 4 && memcmp(text + len - 4, ".fsf", 4) == 0) ||
	    (len > 5 && (ascii_equal(text, "Pine.", 5) || ascii_equal(text, "Mutt.", 5))))
		return true;
	if (!has_digit(text, len))
		return false; /* as all of the following have */
	c = count(text, len);
	if (c.digits >= 8 && 2 * c.digits >= len)
		return true;
	if (len >= 16 && c.digits >= 4 && !memchr(text, '+', len) &&
	    !memchr(text, '=', len) && !is_plain_user(text, len))
		return true;
	if (is_hex_groups(text, &c))
		return true;
	return len >= 10 && c.capitals && c.small && has_letters_between_digits(text, len);
}

bool
message_id_is(const struct scan_text *t, size_t begin, size_t at,
    enum header_field field)
{
	const char *local = t->bytes + begin;
	size_t len = at - begin;

	if (field == FIELD_ID || is_announced(t, begin - 1) || memchr(local, '$', len))
		return true;
	return field != FIELD_ADDRESS && is_made_by_program(local, len) &&
	    !follows_name(t, begin - 1);
}
