/* module.c - the extension module urlgrep._urlgrep, for the limited API of Python 3.11 */
#include "module.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "row/fields.h"

/* The libraries beneath have global state (libarchive), and the Arrow stream is called
 * back from other threads, which belong to the main interpreter. */
static int
refuse_subinterpreter(void)
{
	if (PyInterpreterState_GetID(PyInterpreterState_Get()) == 0)
		return 0;
	PyErr_SetString(PyExc_ImportError, "urlgrep does not support subinterpreters");
	return -1;
}

/* Return the names of columns as a tuple. */
static PyObject *
tuple_of_columns(unsigned sets)
{
	const struct field *column;
	PyObject *list = PyList_New(0), *tuple;
	unsigned i;

	for (i = 0; list && (column = field_at(i)) != NULL; i++) {
		PyObject *name;

		if (sets && !(column->sets & sets))
			continue;
		name = PyUnicode_FromString(column->name);
		if (name == NULL || PyList_Append(list, name) < 0)
			Py_CLEAR(list);
		Py_XDECREF(name);
	}
	tuple = list ? PyList_AsTuple(list) : NULL;
	Py_XDECREF(list);
	return tuple;
}

static int
add_constant(PyObject *module, const char *name, PyObject *value)
{
	int status = value ? PyModule_AddObjectRef(module, name, value) : -1;

	Py_XDECREF(value);
	return status;
}

/* The types that the state refers to. */
static const struct {
	size_t at; /* offset of a PyTypeObject * in struct state */
	PyTypeObject *(*make)(PyObject *module);
} types[] = {
	{ offsetof(struct state, url_type), url_type_new },
	{ offsetof(struct state, array_type), array_type_new },
	{ offsetof(struct state, message_type), message_type_new },
	{ offsetof(struct state, reader_type), reader_type_new },
	{ offsetof(struct state, batches_type), batches_type_new },
};
enum { TYPES = sizeof(types) / sizeof(types[0]) };

static PyTypeObject **
type_at(PyObject *module, size_t i)
{
	return (PyTypeObject **)((char *)state_of_module(module) + types[i].at);
}

static int
add_types(PyObject *module, struct state *state)
{
	size_t i;

	for (i = 0; i < TYPES; i++)
		if ((*type_at(module, i) = types[i].make(module)) == NULL)
			return -1;
	state->read_error = PyErr_NewExceptionWithDoc("urlgrep.ReadError",
	    "Something of a mailbox cannot be read.", PyExc_OSError, NULL);
	return state->read_error ?
	    PyModule_AddObjectRef(module, "ReadError", state->read_error) : -1;
}

static int
module_exec(PyObject *module)
{
	if (refuse_subinterpreter() < 0 ||
	    add_types(module, state_of_module(module)) < 0)
		return -1;
	if (add_constant(module, "version", PyUnicode_FromString(urlgrep_version())) < 0 ||
	    add_constant(module, "COLUMNS", tuple_of_columns(0)) < 0 ||
	    add_constant(module, "TEXT_COLUMNS", tuple_of_columns(OF_TEXT)) < 0 ||
	    add_constant(module, "JUDGED_COLUMNS", tuple_of_columns(OF_JUDGED)) < 0)
		return -1;
	return add_constant(module, "MAIL_COLUMNS", tuple_of_columns(OF_MAIL));
}

static int
module_traverse(PyObject *module, visitproc visit, void *arg)
{
	size_t i;

	for (i = 0; i < TYPES; i++)
		Py_VISIT(*type_at(module, i));
	Py_VISIT(state_of_module(module)->read_error);
	return 0;
}

static int
module_clear(PyObject *module)
{
	size_t i;

	for (i = 0; i < TYPES; i++)
		Py_CLEAR(*type_at(module, i));
	Py_CLEAR(state_of_module(module)->read_error);
	return 0;
}

static void
module_free(void *module)
{
	module_clear(module);
	state_clear(state_of_module(module));
}

/* What help() prints of functions with options. */
enum { MAX_HELP_BYTES = 4096 };
static char find_help[MAX_HELP_BYTES] =
    "find(text, **options) -> list of URL\n\n"
    "The URLs of a text, str or bytes.";
static char extract_help[MAX_HELP_BYTES] =
    "extract(column, *, columns=None, **options) -> Array\n\n"
    "The URLs of each text of a column, as an Arrow array of lists of structs.";
static char batches_help[MAX_HELP_BYTES] =
    "batches(source, begin=0, end=None, *, type=None, columns=None,\n"
    "        max_bytes=4194304, **options) -> Batches\n\n"
    "The URLs of a mailbox, or a byte range of it, as Arrow record batches; what\n"
    "cannot be read is a row with an error.";

/* Append the options for one use and their values, unless that is done. */
static void
append_options(char *help, unsigned use)
{
	const struct search_option *option;
	size_t len = strlen(help);
	unsigned i;

	if (strstr(help, "Options:"))
		return;
	len += (size_t)snprintf(help + len, MAX_HELP_BYTES - len, "\n\nOptions:\n\n");
	for (i = 0; (option = search_option_at(i)) != NULL && len < MAX_HELP_BYTES; i++)
		if (option->uses & use)
			len += (size_t)snprintf(help + len, MAX_HELP_BYTES - len,
			    "    %-15s %s%s\n", option->name,
			    option->type == OPTION_OPTIONAL_WORD ? "True, or " : "",
			    option->type == OPTION_FLAG ? "True or False" : option->expected);
	if (len < MAX_HELP_BYTES)
		snprintf(help + len, MAX_HELP_BYTES - len,
		    "    %-15s other services that wrap URLs: rows of a table", "wrappers");
}

#define KEYWORDS(function) (PyCFunction)(void (*)(void))(function)

static PyMethodDef functions[] = {
	{ "find", KEYWORDS(py_find), METH_VARARGS | METH_KEYWORDS, find_help },
	{ "judge", KEYWORDS(py_judge), METH_VARARGS | METH_KEYWORDS, NULL },
	{ "extract", KEYWORDS(py_extract), METH_VARARGS | METH_KEYWORDS, extract_help },
	{ "open_reader", KEYWORDS(py_open_reader), METH_VARARGS | METH_KEYWORDS, NULL },
	{ "batches", KEYWORDS(py_batches), METH_VARARGS | METH_KEYWORDS, batches_help },
	{ "is_divisible", KEYWORDS(py_is_divisible), METH_VARARGS | METH_KEYWORDS, NULL },
	{ "message_fields", py_message_fields, METH_O, NULL },
	{ "message_texts", py_message_texts, METH_O, NULL },
	{ "url_of_values", py_url_of_values, METH_O, NULL },
	{ NULL, NULL, 0, NULL },
};

static PyModuleDef_Slot slots[] = {
	{ Py_mod_exec, (void *)module_exec },
	{ 0, NULL },
};

static struct PyModuleDef definition = {
	PyModuleDef_HEAD_INIT,
	.m_name = "urlgrep._urlgrep",
	.m_size = sizeof(struct state),
	.m_methods = functions,
	.m_slots = slots,
	.m_traverse = module_traverse,
	.m_clear = module_clear,
	.m_free = module_free,
};

PyMODINIT_FUNC
PyInit__urlgrep(void)
{
	append_options(find_help, FOR_TEXT);
	append_options(extract_help, FOR_TEXT);
	append_options(batches_help, FOR_MAIL);
	return PyModuleDef_Init(&definition);
}
