/* glob.c - matches the patterns of gitignore(5) in linear time */
#include "cmd/glob.h"

#include <fnmatch.h>
#include <string.h>

/* A pattern, or a name, that need not end with NUL. */
struct piece {
	const char *text;
	size_t len;
};

/* Return the length of the bracket expression at the beginning, or 0 if it has no end. */
static size_t
bracket_length(struct piece p)
{
	size_t i = 1;

	if (i < p.len && (p.text[i] == '!' || p.text[i] == '^'))
		i++;
	if (i < p.len && p.text[i] == ']')
		i++;
	for (; i < p.len; i++) {
		const char *end;

		if (p.text[i] == ']')
			return i + 1;
		if (p.text[i] != '[' || i + 1 == p.len || p.text[i + 1] != ':')
			continue;
		end = memchr(p.text + i + 2, ']', p.len - i - 2);
		if (end && end > p.text + i + 2 && end[-1] == ':')
			i = (size_t)(end - p.text);
	}
	return 0;
}

static bool
match_bracket(const char *bracket, size_t len, char c)
{
	char pattern[256], name[2] = { c, '\0' };

	if (len >= sizeof(pattern))
		return false;
	memcpy(pattern, bracket, len);
	pattern[len] = '\0';
	return fnmatch(pattern, name, 0) == 0;
}

/* Match one byte with the element that the pattern begins with, which is no star. Set *len
 * to the length of the element. */
static bool
match_element(struct piece p, char c, size_t *len)
{
	*len = 1;
	if (p.text[0] == '?')
		return true;
	if (p.text[0] == '\\' && p.len > 1) {
		*len = 2;
		return p.text[1] == c;
	}
	if (p.text[0] == '[' && bracket_length(p) > 0) {
		*len = bracket_length(p);
		return match_bracket(p.text, *len, c);
	}
	return p.text[0] == c;
}

/* On a mismatch the last star takes one byte more; those before it need not change. */
static bool
match_piece(struct piece p, struct piece name)
{
	size_t at = 0, i = 0, after_star = 0, star_end = 0, len;
	bool has_star = false;

	while (i < name.len) {
		struct piece rest = { p.text + at, p.len - at };

		if (rest.len > 0 && *rest.text == '*') {
			has_star = true;
			after_star = ++at;
			star_end = i;
		} else if (rest.len > 0 && match_element(rest, name.text[i], &len)) {
			at += len;
			i++;
		} else if (has_star) {
			at = after_star;
			i = ++star_end;
		} else {
			return false;
		}
	}
	while (at < p.len && p.text[at] == '*')
		at++;
	return at == p.len;
}

bool
glob_match_name(const char *pattern, const char *name)
{
	return match_piece((struct piece){ pattern, strlen(pattern) },
	    (struct piece){ name, strlen(name) });
}

static struct piece
first_component(const char *path)
{
	return (struct piece){ path, strcspn(path, "/") };
}

static const char *
after_component(const char *path)
{
	path += strcspn(path, "/");
	return *path ? path + 1 : path;
}

bool
glob_match_path(const char *pattern, const char *path)
{
	const char *after_stars = NULL, *stars_end = NULL;

	while (*path) {
		struct piece p = first_component(pattern);

		if (p.len == 2 && memcmp(p.text, "**", 2) == 0) {
			pattern = after_component(pattern);
			if (*pattern == '\0')
				return true;
			after_stars = pattern;
			stars_end = path;
		} else if (p.len > 0 && match_piece(p, first_component(path))) {
			pattern = after_component(pattern);
			path = after_component(path);
		} else if (after_stars) {
			pattern = after_stars;
			path = stars_end = after_component(stars_end);
		} else {
			return false;
		}
	}
	return *pattern == '\0';
}
