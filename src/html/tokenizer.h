/* tokenizer.h - split HTML into text, tags and attributes (HTML standard, 13.2.5) */
#ifndef HTML_TOKENIZER_H
#define HTML_TOKENIZER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { MAX_TAG_NAME_BYTES = 15 }; /* no element that matters has a longer name */

/* Bytes of the HTML, by their offsets. */
struct html_range {
	size_t begin, end;
};

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
	struct html_range range; /* the text; of a tag, "<" to the end of its name */
	struct html_range name_range;
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
	struct html_range name, value; /* the value without its quotes */
};

enum { MAX_FILTERED_NAME_BYTES = 15 };

/* The names of some attributes, and others like them: of each length, a bit for the first letter,
 * HTML_NAME_BIT. */
struct html_name_filter {
	uint32_t first_letters[MAX_FILTERED_NAME_BYTES + 1];
};

#define HTML_NAME_BIT(c) (UINT32_C(1) << ((c) & 31))

/* Return true if a name may be one of those of the filter; NULL: every name. */
static inline bool
html_name_may_be_in(const struct html_name_filter *filter, const char *html,
    struct html_range name)
{
	size_t len = name.end - name.begin;

	return filter == NULL || (len <= MAX_FILTERED_NAME_BYTES &&
	    (filter->first_letters[len] & HTML_NAME_BIT(html[name.begin])) != 0);
}

/* What is between two tokens is skipped: comments other than conditional ones,
 * declarations, and all else that the standard reads as comments ("<!x>", "<?x>",
 * "</3>"). */
struct tokenizer {
	const char *html; /* borrowed */
	size_t len;
	size_t at;         /* the next byte to read */
	bool is_plaintext; /* set to read all that follows as text */
	bool has_cdata;    /* set in SVG and MathML: "<![CDATA[" begins text */
	bool is_cut;       /* the text ended within a tag: what it does is void */
	bool is_self_closing; /* the last tag ended in "/>" */
};

/* The ASCII whitespace of HTML, which lacks the VT of ascii_is_space. */
static inline bool
html_is_space(char c)
{
	const uint64_t spaces = UINT64_C(1) << ' ' | 1 << '\n' | 1 << '\t' | 1 << '\r' | 1 << '\f';

	return (unsigned char)c <= ' ' && (spaces >> c & 1) != 0;
}

/* Begin to read html[0..len), after the byte order mark if there is one. */
void tokenizer_init(struct tokenizer *t, const char *html, size_t len);

/* Begin to read range of html. */
void tokenizer_init_range(struct tokenizer *t, const char *html,
    struct html_range range);

/* Read the next token. Return false at the end. After a tag all its attributes must
 * be read, and HTML_TEXT itself. */
bool tokenizer_next(struct tokenizer *t, struct html_token *token);

/* Read the text of a token. Return its range. */
struct html_range tokenizer_read_text(struct tokenizer *t);

/* See tokenizer_next_attribute. */
bool tokenizer_find_attribute(struct tokenizer *t, const struct html_name_filter *wanted,
    struct html_attribute *a);

/* Read the next attribute of the tag that was read last, of those that the filter lets pass.
 * Return false after the last one: then t->is_cut tells whether the text ended before the tag
 * did. The value of an attribute without one is empty. */
static inline bool
tokenizer_next_attribute(struct tokenizer *t, const struct html_name_filter *wanted,
    struct html_attribute *a)
{
	if (t->at == t->len || t->html[t->at] != '>')
		return tokenizer_find_attribute(t, wanted, a);
	t->is_self_closing = t->is_cut = false;
	t->at++;
	return false;
}

/* Read the text up to the end tag called name (in lower case), or to the end of the
 * HTML: the content of <script>, <title> and the like. Return its range. */
struct html_range tokenizer_read_raw_text(struct tokenizer *t, const char *name);

/* Skip one line break, if there is one: that after <pre>. */
void tokenizer_skip_line_break(struct tokenizer *t);

#endif
