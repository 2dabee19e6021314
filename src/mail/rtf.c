/* rtf.c - RTF of a message, as HTML: its text and hyperlinks
 *
 * Debian has no library for this. Fonts are not known here: a byte of a font in another
 * charset than the document's may become another letter, but programs write letters of
 * URLs in US-ASCII or as \uN. */
#include "mail/rtf.h"

#include <stdio.h>
#include <string.h>

#include "mail/rtf_field.h"
#include "util/ascii.h"

enum { MAX_GROUPS = 1000, MAX_WORD_BYTES = 32, DEFAULT_PAGE = 1252 };

/* What is between a brace and the one that closes it. */
struct group {
	bool is_skipped;     /* fonts and the like */
	bool is_hidden;      /* \htmlrtf: for readers that ignore the HTML */
	bool is_tag;         /* \htmltag: HTML */
	bool is_instruction; /* of a field */
	bool has_link;       /* of a field, which is to be closed */
	unsigned char fallback; /* characters after \uN that stand for it */
};

struct rtf {
	const char *text;
	size_t at, len;
	struct group groups[MAX_GROUPS]; /* the last one is the current one */
	unsigned depth;
	bool is_ignorable;  /* after "\*" */
	bool from_html, from_text;
	unsigned skipped;   /* characters to come that stand for a \uN */
	unsigned surrogate; /* the first of two, or 0 */
	unsigned code_page;
	struct strbuf *html;
	struct strbuf instruction;
};

static struct group *
current(struct rtf *r)
{
	return &r->groups[r->depth];
}

/* ---- output --- */

/* Append to the output or to the instruction of a field, unless nothing is shown here. */
static void
put(struct rtf *r, const char *text, size_t len)
{
	const struct group *g = current(r);

	if (!g->is_skipped && !g->is_hidden)
		strbuf_append(g->is_instruction ? &r->instruction : r->html, text, len);
}

static void
put_string(struct rtf *r, const char *text)
{
	put(r, text, strlen(text));
}

/* Put a character of the text; skip it if it stands for a \uN. */
static void
put_character(struct rtf *r, char c)
{
	if (r->skipped > 0)
		r->skipped--;
	else if (current(r)->is_tag)
		put(r, &c, 1);
	else if (c == '<')
		put_string(r, "&lt;");
	else if (c == '&')
		put_string(r, "&amp;");
	else
		put(r, &c, 1);
}

static void
put_line_break(struct rtf *r)
{
	put_string(r, r->from_html || r->from_text || current(r)->is_tag ? "\n" : "<br>\n");
}

/* Put a character of Unicode, given in UTF-16. */
static void
put_unicode(struct rtf *r, unsigned unit)
{
	char text[16];
	unsigned first = r->surrogate;

	r->surrogate = 0;
	r->skipped = current(r)->fallback;
	if (unit >= 0xD800 && unit < 0xDC00) {
		r->surrogate = unit;
		return;
	}
	if (unit >= 0xDC00 && unit < 0xE000)
		unit = first ? 0x10000 + ((first - 0xD800) << 10) + (unit - 0xDC00) : 0xFFFD;
	snprintf(text, sizeof(text), "&#%u;", unit);
	put_string(r, text);
}

/* ---- groups --- */

/* Returns false if there are too many. */
static bool
open_group(struct rtf *r)
{
	if (r->depth + 1 == MAX_GROUPS)
		return false;
	r->groups[r->depth + 1] = r->groups[r->depth];
	r->depth++;
	current(r)->has_link = false;
	r->is_ignorable = false;
	r->skipped = 0;
	return true;
}

/* Open the link of a field whose instruction is complete. */
static void
end_instruction(struct rtf *r)
{
	struct group *field = current(r);

	if (!r->from_html && !field->is_skipped && !field->is_hidden &&
	    r->instruction.len > 0)
		field->has_link = rtf_field_open_link(
		    (urlgrep_span){ r->instruction.at, r->instruction.len }, r->html);
	r->html->failed = r->html->failed || r->instruction.failed;
	strbuf_clear(&r->instruction);
}

/* Returns false if none is open. */
static bool
close_group(struct rtf *r)
{
	bool was_instruction = current(r)->is_instruction;

	if (r->depth == 0)
		return false;
	if (current(r)->has_link)
		strbuf_append_string(r->html, "</a>");
	r->depth--;
	r->is_ignorable = false;
	r->skipped = 0;
	if (was_instruction && !current(r)->is_instruction)
		end_instruction(r);
	return true;
}

/* ---- control words --- */

/* What is put for a control word. */
static const struct {
	const char *word, *html;
} characters[] = { { "tab", "\t" }, { "cell", " " }, { "emspace", " " },
	{ "enspace", " " }, { "bullet", "&bull;" }, { "lquote", "&lsquo;" },
	{ "rquote", "&rsquo;" }, { "ldblquote", "&ldquo;" }, { "rdblquote", "&rdquo;" },
	{ "endash", "&ndash;" }, { "emdash", "&mdash;" } };

static bool
is_among(const char *word, const char *const *words, size_t count)
{
	size_t i;

	for (i = 0; i < count; i++)
		if (strcmp(word, words[i]) == 0)
			return true;
	return false;
}

#define IS_AMONG(word, words) is_among(word, words, sizeof(words) / sizeof((words)[0]))

/* Begin a destination: what the group holds is no text of the paragraph. Returns false if
 * the word is none. */
static bool
begin_destination(struct rtf *r, const char *word)
{
	static const char *const skipped[] = { "fonttbl", "colortbl", "stylesheet",
		"info", "pict", "filetbl" };
	bool is_ignorable = r->is_ignorable;

	r->is_ignorable = false;
	if (strcmp(word, "htmltag") == 0) {
		current(r)->is_tag = true;
	} else if (strcmp(word, "fldinst") == 0) {
		current(r)->is_instruction = true;
	} else if (is_ignorable || IS_AMONG(word, skipped)) {
		current(r)->is_skipped = true;
	} else {
		return false;
	}
	return true;
}

/* Obey a word about the document. Returns false if it is none. */
static bool
read_document_word(struct rtf *r, const char *word, long value)
{
	if (strcmp(word, "ansicpg") == 0) {
		r->code_page = value > 0 && value <= 65001 ? (unsigned)value : DEFAULT_PAGE;
	} else if (strcmp(word, "fromhtml") == 0) {
		r->from_html = true;
	} else if (strcmp(word, "fromtext") == 0) {
		if (!r->from_text)
			put_string(r, "<pre>\n");
		r->from_text = true;
	} else {
		return false;
	}
	return true;
}

static void
read_text_word(struct rtf *r, const char *word)
{
	static const char *const breaks[] = { "par", "line", "row", "sect", "page" };
	size_t i;

	if (IS_AMONG(word, breaks))
		put_line_break(r);
	for (i = 0; i < sizeof(characters) / sizeof(characters[0]); i++)
		if (strcmp(word, characters[i].word) == 0)
			put_string(r, characters[i].html);
}

static void
obey(struct rtf *r, const char *word, long value, bool has_value)
{
	if (strcmp(word, "bin") == 0) {
		size_t left = r->len - r->at;

		r->at += value < 0 ? 0 : (size_t)value < left ? (size_t)value : left;
	} else if (current(r)->is_skipped || begin_destination(r, word) ||
	    read_document_word(r, word, value)) {
		return;
	} else if (strcmp(word, "u") == 0) {
		put_unicode(r, (unsigned)value & 0xFFFF);
	} else if (strcmp(word, "uc") == 0) {
		current(r)->fallback = value >= 0 && value < 256 ? (unsigned char)value : 1;
	} else if (strcmp(word, "htmlrtf") == 0) {
		current(r)->is_hidden = !has_value || value != 0;
	} else {
		read_text_word(r, word);
	}
}

/* Read a word of letters and its number. */
static void
read_word(struct rtf *r)
{
	char word[MAX_WORD_BYTES + 1];
	size_t n = 0, digits;
	long value = 0;
	bool is_negative;

	while (r->at < r->len && ascii_is(r->text[r->at], ASCII_ALPHA)) {
		if (n < MAX_WORD_BYTES)
			word[n++] = r->text[r->at];
		r->at++;
	}
	word[n] = '\0';
	is_negative = r->at < r->len && r->text[r->at] == '-';
	digits = r->at += is_negative;
	for (; r->at < r->len && ascii_is(r->text[r->at], ASCII_DIGIT); r->at++)
		if (value < 100 * 1000 * 1000)
			value = value * 10 + (r->text[r->at] - '0');
	digits = r->at - digits;
	if (r->at < r->len && r->text[r->at] == ' ')
		r->at++;
	obey(r, word, is_negative ? -value : value, digits > 0);
}

static unsigned
hex_value(char c)
{
	return ascii_is(c, ASCII_HEX) ? ascii_hex_value(c) : 0;
}

/* Read what follows a backslash. */
static void
read_control(struct rtf *r)
{
	char c;

	if (r->at == r->len)
		return;
	if (ascii_is(r->text[r->at], ASCII_ALPHA)) {
		read_word(r);
		return;
	}
	c = r->text[r->at++];
	if (c == '\'' && r->len - r->at >= 2) {
		unsigned high = hex_value(r->text[r->at]), low = hex_value(r->text[r->at + 1]);

		r->at += 2;
		put_character(r, (char)(high << 4 | low));
	} else if (c == '*') {
		r->is_ignorable = true;
	} else if (c == '\\' || c == '{' || c == '}') {
		put_character(r, c);
	} else if (c == '~') {
		put_string(r, "&nbsp;");
	} else if (c == '_') {
		put_character(r, '-');
	} else if (c == '\n' || c == '\r') {
		put_line_break(r);
	}
}

/* Read to the end, or to damage: then return false. */
static bool
read_all(struct rtf *r)
{
	while (r->at < r->len && !r->html->failed) {
		char c = r->text[r->at++];

		if (c == '{') {
			if (!open_group(r))
				return false;
		} else if (c == '}') {
			if (!close_group(r))
				return false;
			if (r->depth == 0)
				return true; /* NULs may follow */
		} else if (c == '\\') {
			read_control(r);
		} else if (c != '\r' && c != '\n') {
			put_character(r, c);
		}
	}
	return r->depth == 0;
}

bool
rtf_to_html(urlgrep_span rtf, struct strbuf *html, unsigned *code_page)
{
	struct rtf r = { .text = rtf.text, .len = rtf.len, .html = html,
		.code_page = DEFAULT_PAGE, .instruction = { .memory = html->memory } };
	bool is_whole;

	current(&r)->fallback = 1;
	if (rtf.len < 5 || memcmp(rtf.text, "{\\rtf", 5) != 0)
		return false;
	is_whole = read_all(&r);
	strbuf_free(&r.instruction);
	*code_page = r.code_page;
	return is_whole && !html->failed;
}
