/* html.c - parse HTML: its links, and its visible text with a map to the source
 *
 * This is written by hand because the libraries build a tree, which takes more than linear time and
 * loses the source: such a builder walks its stack of open elements for each tag, and one took 19 s
 * for 100,000 <div>; this one takes 7 ms. In a browser the tree decides which text is raw; this
 * parser keeps the open elements of SVG and MathML instead, up to a depth, and src/doc/LIMITS.md
 * lists the links that differ from a browser's. Without a tree the links stay in the order of the
 * source, and every visible byte keeps its offset in the source, which findings report. lexbor's
 * tokenizer could be used alone, but Debian 12 has no package of it, and its text is decoded: the
 * offset of each character reference would have to be found a second time. */
#include "html/parser.h"
#include "util/ascii.h"
#include "util/memory.h"

/* HTML within more deeply nested elements of SVG and MathML is read as SVG or MathML. */
enum { MAX_FOREIGN_DEPTH = 256, HTML_BUCKETS = 256 };

/* The open elements of SVG and MathML, in which <style> and the like begin no raw text: the
 * outermost is <svg> or <math>. Elements of HTML within them, as in <foreignObject>, are not
 * counted. */
struct foreign_content {
	struct foreign_element {
		char name[MAX_TAG_NAME_BYTES + 1];
		bool is_svg;
		bool has_html; /* as its content */
	} open[MAX_FOREIGN_DEPTH];
	size_t depth;
	/* how many elements of HTML were begun and not ended, by the hash of their names */
	unsigned short html_elements[HTML_BUCKETS];
	enum { HTML_CONTENT, SELECT_CONTENT, TEMPLATE_COLUMNS, FRAMES } html; /* ends below that */
};

/* The elements whose start tags end SVG and MathML (HTML standard, 13.2.6.5). <font> is not among
 * them: that depends on its attributes. */
static const char html_names[] = " b big blockquote body br center code dd div dl dt em embed "
	"h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta nobr ol p pre ruby s small span strong "
	"strike sub sup table tt u ul var ";

/* The elements that have no content, and no end tag. */
static const char void_names[] = " area base br col embed hr img input link meta param source "
	"track wbr ";

/* Parses the document, or one that is embedded in it. */
struct html_parser {
	struct html *html;
	struct tokenizer tokenizer;
	struct visible_text *text;
	struct foreign_content foreign;
	bool is_html_font; /* the tag that is being read ends SVG and MathML */
	size_t anchor;     /* the link whose text is being read; NO_LINK: none */
	unsigned depth;    /* of documents that contain it */
};

/* Return true if an allocation failed: the text is not complete. */
static bool
has_text_failed(const struct visible_text *v)
{
	return v->text.failed || v->runs.failed || v->preformatted.failed;
}

static bool
has_failed(const struct html *h)
{
	return h->failed || has_text_failed(&h->text) || has_text_failed(&h->other_text) ||
	    h->links.failed || h->links.links.failed || h->links.strings.failed;
}

static void
end_anchor(struct html_parser *p)
{
	struct html_range text = visible_text_end_extent(p->text);
	size_t count;
	struct html_link *links = link_list_get(&p->html->links, &count);

	if (p->anchor != NO_LINK) {
		links[p->anchor].text_begin = text.begin;
		links[p->anchor].text_end = text.end;
	}
	p->anchor = NO_LINK;
}

/* An <a> within an <a> ends the outer one. */
static void
begin_anchor(struct html_parser *p)
{
	end_anchor(p);
	p->anchor = p->html->links.tag.href;
	visible_text_begin_extent(p->text);
}

/* ---- SVG, MathML and <select> --- */

/* Return true if the names, each between blanks, contain the name of the tag. */
static bool
is_one_of(const struct html_token *tag, const char *names)
{
	size_t len = strlen(tag->name);
	const char *at = names;

	while (len > 0 && (at = strstr(at, tag->name)) != NULL && (at[-1] != ' ' || at[len] != ' '))
		at++;
	return len > 0 && at != NULL;
}

/* Return true if the content of an element of SVG or MathML is HTML. */
static bool
is_integration_point(const struct html_token *tag, bool is_svg)
{
	return is_one_of(tag, is_svg ? " foreignobject desc title " : " mi mo mn ms mtext ");
}

/* Return true if an attribute of <font> makes it end SVG and MathML. */
static bool
is_font_attribute(const struct html_parser *p, const struct html_token *tag,
    const struct html_attribute *a)
{
	static const char names[][6] = { "color", "face", "size" };
	const char *name = p->tokenizer.html + a->name.begin;
	size_t i, len = a->name.end - a->name.begin;

	for (i = 0; i < 3; i++)
		if (html_is_tag(tag, "font") && ascii_is_word(name, len, names[i]))
			return true;
	return false;
}

/* Close the open elements of SVG and MathML, up to one whose content is HTML. */
static void
leave_foreign(struct foreign_content *f)
{
	while (f->depth > 0 && !f->open[f->depth - 1].has_html)
		f->depth--;
}

static bool
is_in_html(const struct foreign_content *f)
{
	return f->depth == 0 || f->open[f->depth - 1].has_html;
}

static void
open_foreign(struct foreign_content *f, const struct html_token *tag)
{
	struct foreign_element *e = &f->open[f->depth];

	if (f->depth == MAX_FOREIGN_DEPTH)
		return;
	e->is_svg = is_in_html(f) || strcmp(e[-1].name, "annotation-xml") == 0 ?
	    html_is_tag(tag, "svg") : e[-1].is_svg;
	e->has_html = is_integration_point(tag, e->is_svg);
	memcpy(e->name, tag->name, sizeof(e->name));
	f->depth++;
}

/* Return the number of elements of HTML that are open and have the name of the tag, or another with
 * the same hash. */
static inline unsigned short *
html_elements(struct foreign_content *f, const struct html_token *tag)
{
	uint64_t name;

	memcpy(&name, tag->name, sizeof(name));
	return &f->html_elements[name * UINT64_C(0x9E3779B97F4A7C15) >> 56];
}

/* Return true if a start tag of HTML has an effect. In <select>, among frames, and where a
 * <template> has columns, most have none. */
static bool
read_html_start(struct html_parser *p, const struct html_token *tag)
{
	struct foreign_content *f = &p->foreign;

	switch (f->html) {
	case HTML_CONTENT:
		if (html_is_tag(tag, "select"))
			f->html = SELECT_CONTENT;
		else if (html_is_tag(tag, "col") && p->text->hidden_depth > 0)
			f->html = TEMPLATE_COLUMNS;
		else if (html_is_tag(tag, "frameset") && p->text->hidden_depth == 0 &&
		    visible_text_is_empty(p->text))
			f->html = FRAMES;
		return true;
	case SELECT_CONTENT:
		if (is_one_of(tag, " select input keygen textarea template "))
			f->html = HTML_CONTENT;
		return f->html == HTML_CONTENT || html_is_tag(tag, "script");
	case TEMPLATE_COLUMNS:
		return false;
	case FRAMES:
		return html_is_tag(tag, "noframes");
	}
	return true;
}

/* Return true if a start tag is one of HTML: then the text after it may be raw. */
static bool
read_foreign_start(struct html_parser *p, const struct html_token *tag)
{
	const uint32_t letters = HTML_NAME_BIT('s') | HTML_NAME_BIT('m') | HTML_NAME_BIT('c') |
	    HTML_NAME_BIT('f'); /* of svg, math, select, col and frameset */
	struct foreign_content *f = &p->foreign;

	if (f->depth == 0)
		++*html_elements(f, tag);
	if (f->depth == 0 && f->html == HTML_CONTENT && !(HTML_NAME_BIT(tag->name[0]) & letters))
		return true;
	if (!is_in_html(f) && (p->is_html_font || is_one_of(tag, html_names)))
		leave_foreign(f);
	if (is_in_html(f) && (f->html || !(html_is_tag(tag, "svg") || html_is_tag(tag, "math"))))
		return read_html_start(p, tag);
	if (!p->tokenizer.is_self_closing)
		open_foreign(f, tag);
	return false;
}

static void
read_foreign_end(struct foreign_content *f, const struct html_token *tag)
{
	unsigned short *open = html_elements(f, tag);
	size_t i = f->depth;

	if (f->depth == 0 && *open > 0)
		--*open;
	if (f->depth == 0 && f->html == HTML_CONTENT)
		return;
	if (is_in_html(f) && ((f->html == SELECT_CONTENT && html_is_tag(tag, "select")) ||
	    (f->html == TEMPLATE_COLUMNS && html_is_tag(tag, "template"))))
		f->html = HTML_CONTENT;
	if (is_one_of(tag, " br p "))
		leave_foreign(f);
	while (i-- > 0)
		if (memcmp(f->open[i].name, tag->name, sizeof(tag->name)) == 0) {
			f->depth = i;
			return;
		} else if (f->open[i].has_html && !is_one_of(tag, " svg math ")) {
			return;
		}
	if (f->depth > 0 && *open > 0 && !is_one_of(tag, void_names)) {
		f->depth = 0;
		--*open;
	}
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
	size_t first;

	link_list_get(&h->links, &first);
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
	struct html_range content;
	bool is_html;

	p->is_html_font = false;
	if (p->foreign.depth > 0 && html_is_tag(tag, "font"))
		wanted = NULL;
	while (tokenizer_next_attribute(&p->tokenizer, wanted, &attribute)) {
		link_list_add_attribute(links, &attribute);
		if (wanted == NULL)
			p->is_html_font |= is_font_attribute(p, tag, &attribute);
	}
	if (p->tokenizer.is_cut)
		return;
	link_list_end_tag(links);
	is_html = read_foreign_start(p, tag);
	p->tokenizer.has_cdata = !is_in_html(&p->foreign);
	if (is_html && p->depth == 0 && p->text->hidden_depth == 0)
		link_list_set_base(links);
	if (html_is_tag(tag, "a"))
		begin_anchor(p);
	content.begin = p->tokenizer.at;
	visible_text_add_start_tag(p->text, &p->tokenizer, tag, is_html);
	content.end = p->tokenizer.at;
	if (content.end > content.begin && html_is_tag(tag, "style"))
		link_list_add_style_sheet(links, content);
	if (is_html && html_is_tag(tag, "iframe"))
		parse_srcdoc(p);
}

static void
read_end_tag(struct html_parser *p, const struct html_token *tag)
{
	static const struct html_name_filter no_names;
	struct html_attribute ignored;

	while (tokenizer_next_attribute(&p->tokenizer, &no_names, &ignored))
		;
	if (p->tokenizer.is_cut)
		return;
	read_foreign_end(&p->foreign, tag);
	p->tokenizer.has_cdata = !is_in_html(&p->foreign);
	if (html_is_tag(tag, "a"))
		end_anchor(p);
	visible_text_add_end_tag(p->text, tag);
}

/* Read all tokens. After a failed allocation this goes on: the document is dropped in the end. */
static void
parse(struct html_parser *p)
{
	struct html_token token;

	p->anchor = NO_LINK;
	while (tokenizer_next(&p->tokenizer, &token))
		if (token.type == HTML_START_TAG)
			read_start_tag(p, &token);
		else if (token.type == HTML_TEXT)
			visible_text_read(p->text, &p->tokenizer);
		else if (token.type == HTML_END_TAG)
			read_end_tag(p, &token);
		else if (token.type == HTML_LITERAL_TEXT)
			visible_text_add_literal(p->text, token.range);
		else
			parse_embedded(p, p->tokenizer.html, token.range);
	end_anchor(p);
}

/* Parse range of html as a document within another: add its links, and only the text of its
 * links. */
static void
parse_embedded(struct html_parser *outer, const char *html, struct html_range range)
{
	struct html *h = outer->html;
	struct html_parser p = { .html = h, .text = &h->other_text,
		.depth = outer->depth + 1 };
	struct visible_text outer_text;
	const char *outer_html = h->links.html;
	struct html_link *links;
	size_t link, count;

	if (p.depth > MAX_HTML_DEPTH)
		return;
	link_list_get(&h->links, &link);
	visible_text_begin_other(&h->other_text, html, range.end, &outer_text);
	h->links.html = html;
	tokenizer_init_range(&p.tokenizer, html, range);
	parse(&p);
	h->links.html = outer_html;
	visible_text_end_other(&h->other_text, &outer_text);
	for (links = link_list_get(&h->links, &count); link < count; link++)
		links[link].is_embedded = true;
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
