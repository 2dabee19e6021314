/* html.h - parse HTML: its links, and its visible text with a map to the source */
#ifndef HTML_HTML_H
#define HTML_HTML_H

#include <stdbool.h>
#include <stddef.h>

#include "urlgrep.h"

struct html;

/* A URL in an attribute: href, src, srcset and the like, or the content of a meta
 * refresh. Offsets count the bytes of the HTML. */
struct html_link {
	/* Character references decoded; white space and C0 controls around it, and tabs and
	 * line breaks in it, removed; not resolved. */
	urlgrep_span url;
	urlgrep_span element, attribute; /* their names in lower case: "a", "href" */
	size_t source_begin, source_end; /* of the URL in the HTML */
	/* of <a href>: the visible text that it covers, as offsets into html_text_of_link; both 0
	 * if it has no text */
	size_t text_begin, text_end;
	bool is_anchor; /* the href of <a>, <area>, a shape of VML (<v:rect>), or of an animation */
	bool is_embedded; /* in <iframe srcdoc> or a conditional comment */
};

/* Documents that are embedded in each other more deeply are not read. */
enum { MAX_HTML_DEPTH = 4 };

/* Parse text[0..len), in UTF-8 or a charset that extends US-ASCII; bytes that are not
 * UTF-8 are kept. base, or NULL, is that of a document that has no <base> that can be one. All
 * arguments are borrowed until html_free.
 *
 * Links are found wherever a browser or Outlook sees an element: also in <iframe srcdoc> and in
 * conditional comments ("<!--[if mso]>"). Elements that the standard's tree rules ignore, such as
 * <a> in <select>, are read, too.
 *
 * It takes time linear in len, and memory for the links, the visible text, and 16 bytes for each
 * place where the visible text departs from the source. Return NULL without memory. */
struct html *html_new(const urlgrep_memory *memory, const char *text, size_t len,
    const char *base);
/* Takes NULL. */
void html_free(struct html *h);

/* Return the links in the order of the HTML, and set *count. They last as long as h, like the
 * results of the functions below. */
const struct html_link *html_links(const struct html *h, size_t *count);

/* Return the text that the offsets of a link refer to: html_text, or the text of the documents
 * that are embedded in it. */
urlgrep_span html_text_of_link(const struct html *h, const struct html_link *link);

/* Return the visible text that a link covers; absent if there is none. */
urlgrep_span html_link_text(const struct html *h, const struct html_link *link);

/* Return the href of the first <base>, or else the base that html_new was given; absent if none can
 * be a base (uri_is_base). */
urlgrep_span html_base(const struct html *h);

/* Return the visible text, in which scripts, styles, templates and comments are hidden, blocks, <br>
 * and table cells begin new lines, white space is folded except in <pre>, and character
 * references are decoded. */
urlgrep_span html_text(const struct html *h);

/* Return the end of the segment that begins at offset `at` of html_text: one element that keeps its
 * line breaks, such as <pre>; or (*is_preformatted false) text whose line breaks come from the
 * layout. */
size_t html_segment_end(const struct html *h, size_t at, bool *is_preformatted);

/* Return the offset in the HTML of byte `at` of html_text (the end of the HTML if there is no such
 * byte); and where the source of that byte ends: after the character reference, if it comes from
 * one. */
size_t html_source_begin(const struct html *h, size_t at);
size_t html_source_end(const struct html *h, size_t at);

#endif
