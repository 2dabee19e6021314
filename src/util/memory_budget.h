/* memory_budget.h - an allocator that refuses to allocate more than so many bytes */
#ifndef UTIL_MEMORY_BUDGET_H
#define UTIL_MEMORY_BUDGET_H

#include <stdbool.h>
#include <stddef.h>

#include "util/memory.h"

struct memory_budget {
	urlgrep_memory memory; /* to allocate from; refers to the budget */
	const urlgrep_memory *beneath;
	size_t used, limit;    /* bytes */
	bool is_exceeded;      /* an allocation was refused; to be cleared by the user */
};

/* Make a budget, which must not be moved while anything is allocated from it. */
void memory_budget_init(struct memory_budget *b, const urlgrep_memory *beneath,
    size_t limit);

#endif
