/* unwrapper.h - the state of an unwrapper, which unwrap.c and tracking.c share, and the parameters
 * that track readers */
#ifndef UNWRAP_UNWRAPPER_H
#define UNWRAP_UNWRAPPER_H

#include "unwrap/wrapper_table.h"
#include "url/matcher.h"
#include "urlgrep.h"
#include "util/memory.h"
#include "util/strbuf.h"

struct urlgrep_unwrapper {
	const urlgrep_memory *memory;
	const urlgrep_grammar *grammar;
	struct matcher *matcher;
	unsigned classes;

	struct arena arena; /* of the caller's rows */
	struct wrapper *rows;
	size_t row_count, row_room;

	/* Results borrow the following. */
	urlgrep_unwrapped result;
	struct strbuf urls[URLGREP_MAX_UNWRAP_STEPS]; /* the result of each step */
	struct strbuf decoded;                        /* before it is repaired */

	urlgrep_cleaned cleaned;
	struct strbuf clean;
	struct strbuf names; /* of the parameters that were removed, one after another */
	urlgrep_span *removed;
	size_t removed_room;
};

/* The match of a tracking parameter: a whole name, its beginning, or that of a path segment. */
enum tracking_kind { TRACKING_NAME, TRACKING_PREFIX, TRACKING_SEGMENT };

/* A row of tables/tracking-params.tsv, compiled by tables/tracking.awk. */
struct tracking_parameter {
	enum tracking_kind kind;
	unsigned char len;
	const char *name;  /* in lower case */
	const char *hosts; /* where it tracks, see wrapper_hosts_match(); NULL: everywhere */
};

extern const struct tracking_parameter tracking_table[];
extern const unsigned tracking_count;

/* Return true if a row of the table, of any class, matches the URL. */
bool unwrapper_knows(const urlgrep_unwrapper *u, const char *text, size_t len);

#endif
