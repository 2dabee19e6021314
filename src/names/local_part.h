/* local_part.h - what stands before the "@" of an address (rules E2, E3) */
#ifndef NAMES_LOCAL_PART_H
#define NAMES_LOCAL_PART_H

#include "util/scan_text.h"

enum { MAX_LOCAL_PART_BYTES = 64 };

/* The local part bytes[begin..at) of an address whose "@" is at `at`. */
struct local_part {
	size_t begin;
	bool is_quoted;  /* "..." */
	bool is_invalid; /* a dot at an end, or two together */
	bool is_doubtful; /* the password of "user:password@host" */
};

/* Read the local part before the "@" at `at`. is_closed: the domain is followed by ">",
 * so that all between "<" and "@" counts. floor: no address begins before it. Returns
 * false if there is none. */
bool local_part_read(const struct scan_text *t, size_t floor, size_t at, bool is_iri,
    bool is_closed, struct local_part *l);

#endif
