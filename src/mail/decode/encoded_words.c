/* encoded_words.c - encoded words in header fields (RFC 2047), decoded by GMime
 *
 * A long text is decoded in pieces, which end between words: the work stays linear. */
#include "mail/decode/encoded_words.h"

#include <string.h>

#include "mail/gmime_dl.h"
#include "util/ascii/ascii.h"
#include "util/utf8.h"

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

/* Return true if text[begin..end) is an encoded word: =?charset?q?text?= */
static bool
is_encoded_word(const struct encoded_pieces *p, size_t begin, size_t end)
{
	const char *word = p->text + begin, *mark;

	if (end - begin < sizeof("=?c?q?" "?=") - 1 || memcmp(word, "=?", 2) != 0 ||
	    memcmp(p->text + end - 2, "?=", 2) != 0)
		return false;
	mark = memchr(word + 2, '?', end - begin - 4);
	return mark && mark > word + 2 && p->text + end - mark >= 5 && mark[2] == '?' &&
	    strchr("bBqQ", mark[1]);
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

/* Append the piece that ends at `end`, decoded. */
static void
decode_piece(const struct encoded_pieces *p, size_t end, struct strbuf *out)
{
	char next = p->text[end], *decoded;

	p->text[end] = '\0';
	decoded = gmime()->utils_header_decode_text(NULL, p->text + p->at);
	p->text[end] = next;
	strbuf_append_string(out, decoded);
	gmime()->free(decoded);
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
