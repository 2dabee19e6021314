/* pattern.c - the patterns for hosts and paths in unwrap/tables */
#include "unwrap/pattern.h"

#include <string.h>

#include "unwrap/wrapper_table.h"
#include "util/ascii.h"

/* ---- hosts --- */

static bool
are_letters(urlgrep_span text)
{
	size_t i;

	for (i = 0; i < text.len; i++)
		if (!ascii_is(text.text[i], ASCII_ALPHA))
			return false;
	return true;
}

/* Return true for com, xx, co.xx and com.xx. */
static bool
is_country_suffix(urlgrep_span text)
{
	if (text.len == 3)
		return ascii_equal(text.text, "com", 3);
	if (text.len == 5 && ascii_equal(text.text, "co.", 3))
		text = span_from(text, text.text + 3);
	else if (text.len == 6 && ascii_equal(text.text, "com.", 4))
		text = span_from(text, text.text + 4);
	return text.len == 2 && are_letters(text);
}

/* Match a host with a pattern that does not begin with "*.". A "*" in it stands for one
 * or more characters of a label. */
static bool
matches_labels(const char *pattern, size_t len, urlgrep_span host)
{
	size_t i, at = 0;

	for (i = 0; i < len; i++) {
		if (pattern[i] == '{')
			return is_country_suffix(span_from(host, host.text + at));
		if (at == host.len)
			return false;
		if (pattern[i] != '*') {
			if (ascii_lower(host.text[at++]) != pattern[i])
				return false;
			continue;
		}
		while (at < host.len && host.text[at] != '.')
			if (matches_labels(pattern + i + 1, len - i - 1,
				span_from(host, host.text + ++at)))
				return true;
		return false;
	}
	return at == host.len;
}

/* Match a host with "*.x", whose x is pattern[0..len): its labels may begin after any
 * dot. */
static bool
matches_suffix(const char *pattern, size_t len, urlgrep_span host)
{
	const char *dot = host.text;

	while ((dot = memchr(dot, '.', host.len - (size_t)(dot - host.text))) != NULL)
		if (matches_labels(pattern, len, span_from(host, ++dot)))
			return true;
	return false;
}

static bool
matches_host(const char *pattern, size_t len, urlgrep_span host)
{
	if (len == 1 && pattern[0] == '*')
		return true;
	if (len > 2 && pattern[0] == '*' && pattern[1] == '.')
		return matches_suffix(pattern + 2, len - 2, host);
	return matches_labels(pattern, len, host);
}

bool
pattern_list_matches_host(const char *patterns, urlgrep_span host)
{
	const char *pattern;
	size_t len;

	while ((pattern = wrapper_next_word(&patterns, ' ', &len)) != NULL)
		if (matches_host(pattern, len, host))
			return true;
	return false;
}

/* ---- paths --- */

/* Return the length of the literal that the pattern begins with. */
static size_t
literal_length(urlgrep_span pattern)
{
	size_t len = 0;

	while (len < pattern.len && pattern.text[len] != '*' && pattern.text[len] != '{')
		len++;
	return len;
}

static size_t
segment_length(urlgrep_span text)
{
	size_t len = 0;

	while (len < text.len && !memchr("/?#", text.text[len], 3))
		len++;
	return len;
}

/* Return how much of the text "**" stands for: all that is before the literal after it. */
static size_t
wide_length(urlgrep_span text, urlgrep_span pattern)
{
	size_t literal = literal_length(pattern);
	const char *found = literal == 0 ? NULL :
	    memmem(text.text, text.len, pattern.text, literal);

	return found ? (size_t)(found - text.text) : text.len;
}

static void
skip(urlgrep_span *span, size_t len)
{
	*span = span_from(*span, span->text + len);
}

/* Skip the "*" or "**" that the pattern begins with, and what it stands for. */
static bool
skip_star(urlgrep_span *pattern, urlgrep_span *text)
{
	bool is_wide = pattern->len >= 2 && pattern->text[1] == '*';
	size_t len;

	skip(pattern, is_wide ? 2 : 1);
	len = is_wide ? wide_length(*text, *pattern) : segment_length(*text);
	skip(text, len);
	return is_wide || len > 0;
}

/* Skip what the beginning of the pattern matches, up to {t} or its end. */
static bool
skip_matching(urlgrep_span *pattern, urlgrep_span *text)
{
	while (pattern->len && pattern->text[0] != '{') {
		size_t len = literal_length(*pattern);

		if (text->len < len || memcmp(text->text, pattern->text, len) != 0)
			return false;
		skip(pattern, len);
		skip(text, len);
		if (pattern->len && pattern->text[0] == '*' && !skip_star(pattern, text))
			return false;
	}
	return true;
}

static void
drop_final_slash(urlgrep_span *path)
{
	path->len -= path->len && path->text[path->len - 1] == '/';
}

/* Match a pattern without {t}. */
static bool
matches_whole_path(urlgrep_span pattern, urlgrep_span path)
{
	if (path.len == 0)
		path = (urlgrep_span){ "/", 1 };
	if (pattern.text[pattern.len - 1] != '*' || pattern.text[pattern.len - 2] != '*') {
		drop_final_slash(&pattern);
		drop_final_slash(&path);
	}
	return skip_matching(&pattern, &path) && path.len == 0;
}

bool
pattern_matches_path(const char *pattern, const struct http_url *url,
    urlgrep_span *target, bool *is_cut)
{
	urlgrep_span left = { pattern, strlen(pattern) }, rest = url->rest;
	const char *end;

	*is_cut = false;
	if (memchr(left.text, '{', left.len) == NULL)
		return matches_whole_path(left, url->path);
	if (!skip_matching(&left, &rest))
		return false;
	skip(&left, 3); /* {t} */
	*target = rest;
	if (left.len) {
		end = memmem(rest.text, rest.len, left.text, left.len);
		*is_cut = end == NULL;
		if (end)
			target->len = (size_t)(end - rest.text);
	}
	return true;
}
