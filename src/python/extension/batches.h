/* batches.h - the function batches(): the URLs of a mailbox as Arrow record batches */
#ifndef PYTHON_EXTENSION_BATCHES_H
#define PYTHON_EXTENSION_BATCHES_H

#include "state.h"

/* Make the type urlgrep.Batches: an iterator over Arrays, and an Arrow stream. */
PyTypeObject *batches_type_new(PyObject *module);

PyObject *py_batches(PyObject *module, PyObject *args, PyObject *keywords);

#endif
