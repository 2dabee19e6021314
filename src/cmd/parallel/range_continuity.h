/* range_continuity.h - whether the ranges of a text fit together
 *
 * A thread that begins to read in the middle of a text may find other URLs there than
 * one that comes from the front: what looks like the beginning of a URL may be the
 * middle of one that was joined over many lines. The findings of a range count as long
 * as the last URL before each range ends at the same byte for both. */
#ifndef CMD_PARALLEL_RANGE_CONTINUITY_H
#define CMD_PARALLEL_RANGE_CONTINUITY_H

#include <stdbool.h>
#include <stdint.h>

/* Initialize with zeros for each text. */
struct range_continuity {
	uint64_t left_after; /* where the last URL of the range before ends */
	uint64_t good_begin, good_line; /* of the last range that fits */
	uint64_t lines; /* of all ranges, also those that do not fit */
	bool is_broken;
	uint64_t broken_at; /* begin of the first range that does not fit */
};

/* A range begins, in the order of the text; entered_after as in urlgrep_mail_sums. */
void range_continuity_begin(struct range_continuity *c, uint64_t begin,
    uint64_t line, uint64_t entered_after);

/* The range, which has so many lines, ends. */
void range_continuity_end(struct range_continuity *c, uint64_t left_after,
    uint64_t lines);

#endif
