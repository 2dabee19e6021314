/* trim.h - characters at the end of a bare URL that belong to the sentence around it */
#ifndef TEXT_TRIM_H
#define TEXT_TRIM_H

#include <stddef.h>

/* Return how much of run[0..len) is the URL: without the closing bracket or quote that
 * byte_before opened, trailing punctuation, unbalanced brackets and the like (rules
 * B3-B5, I2, K9). */
size_t trim_bare_url(char byte_before, const char *run, size_t len);

#endif
