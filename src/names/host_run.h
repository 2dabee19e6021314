/* host_run.h - where in running text a host may begin and end (rule N1) */
#ifndef NAMES_HOST_RUN_H
#define NAMES_HOST_RUN_H

#include "util/scan_text.h"
#include "util/ascii.h"

static inline bool
is_word(char c)
{
	return ascii_is_alphanumeric(c) || c == '_';
}

/* Set *begin to where the run of host characters begins that holds the dot. Returns false if
 * host_run_begin() is needed to find that: nearly all runs are in US-ASCII, without two dots
 * or hyphens together. */
bool host_run_begin_plain(const struct scan_text *t, size_t floor, size_t dot,
    size_t *begin);

/* Set *begin to where the piece of the run of host characters begins that holds the dot.
 * Three dots, or two hyphens but those of an A-label, divide a run. Returns false if the
 * piece is no host's. */
bool host_run_begin(const struct scan_text *t, size_t floor, size_t dot, bool is_iri,
    size_t *begin);

/* Return the end of the label that begins at `begin`, without hyphens and underscores at
 * its end; *rest: with them. */
size_t host_run_label_end(const struct scan_text *t, size_t begin, bool is_iri,
    size_t *rest);

/* What follows a top label in the run. */
enum run_end {
	RUN_ENDS,
	RUN_GOES_ON,
	RUN_MAY_BE_CUT /* before a label in title case: the next sentence (rule N7) */
};

/* Return whether the run goes on after the label that ends at `end`, or at `rest` with the
 * hyphens and underscores after it. */
enum run_end host_run_classify_end(const struct scan_text *t, size_t label, size_t end,
    size_t rest, bool is_iri);

#endif
