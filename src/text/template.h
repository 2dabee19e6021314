/* template.h - templates of URLs and patterns for them, which are no URLs (rules T1, T2) */
#ifndef TEXT_TEMPLATE_H
#define TEXT_TEMPLATE_H

#include <stdbool.h>
#include <stddef.h>

/* Return true if a mark of a template or pattern, such as "{name}", "%s", "$(" or "\d",
 * begins at text[at], in a URL whose host or path is text[begin..end). "$name" counts
 * where is_code says that the text is a quoted string. */
bool template_mark_at(const char *text, size_t begin, size_t at, size_t end, bool is_code);

/* Return true if such a mark is in text[0..len). */
bool template_find(const char *text, size_t len);

/* Return true if "@NAME@" is in text[0..len), which a configure script replaces. */
bool template_has_substitution(const char *text, size_t len);

/* Return true if text[at..limit), which begins with "<", is a placeholder such as
 * "<name>" or "<%= name %>", and not an element of HTML; before: what stands before it. */
bool template_is_placeholder(const char *text, size_t at, size_t limit, char before);

enum { MAX_PLACEHOLDER_BYTES = 40 };

#endif
