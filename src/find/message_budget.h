/* message_budget.h - the memory that searching one message may take */
#ifndef FIND_MESSAGE_BUDGET_H
#define FIND_MESSAGE_BUDGET_H

#include <stdbool.h>

#include "util/memory.h"

/* What a message may take besides its own bytes, of which there are at most
 * MAX_MESSAGE_BYTES: its decoded texts, the links and visible text of an HTML part, the
 * URLs that are compared with others. */
enum { MAX_MESSAGE_MEMORY_BYTES = 160 * 1024 * 1024 };

#define TOO_COMPLEX_HTML "HTML that takes more than 160 MiB, searched as text"
#define TOO_LARGE_PARTS "its parts take more than 160 MiB when decoded"

struct message_budget {
	struct memory_budget allocator;
	const char *exceeded; /* what of the message does not fit; or NULL */
};

/* Make a budget, which must not be moved while anything is allocated from it. */
void message_budget_init(struct message_budget *b, const urlgrep_memory *beneath);

/* Begin another message. */
void message_budget_reset(struct message_budget *b);

/* Return true if an allocation failed because the message exceeds its budget, and note
 * what does not fit, unless something else did not fit before. */
bool message_budget_is_exceeded(struct message_budget *b, const char *what);

#endif
