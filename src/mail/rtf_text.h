/* rtf_text.h - RTF of a message as HTML */
#ifndef MAIL_RTF_TEXT_H
#define MAIL_RTF_TEXT_H

#include <stdbool.h>

#include "mail/code_page.h"
#include "urlgrep.h"
#include "util/memory.h"

struct rtf_text {
	urlgrep_span html; /* of the arena */
	char charset[CODE_PAGE_NAME_BYTES]; /* of the HTML; "": not known */
	bool is_damaged;   /* html is what comes before the damage */
};

/* Convert the RTF, which may be compressed as in TNEF. Returns false without memory. */
bool rtf_text_open(struct rtf_text *t, struct arena *arena, urlgrep_span rtf,
    bool is_compressed);

#endif
