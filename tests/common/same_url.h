/* same_url.h - compare the judgments of two URLs */
#ifndef SAME_URL_H
#define SAME_URL_H

#include <stdbool.h>
#include <string.h>

#include "urlgrep.h"

/* Return true if both have the same verdict, and the same parts in the same places. */
static inline bool
same_url(const urlgrep_url *a, const urlgrep_url *b)
{
	bool good = a->verdict == b->verdict && a->part_count == b->part_count;
	unsigned i;

	for (i = 0; good && i < a->part_count; i++) {
		const urlgrep_part *p = &a->parts[i], *q = &b->parts[i];

		good = strcmp(p->name, q->name) == 0 && p->value.len == q->value.len &&
		    p->value.text - a->text.text == q->value.text - b->text.text;
	}
	return good;
}

#endif
