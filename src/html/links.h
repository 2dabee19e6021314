/* links.h - the URLs in the attributes of HTML, and the base of its references */
#ifndef HTML_LINKS_H
#define HTML_LINKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "html/html.h"
#include "html/attribute_value.h"
#include "html/tokenizer.h"
#include "util/strbuf.h"

#define NO_LINK SIZE_MAX /* instead of a link's index */

/* What was seen of the tag that is being read. */
struct link_tag {
	const struct html_token *token; /* borrowed */
	unsigned seen_attributes; /* bit i: url_attributes[i] of links.c */
	size_t href;              /* index of the link in href or xlink:href, or NO_LINK */
	bool is_meta, has_http_equiv;
	bool is_refresh;          /* <meta http-equiv=refresh> */
	struct html_range content, base_href, srcdoc;
};

struct link_list {
	const urlgrep_memory *memory;
	const char *html; /* borrowed */
	struct strbuf links;   /* of struct html_link */
	struct strbuf strings; /* of each link in order: the element's name, the URL */
	char *base; /* href of the first <base>, or NULL */
	size_t base_len;
	struct link_tag tag;
	struct attribute_value value; /* of a list or a refresh */
	bool failed;
};

void link_list_init(struct link_list *l, const urlgrep_memory *memory,
    const char *html);
void link_list_free(struct link_list *l);

/* Return true if an allocation failed: the list is not complete. */
static inline bool
link_list_has_failed(const struct link_list *l)
{
	return l->failed || l->links.failed || l->strings.failed;
}

size_t link_list_count(const struct link_list *l);

/* Begin to read a start tag; the token is borrowed until its end. Return which of its attributes
 * are to be added, NULL for all. Add the links of an attribute; and when all were read and the tag
 * is complete, that of a refresh. */
const struct html_name_filter *link_list_begin_tag(struct link_list *l,
    const struct html_token *tag);
void link_list_add_attribute(struct link_list *l, const struct html_attribute *a);
void link_list_end_tag(struct link_list *l);

/* Return true if the tag that was read is <base href>. */
static inline bool
link_list_has_base_tag(const struct link_list *l)
{
	return l->tag.base_href.end > 0;
}

/* Let the tag that was read set the base, if it is the first <base href>. */
void link_list_set_base(struct link_list *l);

/* Return the index of the link in the href of the tag, or NO_LINK. */
size_t link_list_href(const struct link_list *l);

/* Set the visible text that a link covers. */
void link_list_set_text(struct link_list *l, size_t index, struct html_range text);
/* Note that a link is one of an embedded document. */
void link_list_set_embedded(struct link_list *l, size_t index);

/* The links from number first on come from the document in an attribute's value: turn
 * their places there into places in the HTML. */
void link_list_map_sources(struct link_list *l, size_t first,
    const struct attribute_value *document);

/* Fill in the spans of the links: nothing more may be added. */
void link_list_finish(struct link_list *l);

/* See html.h; after link_list_finish. */
const struct html_link *link_list_get(const struct link_list *l, size_t *count);
urlgrep_span link_list_base(const struct link_list *l);

#endif
