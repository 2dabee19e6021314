/* visible_text.h - what a reader sees of HTML, and where in the HTML it comes from */
#ifndef HTML_VISIBLE_TEXT_H
#define HTML_VISIBLE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "html/tokenizer.h"
#include "util/strbuf.h"

struct visible_text {
	const char *html; /* borrowed */
	size_t len;
	struct strbuf text;
	struct strbuf runs; /* of struct source_run, see visible_text.c */
	struct strbuf preformatted; /* of struct html_range: text that keeps its line breaks */

	/* white space between the visible bytes before and after; at the beginning of
	 * the text, and of a line, there is none */
	size_t due_line_breaks;
	bool is_space_due;
	size_t gap_source; /* the offset where it begins in the HTML */

	size_t pre_depth;    /* elements that keep white space */
	size_t hidden_depth; /* elements that are not rendered */
	size_t title_end;    /* up to there the text is the <title> or what is before it */
	bool has_content;    /* an image, a line break or the like was seen */

	bool is_extent_empty; /* see visible_text_begin_extent */
	size_t extent_begin;
};

void visible_text_init(struct visible_text *v, const urlgrep_memory *memory,
    const char *html, size_t len);
/* Reserve what a document needs that is not long. */
void visible_text_reserve(struct visible_text *v);
void visible_text_free(struct visible_text *v);

/* Begin to append the text of other HTML, on a line of its own; then go on with what was
 * before, which *outer keeps. The places of such text in the source are void. */
void visible_text_begin_other(struct visible_text *v, const char *html, size_t len,
    struct visible_text *outer);
void visible_text_end_other(struct visible_text *v, const struct visible_text *outer);

/* Return true if an allocation failed: the text is not complete. */
static inline bool
visible_text_has_failed(const struct visible_text *v)
{
	return v->text.failed || v->runs.failed || v->preformatted.failed;
}

/* Read text from t and append it; or append text that has no character references. */
void visible_text_read(struct visible_text *v, struct tokenizer *t);
void visible_text_add_literal(struct visible_text *v, struct html_range text);

/* Do what a tag does to the text: begin a line or a word, keep white space, hide
 * what follows. If the tag is one of HTML, the content of a raw text element is read from
 * t as well. */
void visible_text_add_start_tag(struct visible_text *v, struct tokenizer *t,
    const struct html_token *tag, bool is_html);
void visible_text_add_end_tag(struct visible_text *v,
    const struct html_token *tag);

/* Return true if nothing was shown but the title: then a <frameset> takes the place of the body. */
static inline bool
visible_text_is_empty(const struct visible_text *v)
{
	return !v->has_content && v->text.len == v->title_end;
}

/* Begin to record the extent of what is appended. */
void visible_text_begin_extent(struct visible_text *v);
/* Return what was appended since, without white space before it; both offsets are 0 if
 * nothing was. */
struct html_range visible_text_end_extent(const struct visible_text *v);

/* Return the end of what begins at offset at of the text: of one element that keeps its
 * line breaks, such as <pre>; or (*is_preformatted false) of text between two of them. */
size_t visible_text_segment_end(const struct visible_text *v, size_t at,
    bool *is_preformatted);

/* Return the offset in the HTML of visible byte number at; that of the end of the HTML if
 * the text has no such byte. */
size_t visible_text_source_begin(const struct visible_text *v, size_t at);
/* Return the offset where the source of that byte ends: that of the end of its
 * character reference, if it comes from one. */
size_t visible_text_source_end(const struct visible_text *v, size_t at);

#endif
