/* mail_findings.h - report what liburlgrep-mail finds in an input as one string, for comparisons:
 * one line per finding, with its location */
#ifndef MAIL_FINDINGS_H
#define MAIL_FINDINGS_H

#include "findings.h"
#include "urlgrep_mail.h"

static inline const char *
or_none(const char *text)
{
	return text ? text : "-";
}

static inline void
report_mail_finding(struct report *r, const urlgrep_finding *f, const urlgrep_location *l)
{
	fprintf(r->file, "message %llu line %llu %llu+%llu part %s %s alternative %s"
	    " link %.*s/%.*s/%.*s flags %u signs %u: ",
	    (unsigned long long)l->message, (unsigned long long)l->line,
	    (unsigned long long)l->offset, (unsigned long long)l->length,
	    or_none(l->part), or_none(l->encoding), or_none(l->alternative),
	    (int)l->element.len, l->element.text, (int)l->attribute.len,
	    l->attribute.text, (int)l->link_text.len, l->link_text.text, l->flags, l->sign_count);
	report_finding(r, f);
}

/* Report the findings in the open input, and each error. Stop after 1000 errors. */
static inline void
report_input(struct report *r, urlgrep_mail *mail)
{
	const urlgrep_finding *f;
	const urlgrep_location *l;
	urlgrep_status status;
	unsigned errors = 0;

	while ((status = urlgrep_mail_next(mail, &f, &l)) != URLGREP_END && errors < 1000) {
		if (status == URLGREP_OK) {
			report_mail_finding(r, f, l);
			continue;
		}
		errors++;
		if (status == URLGREP_SKIPPED)
			fprintf(r->file, "error: %s\n",
			    urlgrep_mail_error(mail)->reason);
		else
			fprintf(r->file, "error: status %d\n", (int)status);
	}
}

/* Print the first line that differs, as a TAP diagnostic. */
static inline void
print_difference(const char *expected, const char *got)
{
	size_t same = 0, line = 0;

	for (; expected[same] == got[same] && expected[same]; same++)
		if (expected[same] == '\n')
			line = same + 1;
	printf("# expected: %.*s\n", (int)strcspn(expected + line, "\n"), expected + line);
	printf("# got:      %.*s\n", (int)strcspn(got + line, "\n"), got + line);
}

/* Read a whole file. Exit if it cannot be read. */
static inline char *
read_file(const char *path, size_t *len)
{
	FILE *file = fopen(path, "rb");
	char *text = NULL;
	size_t n;

	*len = 0;
	if (file == NULL) {
		perror(path);
		exit(2);
	}
	do {
		text = realloc(text, *len + 65536);
		n = fread(text + *len, 1, 65536, file);
		*len += n;
	} while (n > 0);
	fclose(file);
	return text;
}

#endif
