/* context.h - the lines around a URL, in the decoded text that it is in (-A, -B, -C) */
#ifndef CMD_PRINT_CONTEXT_H
#define CMD_PRINT_CONTEXT_H

#include <stdbool.h>

#include "cmd/settings.h"
#include "urlgrep_mail.h"

/* Each is a number of whole lines, with their ends; any may be empty. */
struct context {
	urlgrep_span before, lines, after; /* lines: those that hold the URL */
};

/* Find the lines around the last finding of the reader, as many as the settings say.
 * Return false if there are none. */
bool context_find(const urlgrep_mail *mail, const struct settings *settings,
    struct context *context);

/* Take the first line of *text, without its end. Return false if there is none. */
bool context_next_line(urlgrep_span *text, urlgrep_span *line);

#endif
