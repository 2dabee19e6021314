/* extract.h - the function extract(): the URLs of a column of texts */
#ifndef PYTHON_EXTENSION_EXTRACT_H
#define PYTHON_EXTENSION_EXTRACT_H

#include "state.h"

PyObject *py_extract(PyObject *module, PyObject *args, PyObject *keywords);

#endif
