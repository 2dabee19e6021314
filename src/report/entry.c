/* entry.c - what a report counts: one URL that was found */
#include "report/entry.h"

#include <stdlib.h>
#include <string.h>

#include "cmd/xmalloc.h"
#include "util/ascii.h"

enum { STRING_COUNT = 8 };

/* Fill in the strings of an entry. */
static void
list_strings(struct entry *e, struct strbuf **strings)
{
	struct strbuf *const all[STRING_COUNT] = { &e->url, &e->scheme, &e->host, &e->date,
		&e->sender, &e->list, &e->file, &e->warnings };

	memcpy(strings, all, sizeof(all));
}

void
entry_init(struct entry *e)
{
	struct strbuf *strings[STRING_COUNT];
	size_t i;

	memset(e, 0, sizeof(*e));
	list_strings(e, strings);
	for (i = 0; i < STRING_COUNT; i++)
		strings[i]->memory = &xmalloc_memory;
	entry_clear(e);
}

void
entry_clear(struct entry *e)
{
	struct strbuf *strings[STRING_COUNT];
	size_t i;

	list_strings(e, strings);
	for (i = 0; i < STRING_COUNT; i++)
		entry_set(strings[i], "", 0);
	e->is_broken = e->is_rejoined = false;
}

void
entry_free(struct entry *e)
{
	struct strbuf *strings[STRING_COUNT];
	size_t i;

	list_strings(e, strings);
	for (i = 0; i < STRING_COUNT; i++)
		strbuf_free(strings[i]);
}

void
entry_set(struct strbuf *string, const char *text, size_t len)
{
	strbuf_clear(string);
	if (text)
		strbuf_append(string, text, len);
	strbuf_append(string, "", 1);
	string->len--; /* the NUL is not part of it */
}

void
entry_set_lower(struct strbuf *string, const char *text, size_t len)
{
	size_t i;

	entry_set(string, text, len);
	for (i = 0; i < string->len; i++)
		string->at[i] = ascii_lower(string->at[i]);
}

/* An address is in angle brackets, or the word with "@"; an archive may have "ann at
 * example.org", which is left as it is. */
void
entry_set_sender(struct entry *e, const char *from, size_t len)
{
	const char *begin = from ? memrchr(from, '<', len) : NULL;
	const char *end = begin ? memchr(begin, '>', len - (size_t)(begin - from)) : NULL;
	const char *at = from ? memchr(from, '@', len) : NULL;

	if (end) {
		begin++;
	} else if (at) {
		for (begin = at; begin > from && begin[-1] != ' ';)
			begin--;
		for (end = at; end < from + len && *end != ' ';)
			end++;
	} else {
		begin = from;
		end = from ? from + len : NULL;
	}
	entry_set_lower(&e->sender, begin, begin ? (size_t)(end - begin) : 0);
}

unsigned
entry_year(const struct entry *e)
{
	return e->date.len >= 4 ? (unsigned)strtoul(e->date.at, NULL, 10) : 0;
}
