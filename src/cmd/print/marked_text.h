/* marked_text.h - the texts of a message, or of a text or HTML file, with the URLs that
 * were found marked in them */
#ifndef CMD_PRINT_MARKED_TEXT_H
#define CMD_PRINT_MARKED_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "urlgrep.h"
#include "urlgrep_mail.h"

struct marked_text;

/* A finding in a text: the bytes begin..end. */
struct mark {
	size_t text;       /* its index */
	size_t begin, end;
	urlgrep_span url;  /* what the finding leads to */
	urlgrep_span label;         /* of a link in HTML: its visible text; or absent */
	urlgrep_warnings warnings;
	bool is_accepted;  /* it is valid or loose, and not denied */
};

struct marked_text *marked_text_new(void);
/* Takes NULL. */
void marked_text_free(struct marked_text *t);

/* Begin a message, whose texts can be read until the next one. */
void marked_text_begin(struct marked_text *t, const urlgrep_message *message);

/* Copy a mark; those of a text need not be in its order. */
void marked_text_add(struct marked_text *t, const struct mark *mark);

/* All findings are marked: read the texts from mail, sort the marks, and drop those that
 * overlap others. Return NULL, or why the text cannot be printed. */
const char *marked_text_end(struct marked_text *t, urlgrep_mail *mail);

/* Return the path of the member and the type of the message. */
const char *marked_text_path(const struct marked_text *t);
urlgrep_mail_type marked_text_type(const struct marked_text *t);

/* Return text number i of the message, or false if there are not so many. part is NULL in a
 * text or HTML file. */
bool marked_text_at(const struct marked_text *t, size_t i, urlgrep_mail_text *text);

/* Return the marks of text number i in their order, and set *count. */
const struct mark *marked_text_marks(const struct marked_text *t, size_t i,
    size_t *count);

#endif
