/* typeset.h - text whose lines a typesetting program has filled */
#ifndef TEXT_TYPESET_H
#define TEXT_TYPESET_H

#include "text/line_break.h"

/* Return true if the hyphen at the end of the URL's line is likely to be one that divides
 * a word: both margins of the line are straight, or words of lines nearby are divided. */
bool typeset_divides_words(const struct line_break *b);

#endif
