/* adoption_agency.h - the end tags of formatting elements (HTML standard, 13.2.6.4.7) */
#ifndef HTML_ADOPTION_AGENCY_H
#define HTML_ADOPTION_AGENCY_H

#include "html/state.h"

/* Close a formatting element, as its end tag does. */
void adoption_agency_run(struct tree *t, const struct element *wanted);

#endif
