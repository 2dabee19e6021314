/* words.c - what the ends of a URL and the words after it look like */
#include "text/words.h"

#include <string.h>

#include "names/suffix.h"
#include "text/punctuation.h"
#include "util/ascii.h"

/* Endings of file names in URLs, by their first letter. */
static const char *const file_endings['z' - 'a' + 1][10] = {
	['a' - 'a'] = { "asp", "aspx", "avi", "asc" },
	['b' - 'a'] = { "bz2" },
	['c' - 'a'] = { "cgi", "csv", "css", "cpp" },
	['d' - 'a'] = { "dvi", "doc", "diff" },
	['e' - 'a'] = { "eps", "exe" },
	['g' - 'a'] = { "gz", "gif", "git" },
	['h' - 'a'] = { "html", "htm", "hqx" },
	['j' - 'a'] = { "jsp", "js", "json", "jpg", "jpeg", "java" },
	['l' - 'a'] = { "log" },
	['m' - 'a'] = { "md", "mp3" },
	['p' - 'a'] = { "php", "pl", "pdf", "ps", "ppt", "png", "py", "patch", "pgp" },
	['r' - 'a'] = { "rtf" },
	['s' - 'a'] = { "shtml", "shtm", "sig" },
	['t' - 'a'] = { "tex", "txt", "text", "tgz", "tar" },
	['x' - 'a'] = { "xls", "xml", "xz" },
	['z' - 'a'] = { "zip" },
};
enum { MAX_FILE_ENDING_BYTES = 5 };

bool
word_ends_as_file(urlgrep_span s)
{
	size_t end = s.len, dot, min_dot;
	const char *const *endings;

	while (end > 0 && (is_in(s.text[end - 1], SENTENCE) || s.text[end - 1] == '\''))
		end--;
	min_dot = end > MAX_FILE_ENDING_BYTES ? end - MAX_FILE_ENDING_BYTES - 1 : 0;
	for (dot = end; dot > min_dot; dot--)
		if (!ascii_is(s.text[dot - 1], ASCII_ALPHA | ASCII_DIGIT))
			break;
	if (dot < 2 || dot == end || s.text[dot - 1] != '.' ||
	    s.text[dot] < 'a' || s.text[dot] > 'z')
		return false;
	for (endings = file_endings[s.text[dot] - 'a']; *endings; endings++)
		if (strlen(*endings) == end - dot && memcmp(s.text + dot, *endings, end - dot) == 0)
			return true;
	return false;
}

bool
word_splits_file_ending(urlgrep_span joined, urlgrep_span before)
{
	size_t dot = before.len, end = before.len;

	if (!ascii_is(joined.text[before.len], ASCII_ALPHA))
		return false;
	while (dot > 0 && ascii_is(before.text[dot - 1], ASCII_ALPHA))
		dot--;
	if (dot == 0 || dot == before.len || before.text[dot - 1] != '.')
		return false;
	while (end < joined.len && end - dot <= MAX_FILE_ENDING_BYTES &&
	    ascii_is(joined.text[end], ASCII_ALPHA))
		end++;
	return end - dot <= MAX_FILE_ENDING_BYTES &&
	    word_ends_as_file((urlgrep_span){ joined.text, end });
}

bool
word_is_page_ending(urlgrep_span before, urlgrep_span word)
{
	static const char *const endings[] = { "html", "htm", "shtml", "pdf", "php", "asp",
		"aspx", "jpg", "txt" };
	size_t i;

	while (word.len > 0 && is_in(word.text[word.len - 1], SENTENCE))
		word.len--;
	if (before.text[before.len - 1] != '.' || word_find_path(before) >= before.len)
		return false;
	for (i = 0; i < sizeof(endings) / sizeof(endings[0]); i++)
		if (strlen(endings[i]) == word.len && memcmp(word.text, endings[i], word.len) == 0)
			return true;
	return false;
}

size_t
word_find_path(urlgrep_span url)
{
	size_t at = 2;

	while (at < url.len && (url.text[at - 2] != '/' || url.text[at - 1] != '/'))
		at++;
	while (at < url.len && !is_in(url.text[at], HOST_END))
		at++;
	return at;
}

bool
word_has_odd_host(urlgrep_span url)
{
	const char *host = memmem(url.text, url.len, "//", 2);
	const char *end = url.text + url.len, *dot = NULL, *p;

	for (p = host ? host + 2 : end; p < end && *p != ':'; p++)
		if (*p == '.' && p + 1 < end)
			dot = p;
	return dot == NULL || p - dot < 3 || p - dot > 5;
}

bool
word_begins_as_host(urlgrep_span run, bool has_dot)
{
	size_t i = 0, label = 0;

	for (; i < run.len && !is_in(run.text[i], HOST_END) && run.text[i] != ':'; i++) {
		label = run.text[i] == '.' ? 0 : label + 1;
		has_dot = has_dot || (run.text[i] == '.' && i > 0);
		if (!ascii_is(run.text[i], ASCII_ALPHA | ASCII_DIGIT) &&
		    run.text[i] != '.' && run.text[i] != '-')
			return false;
	}
	return has_dot && label >= 2 && i < run.len;
}

bool
word_has_letters_only(urlgrep_span w)
{
	size_t i = 0, letters = 0;

	while (i < w.len && (is_in(w.text[i], QUOTE) || w.text[i] == '('))
		i++;
	for (; i < w.len; i++) {
		if (ascii_is(w.text[i], ASCII_ALPHA) ||
		    (unsigned char)w.text[i] >= 0x80)
			letters++;
		else if (!(letters && (w.text[i] == '\'' || w.text[i] == '-') &&
		    i + 1 < w.len && ascii_is(w.text[i + 1], ASCII_ALPHA)))
			break;
	}
	while (i < w.len && (is_in(w.text[i], QUOTE | SENTENCE) || w.text[i] == ')'))
		i++;
	return letters && i == w.len;
}

static unsigned
count_hyphens(urlgrep_span s)
{
	unsigned n = 0;
	size_t i;

	for (i = 0; i < s.len; i++)
		n += s.text[i] == '-';
	return n;
}

bool
word_continues_title(urlgrep_span before, urlgrep_span word)
{
	enum { MIN_HYPHENS = 3 };
	const char *slash = memrchr(before.text, '/', before.len);
	unsigned here, there = count_hyphens(word);

	if (slash == NULL || there == 0)
		return false;
	here = count_hyphens((urlgrep_span){ slash,
		(size_t)(before.text + before.len - slash) });
	return here > 0 && here + there >= MIN_HYPHENS;
}

/* The most frequent words of English, and of other languages some, and greetings at the end of
 * mail, by their first letter. */
static const char *const frequent_words['z' - 'a' + 1][16] = {
	['a' - 'a'] = { "a", "about", "all", "also", "an", "and", "any", "are", "as",
	    "at" },
	['b' - 'a'] = { "be", "been", "but", "by" },
	['c' - 'a'] = { "can", "cheers", "could" },
	['d' - 'a'] = { "das", "de", "der", "did", "die", "do", "does" },
	['e' - 'a'] = { "el", "en", "enjoy", "et" },
	['f' - 'a'] = { "for", "from" },
	['g' - 'a'] = { "greetings", "groeten", "gruss" },
	['h' - 'a'] = { "had", "has", "have", "he", "here", "how", "hth" },
	['i' - 'a'] = { "i", "if", "in", "into", "is", "it", "its" },
	['j' - 'a'] = { "just" },
	['l' - 'a'] = { "la", "later", "le", "les", "lg", "like" },
	['m' - 'a'] = { "may", "merci", "mfg", "more", "most", "mvh", "my" },
	['n' - 'a'] = { "no", "not", "now" },
	['o' - 'a'] = { "of", "on", "one", "only", "or", "other", "our", "out" },
	['r' - 'a'] = { "regards" },
	['s' - 'a'] = { "saludos", "should", "so", "some", "such" },
	['t' - 'a'] = { "than", "thanks", "that", "the", "their", "them", "then",
	    "there", "these", "they", "this", "those", "thus", "to", "too" },
	['u' - 'a'] = { "und", "under", "up", "us" },
	['w' - 'a'] = { "was", "we", "were", "what", "when", "where", "which", "who",
	    "why", "will", "with", "would" },
	['y' - 'a'] = { "y", "you", "your" },
};

bool
word_is_frequent(urlgrep_span word)
{
	const char *const *words;

	while (word.len > 0 && !ascii_is(word.text[word.len - 1], ASCII_ALPHA))
		word.len--;
	if (word.len == 0 || !ascii_is(*word.text, ASCII_ALPHA))
		return false;
	for (words = frequent_words[ascii_lower(*word.text) - 'a']; *words; words++)
		if (ascii_is_word(word.text, word.len, *words))
			return true;
	return false;
}

bool
word_is_abbreviation(urlgrep_span word)
{
	size_t at = 0;

	while (at + 1 < word.len && ascii_is(word.text[at], ASCII_ALPHA) &&
	    word.text[at + 1] == '.')
		at += 2;
	return at >= 4 && (at == word.len || (at + 1 == word.len &&
	    is_in(word.text[at], SENTENCE | CLOSER)));
}

/* Return true if word is two letters with a slash between them, perhaps with punctuation after
 * them: "n/a", "i/o". */
static bool
is_letter_choice(urlgrep_span word)
{
	while (word.len > 3 && is_in(word.text[word.len - 1], SENTENCE | CLOSER))
		word.len--;
	return word.len == 3 && word.text[1] == '/' && ascii_is(word.text[0], ASCII_ALPHA) &&
	    ascii_is(word.text[2], ASCII_ALPHA);
}

bool
word_is_frequent_choice(urlgrep_span word)
{
	const char *slash = memchr(word.text, '/', word.len), *text = word.text;
	const char *end = word.text + word.len;

	if (slash == NULL)
		return false;
	if (is_letter_choice(word))
		return true;
	while (slash != NULL && word_is_frequent((urlgrep_span){ text, (size_t)(slash - text) })) {
		text = slash + 1;
		slash = memchr(text, '/', (size_t)(end - text));
	}
	return slash == NULL && word_is_frequent((urlgrep_span){ text, (size_t)(end - text) });
}

bool
word_is_file_not_host(urlgrep_span word)
{
	size_t end = word.len, dot;

	while (end > 0 && !ascii_is(word.text[end - 1], ASCII_ALPHA | ASCII_DIGIT))
		end--;
	for (dot = end; dot > 0 && word.text[dot - 1] != '.'; dot--)
		;
	return word_ends_as_file(word) && top_label_find(word.text + dot, end - dot) == NULL;
}

bool
word_begins_with_field(urlgrep_span s)
{
	size_t at = 0;

	while (at < s.len && (ascii_is(s.text[at], ASCII_ALPHA | ASCII_DIGIT) ||
	    s.text[at] == '_' || s.text[at] == '-' || s.text[at] == '.'))
		at++;
	return at > 0 && at < s.len && s.text[at] == '=';
}
