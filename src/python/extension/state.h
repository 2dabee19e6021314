/* state.h - what the extension module holds: types and, for each grammar, idle scanners
 * and readers
 *
 * The module exists once in a process: subinterpreters are refused. All functions here are
 * to be called with the GIL. */
#ifndef EXTENSION_STATE_H
#define EXTENSION_STATE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <urlgrep.h>
#include <urlgrep_mail.h>

enum { MAX_GRAMMARS = 8, MAX_IDLE = 16 };

struct pool {
	urlgrep_grammar *grammar; /* NULL until it is first used */
	urlgrep_scanner *idle[MAX_IDLE];
	int idle_count;
	urlgrep_mail *idle_reader; /* with the default options, or NULL */
};

struct state {
	PyTypeObject *url_type, *array_type, *reader_type, *batches_type;
	PyObject *read_error; /* the exception urlgrep.ReadError */
	struct pool pools[MAX_GRAMMARS];
};

struct state *state_of_module(PyObject *module);
struct state *state_of_object(PyObject *object);

/* Return the grammar called name, NULL for "current"; or NULL with an exception. */
struct pool *pool_named(struct state *state, const char *name);

/* Lend a scanner; NULL with an exception. Give it back when done. */
urlgrep_scanner *pool_take_scanner(struct pool *pool);
void pool_give_scanner(struct pool *pool, urlgrep_scanner *scanner);

/* Lend a reader with the default options; NULL with an exception. */
urlgrep_mail *pool_take_reader(struct pool *pool);
void pool_give_reader(struct pool *pool, urlgrep_mail *reader);

/* Convert the name of a way to join lines, for "O&". */
int convert_join(PyObject *object, void *join);

void state_clear(struct state *state);

#endif
