/* state.c - idle scanners and readers, which are expensive to make */
#include "state.h"

#include <string.h>

#include "bindings/columns.h"

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

static int
find_grammar(const char *name)
{
	const char *known;
	int i;

	for (i = 0; i < MAX_GRAMMARS &&
	    (known = urlgrep_grammar_name((unsigned)i)) != NULL; i++)
		if (strcmp(known, name) == 0)
			return i;
	return -1;
}

struct pool *
pool_named(struct state *state, const char *name)
{
	int i = find_grammar(name ? name : "current");
	struct pool *pool;

	if (i < 0) {
		PyErr_Format(PyExc_ValueError, "unknown grammar: %.100s", name);
		return NULL;
	}
	pool = &state->pools[i];
	if (pool->grammar == NULL)
		pool->grammar = urlgrep_grammar_new(urlgrep_grammar_name((unsigned)i),
		    0, NULL, NULL);
	if (pool->grammar == NULL) {
		PyErr_NoMemory();
		return NULL;
	}
	return pool;
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

int
convert_join(PyObject *object, void *join)
{
	const char *name = PyUnicode_AsUTF8AndSize(object, NULL);

	if (name == NULL)
		return 0;
	if (join_named(name, join))
		return 1;
	PyErr_Format(PyExc_ValueError, "join: expected \"auto\", \"always\", "
	    "\"wrapped\" or \"never\", not \"%.100s\"", name);
	return 0;
}

void
state_clear(struct state *state)
{
	int i;

	for (i = 0; i < MAX_GRAMMARS; i++) {
		struct pool *pool = &state->pools[i];

		while (pool->idle_count > 0)
			urlgrep_scanner_free(pool->idle[--pool->idle_count]);
		urlgrep_mail_free(pool->idle_reader);
		urlgrep_grammar_free(pool->grammar);
		*pool = (struct pool){ .grammar = NULL };
	}
}
