/* state.c - idle scanners and readers, which are expensive to make */
#include "module.h"

#include <string.h>

#include "row/details.h"

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

PyTypeObject *
type_new(PyObject *module, PyType_Spec *spec, const char *name)
{
	PyObject *type = PyType_FromModuleAndSpec(module, spec, NULL);

	if (type && name && PyModule_AddObjectRef(module, name, type) < 0)
		Py_CLEAR(type);
	return (PyTypeObject *)type;
}

/* Return the index of a grammar; that of "current" if name is unknown, which the options
 * exclude. */
static unsigned
index_of_grammar(const char *name)
{
	const char *known;
	unsigned i;

	for (i = 0; i < MAX_GRAMMARS && (known = urlgrep_grammar_name(i)) != NULL; i++)
		if (strcmp(known, name) == 0)
			return i;
	return 0;
}

struct pool *
pool_of_options(struct state *state, const struct search_options *o)
{
	unsigned variant = (o->grammar_flags & URLGREP_STRICT ? 1u : 0) |
	    (o->grammar_flags & URLGREP_NO_IRI ? 2u : 0);
	struct pool *pool = &state->pools[index_of_grammar(o->grammar)][variant];

	pool->name = urlgrep_grammar_name(index_of_grammar(o->grammar));
	if (pool->grammar == NULL)
		pool->grammar = urlgrep_grammar_new(o->grammar, o->grammar_flags, NULL,
		    NULL);
	if (pool->grammar == NULL) {
		PyErr_NoMemory();
		return NULL;
	}
	return pool;
}

struct details *
pool_new_details(const struct pool *pool, unsigned unwrap_classes,
    const struct wrapper_table *wrappers)
{
	struct details *details = details_new(&(struct details_source){
	    .grammar_name = pool->name, .grammar = pool->grammar,
	    .unwrap_classes = unwrap_classes, .wrappers = wrappers });

	if (details == NULL)
		PyErr_NoMemory();
	return details;
}

struct details *
pool_take_details(struct pool *pool, unsigned unwrap_classes,
    const struct wrapper_table *wrappers)
{
	struct details *details = pool->details;

	pool->details = NULL;
	if (details && (pool->unwrap_classes != unwrap_classes ||
	    pool->wrappers != wrappers)) {
		details_free(details);
		details = NULL;
	}
	if (details == NULL)
		details = pool_new_details(pool, unwrap_classes, wrappers);
	if (details == NULL)
		return NULL;
	details_begin(details);
	details_clear_failure(details);
	return details;
}

void
pool_give_details(struct pool *pool, struct details *details, unsigned unwrap_classes,
    const struct wrapper_table *wrappers)
{
	details_free(pool->details);
	pool->details = details;
	pool->unwrap_classes = unwrap_classes;
	pool->wrappers = wrappers;
}

urlgrep_scanner *
pool_take_scanner(struct pool *pool)
{
	urlgrep_scanner *scanner;

	if (pool->idle_count > 0)
		return pool->idle[--pool->idle_count];
	scanner = urlgrep_scanner_new(pool->grammar);
	if (scanner == NULL)
		PyErr_NoMemory();
	return scanner;
}

void
pool_give_scanner(struct pool *pool, urlgrep_scanner *scanner)
{
	if (pool->idle_count < MAX_IDLE)
		pool->idle[pool->idle_count++] = scanner;
	else
		urlgrep_scanner_free(scanner);
}

urlgrep_mail *
pool_take_reader(struct pool *pool)
{
	urlgrep_mail *reader = pool->idle_reader;

	pool->idle_reader = NULL;
	if (reader == NULL)
		reader = urlgrep_mail_new(pool->grammar, NULL);
	if (reader == NULL)
		PyErr_NoMemory();
	return reader;
}

void
pool_give_reader(struct pool *pool, urlgrep_mail *reader)
{
	if (pool->idle_reader == NULL)
		pool->idle_reader = reader;
	else
		urlgrep_mail_free(reader);
}

/* ---- options --- */

static int
raise_expected(const struct search_option *option, PyObject *value)
{
	PyErr_Format(PyExc_ValueError, "%s: expected %s, not %.100R", option->name,
	    option->expected, value);
	return -1;
}

/* Set an option. None means the default; what has no value, or need not have one, is True
 * or False. Return -1 with an exception. */
static int
set_option(struct search_options *options, const struct search_option *option,
    PyObject *value)
{
	const char *word = NULL;
	Py_ssize_t len;
	int is_set;

	if (value == Py_None)
		return 0;
	if (option->type == OPTION_FLAG || (option->type == OPTION_OPTIONAL_WORD &&
	    PyBool_Check(value))) {
		is_set = PyObject_IsTrue(value);
		if (is_set <= 0)
			return is_set;
	} else if (!PyUnicode_Check(value)) {
		PyErr_Format(PyExc_TypeError, "%s: expected %s, not %.100R", option->name,
		    option->expected, value);
		return -1;
	} else if ((word = PyUnicode_AsUTF8AndSize(value, &len)) == NULL) {
		return -1;
	} else if (strlen(word) != (size_t)len) {
		return raise_expected(option, value);
	}
	return search_option_set(options, option, word) ? 0 : raise_expected(option, value);
}

/* Return -1 with an exception if there is an argument that is not among the names. */
static int
check_names(PyObject *arguments, char *const *names)
{
	PyObject *key, *value;
	Py_ssize_t at = 0;

	while (PyDict_Next(arguments, &at, &key, &value)) {
		int i = 0;

		while (names[i] && PyUnicode_CompareWithASCIIString(key, names[i]) != 0)
			i++;
		if (names[i] == NULL) {
			PyErr_Format(PyExc_TypeError,
			    "%.100R is an invalid keyword argument", key);
			return -1;
		}
	}
	return 0;
}

/* Take the option that is a table of services out of the arguments. Return -1 with an
 * exception. */
static int
take_wrappers(struct state *state, struct search_options *options, PyObject *arguments)
{
	PyObject *value = PyDict_GetItemString(arguments, "wrappers");
	const char *text;
	struct pool *pool;
	Py_ssize_t len;
	char why[160];

	if (value == NULL)
		return 0;
	if (value != Py_None && !PyUnicode_Check(value)) {
		PyErr_Format(PyExc_TypeError, "wrappers: expected rows of a table, not %.100R",
		    value);
		return -1;
	}
	if (value != Py_None) {
		text = PyUnicode_AsUTF8AndSize(value, &len);
		pool = text ? pool_of_options(state, options) : NULL;
		if (pool == NULL)
			return -1;
		options->wrappers = wrapper_table_of(&state->wrapper_tables, pool->grammar,
		    text, (size_t)len, why, sizeof(why));
		if (options->wrappers == NULL && *why)
			PyErr_Format(PyExc_ValueError, "wrappers: %s", why);
		else if (options->wrappers == NULL)
			PyErr_NoMemory();
		if (options->wrappers == NULL)
			return -1;
	}
	return PyDict_DelItemString(arguments, "wrappers");
}

PyObject *
take_options(struct state *state, struct search_options *options, unsigned use,
    PyObject *keywords, char *const *names)
{
	PyObject *others = keywords ? PyDict_Copy(keywords) : PyDict_New();
	const struct search_option *option;
	unsigned i;

	search_options_init(options);
	for (i = 0; others && keywords && (option = search_option_at(i)) != NULL; i++) {
		PyObject *value = PyDict_GetItemString(others, option->name);

		if (value == NULL || !(option->uses & use))
			continue;
		if (set_option(options, option, value) < 0 ||
		    PyDict_DelItemString(others, option->name) < 0)
			Py_CLEAR(others);
	}
	if (others && keywords && take_wrappers(state, options, others) < 0)
		Py_CLEAR(others);
	if (others && check_names(others, names) < 0)
		Py_CLEAR(others);
	return others;
}

static void
clear_pool(struct pool *pool)
{
	while (pool->idle_count > 0)
		urlgrep_scanner_free(pool->idle[--pool->idle_count]);
	urlgrep_mail_free(pool->idle_reader);
	details_free(pool->details);
	urlgrep_grammar_free(pool->grammar);
	*pool = (struct pool){ .grammar = NULL };
}

void
state_clear(struct state *state)
{
	int i, variant;

	for (i = 0; i < MAX_GRAMMARS; i++)
		for (variant = 0; variant < GRAMMAR_VARIANTS; variant++)
			clear_pool(&state->pools[i][variant]);
	wrapper_tables_free(state->wrapper_tables);
	state->wrapper_tables = NULL;
}
