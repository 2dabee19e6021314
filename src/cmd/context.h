/* context.h - the lines around a URL, in the decoded text that it is in (-A, -B, -C) */
#ifndef CMD_CONTEXT_H
#define CMD_CONTEXT_H

#include <stdbool.h>

#include "cmd/settings.h"
#include "urlgrep_mail.h"
#include "util/strbuf.h"

/* Each of before, lines and after is a number of lines, with their ends; any may be empty. */
struct context {
	urlgrep_span before, lines, after; /* lines: those that hold the URL */
	urlgrep_span text;                 /* that they are in */
	urlgrep_span url;                  /* in text, with its line breaks */
};

/* Find the lines around the last finding of the reader, as many as the settings say.
 * Return false if there are none. */
bool context_find(const urlgrep_mail *mail, const struct settings *settings,
    struct context *context);

/* Take the first line of *rest, which is one of the spans of the context, and write it to
 * *line, without its end. Of a long line write only what is near the URL, and "[...]" for
 * what is missing. Return false if there is none. */
bool context_next_line(const struct context *context, urlgrep_span *rest,
    struct strbuf *line);

#endif
