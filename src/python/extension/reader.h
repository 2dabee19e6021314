/* reader.h - the type that mbox() iterates over, and what there is to know about single
 * messages */
#ifndef EXTENSION_READER_H
#define EXTENSION_READER_H

#include "state.h"

/* Make the type of readers, an iterator over tuples (path, type, number, offset, length,
 * line, raw, urls, errors), one for each message. */
PyTypeObject *reader_type_new(PyObject *module);

PyObject *py_open_reader(PyObject *module, PyObject *args, PyObject *keywords);

/* is_divisible(source) -> bool */
PyObject *py_is_divisible(PyObject *module, PyObject *args, PyObject *keywords);

/* message_fields(raw) -> dict; message_texts(raw) -> list of (part, encoding, text, html) */
PyObject *py_message_fields(PyObject *module, PyObject *raw);
PyObject *py_message_texts(PyObject *module, PyObject *raw);

#endif
