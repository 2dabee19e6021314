/* head.h - tags before the body (HTML standard, 13.2.6.4.2 to 6) */
#ifndef HTML_HEAD_H
#define HTML_HEAD_H

#include "html/insertion_mode.h"

/* All modes before the body, from "before html" to "after head". */
insertion_mode_fn start_before_body, end_before_body;

/* Begin the body, as text other than white space or an inline element does. */
void begin_body(struct tree *t);

#endif
