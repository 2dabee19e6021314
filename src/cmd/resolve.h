/* resolve.h - for --resolve: what stands whole anywhere in the input. It is read
 * twice for that: first for the URLs whose line breaks may be read in several ways,
 * then for those of their readings that stand whole somewhere. Memory is bounded by
 * the number of such readings */
#ifndef CMD_RESOLVE_H
#define CMD_RESOLVE_H

#include "find/unbroken_urls.h"
#include "cmd/worker.h"

/* Standard input, if it cannot be read again, is kept in a file without a name, and
 * is that file from then on. What cannot be read is left out: it will be told of.
 * NULL without memory, or room for that file. */
struct evidence *resolve(const struct shared *s, char **names);

#endif
