/* scheme_before.c - find the scheme that ends at a colon, listed or altered
 *
 * Other text may be glued to its name: an escape sequence, or a word and "+", "." or "-". */
#include "text/forms.h"

#include <string.h>

#include "text/undo.h"
#include "url/grammar.h"
#include "util/ascii.h"
#include "util/span.h"

enum { BRACKET_CODE = SUFFIX_CODES - 1 };

size_t
scheme_before_begin(const struct scan_text *t, size_t colon)
{
	size_t limit = scan_floor(colon, MAX_SCHEME_BYTES + 2, t->floor);
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

/* Return true if the bytes at `begin` may be inside an escape sequence that is glued to the
 * word. */
static inline bool
may_be_glued_to(const struct scan_text *t, size_t begin)
{
	char before = scan_byte_before(t, begin), first = t->bytes[begin];

	switch (before) {
	case '\\':
		return true;
	case '[': case ';':
		return first == 'm' || ascii_is(first, ASCII_DIGIT);
	case '(': case ')': case '$':
		return ascii_is_capital(first) || (begin > 1 && t->bytes[begin - 2] == '\\');
	default:
		return false; /* nearly always */
	}
}

size_t
scheme_before_glued_length(urlgrep_scanner *s, size_t begin, size_t colon, unsigned *rule)
{
	enum { MAX_SEQUENCE_BYTES = 32 };
	size_t at = scan_floor(begin, MAX_SEQUENCE_BYTES, 0);
	struct rule_match m = { .begin = 0 };

	*rule = 0;
	if (!may_be_glued_to(&s->text, begin))
		return 0;
	do
		*rule = rules_find(s->rules, RULES_GLUED, 0, s->text.bytes, colon, at, &m);
	while (*rule && m.end <= begin && (at = m.begin + 1) < begin);
	return *rule && m.begin < begin && m.end > begin ? m.end - begin : 0;
}

static const struct scheme *
find_scheme(const urlgrep_scanner *s, size_t begin, size_t colon)
{
	return grammar_find_scheme(s->grammar, s->text.bytes + begin, colon - begin);
}

/* Return the listed scheme after an escape sequence, and set *begin to its offset; NULL if there is
 * none. The last `skipped` bytes of the sequence begin the word. rule: which rule of glued.pcre
 * matches the sequence; 0: none. Without "//", only mailto counts, since "\ntel:" and "\ndata:" are
 * lines of a vCard and of an event stream; after an escape of roff, every scheme counts. */
static const struct scheme *
find_after(const urlgrep_scanner *s, size_t colon, size_t *begin, size_t skipped, unsigned rule)
{
	const struct scan_text *t = &s->text;
	size_t at = *begin + skipped;
	const struct scheme *scheme = at < colon ? find_scheme(s, at, colon) : NULL;

	if (scheme == NULL || (rule != GLUED_ROFF &&
	        undo_slashes_after(t, colon) == 0 &&
	        !ascii_is_word(scheme->name, scheme->len, "mailto")))
		return NULL;
	*begin = at;
	return scheme;
}

/* Return the listed scheme after a glued escape sequence of n bytes, or after the digits of an
 * encoded byte ("href=3Dhttp://"), and set *begin to its offset; NULL if there is none. A "B" after
 * "\f" may belong to roff or to the scheme. */
static const struct scheme *
find_after_escape(const urlgrep_scanner *s, size_t colon, size_t *begin, size_t n, unsigned rule)
{
	const struct scheme *scheme = n ? find_after(s, colon, begin, n, rule) : NULL;

	if (scheme == NULL && n == 2)
		scheme = find_after(s, colon, begin, 1, 0);
	if (scheme == NULL && *begin + 2 < colon && quoted_printable_ends_byte(&s->text, *begin + 2))
		scheme = find_after(s, colon, begin, 2, 0);
	return scheme;
}

/* Return the listed scheme after a plus sign of the word, which is not listed itself, and set
 * *begin to its offset: "registry+https", but not "git+https". NULL if there is none. */
static const struct scheme *
find_after_plus(const urlgrep_scanner *s, size_t colon, size_t *begin)
{
	const struct scheme *scheme;
	size_t at;

	for (at = *begin + 1; at < colon; at++)
		if (s->text.bytes[at - 1] == '+' && (scheme = find_scheme(s, at, colon)) != NULL &&
		    scheme->slashes) {
			*begin = at;
			return scheme;
		}
	return NULL;
}

/* Return the offset of the "http" or "https" that ends word[0..len) after at least two letters; 0
 * if there is none. "athttp://" lost the space before it when HTML was converted to text. A single
 * letter before it may form another scheme ("shttp"). */
static size_t
find_http_at_end(const char *word, size_t len)
{
	size_t n = len > 0 && ascii_lower(word[len - 1]) == 's' ? strlen("https") : strlen("http");

	return len >= n + 2 && ascii_equal(word + len - n, "https", n) &&
	    ascii_is(word[len - n - 1], ASCII_ALPHA) && ascii_is(word[len - n - 2], ASCII_ALPHA) ?
	    len - n : 0;
}

const struct scheme *
scheme_before_find(urlgrep_scanner *s, size_t *begin, size_t colon)
{
	const struct scan_text *t = &s->text;
	unsigned rule;
	size_t at = colon, glued = scheme_before_glued_length(s, *begin, colon, &rule);
	const struct scheme *scheme = find_after_escape(s, colon, begin, glued, rule);

	if (scheme) /* "\tftp://" is ftp, "\tel:" is tel */
		return scheme;
	if (rule == GLUED_COLOR || rule == GLUED_DESIGNATION)
		*begin += glued;
	while (*begin < colon && !ascii_is(t->bytes[*begin], ASCII_ALPHA))
		++*begin;
	scheme = find_scheme(s, *begin, colon);
	if (scheme == NULL)
		scheme = find_after_plus(s, colon, begin);
	if (scheme)
		return scheme;
	while (at > *begin && t->bytes[at - 1] != '.' && t->bytes[at - 1] != '-')
		at--;
	if (at == *begin)
		at += find_http_at_end(t->bytes + at, colon - at);
	if (at == *begin)
		return NULL;
	*begin = at;
	scheme = find_scheme(s, at, colon);
	/* no other listed scheme counts: "my-app://" is its own scheme */
	return scheme && word_list_has("http https ftp", scheme->name, scheme->len) ? scheme : NULL;
}

/* ---- altered schemes --- */

/* Altered names of schemes, also with an "s" at the end. No other spelling is taken for http. Each
 * ends in a letter of ALTERED_ENDS. */
static const struct spelling {
	const char *words;
	const char *means, *means_with_s;
	bool is_mistake; /* a typing error, not meant to keep people from opening the URL */
} spellings[] = {
	{ "hxxp hxp hxxxp htxp hxtp hzzp hnnp h00p h**p h__p h--p h++p h[tt]p h(tt)p h{tt}p h[xx]p "
	  "h(xx)p meow ttp", "http", "https", false },
	{ "fxp fxxp f*p f[t]p ftx", "ftp", "ftps", false },
	{ "sfxp sftx", "sftp", "sftp", false },
	{ "htp htpp htttp hhttp httpp", "http", "https", true },
};

/* Text that ends in "http" or "https", as nearly all texts here do, has no altered scheme. */
size_t
scheme_before_altered_length(const struct scan_text *t, size_t end, const char **means,
    bool *is_mistake)
{
	const char *text = t->bytes + t->floor, *words;
	size_t len = end - t->floor, s = len && ascii_lower(text[len - 1]) == 's';
	size_t stem = len - s, i;
	urlgrep_span word;

	if (stem == 0 || !ascii_is_one_of(ascii_lower(text[stem - 1]), ALTERED_ENDS) || (stem >= 4 &&
	    ascii_equal(text + stem - 4, "http", 4) &&
	    (stem == 4 || !ascii_is(text[stem - 5], ASCII_SCHEME))))
		return 0;
	for (i = 0; i < COUNT(spellings); i++)
		for (words = spellings[i].words; (word = list_next(&words, ' ')).text;)
			if (word.len <= stem && ascii_equal(text + stem - word.len, word.text, word.len) &&
			    (stem == word.len || !ascii_is(text[stem - word.len - 1], ASCII_SCHEME))) {
				*means = s ? spellings[i].means_with_s : spellings[i].means;
				*is_mistake = spellings[i].is_mistake;
				return word.len + s;
			}
	return 0;
}

/* Add the suffixes of a name with an ending, "" or "s", and also with a bracket after that. */
static void
add_suffixes(struct suffix_table *t, urlgrep_span name, const char *ending)
{
	char word[MAX_SCHEME_BYTES + 3];
	size_t len = name.len + strlen(ending);

	memcpy(word, name.text, name.len);
	memcpy(word + name.len, ending, len - name.len);
	memcpy(word + len, "[", 2);
	suffix_table_add_word(t, word, false);
	word[len] = '\0';
	suffix_table_add_word(t, word, true);
}

struct suffix_table *
scheme_before_suffixes_new(const urlgrep_grammar *grammar)
{
	static const char like_slashes[] = "[({<])}>_"; /* "hxxp:__", "hxxp:[/]/" */
	static const char brackets[] = "[({<])}>"; /* "http(:)", "[http]:"; all share a code */
	struct suffix_table *t = memory_allocate(grammar_memory(grammar), sizeof(*t));
	const struct scheme *added;
	const char *words;
	urlgrep_span word;
	unsigned i;

	if (t == NULL)
		return NULL;
	*t = *grammar_suffixes(grammar);
	for (i = 0; i < sizeof(brackets) - 1; i++)
		suffix_table_set_code(t, brackets[i], BRACKET_CODE);
	for (i = 0; i < scheme_count; i++)
		add_suffixes(t, (urlgrep_span){ scheme_table[i].name, scheme_table[i].len }, "");
	for (i = 0; (added = grammar_added_scheme(grammar, i)) != NULL; i++)
		add_suffixes(t, (urlgrep_span){ added->name, added->len }, "");
	for (i = 0; i < COUNT(spellings); i++)
		for (words = spellings[i].words; (word = list_next(&words, ' ')).text;) {
			add_suffixes(t, word, "");
			add_suffixes(t, word, "s");
		}
	for (i = 0; i < sizeof(like_slashes) - 1; i++)
		t->after[(unsigned char)like_slashes[i]] = SUFFIX_BITS;
	return t;
}
