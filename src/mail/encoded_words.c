/* encoded_words.c - encoded words in header fields (RFC 2047)
 *
 * Nearly all are as the RFC has them, and are decoded here: to load GMime takes longer than
 * to search most messages. GMime decodes the others. It is given a long text in pieces, which
 * end between words: the work stays linear. */
#include "mail/encoded_words.h"

#include <string.h>

#include "mail/base64.h"
#include "mail/gmime_dl.h"
#include "util/ascii.h"
#include "util/utf8.h"

/* ---- usual words, without GMime --- */

enum { MAX_CHARSET_BYTES = 40 };

/* =?charset*language?encoding?text?= */
struct encoded_word {
	urlgrep_span charset; /* without the language (RFC 2231, 5) */
	char encoding;        /* 'b' or 'q' */
	urlgrep_span text;
};

/* Read the encoded word that text begins with. Return false if it does not, or if the word is
 * unusual. */
static bool
read_word(const char *text, struct encoded_word *w)
{
	const char *mark, *end, *star;

	if (text[0] != '=' || text[1] != '?')
		return false;
	text += 2;
	mark = text + strcspn(text, "? \t");
	if (mark[0] != '?' || mark[1] == '\0' || mark[2] != '?' || !strchr("bBqQ", mark[1]))
		return false;
	end = memmem(mark + 3, strcspn(mark + 3, " \t"), "?=", 2);
	if (end == NULL || ascii_until(text, (size_t)(end - text), '!', '\177') <
	    (size_t)(end - text))
		return false;
	star = memchr(text, '*', (size_t)(mark - text));
	w->charset = (urlgrep_span){ text, (size_t)((star ? star : mark) - text) };
	w->encoding = ascii_lower(mark[1]);
	w->text = (urlgrep_span){ mark + 3, (size_t)(end - mark) - 3 };
	return w->charset.len > 0 && w->charset.len <= MAX_CHARSET_BYTES;
}

static const char *
skip_blanks(const char *text)
{
	return text + strspn(text, " \t");
}

/* Append a text of the encoding Q, decoded. Return false if it is ill-formed. */
static bool
append_q(struct strbuf *out, urlgrep_span text)
{
	size_t i;

	for (i = 0; i < text.len; i++) {
		char c = text.text[i];

		if (c == '_') {
			c = ' ';
		} else if (c == '=') {
			if (text.len - i < 3 || !ascii_is(text.text[i + 1], ASCII_HEX) ||
			    !ascii_is(text.text[i + 2], ASCII_HEX))
				return false;
			c = (char)(ascii_hex_value(text.text[i + 1]) << 4 |
			    ascii_hex_value(text.text[i + 2]));
			i += 2;
		}
		strbuf_append_byte(out, c);
	}
	return true;
}

/* Append a text of the encoding B, decoded. Return false if it is ill-formed: letters in groups
 * of four, the last one with up to two "=", which some programs leave out. */
static bool
append_b(struct strbuf *out, urlgrep_span text)
{
	size_t letters = base64_letter_run(text.text, text.len), i;

	if (letters < text.len ? text.len % 4 != 0 || text.len - letters > 2 : text.len % 4 == 1)
		return false;
	for (i = letters; i < text.len; i++)
		if (text.text[i] != '=')
			return false;
	if (strbuf_reserve(out, base64_decoded_size(text.len)))
		out->len += base64_decode(text.text, text.len, out->at + out->len);
	return true;
}

/* Return true if a word goes on where the one before it ended, even within a character: GMime
 * decodes such words as one. */
static bool
continues(const struct encoded_word *before, const struct encoded_word *w)
{
	return before->encoding == w->encoding && before->charset.len == w->charset.len &&
	    ascii_equal(before->charset.text, w->charset.text, w->charset.len);
}

/* Append what should be UTF-8, or US-ASCII: U+FFFD for each byte that is neither, so that nothing
 * joins what stood around it. */
static void
append_well_formed(struct strbuf *out, urlgrep_span text, bool is_ascii)
{
	size_t at = 0;

	while (at < text.len) {
		size_t n = utf8_ascii_length(text.text + at, text.len - at);
		uint32_t code;

		strbuf_append(out, text.text + at, n);
		at += n;
		if (at == text.len)
			break;
		n = is_ascii ? 0 : utf8_decode(text.text + at, text.len - at, &code);
		strbuf_append(out, n > 0 ? text.text + at : "\xEF\xBF\xBD", n > 0 ? n : 3);
		at += n > 0 ? n : 1;
	}
}

/* Append bytes, converted to UTF-8, a blank for each NUL. Return false if that needs GMime. */
static bool
append_bytes(struct strbuf *out, urlgrep_span charset, struct strbuf *bytes,
    struct charset_converters *converters)
{
	char name[MAX_CHARSET_BYTES + 1], *nul = bytes->at;
	urlgrep_span text = { bytes->at ? bytes->at : "", bytes->len };

	memcpy(name, charset.text, charset.len);
	name[charset.len] = '\0';
	while (nul && (nul = memchr(nul, '\0', (size_t)(bytes->at + bytes->len - nul))) != NULL)
		*nul++ = ' ';
	if (!charset_is_utf8_or_ascii(name))
		return charset_append_usual(converters, name, text, out);
	append_well_formed(out, text, !ascii_is_word(name, charset.len, "utf-8") &&
	    !ascii_is_word(name, charset.len, "utf8"));
	return true;
}

/* Append the run of words that begins with w at *at, and go to its last word's end. */
static bool
append_run(struct strbuf *out, const char **at, const struct encoded_word *w,
    struct charset_converters *converters)
{
	struct strbuf bytes = { .memory = out->memory };
	struct encoded_word word = *w;
	bool is_good = true, is_whole;

	do {
		is_whole = word.encoding != 'b' || word.text.len % 4 == 0;
		is_good = word.encoding == 'b' ? append_b(&bytes, word.text) :
		    append_q(&bytes, word.text);
		*at = word.text.text + word.text.len + 2;
		if (!is_good || !read_word(skip_blanks(*at), &word) || !continues(w, &word))
			break;
		is_good = is_whole; /* a group of letters may go on in the next word */
	} while (is_good);
	out->failed |= bytes.failed;
	is_good = is_good && append_bytes(out, w->charset, &bytes, converters);
	strbuf_free(&bytes);
	return is_good;
}

/* Append a word that is not encoded: as it is, if that is UTF-8, or else from ISO 8859-1, as
 * GMime reads it. */
static void
append_plain(struct strbuf *out, urlgrep_span word)
{
	size_t i;

	if (utf8_is_valid(word.text, word.len)) {
		strbuf_append(out, word.text, word.len);
		return;
	}
	for (i = 0; i < word.len; i++) {
		unsigned char c = (unsigned char)word.text[i];

		if (c >= 0x80)
			strbuf_append_byte(out, (char)(0xC0 | c >> 6));
		strbuf_append_byte(out, (char)(c < 0x80 ? c : 0x80 | (c & 0x3F)));
	}
}

/* Return the word that text begins with: up to a blank, or to an encoded word. */
static urlgrep_span
plain_word_at(const char *text)
{
	size_t len = strcspn(text, " \t");
	const char *encoded = memmem(text, len, "=?", 2);

	return (urlgrep_span){ text, encoded ? (size_t)(encoded - text) : len };
}

/* Return true if the rest of a text, which begins with "=?", has no encoded word. */
static bool
is_plain_rest(const char *rest)
{
	return strstr(rest + 2, "?=") == NULL && utf8_is_ascii(rest, strlen(rest));
}

/* Append a text decoded. White space between encoded words is not part of it. */
static bool
append_usual(struct strbuf *out, const char *text, struct charset_converters *converters)
{
	bool was_encoded = false;

	while (*text) {
		size_t blanks = strspn(text, " \t");
		urlgrep_span word = plain_word_at(text + blanks);
		struct encoded_word w;
		bool is_encoded = read_word(word.text, &w);

		if (!(is_encoded && was_encoded))
			strbuf_append(out, text, blanks);
		if (is_encoded) {
			if (!append_run(out, &text, &w, converters))
				return false;
		} else if (word.text[0] == '=' && word.text[1] == '?') {
			if (!is_plain_rest(word.text))
				return false;
			strbuf_append_string(out, word.text);
			return true;
		} else {
			append_plain(out, word);
			text = word.text + word.len;
		}
		was_encoded = is_encoded;
	}
	return true;
}

bool
encoded_words_decode_usual(struct strbuf *out, const char *text,
    struct charset_converters *converters)
{
	size_t begin = out->len;

	if (strlen(text) <= MAX_DECODED_BYTES && append_usual(out, text, converters))
		return true;
	if (!out->failed)
		out->len = begin;
	return out->failed;
}

/* ---- others, by GMime --- */

/* A long text; `at` is where the next piece begins, with a word. */
struct encoded_pieces {
	char *text;
	size_t len, at;
};

/* Return the offset of the next white space from at on. */
static size_t
find_word_end(const struct encoded_pieces *p, size_t at)
{
	while (at < p->len && !ascii_is_space(p->text[at]))
		at++;
	return at;
}

static size_t
skip_space(const struct encoded_pieces *p, size_t at)
{
	while (at < p->len && ascii_is_space(p->text[at]))
		at++;
	return at;
}

/* Return true if text[begin..end) is an encoded word. */
static bool
is_encoded_word(const struct encoded_pieces *p, size_t begin, size_t end)
{
	struct encoded_word w;

	return read_word(p->text + begin, &w) &&
	    w.text.text + w.text.len + 2 == p->text + end;
}

/* Return true if the white space begin..end separates two encoded words: then it is not
 * part of the text (RFC 2047, 6.2). */
static bool
is_between_encoded_words(const struct encoded_pieces *p, size_t begin, size_t end)
{
	size_t word = begin;

	while (word > p->at && !ascii_is_space(p->text[word - 1]))
		word--;
	return is_encoded_word(p, word, begin) &&
	    is_encoded_word(p, end, find_word_end(p, end));
}

/* Return true if GMime 3.2 would lose the next encoded word, since this one ends with padding. */
static bool
hides_next_word(const struct encoded_word *w)
{
	const char *end = w->text.text + w->text.len;
	struct encoded_word next;

	return w->encoding == 'b' && end[-1] == '=' &&
	    read_word(skip_blanks(end + 2), &next);
}

/* Return the end of the first word in text[at..end) after which GMime would lose the next one,
 * or end. */
static size_t
find_padded_end(const char *text, size_t at, size_t end)
{
	struct encoded_word w;
	const char *begin;

	while ((begin = memmem(text + at, end - at, "=?", 2)) != NULL) {
		if (!read_word(begin, &w)) {
			at = (size_t)(begin - text) + 2;
			continue;
		}
		at = (size_t)(w.text.text - text) + w.text.len + 2;
		if (at >= end || hides_next_word(&w))
			break;
	}
	return begin && at < end ? at : end;
}

/* Return the end of the piece at p->at: the last white space that it may reach, or the end
 * of the text; p->at if the first word is too long. Words that GMime joins are kept
 * together if another place is left. */
static size_t
find_piece_end(const struct encoded_pieces *p)
{
	size_t last = p->at + MAX_DECODED_BYTES, end = p->at, i;

	if (p->len - p->at <= MAX_DECODED_BYTES)
		return p->len;
	for (i = last; i > p->at; i--) {
		if (!ascii_is_space(p->text[i]) || ascii_is_space(p->text[i - 1]))
			continue;
		if (end == p->at)
			end = i;
		if (last - i > MAX_DECODED_BYTES / 2)
			break;
		if (!is_between_encoded_words(p, i, skip_space(p, i)))
			return i;
	}
	return end;
}

/* Append text[begin..end) decoded by GMime. */
static void
decode_by_gmime(char *text, size_t begin, size_t end, struct strbuf *out)
{
	char next = text[end], *decoded;

	text[end] = '\0';
	decoded = gmime()->utils_header_decode_text(NULL, text + begin);
	text[end] = next;
	strbuf_append_string(out, decoded);
	gmime()->free(decoded);
}

/* Append the piece that ends at `end`, decoded. */
static void
decode_piece(const struct encoded_pieces *p, size_t end, struct strbuf *out)
{
	size_t at = p->at;

	while (at < end) {
		size_t part_end = find_padded_end(p->text, at, end);

		decode_by_gmime(p->text, at, part_end, out);
		at = part_end < end ? skip_space(p, part_end) : end;
	}
}

bool
encoded_words_may_be_in(const char *text, size_t len)
{
	const char *end = text + len, *equals = text;

	if (!utf8_is_ascii(text, len))
		return true;
	while ((equals = memchr(equals, '=', (size_t)(end - equals))) != NULL)
		if (++equals < end && *equals == '?')
			return true;
	return false;
}

void
encoded_words_decode(struct strbuf *out, char *text, bool *has_long_word)
{
	struct encoded_pieces p = { .text = text, .len = strlen(text) };

	while (p.at < p.len) {
		size_t end = find_piece_end(&p), next;

		if (end > p.at) {
			decode_piece(&p, end, out);
		} else {
			end = find_word_end(&p, end);
			strbuf_append(out, text + p.at, end - p.at);
			*has_long_word |= memmem(text + p.at, end - p.at, "=?", 2) != NULL;
		}
		next = skip_space(&p, end);
		if (!is_between_encoded_words(&p, end, next))
			strbuf_append(out, text + end, next - end);
		p.at = next;
	}
}
