/* formatting.h - the start tags of formatting elements (HTML standard, 13.2.6.4.7) */
#ifndef HTML_FORMATTING_H
#define HTML_FORMATTING_H

#include "html/insertion_mode.h"

/* Reconstruct the active formatting elements: open those again that were closed by others
 * (13.2.4.3). */
void formatting_reconstruct(struct tree *t);

/* Handle the start tag of a formatting element. Return true. */
insertion_mode_fn formatting_start;

#endif
