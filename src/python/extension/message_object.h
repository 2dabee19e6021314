/* message_object.h - the Python type urlgrep._urlgrep.Message, and what there is to know
 * about single messages */
#ifndef PYTHON_EXTENSION_MESSAGE_OBJECT_H
#define PYTHON_EXTENSION_MESSAGE_OBJECT_H

#include "saved_message.h"
#include "url_object.h"

/* Make the type, which urlgrep.Message extends. Return NULL with an exception. */
PyTypeObject *message_type_new(PyObject *module);

/* What the messages of a mailbox have in common. */
struct message_maker {
	PyTypeObject *type; /* urlgrep.Message */
	struct url_maker urls;
};

/* Return a new Message; its URLs are taken out of *m, its raw text out of the block, which
 * may be NULL. Raise what could not be read as read_error. NULL with an exception. */
PyObject *message_object_new(const struct message_maker *maker, PyObject *path,
    struct saved_message *m, const struct text_block *block, PyObject *read_error);

/* Return the path of a file as a str. */
PyObject *path_string(const char *path);

/* message_fields(raw) -> dict; message_texts(raw) -> list of (part, encoding, text, html) */
PyObject *py_message_fields(PyObject *module, PyObject *raw);
PyObject *py_message_texts(PyObject *module, PyObject *raw);

#endif
