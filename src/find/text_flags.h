/* text_flags.h - with which flags of the scanner the texts of a message are read */
#ifndef FIND_TEXT_FLAGS_H
#define FIND_TEXT_FLAGS_H

#include <stdbool.h>
#include <stddef.h>

#include "html/html.h"
#include "mail/message.h"

/* The flags that the caller chose. */
struct text_flags {
	unsigned mail; /* for mail */
	unsigned file; /* for <pre> in an HTML file */
	bool is_file;  /* the text is an HTML file, no message */
};

/* Return the flags for the format of a part alone. */
unsigned text_flags_of_format(const struct message_text *part);

/* Return the flags that the caller chose, for a part (NULL: for an HTML file) that is read
 * as plain text. */
unsigned text_flags_of_part(const struct text_flags *f, const struct message_text *part);

/* Return the flags that the caller chose for names and addresses. */
unsigned text_flags_of_names(const struct text_flags *f);

/* Return the flags for the segment of visible text that begins at `at`, and set *end to its
 * end. */
unsigned text_flags_of_segment(const struct text_flags *f, const struct html *h, size_t at,
    size_t *end);

#endif
