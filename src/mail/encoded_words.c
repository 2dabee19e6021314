/* encoded_words.c - encoded words in header fields (RFC 2047) */
#include <string.h>

#include "mail/charset.h"
#include "mail/header.h"
#include "mail/transfer.h"
#include "util/ascii.h"
#include "util/utf8.h"

enum { MAX_CHARSET_BYTES = 40 };

/* =?charset*language?encoding?text?= */
struct encoded_word {
	urlgrep_span charset; /* without the language (RFC 2231, 5) */
	char encoding;        /* 'b' or 'q' */
	urlgrep_span text;
	const char *end;      /* of the word */
};

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static const char *
skip_blanks(const char *text, const char *end)
{
	while (text < end && is_blank(*text))
		text++;
	return text;
}

/* Return where the first encoded word at or after text may begin, or end. ("=?=" is the end of
 * one.) */
static const char *
find_sign(const char *text, const char *end)
{
	while ((text = memmem(text, (size_t)(end - text), "=?", 2)) != NULL)
		if (end - text < 3 || text[2] != '=')
			return text;
		else
			text += 2;
	return end;
}

/* Read the encoded word at the beginning of text. Return false if none is there. Some programs
 * leave blanks in the words. */
static bool
read_word(const char *text, const char *end, struct encoded_word *w)
{
	const char *mark, *star, *close;
	size_t most;

	if (end - text < 2 || text[0] != '=' || text[1] != '?')
		return false;
	text += 2;
	most = (size_t)(end - text);
	mark = memchr(text, '?', most < MAX_CHARSET_BYTES ? most : MAX_CHARSET_BYTES);
	if (mark == NULL || end - mark < 3 || mark[2] != '?' || !strchr("bBqQ", mark[1]))
		return false;
	star = memchr(text, '*', (size_t)(mark - text));
	w->charset = (urlgrep_span){ text, (size_t)((star ? star : mark) - text) };
	w->encoding = ascii_lower(mark[1]);
	mark += 3;
	/* no further than the next word, so that the work is linear */
	close = memmem(mark, (size_t)(find_sign(mark, end) - mark), "?=", 2);
	if (close == NULL || w->charset.len == 0)
		return false;
	w->text = (urlgrep_span){ mark, (size_t)(close - mark) };
	w->end = close + 2;
	return true;
}

/* Append a text of the encoding Q, decoded. An "=" without two digits stays. */
static void
append_q(struct strbuf *out, urlgrep_span text)
{
	size_t i;

	for (i = 0; i < text.len; i++) {
		char c = text.text[i];

		if (c == '_') {
			c = ' ';
		} else if (c == '=' && text.len - i > 2 && ascii_is(text.text[i + 1], ASCII_HEX) &&
		    ascii_is(text.text[i + 2], ASCII_HEX)) {
			c = (char)(ascii_hex_value(text.text[i + 1]) << 4 |
			    ascii_hex_value(text.text[i + 2]));
			i += 2;
		}
		strbuf_append_byte(out, c);
	}
}

/* Append the letters of words of the encoding B, decoded, and forget them. */
static void
append_b(struct strbuf *out, struct strbuf *letters)
{
	bool ignored;

	if (letters->len > 0 && strbuf_reserve(out, base64_decoded_size(letters->len)))
		out->len += base64_decode(letters->at, letters->len, out->at + out->len, &ignored);
	letters->len = 0;
}

/* Append text that is not encoded: unchanged if it is UTF-8, else converted from ISO 8859-1. */
static void
append_plain(struct strbuf *out, urlgrep_span text)
{
	size_t i;

	if (utf8_is_valid(text.text, text.len)) {
		strbuf_append(out, text.text, text.len);
		return;
	}
	for (i = 0; i < text.len; i++) {
		unsigned char c = (unsigned char)text.text[i];

		if (c >= 0x80)
			strbuf_append_byte(out, (char)(0xC0 | c >> 6));
		strbuf_append_byte(out, (char)(c < 0x80 ? c : 0x80 | (c & 0x3F)));
	}
}

/* Append bytes, converted to UTF-8, a blank for each NUL. */
static void
append_bytes(struct strbuf *out, urlgrep_span charset, struct strbuf *bytes,
    struct charset_converters *converters)
{
	char name[MAX_CHARSET_BYTES + 1], *nul = bytes->at;
	urlgrep_span text = { bytes->at ? bytes->at : "", bytes->len };

	memory_copy_text(name, charset.text, charset.len);
	while (nul && (nul = memchr(nul, '\0', (size_t)(bytes->at + bytes->len - nul))) != NULL)
		*nul++ = ' ';
	if (!charset_append(converters, name, text, out))
		append_plain(out, text);
}

/* Append the run of words that begins with w, and return the end of the run. The words of a run
 * have the same charset and encoding: they are decoded as one, since some programs end them within
 * a character or a group of letters. */
static const char *
append_run(struct strbuf *out, const struct encoded_word *w, const char *end,
    struct charset_converters *converters)
{
	struct strbuf bytes = { .memory = out->memory }, letters = { .memory = out->memory };
	struct encoded_word word, next = *w;

	do {
		word = next;
		if (word.encoding == 'q')
			append_q(&bytes, word.text);
		else
			strbuf_append(&letters, word.text.text, word.text.len);
		if (letters.len > 0 && letters.at[letters.len - 1] == '=')
			append_b(&bytes, &letters);
	} while (read_word(skip_blanks(word.end, end), end, &next) &&
	    next.encoding == word.encoding && next.charset.len == word.charset.len &&
	    ascii_equal(next.charset.text, word.charset.text, word.charset.len));
	append_b(&bytes, &letters);
	append_bytes(out, w->charset, &bytes, converters);
	out->failed |= bytes.failed | letters.failed;
	strbuf_free(&bytes);
	strbuf_free(&letters);
	return word.end;
}

bool
encoded_words_may_be_in(const char *text, size_t len)
{
	return !utf8_is_ascii(text, len) || memmem(text, len, "=?", 2) != NULL;
}

void
encoded_words_decode(struct strbuf *out, urlgrep_span text,
    struct charset_converters *converters)
{
	const char *at = text.text, *end = at + text.len;
	bool was_encoded = false;

	while (at < end) {
		const char *begin = skip_blanks(at, end);
		struct encoded_word w;
		bool is_encoded = read_word(begin, end, &w);

		if (!(is_encoded && was_encoded)) /* blanks between encoded words do not count */
			strbuf_append(out, at, (size_t)(begin - at));
		was_encoded = is_encoded;
		if (is_encoded) {
			at = append_run(out, &w, end, converters);
			continue;
		}
		for (at = begin; at < end && !is_blank(*at); at++)
			if (at > begin && *at == '=' && end - at > 1 && at[1] == '?')
				break;
		append_plain(out, (urlgrep_span){ begin, (size_t)(at - begin) });
	}
}
