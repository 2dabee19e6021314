/* message_budget.c - the memory that searching one message may take */
#include "find/message_budget.h"

#include <stddef.h>

void
message_budget_init(struct message_budget *b, const urlgrep_memory *beneath)
{
	memory_budget_init(&b->allocator, beneath, MAX_MESSAGE_MEMORY_BYTES);
	b->exceeded = NULL;
}

void
message_budget_reset(struct message_budget *b)
{
	b->exceeded = NULL;
	b->allocator.is_exceeded = false;
}

bool
message_budget_is_exceeded(struct message_budget *b, const char *what)
{
	bool is_exceeded = b->allocator.is_exceeded;

	b->allocator.is_exceeded = false;
	if (is_exceeded && b->exceeded == NULL)
		b->exceeded = what;
	return is_exceeded;
}
