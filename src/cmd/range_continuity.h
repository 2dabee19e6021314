/* range_continuity.h - whether the ranges of an input fit together
 *
 * A thread that begins to read in the middle of a text may find other URLs there than
 * one that comes from the front: what looks like the beginning of a URL may be the
 * middle of one that was joined over many lines. In a mailbox whose messages have
 * lengths, what looks like the beginning of a message may be in the middle of one. The
 * findings of a range count as long as the last URL, or message, before each range ends at
 * the same byte for both. */
#ifndef CMD_RANGE_CONTINUITY_H
#define CMD_RANGE_CONTINUITY_H

#include <stdbool.h>
#include <stdint.h>

/* A range, and where it was entered; see urlgrep_mail_sums. */
struct range_place {
	uint64_t begin, end;
	uint64_t entered_after;
};

/* Initialize with zeros for each input. */
struct range_continuity {
	uint64_t left_after; /* where the last URL or message of the ranges before ends */
	uint64_t good_begin, good_line; /* of the last range that fits */
	bool is_broken;
	uint64_t broken_at; /* begin of the first range that does not fit */
};

/* A range begins, in the order of the input, in the line of that number. */
void range_continuity_begin(struct range_continuity *c, const struct range_place *place,
    uint64_t line);

/* The range ends; left_after as in urlgrep_mail_sums. */
void range_continuity_end(struct range_continuity *c, uint64_t left_after);

#endif
