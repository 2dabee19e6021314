/* marks.h - the places of a text where a defanged URL may be */
#ifndef TEXT_REFANG_MARKS_H
#define TEXT_REFANG_MARKS_H

#include <stdint.h>

#include "text/prefilter.h"
#include "util/memory.h"

enum { MARK_STREAMS = 6, MAX_FAILURES = 16 };

/* What a scanner needs to find defanged URLs. */
struct refang_marks {
	struct suffix_table suffixes; /* of schemes, also altered or before a bracket */
	struct prefilter prefilter;
	const char *next[MARK_STREAMS]; /* of each kind of mark without a colon */

	/* Attempts that failed before this offset of the whole text: so that a text of
	 * "hxxp://hxxp://..." takes linear time, there are only MAX_FAILURES of them. */
	uint64_t failed_end;
	uint64_t last_failed; /* the mark of the last one */
	unsigned failures;
};

/* Return new marks, or NULL without memory; memory_release() frees them. */
struct refang_marks *refang_marks_new(const urlgrep_memory *memory);

/* Begin with another text; with more of it, from at on. */
void refang_marks_reset(struct refang_marks *m);
void refang_marks_begin(struct refang_marks *m, const char *at);

/* Return the first mark in [at, end), or NULL: a colon that may end a scheme; the first of
 * two slashes or underscores after a letter that ends an altered one; with_names: an
 * opening bracket before a dot. text is where the text begins. at must not decrease, and
 * end must stay the same, between calls of refang_marks_begin(). */
const char *refang_marks_next(struct refang_marks *m, const char *text, const char *at,
    const char *end, int with_names);

#endif
