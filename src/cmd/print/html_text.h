/* html_text.h - any text in an HTML document: escaped, and nothing that a reader or a browser
 * could mistake */
#ifndef CMD_PRINT_HTML_TEXT_H
#define CMD_PRINT_HTML_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "urlgrep.h"
#include "util/strbuf.h"

/* Append text for an element, or for an attribute in quotation marks. Line feeds and tabs
 * stay; bytes that are not UTF-8, and characters that are not safe to show (see escape.h)
 * or not allowed in HTML, are written as \xHH or \uHHHH. A CR before a line feed is left
 * out. */
void html_text_write(struct strbuf *out, const char *text, size_t len);
void html_text_write_string(struct strbuf *out, const char *text);

/* Append the value of an href, which is exactly text; invisible characters are written as
 * references. Text is one for which html_text_is_exact is true: all of it is UTF-8, without
 * control characters and what HTML does not allow. */
void html_text_write_href(struct strbuf *out, urlgrep_span text);
bool html_text_is_exact(urlgrep_span text);

/* Return true if the scheme of a URL may be a link's: it fetches or writes to something, and
 * runs nothing. */
bool html_text_is_safe_scheme(urlgrep_span scheme);

#endif
