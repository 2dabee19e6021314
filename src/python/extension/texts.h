/* texts.h - texts that Python hands over: a str or a bytes-like object, or a column of them: an
 * Arrow array or stream, or a sequence of str and bytes */
#ifndef PYTHON_EXTENSION_TEXTS_H
#define PYTHON_EXTENSION_TEXTS_H

#include <stdbool.h>

#include "arrow.h"
#include "module.h"

struct text_input {
	urlgrep_span text; /* UTF-8 of a str; the bytes of another object */
	Py_ssize_t characters; /* of a str that has others than US-ASCII; else -1 */
	PyObject *surrogates;  /* the str, if it has surrogates, each of which is one byte of
	                          the text; else NULL. Borrowed */
	PyObject *encoded;     /* or NULL */
	Py_buffer buffer;      /* .obj is NULL if it is not used */
};

/* Open an object; return -1 with an exception. Surrogates in a str are encoded as they
 * come from bytes (PEP 383). Close it when the text is no longer needed. */
int text_input_open(struct text_input *t, PyObject *object);
void text_input_close(struct text_input *t);

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
