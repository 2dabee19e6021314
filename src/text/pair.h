/* pair.h - quotation marks and brackets that enclose a URL (rules I3, K2) */
#ifndef TEXT_PAIR_H
#define TEXT_PAIR_H

#include "text/run.h"

/* Return where the pair that opens directly before the URL closes, or SIZE_MAX. */
size_t pair_find_end(const struct run *r);

#endif
