/* state.h - what the extension module holds: types and, for each way to use a grammar, idle
 * scanners and readers
 *
 * The module exists once in a process: subinterpreters are refused. All functions here are
 * to be called with the GIL. */
#ifndef PYTHON_EXTENSION_STATE_H
#define PYTHON_EXTENSION_STATE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <urlgrep.h>
#include <urlgrep_mail.h>

#include "row/options.h"

/* of each grammar: with and without STRICT and NO_IRI */
enum { MAX_GRAMMARS = 8, GRAMMAR_VARIANTS = 4, MAX_IDLE = 16 };

struct details;

struct pool {
	const char *name;         /* of the grammar, as the library has it */
	urlgrep_grammar *grammar; /* NULL until it is first used */
	struct details *details;  /* idle ones, or NULL */
	unsigned unwrap_classes;  /* of the details */
	const struct wrapper_table *wrappers;
	urlgrep_scanner *idle[MAX_IDLE];
	int idle_count;
	urlgrep_mail *idle_reader; /* with the default options, or NULL */
};

struct state {
	PyTypeObject *url_type, *array_type, *message_type, *reader_type, *batches_type;
	PyObject *read_error; /* the exception urlgrep.ReadError */
	struct pool pools[MAX_GRAMMARS][GRAMMAR_VARIANTS];
	struct wrapper_table *wrapper_tables; /* all that were given */
};

struct state *state_of_module(PyObject *module);
struct state *state_of_object(PyObject *object);

/* Return the pool of the grammar that the options name; NULL with an exception. */
struct pool *pool_of_options(struct state *state, const struct search_options *options);

/* Lend the details of URLs, with these services; NULL with an exception. They are not shared
 * meanwhile: an object that is made from them may start the garbage collector, and so any
 * Python code, which may ask for those of another URL. */
struct details *pool_take_details(struct pool *pool, unsigned unwrap_classes,
    const struct wrapper_table *wrappers);
void pool_give_details(struct pool *pool, struct details *details, unsigned unwrap_classes,
    const struct wrapper_table *wrappers);

/* Lend a scanner; NULL with an exception. Give it back when done. */
urlgrep_scanner *pool_take_scanner(struct pool *pool);
void pool_give_scanner(struct pool *pool, urlgrep_scanner *scanner);

/* Lend a reader with the default options; NULL with an exception. */
urlgrep_mail *pool_take_reader(struct pool *pool);
void pool_give_reader(struct pool *pool, urlgrep_mail *reader);

/* Read those of the keyword arguments, or NULL, that are options for one use into *options.
 * Return the other arguments, which must be among names, as a new dict; NULL with an
 * exception. */
PyObject *take_options(struct state *state, struct search_options *options, unsigned use,
    PyObject *keywords, char *const *names);

void state_clear(struct state *state);

#endif
