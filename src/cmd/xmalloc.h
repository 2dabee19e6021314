/* xmalloc.h - allocation that ends the command if there is no memory: going on without
 * it might lose a URL. Lists of strings in such memory */
#ifndef CMD_XMALLOC_H
#define CMD_XMALLOC_H

#include <stddef.h>

#include "urlgrep.h"
#include "util/strbuf.h"

/* An allocator for the libraries and util/strbuf.h that never returns NULL. */
extern const urlgrep_memory xmalloc_memory;

/* Have freed memory kept for later allocations. Without this the C library returns a buffer to
 * the system and takes the next one from it, page by page. Call this before anything is
 * allocated. */
void x_keep_freed(void);

/* The functions of the C library, but they never return NULL. */
void *x_calloc(size_t count, size_t size);
void *x_realloc(void *block, size_t size);
/* Return an array of `count` elements of that size with room for one more; *room is its size. */
void *x_grow(void *array, size_t count, size_t *room, size_t size);
/* Return a NUL-terminated copy of text[0..len). */
char *x_strndup(const char *text, size_t len);

/* Print "PROGRAM: out of memory" and exit with EXIT_ERROR. May be called in any
 * thread: it takes no lock and no memory. */
__attribute__((noreturn)) void x_die(void);

/* ---- lists of strings --- */

/* Empty when zeroed. The strings are borrowed. */
struct string_list {
	const char **at;
	size_t count;
};

void string_list_add(struct string_list *list, const char *text);

void string_list_free(struct string_list *list);

#endif
