/* identifiers.c - commit ids and Message-IDs that a line break divides */
#include "text/identifiers.h"

#include <string.h>

#include "util/ascii.h"

enum {
	SHA1_DIGITS = 40,
	SHA256_DIGITS = 64,
	MIN_SEGMENT_BYTES = 8,   /* of a Message-ID at the end of a line */
	MIN_MESSAGE_ID_DIGITS = 4,
	MIN_LOCAL_PART_BYTES = 16,
	MIN_QUEUE_ID_DIGITS = 5
};

static bool
is_commit_length(size_t digits)
{
	return digits == SHA1_DIGITS || digits == SHA256_DIGITS;
}

static bool
is_lower_hex(char c)
{
	return ascii_is(c, ASCII_DIGIT) || (c >= 'a' && c <= 'f');
}

/* Return how many lower-case hexadecimal digits begin the word. */
static size_t
count_leading(urlgrep_span word)
{
	size_t n = 0;

	while (n < word.len && is_lower_hex(word.text[n]))
		n++;
	return n;
}

static size_t
count_trailing(urlgrep_span before)
{
	size_t n = 0;

	while (n < before.len && is_lower_hex(before.text[before.len - n - 1]))
		n++;
	return n;
}

/* Return true if the word ends there, or goes on with a mark. */
static bool
ends_at(urlgrep_span word, size_t at)
{
	return at == word.len || !ascii_is(word.text[at], ASCII_ALPHA | ASCII_DIGIT);
}

bool
identifier_is_commit(urlgrep_span word)
{
	size_t n = count_leading(word);

	return is_commit_length(n) && ends_at(word, n);
}

bool
identifier_is_divided_commit(urlgrep_span before, urlgrep_span word)
{
	size_t here = count_trailing(before), there = count_leading(word);

	return there > 0 && is_commit_length(here + there) && ends_at(word, there) &&
	    here < before.len &&
	    !ascii_is(before.text[before.len - here - 1], ASCII_ALPHA | ASCII_DIGIT);
}

bool
identifier_is_tag(urlgrep_span before, urlgrep_span word)
{
	static const char *const fronts[] = { "tags/", "refs/tags/", "refs/heads/" };
	size_t i;

	if (!ascii_is(before.text[before.len - 1], ASCII_ALPHA | ASCII_DIGIT))
		return false;
	for (i = 0; i < sizeof(fronts) / sizeof(fronts[0]); i++) {
		size_t len = strlen(fronts[i]);

		if (word.len > len && memcmp(word.text, fronts[i], len) == 0)
			return true;
	}
	return false;
}

static size_t
count_digits(const char *text, size_t len)
{
	size_t n = 0, i;

	for (i = 0; i < len; i++)
		n += ascii_is(text[i], ASCII_DIGIT);
	return n;
}

/* Return true if a dot between letters or digits is in the word, as in a host. */
static bool
has_two_labels(urlgrep_span word)
{
	const char *dot = memchr(word.text, '.', word.len);
	size_t at = dot ? (size_t)(dot - word.text) : word.len;

	return at + 1 < word.len && at > 1 &&
	    ascii_is(word.text[at + 1], ASCII_ALPHA | ASCII_DIGIT);
}

/* Return how many bytes of these classes begin at word.text[at]. */
static size_t
count_run(urlgrep_span word, size_t at, unsigned classes)
{
	size_t n = 0;

	while (at + n < word.len && ascii_is(word.text[at + n], classes))
		n++;
	return n;
}

/* Return true if the word begins with a time and a number, as git writes Message-IDs. */
static bool
begins_with_time(urlgrep_span word)
{
	size_t digits = count_run(word, 0, ASCII_DIGIT);

	return digits >= 2 * MIN_MESSAGE_ID_DIGITS && digits + 1 < word.len &&
	    (word.text[digits] == '.' || word.text[digits] == '-') &&
	    ascii_is(word.text[digits + 1], ASCII_DIGIT);
}

/* Return true if the word is the hash of a message or thread in the archives of Mailman: 32
 * letters and digits of base 32, and a slash. */
static bool
is_archive_hash(urlgrep_span word)
{
	enum { HASH_BYTES = 32 };
	size_t i;

	if (word.len <= HASH_BYTES || word.text[HASH_BYTES] != '/')
		return false;
	for (i = 0; i < HASH_BYTES; i++)
		if (!(word.text[i] >= 'A' && word.text[i] <= 'Z') &&
		    !(word.text[i] >= '2' && word.text[i] <= '7'))
			return false;
	return true;
}

bool
identifier_is_whole_message_id(urlgrep_span before, urlgrep_span word)
{
	const char *at = memchr(word.text, '@', word.len);
	size_t local = at ? (size_t)(at - word.text) : 0;

	if (before.text[before.len - 1] == '/' && is_archive_hash(word))
		return true;
	return local > 0 && before.text[before.len - 1] == '/' &&
	    !memchr(before.text, '?', before.len) && !memchr(word.text, '/', local) &&
	    (begins_with_time(word) || (local >= MIN_LOCAL_PART_BYTES &&
		memchr(at, '/', word.len - local)));
}

bool
identifier_is_message_host(urlgrep_span before, urlgrep_span word)
{
	const char *slash = memrchr(before.text, '/', before.len);
	size_t segment = slash ? (size_t)(before.text + before.len - slash) - 1 : 0;

	return *word.text == '@' && has_two_labels(word) &&
	    segment >= MIN_SEGMENT_BYTES && slash[-1] != '/' &&
	    !memchr(before.text, '?', before.len) &&
	    count_digits(slash + 1, segment) >= MIN_MESSAGE_ID_DIGITS;
}

/* Return true if digits, a dot after one to four more letters and digits, and digits are
 * all that begins at word.text[at]: "5422799iwn.27". */
static bool
ends_as_queue_id(urlgrep_span word, size_t at)
{
	size_t digits = count_run(word, at, ASCII_DIGIT);
	size_t more = count_run(word, at + digits, ASCII_ALPHA | ASCII_DIGIT);
	size_t dot = at + digits + more;
	size_t last = dot < word.len && word.text[dot] == '.' ?
	    count_run(word, dot + 1, ASCII_DIGIT) : 0;

	return digits >= MIN_QUEUE_ID_DIGITS && more >= 1 && more <= 4 && last > 0 &&
	    ends_at(word, dot + 1 + last);
}

bool
identifier_is_queue_id(urlgrep_span word)
{
	size_t at;

	for (at = 1; at + 2 < word.len; at++)
		if (word.text[at] == 's' &&
		    (word.text[at + 1] == 'i' || word.text[at + 1] == 'o') &&
		    ends_as_queue_id(word, at + 2))
			return true;
	return false;
}

bool
identifier_is_message_id(urlgrep_span before, urlgrep_span word)
{
	const char *at = memchr(word.text, '@', word.len);
	const char *slash = memrchr(before.text, '/', before.len);
	size_t segment, digits, there;

	if (at == NULL || slash == NULL || slash[-1] == '/' || /* no path */
	    memchr(before.text, '?', before.len))
		return false;
	segment = (size_t)(before.text + before.len - slash) - 1;
	digits = count_digits(slash + 1, segment);
	there = count_digits(word.text, (size_t)(at - word.text));
	if (segment == 0)
		return there >= 2 * MIN_MESSAGE_ID_DIGITS;
	return digits >= MIN_MESSAGE_ID_DIGITS && segment >= MIN_SEGMENT_BYTES &&
	    (there > 0 || word.text[0] == '-' || before.text[before.len - 1] == '-' ||
		(word.text[0] == '@' && has_two_labels(word)));
}
