/* marks.h - the colons of a text where a defanged URL may be, and where none was */
#ifndef TEXT_MARKS_H
#define TEXT_MARKS_H

#include <stdint.h>

#include "text/prefilter.h"
#include "util/memory.h"

enum { MAX_FAILURES = 16 };

/* What a scanner needs to find defanged URLs. */
struct refang_marks {
	struct suffix_table suffixes; /* of schemes, also altered or before a bracket */

	/* Attempts that failed before this offset of the whole text: so that a text of
	 * "hxxp://hxxp://..." takes linear time, there are only MAX_FAILURES of them. */
	uint64_t failed_end;
	uint64_t last_failed; /* the mark of the last one */
	unsigned failures;
};

/* Return new marks, or NULL without memory; memory_release() frees them. suffixes: those of
 * the schemes. */
struct refang_marks *refang_marks_new(const urlgrep_memory *memory,
    const struct suffix_table *suffixes);

/* Begin with another text. */
void refang_marks_reset(struct refang_marks *m);

#endif
