/* array.h - the Python type urlgrep.Array: an Arrow array that other libraries take
 * by the PyCapsule protocol */
#ifndef PYTHON_EXTENSION_ARRAY_H
#define PYTHON_EXTENSION_ARRAY_H

#include "build.h"
#include "state.h"

PyTypeObject *array_type_new(PyObject *module);

/* Return an array of what was built, which is taken over; NULL with an exception. */
PyObject *array_object_new(PyTypeObject *type, struct arrow_builder *b);

/* Return a capsule that holds a schema, or an array; NULL with an exception. */
PyObject *capsule_of_schema(const struct arrow_builder *b);
PyObject *capsule_of_array(struct arrow_shared *shared);

#endif
