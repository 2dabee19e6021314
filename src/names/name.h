/* name.h - names without a scheme in running text: "www.example.org", "example.org/x"
 *
 * A name is found at the dot before its top label. Rules N1 to N13 of src/doc/RULES.md decide
 * whether it is a name, and the confidence. */
#ifndef NAMES_NAME_H
#define NAMES_NAME_H

#include "names/host.h"
#include "util/text_line.h"
#include "urlgrep.h"

/* The parts after the host. */
enum name_tail {
	TAIL_NONE,  /* a bare name */
	TAIL_PORT,  /* and nothing else */
	TAIL_QUERY, /* a query or fragment, without a path */
	TAIL_PATH
};

/* All offsets are those of the text. */
struct name {
	size_t begin, host_end;
	struct host host;
	bool is_numeric; /* an IP address, or localhost: host is not set */
	unsigned port;   /* 0: none */
	enum name_tail tail;
	size_t tail_begin; /* of the path, query or fragment; host_end without them */
	size_t omitted;    /* the colon of "ftp.example.edu:/pub", or SIZE_MAX */
};

/* Read the name, up to its port, at a dot that may precede a top label. Returns false if there is
 * no name. floor: no name begins before it. */
bool name_read(const struct scan_text *t, size_t floor, size_t dot,
    bool is_iri, struct name *name);

/* Read an IPv4 address at its first dot, an IPv6 address in brackets at its first colon,
 * or "localhost" at the colon after it. They are names only with a port or a path. */
bool name_read_numeric(const struct scan_text *t, size_t floor, size_t mark, bool is_iri,
    struct name *name);

/* Return true if the text after a bare name, or one with a port, may follow a name (rule N8). */
bool name_may_end(const struct scan_text *t, const struct name *name);

/* Return the confidence that this is a name (rule N13). The path, if any, ends before
 * `end`. */
urlgrep_confidence name_certainty(const struct scan_text *t, const struct name *name,
    size_t end);

/* Return the scheme that is supplied: "http", "https", "ftp" or "gopher" (rule N12).
 * is_https: use "https" instead of "http". */
const char *name_scheme(const struct name *name, bool is_https);

/* ---- address.c: e-mail addresses in running text (rules E1 to E11) --- */

/* All offsets are those of the text. */
struct address {
	size_t begin, at, end; /* at: the "@" */
	bool is_quoted;        /* the local part is a quoted string */
	bool is_invalid;       /* by its dots */
	bool is_doubtful;      /* the local part may be a password */
	urlgrep_confidence certainty;
};

/* Read the address whose "@" is at offset `at`; it may begin at offset `floor` at the earliest.
 * Returns false if the line has no address there. */
bool address_read(const struct scan_text *t, size_t floor, size_t at, bool is_iri,
    struct address *a);

#endif
