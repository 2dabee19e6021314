/* line_break.h - a line break after a bare URL that may be a break within it */
#ifndef TEXT_LINE_BREAK_H
#define TEXT_LINE_BREAK_H

#include "text/candidate.h"
#include "util/text_line.h"
#include "util/line_prefix.h"
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
	bool in_diff; /* the lines begin with the marks of added or removed ones */
	/* The run at the front of the next line, which may continue the URL. */
	size_t run;
	size_t run_end; /* 0: it was not measured */
	size_t word_end; /* of the first word there, which begins with the run */
};

/* Read the lines around the break after c's last fragment, but not yet the run of the
 * next line. Answers NO if there is no break or nothing that could belong to c; then
 * b->next_prefix is that of an empty line, if that is all the next line has. */
enum scan_answer line_break_read(const urlgrep_scanner *s, const struct candidate *c,
    struct line_break *b);

/* Measure the run at the front of the next line. Answers NO if it is empty. */
enum scan_answer line_break_read_run(const urlgrep_scanner *s, struct line_break *b);

/* Read the next line, or the one after it if that is empty but for a quote prefix. Answers
 * NO if it cannot belong to a wrapper. */
enum scan_answer line_break_read_over_empty(const urlgrep_scanner *s, const struct candidate *c,
    struct line_break *b);

/* Return the first word of the next line. */
urlgrep_span line_break_first_word(const struct line_break *b);

/* Return true if the run reaches the end of its line, so that another break may
 * follow: but for a mark, nothing is after it. */
bool line_break_run_ends_line(const struct line_break *b);

/* Return true if the URL ends in a hyphen, and not in a line drawn with hyphens. Hardly any
 * URL does, so that it may go on whatever the lines look like. */
bool line_break_ends_in_hyphen(const struct line_break *b);

/* Return true if a backslash ends a line of Markdown, and does not divide one of code: the
 * next line is prose. */
bool line_break_ends_markdown(const struct line_break *b);

/* Add the run of the next line to c as a fragment, and end the one before it at the break. */
void line_break_add_fragment(struct candidate *c, const struct line_break *b);

#endif
