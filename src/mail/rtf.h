/* rtf.h - RTF of a message, as HTML: its text and hyperlinks ([MSFT-RTF], [MS-OXRTFEX]) */
#ifndef MAIL_RTF_H
#define MAIL_RTF_H

#include <stdbool.h>

#include "mail/charset.h"
#include "urlgrep.h"
#include "util/memory.h"

struct rtf_text {
	urlgrep_span html; /* of the arena: the HTML that the RTF encapsulates; plain text that it
	                      encapsulates, in <pre>; else paragraphs and links */
	char charset[CODE_PAGE_NAME_BYTES]; /* of the HTML; "": not known */
	bool is_damaged;   /* html has the content before the damage */
};

/* Convert the RTF, which may be compressed as in TNEF. Returns false without memory. */
bool rtf_text_open(struct rtf_text *t, struct arena *arena, urlgrep_span rtf,
    bool is_compressed);

#endif
