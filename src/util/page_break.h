/* page_break.h - the page breaks of RFCs: footer, form feed and header */
#ifndef UTIL_PAGE_BREAK_H
#define UTIL_PAGE_BREAK_H

#include "util/scan_text.h"

/* Skip a page break at the beginning of a line (rule W6). Answers YES and sets *after
 * to the beginning of the first line after it, or NO or MORE. */
enum scan_answer page_break_skip(const struct scan_text *t, size_t begin,
    size_t *after);

#endif
