/* saved_finding.c - a copy of a finding and its location
 *
 * It is one block: only as many parts and readings as there are, then their strings. */
#include "saved_finding.h"

#include <stdlib.h>
#include <string.h>

struct saved_finding {
	urlgrep_status verdict;
	urlgrep_form form;
	urlgrep_kind kind;
	urlgrep_confidence confidence, certainty;
	unsigned notes, defang_signs;
	uint64_t offset, length;
	urlgrep_span url, written, supplied, defanged;
	unsigned part_count, reading_count;
	bool has_location;
	urlgrep_location location; /* without signs */
	urlgrep_part *parts;
	urlgrep_reading *readings;
	/* parts, readings and strings follow */
};

/* Where to put the next string. */
struct copier {
	char *at;
};

static urlgrep_span
copy_span(struct copier *c, urlgrep_span span)
{
	char *to = c->at;

	if (span.text == NULL)
		return span;
	memcpy(to, span.text, span.len);
	c->at += span.len;
	return (urlgrep_span){ to, span.len };
}

static const char *
copy_string(struct copier *c, const char *string)
{
	char *to = c->at;
	size_t size;

	if (string == NULL)
		return NULL;
	size = strlen(string) + 1;
	memcpy(to, string, size);
	c->at += size;
	return to;
}

static size_t
string_size(const char *string)
{
	return string ? strlen(string) + 1 : 0;
}

static size_t
strings_size(const urlgrep_finding *f, const urlgrep_location *l)
{
	size_t size = f->url.text.len + f->written.len + f->supplied.len +
	    f->defanged.len;
	unsigned i;

	for (i = 0; i < f->reading_count; i++)
		size += f->readings[i].url.len;
	if (l)
		size += string_size(l->path) + string_size(l->part) +
		    string_size(l->encoding) + string_size(l->alternative) +
		    l->element.len + l->attribute.len + l->link_text.len +
		    l->shown_host.len;
	return size;
}

/* Copy the strings that the location borrows. */
static void
copy_location(struct copier *c, urlgrep_location *l)
{
	l->path = copy_string(c, l->path);
	l->part = copy_string(c, l->part);
	l->encoding = copy_string(c, l->encoding);
	l->alternative = copy_string(c, l->alternative);
	l->element = copy_span(c, l->element);
	l->attribute = copy_span(c, l->attribute);
	l->link_text = copy_span(c, l->link_text);
	l->shown_host = copy_span(c, l->shown_host);
	l->sign_count = 0;
	l->signs = NULL;
}

struct saved_finding *
saved_finding_new(const urlgrep_finding *f, const urlgrep_location *l)
{
	size_t parts = f->url.part_count * sizeof(urlgrep_part);
	size_t readings = f->reading_count * sizeof(urlgrep_reading);
	struct saved_finding *s =
	    malloc(sizeof(*s) + parts + readings + strings_size(f, l));
	struct copier c;
	unsigned i;

	if (s == NULL)
		return NULL;
	s->verdict = f->url.verdict;
	s->form = f->form;
	s->kind = f->kind;
	s->confidence = f->confidence;
	s->certainty = f->certainty;
	s->notes = f->notes;
	s->defang_signs = f->defang_signs;
	s->offset = f->offset;
	s->length = f->length;
	s->part_count = f->url.part_count;
	s->reading_count = f->reading_count;
	s->parts = memcpy(s + 1, f->url.parts, parts);
	s->readings = memcpy((char *)(s + 1) + parts, f->readings, readings);
	c.at = (char *)(s + 1) + parts + readings;
	s->url = copy_span(&c, f->url.text);
	s->written = copy_span(&c, f->written);
	s->supplied = copy_span(&c, f->supplied);
	s->defanged = copy_span(&c, f->defanged);
	for (i = 0; i < s->part_count; i++) /* they lie in the URL */
		s->parts[i].value.text = s->url.text +
		    (s->parts[i].value.text - f->url.text.text);
	for (i = 0; i < s->reading_count; i++)
		s->readings[i].url = copy_span(&c, s->readings[i].url);
	s->has_location = l != NULL;
	if (l) {
		s->location = *l;
		copy_location(&c, &s->location);
	}
	return s;
}

void
saved_finding_restore(const struct saved_finding *s, struct restored_finding *to)
{
	urlgrep_finding *f = &to->finding;

	memset(f, 0, sizeof(*f));
	f->url.text = s->url;
	f->url.verdict = s->verdict;
	f->url.part_count = s->part_count;
	memcpy(f->url.parts, s->parts, s->part_count * sizeof(urlgrep_part));
	f->form = s->form;
	f->kind = s->kind;
	f->written = s->written;
	f->supplied = s->supplied;
	f->certainty = s->certainty;
	f->defanged = s->defanged;
	f->defang_signs = s->defang_signs;
	f->confidence = s->confidence;
	f->notes = s->notes;
	f->offset = s->offset;
	f->length = s->length;
	f->reading_count = s->reading_count;
	f->readings = s->readings;
	to->row = (struct row){ .finding = f };
	if (s->has_location) {
		to->location = s->location;
		to->row.location = &to->location;
	}
}

urlgrep_span
saved_finding_url(const struct saved_finding *s)
{
	return s->url;
}

const urlgrep_location *
saved_finding_location(const struct saved_finding *s)
{
	return s->has_location ? &s->location : NULL;
}

void
saved_finding_move(struct saved_finding *s, uint64_t messages, uint64_t lines)
{
	if (!s->has_location)
		return;
	if (s->location.message)
		s->location.message += messages;
	if (s->location.line)
		s->location.line += lines;
}
