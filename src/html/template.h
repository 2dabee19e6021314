/* template.h - the start and end tags of <template> (HTML standard, 13.2.6.4.18) */
#ifndef HTML_TEMPLATE_H
#define HTML_TEMPLATE_H

#include "html/insertion_mode.h"

void template_close(struct tree *t);

/* Handle the start tag of an element that is allowed in <head>. Raw text is not opened: it
 * is closed at once. */
insertion_mode_fn start_head_content;

insertion_mode_fn start_in_template, end_in_template;

#endif
