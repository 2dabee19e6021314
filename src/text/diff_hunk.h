/* diff_hunk.h - lines of a diff, perhaps quoted in mail */
#ifndef TEXT_DIFF_HUNK_H
#define TEXT_DIFF_HUNK_H

#include "util/scan_text.h"

/* The last line that was found to be in no hunk although it looks like one of a hunk: lists
 * with many URLs are indented, and no line above it needs to be examined again. */
struct hunk_memo {
	bool is_set;
	uint64_t line; /* its offset in the whole text */
	size_t prefix; /* the length of its quote prefix */
};

/* Return true if the line that begins at `line`, and goes on at `text` after its quote
 * prefix, is in a hunk: "@@ " or "diff --git" is above, and between them all lines begin
 * with a blank, "+", "-" or a backslash. */
bool diff_hunk_holds(const struct scan_text *t, size_t line, size_t text,
    struct hunk_memo *memo);

/* Return true if the line at `next` may continue what is in a line at `at`: both have the
 * same first character, or an added line follows an unchanged one. */
bool diff_hunk_goes_on(const struct scan_text *t, size_t at, size_t next);

#endif
