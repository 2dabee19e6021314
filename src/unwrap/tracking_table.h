/* tracking_table.h - the parameters that track readers: one row of
 * tables/tracking-params.tsv each, compiled by tables/tracking.awk */
#ifndef UNWRAP_TRACKING_TABLE_H
#define UNWRAP_TRACKING_TABLE_H

#include <stddef.h>

struct tracking_parameter {
	const char *name;  /* in lower case */
	const char *hosts; /* where it tracks, see pattern.h; NULL: everywhere */
};

/* sorted by name */
extern const struct tracking_parameter tracking_names[];
extern const unsigned tracking_names_count;
/* what a name begins with, and goes on after */
extern const struct tracking_parameter tracking_prefixes[];
extern const unsigned tracking_prefixes_count;
/* what a segment of a path begins with, such as "ref=" */
extern const struct tracking_parameter tracking_segments[];
extern const unsigned tracking_segments_count;

#endif
