/* tree.c - which elements of HTML are open (HTML standard, 13.2.6)
 *
 * The functions are named after the standard's insertion modes, and follow its order. */
#include "html/tree.h"

#include <string.h>

#include "util/ascii.h"
#include "util/memory.h"

/* ---- elements --- */

enum element_flag {
	SPECIAL = 1,
	SCOPE = 2,       /* ends a search of the stack: "has an element in scope" */
	IMPLIED_END = 4, /* its end tag may be missing */
	THOROUGH_END = 8, /* ... before </template> */
	FORMATTING = 16,
	BLOCK = 32,      /* its start tag closes <p>, its end tag closes it by name */
	BREAKOUT = 64,   /* its start tag ends SVG and MathML */
	VOID = 128,      /* has no content */
	HEAD = 256       /* belongs into <head> */
};

/* In the order of strcmp. */
#define ELEMENTS(X) \
	X(A, "a", FORMATTING) \
	X(ADDRESS, "address", SPECIAL | BLOCK) \
	X(ANNOTATION_XML, "annotation-xml", 0) \
	X(APPLET, "applet", SPECIAL | SCOPE) \
	X(AREA, "area", SPECIAL | VOID) \
	X(ARTICLE, "article", SPECIAL | BLOCK) \
	X(ASIDE, "aside", SPECIAL | BLOCK) \
	X(B, "b", FORMATTING | BREAKOUT) \
	X(BASE, "base", SPECIAL | VOID | HEAD) \
	X(BASEFONT, "basefont", SPECIAL | VOID | HEAD) \
	X(BGSOUND, "bgsound", SPECIAL | VOID | HEAD) \
	X(BIG, "big", FORMATTING | BREAKOUT) \
	X(BLOCKQUOTE, "blockquote", SPECIAL | BLOCK | BREAKOUT) \
	X(BODY, "body", SPECIAL | BREAKOUT) \
	X(BR, "br", SPECIAL | VOID | BREAKOUT) \
	X(BUTTON, "button", SPECIAL) \
	X(CAPTION, "caption", SPECIAL | SCOPE | THOROUGH_END) \
	X(CENTER, "center", SPECIAL | BLOCK | BREAKOUT) \
	X(CODE, "code", FORMATTING | BREAKOUT) \
	X(COL, "col", SPECIAL | VOID) \
	X(COLGROUP, "colgroup", SPECIAL | THOROUGH_END) \
	X(DD, "dd", SPECIAL | IMPLIED_END | BREAKOUT) \
	X(DESC, "desc", 0) \
	X(DETAILS, "details", SPECIAL | BLOCK) \
	X(DIALOG, "dialog", BLOCK) \
	X(DIR, "dir", SPECIAL | BLOCK) \
	X(DIV, "div", SPECIAL | BLOCK | BREAKOUT) \
	X(DL, "dl", SPECIAL | BLOCK | BREAKOUT) \
	X(DT, "dt", SPECIAL | IMPLIED_END | BREAKOUT) \
	X(EM, "em", FORMATTING | BREAKOUT) \
	X(EMBED, "embed", SPECIAL | VOID | BREAKOUT) \
	X(FIELDSET, "fieldset", SPECIAL | BLOCK) \
	X(FIGCAPTION, "figcaption", SPECIAL | BLOCK) \
	X(FIGURE, "figure", SPECIAL | BLOCK) \
	X(FONT, "font", FORMATTING) \
	X(FOOTER, "footer", SPECIAL | BLOCK) \
	X(FOREIGNOBJECT, "foreignobject", 0) \
	X(FORM, "form", SPECIAL) \
	X(FRAME, "frame", SPECIAL | VOID) \
	X(FRAMESET, "frameset", SPECIAL) \
	X(H1, "h1", SPECIAL | BREAKOUT) \
	X(H2, "h2", SPECIAL | BREAKOUT) \
	X(H3, "h3", SPECIAL | BREAKOUT) \
	X(H4, "h4", SPECIAL | BREAKOUT) \
	X(H5, "h5", SPECIAL | BREAKOUT) \
	X(H6, "h6", SPECIAL | BREAKOUT) \
	X(HEAD_, "head", SPECIAL | BREAKOUT) \
	X(HEADER, "header", SPECIAL | BLOCK) \
	X(HGROUP, "hgroup", SPECIAL | BLOCK) \
	X(HR, "hr", SPECIAL | VOID | BREAKOUT) \
	X(HTML, "html", SPECIAL | SCOPE) \
	X(I, "i", FORMATTING | BREAKOUT) \
	X(IFRAME, "iframe", SPECIAL) \
	X(IMAGE, "image", 0) \
	X(IMG, "img", SPECIAL | VOID | BREAKOUT) \
	X(INPUT, "input", SPECIAL | VOID) \
	X(KEYGEN, "keygen", SPECIAL | VOID) \
	X(LI, "li", SPECIAL | IMPLIED_END | BREAKOUT) \
	X(LINK, "link", SPECIAL | VOID | HEAD) \
	X(LISTING, "listing", SPECIAL | BREAKOUT) \
	X(MAIN, "main", SPECIAL | BLOCK) \
	X(MALIGNMARK, "malignmark", 0) \
	X(MARQUEE, "marquee", SPECIAL | SCOPE) \
	X(MATH, "math", 0) \
	X(MENU, "menu", SPECIAL | BLOCK | BREAKOUT) \
	X(META, "meta", SPECIAL | VOID | HEAD | BREAKOUT) \
	X(MGLYPH, "mglyph", 0) \
	X(MI, "mi", 0) \
	X(MN, "mn", 0) \
	X(MO, "mo", 0) \
	X(MS, "ms", 0) \
	X(MTEXT, "mtext", 0) \
	X(NAV, "nav", SPECIAL | BLOCK) \
	X(NOBR, "nobr", FORMATTING | BREAKOUT) \
	X(NOEMBED, "noembed", SPECIAL) \
	X(NOFRAMES, "noframes", SPECIAL | HEAD) \
	X(NOSCRIPT, "noscript", SPECIAL) \
	X(OBJECT, "object", SPECIAL | SCOPE) \
	X(OL, "ol", SPECIAL | BLOCK | BREAKOUT) \
	X(OPTGROUP, "optgroup", IMPLIED_END) \
	X(OPTION, "option", IMPLIED_END) \
	X(P, "p", SPECIAL | IMPLIED_END | BREAKOUT) \
	X(PARAM, "param", SPECIAL | VOID) \
	X(PLAINTEXT, "plaintext", SPECIAL) \
	X(PRE, "pre", SPECIAL | BREAKOUT) \
	X(RB, "rb", IMPLIED_END) \
	X(RP, "rp", IMPLIED_END) \
	X(RT, "rt", IMPLIED_END) \
	X(RTC, "rtc", IMPLIED_END) \
	X(RUBY, "ruby", BREAKOUT) \
	X(S, "s", FORMATTING | BREAKOUT) \
	X(SCRIPT, "script", SPECIAL | HEAD) \
	X(SEARCH, "search", SPECIAL | BLOCK) \
	X(SECTION, "section", SPECIAL | BLOCK) \
	X(SELECT, "select", SPECIAL) \
	X(SMALL, "small", FORMATTING | BREAKOUT) \
	X(SOURCE, "source", SPECIAL | VOID) \
	X(SPAN, "span", BREAKOUT) \
	X(STRIKE, "strike", FORMATTING | BREAKOUT) \
	X(STRONG, "strong", FORMATTING | BREAKOUT) \
	X(STYLE, "style", SPECIAL | HEAD) \
	X(SUB, "sub", BREAKOUT) \
	X(SUMMARY, "summary", SPECIAL | BLOCK) \
	X(SUP, "sup", BREAKOUT) \
	X(SVG, "svg", 0) \
	X(TABLE, "table", SPECIAL | SCOPE | BREAKOUT) \
	X(TBODY, "tbody", SPECIAL | THOROUGH_END) \
	X(TD, "td", SPECIAL | SCOPE | THOROUGH_END) \
	X(TEMPLATE, "template", SPECIAL | SCOPE | HEAD) \
	X(TEXTAREA, "textarea", SPECIAL) \
	X(TFOOT, "tfoot", SPECIAL | THOROUGH_END) \
	X(TH, "th", SPECIAL | SCOPE | THOROUGH_END) \
	X(THEAD, "thead", SPECIAL | THOROUGH_END) \
	X(TITLE, "title", SPECIAL | HEAD) \
	X(TR, "tr", SPECIAL | THOROUGH_END) \
	X(TRACK, "track", SPECIAL | VOID) \
	X(TT, "tt", FORMATTING | BREAKOUT) \
	X(U, "u", FORMATTING | BREAKOUT) \
	X(UL, "ul", SPECIAL | BLOCK | BREAKOUT) \
	X(VAR, "var", BREAKOUT) \
	X(WBR, "wbr", SPECIAL | VOID) \
	X(XMP, "xmp", SPECIAL)

#define ID(id, name, flags) TAG_##id,
enum tag { ELEMENTS(ID) TAG_OTHER };
#undef ID

static const struct {
	char name[MAX_TAG_NAME_BYTES + 1];
	unsigned flags;
} elements[] = {
#define ROW(id, name, flags) { name, flags },
	ELEMENTS(ROW)
#undef ROW
	{ "", 0 } /* TAG_OTHER */
};

static enum tag
find_tag(const char name[MAX_TAG_NAME_BYTES + 1])
{
	unsigned low = 0, high = TAG_OTHER;

	while (low < high) {
		unsigned middle = (low + high) / 2;
		int order = memcmp(name, elements[middle].name, MAX_TAG_NAME_BYTES + 1);

		if (order == 0)
			return (enum tag)middle;
		if (order < 0)
			high = middle;
		else
			low = middle + 1;
	}
	return TAG_OTHER;
}

static bool
has_flag(enum tag tag, unsigned flag)
{
	return (elements[tag].flags & flag) != 0;
}

/* ---- the stack --- */

enum name_space { NS_HTML, NS_SVG, NS_MATHML };

/* An end tag may look at each open element: what it asks is known of each. */
struct element {
	const char *name; /* borrowed; in any case */
	size_t name_len;
	uint32_t name_hash; /* equal names have equal hashes */
	enum tag tag;
	enum name_space ns;
	bool is_html_annotation;
	bool is_special;
	unsigned char ended_scopes; /* bit i: enum scope i ends here */
	unsigned id; /* no other element has it */
};

struct formatting {
	struct element element;
	uint32_t hash;
	bool is_marker;
	bool is_open;
};

enum mode {
	BEFORE_HTML, BEFORE_HEAD, IN_HEAD, IN_HEAD_NOSCRIPT, AFTER_HEAD, IN_BODY, IN_TABLE,
	IN_CAPTION, IN_COLUMN_GROUP, IN_TABLE_BODY, IN_ROW, IN_CELL, IN_SELECT,
	IN_SELECT_IN_TABLE, IN_TEMPLATE, AFTER_BODY, IN_FRAMESET, AFTER_FRAMESET,
	AFTER_AFTER_BODY, AFTER_AFTER_FRAMESET
};

enum { NAME_BUCKETS = 64 };

struct tree {
	enum mode mode;
	struct element stack[MAX_OPEN_ELEMENTS];
	size_t depth;
	size_t open[TAG_OTHER + 1]; /* how many HTML elements of each name are open */
	size_t html_count;          /* and how many HTML elements in all */
	/* how many elements are open whose name_hash has these last bits */
	unsigned short named[NAME_BUCKETS];
	struct formatting formatting[MAX_FORMATTING_ELEMENTS];
	size_t formatting_count;
	enum mode template_modes[MAX_OPEN_ELEMENTS];
	size_t template_count;
	unsigned last_id;
	unsigned form; /* id of the <form> that is open, or 0 */
	bool has_doctype;
	bool has_head;
	bool has_body_content; /* the standard's frameset-ok is "not ok" */
	bool is_ignored;       /* the start tag that is being added has no effect */
};

/* A tag that is being added. */
struct tree_tag {
	struct element element; /* as which it is opened, or closed */
	const struct tree_attributes *attributes;
};

static const struct tree_attributes no_attributes;

static struct element *
current(struct tree *t)
{
	return &t->stack[t->depth - 1];
}

static bool
is_html_element(const struct element *e, enum tag tag)
{
	return e->tag == tag && e->ns == NS_HTML;
}

static bool
is_current(struct tree *t, enum tag tag)
{
	return t->depth > 0 && is_html_element(current(t), tag);
}

static bool
is_open(const struct tree *t, enum tag tag)
{
	return t->open[tag] > 0;
}

static bool
is_text_point(const struct element *e)
{
	return e->ns == NS_MATHML && (e->tag == TAG_MI || e->tag == TAG_MO ||
	    e->tag == TAG_MN || e->tag == TAG_MS || e->tag == TAG_MTEXT);
}

static bool
is_svg_point(const struct element *e)
{
	return e->ns == NS_SVG && (e->tag == TAG_FOREIGNOBJECT || e->tag == TAG_DESC ||
	    e->tag == TAG_TITLE);
}

static bool
is_html_point(const struct element *e)
{
	return is_svg_point(e) || e->is_html_annotation;
}

static bool
is_foreign_special(const struct element *e)
{
	return is_text_point(e) || is_svg_point(e) ||
	    (e->ns == NS_MATHML && e->tag == TAG_ANNOTATION_XML);
}

enum scope { SCOPE_DEFAULT, SCOPE_LIST, SCOPE_BUTTON, SCOPE_TABLE, SCOPE_SELECT };

static bool
ends_scope(const struct element *e, enum scope scope)
{
	if (scope == SCOPE_SELECT)
		return !is_html_element(e, TAG_OPTGROUP) && !is_html_element(e, TAG_OPTION);
	if (e->ns != NS_HTML)
		return scope != SCOPE_TABLE && is_foreign_special(e);
	if (scope == SCOPE_TABLE)
		return e->tag == TAG_HTML || e->tag == TAG_TABLE || e->tag == TAG_TEMPLATE;
	return has_flag(e->tag, SCOPE) ||
	    (scope == SCOPE_LIST && (e->tag == TAG_OL || e->tag == TAG_UL)) ||
	    (scope == SCOPE_BUTTON && e->tag == TAG_BUTTON);
}

/* Note what is asked of open elements. */
static void
classify(struct element *e)
{
	enum scope scope;

	e->is_special = e->ns == NS_HTML ? has_flag(e->tag, SPECIAL) :
	    is_foreign_special(e);
	e->ended_scopes = 0;
	for (scope = SCOPE_DEFAULT; scope <= SCOPE_SELECT; scope++)
		e->ended_scopes |= (unsigned char)(ends_scope(e, scope) << scope);
}

/* Count an element that is opened (1) or closed (-1). */
static void
count_open(struct tree *t, const struct element *e, int change)
{
	if (e->ns == NS_HTML) {
		t->open[e->tag] += (size_t)change;
		t->html_count += (size_t)change;
	}
	t->named[e->name_hash % NAME_BUCKETS] += (unsigned short)change;
}

/* Return true if an element may be open that has the same name. */
static bool
may_be_open(const struct tree *t, const struct element *wanted)
{
	return t->named[wanted->name_hash % NAME_BUCKETS] > 0;
}

/* Open an element again, as one that has no other's id. Beyond the limit none is opened,
 * and it is closed in vain. */
static void
push_again(struct tree *t, struct element e)
{
	if (t->depth == MAX_OPEN_ELEMENTS)
		return;
	e.id = ++t->last_id;
	t->stack[t->depth++] = e;
	count_open(t, &e, 1);
}

static void
push(struct tree *t, struct element e)
{
	classify(&e);
	push_again(t, e);
}

static void
push_tag(struct tree *t, const struct tree_tag *tag)
{
	push(t, tag->element);
}

/* Return an element called name[0..len), in any case. */
static struct element
named_element(const char *name, size_t len, enum tag tag)
{
	struct element e = { .name = name, .name_len = len, .tag = tag,
		.name_hash = 2166136261u };
	size_t i;

	for (i = 0; i < len; i++)
		e.name_hash = (e.name_hash ^ (unsigned char)ascii_lower(name[i])) *
		    16777619u;
	return e;
}

static bool
has_same_name(const struct element *a, const struct element *b)
{
	return a->name_hash == b->name_hash && a->name_len == b->name_len &&
	    ascii_equal(a->name, b->name, a->name_len);
}

static struct element
html_element(enum tag tag)
{
	return named_element(elements[tag].name, strlen(elements[tag].name), tag);
}

static size_t find_formatting_id(const struct tree *t, unsigned id);

static void
remove_element(struct tree *t, size_t index)
{
	const struct element *e = &t->stack[index];
	size_t listed = has_flag(e->tag, FORMATTING) ? find_formatting_id(t, e->id) :
	    SIZE_MAX;

	if (listed != SIZE_MAX)
		t->formatting[listed].is_open = false;
	count_open(t, e, -1);
	t->depth--;
	memmove(t->stack + index, t->stack + index + 1,
	    (t->depth - index) * sizeof(*t->stack));
}

/* The root stays open. */
static void
pop(struct tree *t)
{
	if (t->depth > 1)
		remove_element(t, t->depth - 1);
}

static void
pop_to_depth(struct tree *t, size_t depth)
{
	while (t->depth > depth && t->depth > 1)
		pop(t);
}

/* Close elements up to the one called tag. */
static void
pop_until(struct tree *t, enum tag tag)
{
	while (t->depth > 1) {
		bool is_last = is_current(t, tag);

		pop(t);
		if (is_last)
			return;
	}
}

/* ---- scopes --- */

static bool
is_in_scope(const struct tree *t, enum tag tag, enum scope scope)
{
	size_t i;

	if (!is_open(t, tag))
		return false;
	for (i = t->depth; i-- > 0;) {
		if (is_html_element(&t->stack[i], tag))
			return true;
		if (t->stack[i].ended_scopes >> scope & 1)
			return false;
	}
	return false;
}

static bool
is_heading(enum tag tag)
{
	return tag >= TAG_H1 && tag <= TAG_H6;
}

static bool
is_cell(enum tag tag)
{
	return tag == TAG_TD || tag == TAG_TH;
}

static bool
is_row_group(enum tag tag)
{
	return tag == TAG_TBODY || tag == TAG_TFOOT || tag == TAG_THEAD;
}

/* <caption>, <col>, <td> and the like */
static bool
is_table_part(enum tag tag)
{
	return tag == TAG_CAPTION || tag == TAG_COL || tag == TAG_COLGROUP ||
	    tag == TAG_TR || is_row_group(tag) || is_cell(tag);
}

static void
close_implied(struct tree *t, enum tag except)
{
	while (current(t)->ns == NS_HTML && current(t)->tag != except &&
	    has_flag(current(t)->tag, IMPLIED_END))
		pop(t);
}

static void
close_implied_thoroughly(struct tree *t)
{
	while (current(t)->ns == NS_HTML &&
	    has_flag(current(t)->tag, IMPLIED_END | THOROUGH_END))
		pop(t);
}

/* Close the element called tag if it is in scope. */
static bool
close_in_scope(struct tree *t, enum tag tag, enum scope scope)
{
	if (!is_in_scope(t, tag, scope))
		return false;
	close_implied(t, tag);
	pop_until(t, tag);
	return true;
}

static void
close_p(struct tree *t)
{
	close_in_scope(t, TAG_P, SCOPE_BUTTON);
}

/* ---- formatting elements --- */

static void
remove_formatting(struct tree *t, size_t index)
{
	t->formatting_count--;
	memmove(t->formatting + index, t->formatting + index + 1,
	    (t->formatting_count - index) * sizeof(*t->formatting));
}

static void
append_formatting(struct tree *t, const struct formatting *f)
{
	if (t->formatting_count == MAX_FORMATTING_ELEMENTS)
		remove_formatting(t, 0);
	t->formatting[t->formatting_count++] = *f;
}

static void
add_marker(struct tree *t)
{
	append_formatting(t, &(struct formatting){ .is_marker = true });
}

static void
clear_to_marker(struct tree *t)
{
	while (t->formatting_count > 0)
		if (t->formatting[--t->formatting_count].is_marker)
			return;
}

/* Of equal elements only three stay. */
static void
add_formatting(struct tree *t, const struct tree_tag *tag)
{
	struct formatting f = { *current(t), tag->attributes->hash, false, true };
	size_t i, equal = 0, first = 0;

	for (i = t->formatting_count; i-- > 0 && !t->formatting[i].is_marker;)
		if (t->formatting[i].element.tag == f.element.tag &&
		    t->formatting[i].hash == f.hash) {
			equal++;
			first = i;
		}
	if (equal >= 3)
		remove_formatting(t, first);
	append_formatting(t, &f);
}

/* Return the index in the list of the last formatting element after the last marker
 * that is called tag; SIZE_MAX if there is none. */
static size_t
find_formatting(const struct tree *t, enum tag tag)
{
	size_t i;

	for (i = t->formatting_count; i-- > 0 && !t->formatting[i].is_marker;)
		if (t->formatting[i].element.tag == tag)
			return i;
	return SIZE_MAX;
}

static size_t
find_formatting_id(const struct tree *t, unsigned id)
{
	size_t i;

	for (i = t->formatting_count; i-- > 0;)
		if (!t->formatting[i].is_marker && t->formatting[i].element.id == id)
			return i;
	return SIZE_MAX;
}

/* Return the index in the stack; SIZE_MAX if the element is not open. */
static size_t
find_open(const struct tree *t, unsigned id)
{
	size_t i;

	for (i = t->depth; i-- > 0;)
		if (t->stack[i].id == id)
			return i;
	return SIZE_MAX;
}

/* Open the formatting elements again that were closed by others (13.2.4.3). */
static void
reconstruct_formatting(struct tree *t)
{
	size_t i = t->formatting_count;

	while (i > 0 && !t->formatting[i - 1].is_marker && !t->formatting[i - 1].is_open)
		i--;
	for (; i < t->formatting_count; i++) {
		if (t->depth == MAX_OPEN_ELEMENTS)
			return;
		push_again(t, t->formatting[i].element);
		t->formatting[i].element.id = current(t)->id;
		t->formatting[i].is_open = true;
	}
}

/* Any other end tag of the mode "in body". */
static void
close_any(struct tree *t, const struct element *wanted)
{
	size_t i;

	if (!is_open(t, wanted->tag) || !may_be_open(t, wanted))
		return;
	for (i = t->depth; i-- > 1;) {
		const struct element *e = &t->stack[i];

		if (is_html_element(e, wanted->tag) &&
		    (e->tag != TAG_OTHER || has_same_name(e, wanted))) {
			/* what close_implied closes stands above it */
			pop_to_depth(t, i);
			return;
		}
		if (e->is_special)
			return;
	}
}

/* Return the index in the stack of the first special element after index. */
static size_t
find_furthest_block(const struct tree *t, size_t index)
{
	while (++index < t->depth)
		if (t->stack[index].is_special)
			return index;
	return SIZE_MAX;
}

/* Insert an element into the stack. */
static void
insert_element(struct tree *t, size_t index, struct element e)
{
	memmove(t->stack + index + 1, t->stack + index,
	    (t->depth - index) * sizeof(*t->stack));
	t->stack[index] = e;
	t->depth++;
	count_open(t, &e, 1);
}

/* The inner loop of the adoption agency: of the elements between the formatting element
 * and the block keep at most three formatting ones open. Return the place in the list
 * where the formatting element goes. */
static size_t
adopt_between(struct tree *t, size_t begin, size_t block, size_t bookmark)
{
	size_t i = block, counter = 0, listed;
	bool is_first = true;

	while (--i > begin) {
		listed = find_formatting_id(t, t->stack[i].id);
		if (++counter > 3 && listed != SIZE_MAX) {
			remove_formatting(t, listed);
			bookmark -= listed < bookmark;
			listed = SIZE_MAX;
		}
		if (listed == SIZE_MAX) {
			remove_element(t, i);
			continue;
		}
		if (is_first)
			bookmark = listed + 1;
		is_first = false;
	}
	return bookmark;
}

/* One turn of the adoption agency (13.2.6.4.7). Return false after the last one. */
static bool
adopt(struct tree *t, const struct element *wanted)
{
	size_t listed = find_formatting(t, wanted->tag), open, block, bookmark;
	struct formatting f;
	unsigned block_id;

	if (listed == SIZE_MAX) {
		close_any(t, wanted);
		return false;
	}
	f = t->formatting[listed];
	open = find_open(t, f.element.id);
	if (open == SIZE_MAX) {
		remove_formatting(t, listed);
		return false;
	}
	for (block = t->depth; block-- > open + 1;)
		if (t->stack[block].ended_scopes >> SCOPE_DEFAULT & 1)
			return false;
	block = find_furthest_block(t, open);
	if (block == SIZE_MAX) {
		pop_to_depth(t, open);
		remove_formatting(t, listed);
		return false;
	}
	block_id = t->stack[block].id;
	bookmark = adopt_between(t, open, block, listed);
	listed = find_formatting_id(t, f.element.id);
	remove_formatting(t, listed);
	bookmark -= listed < bookmark;
	remove_element(t, open);
	f.element.id = ++t->last_id;
	f.is_open = true;
	insert_element(t, find_open(t, block_id) + 1, f.element);
	memmove(t->formatting + bookmark + 1, t->formatting + bookmark,
	    (t->formatting_count - bookmark) * sizeof(*t->formatting));
	t->formatting[bookmark] = f;
	t->formatting_count++;
	return true;
}

static void
close_formatting(struct tree *t, const struct element *wanted)
{
	unsigned turn;

	if (is_current(t, wanted->tag) &&
	    find_formatting_id(t, current(t)->id) == SIZE_MAX) {
		pop(t);
		return;
	}
	for (turn = 0; turn < 8 && adopt(t, wanted); turn++)
		;
}

static void
open_formatting(struct tree *t, const struct tree_tag *tag)
{
	reconstruct_formatting(t);
	if (t->depth == MAX_OPEN_ELEMENTS)
		return;
	push_tag(t, tag);
	add_formatting(t, tag);
}

/* ---- modes --- */

static enum mode
select_mode(const struct tree *t, size_t index)
{
	while (index-- > 1) {
		if (is_html_element(&t->stack[index], TAG_TEMPLATE))
			return IN_SELECT;
		if (is_html_element(&t->stack[index], TAG_TABLE))
			return IN_SELECT_IN_TABLE;
	}
	return IN_SELECT;
}

/* Set the mode by the elements that are open (13.2.4.1). */
static void
reset_mode(struct tree *t)
{
	size_t i;

	for (i = t->depth; i-- > 0;) {
		const struct element *e = &t->stack[i];

		if (e->ns != NS_HTML)
			continue;
		t->mode = e->tag == TAG_SELECT ? select_mode(t, i) :
		    is_cell(e->tag) ? IN_CELL : e->tag == TAG_TR ? IN_ROW :
		    is_row_group(e->tag) ? IN_TABLE_BODY :
		    e->tag == TAG_CAPTION ? IN_CAPTION :
		    e->tag == TAG_COLGROUP ? IN_COLUMN_GROUP :
		    e->tag == TAG_TABLE ? IN_TABLE :
		    e->tag == TAG_TEMPLATE && t->template_count > 0 ?
		    t->template_modes[t->template_count - 1] :
		    e->tag == TAG_HEAD_ ? IN_HEAD : e->tag == TAG_BODY ? IN_BODY :
		    e->tag == TAG_FRAMESET ? IN_FRAMESET :
		    e->tag == TAG_HTML ? (t->has_head ? AFTER_HEAD : BEFORE_HEAD) :
		    BEFORE_HTML;
		if (t->mode != BEFORE_HTML)
			return;
	}
}

static void
set_template_mode(struct tree *t, enum mode mode)
{
	t->mode = mode;
	if (t->template_count > 0)
		t->template_modes[t->template_count - 1] = mode;
}

static void
open_template(struct tree *t, const struct tree_tag *tag)
{
	if (t->depth == MAX_OPEN_ELEMENTS || t->template_count == MAX_OPEN_ELEMENTS) {
		t->is_ignored = true;
		return;
	}
	push_tag(t, tag);
	add_marker(t);
	t->has_body_content = true;
	t->template_count++;
	set_template_mode(t, IN_TEMPLATE);
}

static void
close_template(struct tree *t)
{
	if (!is_open(t, TAG_TEMPLATE))
		return;
	close_implied_thoroughly(t);
	pop_until(t, TAG_TEMPLATE);
	clear_to_marker(t);
	t->template_count -= t->template_count > 0;
	reset_mode(t);
}

/* Return true if the tag was handled; else it is to be handled in the new mode. */
typedef bool start_tag_fn(struct tree *t, const struct tree_tag *tag);

static bool
ignore(struct tree *t)
{
	t->is_ignored = true;
	return true;
}

static bool
change_mode(struct tree *t, enum mode mode)
{
	t->mode = mode;
	return false;
}

static bool start_in_body(struct tree *t, const struct tree_tag *tag);

/* ---- start tags: before the body --- */

static bool
start_before_html(struct tree *t, const struct tree_tag *tag)
{
	push(t, html_element(TAG_HTML));
	t->mode = BEFORE_HEAD;
	return tag->element.tag == TAG_HTML;
}

static bool
start_before_head(struct tree *t, const struct tree_tag *tag)
{
	if (tag->element.tag == TAG_HTML)
		return ignore(t);
	push(t, html_element(TAG_HEAD_));
	t->has_head = true;
	t->mode = IN_HEAD;
	return tag->element.tag == TAG_HEAD_;
}

/* Handle a tag that has HEAD. Raw text is not opened: it is closed at once. */
static bool
start_head_content(struct tree *t, const struct tree_tag *tag)
{
	if (tag->element.tag == TAG_TEMPLATE)
		open_template(t, tag);
	return true;
}

static bool
start_in_head(struct tree *t, const struct tree_tag *tag)
{
	if (has_flag(tag->element.tag, HEAD))
		return start_head_content(t, tag);
	if (tag->element.tag == TAG_HTML || tag->element.tag == TAG_HEAD_)
		return ignore(t);
	if (tag->element.tag == TAG_NOSCRIPT) {
		push_tag(t, tag);
		t->mode = IN_HEAD_NOSCRIPT;
		return true;
	}
	pop(t);
	return change_mode(t, AFTER_HEAD);
}

static bool
start_in_head_noscript(struct tree *t, const struct tree_tag *tag)
{
	switch (tag->element.tag) {
	case TAG_BASEFONT:
	case TAG_BGSOUND:
	case TAG_LINK:
	case TAG_META:
	case TAG_NOFRAMES:
	case TAG_STYLE:
		return true;
	case TAG_HTML:
	case TAG_HEAD_:
	case TAG_NOSCRIPT:
		return ignore(t);
	default:
		pop(t);
		return change_mode(t, IN_HEAD);
	}
}

static bool
start_after_head(struct tree *t, const struct tree_tag *tag)
{
	if (has_flag(tag->element.tag, HEAD))
		return start_head_content(t, tag);
	switch (tag->element.tag) {
	case TAG_HTML:
	case TAG_HEAD_:
		return ignore(t);
	case TAG_BODY:
		push_tag(t, tag);
		t->has_body_content = true;
		t->mode = IN_BODY;
		return true;
	case TAG_FRAMESET:
		push_tag(t, tag);
		t->mode = IN_FRAMESET;
		return true;
	default:
		push(t, html_element(TAG_BODY));
		return change_mode(t, IN_BODY);
	}
}

/* ---- start tags: in the body --- */

static bool
start_frameset(struct tree *t, const struct tree_tag *tag)
{
	if (t->depth < 2 || !is_html_element(&t->stack[1], TAG_BODY) ||
	    t->has_body_content)
		return ignore(t);
	pop_to_depth(t, 1);
	push_tag(t, tag);
	t->mode = IN_FRAMESET;
	return true;
}

static bool
is_list_item_pair(enum tag a, enum tag b)
{
	return a == TAG_LI ? b == TAG_LI : b == TAG_DD || b == TAG_DT;
}

static bool
start_list_item(struct tree *t, const struct tree_tag *tag)
{
	size_t i;

	t->has_body_content = true;
	for (i = t->depth; i-- > 0;) {
		const struct element *e = &t->stack[i];

		if (e->ns == NS_HTML && is_list_item_pair(tag->element.tag, e->tag)) {
			enum tag closed = e->tag;

			close_implied(t, closed);
			pop_until(t, closed);
			break;
		}
		if (e->is_special && !is_html_element(e, TAG_ADDRESS) &&
		    !is_html_element(e, TAG_DIV) && !is_html_element(e, TAG_P))
			break;
	}
	close_p(t);
	push_tag(t, tag);
	return true;
}

static bool
start_form(struct tree *t, const struct tree_tag *tag)
{
	if (t->form && !is_open(t, TAG_TEMPLATE))
		return ignore(t);
	close_p(t);
	push_tag(t, tag);
	if (!is_open(t, TAG_TEMPLATE))
		t->form = current(t)->id;
	return true;
}

/* An <a> ends the one that is open. */
static void
close_anchor(struct tree *t, const struct tree_tag *tag)
{
	size_t listed = find_formatting(t, TAG_A), open;
	unsigned id;

	if (listed == SIZE_MAX)
		return;
	id = t->formatting[listed].element.id;
	close_formatting(t, &tag->element);
	listed = find_formatting_id(t, id);
	if (listed != SIZE_MAX)
		remove_formatting(t, listed);
	open = find_open(t, id);
	if (open != SIZE_MAX)
		remove_element(t, open);
}

static bool
start_formatting(struct tree *t, const struct tree_tag *tag)
{
	if (tag->element.tag == TAG_A)
		close_anchor(t, tag);
	if (tag->element.tag == TAG_NOBR) {
		reconstruct_formatting(t);
		if (is_in_scope(t, TAG_NOBR, SCOPE_DEFAULT))
			close_formatting(t, &tag->element);
	}
	open_formatting(t, tag);
	return true;
}

static bool
start_select(struct tree *t, const struct tree_tag *tag)
{
	reconstruct_formatting(t);
	push_tag(t, tag);
	t->has_body_content = true;
	if (!is_open(t, TAG_SELECT)) /* too deep */
		return true;
	t->mode = t->mode >= IN_TABLE && t->mode <= IN_CELL ? IN_SELECT_IN_TABLE :
	    IN_SELECT;
	return true;
}

static bool
start_foreign_root(struct tree *t, const struct tree_tag *tag, enum name_space ns)
{
	struct element e = tag->element;

	e.ns = ns;
	reconstruct_formatting(t);
	if (!tag->attributes->is_self_closing)
		push(t, e);
	t->is_ignored = true; /* it is no element of HTML */
	return true;
}

static bool
start_void(struct tree *t, const struct tree_tag *tag)
{
	enum tag name = tag->element.tag;

	if (name == TAG_HR) {
		close_p(t);
	} else if (name != TAG_PARAM && name != TAG_SOURCE && name != TAG_TRACK) {
		reconstruct_formatting(t);
	} else {
		return true;
	}
	if (name != TAG_INPUT || !tag->attributes->is_hidden_input)
		t->has_body_content = true;
	return true;
}

/* Open an inline element, after the formatting elements. */
static bool
start_inline(struct tree *t, const struct tree_tag *tag)
{
	reconstruct_formatting(t);
	push_tag(t, tag);
	return true;
}

static bool
start_block(struct tree *t, const struct tree_tag *tag)
{
	close_p(t);
	if (is_heading(tag->element.tag) && current(t)->ns == NS_HTML &&
	    is_heading(current(t)->tag))
		pop(t);
	push_tag(t, tag);
	return true;
}

/* Handle an element by its name, if it has no class of its own. */
static bool
start_named(struct tree *t, const struct tree_tag *tag)
{
	switch (tag->element.tag) {
	case TAG_PRE:
	case TAG_LISTING:
		t->has_body_content = true;
		return start_block(t, tag);
	case TAG_PLAINTEXT:
		return start_block(t, tag);
	case TAG_BUTTON:
		close_in_scope(t, TAG_BUTTON, SCOPE_DEFAULT);
		t->has_body_content = true;
		return start_inline(t, tag);
	case TAG_APPLET:
	case TAG_MARQUEE:
	case TAG_OBJECT:
		start_inline(t, tag);
		add_marker(t);
		t->has_body_content = true;
		return true;
	case TAG_TABLE:
		if (t->has_doctype)
			close_p(t);
		push_tag(t, tag);
		t->has_body_content = true;
		t->mode = IN_TABLE;
		return true;
	case TAG_XMP:
		close_p(t);
		reconstruct_formatting(t);
		t->has_body_content = true;
		return true;
	case TAG_TEXTAREA:
	case TAG_IFRAME:
		t->has_body_content = true;
		return true;
	case TAG_NOEMBED:
		return true;
	case TAG_IMAGE:
		reconstruct_formatting(t);
		t->has_body_content = true;
		return true;
	case TAG_OPTGROUP:
	case TAG_OPTION:
		if (is_current(t, TAG_OPTION))
			pop(t);
		return start_inline(t, tag);
	case TAG_RB:
	case TAG_RTC:
	case TAG_RP:
	case TAG_RT:
		if (is_in_scope(t, TAG_RUBY, SCOPE_DEFAULT))
			close_implied(t, tag->element.tag == TAG_RP ||
			    tag->element.tag == TAG_RT ? TAG_RTC : TAG_OTHER);
		push_tag(t, tag);
		return true;
	default:
		return start_inline(t, tag);
	}
}

static bool
start_in_body(struct tree *t, const struct tree_tag *tag)
{
	enum tag name = tag->element.tag;

	if (has_flag(name, HEAD))
		return start_head_content(t, tag);
	if (name == TAG_BODY && !is_open(t, TAG_TEMPLATE))
		t->has_body_content = true;
	if (name == TAG_HTML || name == TAG_BODY || name == TAG_HEAD_ ||
	    name == TAG_FRAME || is_table_part(name))
		return ignore(t);
	if (name == TAG_FRAMESET)
		return start_frameset(t, tag);
	if (name == TAG_LI || name == TAG_DD || name == TAG_DT)
		return start_list_item(t, tag);
	if (name == TAG_FORM)
		return start_form(t, tag);
	if (name == TAG_SELECT)
		return start_select(t, tag);
	if (name == TAG_SVG || name == TAG_MATH)
		return start_foreign_root(t, tag, name == TAG_SVG ? NS_SVG : NS_MATHML);
	if (has_flag(name, BLOCK) || name == TAG_P || is_heading(name))
		return start_block(t, tag);
	if (has_flag(name, FORMATTING))
		return start_formatting(t, tag);
	if (has_flag(name, VOID))
		return start_void(t, tag);
	return start_named(t, tag);
}

/* ---- start tags: tables --- */

/* Close elements up to a table, or (tag) to a row or group of rows in it. */
static void
clear_to_context(struct tree *t, enum mode mode)
{
	for (;;) {
		const struct element *e = current(t);

		if (e->ns == NS_HTML && (e->tag == TAG_TEMPLATE || e->tag == TAG_HTML ||
		    (mode == IN_TABLE && e->tag == TAG_TABLE) ||
		    (mode == IN_TABLE_BODY && is_row_group(e->tag)) ||
		    (mode == IN_ROW && e->tag == TAG_TR)))
			return;
		pop(t);
	}
}

/* Open a part of a table in its context. */
static void
open_part(struct tree *t, enum mode context, struct element e, enum mode inside)
{
	clear_to_context(t, context);
	push(t, e);
	if (inside == IN_CAPTION || inside == IN_CELL)
		add_marker(t);
	t->mode = inside;
}

static bool
close_table(struct tree *t)
{
	if (!is_in_scope(t, TAG_TABLE, SCOPE_TABLE))
		return false;
	pop_until(t, TAG_TABLE);
	reset_mode(t);
	return true;
}

static bool
start_in_table(struct tree *t, const struct tree_tag *tag)
{
	enum tag name = tag->element.tag;

	if (name == TAG_CAPTION) {
		open_part(t, IN_TABLE, tag->element, IN_CAPTION);
		return true;
	}
	if (name == TAG_COLGROUP || name == TAG_COL) {
		open_part(t, IN_TABLE, html_element(TAG_COLGROUP), IN_COLUMN_GROUP);
		return name == TAG_COLGROUP;
	}
	if (is_row_group(name) || name == TAG_TR || is_cell(name)) {
		open_part(t, IN_TABLE, is_row_group(name) ? tag->element :
		    html_element(TAG_TBODY), IN_TABLE_BODY);
		return is_row_group(name);
	}
	if (name == TAG_TABLE)
		return !close_table(t) && ignore(t);
	if (name == TAG_STYLE || name == TAG_SCRIPT || name == TAG_TEMPLATE)
		return start_head_content(t, tag);
	if (name == TAG_INPUT && tag->attributes->is_hidden_input)
		return true;
	if (name != TAG_FORM)
		return start_in_body(t, tag);
	if (t->form || is_open(t, TAG_TEMPLATE))
		return ignore(t);
	t->form = ++t->last_id; /* opened and closed */
	return true;
}

static bool
close_caption(struct tree *t)
{
	if (!is_in_scope(t, TAG_CAPTION, SCOPE_TABLE))
		return false;
	close_implied(t, TAG_OTHER);
	pop_until(t, TAG_CAPTION);
	clear_to_marker(t);
	t->mode = IN_TABLE;
	return true;
}

static bool
start_in_caption(struct tree *t, const struct tree_tag *tag)
{
	if (!is_table_part(tag->element.tag))
		return start_in_body(t, tag);
	return !close_caption(t) && ignore(t);
}

static bool
start_in_column_group(struct tree *t, const struct tree_tag *tag)
{
	if (tag->element.tag == TAG_HTML)
		return ignore(t);
	if (tag->element.tag == TAG_COL)
		return true;
	if (tag->element.tag == TAG_TEMPLATE)
		return start_head_content(t, tag);
	if (!is_current(t, TAG_COLGROUP))
		return ignore(t);
	pop(t);
	return change_mode(t, IN_TABLE);
}

static bool
is_in_row_group(const struct tree *t)
{
	return is_in_scope(t, TAG_TBODY, SCOPE_TABLE) ||
	    is_in_scope(t, TAG_THEAD, SCOPE_TABLE) ||
	    is_in_scope(t, TAG_TFOOT, SCOPE_TABLE);
}

/* Close the current row or group of rows. */
static void
close_part(struct tree *t, enum mode context, enum mode outside)
{
	clear_to_context(t, context);
	pop(t);
	t->mode = outside;
}

static bool
start_in_table_body(struct tree *t, const struct tree_tag *tag)
{
	enum tag name = tag->element.tag;

	if (name == TAG_TR || is_cell(name)) {
		open_part(t, IN_TABLE_BODY, name == TAG_TR ? tag->element :
		    html_element(TAG_TR), IN_ROW);
		return name == TAG_TR;
	}
	if (!is_table_part(name))
		return start_in_table(t, tag);
	if (!is_in_row_group(t))
		return ignore(t);
	close_part(t, IN_TABLE_BODY, IN_TABLE);
	return false;
}

static bool
start_in_row(struct tree *t, const struct tree_tag *tag)
{
	if (is_cell(tag->element.tag)) {
		open_part(t, IN_ROW, tag->element, IN_CELL);
		return true;
	}
	if (!is_table_part(tag->element.tag))
		return start_in_table(t, tag);
	if (!is_in_scope(t, TAG_TR, SCOPE_TABLE))
		return ignore(t);
	close_part(t, IN_ROW, IN_TABLE_BODY);
	return false;
}

/* Close the cell that is open. */
static void
close_cell(struct tree *t)
{
	close_implied(t, TAG_OTHER);
	while (t->depth > 1) {
		bool is_last = current(t)->ns == NS_HTML && is_cell(current(t)->tag);

		pop(t);
		if (is_last)
			break;
	}
	clear_to_marker(t);
	t->mode = IN_ROW;
}

static bool
start_in_cell(struct tree *t, const struct tree_tag *tag)
{
	if (!is_table_part(tag->element.tag))
		return start_in_body(t, tag);
	if (!is_in_scope(t, TAG_TD, SCOPE_TABLE) && !is_in_scope(t, TAG_TH, SCOPE_TABLE))
		return ignore(t);
	close_cell(t);
	return false;
}

/* ---- start tags: <select>, <template> and framesets --- */

static bool
close_select(struct tree *t)
{
	if (!is_in_scope(t, TAG_SELECT, SCOPE_SELECT))
		return false;
	pop_until(t, TAG_SELECT);
	reset_mode(t);
	return true;
}

static bool
start_in_select(struct tree *t, const struct tree_tag *tag)
{
	enum tag name = tag->element.tag;

	if (name == TAG_OPTION || name == TAG_OPTGROUP || name == TAG_HR) {
		if (is_current(t, TAG_OPTION))
			pop(t);
		if (name != TAG_OPTION && is_current(t, TAG_OPTGROUP))
			pop(t);
		if (name != TAG_HR)
			push_tag(t, tag);
		return true;
	}
	if (name == TAG_SELECT) {
		close_select(t);
		return true;
	}
	if (name == TAG_INPUT || name == TAG_KEYGEN || name == TAG_TEXTAREA)
		return !close_select(t) && ignore(t);
	if (name == TAG_SCRIPT || name == TAG_TEMPLATE)
		return start_head_content(t, tag);
	return ignore(t);
}

static bool
start_in_select_in_table(struct tree *t, const struct tree_tag *tag)
{
	enum tag name = tag->element.tag;

	if (name != TAG_CAPTION && name != TAG_TABLE && name != TAG_TR &&
	    !is_row_group(name) && !is_cell(name))
		return start_in_select(t, tag);
	pop_until(t, TAG_SELECT);
	reset_mode(t);
	return false;
}

static bool
start_in_template(struct tree *t, const struct tree_tag *tag)
{
	enum tag name = tag->element.tag;

	if (has_flag(name, HEAD))
		return start_head_content(t, tag);
	set_template_mode(t, name == TAG_COL ? IN_COLUMN_GROUP :
	    name == TAG_TR ? IN_TABLE_BODY : is_cell(name) ? IN_ROW :
	    is_table_part(name) ? IN_TABLE : IN_BODY);
	return false;
}

static bool
start_in_frameset(struct tree *t, const struct tree_tag *tag)
{
	if (tag->element.tag == TAG_FRAMESET)
		push_tag(t, tag);
	else if (tag->element.tag != TAG_FRAME && tag->element.tag != TAG_NOFRAMES)
		return ignore(t);
	return true;
}

static bool
start_after_frameset(struct tree *t, const struct tree_tag *tag)
{
	return tag->element.tag == TAG_NOFRAMES || ignore(t);
}

static bool
start_after_body(struct tree *t, const struct tree_tag *tag)
{
	if (tag->element.tag == TAG_HTML)
		return ignore(t);
	return change_mode(t, IN_BODY);
}

static start_tag_fn *const start_tag[] = {
	[BEFORE_HTML] = start_before_html, [BEFORE_HEAD] = start_before_head,
	[IN_HEAD] = start_in_head, [IN_HEAD_NOSCRIPT] = start_in_head_noscript,
	[AFTER_HEAD] = start_after_head, [IN_BODY] = start_in_body,
	[IN_TABLE] = start_in_table, [IN_CAPTION] = start_in_caption,
	[IN_COLUMN_GROUP] = start_in_column_group,
	[IN_TABLE_BODY] = start_in_table_body, [IN_ROW] = start_in_row,
	[IN_CELL] = start_in_cell, [IN_SELECT] = start_in_select,
	[IN_SELECT_IN_TABLE] = start_in_select_in_table,
	[IN_TEMPLATE] = start_in_template, [AFTER_BODY] = start_after_body,
	[IN_FRAMESET] = start_in_frameset, [AFTER_FRAMESET] = start_after_frameset,
	[AFTER_AFTER_BODY] = start_after_body,
	[AFTER_AFTER_FRAMESET] = start_after_frameset,
};

/* ---- end tags --- */

static void end_in_html(struct tree *t, const struct tree_tag *tag);

/* Handle an end tag that may begin the next mode: </head>, </body>, </html>, </br>. */
static bool
ends_head(enum tag tag)
{
	return tag == TAG_BODY || tag == TAG_HTML || tag == TAG_BR;
}

static bool
end_before_body(struct tree *t, const struct tree_tag *tag)
{
	enum tag name = tag->element.tag;

	if (t->mode == IN_HEAD_NOSCRIPT && name == TAG_NOSCRIPT) {
		pop(t);
		t->mode = IN_HEAD;
		return true;
	}
	if (t->mode == IN_HEAD && name == TAG_HEAD_) {
		pop(t);
		t->mode = AFTER_HEAD;
		return true;
	}
	if (t->mode >= IN_HEAD && t->mode != IN_HEAD_NOSCRIPT && name == TAG_TEMPLATE) {
		close_template(t);
		return true;
	}
	if (t->mode == IN_HEAD_NOSCRIPT ? name != TAG_BR : !ends_head(name) &&
	    !(t->mode <= BEFORE_HEAD && name == TAG_HEAD_))
		return true;
	/* as any other start tag */
	return start_tag[t->mode](t, &(struct tree_tag){ html_element(
	    t->mode == BEFORE_HTML || t->mode == BEFORE_HEAD ? TAG_OTHER : TAG_DIV),
	    &no_attributes });
}

static void
end_form(struct tree *t)
{
	size_t open;
	unsigned form = t->form;

	if (is_open(t, TAG_TEMPLATE)) {
		close_in_scope(t, TAG_FORM, SCOPE_DEFAULT);
		return;
	}
	t->form = 0;
	open = form ? find_open(t, form) : SIZE_MAX;
	if (open == SIZE_MAX || !is_in_scope(t, TAG_FORM, SCOPE_DEFAULT))
		return;
	close_implied(t, TAG_OTHER);
	open = find_open(t, form);
	if (open != SIZE_MAX)
		remove_element(t, open);
}

static void
end_heading(struct tree *t)
{
	enum tag tag;
	bool is_last;

	for (tag = TAG_H1; tag <= TAG_H6; tag++)
		if (is_in_scope(t, tag, SCOPE_DEFAULT))
			break;
	if (tag > TAG_H6)
		return;
	close_implied(t, TAG_OTHER);
	do {
		is_last = current(t)->ns == NS_HTML && is_heading(current(t)->tag);
		pop(t);
	} while (!is_last && t->depth > 1);
}

static bool
end_in_body(struct tree *t, const struct tree_tag *tag)
{
	enum tag name = tag->element.tag;

	if (name == TAG_TEMPLATE) {
		close_template(t);
	} else if (name == TAG_BODY || name == TAG_HTML) {
		if (!is_in_scope(t, TAG_BODY, SCOPE_DEFAULT))
			return true;
		t->mode = AFTER_BODY;
		return name == TAG_BODY;
	} else if (has_flag(name, BLOCK) || name == TAG_BUTTON || name == TAG_PRE ||
	    name == TAG_LISTING || name == TAG_DD || name == TAG_DT) {
		close_in_scope(t, name, SCOPE_DEFAULT);
	} else if (name == TAG_FORM) {
		end_form(t);
	} else if (name == TAG_P) {
		close_p(t);
	} else if (name == TAG_LI) {
		close_in_scope(t, name, SCOPE_LIST);
	} else if (is_heading(name)) {
		end_heading(t);
	} else if (has_flag(name, FORMATTING)) {
		close_formatting(t, &tag->element);
	} else if (name == TAG_APPLET || name == TAG_MARQUEE || name == TAG_OBJECT) {
		if (close_in_scope(t, name, SCOPE_DEFAULT))
			clear_to_marker(t);
	} else if (name == TAG_BR) {
		reconstruct_formatting(t);
		t->has_body_content = true;
	} else {
		close_any(t, &tag->element);
	}
	return true;
}

static bool
end_in_table(struct tree *t, const struct tree_tag *tag)
{
	enum tag name = tag->element.tag;

	if (name == TAG_TABLE)
		close_table(t);
	else if (name != TAG_BODY && name != TAG_HTML && !is_table_part(name))
		return end_in_body(t, tag);
	return true;
}

static bool
end_in_caption(struct tree *t, const struct tree_tag *tag)
{
	enum tag name = tag->element.tag;

	if (name == TAG_CAPTION || name == TAG_TABLE)
		return !close_caption(t) || name == TAG_CAPTION;
	if (name == TAG_BODY || name == TAG_HTML || is_table_part(name))
		return true;
	return end_in_body(t, tag);
}

static bool
end_in_column_group(struct tree *t, const struct tree_tag *tag)
{
	enum tag name = tag->element.tag;

	if (name == TAG_TEMPLATE) {
		close_template(t);
		return true;
	}
	if (name == TAG_COL || !is_current(t, TAG_COLGROUP))
		return true;
	pop(t);
	t->mode = IN_TABLE;
	return name == TAG_COLGROUP;
}

static bool
end_in_table_body(struct tree *t, const struct tree_tag *tag)
{
	enum tag name = tag->element.tag;

	if (is_row_group(name)) {
		if (is_in_scope(t, name, SCOPE_TABLE))
			close_part(t, IN_TABLE_BODY, IN_TABLE);
		return true;
	}
	if (name == TAG_TABLE) {
		if (!is_in_row_group(t))
			return true;
		close_part(t, IN_TABLE_BODY, IN_TABLE);
		return false;
	}
	return is_table_part(name) || end_in_table(t, tag);
}

static bool
end_in_row(struct tree *t, const struct tree_tag *tag)
{
	enum tag name = tag->element.tag;

	if (name != TAG_TR && name != TAG_TABLE && !is_row_group(name))
		return is_table_part(name) || end_in_table(t, tag);
	if (is_row_group(name) && !is_in_scope(t, name, SCOPE_TABLE))
		return true;
	if (!is_in_scope(t, TAG_TR, SCOPE_TABLE))
		return true;
	close_part(t, IN_ROW, IN_TABLE_BODY);
	return name == TAG_TR;
}

static bool
end_in_cell(struct tree *t, const struct tree_tag *tag)
{
	enum tag name = tag->element.tag;

	if (is_cell(name)) {
		if (is_in_scope(t, name, SCOPE_TABLE)) {
			close_implied(t, TAG_OTHER);
			pop_until(t, name);
			clear_to_marker(t);
			t->mode = IN_ROW;
		}
		return true;
	}
	if (name == TAG_TABLE || name == TAG_TR || is_row_group(name)) {
		if (!is_in_scope(t, name, SCOPE_TABLE))
			return true;
		close_cell(t);
		return false;
	}
	if (name == TAG_BODY || name == TAG_HTML || is_table_part(name))
		return true;
	return end_in_body(t, tag);
}

static bool
end_in_select(struct tree *t, const struct tree_tag *tag)
{
	switch (tag->element.tag) {
	case TAG_OPTGROUP:
		if (is_current(t, TAG_OPTION) && t->depth > 1 &&
		    is_html_element(&t->stack[t->depth - 2], TAG_OPTGROUP))
			pop(t);
		if (is_current(t, TAG_OPTGROUP))
			pop(t);
		break;
	case TAG_OPTION:
		if (is_current(t, TAG_OPTION))
			pop(t);
		break;
	case TAG_SELECT:
		close_select(t);
		break;
	case TAG_TEMPLATE:
		close_template(t);
		break;
	default:
		break;
	}
	return true;
}

static bool
end_in_select_in_table(struct tree *t, const struct tree_tag *tag)
{
	enum tag name = tag->element.tag;

	if (name != TAG_CAPTION && name != TAG_TABLE && name != TAG_TR &&
	    !is_row_group(name) && !is_cell(name))
		return end_in_select(t, tag);
	if (!is_in_scope(t, name, SCOPE_TABLE))
		return true;
	pop_until(t, TAG_SELECT);
	reset_mode(t);
	return false;
}

static bool
end_in_template(struct tree *t, const struct tree_tag *tag)
{
	if (tag->element.tag == TAG_TEMPLATE)
		close_template(t);
	return true;
}

static bool
end_after_body(struct tree *t, const struct tree_tag *tag)
{
	if (tag->element.tag == TAG_HTML && t->mode == AFTER_BODY) {
		t->mode = AFTER_AFTER_BODY;
		return true;
	}
	return change_mode(t, IN_BODY);
}

static bool
end_in_frameset(struct tree *t, const struct tree_tag *tag)
{
	if (tag->element.tag == TAG_FRAMESET && t->depth > 1) {
		pop(t);
		if (!is_current(t, TAG_FRAMESET))
			t->mode = AFTER_FRAMESET;
	}
	return true;
}

static bool
end_after_frameset(struct tree *t, const struct tree_tag *tag)
{
	if (tag->element.tag == TAG_HTML)
		t->mode = AFTER_AFTER_FRAMESET;
	return true;
}

static start_tag_fn *const end_tag[] = {
	[BEFORE_HTML] = end_before_body, [BEFORE_HEAD] = end_before_body,
	[IN_HEAD] = end_before_body, [IN_HEAD_NOSCRIPT] = end_before_body,
	[AFTER_HEAD] = end_before_body, [IN_BODY] = end_in_body,
	[IN_TABLE] = end_in_table, [IN_CAPTION] = end_in_caption,
	[IN_COLUMN_GROUP] = end_in_column_group,
	[IN_TABLE_BODY] = end_in_table_body, [IN_ROW] = end_in_row,
	[IN_CELL] = end_in_cell, [IN_SELECT] = end_in_select,
	[IN_SELECT_IN_TABLE] = end_in_select_in_table,
	[IN_TEMPLATE] = end_in_template, [AFTER_BODY] = end_after_body,
	[IN_FRAMESET] = end_in_frameset, [AFTER_FRAMESET] = end_after_frameset,
	[AFTER_AFTER_BODY] = end_after_body,
	[AFTER_AFTER_FRAMESET] = end_after_frameset,
};

static void
end_in_html(struct tree *t, const struct tree_tag *tag)
{
	while (!end_tag[t->mode](t, tag))
		;
}

/* ---- SVG and MathML --- */

static void
leave_foreign(struct tree *t)
{
	while (current(t)->ns != NS_HTML && !is_text_point(current(t)) &&
	    !is_html_point(current(t)))
		pop(t);
}

/* Return true if a start tag at this place is one of SVG or MathML. */
static bool
is_foreign_start(struct tree *t, enum tag tag)
{
	const struct element *e;

	if (t->depth == 0)
		return false;
	e = current(t);
	if (e->ns == NS_HTML || is_html_point(e))
		return false;
	if (is_text_point(e))
		return tag == TAG_MGLYPH || tag == TAG_MALIGNMARK;
	return !(e->ns == NS_MATHML && e->tag == TAG_ANNOTATION_XML && tag == TAG_SVG);
}

/* Open an element of SVG or MathML. Return false if the tag ends these. */
static bool
start_in_foreign(struct tree *t, const struct tree_tag *tag)
{
	struct element e = tag->element;

	if (has_flag(e.tag, BREAKOUT) || (e.tag == TAG_FONT &&
	    tag->attributes->is_colored_font)) {
		leave_foreign(t);
		return false;
	}
	e.ns = current(t)->ns;
	e.is_html_annotation = e.ns == NS_MATHML && e.tag == TAG_ANNOTATION_XML &&
	    tag->attributes->is_html_annotation;
	if (!tag->attributes->is_self_closing)
		push(t, e);
	return true;
}

/* Close an element of SVG or MathML. Return false if the tag closes one of HTML. */
static bool
end_in_foreign(struct tree *t, const struct element *wanted)
{
	size_t i;

	if (wanted->tag == TAG_BR || wanted->tag == TAG_P) {
		leave_foreign(t);
		return false;
	}
	if (!may_be_open(t, wanted)) /* one of HTML in it, besides the root, gets the tag */
		return t->html_count == 1;
	for (i = t->depth; i-- > 1;) {
		const struct element *e = &t->stack[i];

		if (e->ns == NS_HTML)
			return false;
		if (has_same_name(e, wanted)) {
			pop_to_depth(t, i);
			return true;
		}
	}
	return true;
}

/* ---- all of them --- */

struct tree *
tree_new(const urlgrep_memory *memory)
{
	return memory_allocate_zeroed(memory, sizeof(struct tree));
}

void
tree_free(struct tree *t, const urlgrep_memory *memory)
{
	memory_release(memory, t);
}

void
tree_set_doctype(struct tree *t, bool has_doctype)
{
	t->has_doctype = has_doctype;
}

static struct element
element_of(const char *html, const struct html_token *tag)
{
	return named_element(html + tag->name_range.begin,
	    tag->name_range.end - tag->name_range.begin, find_tag(tag->name));
}

bool
tree_add_start_tag(struct tree *t, const char *html, const struct html_token *token,
    const struct tree_attributes *a)
{
	struct tree_tag tag = { element_of(html, token), a };

	t->is_ignored = false;
	if (is_foreign_start(t, tag.element.tag) && start_in_foreign(t, &tag))
		return false;
	while (!start_tag[t->mode](t, &tag))
		;
	return !t->is_ignored;
}

void
tree_add_end_tag(struct tree *t, const char *html, const struct html_token *token)
{
	struct tree_tag tag = { element_of(html, token), &no_attributes };

	if (t->depth > 0 && current(t)->ns != NS_HTML &&
	    end_in_foreign(t, &tag.element))
		return;
	end_in_html(t, &tag);
}

/* Text other than white space begins the body, as an inline element does. */
static void
begin_body(struct tree *t)
{
	struct tree_tag tag = { html_element(TAG_OTHER), &no_attributes };

	while (t->mode < IN_BODY)
		start_tag[t->mode](t, &tag);
}

void
tree_add_text(struct tree *t, bool is_space)
{
	if (tree_is_foreign(t) && !is_text_point(current(t)) &&
	    !is_html_point(current(t))) {
		t->has_body_content |= !is_space;
		return;
	}
	if (t->mode >= IN_FRAMESET && t->mode != AFTER_AFTER_BODY)
		return;
	if (t->mode == IN_SELECT || t->mode == IN_SELECT_IN_TABLE)
		return;
	if (t->mode < IN_BODY && is_space)
		return;
	begin_body(t);
	if (!is_space && (t->mode == AFTER_BODY || t->mode == AFTER_AFTER_BODY))
		t->mode = IN_BODY;
	if (t->mode == IN_COLUMN_GROUP && !is_space && is_current(t, TAG_COLGROUP)) {
		pop(t);
		t->mode = IN_TABLE;
	}
	if (t->mode == IN_COLUMN_GROUP || (is_space && t->mode >= IN_TABLE &&
	    t->mode <= IN_ROW && t->mode != IN_CAPTION))
		return;
	reconstruct_formatting(t);
	t->has_body_content |= !is_space;
}

bool
tree_is_foreign(const struct tree *t)
{
	return t->depth > 0 && t->stack[t->depth - 1].ns != NS_HTML;
}
