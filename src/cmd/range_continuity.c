/* range_continuity.c - whether the ranges of an input fit together */
#include "cmd/range_continuity.h"

static uint64_t
later(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

/* Return true if a range that was entered there is as if it was read from the front. What
 * ends before the range does not matter in it; nor does where something ends that is
 * longer than the range. */
static bool
fits(const struct range_continuity *c, const struct range_place *place)
{
	uint64_t left = later(c->left_after, place->begin);
	uint64_t entered = later(place->entered_after, place->begin);

	return place->begin == 0 || left == entered ||
	    (left >= place->end && entered >= place->end);
}

void
range_continuity_begin(struct range_continuity *c, const struct range_place *place,
    uint64_t line)
{
	if (c->is_broken)
		return;
	if (fits(c, place)) {
		c->good_begin = place->begin;
		c->good_line = line;
	} else {
		c->is_broken = true;
		c->broken_at = place->begin;
	}
}

void
range_continuity_end(struct range_continuity *c, uint64_t left_after)
{
	if (!c->is_broken)
		c->left_after = later(c->left_after, left_after);
}
