/* message.h - the messages of a mailbox, and what there is to know of single messages */
#ifndef PYTHON_EXTENSION_MESSAGE_H
#define PYTHON_EXTENSION_MESSAGE_H

#include "state.h"

/* Make the type that urlgrep.Message extends, and that of readers, which are iterators over
 * messages. Return NULL with an exception. */
PyTypeObject *message_type_new(PyObject *module);
PyTypeObject *reader_type_new(PyObject *module);

/* open_reader(message_type, source, begin=0, end=None, *, type=None, read_ahead=False,
 * **options) -> Reader */
PyObject *py_open_reader(PyObject *module, PyObject *args, PyObject *keywords);

/* is_divisible(source, type=None) -> bool */
PyObject *py_is_divisible(PyObject *module, PyObject *args, PyObject *keywords);

/* message_fields(raw) -> dict; message_texts(raw) -> list of (part, encoding, text, html) */
PyObject *py_message_fields(PyObject *module, PyObject *raw);
PyObject *py_message_texts(PyObject *module, PyObject *raw);

#endif
