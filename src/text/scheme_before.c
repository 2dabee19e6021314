/* scheme_before.c - the scheme whose name ends at a colon, as it is listed or altered
 *
 * Other text may be glued to the name: an escape sequence of a terminal or of a string, a word
 * and "+", "." or "-". */
#include "text/forms.h"

#include <string.h>

#include "text/bare.h"
#include "text/undo.h"
#include "url/grammar.h"
#include "util/ascii.h"

enum { BRACKET_CODE = SUFFIX_CODES - 1 };

size_t
scheme_before_begin(const struct scan_text *t, size_t colon, size_t floor)
{
	size_t limit = colon - floor > MAX_SCHEME_BYTES + 2 ? colon - (MAX_SCHEME_BYTES + 2) :
	    floor;
	const char *at = t->bytes + colon, *first = t->bytes + limit;

	while (at > first && ascii_is(at[-1], ASCII_SCHEME))
		at--;
	return (size_t)(at - t->bytes);
}

bool
scheme_before_is_url_prefix(const struct scan_text *t, size_t begin, size_t colon)
{
	return colon - begin == 3 && ascii_equal(t->bytes + begin, "url", 3);
}

/* Return true if text[0..end) ends in an ESC character, or in one of the escape sequences
 * that source code and JSON write for it. */
static bool
ends_in_esc(const char *text, size_t end)
{
	static const char *const names[] = { "\33", "\\033", "\\e", "\\x1b", "\\u001b", "^[",
		"#033" };
	size_t i;

	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		size_t n = strlen(names[i]);

		if (end >= n && ascii_equal(names[i], text + end - n, n))
			return true;
	}
	return false;
}

/* If the word at `begin` is the end of a terminal's SGR sequence such as "ESC [ 1 ; 31 m"
 * (ECMA-48, 8.3.117), return its end; else `begin`. */
static size_t
skip_sgr(const struct scan_text *t, size_t begin, size_t colon)
{
	size_t final = begin, at = begin;

	if (begin == colon ||
	    (t->bytes[begin] != 'm' && !ascii_is(t->bytes[begin], ASCII_DIGIT)))
		return begin;
	while (final < colon && ascii_is(t->bytes[final], ASCII_DIGIT))
		final++;
	while (at > 0 && begin - at < MAX_SCHEME_BYTES &&
	    (ascii_is(t->bytes[at - 1], ASCII_DIGIT) || t->bytes[at - 1] == ';'))
		at--;
	return final < colon && t->bytes[final] == 'm' && at >= 2 &&
	    t->bytes[at - 1] == '[' && ends_in_esc(t->bytes, at - 1) ? final + 1 : begin;
}

/* If the word at `begin` begins with the last letter of an escape sequence that designates a
 * character set, such as "ESC ( B" and "ESC $ B" of ISO-2022-JP (ECMA-35, 14.3), return its
 * end; else `begin`. */
static size_t
skip_designation(const struct scan_text *t, size_t begin, size_t colon)
{
	size_t at = begin;

	if (begin == colon || t->bytes[begin] < 'A' || t->bytes[begin] > 'Z')
		return begin;
	if (at > 0 && (t->bytes[at - 1] == '(' || t->bytes[at - 1] == ')'))
		at--;
	if (at > 0 && t->bytes[at - 1] == '$')
		at--;
	return at < begin && ends_in_esc(t->bytes, at) ? begin + 1 : begin;
}

/* A colon, and the schemes that may end at it. */
struct colon {
	const urlgrep_grammar *grammar;
	const struct scan_text *text;
	size_t at;
};

static const struct scheme *
find_scheme(const struct colon *c, size_t begin)
{
	return grammar_find_scheme(c->grammar, c->text->bytes + begin, c->at - begin);
}

/* Return how many of word[0..len) are hexadecimal digits, at most `most`. */
static size_t
count_hex(const char *word, size_t len, size_t most)
{
	size_t n = 0;

	while (n < len && n < most && ascii_is(word[n], ASCII_HEX))
		n++;
	return n;
}

/* Return the length of the rest of an escape sequence at the beginning of word[0..len),
 * which follows a backslash: the "n" of "\n", "u201c", "x1b", and the "fI" of roff's "\fI".
 * Returns 0 if there is no such sequence, or if nothing follows it. */
static size_t
escape_rest_length(const char *word, size_t len)
{
	if (len < 2)
		return 0;
	switch (word[0]) {
	case 'a': case 'e': case 'n': case 'r': case 't': case 'v':
		return 1;
	case 'f':
		return len > 2 && memchr("RBIPC12345", word[1], 10) ? 2 : 1;
	case 'u':
		return len > 5 && count_hex(word + 1, len - 1, 4) == 4 ? 5 : 0;
	case 'x':
		return len > 3 && count_hex(word + 1, len - 1, 2) == 2 ? 3 : 0;
	default:
		return 0;
	}
}

size_t
scheme_before_escape_length(const struct scan_text *t, size_t begin, size_t colon)
{
	const char *word = t->bytes + begin;

	if (begin > 0 && word[-1] == '\\')
		return escape_rest_length(word, colon - begin);
	if (colon - begin > 2 && begin > 1 && memcmp(word - 2, "\\(", 2) == 0)
		return 2; /* roff's "\(dq" */
	return 0;
}

/* Return the listed scheme after `skipped` bytes of the word, and set *begin to where it begins.
 * NULL if there is none, or if it is one without "//" but mailto: "\ntel:" and "\ndata:" are lines of
 * a vCard and of an event stream. */
static const struct scheme *
find_after(const struct colon *c, size_t *begin, size_t skipped)
{
	size_t at = *begin + skipped;
	const struct scheme *scheme = at < c->at ? find_scheme(c, at) : NULL;

	if (scheme == NULL || (undo_slashes_length(c->text,
	        c->at + (c->text->bytes[c->at] == '\\' ? 2 : 1)) == 0 &&
	        !ascii_is_word(scheme->name, scheme->len, "mailto")))
		return NULL;
	*begin = at;
	return scheme;
}

/* Return the listed scheme to which an escape sequence or the digits of an encoded byte are glued
 * ("href=3Dhttp://"), and set *begin to where it begins; NULL if there is none. After "\f" a "B" may
 * be roff's or the scheme's. */
static const struct scheme *
find_after_escape(const struct colon *c, size_t *begin)
{
	size_t n = scheme_before_escape_length(c->text, *begin, c->at);
	const struct scheme *scheme = n ? find_after(c, begin, n) : NULL;

	if (scheme == NULL && n == 2)
		scheme = find_after(c, begin, 1);
	if (scheme == NULL && *begin + 2 < c->at && quoted_printable_ends_byte(c->text, *begin + 2))
		scheme = find_after(c, begin, 2);
	return scheme;
}

/* If the word is not listed and a listed scheme follows one of its plus signs, set *begin to its
 * offset and return it: "registry+https", but not "git+https". Else NULL. */
static const struct scheme *
find_after_plus(const struct colon *c, size_t *begin)
{
	size_t at;

	for (at = *begin + 1; at < c->at; at++) {
		const struct scheme *scheme = NULL;

		if (c->text->bytes[at - 1] == '+')
			scheme = find_scheme(c, at);
		if (scheme && scheme->slashes) {
			*begin = at;
			return scheme;
		}
	}
	return NULL;
}

/* Return true if a scheme may be glued to the word before it by a "." or "-", as in
 * "exist.http://": not the other hundreds, for "my-app://" is a scheme of its own. */
static bool
may_be_glued(const struct scheme *scheme)
{
	return ascii_is_word(scheme->name, scheme->len, "http") ||
	    ascii_is_word(scheme->name, scheme->len, "https") ||
	    ascii_is_word(scheme->name, scheme->len, "ftp");
}

const struct scheme *
scheme_before_find(const urlgrep_grammar *grammar, const struct scan_text *t, size_t *begin,
    size_t colon)
{
	const struct colon c = { grammar, t, colon };
	const struct scheme *scheme = find_after_escape(&c, begin);
	size_t at = colon;

	if (scheme) /* "\tftp://" is ftp, "\tel:" is tel */
		return scheme;
	*begin = skip_sgr(t, *begin, colon);
	*begin = skip_designation(t, *begin, colon);
	while (*begin < colon && !ascii_is(t->bytes[*begin], ASCII_ALPHA))
		++*begin;
	scheme = find_scheme(&c, *begin);
	if (scheme == NULL)
		scheme = find_after_plus(&c, begin);
	if (scheme)
		return scheme;
	while (at > *begin && t->bytes[at - 1] != '.' && t->bytes[at - 1] != '-')
		at--;
	if (at == *begin)
		at += scheme_find_http_at_end(t->bytes + at, colon - at, ASCII_ALPHA);
	if (at == *begin)
		return NULL;
	*begin = at;
	scheme = find_scheme(&c, at);
	return scheme && may_be_glued(scheme) ? scheme : NULL;
}

/* ---- altered schemes --- */

/* Names of schemes as people write them, also with an "s" at the end. Other spellings are
 * never taken for http. */
static const struct spelling {
	const char *words;
	const char *means, *means_with_s;
	bool is_mistake; /* and not meant to keep anybody from opening the URL */
} spellings[] = {
	{ "hxxp hxp hxxxp htxp hxtp hzzp hnnp h00p h**p h__p h--p h++p h[tt]p h(tt)p h{tt}p h[xx]p "
	  "h(xx)p meow ttp", "http", "https", false },
	{ "fxp fxxp f*p f[t]p ftx", "ftp", "ftps", false },
	{ "sfxp sftx", "sftp", "sftp", false },
	{ "htp htpp htttp hhttp httpp", "http", "https", true },
};
enum { SPELLING_COUNT = sizeof(spellings) / sizeof(spellings[0]) };

/* Text that ends in "http" or "https", as nearly always, ends in no altered scheme. */
size_t
scheme_before_altered_length(const struct scan_text *t, size_t floor, size_t end,
    const char **means, bool *is_mistake)
{
	const char *text = t->bytes + floor, *word;
	size_t len = end - floor, s = len && ascii_lower(text[len - 1]) == 's';
	size_t stem = len - s, n, i;

	if (stem == 0 || !memchr("pxw", ascii_lower(text[stem - 1]), 3) || (stem >= 4 &&
	    ascii_equal(text + stem - 4, "http", 4) &&
	    (stem == 4 || !ascii_is(text[stem - 5], ASCII_SCHEME))))
		return 0;
	for (i = 0; i < SPELLING_COUNT; i++)
		for (word = spellings[i].words; *word; word += n + (word[n] == ' ')) {
			n = strcspn(word, " ");
			if (n <= stem && ascii_equal(text + stem - n, word, n) &&
			    (stem == n || !ascii_is(text[stem - n - 1], ASCII_SCHEME))) {
				*means = s ? spellings[i].means_with_s : spellings[i].means;
				*is_mistake = spellings[i].is_mistake;
				return n + s;
			}
		}
	return 0;
}

/* Add the ends of name[0..len), of that and an "s" if it may have one, and of these and a
 * bracket. */
static void
add_suffixes(struct suffix_table *t, const char *name, size_t len, bool has_s)
{
	char word[MAX_SCHEME_BYTES + 3];

	for (;; has_s = false) {
		memcpy(word, name, len);
		memcpy(word + len, has_s ? "s" : "", 1 + has_s);
		suffix_table_add_before_slash(t, word);
		memcpy(word + len + has_s, "[", 2);
		suffix_table_add_word(t, word);
		if (!has_s)
			return;
	}
}

struct suffix_table *
scheme_before_suffixes_new(const urlgrep_memory *memory, const struct suffix_table *suffixes)
{
	static const char like_slashes[] = "[({<])}>_"; /* "hxxp:__", "hxxp:[/]/" */
	struct suffix_table *t = memory_allocate(memory, sizeof(*t));
	const char *word;
	size_t len;
	unsigned i;

	if (t == NULL)
		return NULL;
	*t = *suffixes;
	suffix_table_set_code(t, '[', BRACKET_CODE);
	for (i = 0; i < scheme_count; i++)
		add_suffixes(t, scheme_table[i].name, scheme_table[i].len, false);
	for (i = 0; i < SPELLING_COUNT; i++)
		for (word = spellings[i].words; *word; word += len + (word[len] == ' ')) {
			len = strcspn(word, " ");
			add_suffixes(t, word, len, true);
		}
	for (i = 0; i < 3; i++) /* other brackets are as good */
		suffix_table_set_code(t, "({<"[i], BRACKET_CODE);
	for (i = 0; i < sizeof(like_slashes) - 1; i++)
		suffix_table_set_slash(t, like_slashes[i]);
	return t;
}
