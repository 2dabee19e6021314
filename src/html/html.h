/* html.h - what a reader sees of an HTML text, and the URLs of its attributes */
#ifndef HTML_HTML_H
#define HTML_HTML_H

#include <stdbool.h>
#include <stddef.h>

struct html;

/* A URL in an attribute: href, src, action, cite, background, or the content of
 * a meta refresh. Entities are undone, white space around it is gone; it is not
 * made whole by the base. */
struct html_link {
	const char *url;
	size_t len;
	const char *attribute; /* its name */
	size_t source;         /* where the value begins in the HTML, */
	size_t source_end;     /* and ends, entities as they are written there */
	size_t seen_begin;     /* of <a href>: the visible text that it covers, */
	size_t seen_end;       /* in octets of html_text; else both 0 */
};

/* Parse text[0..len) of UTF-8 or US-ASCII (other octets are kept as they are);
 * the text is borrowed until html_free. NULL without memory. */
struct html *html_new(const char *text, size_t len);
void html_free(struct html *h);

/* The links, in the order of the HTML. */
const struct html_link *html_links(const struct html *h, size_t *count);

/* The href of the first <base>, or NULL if that is none by which others can be made
 * whole (relative.h). */
const char *html_base(const struct html *h);

/* The visible text: no scripts, styles and comments; blocks, <br>, table cells
 * and the like begin new lines; white space is folded but in <pre>; entities are
 * undone. */
const char *html_text(const struct html *h, size_t *len);

/* Where in the HTML the octet at of the visible text comes from, and where that ends:
 * behind the entity, if it is one. */
size_t html_source(const struct html *h, size_t at);
size_t html_source_end(const struct html *h, size_t at);

#endif
