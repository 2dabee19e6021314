/* next_url.c - another URL that begins within a run (rules I5e, K7, K10) */
#include "text/next_url.h"

#include <string.h>

#include "url/scheme.h"
#include "util/ascii.h"

enum { MAX_NAMES_BYTES = 128 }; /* before the next URL of a list */

/* Return true if the word that ends at offset end is a listed scheme, and set *begin to
 * its beginning. */
static bool
scheme_ends_at(const struct run_reader *x, size_t end, size_t *begin)
{
	size_t at = end;

	while (at > x->run->content && end - at <= MAX_SCHEME_BYTES &&
	    ascii_is(x->bytes[at - 1], ASCII_SCHEME))
		at--;
	*begin = at;
	return at < end && scheme_find(x->bytes + at, end - at) != NULL;
}

bool
next_url_is_at(const struct run_reader *x, size_t at)
{
	size_t end = at;

	while (end < x->run->end && end - at <= MAX_SCHEME_BYTES &&
	    ascii_is(x->bytes[end], ASCII_SCHEME))
		end++;
	return end > at && run_reader_is_at(x, end, "://") && scheme_find(x->bytes + at, end - at) != NULL;
}

/* Return where the comma stands before the name that ends at offset end, in a list such as
 * "a=http://h:1,b=http://h:2" or "URI:http://h/a,Issuers;URI:http://h/b"; SIZE_MAX: there is
 * none. In a query or fragment it is a value. */
static size_t
end_before_name(const struct run_reader *x, size_t end)
{
	size_t begin = x->run->content, at = end;
	bool is_first = true;

	if (x->has_query)
		return SIZE_MAX;
	if (end - begin > MAX_NAMES_BYTES)
		begin = end - MAX_NAMES_BYTES;
	for (;;) {
		size_t name = at;

		while (at > begin && (x->bytes[at - 1] == '_' || x->bytes[at - 1] == '-' ||
		    ascii_is(x->bytes[at - 1], ASCII_ALPHA | ASCII_DIGIT)))
			at--;
		if (at == name || at == begin)
			return SIZE_MAX;
		at--;
		if (x->bytes[at] == ',')
			break;
		if (!is_first || x->bytes[at] != ';')
			return SIZE_MAX;
		is_first = false;
	}
	begin = x->run->content;
	return memchr(x->bytes + begin, '#', at - begin) ? SIZE_MAX : at;
}

/* Return where "http" begins that is glued to two letters or digits before it, in a word from
 * begin to x->at; SIZE_MAX: there is none. The digits may be those of an escape. */
static size_t
end_before_http(const struct run_reader *x, size_t begin)
{
	const char *word = x->bytes + begin;
	size_t len = x->at - begin, http = scheme_find_http_at_end(word, len, ASCII_ALPHA);

	if (http == 0)
		http = scheme_find_http_at_end(word, len, ASCII_DIGIT);
	if (http == 0 || (http == 2 && begin > 0 && x->bytes[begin - 1] == '%'))
		return SIZE_MAX;
	return begin + http;
}

size_t
next_url_find(const struct run_reader *x)
{
	size_t begin;
	char before;

	if (!run_reader_is_at(x, x->at, "://"))
		return SIZE_MAX;
	if (!scheme_ends_at(x, x->at, &begin))
		return end_before_http(x, begin);
	if (begin <= x->run->content)
		return SIZE_MAX;
	before = x->bytes[begin - 1];
	if (before == ',' || before == ';')
		return begin - 1;
	if (before == '=' || before == ':') {
		size_t list = end_before_name(x, begin - 1);

		if (list != SIZE_MAX)
			return list;
	}
	if ((unsigned char)before >= 0x80 || before == ')' || before == '(')
		return begin;
	if (begin >= x->run->content + 2 && x->bytes[begin - 2] == '/' &&
	    !strchr("=?&/#!", before) &&
	    !ascii_is(before, ASCII_ALPHA | ASCII_DIGIT))
		return begin - 1;
	return SIZE_MAX;
}
