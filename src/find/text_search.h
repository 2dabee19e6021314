/* text_search.h - a file as it is read: in pieces, each URL with its line */
#ifndef FIND_TEXT_SEARCH_H
#define FIND_TEXT_SEARCH_H

#include <stdbool.h>
#include <stdint.h>

#include "input/stream.h"
#include "urlgrep.h"

struct source;

/* The buffer lives as long as the source, and serves one file after another.
 * flags: for the scanner. NULL without memory. */
struct source *source_new(urlgrep_scanner *scanner, bool count_lines,
    unsigned flags);
void source_free(struct source *s);

/* Begin to read, from an octet of the file on: where it stands counts in offsets.
 * Nothing more is read when all that begins before end was found. */
void source_begin(struct source *s, struct reader reader, uint64_t first,
    uint64_t end);

/* The next URL; END at the end of the file. On NOMEM or a read error *error is
 * the errno of it; what was read before is still searched. */
urlgrep_status source_next(struct source *s, urlgrep_finding *f, int *error);

/* The line of a finding, from 1; findings in order. */
uint64_t source_line(struct source *s, const urlgrep_finding *f);

#endif
