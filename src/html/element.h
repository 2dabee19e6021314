/* element.h - the elements of HTML: their names, and how tree construction treats them
 *
 * Only html/tree.c and the files of html/tree include this header and its neighbours. */
#ifndef HTML_ELEMENT_H
#define HTML_ELEMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "html/tokenizer.h"

/* How tree construction treats the elements of one name. */
enum element_flag {
	SPECIAL = 1,
	SCOPE = 2,       /* ends a search of the stack: "has an element in scope" */
	IMPLIED_END = 4, /* its end tag may be missing */
	THOROUGH_END = 8, /* ... before </template> */
	FORMATTING = 16,
	BLOCK = 32,      /* its start tag closes <p>, its end tag closes it by name */
	BREAKOUT = 64,   /* its start tag ends SVG and MathML */
	VOID = 128,      /* has no content */
	HEAD = 256       /* allowed in <head> */
};

/* Each known element: an identifier, its name, its flags; in the order of strcmp. */
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

/* The flags of each tag, by enum tag. */
extern const unsigned short tag_flags[];

/* Return the tag that is called name: in lower case, then NUL to the end. */
enum tag tag_find(const char name[MAX_TAG_NAME_BYTES + 1]);

static inline bool
tag_has_flag(enum tag tag, unsigned flag)
{
	return (tag_flags[tag] & flag) != 0;
}

static inline bool
tag_is_heading(enum tag tag)
{
	return tag >= TAG_H1 && tag <= TAG_H6;
}

static inline bool
tag_is_cell(enum tag tag)
{
	return tag == TAG_TD || tag == TAG_TH;
}

static inline bool
tag_is_row_group(enum tag tag)
{
	return tag == TAG_TBODY || tag == TAG_TFOOT || tag == TAG_THEAD;
}

/* <caption>, <col>, <td> and the like */
static inline bool
tag_is_table_part(enum tag tag)
{
	return tag == TAG_CAPTION || tag == TAG_COL || tag == TAG_COLGROUP ||
	    tag == TAG_TR || tag_is_row_group(tag) || tag_is_cell(tag);
}

enum name_space { NS_HTML, NS_SVG, NS_MATHML };

/* Where the search for an element in scope ends (13.2.4.2): each is a set of elements. */
enum scope { SCOPE_DEFAULT, SCOPE_LIST, SCOPE_BUTTON, SCOPE_TABLE };

/* An end tag may look at every open element, so the answers to its questions are stored. */
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

/* Return an element of HTML called name[0..len), in any case; name is borrowed. */
struct element element_named(const char *name, size_t len, enum tag tag);

/* Return a known element of HTML. */
struct element element_of_tag(enum tag tag);

/* Set what is known of an element once its tag and its namespace are final. */
void element_classify(struct element *e);

bool element_has_same_name(const struct element *a, const struct element *b);

/* Integration points: where HTML is allowed in MathML and SVG (13.2.6.1). */
bool element_is_text_integration_point(const struct element *e);
bool element_is_html_integration_point(const struct element *e);

static inline bool
element_is_html(const struct element *e, enum tag tag)
{
	return e->tag == tag && e->ns == NS_HTML;
}

#endif
