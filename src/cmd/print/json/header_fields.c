/* header_fields.c - the header fields of a message as JSON */
#include "cmd/print/json/header_fields.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/print/json/json_writer.h"
#include "cmd/util/xmalloc.h"

static const struct {
	const char *key;
	urlgrep_mail_field field;
} header_fields[] = {
	{ "id", URLGREP_MAIL_ID },
	{ "date", URLGREP_MAIL_DATE },
	{ "date_iso", URLGREP_MAIL_DATE_ISO },
	{ "from", URLGREP_MAIL_FROM },
	{ "to", URLGREP_MAIL_TO },
	{ "subject", URLGREP_MAIL_SUBJECT },
	{ "list_id", URLGREP_MAIL_LIST_ID },
	{ "labels", URLGREP_MAIL_LABELS },
};
enum { FIELD_COUNT = sizeof(header_fields) / sizeof(header_fields[0]) };

struct header_fields {
	size_t begin[FIELD_COUNT]; /* of each value in `values`, or ABSENT */
	struct strbuf values;      /* of the message whose finding was last, each with its NUL, */
	struct strbuf json;        /* and their JSON */
};

static const size_t ABSENT = SIZE_MAX;

struct header_fields *
header_fields_new(void)
{
	struct header_fields *h = x_calloc(1, sizeof(*h));
	size_t i;

	for (i = 0; i < FIELD_COUNT; i++)
		h->begin[i] = ABSENT;
	h->values.memory = h->json.memory = &xmalloc_memory;
	return h;
}

void
header_fields_free(struct header_fields *h)
{
	if (h) {
		strbuf_free(&h->values);
		strbuf_free(&h->json);
	}
	free(h);
}

/* Return true if the value is that of the message whose finding was last. */
static bool
is_kept(const struct header_fields *h, size_t field, const char *value)
{
	size_t begin = h->begin[field];

	if (value == NULL || begin == ABSENT)
		return value == NULL && begin == ABSENT;
	return strcmp(h->values.at + begin, value) == 0;
}

static void
keep(struct header_fields *h, size_t field, const char *value)
{
	h->begin[field] = value ? h->values.len : ABSENT;
	if (value)
		strbuf_append(&h->values, value, strlen(value) + 1);
}

/* Write the labels that are separated by commas; one that has a comma is in quotes. */
static void
write_labels(struct json *j, const char *labels)
{
	if (labels == NULL)
		return;
	json_open(j, "labels", '[');
	while (*labels) {
		bool is_quoted = *labels == '"' && strchr(labels + 1, '"');
		const char *text = labels + is_quoted;
		size_t len = strcspn(text, is_quoted ? "\"" : ",");

		if (len > 0)
			json_text(j, NULL, text, len);
		labels = text + len + is_quoted;
		labels += strspn(labels, ", ");
	}
	json_close(j, ']');
}

urlgrep_span
header_fields_of(struct header_fields *h, urlgrep_mail *mail)
{
	struct json j = { &h->json, false };
	const char *values[FIELD_COUNT];
	bool are_kept = true;
	size_t i;

	for (i = 0; i < FIELD_COUNT; i++) {
		if (header_fields[i].field == URLGREP_MAIL_DATE_ISO)
			continue; /* it is made of the date */
		values[i] = urlgrep_mail_header(mail, header_fields[i].field);
		are_kept = are_kept && is_kept(h, i, values[i]);
	}
	if (are_kept)
		return (urlgrep_span){ h->json.at, h->json.len };
	strbuf_clear(&h->values);
	strbuf_clear(&h->json);
	for (i = 0; i < FIELD_COUNT; i++) {
		if (header_fields[i].field == URLGREP_MAIL_DATE_ISO)
			values[i] = urlgrep_mail_header(mail, header_fields[i].field);
		keep(h, i, values[i]);
		if (header_fields[i].field == URLGREP_MAIL_LABELS)
			write_labels(&j, values[i]);
		else
			json_optional_string(&j, header_fields[i].key, values[i]);
	}
	return (urlgrep_span){ h->json.at, h->json.len };
}
