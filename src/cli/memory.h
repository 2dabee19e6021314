/* memory.h - without memory the command ends: what it would leave out might be a
 * URL */
#ifndef MEMORY_H
#define MEMORY_H

#include "urlgrep.h"

/* Say so and end, with the status for trouble. To be called in any thread. */
__attribute__((noreturn)) void memory_end(void);

/* An allocator that does that. */
extern const urlgrep_memory memory_or_end;

#endif
