/* entities.h - character references: &amp; &#38; &#x26; (HTML standard, 13.2.5.72) */
#ifndef HTML_ENTITIES_H
#define HTML_ENTITIES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Decode the character reference at the beginning of html[0..len), which begins with
 * "&". Return its length in the HTML and set *code to its character; return 0 if
 * it is only an "&". In an attribute a name without ";" may not look like a
 * parameter of a URL: ?a=1&copy=2. No reference is shorter than the UTF-8 of
 * its character. */
size_t entity_decode(const char *html, size_t len, bool in_attribute,
    uint32_t *code);

#endif
