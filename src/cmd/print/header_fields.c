/* header_fields.c - the header fields of a message as JSON */
#include "cmd/print/header_fields.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/print/json_writer.h"
#include "cmd/xmalloc.h"

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
	uint64_t serial;    /* of the message whose finding was last; 0: none */
	struct strbuf json; /* its fields */
};

struct header_fields *
header_fields_new(void)
{
	struct header_fields *h = x_calloc(1, sizeof(*h));

	h->json.memory = &xmalloc_memory;
	return h;
}

void
header_fields_free(struct header_fields *h)
{
	if (h)
		strbuf_free(&h->json);
	free(h);
}

/* Write the labels that are separated by commas; one that has a comma is in quotes. */
static void
write_labels(struct strbuf *j, const char *labels)
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

static void
write_fields(struct strbuf *j, urlgrep_mail *mail)
{
	size_t i;

	for (i = 0; i < FIELD_COUNT; i++) {
		const char *value = urlgrep_mail_header(mail, header_fields[i].field);

		if (header_fields[i].field == URLGREP_MAIL_LABELS)
			write_labels(j, value);
		else
			json_optional_string(j, header_fields[i].key, value);
	}
}

urlgrep_span
header_fields_of(struct header_fields *h, urlgrep_mail *mail)
{
	uint64_t serial = urlgrep_mail_serial(mail);

	if (h->serial != serial) {
		strbuf_clear(&h->json);
		write_fields(&h->json, mail);
		h->serial = serial;
	}
	return (urlgrep_span){ h->json.at, h->json.len };
}
