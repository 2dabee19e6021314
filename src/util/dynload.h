/* dynload.h - load a shared library at run time and find its functions */
#ifndef UTIL_DYNLOAD_H
#define UTIL_DYNLOAD_H

#include <stdbool.h>

/* Initialize with zeros. */
struct dynload {
	void *library;     /* NULL: not loaded */
	const char *error; /* the first failure, for people; NULL: none */
	bool is_without_memory; /* the loader had no memory; the library may be installed */
	char message[256]; /* where error points */
};

/* Load the shared library called name; on failure set d->error. */
void dynload_open(struct dynload *d, const char *name);

/* Return the address of a symbol of the library; NULL, and set d->error, if there is
 * no such symbol. Returns NULL if the library was not loaded. */
void *dynload_symbol(struct dynload *d, const char *symbol);

#endif
