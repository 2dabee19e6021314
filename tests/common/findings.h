/* findings.h - report the findings in a text as one string, for comparisons. The text is scanned
 * whole or in pieces, and each piece ends at an unreadable page */
#ifndef FINDINGS_H
#define FINDINGS_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fence.h"
#include "urlgrep.h"

/* Print a text as TAP comments. */
static inline void
show(const char *what, const char *text)
{
	printf("# %s:\n", what);
	while (*text) {
		size_t len = strcspn(text, "\n");

		printf("#   %.*s\n", (int)len, text);
		text += len + (text[len] == '\n');
	}
}

struct report {
	char *text;
	size_t len;
	FILE *file;
};

static inline void
report_open(struct report *r)
{
	r->text = NULL;
	r->file = open_memstream(&r->text, &r->len);
}

static inline void
report_finding(struct report *r, const urlgrep_finding *f)
{
	unsigned i, bit;

	fprintf(r->file, "%llu+%llu %s %s notes %u %s",
	    (unsigned long long)f->offset, (unsigned long long)f->length,
	    urlgrep_name(URLGREP_FORM_NAMES, f->form),
	    urlgrep_name(URLGREP_CONFIDENCE_NAMES, f->confidence),
	    f->notes, urlgrep_name(URLGREP_VERDICT_NAMES, f->url.verdict));
	if (f->kind != URLGREP_KIND_URL)
		fprintf(r->file, " %s \"%.*s\" %s %.*s", urlgrep_name(URLGREP_KIND_NAMES, f->kind),
		    (int)f->written.len, f->written.text,
		    urlgrep_name(URLGREP_CONFIDENCE_NAMES, f->certainty), (int)f->supplied.len,
		    f->supplied.text ? f->supplied.text : "");
	if (f->defanged.text)
		fprintf(r->file, " defanged \"%.*s\" signs %u", (int)f->defanged.len,
		    f->defanged.text, f->defang_signs);
	for (i = 0; i < f->url.part_count; i++)
		fprintf(r->file, " %s=%.*s", f->url.parts[i].name, (int)f->url.parts[i].value.len,
		    f->url.parts[i].value.text);
	for (i = 0; i < f->reading_count; i++) {
		const urlgrep_reading *reading = &f->readings[i];

		fprintf(r->file, "\n  %.*s %s", (int)reading->url.len, reading->url.text,
		    urlgrep_name(URLGREP_VERDICT_NAMES, reading->verdict));
		for (bit = 0; bit < 32; bit++)
			if (reading->how >> bit & 1)
				fprintf(r->file, " %s", urlgrep_name(URLGREP_TREATMENT_NAMES, bit));
	}
	fputc('\n', r->file);
}

/* Scan text in pieces of `step` bytes, the first of `first` bytes; report all findings. */
static inline void
report_text(struct report *r, urlgrep_scanner *s, const char *text, size_t len,
    size_t first, size_t step, unsigned flags)
{
	size_t kept = 0, begin = 0, end = first < len ? first : len;
	const urlgrep_finding *found;

	urlgrep_scanner_reset(s);
	for (;;) {
		struct fenced piece;
		urlgrep_status status;

		fence(&piece, text + begin, end - begin);
		urlgrep_scanner_text(s, piece.text, end - begin,
		    flags | URLGREP_ALL | (end == len ? URLGREP_LAST : 0));
		while ((found = urlgrep_next(s)) != NULL)
			report_finding(r, found);
		status = urlgrep_scanner_status(s);
		kept = urlgrep_scanner_consumed(s);
		unfence(&piece);
		if (status != URLGREP_MORE) {
			fprintf(r->file, "status %d\n", (int)status);
			break;
		}
		begin += kept;
		end = len - end < step ? len : end + step;
	}
}

static inline char *
findings_of(urlgrep_scanner *s, const char *text, size_t len, size_t first,
    size_t step, unsigned flags)
{
	struct report r;

	report_open(&r);
	report_text(&r, s, text, len, first, step, flags);
	fclose(r.file);
	return r.text;
}

#endif
