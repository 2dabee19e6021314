/* xmalloc.h - allocation that ends the command if there is no memory: going on without
 * it might lose a URL */
#ifndef CMD_XMALLOC_H
#define CMD_XMALLOC_H

#include <stddef.h>

#include "urlgrep.h"

/* An allocator for the libraries and util/strbuf.h that never returns NULL. */
extern const urlgrep_memory xmalloc_memory;

/* Have freed memory kept for what is allocated next. Without this the C library returns a
 * buffer to the system and takes the next one from it, page by page. Call this before
 * anything is allocated. */
void x_keep_freed(void);

/* The functions of the C library, but they never return NULL. */
void *x_malloc(size_t size);
void *x_calloc(size_t count, size_t size);
void *x_realloc(void *block, size_t size);
/* Return a NUL-terminated copy of text[0..len). */
char *x_strndup(const char *text, size_t len);

/* Print "PROGRAM: out of memory" and exit with EXIT_ERROR. May be called in any
 * thread: it takes no lock and no memory. */
__attribute__((noreturn)) void x_die(void);

#endif
