/* text.c - the visible text of HTML (html_text), and its offsets in the HTML. Style sheets are
 * ignored. */
#include "html/parser.h"
#include "util/ascii.h"
#include "util/utf8.h"

/* ---- elements --- */

/* The effects of an element's tags on the text. */
enum element_kind {
	ELEMENT_INLINE, /* nothing: <b> does not break a word */
	ELEMENT_SPACE,  /* separates words, as an image does */
	ELEMENT_BLOCK,  /* begins and ends a line */
	ELEMENT_LINE_BREAK, /* the kinds up to this one are simple */
	ELEMENT_PRE,         /* a block that keeps its white space */
	ELEMENT_HIDDEN_RAW,  /* raw text that is not rendered */
	ELEMENT_VISIBLE_RAW, /* raw text that is rendered literally */
	ELEMENT_RCDATA,      /* raw text whose character references are decoded */
	ELEMENT_HIDDEN
};

struct text_element {
	char name[MAX_TAG_NAME_BYTES + 1];
	enum element_kind kind;
};

/* The table `elements`, made from elements.tsv, groups them by the first letter of their names. It
 * has all elements that are not ELEMENT_INLINE, and the most common inline ones in mail. */
#include "html/elements_table.h"

static enum element_kind
find_element(const char name[MAX_TAG_NAME_BYTES + 1])
{
	size_t letter = (size_t)(name[0] - 'a');
	const struct text_element *e;

	if (letter >= COUNT(elements) || elements[letter] == NULL)
		return ELEMENT_INLINE;
	for (e = elements[letter]; e->name[0]; e++)
		if (memcmp(e->name, name, MAX_TAG_NAME_BYTES + 1) == 0)
			break;
	return e->kind;
}

/* ---- the text and its sources --- */

static const struct source_point *
get_points(const struct visible_text *v, size_t *count)
{
	*count = v->points.len / sizeof(struct source_point);
	return (const void *)v->points.at;
}

static struct byte_range *
get_preformatted(const struct visible_text *v, size_t *count)
{
	*count = v->preformatted.len / sizeof(struct byte_range);
	return (void *)v->preformatted.at;
}

/* Record that the visible text continues at source. */
static inline void
add_source(struct visible_text *v, size_t source)
{
	size_t count;
	const struct source_point *points = get_points(v, &count);

	if (count == 0 || source - points[count - 1].source != v->text.len - points[count - 1].at)
		source_point_add(&v->points, v->text.len, source);
}

/* Append a byte. There must be room for it (see reserve). */
static inline void
append_byte(struct visible_text *v, char byte, size_t source)
{
	add_source(v, source);
	v->text.at[v->text.len++] = byte;
}

/* Make room for len bytes, and for the white space that is due before them. Return false if out of
 * memory. */
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

/* Return true for a letter or digit, or the first byte of a character from U+0800 on in UTF-8. */
static bool
is_letter(char c)
{
	return ascii_is_alphanumeric(c) || (unsigned char)c >= 0xE0;
}

/* Append the white space that is due before the byte `next`. */
static void
close_gap(struct visible_text *v, char next)
{
	if (v->due_line_breaks == 0 && !is_line_start(v) &&
	    (v->due_space == SPACE_BEFORE_ANY || is_letter(next)))
		append_byte(v, ' ', v->gap_source);
	if (v->text.len > 0)
		for (; v->due_line_breaks > 0; v->due_line_breaks--)
			append_byte(v, '\n', v->gap_source);
	v->due_line_breaks = 0;
	v->due_space = NO_SPACE;
}

/* Prepare to append visible text that begins with the byte `next`. */
static inline void
begin_visible(struct visible_text *v, char next)
{
	if (v->due_line_breaks > 0 || v->due_space)
		close_gap(v, next);
	if (v->is_extent_empty) {
		v->extent_begin = v->text.len;
		v->is_extent_empty = false;
	}
}

/* Record that the next len bytes of the text keep their line breaks. */
static void
add_preformatted(struct visible_text *v, size_t len)
{
	struct byte_range range = { v->text.len, v->text.len + len };
	size_t count;
	struct byte_range *last = get_preformatted(v, &count);

	if (count > 0 && last[count - 1].end == range.begin)
		last[count - 1].end = range.end;
	else
		strbuf_append(&v->preformatted, (const char *)&range, sizeof(range));
}

/* Append bytes that come from source, unless the text is hidden. */
static void
show(struct visible_text *v, const char *bytes, size_t len, size_t source)
{
	if (v->hidden_depth > 0 || len == 0 || !reserve(v, len))
		return;
	begin_visible(v, *bytes);
	if (v->pre_depth > 0)
		add_preformatted(v, len);
	add_source(v, source);
	memcpy(v->text.at + v->text.len, bytes, len);
	v->text.len += len;
}

static void
show_character(struct visible_text *v, uint32_t code, size_t source)
{
	char bytes[4];

	show(v, bytes, utf8_encode(code, bytes), source);
}

/* ---- white space --- */

static void
open_gap(struct visible_text *v, size_t source)
{
	if (v->due_line_breaks == 0 && !v->due_space)
		v->gap_source = source;
}

static void
break_word(struct visible_text *v, size_t source)
{
	open_gap(v, source);
	v->due_space = SPACE_BEFORE_ANY;
}

/* <br> ends a line, and a block begins one: two <br> leave an empty line, a <br> at the end of a
 * block does not. */
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

enum { MIN_ROOM = 64 };

/* Return the end of the bytes from html[at] on that are shown unchanged: a word or, in <pre>, all
 * bytes but CR. */
static size_t
find_verbatim_end(const struct visible_text *v, size_t at, size_t end, bool has_references)
{
	for (; at < end; at++) {
		char c = v->html[at];

		if ((c == '&' && has_references) ||
		    (v->pre_depth > 0 ? c == '\r' : ascii_is(c, ASCII_HTML_SPACE)))
			break;
	}
	return at;
}

/* Fold the white space at html[at]. Return its end. */
static inline size_t
fold_space(struct visible_text *v, size_t at, size_t end)
{
	break_word(v, at++);
	while (at < end && ascii_is(v->html[at], ASCII_HTML_SPACE))
		at++;
	return at;
}

/* Read the white space at html[at] or, in <pre>, the line break CR or CR LF. Return its end. */
static size_t
read_space(struct visible_text *v, size_t at, size_t end)
{
	if (v->pre_depth == 0)
		return fold_space(v, at, end);
	show_character(v, '\n', at);
	return at + 1 < end && v->html[at + 1] == '\n' ? at + 2 : at + 1;
}

/* Append the character of the reference at html[at], or "&". Return the end of the reference. */
static size_t
show_reference(struct visible_text *v, size_t at, size_t end)
{
	uint32_t code;
	size_t used = entity_decode(v->html + at, end - at, false, &code);

	if (used == 0) {
		show_character(v, '&', at);
		return at + 1;
	}
	if (code <= ' ' && ascii_is((char)code, ASCII_HTML_SPACE) && v->pre_depth == 0)
		break_word(v, at);
	else
		show_character(v, code, at);
	return at + used;
}

void
visible_text_add(struct visible_text *v, struct byte_range text, bool has_references)
{
	size_t at = text.begin, end = text.end;

	while (at < end) {
		size_t begin = at;

		at = find_verbatim_end(v, at, end, has_references);
		show(v, v->html + begin, at - begin, begin);
		if (at == end)
			return;
		at = v->html[at] == '&' ? show_reference(v, at, end) : read_space(v, at, end);
	}
}

/* Append the words from html[at] on that are separated by single spaces. Return their end. */
static size_t
show_words(struct visible_text *v, size_t at)
{
	size_t len = v->len - at, room;

	if (!reserve(v, MIN_ROOM))
		return v->len;
	begin_visible(v, v->html[at]);
	add_source(v, at);
	room = v->text.size - v->text.len;
	len = ascii_copy_words(v->text.at + v->text.len, v->html + at, len < room ? len : room);
	v->text.len += len;
	return at + len;
}

/* Read a token of text whose white space is folded. */
static void
read_flowing_text(struct visible_text *v, struct tokenizer *t)
{
	size_t at = t->at;

	if (v->html[at] == '<')
		show_character(v, '<', at++);
	while (at < v->len && v->html[at] != '<')
		if (ascii_is(v->html[at], ASCII_HTML_SPACE))
			at = fold_space(v, at, v->len);
		else if (v->html[at] == '&')
			at = show_reference(v, at, v->len);
		else
			at = show_words(v, at);
	t->at = at;
}

void
visible_text_read(struct visible_text *v, struct tokenizer *t)
{
	size_t begin = t->at;

	if (v->pre_depth == 0 && v->hidden_depth == 0) {
		read_flowing_text(v, t);
		return;
	}
	t->at++;
	t->at += ascii_find(t->html + t->at, t->len - t->at, '<');
	visible_text_add(v, (struct byte_range){ begin, t->at }, true);
}

/* ---- tags --- */

/* Read the content of a raw text element. <textarea> and <xmp> keep white space. */
static void
add_raw_text(struct visible_text *v, struct tokenizer *t,
    const struct html_token *tag, enum element_kind kind)
{
	struct byte_range range = tokenizer_read_raw_text(t, tag->name);
	bool is_pre = !html_is_tag(tag, "title");

	if (kind == ELEMENT_HIDDEN_RAW)
		return;
	break_block(v, tag->range.begin);
	v->pre_depth += is_pre;
	visible_text_add(v, range, kind == ELEMENT_RCDATA);
	v->pre_depth -= is_pre;
}

/* Begin a line or a word at a tag of a simple kind. In the standard, </br> means <br>. */
static inline void
break_at_tag(struct visible_text *v, const struct html_token *tag, enum element_kind kind)
{
	if (kind == ELEMENT_BLOCK)
		break_block(v, tag->range.begin);
	else if (kind == ELEMENT_SPACE)
		break_word(v, tag->range.begin);
	else if (kind == ELEMENT_LINE_BREAK)
		break_line(v, tag->range.begin);
}

void
visible_text_add_start_tag(struct visible_text *v, struct tokenizer *t,
    const struct html_token *tag, bool is_html)
{
	enum element_kind kind = find_element(tag->name);

	if (kind < ELEMENT_PRE) {
		break_at_tag(v, tag, kind);
	} else if (kind == ELEMENT_HIDDEN) {
		v->hidden_depth++;
	} else if (kind == ELEMENT_PRE) {
		break_block(v, tag->range.begin);
		v->pre_depth++;
		t->is_plaintext = is_html && html_is_tag(tag, "plaintext");
		t->at += t->at < t->len && t->html[t->at] == '\r'; /* skip one line break */
		t->at += t->at < t->len && t->html[t->at] == '\n';
	} else if (is_html) {
		add_raw_text(v, t, tag, kind);
	}
}

void
visible_text_add_end_tag(struct visible_text *v, const struct html_token *tag)
{
	enum element_kind kind = find_element(tag->name);

	if (kind < ELEMENT_PRE)
		break_at_tag(v, tag, kind);
	else if (kind == ELEMENT_HIDDEN)
		v->hidden_depth -= v->hidden_depth > 0;
	else if (kind != ELEMENT_HIDDEN_RAW)
		break_block(v, tag->range.begin);
	v->pre_depth -= kind == ELEMENT_PRE && v->pre_depth > 0;
}

/* A letter or digit after the link, "<a href=...>http://h/a</a><b>text", does not belong to the URL:
 * a reader sees where the link ends, and a program that makes links of URLs in a text would have
 * included it, too. Such a program may have stopped at a letter beyond US-ASCII; but from U+0800 on,
 * in scripts such as Han, prose also follows a URL without a blank. */
void
visible_text_end_link(struct visible_text *v, size_t tag)
{
	const char *text = v->text.at + v->extent_begin, *last = v->text.at + v->text.len - 1;
	const char *space = memrchr(text, ' ', (size_t)(last - text)), *word = space ? space : text;

	if (v->due_space || (!ascii_is_alphanumeric(*last) && *last != '/') ||
	    ascii_find_authority(word, (size_t)(last - word)) == NULL)
		return;
	open_gap(v, tag);
	v->due_space = SPACE_BEFORE_LETTER;
}

/* ---- the text, and mapping it back to the source --- */

urlgrep_span
html_text(const struct html *h)
{
	const struct strbuf *text = &h->text.text;

	return (urlgrep_span){ text->at ? text->at : "", text->len };
}

size_t
html_segment_end(const struct html *h, size_t at, bool *is_preformatted)
{
	size_t low = 0, high, count;
	const struct byte_range *pre = get_preformatted(&h->text, &count);

	for (high = count; low < high;) { /* find the first that ends after `at` */
		size_t middle = low + (high - low) / 2;

		if (pre[middle].end <= at)
			low = middle + 1;
		else
			high = middle;
	}
	*is_preformatted = low < count && pre[low].begin <= at;
	if (low == count)
		return h->text.text.len;
	return *is_preformatted ? pre[low].end : pre[low].begin;
}

size_t
html_source_begin(const struct html *h, size_t at)
{
	const struct visible_text *v = &h->text;
	size_t source, count;
	const struct source_point *points = get_points(v, &count);

	if (at >= v->text.len)
		return v->len;
	source = source_point_map(points, count, at);
	return source < v->len ? source : v->len;
}

size_t
html_source_end(const struct html *h, size_t at)
{
	const struct visible_text *v = &h->text;
	size_t source = html_source_begin(h, at), end = source + 1, next;
	size_t back;
	uint32_t code;

	/* a character reference yields up to four bytes, and `at` may be any of them */
	for (back = 0; back < 4 && back <= source; back++) {
		const char *html = v->html + source - back;
		size_t used = *html != '&' ? 0 :
		    entity_decode(html, v->len - (source - back), false, &code);

		if (used > back)
			end = source - back + used;
	}
	next = html_source_begin(h, at + 1);
	return next > source && next < end ? next : end;
}
