/* module.h - what the extension module holds: types and, for each way to use a grammar, idle
 * scanners and readers
 *
 * The module exists once in a process: subinterpreters are refused. All functions here are
 * to be called with the GIL. */
#ifndef PYTHON_EXTENSION_MODULE_H
#define PYTHON_EXTENSION_MODULE_H

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

/* Make a type, and add it to the module by that name, which may be NULL. Return NULL with an
 * exception. */
PyTypeObject *type_new(PyObject *module, PyType_Spec *spec, const char *name);

/* Return the pool of the grammar that the options name; NULL with an exception. */
struct pool *pool_of_options(struct state *state, const struct search_options *options);

/* Return new details of URLs, with these services; NULL with an exception. */
struct details *pool_new_details(const struct pool *pool, unsigned unwrap_classes,
    const struct wrapper_table *wrappers);

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

/* ---- functions and types of the module --- */

PyObject *py_find(PyObject *module, PyObject *args, PyObject *keywords);
PyObject *py_judge(PyObject *module, PyObject *args, PyObject *keywords);

/* Make the type that urlgrep.Message extends, and that of readers, which are iterators over
 * messages. Return NULL with an exception. */
PyTypeObject *message_type_new(PyObject *module);
PyTypeObject *reader_type_new(PyObject *module);

/* open_reader(message_type, source, begin=0, end=None, *, type=None, read_ahead=False,
 * **options) -> Reader */
PyObject *py_open_reader(PyObject *module, PyObject *args, PyObject *keywords);

/* is_divisible(source, type=None) -> bool */
PyObject *py_is_divisible(PyObject *module, PyObject *args, PyObject *keywords);

/* message_fields(raw) -> dict; message_texts(raw) -> list of (part, encoding, text, html) */
PyObject *py_message_fields(PyObject *module, PyObject *raw);
PyObject *py_message_texts(PyObject *module, PyObject *raw);

/* Make the type urlgrep.URL, and add it to the module. Return NULL with an exception. */
PyTypeObject *url_type_new(PyObject *module);

/* url_of_values(dict) -> URL: with the attributes that its method to_dict() returned */
PyObject *py_url_of_values(PyObject *module, PyObject *values);

/* Make the types urlgrep.Array: an Arrow array that other libraries take by the PyCapsule
 * protocol; and urlgrep.Batches: an iterator over Arrays, and an Arrow stream. */
PyTypeObject *array_type_new(PyObject *module);
PyTypeObject *batches_type_new(PyObject *module);

PyObject *py_extract(PyObject *module, PyObject *args, PyObject *keywords);
PyObject *py_batches(PyObject *module, PyObject *args, PyObject *keywords);

#endif
