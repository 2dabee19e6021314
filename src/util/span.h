/* span.h - spans of text */
#ifndef UTIL_SPAN_H
#define UTIL_SPAN_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "urlgrep.h"
#include "util/ascii.h"

static inline urlgrep_span
span_of(const char *string)
{
	return (urlgrep_span){ string, strlen(string) };
}

/* Return the part of `span` from `at`, which is in it, to its end. */
static inline urlgrep_span
span_from(urlgrep_span span, const char *at)
{
	return (urlgrep_span){ at, span.len - (size_t)(at - span.text) };
}

/* Return true if the two are equal except for the case of letters. */
static inline bool
span_equals(urlgrep_span a, urlgrep_span b)
{
	return a.len == b.len && ascii_equal(a.text, b.text, a.len);
}

/* Return true if the span is the word, in any case. */
static inline bool
span_is(urlgrep_span span, const char *word)
{
	return ascii_is_word(span.text, span.len, word);
}

/* Return a text without the white space around it. */
static inline urlgrep_span
span_trim(urlgrep_span text)
{
	while (text.len > 0 && ascii_is_space(text.text[text.len - 1]))
		text.len--;
	while (text.len > 0 && ascii_is_space(*text.text))
		text = span_from(text, text.text + 1);
	return text;
}

/* Return the next word of a list, and move *list past it; an absent span if no word is left. */
static inline urlgrep_span
list_next(const char **list, char separator)
{
	urlgrep_span word = { *list, 0 };

	if (word.text == NULL || *word.text == '\0')
		return (urlgrep_span){ NULL, 0 };
	while (word.text[word.len] && word.text[word.len] != separator)
		word.len++;
	*list = word.text + word.len + (word.text[word.len] == separator);
	return word;
}

#endif
