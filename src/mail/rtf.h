/* rtf.h - RTF of a message, as HTML: its text and hyperlinks ([MSFT-RTF], [MS-OXRTFEX]) */
#ifndef MAIL_RTF_H
#define MAIL_RTF_H

#include <stdbool.h>

#include "urlgrep.h"
#include "util/strbuf.h"

/* Append to *html what the RTF shows: the HTML that it was made from, if it was; plain text
 * that it was made from, in <pre>; else paragraphs and links. Set *code_page to that of
 * the bytes of html beyond US-ASCII. Returns false if the RTF is damaged, after what
 * comes before that, or without memory: then html->failed is set. */
bool rtf_to_html(urlgrep_span rtf, struct strbuf *html, unsigned *code_page);

#endif
