/* line_break.h - a line break behind a bare URL, which may stand within it: what the
 * lines around it look like, and what that is worth */
#ifndef TEXT_LINE_BREAK_H
#define TEXT_LINE_BREAK_H

#include "text/candidate.h"

struct seam {
	const struct text *text;
	size_t line;      /* beginning of the line that the URL reaches the end of */
	size_t line_end;
	struct prefix prefix;
	size_t begin;     /* of the URL's piece in it */
	size_t next;      /* beginning of the next line */
	size_t next_end;
	struct prefix next_prefix;
	bool same_prefix;
	size_t run;       /* what may go on: the run at the front of the next line */
	size_t run_end;
	size_t word_end;  /* of the first word there */
};

/* The sum of the evidence, of which s->signs keeps each: from these on a join is
 * certain, likely, possible. */
enum { SEAM_HIGH = URLGREP_SIGNS_HIGH, SEAM_MEDIUM = 3, SEAM_LOW = 1 };

/* weigh.c: add up what speaks for the join of c's last piece, which stands behind
 * the seam, and what against it. MORE: the lines that follow decide. */
enum look seam_weigh(urlgrep_scanner *s, const struct candidate *c,
    const struct seam *m, int *sum);

#endif
