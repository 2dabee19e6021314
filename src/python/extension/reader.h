/* reader.h - the type that mbox() iterates over */
#ifndef PYTHON_EXTENSION_READER_H
#define PYTHON_EXTENSION_READER_H

#include "state.h"

/* Make the type of readers, an iterator over messages. Its method piece(begin, end) returns
 * those of a range at once (piece.h). */
PyTypeObject *reader_type_new(PyObject *module);

/* open_reader(message_type, source, begin=0, end=None, *, type=None, read_ahead=False,
 * **options) -> Reader */
PyObject *py_open_reader(PyObject *module, PyObject *args, PyObject *keywords);

/* is_divisible(source) -> bool */
PyObject *py_is_divisible(PyObject *module, PyObject *args, PyObject *keywords);

#endif
