/* parser.h - the parts of the HTML parser: tokens, character references, visible text, links
 *
 * Only the files of this directory include this header; others include html.h. */
#ifndef HTML_PARSER_H
#define HTML_PARSER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "html/html.h"
#include "util/ascii.h"
#include "util/byte_range.h"
#include "util/strbuf.h"

/* ---- tokens (HTML standard, 13.2.5): tokenizer.c --- */

enum { MAX_TAG_NAME_BYTES = 15 }; /* no element of interest has a longer name */

enum html_token_type {
	/* Text with character references. The caller reads it: it advances t->at to the next "<" that
	 * is not the first byte. */
	HTML_TEXT,
	HTML_LITERAL_TEXT, /* text without character references */
	HTML_START_TAG,
	HTML_END_TAG,
	/* <!--[if mso]>...<![endif]-->: browsers skip its content, Outlook shows it. The range is
	 * the content. */
	HTML_CONDITIONAL
};

struct html_token {
	enum html_token_type type;
	struct byte_range range; /* the text; for a tag, "<" to the end of its name */
	struct byte_range name_range;
	/* for a tag: in lower case, padded with NULs; empty if the name is longer. A NUL in the
	 * name is replaced by "?". */
	char name[MAX_TAG_NAME_BYTES + 1];
};

/* Return true if the name of a tag is name, which is in lower case. */
static inline bool
html_is_tag(const struct html_token *tag, const char *name)
{
	return memcmp(tag->name, name, strlen(name) + 1) == 0;
}

/* Return true if the name of a tag is one of these, which blanks separate. */
static inline bool
html_is_one_of(const struct html_token *tag, const char *names)
{
	return word_list_has(names, tag->name, strlen(tag->name));
}

struct html_attribute {
	struct byte_range name, value; /* the value without its quotes */
};

/* The tokenizer skips comments other than conditional ones, declarations, and everything that the
 * standard reads as comments ("<!x>", "<?x>", "</3>"). */
struct tokenizer {
	const char *html;  /* borrowed; set this, */
	size_t len;        /* its end, */
	size_t at;         /* and the next byte to read; set all below to zeros */
	bool is_plaintext; /* set by the caller to read all that follows as text */
	bool has_cdata;    /* set by the caller in SVG and MathML: "<![CDATA[" begins text */
	bool is_cut;       /* the text ended within a tag, which has no effect */
	bool is_self_closing; /* the last tag ended with "/>" */
	bool is_unclosed;  /* the text ended within a comment or a raw text element */
};

/* Read the next token. Return false at the end. Before the next call, read all attributes of a tag,
 * and the text of HTML_TEXT. */
bool tokenizer_next(struct tokenizer *t, struct html_token *token);

/* Read the next attribute of the last tag. Return false after its last attribute, and set t->is_cut
 * to true if the text ended before the tag did. An attribute without a value has an empty value. */
bool tokenizer_next_attribute(struct tokenizer *t, struct html_attribute *a);

/* Read the text up to the end tag called name (in lower case), or to the end of the
 * HTML: the content of <script>, <title> and the like. Return its range. */
struct byte_range tokenizer_read_raw_text(struct tokenizer *t, const char *name);

/* ---- character references: entities.c --- */

/* Decode the character reference at the beginning of html[0..len), which begins with "&". Set *code
 * to the character, and return the length of the reference; return 0 for an "&" that begins none.
 * In an attribute, a name without ";" is not a reference if it looks like a parameter of a URL:
 * ?a=1&copy=2. A reference is never shorter than the UTF-8 of its character. */
size_t entity_decode(const char *html, size_t len, bool in_attribute, uint32_t *code);

/* ---- visible text: text.c --- */

struct visible_text {
	const char *html; /* borrowed */
	size_t len;
	struct strbuf text;
	struct strbuf points; /* of struct source_point: where the source continues elsewhere */
	struct strbuf preformatted; /* of struct byte_range: text that keeps its line breaks */

	/* white space due between the last visible byte and the next; none at the beginning of the
	 * text or of a line */
	size_t due_line_breaks;
	enum { NO_SPACE, SPACE_BEFORE_LETTER, SPACE_BEFORE_ANY } due_space;
	size_t gap_source; /* the offset in the HTML where this white space begins */

	size_t pre_depth;    /* open elements that keep white space */
	size_t hidden_depth; /* open elements that are not rendered */

	/* the text since the last <a>: its beginning, unless it is empty */
	size_t extent_begin;
	bool is_extent_empty;
};

/* Read text from t and append it, or append this text, which may have character references. */
void visible_text_read(struct visible_text *v, struct tokenizer *t);
void visible_text_add(struct visible_text *v, struct byte_range text, bool has_references);

/* Apply the effect of a tag on the text: begin a line or a word, keep white space, or hide the text
 * after it. If the tag is an HTML tag, also read the content of a raw text element from t. */
void visible_text_add_start_tag(struct visible_text *v, struct tokenizer *t,
    const struct html_token *tag, bool is_html);
void visible_text_add_end_tag(struct visible_text *v, const struct html_token *tag);

/* If the text of the link that ends at html[tag], which is not empty, ends in a URL, begin a word at
 * a letter or digit after it, also after more tags. */
void visible_text_end_link(struct visible_text *v, size_t tag);

/* ---- the values of attributes: links.c --- */

/* The value of an attribute, with character references decoded. */
struct attribute_value {
	struct strbuf text;
	struct strbuf points; /* of struct source_point: each begins text that equals the HTML,
	                         or the character of a reference; the last is the end */
};

/* Decode the character references of html[range]. Return false if out of memory. */
bool attribute_value_decode(struct attribute_value *v, const char *html, struct byte_range range);

/* ---- links: links.c --- */

#define NO_LINK SIZE_MAX /* instead of a link's index */

/* The attributes of the current tag that have been read. */
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
	struct attribute_value value; /* the last value that was decoded */
	bool failed;
};

/* Return the links that were added, and set *count. */
static inline struct html_link *
link_list_get(const struct link_list *l, size_t *count)
{
	*count = l->links.len / sizeof(struct html_link);
	return (void *)l->links.at;
}

/* Begin to read a start tag; the token is borrowed until its end. Add the links of an attribute.
 * After the last attribute of a complete tag, add the link of a refresh. */
void link_list_begin_tag(struct link_list *l, const struct html_token *tag);
void link_list_add_attribute(struct link_list *l, const struct html_attribute *a);
void link_list_end_tag(struct link_list *l);

/* Add the URLs of a style sheet, the content of the current element. */
void link_list_add_style_sheet(struct link_list *l, struct byte_range css);

/* Set the base if the current tag is the first <base href>. */
void link_list_set_base(struct link_list *l);

/* Convert the offsets of the links from number `first` on, which come from the document in an
 * attribute's value, to offsets in the HTML. */
void link_list_map_sources(struct link_list *l, size_t first,
    const struct attribute_value *document);

/* ---- the document: html.c --- */

struct html {
	const urlgrep_memory *memory;
	struct visible_text text;
	struct strbuf other_text; /* the visible text of embedded documents */
	struct link_list links;
	bool is_unclosed; /* see html_is_unclosed */
	bool failed;
};

#endif
