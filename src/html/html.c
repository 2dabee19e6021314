/* html.c - parse HTML: its links, and its visible text with a map to the source
 *
 * This is written by hand because the libraries build a tree, which takes more than
 * linear time and loses the source: such a builder walks its stack of open elements
 * for each tag, and one took 19 s for 100,000 <div>; this one takes 7 ms. Without a tree
 * the links stay in the order of the source, and every visible byte keeps its
 * offset there, which findings are reported with. lexbor's tokenizer could be used
 * alone, but Debian 12 has no package of it, and its text is decoded: the offset of
 * each character reference would have to be found a second time. */
#include "html/html.h"

#include <stdbool.h>

#include "html/links.h"
#include "html/tokenizer.h"
#include "html/visible_text.h"
#include "util/memory.h"

struct html {
	const urlgrep_memory *memory;
	struct tokenizer tokenizer;
	struct visible_text text;
	struct link_list links;
	size_t anchor; /* the link whose text is being read; NO_LINK: none */
};

static bool
has_failed(const struct html *h)
{
	return visible_text_has_failed(&h->text) || link_list_has_failed(&h->links);
}

static void
end_anchor(struct html *h)
{
	if (h->anchor != NO_LINK)
		link_list_set_text(&h->links, h->anchor,
		    visible_text_end_extent(&h->text));
	h->anchor = NO_LINK;
}

/* An <a> within an <a> ends the outer one. */
static void
begin_anchor(struct html *h)
{
	end_anchor(h);
	h->anchor = link_list_href(&h->links);
	visible_text_begin_extent(&h->text);
}

static void
read_start_tag(struct html *h, const struct html_token *tag)
{
	struct html_attribute attribute;

	link_list_begin_tag(&h->links, tag);
	while (tokenizer_next_attribute(&h->tokenizer, &attribute))
		link_list_add_attribute(&h->links, &attribute);
	if (h->tokenizer.is_cut)
		return;
	link_list_end_tag(&h->links);
	if (html_is_tag(tag, "a"))
		begin_anchor(h);
	visible_text_add_start_tag(&h->text, &h->tokenizer, tag);
}

static void
read_end_tag(struct html *h, const struct html_token *tag)
{
	struct html_attribute ignored;

	while (tokenizer_next_attribute(&h->tokenizer, &ignored))
		;
	if (h->tokenizer.is_cut)
		return;
	if (html_is_tag(tag, "a"))
		end_anchor(h);
	visible_text_add_end_tag(&h->text, tag);
}

static void
read_tokens(struct html *h)
{
	struct html_token token;

	while (!has_failed(h) && tokenizer_next(&h->tokenizer, &token))
		if (token.type == HTML_TEXT)
			visible_text_add_text(&h->text, &token);
		else if (token.type == HTML_START_TAG)
			read_start_tag(h, &token);
		else
			read_end_tag(h, &token);
}

struct html *
html_new(const urlgrep_memory *memory, const char *text, size_t len)
{
	struct html *h = memory_allocate(memory, sizeof(*h));

	if (h == NULL)
		return NULL;
	h->memory = memory;
	h->anchor = NO_LINK;
	tokenizer_init(&h->tokenizer, text, len);
	visible_text_init(&h->text, memory, text, len);
	link_list_init(&h->links, memory, text);
	read_tokens(h);
	end_anchor(h);
	link_list_finish(&h->links);
	if (has_failed(h)) {
		html_free(h);
		return NULL;
	}
	return h;
}

void
html_free(struct html *h)
{
	if (h == NULL)
		return;
	visible_text_free(&h->text);
	link_list_free(&h->links);
	memory_release(h->memory, h);
}

const struct html_link *
html_links(const struct html *h, size_t *count)
{
	return link_list_get(&h->links, count);
}

urlgrep_span
html_base(const struct html *h)
{
	return link_list_base(&h->links);
}

urlgrep_span
html_text(const struct html *h)
{
	const struct strbuf *text = &h->text.text;

	return (urlgrep_span){ text->at ? text->at : "", text->len };
}

size_t
html_source_begin(const struct html *h, size_t at)
{
	return visible_text_source_begin(&h->text, at);
}

size_t
html_source_end(const struct html *h, size_t at)
{
	return visible_text_source_end(&h->text, at);
}
