/* text_signs.h - what the URL and the two lines of a break say about it: a sign of each
 * kind, see join_points.tsv */
#ifndef TEXT_TEXT_SIGNS_H
#define TEXT_TEXT_SIGNS_H

#include "text/join_points.h" /* generated: enum join_sign */
#include "text/join.h"

/* of the URL's line */
enum join_sign text_end_sign(const struct join *j);
enum join_sign text_path_sign(const struct join *j);
enum join_sign text_before_sign(const struct join *j);

/* of the next line */
enum join_sign text_front_sign(const struct join *j);
enum join_sign text_word_sign(const struct join *j);
enum join_sign text_after_sign(const struct join *j);
enum join_sign text_joined_sign(const struct join *j);
enum join_sign text_bracket_sign(const struct join *j);

/* of both lines */
enum join_sign text_indent_sign(const struct join *j);
enum join_sign text_prefix_sign(const struct join *j);

/* Return how much of the URL before the break would remain without the join. */
size_t join_trimmed_length(const struct join *j);

/* Return the run up to the bracket that closes the one before the URL, if it does. */
urlgrep_span join_inner_run(const struct join *j);

#endif
