/* html.c - parse HTML: its links, and its visible text with a map to the source
 *
 * This is written by hand because the libraries build a tree, which takes more than
 * linear time and loses the source: such a builder walks its stack of open elements
 * for each tag, and one took 19 s for 100,000 <div>; this one takes 7 ms. Where the tree
 * decides what is raw text, the stack is kept, and its depth is bounded. Without a tree
 * the links stay in the order of the source, and every visible byte keeps its
 * offset there, which findings are reported with. lexbor's tokenizer could be used
 * alone, but Debian 12 has no package of it, and its text is decoded: the offset of
 * each character reference would have to be found a second time. */
#include "html/html.h"

#include <stdbool.h>
#include <string.h>

#include "html/links.h"
#include "html/attribute_value.h"
#include "html/tokenizer.h"
#include "html/tree.h"
#include "html/visible_text.h"
#include "util/ascii.h"
#include "util/memory.h"

struct html {
	const urlgrep_memory *memory;
	struct visible_text text;
	struct visible_text other_text; /* of documents that are embedded */
	struct link_list links;
	bool failed;
};

/* Parses the document, or one that is embedded in it. */
struct html_parser {
	struct html *html;
	struct tokenizer tokenizer;
	struct visible_text *text;
	struct tree *tree; /* NULL: not needed so far */
	bool needs_tree;   /* parse again with a tree */
	bool is_raw_text_end; /* the next tag ends raw text */
	size_t anchor;     /* the link whose text is being read; NO_LINK: none */
	unsigned depth;    /* of documents that contain it */
};

static bool
has_failed(const struct html *h)
{
	return h->failed || visible_text_has_failed(&h->text) ||
	    visible_text_has_failed(&h->other_text) || link_list_has_failed(&h->links);
}

static void
end_anchor(struct html_parser *p)
{
	if (p->anchor != NO_LINK)
		link_list_set_text(&p->html->links, p->anchor,
		    visible_text_end_extent(p->text));
	p->anchor = NO_LINK;
}

/* An <a> within an <a> ends the outer one. */
static void
begin_anchor(struct html_parser *p)
{
	end_anchor(p);
	p->anchor = link_list_href(&p->html->links);
	visible_text_begin_extent(p->text);
}

/* ---- the tree --- */

/* Add the start tag that was read to the tree, if there is one. Return true if it is one of
 * HTML. */
static bool
add_to_tree(struct html_parser *p, const struct html_token *tag)
{
	bool is_html;

	if (p->tree == NULL) {
		p->needs_tree = tree_is_needed(tag);
		return true;
	}
	tree_set_doctype(p->tree, p->tokenizer.has_doctype);
	is_html = tree_end_start_tag(p->tree, p->tokenizer.is_self_closing);
	p->tokenizer.has_cdata = tree_is_foreign(p->tree);
	return is_html;
}

/* ---- embedded documents --- */

static void parse_embedded(struct html_parser *outer, const char *html,
    struct html_range range);

/* Parse the HTML in the srcdoc of the tag that was read. */
static void
parse_srcdoc(struct html_parser *p)
{
	struct html *h = p->html;
	struct html_range value = h->links.tag.srcdoc;
	struct attribute_value document;
	size_t first = link_list_count(&h->links);

	if (value.begin == value.end)
		return;
	attribute_value_init(&document, h->memory);
	if (attribute_value_decode(&document, p->tokenizer.html, value)) {
		parse_embedded(p, document.text.at,
		    (struct html_range){ 0, document.text.len });
		link_list_map_sources(&h->links, first, &document);
	} else {
		h->failed = true;
	}
	attribute_value_free(&document);
}

/* ---- tokens --- */

static void
read_start_tag(struct html_parser *p, const struct html_token *tag)
{
	struct link_list *links = &p->html->links;
	const struct html_name_filter *wanted = link_list_begin_tag(links, tag);
	struct html_attribute attribute;
	bool is_html;

	if (p->tree && tree_begin_start_tag(p->tree, p->tokenizer.html, tag))
		wanted = NULL;
	while (tokenizer_next_attribute(&p->tokenizer, wanted, &attribute)) {
		link_list_add_attribute(links, &attribute);
		if (p->tree)
			tree_add_attribute(p->tree, p->tokenizer.html, &attribute);
	}
	if (p->tokenizer.is_cut)
		return;
	link_list_end_tag(links);
	is_html = add_to_tree(p, tag);
	if (link_list_has_base_tag(links) && is_html && p->depth == 0 &&
	    p->text->hidden_depth == 0)
		link_list_set_base(links);
	if (html_is_tag(tag, "a"))
		begin_anchor(p);
	p->is_raw_text_end = visible_text_add_start_tag(p->text, &p->tokenizer, tag,
	    is_html);
	if (is_html && html_is_tag(tag, "iframe"))
		parse_srcdoc(p);
}

static void
read_end_tag(struct html_parser *p, const struct html_token *tag)
{
	static const struct html_name_filter no_names;
	struct html_attribute ignored;
	bool is_raw_text_end = p->is_raw_text_end;

	p->is_raw_text_end = false;
	while (tokenizer_next_attribute(&p->tokenizer, &no_names, &ignored))
		;
	if (p->tokenizer.is_cut)
		return;
	if (p->tree && !is_raw_text_end) {
		tree_add_end_tag(p->tree, p->tokenizer.html, tag);
		p->tokenizer.has_cdata = tree_is_foreign(p->tree);
	}
	if (html_is_tag(tag, "a"))
		end_anchor(p);
	visible_text_add_end_tag(p->text, tag);
}

static bool
is_space(const char *html, struct html_range text)
{
	while (text.begin < text.end &&
	    (html_is_space(html[text.begin]) || html[text.begin] == '\0'))
		text.begin++;
	return text.begin == text.end;
}

static void
add_text_to_tree(struct html_parser *p, struct html_range text)
{
	tree_set_doctype(p->tree, p->tokenizer.has_doctype);
	tree_add_text(p->tree, is_space(p->tokenizer.html, text));
	p->tokenizer.has_cdata = tree_is_foreign(p->tree);
}

static void
read_text(struct html_parser *p)
{
	size_t begin = p->tokenizer.at;

	visible_text_read(p->text, &p->tokenizer);
	if (p->tree)
		add_text_to_tree(p, (struct html_range){ begin, p->tokenizer.at });
}

static void
read_literal_text(struct html_parser *p, struct html_range text)
{
	visible_text_add_literal(p->text, text);
	if (p->tree)
		add_text_to_tree(p, text);
}

/* Read all tokens, or those up to the one that needs a tree. After a failed allocation
 * this goes on: the document is dropped in the end. */
static void
read_tokens(struct html_parser *p)
{
	struct html_token token;

	p->anchor = NO_LINK;
	p->is_raw_text_end = false;
	while (!p->needs_tree && tokenizer_next(&p->tokenizer, &token))
		if (token.type == HTML_START_TAG)
			read_start_tag(p, &token);
		else if (token.type == HTML_TEXT)
			read_text(p);
		else if (token.type == HTML_END_TAG)
			read_end_tag(p, &token);
		else if (token.type == HTML_LITERAL_TEXT)
			read_literal_text(p, token.range);
		else
			parse_embedded(p, p->tokenizer.html, token.range);
	end_anchor(p);
}

static void
read_tokens_with_tree(struct html_parser *p)
{
	p->needs_tree = false;
	p->tree = tree_new(p->html->memory);
	if (p->tree)
		read_tokens(p);
	else
		p->html->failed = true;
	tree_free(p->tree, p->html->memory);
	p->tree = NULL;
}

/* Parse a document, and a second time if a tag is in it whose effects depend on the tree:
 * few have one. Deep in others it gets its tree at once, or those in it would be parsed
 * once more for each level. */
static void
parse(struct html_parser *p)
{
	struct html *h = p->html;
	struct tokenizer begin = p->tokenizer;
	struct link_mark mark = link_list_mark(&h->links);
	size_t text_len = p->text->text.len, other_len = h->other_text.text.len;

	p->needs_tree = p->depth > 1;
	read_tokens(p);
	if (!p->needs_tree)
		return;
	p->tokenizer = begin;
	link_list_rewind(&h->links, &mark);
	visible_text_rewind(p->text, text_len);
	if (p->text != &h->other_text)
		visible_text_rewind(&h->other_text, other_len);
	read_tokens_with_tree(p);
}

/* Parse range of html as a document within another: its links are added, and its text is
 * that of its links only. */
static void
parse_embedded(struct html_parser *outer, const char *html, struct html_range range)
{
	struct html *h = outer->html;
	struct html_parser p = { .html = h, .text = &h->other_text,
		.depth = outer->depth + 1 };
	struct visible_text outer_text;
	const char *outer_html = h->links.html;
	size_t link = link_list_count(&h->links);

	if (p.depth > MAX_HTML_DEPTH)
		return;
	visible_text_begin_other(&h->other_text, html, range.end, &outer_text);
	h->links.html = html;
	tokenizer_init_range(&p.tokenizer, html, range);
	parse(&p);
	h->links.html = outer_html;
	visible_text_end_other(&h->other_text, &outer_text);
	for (; link < link_list_count(&h->links); link++)
		link_list_set_embedded(&h->links, link);
}

struct html *
html_new(const urlgrep_memory *memory, const char *text, size_t len)
{
	struct html *h = memory_allocate_zeroed(memory, sizeof(*h));
	struct html_parser p = { .html = h };

	if (h == NULL)
		return NULL;
	h->memory = memory;
	p.text = &h->text;
	tokenizer_init(&p.tokenizer, text, len);
	visible_text_init(&h->text, memory, text, len);
	h->other_text = h->text; /* both are empty */
	visible_text_reserve(&h->text);
	link_list_init(&h->links, memory, text);
	parse(&p);
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
	visible_text_free(&h->other_text);
	link_list_free(&h->links);
	memory_release(h->memory, h);
}

const struct html_link *
html_links(const struct html *h, size_t *count)
{
	return link_list_get(&h->links, count);
}

urlgrep_span
html_text_of_link(const struct html *h, const struct html_link *link)
{
	const struct strbuf *text = link->is_embedded ? &h->other_text.text : &h->text.text;

	return (urlgrep_span){ text->at, text->len };
}

urlgrep_span
html_link_text(const struct html *h, const struct html_link *link)
{
	urlgrep_span text = html_text_of_link(h, link);

	if (link->text_begin == link->text_end)
		return (urlgrep_span){ NULL, 0 };
	return (urlgrep_span){ text.text + link->text_begin,
		link->text_end - link->text_begin };
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
html_segment_end(const struct html *h, size_t at, bool *is_preformatted)
{
	return visible_text_segment_end(&h->text, at, is_preformatted);
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
