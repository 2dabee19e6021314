/* text_input.h - a text that Python hands over: str or a bytes-like object */
#ifndef PYTHON_EXTENSION_TEXT_INPUT_H
#define PYTHON_EXTENSION_TEXT_INPUT_H

#include "state.h"

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

#endif
