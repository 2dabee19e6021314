/* html.c - parse HTML: its links, and its visible text with a map to the source
 *
 * This parser is written by hand because the libraries build a tree, which takes more than linear
 * time and loses the source: for each tag, a tree builder walks its stack of open elements. One
 * library took 19 s for 100,000 <div>; this parser takes 7 ms. In a browser the tree decides which
 * text is raw. This parser only keeps track of open <svg> and <math>; src/doc/LIMITS.md lists the
 * links that differ from a browser's. Without a tree the links stay in source order, and every
 * visible byte keeps its offset in the source, which findings report. lexbor's tokenizer could be
 * used alone, but Debian 12 has no package of it, and it decodes the text: the offset of each
 * character reference would have to be found a second time. */
#include "html/parser.h"
#include "util/ascii.h"
#include "util/memory.h"
#include "util/span.h"
#include "util/uri.h"
#include "util/utf8.h"

/* ---- SVG and MathML, in which <style> and the like do not begin raw text --- */

enum { MAX_FOREIGN_DEPTH = 64 }; /* deeper elements are ignored */

enum content { HTML_CONTENT, SVG_CONTENT, MATH_CONTENT, ANNOTATION_CONTENT };

/* Elements that begin SVG or MathML, or HTML within them, by the content around the element. */
static const struct foreign_element {
	char name[MAX_TAG_NAME_BYTES + 1];
	enum content outer, inner;
} foreign_elements[] = { { "svg", HTML_CONTENT, SVG_CONTENT }, { "svg", SVG_CONTENT, SVG_CONTENT },
	{ "svg", ANNOTATION_CONTENT, SVG_CONTENT }, { "math", HTML_CONTENT, MATH_CONTENT },
	{ "math", MATH_CONTENT, MATH_CONTENT }, { "foreignobject", SVG_CONTENT, HTML_CONTENT },
	{ "desc", SVG_CONTENT, HTML_CONTENT }, { "title", SVG_CONTENT, HTML_CONTENT },
	{ "mi", MATH_CONTENT, HTML_CONTENT }, { "mo", MATH_CONTENT, HTML_CONTENT },
	{ "mn", MATH_CONTENT, HTML_CONTENT }, { "ms", MATH_CONTENT, HTML_CONTENT },
	{ "mtext", MATH_CONTENT, HTML_CONTENT },
	{ "annotation-xml", MATH_CONTENT, ANNOTATION_CONTENT } };

/* HTML elements whose start tags end SVG and MathML (HTML standard, 13.2.6.5). So does <font> with
 * certain attributes. */
static const char html_names[] = "b big blockquote body br center code dd div dl dt em embed h1 h2 "
    "h3 h4 h5 h6 head hr i img li listing menu meta nobr ol p pre ruby s small span strong strike "
    "sub sup table tt u ul var";

/* The initial size of the text and of its source map. The text is shorter than the HTML, and the
 * map usually is, too. */
enum { MAX_FIRST_BYTES = 16 * 1024 };

/* A parser of the document, or of a document that is embedded in it. */
struct html_parser {
	struct html *html;
	struct tokenizer tokenizer;
	struct visible_text *text;
	const struct foreign_element *foreign[MAX_FOREIGN_DEPTH]; /* open elements */
	size_t foreign_depth;
	bool is_in_select;
	bool is_html_font; /* the current tag is a <font> that ends SVG and MathML */
	size_t anchor;     /* the link whose text is being read; NO_LINK: none */
	size_t last_anchor; /* the last link whose text has been read */
	unsigned depth;    /* of nested documents */
};

/* Return true if an allocation failed, so that the text is incomplete. */
static bool
has_text_failed(const struct visible_text *v)
{
	return v->text.failed || v->points.failed || v->preformatted.failed;
}

static bool
has_failed(const struct html *h)
{
	return h->failed || has_text_failed(&h->text) || h->links.failed || h->links.links.failed;
}

/* End the text of the current link, if any, at html[tag]. */
static void
end_anchor(struct html_parser *p, size_t tag)
{
	size_t count;
	struct html_link *links = link_list_get(&p->html->links, &count);

	if (p->anchor != NO_LINK && !p->text->is_extent_empty) {
		links[p->anchor].text_begin = p->text->extent_begin;
		links[p->anchor].text_end = p->text->text.len;
		visible_text_end_link(p->text, tag);
		p->last_anchor = p->anchor;
	}
	p->anchor = NO_LINK;
}

/* Begin the text of a link. A URL at the end of the last link goes on in it only if both lead to the
 * same place. */
static void
begin_anchor(struct html_parser *p)
{
	size_t count;
	const struct html_link *links = link_list_get(&p->html->links, &count);

	p->anchor = p->html->links.tag.href;
	p->text->is_extent_empty = true;
	if (p->text->due_space == SPACE_BEFORE_LETTER && p->anchor != NO_LINK)
		p->text->due_space = span_equals(links[p->anchor].url,
		    links[p->last_anchor].url) ? NO_SPACE : SPACE_BEFORE_ANY;
}

/* ---- SVG, MathML and <select> --- */

static enum content
content_of(const struct html_parser *p)
{
	return p->foreign_depth > 0 ? p->foreign[p->foreign_depth - 1]->inner : HTML_CONTENT;
}

/* Close the open elements of SVG and MathML, up to an element whose content is HTML. */
static void
leave_foreign(struct html_parser *p)
{
	while (content_of(p) != HTML_CONTENT)
		p->foreign_depth--;
}

/* Return true if a start tag is an HTML tag, so that the text after it may be raw. In <select>,
 * most tags have no effect. */
static bool
read_foreign_start(struct html_parser *p, const struct html_token *tag)
{
	enum content content;
	size_t i;

	if (p->foreign_depth == 0 && !p->is_in_select && *tag->name != 's' && *tag->name != 'm')
		return true; /* not svg, select or math */
	if (content_of(p) != HTML_CONTENT && (p->is_html_font || html_is_one_of(tag, html_names)))
		leave_foreign(p);
	content = content_of(p);
	if (content == HTML_CONTENT && p->is_in_select) {
		p->is_in_select = !html_is_one_of(tag, "select input keygen textarea template");
		return !p->is_in_select || html_is_tag(tag, "script");
	}
	p->is_in_select |= content == HTML_CONTENT && html_is_tag(tag, "select");
	for (i = 0; i < COUNT(foreign_elements); i++)
		if (content == foreign_elements[i].outer && html_is_tag(tag, foreign_elements[i].name)) {
			if (!p->tokenizer.is_self_closing && p->foreign_depth < MAX_FOREIGN_DEPTH)
				p->foreign[p->foreign_depth++] = &foreign_elements[i];
			return false;
		}
	return content == HTML_CONTENT;
}

static void
read_foreign_end(struct html_parser *p, const struct html_token *tag)
{
	size_t i;

	if (p->foreign_depth == 0 && !p->is_in_select)
		return;
	p->is_in_select &= content_of(p) != HTML_CONTENT || !html_is_tag(tag, "select");
	if (html_is_one_of(tag, "br p"))
		leave_foreign(p);
	for (i = p->foreign_depth; i-- > 0;)
		if (html_is_tag(tag, p->foreign[i]->name)) {
			p->foreign_depth = i;
			return;
		} else if (p->foreign[i]->inner == HTML_CONTENT && !html_is_one_of(tag, "svg math")) {
			return;
		}
}

/* ---- embedded documents --- */

static void parse_embedded(struct html_parser *outer, const char *html, struct byte_range range);

/* Parse the HTML in the srcdoc attribute of the current tag. */
static void
parse_srcdoc(struct html_parser *p)
{
	struct html *h = p->html;
	struct byte_range value = h->links.tag.srcdoc;
	struct attribute_value document = { .text.memory = h->memory, .points.memory = h->memory };
	size_t first;

	link_list_get(&h->links, &first);
	if (value.begin == value.end)
		return;
	if (attribute_value_decode(&document, p->tokenizer.html, value)) {
		parse_embedded(p, document.text.at, (struct byte_range){ 0, document.text.len });
		link_list_map_sources(&h->links, first, &document);
	} else {
		h->failed = true;
	}
	strbuf_free(&document.text);
	strbuf_free(&document.points);
}

/* ---- tokens --- */

/* Apply the effect of a start tag whose attributes have been read. */
static void
end_start_tag(struct html_parser *p, const struct html_token *tag)
{
	struct link_list *links = &p->html->links;
	struct byte_range content;
	bool is_html;

	link_list_end_tag(links);
	is_html = read_foreign_start(p, tag);
	p->tokenizer.has_cdata = content_of(p) != HTML_CONTENT;
	if (is_html && p->depth == 0 && p->text->hidden_depth == 0)
		link_list_set_base(links);
	if (html_is_tag(tag, "a")) {
		end_anchor(p, tag->range.begin); /* of an enclosing <a> */
		begin_anchor(p);
	}
	content.begin = p->tokenizer.at;
	visible_text_add_start_tag(p->text, &p->tokenizer, tag, is_html);
	content.end = p->tokenizer.at;
	if (content.end > content.begin && html_is_tag(tag, "style"))
		link_list_add_style_sheet(links, content);
	if (is_html && html_is_tag(tag, "iframe"))
		parse_srcdoc(p);
}

static void
end_end_tag(struct html_parser *p, const struct html_token *tag)
{
	read_foreign_end(p, tag);
	p->tokenizer.has_cdata = content_of(p) != HTML_CONTENT;
	if (html_is_tag(tag, "a"))
		end_anchor(p, tag->range.begin);
	visible_text_add_end_tag(p->text, tag);
}

/* Read the attributes of a tag, and apply its effect unless the text ends within the tag.
 * Attributes of an end tag are ignored. */
static void
read_tag(struct html_parser *p, const struct html_token *tag)
{
	bool is_start = tag->type == HTML_START_TAG;
	bool is_font = content_of(p) != HTML_CONTENT && html_is_tag(tag, "font");
	struct link_list *links = &p->html->links;
	struct html_attribute attribute;

	p->is_html_font = false;
	if (is_start)
		link_list_begin_tag(links, tag);
	while (tokenizer_next_attribute(&p->tokenizer, &attribute)) {
		if (is_start)
			link_list_add_attribute(links, &attribute);
		if (is_font && word_list_has("color face size", p->tokenizer.html + attribute.name.begin,
			attribute.name.end - attribute.name.begin))
			p->is_html_font = true;
	}
	if (p->tokenizer.is_cut)
		return;
	if (is_start)
		end_start_tag(p, tag);
	else
		end_end_tag(p, tag);
}

/* Read all tokens, even after a failed allocation: the document is dropped at the end. */
static void
parse(struct html_parser *p)
{
	struct html_token token;

	p->anchor = NO_LINK;
	while (tokenizer_next(&p->tokenizer, &token))
		if (token.type == HTML_START_TAG || token.type == HTML_END_TAG)
			read_tag(p, &token);
		else if (token.type == HTML_TEXT)
			visible_text_read(p->text, &p->tokenizer);
		else if (token.type == HTML_LITERAL_TEXT)
			visible_text_add(p->text, token.range, false);
		else
			parse_embedded(p, p->tokenizer.html, token.range);
	end_anchor(p, p->tokenizer.at);
}

/* Parse html[range] as a document embedded in another one. Add its links, and add its text on a
 * line of its own. The text is used only as the text of links, so its source map is dropped. */
static void
parse_embedded(struct html_parser *outer, const char *html, struct byte_range range)
{
	struct html *h = outer->html;
	struct strbuf *other_text = outer->depth > 0 ? &outer->text->text : &h->other_text;
	struct visible_text text = { .html = html, .len = range.end, .text = *other_text,
		.points.memory = h->memory, .preformatted.memory = h->memory,
		.due_line_breaks = other_text->len > 0 };
	struct html_parser p = { .html = h, .text = &text,
		.tokenizer = { .html = html, .len = range.end, .at = range.begin },
		.depth = outer->depth + 1 };
	const char *outer_html = h->links.html;
	struct html_link *links;
	size_t link, count;

	if (p.depth > MAX_HTML_DEPTH)
		return;
	link_list_get(&h->links, &link);
	h->links.html = html;
	parse(&p);
	h->links.html = outer_html;
	h->failed |= has_text_failed(&text);
	*other_text = text.text;
	strbuf_free(&text.points);
	strbuf_free(&text.preformatted);
	for (links = link_list_get(&h->links, &count); link < count; link++)
		links[link].is_embedded = true;
}

struct html *
html_new(const urlgrep_memory *memory, const char *text, size_t len, const char *base)
{
	urlgrep_span given = { base, base ? strlen(base) : 0 };
	size_t first = len < MAX_FIRST_BYTES ? len : MAX_FIRST_BYTES;
	struct html *h = memory_allocate_zeroed(memory, sizeof(*h));
	struct html_parser p = { .html = h, .tokenizer = { .html = text, .len = len,
		.at = utf8_bom_length(text, len) } };
	struct strbuf empty = { .memory = memory };

	if (h == NULL)
		return NULL;
	h->memory = memory;
	h->text = (struct visible_text){ .html = text, .len = len, .text = empty, .points = empty,
		.preformatted = empty };
	h->other_text = empty;
	h->links = (struct link_list){ .html = text, .links = empty, .arena.memory = memory,
		.value = { empty, empty } };
	if (base && uri_is_base(given))
		h->links.base = given;
	strbuf_reserve(&h->text.text, first);
	strbuf_reserve(&h->text.points, first);
	p.text = &h->text;
	parse(&p);
	h->is_unclosed = p.tokenizer.is_unclosed;
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
	strbuf_free(&h->text.text);
	strbuf_free(&h->text.points);
	strbuf_free(&h->text.preformatted);
	strbuf_free(&h->other_text);
	strbuf_free(&h->links.links);
	arena_free(&h->links.arena);
	strbuf_free(&h->links.value.text);
	strbuf_free(&h->links.value.points);
	memory_release(h->memory, h);
}
