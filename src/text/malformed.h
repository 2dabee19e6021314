/* malformed.h - malformed URLs: "http;//", "http:/x", "hxxp://", "h t t p : / /" */
#ifndef TEXT_MALFORMED_H
#define TEXT_MALFORMED_H

#include "text/scanner.h"

struct malformed_url {
	size_t begin;
	size_t end;
	urlgrep_span repaired; /* the URL that is probably meant; borrows s->joined */
};

/* Read the malformed URL whose colon, or whose first slash if it has no colon, is at
 * `mark`. Answers YES and fills *url, NO, MORE or NOMEM. The repaired URL need not be
 * valid. */
enum scan_answer malformed_read(urlgrep_scanner *s, size_t mark,
    struct malformed_url *url);

#endif
