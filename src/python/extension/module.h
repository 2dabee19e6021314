/* module.h - the declarations that the files of the extension module share
 *
 * The module exists once in a process: subinterpreters are refused. Functions need the GIL unless
 * they say otherwise. Those that return a pointer return NULL with an exception if they fail, those
 * that return an int -1. */
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

/* A grammar and services that wrap URLs, with details that are idle (or NULL): they, and their
 * scanner, are expensive to make. */
struct engine {
	struct engine *next;
	struct search_options options; /* for which it was made */
	urlgrep_grammar *grammar;
	struct details *details;
};

enum { URL_TYPE, ARRAY_TYPE, READER_TYPE, TYPES };

struct state {
	PyTypeObject *types[TYPES];
	PyObject *read_error; /* the exception urlgrep.ReadError */
	struct engine *engines;
	struct wrapper_table *wrapper_tables; /* all that were given */
	urlgrep_mail *mail;   /* an idle reader with the default options, or NULL */
};

/* Set the option of that name, if it has that use. */
int option_read(struct state *state, struct search_options *options, unsigned use,
    PyObject *name, PyObject *value);

/* Return the engine for the options. It lasts as long as the module. */
struct engine *engine_of(struct state *state, const struct search_options *options);

/* Set options for one use from a dict, and return the engine for them. */
struct engine *engine_for(struct state *state, struct search_options *options, unsigned use,
    PyObject *values);

/* Lend details of URLs, which have a scanner. They are not shared meanwhile: making an object may
 * start the garbage collector, and so any Python code. Give them back when done. */
struct details *engine_take_details(struct engine *engine);
void engine_give_details(struct engine *engine, struct details *details);

/* ---- objects of Python (url.c) --- */

/* Return a new URL for a finding, which is copied; text[begin:end] is it in the text that
 * Python has. location is NULL if that is not a file. */
PyObject *url_object_new(struct state *state, struct engine *engine,
    const urlgrep_finding *finding, const urlgrep_location *location, int64_t begin,
    int64_t end);

/* Return text as a str; bytes that are not UTF-8 become surrogates (PEP 383). None if it is
 * absent. */
PyObject *str_of_span(urlgrep_span span);

/* Append an object, which is released. Return -1 also if it is NULL. */
int append_object(PyObject *list, PyObject *object);
/* Return a tuple of a list, which is released, and may be NULL. */
PyObject *tuple_of(PyObject *list);
/* Set an item of a dict in the same way. */
int set_item(PyObject *dict, const char *name, PyObject *object);

/* ---- texts of Python (find.c) --- */

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

/* The fields that are columns. */
struct field_list {
	const struct field *at[MAX_FIELDS];
	size_t count;
};

/* Read a sequence of names. */
int field_list_read(struct field_list *list, PyObject *names);

/* Rows with a column for each field, or lists of such rows; counted by references. The functions
 * do not need the GIL. */
struct rows;

/* Return new rows, or NULL without memory. fields must outlive their construction. */
struct rows *rows_new(const struct field_list *fields, bool in_lists);
/* Takes NULL. */
void rows_release(struct rows *rows);

/* Append a row. Text that is not UTF-8 gets U+FFFD for each byte that is not. */
void rows_append(struct rows *rows, const struct row *row);
/* End a list of the rows that were appended since the one before; or append null. */
void rows_end_list(struct rows *rows, bool is_null);

/* Return how many rows, or lists, there are. */
int64_t rows_count(const struct rows *rows);
/* Set *bytes to about how many bytes were appended. Return false if an allocation failed, or a
 * column has more than 2 GiB. */
bool rows_measure(const struct rows *rows, size_t *bytes);

/* Fill in *out. Return false without memory. An array may be exported several times; each
 * holds a reference until it is released. */
bool rows_export(struct rows *rows, struct ArrowArray *out);
bool rows_export_schema(const struct rows *rows, struct ArrowSchema *out);

/* Return an object of the type urlgrep.Array that has the rows, which are taken over. */
PyObject *array_object_new(struct state *state, struct rows *rows);
/* Return a capsule with the schema of the rows, which may be NULL without memory. */
PyObject *schema_capsule(const struct rows *rows);
/* Return a capsule that holds a structure of zeros, to which *stream is set. */
PyObject *stream_capsule(struct ArrowArrayStream **stream);

/* Raise MemoryError, for rows that could not be measured. */
void raise_rows_failed(void);

/* ---- functions and types of the module --- */

PyObject *py_find(PyObject *module, PyObject *const *args, Py_ssize_t count, PyObject *names);
PyObject *py_judge(PyObject *module, PyObject *args);
PyObject *py_extract(PyObject *module, PyObject *args);
PyObject *py_open_reader(PyObject *module, PyObject *args);
PyObject *py_read_message(PyObject *module, PyObject *args);
PyObject *py_url_of_values(PyObject *module, PyObject *values);

extern PyType_Spec url_spec, array_spec, reader_spec;
/* Make the attributes and the copies of URLs from the table of fields, before the type is. */
void url_type_prepare(void);

/* A function with keywords, for PyMethodDef. */
#define KEYWORDS(function) (PyCFunction)(void (*)(void))function

#endif
