/* module.c - the extension module urlgrep._urlgrep, for the limited API of Python 3.11: its types,
 * functions, options and engines */
#include "module.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>


struct state *
state_of_module(PyObject *module)
{
	return PyModule_GetState(module);
}

struct state *
state_of_object(PyObject *object)
{
	return PyType_GetModuleState(Py_TYPE(object));
}

/* ---- engines --- */

static struct engine *
find_engine(struct engine *e, const struct search_options *o)
{
	while (e && (e->flags != o->grammar_flags || e->unwrap_classes != o->unwrap_classes ||
	    e->wrappers != o->wrappers || strcmp(e->name, o->grammar) != 0))
		e = e->next;
	return e;
}

/* Make an engine, with the grammar of another one if there is one. */
static struct engine *
add_engine(struct state *state, const struct search_options *o)
{
	struct engine *e = calloc(1, sizeof(*e)), *other = state->engines;

	while (other && (other->flags != o->grammar_flags ||
	    strcmp(other->name, o->grammar) != 0))
		other = other->next;
	if (e) {
		*e = (struct engine){ .next = state->engines, .name = o->grammar,
			.flags = o->grammar_flags, .unwrap_classes = o->unwrap_classes,
			.wrappers = o->wrappers, .owns_grammar = other == NULL };
		e->grammar = other ? other->grammar :
		    urlgrep_grammar_new(o->grammar, o->grammar_flags, NULL, NULL);
	}
	if (e == NULL || e->grammar == NULL) {
		free(e);
		PyErr_NoMemory();
		return NULL;
	}
	return state->engines = e;
}

struct engine *
engine_of(struct state *state, const struct search_options *options)
{
	struct engine *e = find_engine(state->engines, options);

	return e ? e : add_engine(state, options);
}

urlgrep_scanner *
engine_take_scanner(struct engine *e)
{
	urlgrep_scanner *scanner = e->scanner_count > 0 ? e->scanners[--e->scanner_count] :
	    urlgrep_scanner_new(e->grammar);

	if (scanner == NULL)
		PyErr_NoMemory();
	return scanner;
}

void
engine_give_scanner(struct engine *e, urlgrep_scanner *scanner)
{
	if (e->scanner_count < MAX_IDLE)
		e->scanners[e->scanner_count++] = scanner;
	else
		urlgrep_scanner_free(scanner);
}

struct details *
engine_take_details(struct engine *e)
{
	struct details *details = e->details;

	e->details = NULL;
	if (details == NULL)
		details = details_new(&(struct details_source){ .grammar_name = e->name,
		    .grammar = e->grammar, .unwrap_classes = e->unwrap_classes,
		    .wrappers = e->wrappers });
	if (details == NULL) {
		PyErr_NoMemory();
		return NULL;
	}
	details_begin(details);
	details_clear_failure(details);
	return details;
}

void
engine_give_details(struct engine *e, struct details *details)
{
	details_free(e->details);
	e->details = details;
}

static void
free_engine(struct engine *e)
{
	while (e->scanner_count > 0)
		urlgrep_scanner_free(e->scanners[--e->scanner_count]);
	details_free(e->details);
	if (e->owns_grammar)
		urlgrep_grammar_free(e->grammar);
	free(e);
}

/* ---- options --- */

static int
raise_expected(PyObject *exception, const char *name, const char *expected, PyObject *value)
{
	PyErr_Format(exception, "%s: expected %s, not %.100R", name, expected, value);
	return -1;
}

/* Set an option. One whose value is optional, or that has none, is True or False. */
static int
set_option(struct search_options *options, const struct search_option *option,
    PyObject *value)
{
	const char *word = NULL;
	Py_ssize_t len = 0;
	int is_set;

	if (option->type == OPTION_FLAG ||
	    (option->type == OPTION_OPTIONAL_WORD && PyBool_Check(value))) {
		is_set = PyObject_IsTrue(value);
		if (is_set <= 0)
			return is_set;
	} else if (!PyUnicode_Check(value)) {
		return raise_expected(PyExc_TypeError, option->name, option->expected, value);
	} else if ((word = PyUnicode_AsUTF8AndSize(value, &len)) == NULL) {
		return -1;
	}
	if ((word && strlen(word) != (size_t)len) || !search_option_set(options, option, word))
		return raise_expected(PyExc_ValueError, option->name, option->expected, value);
	return 0;
}

/* Set the option that is a table of services. */
static int
set_wrappers(struct state *state, struct search_options *options, PyObject *value)
{
	struct search_options defaults;
	struct engine *engine;
	const char *text;
	Py_ssize_t len;
	char why[160];

	if (!PyUnicode_Check(value))
		return raise_expected(PyExc_TypeError, "wrappers", "rows of a table", value);
	search_options_init(&defaults);
	text = PyUnicode_AsUTF8AndSize(value, &len);
	engine = text ? engine_of(state, &defaults) : NULL;
	if (engine == NULL)
		return -1;
	options->wrappers = wrapper_table_of(&state->wrapper_tables, engine->grammar, text,
	    (size_t)len, why, sizeof(why));
	if (options->wrappers)
		return 0;
	if (*why)
		PyErr_Format(PyExc_ValueError, "wrappers: %s", why);
	else
		PyErr_NoMemory();
	return -1;
}

int
option_read(struct state *state, struct search_options *options, unsigned use,
    PyObject *name, PyObject *value)
{
	const struct search_option *option;
	bool is_wrappers = PyUnicode_Check(name) &&
	    PyUnicode_CompareWithASCIIString(name, "wrappers") == 0;
	unsigned i;

	for (i = 0; (option = search_option_at(i)) != NULL; i++)
		if (option->uses & use && PyUnicode_Check(name) &&
		    PyUnicode_CompareWithASCIIString(name, option->name) == 0)
			break;
	if (option == NULL && !is_wrappers) {
		PyErr_Format(PyExc_TypeError, "%.100R is an invalid keyword argument", name);
		return -1;
	}
	if (value == Py_None) /* the default */
		return 0;
	return option ? set_option(options, option, value) :
	    set_wrappers(state, options, value);
}

int
options_read(struct state *state, struct search_options *options, unsigned use,
    PyObject *values)
{
	PyObject *name, *value;
	Py_ssize_t at = 0;

	search_options_init(options);
	while (PyDict_Next(values, &at, &name, &value))
		if (option_read(state, options, use, name, value) < 0)
			return -1;
	return 0;
}

/* ---- the texts that help() prints --- */

enum { MAX_HELP_BYTES = 4096 };

/* Append to a text of MAX_HELP_BYTES. */
__attribute__((format(printf, 2, 3))) static void
append_help(char *help, const char *format, ...)
{
	size_t len = strlen(help);
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(help + len, MAX_HELP_BYTES - len, format, arguments);
	va_end(arguments);
}

/* Write the options for one use and their values. */
static void
write_options(char *help, unsigned use)
{
	const struct search_option *option;
	unsigned i;

	append_help(help, "\n\nOptions:\n\n");
	for (i = 0; (option = search_option_at(i)) != NULL; i++)
		if (option->uses & use)
			append_help(help, "    %-15s %s%s\n", option->name,
			    option->type == OPTION_OPTIONAL_WORD ? "True, or " : "",
			    option->type == OPTION_FLAG ? "True or False" : option->expected);
	append_help(help, "    %-15s other services that wrap URLs: rows of a table", "wrappers");
}

/* The help of find, which begins with its signature: inspect.signature() reads it. */
static char find_help[MAX_HELP_BYTES];

static void
write_find_help(void)
{
	const struct search_option *option;
	unsigned i;

	snprintf(find_help, sizeof(find_help), "find($module, text, *");
	for (i = 0; (option = search_option_at(i)) != NULL; i++)
		if (option->uses & FOR_TEXT)
			append_help(find_help, ", %s=None", option->name);
	append_help(find_help, ", wrappers=None)\n--\n\n"
	    "Return a list of the URLs of a text, str or bytes.");
	write_options(find_help, FOR_TEXT);
}

/* ---- the module --- */

static PyObject *
options_help(unsigned use)
{
	char help[MAX_HELP_BYTES] = "";

	write_options(help, use);
	return PyUnicode_FromString(help);
}

/* Return the names of the fields of any of the sets as a tuple. */
static PyObject *
tuple_of_fields(unsigned sets)
{
	const struct field *field;
	PyObject *list = PyList_New(0), *tuple;
	unsigned i;

	for (i = 0; list && (field = field_at(i)) != NULL; i++)
		if ((!sets || field->sets & sets) &&
		    append_object(list, PyUnicode_FromString(field->name)) < 0)
			Py_CLEAR(list);
	tuple = list ? PyList_AsTuple(list) : NULL;
	Py_XDECREF(list);
	return tuple;
}

/* Add an object, which is released. */
static int
add(PyObject *module, const char *name, PyObject *object)
{
	int status = object ? PyModule_AddObjectRef(module, name, object) : -1;

	Py_XDECREF(object);
	return status;
}

/* The types that the state refers to. */
static const struct {
	size_t at; /* offset of a PyTypeObject * in struct state */
	PyType_Spec *spec;
} types[] = {
	{ offsetof(struct state, url_type), &url_spec },
	{ offsetof(struct state, array_type), &array_spec },
	{ offsetof(struct state, reader_type), &reader_spec },
	{ offsetof(struct state, batches_type), &batches_spec },
};

static PyTypeObject **
type_at(PyObject *module, size_t i)
{
	return (PyTypeObject **)((char *)state_of_module(module) + types[i].at);
}

/* The libraries beneath have global state (libarchive), and the Arrow stream is called
 * back from other threads, which belong to the main interpreter. */
static int
module_exec(PyObject *module)
{
	struct state *state = state_of_module(module);
	size_t i;

	if (PyInterpreterState_GetID(PyInterpreterState_Get()) != 0) {
		PyErr_SetString(PyExc_ImportError, "urlgrep does not support subinterpreters");
		return -1;
	}
	for (i = 0; i < COUNT(types); i++) {
		PyObject *type = PyType_FromModuleAndSpec(module, types[i].spec, NULL);

		*type_at(module, i) = (PyTypeObject *)type;
		if (add(module, strrchr(types[i].spec->name, '.') + 1, Py_XNewRef(type)) < 0)
			return -1;
	}
	state->read_error = PyErr_NewExceptionWithDoc("urlgrep.ReadError",
	    "Something of a mailbox cannot be read.", PyExc_OSError, NULL);
	if (add(module, "ReadError", Py_XNewRef(state->read_error)) < 0 ||
	    add(module, "version", PyUnicode_FromString(urlgrep_version())) < 0 ||
	    add(module, "COLUMNS", tuple_of_fields(0)) < 0 ||
	    add(module, "TEXT_COLUMNS", tuple_of_fields(OF_TEXT)) < 0 ||
	    add(module, "MAIL_COLUMNS", tuple_of_fields(OF_MAIL)) < 0 ||
	    add(module, "JUDGED_COLUMNS", tuple_of_fields(OF_JUDGED)) < 0 ||
	    add(module, "TEXT_OPTIONS", options_help(FOR_TEXT)) < 0)
		return -1;
	return add(module, "MAIL_OPTIONS", options_help(FOR_MAIL));
}

static int
module_traverse(PyObject *module, visitproc visit, void *arg)
{
	size_t i;

	for (i = 0; i < COUNT(types); i++)
		Py_VISIT(*type_at(module, i));
	Py_VISIT(state_of_module(module)->read_error);
	return 0;
}

static int
module_clear(PyObject *module)
{
	size_t i;

	for (i = 0; i < COUNT(types); i++)
		Py_CLEAR(*type_at(module, i));
	Py_CLEAR(state_of_module(module)->read_error);
	return 0;
}

static void
module_free(void *module)
{
	struct state *state = state_of_module(module);
	struct engine *engine;

	module_clear(module);
	urlgrep_mail_free(state->mail);
	while ((engine = state->engines) != NULL) {
		state->engines = engine->next;
		free_engine(engine);
	}
	wrapper_tables_free(state->wrapper_tables);
	state->wrapper_tables = NULL;
	state->mail = NULL;
}

static PyMethodDef functions[] = {
	{ "find", KEYWORDS(py_find), METH_FASTCALL | METH_KEYWORDS, find_help },
	{ "judge", py_judge, METH_VARARGS, NULL },
	{ "extract", py_extract, METH_VARARGS, NULL },
	{ "batches", py_batches, METH_VARARGS, NULL },
	{ "open_reader", py_open_reader, METH_VARARGS, NULL },
	{ "is_divisible", py_is_divisible, METH_VARARGS, NULL },
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
	write_find_help();
	url_type_prepare();
	return PyModuleDef_Init(&definition);
}
