/* context.h - the decoded text that a URL is in */
#ifndef PICK_CONTEXT_H
#define PICK_CONTEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "cmd/search.h"
#include "pick/url_list.h"
#include "pick/url_reader.h"
#include "util/strbuf.h"

/* A text as it may be shown, and where the URL, or the text of its link, is in it. */
struct url_context {
	struct strbuf text;
	size_t begin, end; /* both 0: the URL was not found in the text */
};

/* Read the text that the row's URL is in, again from its file. Return NULL, or why that is
 * not possible. Free the text in any case. */
const char *context_read(struct url_context *context, const struct search_context *search,
    const struct url_reader *reader, const struct url_row *row);

/* Find the URL, or a finding that may be read so, in a text: set *begin and *end, and
 * return true if it is there. */
bool context_find_url(urlgrep_scanner *scanner, unsigned flags, urlgrep_span text,
    urlgrep_span url, size_t *begin, size_t *end);

#endif
