/* bars.h - a tally as bars in a terminal, or as CSV */
#ifndef REPORT_BARS_H
#define REPORT_BARS_H

#include <stdbool.h>

#include "report/grouping.h"
#include "report/tally.h"
#include "util/strbuf.h"

struct bars_options {
	const struct grouping *by;
	size_t top;       /* how many rows; 0: all */
	unsigned width;   /* of a line, in columns */
	bool is_utf8;     /* the terminal shows UTF-8 */
};

/* Print a title, and for each row its key, its count and a bar. */
void bars_print(struct strbuf *out, struct tally *tally, const struct bars_options *options);

/* Print a header row and for each row its key and its count (RFC 4180). */
void bars_print_csv(struct strbuf *out, struct tally *tally, const struct bars_options *options);

#endif
