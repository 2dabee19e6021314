/* mailbox.h - opens what Python calls a mailbox: a path, a bytes-like object, or a file
 * object, also of an object store */
#ifndef PYTHON_EXTENSION_MAILBOX_H
#define PYTHON_EXTENSION_MAILBOX_H

#include <stdbool.h>

#include "module.h"

/* How to read; the arguments that mbox() and batches() have in common. */
struct mail_options {
	PyObject *source;
	uint64_t begin, end;
	const char *type;    /* "mbox", "mail", "text", "html" or NULL */
	bool reads_ahead;    /* decompress a path in a thread of its own */
	struct search_options search;
};

struct mail_source {
	urlgrep_mail *mail;
	struct pool *pool;  /* of the grammar */
	PyObject *object;   /* what is read from, or NULL */
	Py_buffer buffer;
	char *path;
	bool is_empty;      /* no message begins in the range */
	bool reads_ahead;
	urlgrep_status opened;
	/* of a file object: what was read of it last, and an exception that it raised */
	char *cache;
	size_t cache_len;
	uint64_t cache_begin;
	PyObject *error_type, *error, *error_traceback;
};

/* Open the source. Return -1 with an exception; unreadable files are no exception, but set
 * s->opened. Close it in any case. */
int mail_source_open(struct mail_source *s, struct state *state,
    const struct mail_options *options);
void mail_source_close(struct mail_source *s);

/* For the garbage collector, as a file object may refer to what reads it. A source that was
 * cleared has no messages. */
int mail_source_traverse(struct mail_source *s, visitproc visit, void *arg);
void mail_source_clear(struct mail_source *s);

/* Raise what the file object raised while it was read. Return -1 if it did, else 0. */
int mail_source_check(struct mail_source *s);

/* Return true if the source is a mailbox whose messages can be found from any byte on.
 * Does not need the GIL. */
bool mail_source_is_divisible(struct mail_source *s);

/* Convert the beginning of a range, and its end, which may be None, for "O&". */
int convert_range_begin(PyObject *object, void *begin);
int convert_range_end(PyObject *object, void *end);

#endif
