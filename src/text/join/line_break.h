/* line_break.h - a line break after a bare URL that may be a break within it */
#ifndef TEXT_JOIN_LINE_BREAK_H
#define TEXT_JOIN_LINE_BREAK_H

#include "text/candidate.h"
#include "text/lines/break_mark.h"
#include "text/lines/comment_leader.h"
#include "text/lines/quote_prefix.h"
#include "text/scanner.h"

/* A line break and the two lines around it: the URL's line and the next line. */
struct line_break {
	const struct scan_text *text;
	size_t line;
	size_t line_end;
	struct quote_prefix prefix;
	size_t fragment_begin; /* of the URL's last fragment in its line */
	size_t fragment_end;   /* of that, without the mark */
	enum break_mark mark;
	size_t next_line;
	size_t next_end;
	struct quote_prefix next_prefix;
	bool has_same_prefix;
	/* For text that is no mail: */
	struct comment_leader leader, next_leader;
	bool in_diff;
	/* The run at the front of the next line, which may continue the URL. */
	size_t run;
	size_t run_end; /* 0: it was not measured */
	size_t word_end; /* of the first word there, which begins with the run */
};

/* Add to c, a bare URL, the fragments of the lines that follow as far as they certainly
 * or possibly belong to it, at most MAX_JOINS; set c->certain_count and c->confidence.
 * Answers YES; NO if c is no URL without them; MORE or NOMEM. */
enum scan_answer line_break_join(urlgrep_scanner *s, struct candidate *c);

#endif
