/* range_continuity.c - whether the ranges of a text fit together */
#include "cmd/parallel/range_continuity.h"

static uint64_t
later(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

/* A URL that ends before the range does not matter in it. */
void
range_continuity_begin(struct range_continuity *c, uint64_t begin, uint64_t line,
    uint64_t entered_after)
{
	if (c->is_broken)
		return;
	if (later(c->left_after, begin) == later(entered_after, begin)) {
		c->good_begin = begin;
		c->good_line = line;
	} else {
		c->is_broken = true;
		c->broken_at = begin;
	}
}

void
range_continuity_end(struct range_continuity *c, uint64_t left_after, uint64_t lines)
{
	c->lines += lines;
	c->left_after = left_after;
}
