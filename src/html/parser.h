/* parser.h - the parts of the HTML parser: tokens, character references, visible text, links
 *
 * Only the files of this directory include this header; html.h is for others. */
#ifndef HTML_PARSER_H
#define HTML_PARSER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "html/html.h"
#include "util/byte_range.h"
#include "util/strbuf.h"

/* ---- tokens (HTML standard, 13.2.5): tokenizer.c --- */

enum { MAX_TAG_NAME_BYTES = 15 }; /* no element that matters has a longer name */

enum html_token_type {
	/* Text with character references, which is to be read: by tokenizer_read_text, or from
	 * t->at up to the next "<", if that is not the first byte. */
	HTML_TEXT,
	HTML_LITERAL_TEXT, /* text without character references */
	HTML_START_TAG,
	HTML_END_TAG,
	/* <!--[if mso]>...<![endif]-->: browsers skip it, Outlook shows it. The range is
	 * its content. */
	HTML_CONDITIONAL
};

struct html_token {
	enum html_token_type type;
	struct byte_range range; /* the text; of a tag, "<" to the end of its name */
	struct byte_range name_range;
	/* of a tag: in lower case, then NUL to the end; empty if the name is longer, or has a
	 * byte that is in the name of no known element */
	char name[MAX_TAG_NAME_BYTES + 1];
};

/* Return true if the name of a tag is name, in lower case. */
static inline bool
html_is_tag(const struct html_token *tag, const char *name)
{
	return memcmp(tag->name, name, strlen(name) + 1) == 0;
}

struct html_attribute {
	struct byte_range name, value; /* the value without its quotes */
};

/* Comments other than conditional ones, declarations, and everything that the standard reads as
 * comments ("<!x>", "<?x>", "</3>") are skipped. */
struct tokenizer {
	const char *html;  /* borrowed; set this, */
	size_t len;        /* its end, */
	size_t at;         /* and the next byte to read; zeros after it */
	bool is_plaintext; /* set to read all that follows as text */
	bool has_cdata;    /* set in SVG and MathML: "<![CDATA[" begins text */
	bool is_cut;       /* the text ended within a tag, which has no effect */
	bool is_self_closing; /* the last tag ended in "/>" */
};

/* Read the next token. Return false at the end. After a tag all its attributes must
 * be read, and HTML_TEXT itself. */
bool tokenizer_next(struct tokenizer *t, struct html_token *token);

/* Read the text of a token. Return its range. */
struct byte_range tokenizer_read_text(struct tokenizer *t);

/* Read the next attribute of the tag that was read last. Return false after the last one: then
 * t->is_cut is true if the text ended before the tag did. The value of an attribute without one is
 * empty. */
bool tokenizer_next_attribute(struct tokenizer *t, struct html_attribute *a);

/* Read the text up to the end tag called name (in lower case), or to the end of the
 * HTML: the content of <script>, <title> and the like. Return its range. */
struct byte_range tokenizer_read_raw_text(struct tokenizer *t, const char *name);

/* ---- character references: entities.c --- */

/* Decode the character reference at the beginning of html[0..len), which begins with "&". Return
 * its length in the HTML and set *code to its character; return 0 if it is only an "&". In an
 * attribute a name without ";" may not look like a parameter of a URL: ?a=1&copy=2. A reference is
 * never shorter than the UTF-8 of its character. */
size_t entity_decode(const char *html, size_t len, bool in_attribute,
    uint32_t *code);

/* ---- visible text: text.c --- */

struct visible_text {
	const char *html; /* borrowed */
	size_t len;
	struct strbuf text;
	struct strbuf runs; /* of struct source_point: where the source does not go on byte by byte */
	struct strbuf preformatted; /* of struct byte_range: text that keeps its line breaks */

	/* white space between the visible bytes before and after; not set at the beginning of the
	 * text or of a line */
	size_t due_line_breaks;
	bool is_space_due;
	size_t gap_source; /* the offset where it begins in the HTML */

	size_t pre_depth;    /* elements that keep white space */
	size_t hidden_depth; /* elements that are not rendered */

	/* the text since the last <a>: where it begins, unless it is empty */
	size_t extent_begin;
	bool is_extent_empty;
};

/* Read text from t and append it; or append text that has no character references. */
void visible_text_read(struct visible_text *v, struct tokenizer *t);
void visible_text_add_literal(struct visible_text *v, struct byte_range text);

/* Apply the effect of a tag on the text: begin a line or a word, keep white space, hide the text
 * after it. If the tag is one of HTML, the content of a raw text element is read from t as well. */
void visible_text_add_start_tag(struct visible_text *v, struct tokenizer *t,
    const struct html_token *tag, bool is_html);
void visible_text_add_end_tag(struct visible_text *v,
    const struct html_token *tag);

/* ---- the values of attributes: links.c --- */

/* For values that are more than one URL: lists, and documents. */
struct attribute_value {
	struct strbuf text;
	struct strbuf runs; /* of struct source_point: from each on the text is the HTML byte by
	                       byte, or the character of a reference; the last is the end */
};

/* Decode the character references of html[range]. Return false without memory. */
bool attribute_value_decode(struct attribute_value *v, const char *html,
    struct byte_range range);

/* ---- links: links.c --- */

#define NO_LINK SIZE_MAX /* instead of a link's index */

/* The attributes seen of the tag that is being read. */
struct link_tag {
	const struct html_token *token; /* borrowed */
	unsigned seen_attributes; /* bit i: url_attributes[i] of links.c */
	size_t href;              /* index of the link in href or xlink:href, or NO_LINK */
	bool is_meta, has_http_equiv;
	bool is_refresh;          /* <meta http-equiv=refresh> */
	struct byte_range content, base_href, srcdoc;
};

struct link_list {
	const char *html; /* borrowed */
	struct strbuf links; /* of struct html_link */
	struct arena arena;  /* the spans of the links and the base are in it */
	bool has_base;       /* a <base href> was read */
	urlgrep_span base;   /* see html_base */
	struct link_tag tag;
	struct attribute_value value; /* of a list or a refresh */
	bool failed;
};

/* Return the links that were added, and set *count. */
static inline struct html_link *
link_list_get(const struct link_list *l, size_t *count)
{
	*count = l->links.len / sizeof(struct html_link);
	return (void *)l->links.at;
}

/* Begin to read a start tag; the token is borrowed until its end. Add the links of an attribute;
 * after the last attribute of a complete tag, add the link of a refresh. */
void link_list_begin_tag(struct link_list *l, const struct html_token *tag);
void link_list_add_attribute(struct link_list *l, const struct html_attribute *a);
void link_list_end_tag(struct link_list *l);

/* Add the URLs of a style sheet, the content of the element that was read. */
void link_list_add_style_sheet(struct link_list *l, struct byte_range css);

/* Let the tag that was read set the base, if it is <base href>, and the first one. */
void link_list_set_base(struct link_list *l);

/* The links from number first on come from the document in an attribute's value: turn
 * their offsets there into offsets in the HTML. */
void link_list_map_sources(struct link_list *l, size_t first,
    const struct attribute_value *document);

/* ---- the document: html.c --- */

struct html {
	const urlgrep_memory *memory;
	struct visible_text text;
	struct strbuf other_text; /* the visible text of documents that are embedded */
	struct link_list links;
	bool failed;
};

#endif
