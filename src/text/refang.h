/* refang.h - URLs that were written so that nobody opens them: "hxxp://evil[.]example" */
#ifndef TEXT_REFANG_H
#define TEXT_REFANG_H

#include "text/scanner.h"

/* Read the defanged URL whose mark (marks.h) is at `mark`, and fill *finding, whose URL
 * borrows s->joined. Answers YES, NO, MORE or NOMEM. *end: where it ends in the text. */
enum scan_answer refang_read(urlgrep_scanner *s, size_t mark, urlgrep_finding *finding,
    size_t *end);

#endif
