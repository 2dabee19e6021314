/* join.h - a line break that is judged: the URL before and after it */
#ifndef TEXT_JOIN_H
#define TEXT_JOIN_H

#include <stdbool.h>

#include "text/candidate.h"
#include "text/line_break.h"

/* One line break, and the URL before and after it. */
struct join {
	const struct line_break *b;
	const struct candidate *c;
	urlgrep_span joined; /* the URL up to the end of the run */
	urlgrep_span before; /* the URL up to the break: the beginning of joined */
	urlgrep_span run;    /* in the text */
	bool is_alone;       /* only blanks follow the run in its line */
	urlgrep_span inner;  /* the run up to the bracket that closes one before the URL */
	bool splits_ending;  /* ".ht" and "ml": the break is within a file's ending */
};

#endif
