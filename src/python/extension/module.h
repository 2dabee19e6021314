/* module.h - the declarations that the files of the extension module share
 *
 * The module exists once in a process: subinterpreters are refused. Functions need the GIL unless
 * they say otherwise. Those that return a PyObject *, or another pointer, return NULL with an
 * exception if they fail; those that return an int, -1. */
#ifndef PYTHON_EXTENSION_MODULE_H
#define PYTHON_EXTENSION_MODULE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdatomic.h>
#include <stdbool.h>

#include <urlgrep.h>
#include <urlgrep_mail.h>

#include "row/fields.h"
#include "row/options.h"
#include "util/strbuf.h"

/* ---- the module --- */

enum { MAX_IDLE = 16 };

/* A grammar and services that wrap URLs, with the scanners and details that are idle: these
 * are expensive to make. */
struct engine {
	struct engine *next;
	const char *name;                  /* of the grammar */
	unsigned flags, unwrap_classes;    /* of the grammar; of the services */
	const struct wrapper_table *wrappers;
	urlgrep_grammar *grammar;
	bool owns_grammar;                 /* else an older engine owns it */
	urlgrep_scanner *scanners[MAX_IDLE];
	int scanner_count;
	struct details *details;           /* or NULL */
};

struct state {
	PyTypeObject *url_type, *array_type, *reader_type, *batches_type;
	PyObject *read_error; /* the exception urlgrep.ReadError */
	struct engine *engines;
	struct wrapper_table *wrapper_tables; /* all that were given */
	urlgrep_mail *mail;   /* an idle reader with the default options, or NULL */
};

struct state *state_of_module(PyObject *module);
struct state *state_of_object(PyObject *object);

/* A function with keywords, for PyMethodDef. */
#define KEYWORDS(function) (PyCFunction)(void (*)(void))function

/* Set options for one use from a dict. */
int options_read(struct state *state, struct search_options *options, unsigned use,
    PyObject *values);
/* Set the option of that name; keywords of a call are read one by one. */
int option_read(struct state *state, struct search_options *options, unsigned use,
    PyObject *name, PyObject *value);

/* Return the engine for the options. It lasts as long as the module. */
struct engine *engine_of(struct state *state, const struct search_options *options);

/* Lend a scanner, or details of URLs. They are not shared meanwhile: making an object may start
 * the garbage collector, and so any Python code. Give them back when done. */
urlgrep_scanner *engine_take_scanner(struct engine *engine);
void engine_give_scanner(struct engine *engine, urlgrep_scanner *scanner);
struct details *engine_take_details(struct engine *engine);
void engine_give_details(struct engine *engine, struct details *details);

/* ---- objects of Python (url.c) --- */

/* Return a new URL for a finding, which is copied; text[begin:end] is it in the text that
 * Python has. location is NULL if that is not a file. */
PyObject *url_object_new(PyTypeObject *type, struct engine *engine,
    const urlgrep_finding *finding, const urlgrep_location *location, int64_t begin,
    int64_t end);

/* Return text as a str; bytes that are not UTF-8 become surrogates (PEP 383). None if it is
 * absent. */
PyObject *str_of_span(urlgrep_span span);
PyObject *str_of_string(const char *string);

/* Return the parts of a URL as a dict. */
PyObject *dict_of_parts(const urlgrep_url *url);

/* Append an object, which is released. Return -1 also if it is NULL. */
int append_object(PyObject *list, PyObject *object);

/* ---- texts of Python (find.c) --- */

struct text_input {
	urlgrep_span text;     /* UTF-8 of a str; the bytes of another object */
	PyObject *owner;       /* holds the text */
	Py_ssize_t characters; /* of a str that has others than US-ASCII; else -1 */
	PyObject *surrogates;  /* the str, if it has surrogates, each of which is one byte of the
	                          text; else NULL. Borrowed */
};

/* Open a str or a bytes-like object. Surrogates in a str are encoded as they come from bytes
 * (PEP 383). Release the owner when the text is no longer needed. */
int text_input_open(struct text_input *input, PyObject *object);

/* ---- mailboxes (mail.c) --- */

struct mail_source {
	struct engine *engine;
	urlgrep_mail *mail;
	PyObject *object;      /* a file object, or NULL */
	bool is_seekable;
	Py_buffer buffer;      /* of a bytes-like object; .obj is NULL if there is none */
	char *path;
	struct search_options options;
	bool is_empty;         /* no message begins in the range */
	bool is_busy;          /* a thread is in the reader */
	bool reads_ahead;      /* a thread decompresses: in the process that opened it */
	pid_t process;
	urlgrep_status opened;
	/* of a file object: the bytes read last, and an exception that it raised */
	PyObject *bytes;
	uint64_t bytes_begin;
	PyObject *error_type, *error, *error_traceback;
};

/* Open a source from arguments (source, begin, end, type, read_ahead, options). Unreadable files
 * are no exception, but set s->opened. Close it in any case. */
int mail_source_open(struct mail_source *s, struct state *state, PyObject *arguments);
void mail_source_close(struct mail_source *s);

/* Enter the reader. Refuse another thread, and a process that was forked. */
int mail_source_enter(struct mail_source *s);
/* Leave the reader. Raise the exception that the file object raised meanwhile. */
int mail_source_leave(struct mail_source *s);

/* For the garbage collector, as a file object may refer to its reader. A source that was cleared
 * has no messages. */
int mail_source_traverse(struct mail_source *s, visitproc visit, void *arg);
void mail_source_clear(struct mail_source *s);

/* ---- Arrow arrays (arrow.c); nothing there needs the GIL --- */

/* The Arrow C data interface (https://arrow.apache.org/docs/format/CDataInterface.html) */

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

/* A column under construction. */
struct column {
	const char *format, *name; /* as in struct ArrowSchema; constants */
	int64_t length, null_count;
	struct strbuf validity, offsets, data;
	const void *buffers[3];    /* of an array that is exported */
	struct column *children;
	int64_t child_count;
};

struct field_list {
	const struct field *at[MAX_FIELDS];
	size_t count;
};

/* Rows with a column for each field, or lists of such rows; counted by references. */
struct rows {
	atomic_long references;
	const struct field_list *fields;
	struct column root;
	struct column *row; /* root, or its child */
};

/* Return new rows, or NULL without memory. fields must outlive their construction. */
struct rows *rows_new(const struct field_list *fields, bool in_lists);
void rows_release(struct rows *rows);

/* Append a row. Text that is not UTF-8 gets U+FFFD for each byte that is not. */
void rows_append(struct rows *rows, const struct row *row);
/* End a list of the rows that were appended since the one before; or append null. */
void rows_end_list(struct rows *rows, bool is_null);

/* Set *bytes to about how many bytes were appended. Return false if an allocation failed, or a
 * column has more than 2 GiB. */
bool rows_measure(const struct rows *rows, size_t *bytes);

/* Fill in *out. Return false without memory. An array may be exported several times; each
 * holds a reference until it is released. */
bool rows_export(struct rows *rows, struct ArrowArray *out);
bool rows_export_schema(const struct rows *rows, struct ArrowSchema *out);

/* ---- functions and types of the module --- */

PyObject *py_find(PyObject *module, PyObject *const *args, Py_ssize_t count, PyObject *names);
PyObject *py_judge(PyObject *module, PyObject *args);
PyObject *py_extract(PyObject *module, PyObject *args);
PyObject *py_batches(PyObject *module, PyObject *args);
PyObject *py_open_reader(PyObject *module, PyObject *args);
PyObject *py_is_divisible(PyObject *module, PyObject *args);
PyObject *py_message_fields(PyObject *module, PyObject *raw);
PyObject *py_message_texts(PyObject *module, PyObject *raw);
PyObject *py_url_of_values(PyObject *module, PyObject *values);

extern PyType_Spec url_spec, array_spec, reader_spec, batches_spec;
/* Make the attributes and the copies of URLs from the table of fields, before the type is. */
void url_type_prepare(void);

#endif
