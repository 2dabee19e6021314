/* run_reader.h - the state while a run is read: what its characters so far say about its end */
#ifndef TEXT_RUN_READER_H
#define TEXT_RUN_READER_H

#include <string.h>

#include "text/run.h"

enum {
	MAX_CONTEXT_BYTES = 512, /* of the line before the URL */
	BRACKETS_UNKNOWN = -1
};

struct run_reader {
	struct run *run;
	const char *bytes;
	size_t at;
	unsigned open_round, open_square, open_curly; /* brackets that the URL opened */
	bool has_query;
	bool is_code; /* the run is a quoted string */
	bool may_be_template;
	int is_in_brackets; /* a round bracket is open before the URL in its line, or
	                       BRACKETS_UNKNOWN */
	size_t decided;  /* where it ends if letters do not go on; 0: undecided */
	size_t possible; /* where it may end though letters go on; 0: nowhere */
	unsigned hidden; /* how many soft hyphens and the like */
};

/* Return true if the word is in the run at offset at. */
static inline bool
run_reader_is_at(const struct run_reader *x, size_t at, const char *word)
{
	size_t n = strlen(word);

	return at + n <= x->run->end && memcmp(x->bytes + at, word, n) == 0;
}

#endif
