/* line_widths.h - how wide the lines around a break are, and what that says about it */
#ifndef TEXT_LINE_WIDTHS_H
#define TEXT_LINE_WIDTHS_H

#include "text/join_points.h" /* generated: enum join_sign */
#include "text/join.h"

enum { SHORT_LINE_COLUMNS = 50 };

/* The widest lines nearby. */
struct line_widths {
	size_t same_prefix; /* of those with the URL's quote prefix */
	size_t any_prefix;
	bool ends_paragraph; /* the line after the next is blank or missing */
};

/* Measure the lines up to the next line. */
void line_widths_begin(const struct line_break *b, struct line_widths *w);

/* Measure those after it, too: widths only grow. Answers YES or MORE. */
enum scan_answer line_widths_finish(const struct line_break *b, struct line_widths *w);

/* Return the sign of the room that the next word had in the URL's line, which has `width`
 * columns. If it had room, nothing forced the break there; but lines break after a hyphen
 * all the same. */
enum join_sign line_widths_room_sign(const struct line_break *b,
    const struct line_widths *w, size_t width);

/* Return the sign of the width of the URL's line. */
enum join_sign line_widths_line_sign(const struct line_widths *w, size_t width);

/* Return the sign of what follows the run. */
enum join_sign line_widths_then_sign(const struct join *j, const struct line_widths *w);

#endif
