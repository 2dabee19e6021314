/* module.h - declarations shared by the files of the extension module
 *
 * The module exists only once in a process: subinterpreters are refused. Functions need the GIL
 * unless stated otherwise. On failure they set an exception and return NULL or, if they return an
 * int, -1. */
#ifndef PYTHON_EXTENSION_MODULE_H
#define PYTHON_EXTENSION_MODULE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdbool.h>

#include <urlgrep.h>
#include <urlgrep_mail.h>

#include "row/fields.h"
#include "row/options.h"

/* ---- the module --- */

/* A grammar and services that wrap URLs, with idle details (or NULL), which are kept because they
 * and their scanner are expensive to make. */
struct engine {
	struct engine *next;
	struct search_options options; /* that the engine was made for */
	urlgrep_grammar *grammar;
	struct details *details;
};

enum { URL_TYPE, ARRAY_TYPE, READER_TYPE, TYPES };

struct state {
	PyTypeObject *types[TYPES];
	PyObject *read_error; /* the exception urlgrep.ReadError */
	struct engine *engines;
	struct user_wrappers *wrapper_tables; /* all tables passed as options so far */
	urlgrep_mail *mail;   /* an idle reader with the default options, or NULL */
};

/* Set the option of that name, which must have that use. */
int option_read(struct state *state, struct search_options *options, unsigned use,
    PyObject *name, PyObject *value);

/* Return the engine for the options, which lasts as long as the module. */
struct engine *engine_of(struct state *state, const struct search_options *options);

/* Set the options for one use from a dict, and return the engine for them. */
struct engine *engine_for(struct state *state, struct search_options *options, unsigned use,
    PyObject *values);

/* Lend the engine's details, which include a scanner. Nobody else uses them until they are given
 * back: creating an object may run the garbage collector, and thus any Python code. */
struct details *engine_take_details(struct engine *engine);
void engine_give_details(struct engine *engine, struct details *details);

/* ---- Python objects (url.c) --- */

/* Return a new URL with a copy of a finding. In the Python text, the finding is text[begin:end].
 * location is NULL if the text is not from a file. */
PyObject *url_object_new(struct state *state, struct engine *engine,
    const urlgrep_finding *finding, const urlgrep_location *location, int64_t begin,
    int64_t end);

/* Return text as a str, or None if it is absent. Bytes that are not UTF-8 become surrogates
 * (PEP 383). */
PyObject *str_of_span(urlgrep_span span);

/* Append an object and release it. Return -1 on error, or if it is NULL. */
int append_object(PyObject *list, PyObject *object);
/* Return a list as a tuple and release the list. Return NULL if it is NULL. */
PyObject *tuple_of(PyObject *list);
/* Set an item of a dict and release the object. Return -1 on error, or if it is NULL. */
int set_item(PyObject *dict, const char *name, PyObject *object);

/* ---- Python texts (find.c) --- */

struct text_input {
	urlgrep_span text;     /* UTF-8 of a str; the bytes of another object */
	PyObject *owner;       /* holds the text */
	Py_ssize_t characters; /* of a str that has others than US-ASCII; else -1 */
	PyObject *surrogates;  /* the str, if it has surrogates; else NULL. Borrowed */
};

/* Open a str or a bytes-like object. Surrogates in a str that represent bytes (PEP 383) become these,
 * others U+FFFD. Release the owner when the text is no longer needed. */
int text_input_open(struct text_input *input, PyObject *object);

/* ---- Arrow (arrow.c) --- */

/* The C data interface (https://arrow.apache.org/docs/format/CDataInterface.html) */

struct ArrowSchema {
	const char *format, *name, *metadata;
	int64_t flags, n_children;
	struct ArrowSchema **children, *dictionary;
	void (*release)(struct ArrowSchema *);
	void *private_data;
};

struct ArrowArray {
	int64_t length, null_count, offset, n_buffers, n_children;
	const void **buffers;
	struct ArrowArray **children, *dictionary;
	void (*release)(struct ArrowArray *);
	void *private_data;
};

struct ArrowArrayStream {
	int (*get_schema)(struct ArrowArrayStream *, struct ArrowSchema *out);
	int (*get_next)(struct ArrowArrayStream *, struct ArrowArray *out);
	const char *(*get_last_error)(struct ArrowArrayStream *);
	void (*release)(struct ArrowArrayStream *);
	void *private_data;
};

/* The fields selected as columns. */
struct field_list {
	const struct field *at[MAX_FIELDS];
	size_t count;
};

/* Read a sequence of names, or a string with commas between them. */
int field_list_read(struct field_list *list, PyObject *names);

/* Rows with a column for each field, or lists of such rows; reference-counted. The functions do not
 * need the GIL. */
struct rows;

/* Return new rows, or NULL if out of memory. fields must stay valid while rows are appended. */
struct rows *rows_new(const struct field_list *fields, bool in_lists);
/* Release a reference to rows, which may be NULL. */
void rows_release(struct rows *rows);

/* Append a row. In texts, each byte that is not UTF-8 becomes U+FFFD. */
void rows_append(struct rows *rows, const struct row *row);
/* End a list, which consists of the rows appended since the previous list; or append null. */
void rows_end_list(struct rows *rows, bool is_null);

/* Return the number of rows, or of lists. */
int64_t rows_count(const struct rows *rows);
/* Set *bytes to the approximate number of bytes appended. Return false if an allocation failed, or
 * a column has more than 2 GiB. */
bool rows_measure(const struct rows *rows, size_t *bytes);

/* Fill in *out. Return false if out of memory. Rows may be exported several times; each export
 * holds a reference until it is released. */
bool rows_export(struct rows *rows, struct ArrowArray *out);
bool rows_export_schema(const struct rows *rows, struct ArrowSchema *out);

/* Return an object of the type urlgrep.Array that takes ownership of the rows. */
PyObject *array_object_new(struct state *state, struct rows *rows);
/* Return a capsule with the schema of the rows. If rows is NULL, raise MemoryError. */
PyObject *schema_capsule(const struct rows *rows);
/* Return a capsule with a zeroed structure, and set *stream to it. */
PyObject *stream_capsule(struct ArrowArrayStream **stream);

/* Raise MemoryError for rows that could not be measured. */
void raise_rows_failed(void);

/* ---- functions and types of the module --- */

PyObject *py_find(PyObject *module, PyObject *const *args, Py_ssize_t count, PyObject *names);
PyObject *py_judge(PyObject *module, PyObject *args);
PyObject *py_extract(PyObject *module, PyObject *args);
PyObject *py_open_reader(PyObject *module, PyObject *args);
PyObject *py_read_message(PyObject *module, PyObject *args);
PyObject *py_url_of_values(PyObject *module, PyObject *values);

extern PyType_Spec url_spec, array_spec, reader_spec;
/* Derive the attributes of URLs from the table of fields. Call this before the type is created. */
void url_type_prepare(void);

/* Cast a function that has keywords to the type in PyMethodDef. */
#define KEYWORDS(function) (PyCFunction)(void (*)(void))function

#endif
