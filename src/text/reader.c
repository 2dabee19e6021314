/* reader.c - what a defanged URL has in brackets; path, query and fragment */
#include "text/reader.h"

#include <string.h>

#include "util/ascii.h"

bool
reader_has_word(const struct reader *r, size_t at, const char *word)
{
	size_t len = strlen(word);

	return at < r->len && r->len - at >= len && ascii_equal(r->text + at, word, len);
}

/* Return the bracket that closes c; 0 if c opens none. */
static char
closing_bracket(char c)
{
	return c == '[' ? ']' : c == '(' ? ')' : c == '{' ? '}' : c == '<' ? '>' : '\0';
}

/* Return the length of the word of the list that is at `at`, and of blanks around it. */
static size_t
inner_length(const struct reader *r, size_t at, const char *const *words)
{
	size_t before = reader_byte(r, at) == ' ', len;

	for (; *words; words++) {
		if (!reader_has_word(r, at + before, *words))
			continue;
		len = before + strlen(*words);
		return len + (reader_byte(r, at + len) == ' ');
	}
	return 0;
}

size_t
reader_bracketed_length(const struct reader *r, size_t at, const char *const *words)
{
	char close = closing_bracket(reader_byte(r, at));
	size_t len = close ? inner_length(r, at + 1, words) : 0;

	return len && reader_byte(r, at + 1 + len) == close ? len + 2 : 0;
}

size_t
reader_dot_length(const struct reader *r, size_t at)
{
	static const char *const words[] = { ".", "dot", "d0t", NULL };
	size_t len = reader_bracketed_length(r, at, words);

	if (len == 0 && (reader_has_word(r, at, "[.)") || reader_has_word(r, at, "(.]")))
		len = 3;
	return len;
}

size_t
reader_at_sign_length(const struct reader *r, size_t at)
{
	static const char *const words[] = { "@", "at", NULL };

	return reader_bracketed_length(r, at, words);
}

size_t
reader_slash_length(const struct reader *r, size_t at)
{
	static const char *const words[] = { "/", NULL };

	return reader_bracketed_length(r, at, words);
}

/* ---- path, query and fragment --- */

/* In a path only square brackets are undone: round ones are legal there. */
static const struct {
	const char *written, *means;
	unsigned sign;
} bracketed[] = {
	{ "[.]", ".", URLGREP_DEFANG_DOT }, { "[dot]", ".", URLGREP_DEFANG_DOT },
	{ "[/]", "/", URLGREP_DEFANG_SLASH }, { "[:]", ":", URLGREP_DEFANG_COLON },
	{ "[://]", "://", URLGREP_DEFANG_COLON }, { "[@]", "@", URLGREP_DEFANG_AT },
	{ "[at]", "@", URLGREP_DEFANG_AT },
};

/* Undo what is in brackets at r->at. Returns false if nothing is. */
static bool
undo_bracketed(struct reader *r, size_t end)
{
	size_t i;

	if (r->text[r->at] != '[')
		return false;
	for (i = 0; i < sizeof(bracketed) / sizeof(bracketed[0]); i++) {
		size_t len = strlen(bracketed[i].written);

		if (end - r->at < len || !reader_has_word(r, r->at, bracketed[i].written))
			continue;
		strbuf_append_string(r->url, bracketed[i].means);
		r->signs |= bracketed[i].sign;
		r->at += len;
		return true;
	}
	return false;
}

/* Undo "hxxp" and "hxxps" of a URL within the URL. Returns false if there is none. */
static bool
undo_inner_scheme(struct reader *r, size_t end)
{
	size_t len = 4 + (ascii_lower(reader_byte(r, r->at + 4)) == 's');

	if (!reader_has_word(r, r->at, "hxxp") || end - r->at < len + 2 ||
	    ascii_is(reader_byte(r, r->at - 1), ASCII_ALPHA | ASCII_DIGIT) ||
	    !(reader_has_word(r, r->at + len, ":/") ||
		reader_has_word(r, r->at + len, "%3A%2F")))
		return false;
	strbuf_append(r->url, len == 5 ? "https" : "http", len);
	r->at += len;
	return true;
}

void
reader_read_rest(struct reader *r, size_t end)
{
	while (r->at < end) {
		char c = r->text[r->at];

		if (undo_bracketed(r, end) || undo_inner_scheme(r, end))
			continue;
		strbuf_append(r->url, c == '\\' && r->has_backslashes ? "/" : &c, 1);
		r->at++;
	}
}
