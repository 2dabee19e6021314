/* array.c - the Python type urlgrep.Array
 * (https://arrow.apache.org/docs/format/CDataInterface/PyCapsuleInterface.html) */
#include "array.h"

#include <stdlib.h>

struct array_object {
	PyObject_HEAD
	struct arrow_shared *shared;
};

PyObject *
array_object_new(PyTypeObject *type, struct arrow_builder *b)
{
	struct array_object *a = PyObject_New(struct array_object, type);

	if (a == NULL)
		return NULL;
	a->shared = arrow_share(b);
	if (a->shared)
		return (PyObject *)a;
	Py_DECREF(a);
	return PyErr_NoMemory();
}

static void
array_dealloc(PyObject *self)
{
	PyTypeObject *type = Py_TYPE(self);

	arrow_shared_release(((struct array_object *)self)->shared);
	PyObject_Free(self);
	Py_DECREF(type);
}

/* ---- capsules --- */

static void
free_schema(PyObject *capsule)
{
	struct ArrowSchema *schema = PyCapsule_GetPointer(capsule, "arrow_schema");

	if (schema && schema->release)
		schema->release(schema);
	free(schema);
}

static void
free_array(PyObject *capsule)
{
	struct ArrowArray *array = PyCapsule_GetPointer(capsule, "arrow_array");

	if (array && array->release)
		array->release(array);
	free(array);
}

PyObject *
capsule_of_schema(const struct arrow_builder *b)
{
	struct ArrowSchema *schema = calloc(1, sizeof(*schema));
	PyObject *capsule;

	if (schema == NULL || !arrow_export_schema(b, schema)) {
		free(schema);
		return PyErr_NoMemory();
	}
	capsule = PyCapsule_New(schema, "arrow_schema", free_schema);
	if (capsule == NULL) {
		schema->release(schema);
		free(schema);
	}
	return capsule;
}

PyObject *
capsule_of_array(struct arrow_shared *shared)
{
	struct ArrowArray *array = calloc(1, sizeof(*array));
	PyObject *capsule;

	if (array == NULL || !arrow_export_array(shared, array)) {
		free(array);
		return PyErr_NoMemory();
	}
	capsule = PyCapsule_New(array, "arrow_array", free_array);
	if (capsule == NULL) {
		array->release(array);
		free(array);
	}
	return capsule;
}

/* ---- methods --- */

static PyObject *
array_c_schema(PyObject *self, PyObject *unused)
{
	(void)unused;
	return capsule_of_schema(
	    arrow_shared_builder(((struct array_object *)self)->shared));
}

/* A consumer may ask for another type, and has to take what it gets. */
static PyObject *
array_c_array(PyObject *self, PyObject *args, PyObject *keywords)
{
	static char *names[] = { "requested_schema", NULL };
	PyObject *requested = NULL, *schema, *array;

	if (!PyArg_ParseTupleAndKeywords(args, keywords, "|O:__arrow_c_array__", names,
	    &requested))
		return NULL;
	schema = array_c_schema(self, NULL);
	if (schema == NULL)
		return NULL;
	array = capsule_of_array(((struct array_object *)self)->shared);
	if (array == NULL) {
		Py_DECREF(schema);
		return NULL;
	}
	return Py_BuildValue("(NN)", schema, array);
}

static Py_ssize_t
array_length(PyObject *self)
{
	return (Py_ssize_t)arrow_shared_length(((struct array_object *)self)->shared);
}

PyTypeObject *
array_type_new(PyObject *module)
{
	static PyMethodDef methods[] = {
		{ "__arrow_c_schema__", array_c_schema, METH_NOARGS, NULL },
		{ "__arrow_c_array__", (PyCFunction)(void (*)(void))array_c_array,
		    METH_VARARGS | METH_KEYWORDS, NULL },
		{ NULL, NULL, 0, NULL },
	};
	PyType_Slot slots[] = {
		{ Py_tp_dealloc, (void *)array_dealloc },
		{ Py_tp_methods, methods },
		{ Py_sq_length, (void *)array_length },
		{ Py_tp_doc, (void *)"An Arrow array: pyarrow.array(a), polars.Series(a)." },
		{ 0, NULL },
	};
	PyType_Spec spec = { .name = "urlgrep.Array",
		.basicsize = sizeof(struct array_object),
		.flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
		.slots = slots };
	PyObject *type = PyType_FromModuleAndSpec(module, &spec, NULL);

	if (type && PyModule_AddObjectRef(module, "Array", type) < 0)
		Py_CLEAR(type);
	return (PyTypeObject *)type;
}
