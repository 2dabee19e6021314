/* visible_text.c - what a reader sees of HTML, and where in the HTML it comes from
 *
 * Scripts, styles, comments and templates are hidden. Blocks, <br>, table cells and the
 * like begin new lines; elsewhere white space is folded, except in <pre>. Style sheets
 * are not applied. */
#include "html/visible_text.h"

#include <string.h>

#include "html/entities.h"
#include "util/ascii.h"
#include "util/utf8.h"

/* ---- elements --- */

/* What the tags of an element do to the text. */
enum element_kind {
	ELEMENT_INLINE, /* nothing: <b> does not break a word */
	ELEMENT_SPACE,  /* separates words, as an image does */
	ELEMENT_BLOCK,  /* begins and ends a line */
	ELEMENT_LINE_BREAK,
	ELEMENT_PRE,         /* a block that keeps its white space */
	ELEMENT_HIDDEN_RAW,  /* raw text that is not rendered */
	ELEMENT_VISIBLE_RAW, /* raw text that is seen as it is */
	ELEMENT_RCDATA,      /* raw text whose character references are decoded */
	ELEMENT_HIDDEN
};

/* Those that are not ELEMENT_INLINE, in the order of strcmp. */
static const struct element {
	char name[MAX_TAG_NAME_BYTES + 1];
	enum element_kind kind;
} elements[] = {
	{ "address", ELEMENT_BLOCK }, { "article", ELEMENT_BLOCK },
	{ "aside", ELEMENT_BLOCK }, { "audio", ELEMENT_SPACE },
	{ "blockquote", ELEMENT_BLOCK }, { "body", ELEMENT_BLOCK },
	{ "br", ELEMENT_LINE_BREAK }, { "button", ELEMENT_SPACE },
	{ "caption", ELEMENT_BLOCK }, { "center", ELEMENT_BLOCK },
	{ "col", ELEMENT_BLOCK }, { "colgroup", ELEMENT_BLOCK },
	{ "dd", ELEMENT_BLOCK }, { "details", ELEMENT_BLOCK },
	{ "dialog", ELEMENT_BLOCK }, { "dir", ELEMENT_BLOCK },
	{ "div", ELEMENT_BLOCK }, { "dl", ELEMENT_BLOCK }, { "dt", ELEMENT_BLOCK },
	{ "embed", ELEMENT_SPACE }, { "fieldset", ELEMENT_BLOCK },
	{ "figcaption", ELEMENT_BLOCK }, { "figure", ELEMENT_BLOCK },
	{ "footer", ELEMENT_BLOCK }, { "form", ELEMENT_BLOCK },
	{ "frame", ELEMENT_BLOCK }, { "frameset", ELEMENT_BLOCK },
	{ "h1", ELEMENT_BLOCK }, { "h2", ELEMENT_BLOCK }, { "h3", ELEMENT_BLOCK },
	{ "h4", ELEMENT_BLOCK }, { "h5", ELEMENT_BLOCK }, { "h6", ELEMENT_BLOCK },
	{ "head", ELEMENT_BLOCK }, { "header", ELEMENT_BLOCK },
	{ "hgroup", ELEMENT_BLOCK }, { "hr", ELEMENT_BLOCK },
	{ "html", ELEMENT_BLOCK }, { "iframe", ELEMENT_HIDDEN_RAW },
	{ "image", ELEMENT_SPACE }, { "img", ELEMENT_SPACE },
	{ "input", ELEMENT_SPACE }, { "isindex", ELEMENT_BLOCK },
	{ "legend", ELEMENT_BLOCK }, { "li", ELEMENT_BLOCK },
	{ "listing", ELEMENT_PRE }, { "main", ELEMENT_BLOCK },
	{ "marquee", ELEMENT_BLOCK }, { "menu", ELEMENT_BLOCK },
	{ "nav", ELEMENT_BLOCK }, { "noembed", ELEMENT_HIDDEN_RAW },
	{ "noframes", ELEMENT_HIDDEN_RAW }, { "object", ELEMENT_SPACE },
	{ "ol", ELEMENT_BLOCK }, { "optgroup", ELEMENT_BLOCK },
	{ "option", ELEMENT_BLOCK }, { "p", ELEMENT_BLOCK },
	{ "plaintext", ELEMENT_PRE }, { "pre", ELEMENT_PRE },
	{ "script", ELEMENT_HIDDEN_RAW }, { "search", ELEMENT_BLOCK },
	{ "section", ELEMENT_BLOCK }, { "select", ELEMENT_SPACE },
	{ "style", ELEMENT_HIDDEN_RAW }, { "summary", ELEMENT_BLOCK },
	{ "table", ELEMENT_BLOCK }, { "tbody", ELEMENT_BLOCK },
	{ "td", ELEMENT_BLOCK }, { "template", ELEMENT_HIDDEN },
	{ "textarea", ELEMENT_RCDATA }, { "tfoot", ELEMENT_BLOCK },
	{ "th", ELEMENT_BLOCK }, { "thead", ELEMENT_BLOCK },
	{ "title", ELEMENT_RCDATA }, { "tr", ELEMENT_BLOCK },
	{ "ul", ELEMENT_BLOCK }, { "video", ELEMENT_SPACE },
	{ "xmp", ELEMENT_VISIBLE_RAW }
};

enum { ELEMENTS = sizeof(elements) / sizeof(elements[0]) };

static void
index_elements(struct visible_text *v)
{
	size_t i, letter = 0;

	for (i = 0; i < ELEMENTS; i++)
		while (letter <= (size_t)(elements[i].name[0] - 'a'))
			v->first_element[letter++] = (unsigned char)i;
	while (letter <= LETTERS)
		v->first_element[letter++] = ELEMENTS;
}

static enum element_kind
find_element(const struct visible_text *v, const char name[MAX_TAG_NAME_BYTES + 1])
{
	size_t letter = (size_t)(name[0] - 'a'), i, end;

	if (letter >= LETTERS)
		return ELEMENT_INLINE;
	end = v->first_element[letter + 1];
	for (i = v->first_element[letter]; i < end; i++)
		if (memcmp(elements[i].name, name, MAX_TAG_NAME_BYTES + 1) == 0)
			return elements[i].kind;
	return ELEMENT_INLINE;
}

/* ---- the text and its sources --- */

/* From begin on, the visible text is the HTML from source on, byte by byte. */
struct source_run {
	size_t begin;
	size_t source;
};

void
visible_text_init(struct visible_text *v, const urlgrep_memory *memory,
    const char *html, size_t len)
{
	*v = (struct visible_text){ .html = html, .len = len };
	v->text.memory = v->runs.memory = v->preformatted.memory = memory;
	index_elements(v);
}

void
visible_text_free(struct visible_text *v)
{
	strbuf_free(&v->text);
	strbuf_free(&v->runs);
	strbuf_free(&v->preformatted);
}

/* Forget what was open. */
static void
clear_state(struct visible_text *v)
{
	v->due_line_breaks = v->text.len > 0;
	v->is_space_due = false;
	v->pre_depth = v->hidden_depth = 0;
}

void
visible_text_begin_other(struct visible_text *v, const char *html, size_t len,
    struct visible_text *outer)
{
	*outer = *v;
	v->html = html;
	v->len = len;
	clear_state(v);
}

void
visible_text_end_other(struct visible_text *v, const struct visible_text *outer)
{
	struct strbuf text = v->text, runs = v->runs, preformatted = v->preformatted;

	*v = *outer;
	v->text = text;
	v->runs = runs;
	v->preformatted = preformatted;
}

static const struct source_run *
get_runs(const struct visible_text *v, size_t *count)
{
	*count = v->runs.len / sizeof(struct source_run);
	return (const void *)v->runs.at;
}

static struct html_range *
get_preformatted(const struct visible_text *v, size_t *count)
{
	*count = v->preformatted.len / sizeof(struct html_range);
	return (void *)v->preformatted.at;
}

void
visible_text_rewind(struct visible_text *v, size_t len)
{
	size_t count, pre_count;
	const struct source_run *runs = get_runs(v, &count);
	const struct html_range *pre = get_preformatted(v, &pre_count);

	while (count > 0 && runs[count - 1].begin >= len)
		count--;
	while (pre_count > 0 && pre[pre_count - 1].begin >= len)
		pre_count--;
	v->runs.len = count * sizeof(*runs);
	v->preformatted.len = pre_count * sizeof(*pre);
	v->text.len = len;
	clear_state(v);
}

/* Record that the visible text goes on at source. */
static inline void
add_source(struct visible_text *v, size_t source)
{
	struct source_run run = { v->text.len, source };
	size_t count;
	const struct source_run *last = get_runs(v, &count);

	if (count > 0) {
		last += count - 1;
		if (last->source + (run.begin - last->begin) == source)
			return;
	}
	strbuf_append(&v->runs, (const char *)&run, sizeof(run));
}

/* Append bytes for which there is room (reserve). */
static inline void
append(struct visible_text *v, const char *text, size_t len, size_t source)
{
	add_source(v, source);
	memcpy(v->text.at + v->text.len, text, len);
	v->text.len += len;
}

/* Make room for len bytes, and for the white space that is due before them. Return false
 * without memory. */
static inline bool
reserve(struct visible_text *v, size_t len)
{
	size_t all = len + v->due_line_breaks + 1;

	return v->text.size - v->text.len >= all || strbuf_reserve(&v->text, all);
}

static bool
is_line_start(const struct visible_text *v)
{
	return v->text.len == 0 || v->text.at[v->text.len - 1] == '\n';
}

/* Append the white space that is due. */
static void
close_gap(struct visible_text *v)
{
	if (v->text.len > 0)
		for (; v->due_line_breaks > 0; v->due_line_breaks--)
			append(v, "\n", 1, v->gap_source);
	if (v->is_space_due && !is_line_start(v))
		append(v, " ", 1, v->gap_source);
	v->due_line_breaks = 0;
	v->is_space_due = false;
}

/* Note that the next len bytes of the text keep their line breaks. */
static void
add_preformatted(struct visible_text *v, size_t len)
{
	struct html_range range = { v->text.len, v->text.len + len };
	size_t count;
	struct html_range *last = get_preformatted(v, &count);

	if (count > 0 && last[count - 1].end == range.begin)
		last[count - 1].end = range.end;
	else
		strbuf_append(&v->preformatted, (const char *)&range, sizeof(range));
}

/* Append text, which comes from source, unless it is hidden. */
static void
show(struct visible_text *v, const char *text, size_t len, size_t source)
{
	if (v->hidden_depth > 0 || len == 0 || !reserve(v, len))
		return;
	close_gap(v);
	if (v->is_extent_empty) {
		v->extent_begin = v->text.len;
		v->is_extent_empty = false;
	}
	if (v->pre_depth > 0)
		add_preformatted(v, len);
	append(v, text, len, source);
}

void
visible_text_begin_extent(struct visible_text *v)
{
	v->is_extent_empty = true;
}

struct html_range
visible_text_end_extent(const struct visible_text *v)
{
	if (v->is_extent_empty)
		return (struct html_range){ 0, 0 };
	return (struct html_range){ v->extent_begin, v->text.len };
}

/* ---- white space --- */

static void
open_gap(struct visible_text *v, size_t source)
{
	if (v->due_line_breaks == 0 && !v->is_space_due)
		v->gap_source = source;
}

static void
break_word(struct visible_text *v, size_t source)
{
	open_gap(v, source);
	v->is_space_due = true;
}

/* <br> ends a line and a block begins one: two <br> leave an empty line, <br> at the
 * end of a block does not. */
static void
break_line(struct visible_text *v, size_t source)
{
	open_gap(v, source);
	v->due_line_breaks++;
}

static void
break_block(struct visible_text *v, size_t source)
{
	if (v->due_line_breaks == 0 && !is_line_start(v))
		break_line(v, source);
}

/* ---- text --- */

/* Return the end of what begins at html[at] and is seen as it is in <pre>: all but CR. */
static size_t
find_preformatted_end(const struct visible_text *v, size_t at, size_t end,
    bool has_references)
{
	for (; at < end; at++)
		if (v->html[at] == '\r' || (v->html[at] == '&' && has_references))
			break;
	return at;
}

/* Return true if the space at html[at] is between two words. */
static bool
is_between_words(const char *html, size_t at, size_t end)
{
	return html[at] == ' ' && at + 1 < end && html[at + 1] != '&' &&
	    !html_is_space(html[at + 1]);
}

/* Return the end of the word that begins at html[at]. */
static size_t
find_word_end(const struct visible_text *v, size_t at, size_t end, bool has_references)
{
	while (at < end && !html_is_space(v->html[at]) &&
	    !(v->html[at] == '&' && has_references))
		at++;
	return at;
}

/* Return the end of what begins at html[at] and is seen as it is: words with one space
 * between each two. */
static size_t
find_words_end(const struct visible_text *v, size_t at, size_t end, bool has_references)
{
	const char *html = v->html;

	if (html_is_space(html[at]))
		return at;
	for (;; at++) {
		at += ascii_words(html + at, end - at);
		if (at == end)
			return at;
		if (html[at] == '&' ? has_references : !is_between_words(html, at, end))
			return at;
	}
}

static size_t
find_verbatim_end(const struct visible_text *v, size_t at, size_t end,
    bool has_references)
{
	if (v->pre_depth > 0)
		return find_preformatted_end(v, at, end, has_references);
	return v->hidden_depth > 0 ? find_word_end(v, at, end, has_references) :
	    find_words_end(v, at, end, has_references);
}

/* Fold the white space at html[at]; return its end. In <pre> CR LF is one line break. */
static size_t
fold_space(struct visible_text *v, size_t at, size_t end)
{
	if (v->pre_depth > 0) {
		show(v, "\n", 1, at);
		return at + 1 < end && v->html[at + 1] == '\n' ? at + 2 : at + 1;
	}
	break_word(v, at);
	while (at < end && html_is_space(v->html[at]))
		at++;
	return at;
}

/* Append what the "&" at html[at] stands for; return its end. */
static size_t
show_reference(struct visible_text *v, size_t at, size_t end)
{
	char character[4];
	uint32_t code;
	size_t used = entity_decode(v->html + at, end - at, false, &code), len;

	if (used == 0) {
		show(v, "&", 1, at);
		return at + 1;
	}
	len = utf8_encode(code, character);
	if (len == 1 && html_is_space(character[0]) && v->pre_depth == 0)
		break_word(v, at);
	else
		show(v, character, len, at);
	return at + used;
}

static void
add_range(struct visible_text *v, struct html_range range, bool has_references)
{
	size_t at = range.begin, end = range.end;

	while (at < end) {
		size_t begin = at;

		at = find_verbatim_end(v, at, end, has_references);
		show(v, v->html + begin, at - begin, begin);
		if (at == end)
			return;
		at = v->html[at] == '&' ? show_reference(v, at, end) :
		    fold_space(v, at, end);
	}
}

void
visible_text_add_text(struct visible_text *v, const struct html_token *text)
{
	add_range(v, text->range, text->has_references);
}

/* ---- tags --- */

/* Read the content of a raw text element. That of <textarea> and <xmp> keeps its white
 * space. */
static void
add_raw_text(struct visible_text *v, struct tokenizer *t,
    const struct html_token *tag, enum element_kind kind)
{
	struct html_range range = tokenizer_read_raw_text(t, tag->name);
	bool is_pre = !html_is_tag(tag, "title");

	if (kind == ELEMENT_HIDDEN_RAW)
		return;
	break_block(v, tag->range.begin);
	v->pre_depth += is_pre;
	add_range(v, range, kind == ELEMENT_RCDATA);
	v->pre_depth -= is_pre;
}

static void
begin_pre(struct visible_text *v, struct tokenizer *t,
    const struct html_token *tag, bool is_html)
{
	break_block(v, tag->range.begin);
	v->pre_depth++;
	t->is_plaintext = is_html && html_is_tag(tag, "plaintext");
	tokenizer_skip_line_break(t);
}

bool
visible_text_add_start_tag(struct visible_text *v, struct tokenizer *t,
    const struct html_token *tag, bool is_html)
{
	enum element_kind kind = find_element(v, tag->name);

	switch (kind) {
	case ELEMENT_INLINE:
		break;
	case ELEMENT_SPACE:
		break_word(v, tag->range.begin);
		break;
	case ELEMENT_BLOCK:
		break_block(v, tag->range.begin);
		break;
	case ELEMENT_LINE_BREAK:
		break_line(v, tag->range.begin);
		break;
	case ELEMENT_PRE:
		begin_pre(v, t, tag, is_html);
		break;
	case ELEMENT_HIDDEN:
		v->hidden_depth++;
		break;
	case ELEMENT_HIDDEN_RAW:
	case ELEMENT_VISIBLE_RAW:
	case ELEMENT_RCDATA:
		if (is_html)
			add_raw_text(v, t, tag, kind);
		return is_html;
	}
	return false;
}

void
visible_text_add_end_tag(struct visible_text *v, const struct html_token *tag)
{
	switch (find_element(v, tag->name)) {
	case ELEMENT_INLINE:
	case ELEMENT_HIDDEN_RAW:
		break;
	case ELEMENT_SPACE:
		break_word(v, tag->range.begin);
		break;
	case ELEMENT_LINE_BREAK: /* </br> is <br>, by the standard */
		break_line(v, tag->range.begin);
		break;
	case ELEMENT_HIDDEN:
		v->hidden_depth -= v->hidden_depth > 0;
		break;
	case ELEMENT_PRE:
		v->pre_depth -= v->pre_depth > 0;
		break_block(v, tag->range.begin);
		break;
	case ELEMENT_BLOCK:
	case ELEMENT_VISIBLE_RAW:
	case ELEMENT_RCDATA:
		break_block(v, tag->range.begin);
		break;
	}
}

size_t
visible_text_segment_end(const struct visible_text *v, size_t at,
    bool *is_preformatted)
{
	size_t low = 0, high, count;
	const struct html_range *pre = get_preformatted(v, &count);

	for (high = count; low < high;) { /* the first that ends after at */
		size_t middle = low + (high - low) / 2;

		if (pre[middle].end <= at)
			low = middle + 1;
		else
			high = middle;
	}
	*is_preformatted = low < count && pre[low].begin <= at;
	if (low == count)
		return v->text.len;
	return *is_preformatted ? pre[low].end : pre[low].begin;
}

/* ---- back to the source --- */

size_t
visible_text_source_begin(const struct visible_text *v, size_t at)
{
	size_t low = 0, high, source, count;
	const struct source_run *runs = get_runs(v, &count);

	if (at >= v->text.len)
		return v->len;
	for (high = count; high - low > 1;) {
		size_t middle = low + (high - low) / 2;

		if (runs[middle].begin <= at)
			low = middle;
		else
			high = middle;
	}
	source = runs[low].source + (at - runs[low].begin);
	return source < v->len ? source : v->len;
}

size_t
visible_text_source_end(const struct visible_text *v, size_t at)
{
	size_t source = visible_text_source_begin(v, at), end = source + 1, next;
	size_t back;
	uint32_t code;

	/* a character reference stands for up to four bytes, one of which is at */
	for (back = 0; back < 4 && back <= source; back++) {
		const char *html = v->html + source - back;
		size_t used = *html != '&' ? 0 :
		    entity_decode(html, v->len - (source - back), false, &code);

		if (used > back)
			end = source - back + used;
	}
	next = visible_text_source_begin(v, at + 1);
	return next > source && next < end ? next : end;
}
