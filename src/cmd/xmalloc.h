/* xmalloc.h - without memory the command ends: what it would leave out might be a
 * URL */
#ifndef CMD_XMALLOC_H
#define CMD_XMALLOC_H

#include "urlgrep.h"

/* Say so and end, with the status for trouble. To be called in any thread. */
__attribute__((noreturn)) void memory_end(void);

/* As malloc, but it ends rather than give nothing. */
void *memory_get(size_t size);

/* An allocator that does the same. */
extern const urlgrep_memory memory_or_end;

#endif
