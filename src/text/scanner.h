/* scanner.h - one thread's workplace: what its files share */
#ifndef TEXT_SCANNER_H
#define TEXT_SCANNER_H

#include <stdbool.h>

#include "util/strbuf.h"
#include "text/prefilter.h"
#include "url/explain.h"
#include "url/matcher.h"
#include "urlgrep.h"

enum {
	/* As far back from a colon as a candidate's line and its neighbours
	 * are looked at, and as far ahead from the end of its line. */
	LOOK_BACK = 8192,
	LOOK_AHEAD = 2048,
	/* All subsets of four hyphens (RULES W4) */
	READINGS = 16,
	SIGNS = 100 /* of five breaks (RULES B6) */
};

/* The text at hand: at[0..len), which begins origin octets into the whole. */
struct text {
	const char *at;
	size_t len;
	uint64_t origin;
	bool last; /* nothing follows */
};

struct urlgrep_scanner {
	const urlgrep_grammar *grammar;
	struct matcher *matcher;
	bool iri; /* URLs go on beyond US-ASCII */
	struct suffix_table suffixes;

	struct text text;
	unsigned flags;
	struct prefilter prefilter;
	size_t searched; /* colons before it are done with */
	size_t floor;    /* no candidate begins before it: the last finding's end */
	bool in_run;     /* searched stands in a run too long to be a URL */
	/* The run measured last, from the whole text's beginning: a text of
	 * "mailto:mailto:..." is one run with many candidates. */
	uint64_t run_begin;
	uint64_t run_end;
	bool run_whole; /* it ends there; else at least there */

	/* what findings borrow */
	struct strbuf folded; /* readings that are not one span of the text */
	urlgrep_reading readings[READINGS];
	size_t lengths[READINGS]; /* of each in the text */
	urlgrep_sign signs[SIGNS];
	unsigned sign_count;
	struct explainer explainer;
};

#endif
