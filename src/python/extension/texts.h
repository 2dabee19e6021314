/* texts.h - the texts of a column: an Arrow array or stream, or a sequence of str and
 * bytes */
#ifndef PYTHON_EXTENSION_TEXTS_H
#define PYTHON_EXTENSION_TEXTS_H

#include <stdbool.h>

#include "abi.h"
#include "state.h"

/* A column that is read chunk by chunk. */
struct arrow_texts {
	PyObject *capsules; /* a tuple that keeps them alive, */
	PyObject *sequence; /* or a tuple of objects, */
	PyObject **encoded; /* and of these what had to be encoded or copied */
	urlgrep_span *spans;
	struct ArrowArrayStream *stream; /* or NULL */
	struct ArrowSchema *schema, own_schema;
	const struct ArrowArray *chunk;  /* the texts are read from here */
	struct ArrowArray own_chunk;     /* of a stream */
	char format;                     /* of the texts: u, U, z, Z, v (views), n (nulls) */
	bool is_wrapped;                 /* the texts are the only child of a struct */
	int64_t length;                  /* of the current chunk */
	bool is_started;
};

/* Open a column. Return -1 with an exception. Close it in any case. */
int arrow_texts_open(struct arrow_texts *t, PyObject *column);
void arrow_texts_close(struct arrow_texts *t);

/* Go to the next chunk. Return 1, 0 at the end, or -1 with an exception. */
int arrow_texts_next_chunk(struct arrow_texts *t);

/* Return text number i of the chunk, absent if it is null. Does not need the GIL. */
urlgrep_span arrow_texts_at(const struct arrow_texts *t, int64_t i);

#endif
