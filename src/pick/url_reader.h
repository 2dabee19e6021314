/* url_reader.h - reads files, bit by bit, and adds the URLs in them to a list */
#ifndef PICK_URL_READER_H
#define PICK_URL_READER_H

#include <stdbool.h>
#include <stddef.h>

#include "cmd/search.h"
#include "pick/url_list.h"

struct url_reader;

/* An input, which may be opened again. */
struct url_input {
	const char *path; /* as it is named in messages */
	int fd;           /* of a copy of what cannot be read twice; -1: open path */
};

/* Make a reader of the files called names, which end with NULL. All must outlive it. The
 * context's settings select all URLs; those of the selection are listed. */
struct url_reader *url_reader_new(const struct search_context *context,
    enum selection selection, char **names, struct url_list *list);
/* Takes NULL. */
void url_reader_free(struct url_reader *reader);

/* Read on for about so many milliseconds (0: to the end). Return false at the end. */
bool url_reader_step(struct url_reader *reader, unsigned milliseconds);

/* Return input number i of those read so far. */
const struct url_input *url_reader_input(const struct url_reader *reader, size_t i);
/* Open it in mail. */
urlgrep_status url_input_open(const struct url_input *input, urlgrep_mail *mail);

/* Return how often something could not be read, and report all of it. */
size_t url_reader_error_count(const struct url_reader *reader);
void url_reader_report_errors(const struct url_reader *reader);

#endif
