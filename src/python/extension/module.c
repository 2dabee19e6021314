/* module.c - the extension module urlgrep._urlgrep, for the limited API of Python 3.11: its types,
 * functions, options and engines */
#include "module.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/memory.h"

/* ---- engines --- */

/* Return a new engine, which has its own grammar. */
static struct engine *
add_engine(struct state *state, const struct search_options *o)
{
	struct engine *e = calloc(1, sizeof(*e));
	urlgrep_grammar *grammar = e ? urlgrep_grammar_new(o->grammar, search_grammar_flags(o),
	    NULL, NULL) : NULL;

	if (grammar == NULL) {
		free(e);
		PyErr_NoMemory();
		return NULL;
	}
	*e = (struct engine){ .next = state->engines, .options = *o, .grammar = grammar };
	state->engines = e;
	return e;
}

struct engine *
engine_of(struct state *state, const struct search_options *o)
{
	struct engine *e = state->engines;

	while (e && (search_grammar_flags(&e->options) != search_grammar_flags(o) ||
	    e->options.unwrap_classes != o->unwrap_classes || e->options.wrappers != o->wrappers ||
	    strcmp(e->options.grammar, o->grammar) != 0))
		e = e->next;
	return e ? e : add_engine(state, o);
}

struct details *
engine_take_details(struct engine *e)
{
	struct details *details = e->details ? e->details :
	    details_new(&e->options, e->grammar, NULL);

	e->details = NULL;
	if (details == NULL || details_scanner(details) == NULL) {
		details_free(details);
		PyErr_NoMemory();
		return NULL;
	}
	details_begin(details);
	return details;
}

void
engine_give_details(struct engine *e, struct details *details)
{
	details_free(e->details);
	e->details = details;
}

/* ---- options --- */

static int
raise_expected(PyObject *exception, const char *name, const char *expected, PyObject *value)
{
	PyErr_Format(exception, "%s: expected %s, not %.100R", name, expected, value);
	return -1;
}

/* Set an option. Options without a value, or with an optional one, accept True and False. */
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

/* Set the option wrappers, which is a table of services. */
static int
set_wrappers(struct state *state, struct search_options *options, PyObject *value)
{
	const char *text;
	Py_ssize_t len;
	char why[160];

	if (!PyUnicode_Check(value))
		return raise_expected(PyExc_TypeError, "wrappers", "rows of a table", value);
	text = PyUnicode_AsUTF8AndSize(value, &len);
	if (text == NULL)
		return -1;
	options->wrappers = user_wrappers_of(&state->wrapper_tables, NULL, text, (size_t)len, why,
	    sizeof(why));
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
	const char *text = PyUnicode_AsUTF8AndSize(name, NULL);
	const struct search_option *option = text ? search_option_named(text, use) : NULL;

	if (option == NULL && (text == NULL || strcmp(text, "wrappers") != 0)) {
		PyErr_Format(PyExc_TypeError, "%.100R is an invalid keyword argument", name);
		return -1;
	}
	if (value == Py_None) /* means the default */
		return 0;
	return option ? set_option(options, option, value) :
	    set_wrappers(state, options, value);
}

struct engine *
engine_for(struct state *state, struct search_options *options, unsigned use, PyObject *values)
{
	PyObject *name, *value;
	Py_ssize_t at = 0;

	search_options_init(options);
	while (PyDict_Next(values, &at, &name, &value))
		if (option_read(state, options, use, name, value) < 0)
			return NULL;
	return engine_of(state, options);
}

/* ---- the texts that help() prints --- */

/* Write the help of a function: unless signature is NULL, its signature, which inspect.signature()
 * parses, and a summary; then its options for one use. */
static void
write_help(char *help, size_t size, const char *signature, unsigned use)
{
	FILE *out = fmemopen(help, size, "w");
	const struct search_option *option;

	if (out == NULL)
		return;
	if (signature)
		fputs(signature, out);
	for (option = search_option_table; signature && option->name; option++)
		if (option->uses & use)
			fprintf(out, ", %s=None", option->name);
	if (signature)
		fputs(", wrappers=None)\n--\n\nReturn a list of the URLs of a text, str or bytes.",
		    out);
	fputs("\n\nOptions:\n\n", out);
	for (option = search_option_table; option->name; option++)
		if (option->uses & use)
			fprintf(out, "    %-15s %s%s\n", option->name,
			    option->type == OPTION_OPTIONAL_WORD ? "True, or " : "",
			    option->type == OPTION_FLAG ? "True or False" : option->expected);
	fprintf(out, "    %-15s other services that wrap URLs: rows of a table", "wrappers");
	fclose(out);
}

/* ---- the module --- */

/* Return the names of the fields in any of the sets as a tuple. */
static PyObject *
tuple_of_fields(unsigned sets)
{
	const struct field *field;
	PyObject *list = PyList_New(0);

	for (field = field_table; list && field->name; field++)
		if ((!sets || field->sets & sets) &&
		    append_object(list, PyUnicode_FromString(field->name)) < 0)
			Py_CLEAR(list);
	return tuple_of(list);
}

/* Return a dict of the options for mail: by name, whether the option is a flag (True or False). */
static PyObject *
dict_of_options(void)
{
	PyObject *dict = PyDict_New();
	const struct search_option *option;

	for (option = search_option_table; dict && option->name; option++)
		if (set_item(dict, option->name, PyBool_FromLong(option->type == OPTION_FLAG)) < 0)
			Py_CLEAR(dict);
	if (dict && set_item(dict, "wrappers", PyBool_FromLong(false)) < 0)
		Py_CLEAR(dict);
	return dict;
}

/* Add an object to the module and release it. Return -1 on error, or if it is NULL. */
static int
add_constant(PyObject *module, const char *name, PyObject *object)
{
	int status = PyModule_AddObjectRef(module, name, object);

	Py_XDECREF(object);
	return status;
}

static PyType_Spec *const specs[TYPES] = { [URL_TYPE] = &url_spec, [ARRAY_TYPE] = &array_spec,
	[READER_TYPE] = &reader_spec };

/* Initialize the module, but not in a subinterpreter: libarchive has global state, and an Arrow
 * stream is called back from other threads, which belong to the main interpreter. */
static int
module_exec(PyObject *module)
{
	struct state *state = PyModule_GetState(module);
	size_t i;

	if (PyInterpreterState_GetID(PyInterpreterState_Get()) != 0) {
		PyErr_SetString(PyExc_ImportError, "urlgrep does not support subinterpreters");
		return -1;
	}
	for (i = 0; i < TYPES; i++) {
		PyObject *type = PyType_FromModuleAndSpec(module, specs[i], NULL);

		state->types[i] = (PyTypeObject *)type;
		if (type == NULL || PyModule_AddType(module, state->types[i]) < 0)
			return -1;
	}
	state->read_error = PyErr_NewExceptionWithDoc("urlgrep.ReadError",
	    "A part of a mailbox cannot be read.", PyExc_OSError, NULL);
	if (add_constant(module, "ReadError", Py_XNewRef(state->read_error)) < 0 ||
	    add_constant(module, "version", PyUnicode_FromString(urlgrep_version())) < 0 ||
	    add_constant(module, "COLUMNS", tuple_of_fields(0)) < 0 ||
	    add_constant(module, "TEXT_COLUMNS", tuple_of_fields(OF_TEXT)) < 0 ||
	    add_constant(module, "MAIL_COLUMNS", tuple_of_fields(OF_MAIL)) < 0 ||
	    add_constant(module, "JUDGED_COLUMNS", tuple_of_fields(OF_JUDGED)) < 0)
		return -1;
	return add_constant(module, "MAIL_OPTIONS", dict_of_options());
}

static int
module_traverse(PyObject *module, visitproc visit, void *arg)
{
	struct state *state = PyModule_GetState(module);
	size_t i;

	for (i = 0; i < TYPES; i++)
		Py_VISIT(state->types[i]);
	Py_VISIT(state->read_error);
	return 0;
}

static int
module_clear(PyObject *module)
{
	struct state *state = PyModule_GetState(module);
	size_t i;

	for (i = 0; i < TYPES; i++)
		Py_CLEAR(state->types[i]);
	Py_CLEAR(state->read_error);
	return 0;
}

static void
module_free(void *module)
{
	struct state *state = PyModule_GetState(module);
	struct engine *e;

	module_clear(module);
	urlgrep_mail_free(state->mail);
	while ((e = state->engines) != NULL) {
		state->engines = e->next;
		details_free(e->details);
		urlgrep_grammar_free(e->grammar);
		free(e);
	}
	user_wrappers_free(state->wrapper_tables);
}

static char find_help[4096], text_help[4096], mail_help[4096];

static PyMethodDef functions[] = {
	{ "find", KEYWORDS(py_find), METH_FASTCALL | METH_KEYWORDS, find_help },
	{ "judge", py_judge, METH_VARARGS, NULL },
	{ "extract", py_extract, METH_VARARGS, text_help },
	{ "open_reader", py_open_reader, METH_VARARGS, mail_help },
	{ "read_message", py_read_message, METH_VARARGS, NULL },
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
	write_help(find_help, sizeof(find_help), "find($module, text, *", FOR_TEXT);
	write_help(text_help, sizeof(text_help), NULL, FOR_TEXT);
	write_help(mail_help, sizeof(mail_help), NULL, FOR_MAIL);
	url_type_prepare();
	return PyModuleDef_Init(&definition);
}
