/* json_input.c - the URLs in the output of urlgrep --json (src/doc/JSON.md) */
#include "report/json_input.h"

#include <string.h>

#include "cmd/xmalloc.h"
#include "report/json_reader.h"

/* A line that is being read. */
struct json_line_reader {
	struct json_reader reader;
	struct entry *e;
	struct strbuf name, value; /* of a member */
	bool is_url, is_invalid;
	bool is_wrapped, is_plain; /* see json_input_read */
	uint64_t length;           /* of the URL in its file */
	uint64_t messages;
};

typedef void read_fn(struct json_line_reader *l);

/* The function that reads a member of an object. */
struct member {
	const char *name;
	read_fn *read;
};

/* Read an object: its members that are in the table, which ends with NULL. */
static void
read_object(struct json_line_reader *l, const struct member *members)
{
	const struct member *m;

	if (!json_reader_enter(&l->reader, '{'))
		return;
	while (json_reader_next_member(&l->reader, &l->name)) {
		for (m = members; m->name && strcmp(m->name, l->name.at) != 0;)
			m++;
		if (m->name)
			m->read(l);
		else
			json_reader_skip(&l->reader);
	}
}

/* Read a string. Return false if the value is something else, such as bytes in base64. */
static bool
read_value(struct json_line_reader *l)
{
	return json_reader_string(&l->reader, &l->value);
}

static bool
value_is(const struct json_line_reader *l, const char *word)
{
	return l->value.len == strlen(word) && memcmp(l->value.at, word, l->value.len) == 0;
}

/* ---- members --- */

static void
read_type(struct json_line_reader *l)
{
	l->is_url = read_value(l) && value_is(l, "url");
}

static void
read_path(struct json_line_reader *l)
{
	if (read_value(l))
		entry_set(&l->e->file, l->value.at, l->value.len);
}

static void
read_url(struct json_line_reader *l)
{
	if (read_value(l))
		entry_set(&l->e->url, l->value.at, l->value.len);
}

static void
read_verdict(struct json_line_reader *l)
{
	l->is_invalid = read_value(l) && value_is(l, "invalid");
}

static void
read_form(struct json_line_reader *l)
{
	l->is_wrapped = read_value(l) &&
	    (value_is(l, "wrapped") || value_is(l, "angle"));
}

static void
read_length(struct json_line_reader *l)
{
	l->length = json_reader_number(&l->reader);
}

static void
read_encoding(struct json_line_reader *l)
{
	l->is_plain = read_value(l) && (value_is(l, "7bit") || value_is(l, "8bit"));
}

static void
read_messages(struct json_line_reader *l)
{
	l->messages = json_reader_number(&l->reader);
}

static void
read_scheme(struct json_line_reader *l)
{
	if (read_value(l))
		entry_set_lower(&l->e->scheme, l->value.at, l->value.len);
}

static void
read_host(struct json_line_reader *l)
{
	if (read_value(l))
		entry_set_lower(&l->e->host, l->value.at, l->value.len);
}

static void
read_parts(struct json_line_reader *l)
{
	static const struct member members[] = { { "scheme", read_scheme },
		{ "host", read_host }, { NULL, NULL } };

	read_object(l, members);
}

static void
read_date(struct json_line_reader *l)
{
	if (read_value(l))
		entry_set(&l->e->date, l->value.at, l->value.len);
}

static void
read_from(struct json_line_reader *l)
{
	if (read_value(l))
		entry_set_sender(l->e, l->value.at, l->value.len);
}

static void
read_list_id(struct json_line_reader *l)
{
	if (read_value(l))
		entry_set_lower(&l->e->list, l->value.at, l->value.len);
}

static void
read_message(struct json_line_reader *l)
{
	static const struct member members[] = { { "date_iso", read_date },
		{ "from", read_from }, { "list_id", read_list_id }, { NULL, NULL } };

	read_object(l, members);
}

static void
read_warnings(struct json_line_reader *l)
{
	struct strbuf *to = &l->e->warnings;

	if (!json_reader_enter(&l->reader, '['))
		return;
	while (json_reader_next(&l->reader)) {
		if (!read_value(l))
			continue;
		if (to->len > 0)
			strbuf_append_string(to, " ");
		strbuf_append(to, l->value.at, l->value.len);
	}
	strbuf_append(to, "", 1);
	to->len--;
}

/* Read how the first reading treats the line breaks. */
static void
read_how(struct json_line_reader *l)
{
	if (!json_reader_enter(&l->reader, '['))
		return;
	while (json_reader_next(&l->reader)) {
		l->e->is_broken = true;
		if (!read_value(l) || value_is(l, "not-joined"))
			l->e->is_rejoined = false;
	}
}

static void
read_readings(struct json_line_reader *l)
{
	static const struct member members[] = { { "how", read_how }, { NULL, NULL } };
	static const struct member none[] = { { NULL, NULL } };
	bool is_first = true;

	if (!json_reader_enter(&l->reader, '['))
		return;
	l->e->is_rejoined = true;
	while (json_reader_next(&l->reader)) {
		if (!is_first)
			l->e->is_broken = true;
		read_object(l, is_first ? members : none);
		is_first = false;
	}
}

/* ---- a line --- */

static const struct member line_members[] = {
	{ "type", read_type },
	{ "path", read_path },
	{ "url", read_url },
	{ "verdict", read_verdict },
	{ "form", read_form },
	{ "length", read_length },
	{ "encoding", read_encoding },
	{ "parts", read_parts },
	{ "readings", read_readings },
	{ "warnings", read_warnings },
	{ "message", read_message },
	{ "messages", read_messages },
	{ NULL, NULL },
};

enum json_line
json_input_read(struct entry *e, uint64_t *messages, const char *line, size_t len)
{
	struct json_line_reader l = { .reader = { line, line + len, false }, .e = e,
		.name.memory = &xmalloc_memory, .value.memory = &xmalloc_memory,
		.is_plain = true };
	bool is_malformed;

	entry_clear(e);
	read_object(&l, line_members);
	is_malformed = l.reader.has_failed || len == 0 || line[0] != '{';
	*messages += l.messages;
	if (l.is_wrapped && l.is_plain && l.length > e->url.len)
		e->is_broken = true;
	e->is_rejoined = e->is_rejoined && e->is_broken;
	strbuf_free(&l.name);
	strbuf_free(&l.value);
	return is_malformed ? JSON_LINE_MALFORMED :
	    l.is_url && !l.is_invalid && e->url.len > 0 ? JSON_LINE_URL : JSON_LINE_OTHER;
}
