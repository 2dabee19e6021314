/* extract.h - the function extract(): the URLs of a column of texts */
#ifndef EXTENSION_EXTRACT_H
#define EXTENSION_EXTRACT_H

#include "state.h"

PyObject *py_extract(PyObject *module, PyObject *args, PyObject *keywords);

#endif
