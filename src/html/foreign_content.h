/* foreign_content.h - tags in SVG and MathML (HTML standard, 13.2.6.5) */
#ifndef HTML_FOREIGN_CONTENT_H
#define HTML_FOREIGN_CONTENT_H

#include <stdbool.h>

#include "html/state.h"

/* Return true if a start tag at this place is one of SVG or MathML. */
bool foreign_content_takes_start(struct tree *t, enum tag tag);

/* Open an element of SVG or MathML. Return false if the tag ends these. */
bool foreign_content_start(struct tree *t, const struct tree_tag *tag);

/* Close an element of SVG or MathML. Return false if the tag closes one of HTML. */
bool foreign_content_end(struct tree *t, const struct element *wanted);

#endif
