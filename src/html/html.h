/* html.h - parse HTML: its links, and its visible text with a map to the source */
#ifndef HTML_HTML_H
#define HTML_HTML_H

#include <stdbool.h>
#include <stddef.h>

#include "urlgrep.h"

struct html;

/* A URL in an attribute: href, src, srcset and the like, or the content of a meta
 * refresh. Offsets are in bytes of the HTML. */
struct html_link {
	/* Not resolved. Character references are decoded; white space and C0 controls around the
	 * URL are removed, and so are tabs and line breaks in it. */
	urlgrep_span url;
	urlgrep_span element, attribute; /* names in lower case: "a", "href" */
	size_t source_begin, source_end; /* of the URL in the HTML */
	/* For <a href>: the visible text of the link, as offsets into html_text_of_link; both 0 if
	 * there is no text */
	size_t text_begin, text_end;
	bool is_anchor; /* the href of <a>, <area>, a VML shape (<v:rect>), or an animation */
	bool is_embedded; /* in <iframe srcdoc> or a conditional comment */
};

/* The nesting depth of embedded documents; deeper ones are not read. */
enum { MAX_HTML_DEPTH = 4 };

/* Parse text[0..len), which is in UTF-8 or a charset that extends US-ASCII; invalid UTF-8 is kept.
 * base, or NULL, is the base of a document that has no usable <base>. All arguments are borrowed
 * until html_free.
 *
 * Links are found wherever a browser or Outlook sees an element, including <iframe srcdoc> and
 * conditional comments ("<!--[if mso]>"). Elements that the standard's tree rules ignore, such as
 * <a> in <select>, are read, too.
 *
 * The time is linear in len. Memory is needed for the links, the visible text, and 16 bytes for
 * each place where the visible text departs from the source. Return NULL if out of memory. */
struct html *html_new(const urlgrep_memory *memory, const char *text, size_t len, const char *base);
/* NULL is allowed. */
void html_free(struct html *h);

/* Return the links in the order of the HTML, and set *count. They are valid as long as h, like the
 * results of the functions below. */
const struct html_link *html_links(const struct html *h, size_t *count);

/* Return the text that the offsets of a link refer to: html_text, or the text of the embedded
 * documents. */
urlgrep_span html_text_of_link(const struct html *h, const struct html_link *link);

/* Return the visible text of a link; absent if there is none. */
urlgrep_span html_link_text(const struct html *h, const struct html_link *link);

/* Return the href of the first <base>, or else the base passed to html_new; absent if neither can
 * be a base (uri_is_base). */
urlgrep_span html_base(const struct html *h);

/* Return true if the HTML ends within a comment, or an element such as <script>. */
bool html_is_unclosed(const struct html *h);

/* Return the visible text. Scripts, styles, templates and comments are hidden; blocks, <br> and
 * table cells begin new lines; white space is folded except in <pre>; and character references are
 * decoded. */
urlgrep_span html_text(const struct html *h);

/* Return the end of the segment that begins at offset `at` of html_text. A segment is an element
 * that keeps its line breaks, such as <pre>, or (*is_preformatted false) text whose line breaks
 * come from the layout. */
size_t html_segment_end(const struct html *h, size_t at, bool *is_preformatted);

/* Return the offset in the HTML of byte `at` of html_text (the end of the HTML if there is no such
 * byte), or the offset where the source of that byte ends: after the character reference, if the
 * byte comes from one. */
size_t html_source_begin(const struct html *h, size_t at);
size_t html_source_end(const struct html *h, size_t at);

#endif
