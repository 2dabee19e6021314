/* rtf.c - convert RTF of a message to HTML: its text and hyperlinks
 *
 * Debian has no library for this. Fonts are ignored: if the charset of a font differs from that
 * of the document, a byte may become a wrong letter, but programs write the letters of URLs in
 * US-ASCII or as \uN. */
#include "mail/containers.h"

#include <stdio.h>
#include <string.h>

#include "mail/header.h"
#include "util/ascii.h"
#include "util/byte_range.h"

/* ---- compressed RTF of MAPI ([MS-OXRTFCP]): LZ77 with a dictionary of 4,096 bytes that initially
 * contains frequent words of RTF --- */

enum {
	MAX_RTF_BYTES = 32 * 1024 * 1024, /* longer RTF counts as damaged */
	COMPRESSED = 0x75465A4C,
	UNCOMPRESSED = 0x414C454D,
	DICTIONARY_BYTES = 4096,
	LENGTH_BITS = 4, /* of a reference; the other bits are a position in the dictionary */
	MIN_COPY = 2
};

static const char frequent[] =
    "{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}"
    "{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbol"
    "ArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n"
    "\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx";

/* Append the bytes that a reference stands for. The dictionary is a ring: the last bytes of *rtf.
 * Return false for a reference to its own position, which ends the text, or an invalid one. */
static bool
copy_reference(struct byte_reader *in, struct strbuf *rtf)
{
	uint32_t high = read_little_endian(in, 1), reference = high << 8 | read_little_endian(in, 1);
	size_t back = (rtf->len - (reference >> LENGTH_BITS)) % DICTIONARY_BYTES;
	uint32_t count = (reference & ((1u << LENGTH_BITS) - 1)) + MIN_COPY;

	if (in->is_short || back == 0 || back > rtf->len)
		return false;
	for (; count > 0 && !rtf->failed; count--)
		strbuf_append_byte(rtf, rtf->at[rtf->len - back]);
	return true;
}

/* Append `size` bytes of RTF to *rtf. The bits of a byte tell which of the next eight items are
 * references and which are bytes. Return false if there are fewer than `size` bytes. */
static bool
decompress(struct byte_reader *in, size_t size, struct strbuf *rtf)
{
	size_t end = rtf->len + (size < MAX_RTF_BYTES ? size : MAX_RTF_BYTES);
	unsigned flags = 0, bit;

	for (bit = 0; rtf->len < end && !rtf->failed; bit++) {
		if (bit % 8 == 0)
			flags = read_little_endian(in, 1);
		if (in->at == in->end)
			return false;
		if (!(flags >> bit % 8 & 1))
			strbuf_append_byte(rtf, in->text[in->at++]);
		else if (!copy_reference(in, rtf))
			return false;
	}
	rtf->len = rtf->failed ? 0 : end;
	return size < MAX_RTF_BYTES && !rtf->failed;
}

/* Set *rtf to the RTF, which is in *buffer if it was compressed. Return false if out of memory, or
 * if the RTF is damaged: *rtf is then the text before the damage. The checksum is not verified. */
static bool
open_compressed(urlgrep_span compressed, struct strbuf *buffer, urlgrep_span *rtf)
{
	struct byte_reader in = { compressed.text, 0, compressed.len, false };
	uint32_t format, size;
	bool is_whole = false;

	read_little_endian(&in, 4); /* the compressed size */
	size = read_little_endian(&in, 4);
	format = read_little_endian(&in, 4);
	read_little_endian(&in, 4); /* a checksum */
	*rtf = (urlgrep_span){ "", 0 };
	if (!in.is_short && format == UNCOMPRESSED) {
		struct byte_range bytes = read_bytes(&in, size);

		*rtf = (urlgrep_span){ in.text + bytes.begin, bytes.end - bytes.begin };
		return !in.is_short;
	}
	if (!in.is_short && format == COMPRESSED) {
		strbuf_append_string(buffer, frequent);
		is_whole = decompress(&in, size, buffer);
		if (buffer->at && !buffer->failed)
			*rtf = (urlgrep_span){ buffer->at + sizeof(frequent) - 1,
				buffer->len - (sizeof(frequent) - 1) };
	}
	return is_whole;
}

/* ---- fields, such as HYPERLINK ([ECMA-376] 1, 17.16.5.25) --- */

/* Return the next word, or the text in quotation marks, and set *is_quoted; empty at the end. */
static urlgrep_span
take_argument(urlgrep_span *s, bool *is_quoted)
{
	urlgrep_span word;
	size_t len = 0;

	while (s->len > 0 && header_is_space(*s->text))
		header_advance(s, 1);
	*is_quoted = s->len > 0 && *s->text == '"';
	if (*is_quoted)
		header_advance(s, 1);
	while (len < s->len && s->text[len] != '"' && (*is_quoted || !header_is_space(s->text[len])))
		len++;
	word = (urlgrep_span){ s->text, len };
	header_advance(s, len + (*is_quoted && len < s->len));
	return word;
}

/* If the instruction, which is HTML with escapes but without &quot;, is a hyperlink to another
 * document, append the start tag of an <a> element for it, and return true. */
static bool
open_link(urlgrep_span instruction, struct strbuf *html)
{
	urlgrep_span url = { NULL, 0 }, fragment = { NULL, 0 }, word;
	bool is_quoted;

	word = take_argument(&instruction, &is_quoted);
	if (!span_is(word, "HYPERLINK"))
		return false;
	while (word = take_argument(&instruction, &is_quoted), word.len > 0 || is_quoted) {
		if (is_quoted || word.len != 2 || *word.text != '\\') { /* not a switch */
			url = url.text ? url : word;
			continue;
		}
		if (word.text[1] == 'l') /* a location in the target */
			fragment = take_argument(&instruction, &is_quoted);
		else if (word.text[1] == 'o' || word.text[1] == 't')
			take_argument(&instruction, &is_quoted); /* a hint, a frame */
	}
	if (url.len == 0)
		return false;
	strbuf_append_string(html, "<a href=\"");
	strbuf_append(html, url.text, url.len);
	if (fragment.len > 0) {
		strbuf_append_string(html, "#");
		strbuf_append(html, fragment.text, fragment.len);
	}
	strbuf_append_string(html, "\">");
	return true;
}

/* ---- a document --- */

enum { MAX_GROUPS = 1000, MAX_WORD_BYTES = 32, DEFAULT_PAGE = 1252 };

/* A group: the text between matching braces. */
struct group {
	bool is_skipped;     /* fonts and the like */
	bool is_hidden;      /* \htmlrtf: for readers that ignore the HTML */
	bool is_tag;         /* \htmltag: HTML */
	bool is_instruction; /* of a field */
	bool has_link;       /* of a field; it must be closed */
	unsigned char fallback; /* number of fallback characters after \uN */
};

struct rtf {
	const char *text;
	size_t at, len;
	struct group groups[MAX_GROUPS]; /* the last one is the current one */
	unsigned depth;
	bool is_ignorable;  /* after "\*" */
	bool from_html, from_text;
	unsigned skipped;   /* fallback characters of a \uN that are still to be skipped */
	unsigned surrogate; /* a high surrogate that needs the next \uN, or 0 */
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

/* Append to the output or to the instruction of a field, unless this text is hidden. */
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

/* Append a character of the text, or skip it if it belongs to the fallback of a \uN. */
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

/* Append the Unicode character of a UTF-16 code unit, or of a pair of surrogates. */
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

/* Open a group. Return false if there are too many. */
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

/* Close a group. If this completes the instruction of a field, open the link of the field. Return
 * false if no group is open. */
static bool
close_group(struct rtf *r)
{
	const struct group *closed = current(r);
	struct group *field;
	urlgrep_span instruction = { r->instruction.at, r->instruction.len };

	if (r->depth == 0)
		return false;
	if (closed->has_link)
		strbuf_append_string(r->html, "</a>");
	r->depth--;
	field = current(r);
	r->is_ignorable = false;
	r->skipped = 0;
	if (!closed->is_instruction || field->is_instruction)
		return true;
	if (!r->from_html && !field->is_skipped && !field->is_hidden && instruction.len > 0)
		field->has_link = open_link(instruction, r->html);
	r->html->failed |= r->instruction.failed;
	strbuf_clear(&r->instruction);
	return true;
}

/* ---- control words --- */

enum action {
	SKIP_GROUP, /* fonts and the like, which are not text */
	BEGIN_TAG, BEGIN_INSTRUCTION,
	SKIP_BYTES, SET_CODE_PAGE, SET_FROM_HTML, SET_FROM_TEXT,
	PUT_UNICODE, SET_FALLBACK, SET_HIDDEN,
	BREAK_LINE, PUT_HTML
};

static const struct control_word {
	const char *word;
	enum action action;
	const char *html;
} words[] = { { "fonttbl", SKIP_GROUP, NULL }, { "colortbl", SKIP_GROUP, NULL },
	{ "stylesheet", SKIP_GROUP, NULL }, { "info", SKIP_GROUP, NULL }, { "pict", SKIP_GROUP, NULL },
	{ "filetbl", SKIP_GROUP, NULL }, { "htmltag", BEGIN_TAG, NULL },
	{ "fldinst", BEGIN_INSTRUCTION, NULL }, { "bin", SKIP_BYTES, NULL },
	{ "ansicpg", SET_CODE_PAGE, NULL }, { "fromhtml", SET_FROM_HTML, NULL },
	{ "fromtext", SET_FROM_TEXT, NULL }, { "u", PUT_UNICODE, NULL }, { "uc", SET_FALLBACK, NULL },
	{ "htmlrtf", SET_HIDDEN, NULL }, { "par", BREAK_LINE, NULL }, { "line", BREAK_LINE, NULL },
	{ "row", BREAK_LINE, NULL }, { "sect", BREAK_LINE, NULL }, { "page", BREAK_LINE, NULL },
	{ "tab", PUT_HTML, "\t" }, { "cell", PUT_HTML, " " }, { "nestcell", PUT_HTML, " " },
	{ "emspace", PUT_HTML, " " }, { "enspace", PUT_HTML, " " }, { "bullet", PUT_HTML, "&bull;" },
	{ "lquote", PUT_HTML, "&lsquo;" }, { "rquote", PUT_HTML, "&rsquo;" },
	{ "ldblquote", PUT_HTML, "&ldquo;" }, { "rdblquote", PUT_HTML, "&rdquo;" },
	{ "endash", PUT_HTML, "&ndash;" }, { "emdash", PUT_HTML, "&mdash;" } };

/* Return the row of the word. An unknown word has no effect, but skips its group after "\*". */
static struct control_word
find_word(const char *word, bool is_ignorable)
{
	const size_t count = COUNT(words);
	size_t i = 0;

	while (i < count && (*word != *words[i].word || strcmp(word, words[i].word) != 0))
		i++;
	if (i < count && (!is_ignorable || words[i].action <= SKIP_BYTES))
		return words[i];
	return (struct control_word){ word, is_ignorable ? SKIP_GROUP : PUT_HTML, "" };
}

static void
obey(struct rtf *r, const char *word, long value, bool has_value)
{
	struct control_word w = find_word(word, r->is_ignorable);
	size_t left = r->len - r->at;

	if (w.action == SKIP_BYTES && value > 0)
		r->at += (size_t)value < left ? (size_t)value : left;
	if (w.action == SKIP_BYTES || current(r)->is_skipped)
		return;
	r->is_ignorable = false;
	switch (w.action) {
	case SKIP_GROUP:
		current(r)->is_skipped = true;
		break;
	case BEGIN_TAG:
		current(r)->is_tag = true;
		break;
	case BEGIN_INSTRUCTION:
		current(r)->is_instruction = true;
		break;
	case SET_CODE_PAGE:
		r->code_page = value > 0 && value <= 65001 ? (unsigned)value : DEFAULT_PAGE;
		break;
	case SET_FROM_HTML:
		r->from_html = true;
		break;
	case SET_FROM_TEXT:
		put_string(r, r->from_text ? "" : "<pre>\n");
		r->from_text = true;
		break;
	case PUT_UNICODE:
		put_unicode(r, (unsigned)value & 0xFFFF);
		break;
	case SET_FALLBACK:
		current(r)->fallback = value >= 0 && value < 256 ? (unsigned char)value : 1;
		break;
	case SET_HIDDEN:
		current(r)->is_hidden = !has_value || value != 0;
		break;
	case BREAK_LINE:
		put_line_break(r);
		break;
	case SKIP_BYTES:
	case PUT_HTML:
		put_string(r, w.html);
	}
}

/* Read a word of letters, and its number. */
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

/* Read a control word or symbol, after its backslash. */
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
		char byte = '\0';

		ascii_read_escape(r->text + r->at - 1, 3, c, &byte);
		r->at += 2;
		put_character(r, byte);
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

/* Read to the end. Return false if the RTF is damaged. */
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
rtf_text_open(struct rtf_text *t, struct arena *arena, urlgrep_span rtf, bool is_compressed)
{
	struct strbuf plain = { .memory = arena->memory }, html = { .memory = arena->memory };
	struct rtf r = { .html = &html, .code_page = DEFAULT_PAGE,
		.instruction = { .memory = arena->memory } };
	bool is_whole = !is_compressed || open_compressed(rtf, &plain, &rtf);

	r.text = rtf.text;
	r.len = rtf.len;
	current(&r)->fallback = 1;
	is_whole &= text_begins_with(rtf.text, rtf.len, RTF_BEGINNING) && read_all(&r);
	html.failed |= plain.failed;
	strbuf_free(&plain);
	strbuf_free(&r.instruction);
	*t = (struct rtf_text){ .is_damaged = !is_whole, .html = strbuf_move(&html, arena) };
	charset_of_code_page(r.code_page, t->charset);
	return t->html.text != NULL;
}
