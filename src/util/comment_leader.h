/* comment_leader.h - the marks before the lines of a comment: "# ", " * ", "// " */
#ifndef UTIL_COMMENT_LEADER_H
#define UTIL_COMMENT_LEADER_H

#include "util/scan_text.h"

/* A leader follows the indentation of its line, and a blank or the end of the line
 * follows it. */
struct comment_leader {
	uint32_t mark; /* equal for lines of one comment; 0: there is no leader */
	size_t begin;  /* of the mark, or of the text if there is none */
	size_t end;    /* of the mark; begin if there is none */
	size_t text;   /* where the text begins, after the blanks */
};

/* Read the leader of the line that begins at `begin`, perhaps after the columns of a quote or a
 * diff, and ends at `end`. "*" and "+" are leaders only in a comment that a line above opened with
 * "/" and "*". */
void comment_leader_read(const struct scan_text *t, size_t begin, size_t end,
    struct comment_leader *leader);

/* Return true if the marks of a leader begin lines of prose, too: of a quotation, after a
 * dash or an exclamation. */
bool comment_leader_is_prose(const struct comment_leader *leader);

/* Return true if the text before `at`, in the line that begins at `line`, opens a comment
 * after other text, as in "x = 1 # see http://h.example/". Sets *leader to the last one. */
bool comment_leader_find(const struct scan_text *t, size_t line, size_t at,
    struct comment_leader *leader);

#endif
