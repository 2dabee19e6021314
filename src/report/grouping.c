/* grouping.c - what --by counts URLs by */
#include <string.h>

#include "report/report.h"
#include "util/ascii.h"

const char grouping_none[] = "(none)";

static const struct grouping groupings[] = {
	{ "host", "hosts", "parts", "host", 0, FORM_LOWER, false },
	{ "scheme", "schemes", "parts", "scheme", 0, FORM_LOWER, false },
	{ "year", "years", "message", "date_iso", 4, FORM_AS_IS, true },
	{ "month", "months", "message", "date_iso", 7, FORM_AS_IS, true },
	{ "sender", "senders", "message", "from", 0, FORM_ADDRESS, false },
	{ "list", "lists", "message", "list_id", 0, FORM_LOWER, false },
	{ "file", "files", NULL, "path", 0, FORM_AS_IS, false },
	{ "url", "different URLs", NULL, "url", 0, FORM_AS_IS, false },
};

const struct grouping *
grouping_named(const char *name, size_t len)
{
	size_t i;

	for (i = 0; i < sizeof(groupings) / sizeof(groupings[0]); i++)
		if (strlen(groupings[i].name) == len && memcmp(groupings[i].name, name, len) == 0)
			return &groupings[i];
	return NULL;
}

/* Return the address in a From field, and set its length: in angle brackets, or the word with
 * "@"; or the whole field, which in archives may be "ann at example.org". */
static const char *
find_address(const char *from, size_t *len)
{
	const char *begin = strrchr(from, '<');
	const char *end = begin ? strchr(begin, '>') : NULL;
	const char *at = strchr(from, '@');

	if (end) {
		begin++;
	} else if (at) {
		for (begin = at; begin > from && begin[-1] != ' ';)
			begin--;
		end = at + strcspn(at, " ");
	} else {
		begin = from;
		end = from + strlen(from);
	}
	*len = (size_t)(end - begin);
	return begin;
}

void
grouping_append_key(const struct grouping *by, const json_t *url, struct strbuf *key)
{
	const char *text = found_string(url, by->parent, by->member);
	size_t len = strlen(text), i = key->len;

	if (by->form == FORM_ADDRESS)
		text = find_address(text, &len);
	if (by->length && len > by->length)
		len = by->length;
	if (len == 0)
		strbuf_append_string(key, grouping_none);
	else
		strbuf_append(key, text, len);
	for (; by->form != FORM_AS_IS && i < key->len; i++)
		key->at[i] = ascii_lower(key->at[i]);
}
