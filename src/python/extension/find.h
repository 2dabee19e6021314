/* find.h - the functions find() and judge() */
#ifndef PYTHON_EXTENSION_FIND_H
#define PYTHON_EXTENSION_FIND_H

#include "state.h"

PyObject *py_find(PyObject *module, PyObject *args, PyObject *keywords);
PyObject *py_judge(PyObject *module, PyObject *args, PyObject *keywords);

/* The same as py_find, with the calling convention METH_FASTCALL | METH_KEYWORDS. */
PyObject *py_find_fast(PyObject *module, PyObject *const *args, Py_ssize_t count,
    PyObject *names);

#endif
