/* grouping.c - what --by counts URLs by */
#include "report/grouping.h"

#include <string.h>

static void
set_key(struct strbuf *key, const char *text, size_t len)
{
	if (len == 0)
		entry_set(key, GROUPING_NONE, strlen(GROUPING_NONE));
	else
		entry_set(key, text, len);
}

static void
key_of_host(const struct entry *e, struct strbuf *key)
{
	set_key(key, e->host.at, e->host.len);
}

static void
key_of_scheme(const struct entry *e, struct strbuf *key)
{
	set_key(key, e->scheme.at, e->scheme.len);
}

/* "1995-03-14T..." */
static void
key_of_year(const struct entry *e, struct strbuf *key)
{
	set_key(key, e->date.at, strcspn(e->date.at, "-"));
}

static void
key_of_month(const struct entry *e, struct strbuf *key)
{
	enum { MONTH_LENGTH = 7 };

	set_key(key, e->date.at, e->date.len < MONTH_LENGTH ? e->date.len : MONTH_LENGTH);
}

static void
key_of_sender(const struct entry *e, struct strbuf *key)
{
	set_key(key, e->sender.at, e->sender.len);
}

static void
key_of_list(const struct entry *e, struct strbuf *key)
{
	set_key(key, e->list.at, e->list.len);
}

static void
key_of_file(const struct entry *e, struct strbuf *key)
{
	set_key(key, e->file.at, e->file.len);
}

static void
key_of_url(const struct entry *e, struct strbuf *key)
{
	set_key(key, e->url.at, e->url.len);
}

static const struct grouping groupings[] = {
	{ "host", "hosts", false, key_of_host },
	{ "scheme", "schemes", false, key_of_scheme },
	{ "year", "years", true, key_of_year },
	{ "month", "months", true, key_of_month },
	{ "sender", "senders", false, key_of_sender },
	{ "list", "lists", false, key_of_list },
	{ "file", "files", false, key_of_file },
	{ "url", "different URLs", false, key_of_url },
};

const struct grouping *
grouping_named(const char *name)
{
	size_t i;

	for (i = 0; i < sizeof(groupings) / sizeof(groupings[0]); i++)
		if (strcmp(groupings[i].name, name) == 0)
			return &groupings[i];
	return NULL;
}
