/* extract.c - extract(): the URLs of a column of texts, as Arrow lists
 * (https://arrow.apache.org/docs/format/CDataInterface/PyCapsuleInterface.html) */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "module.h"

/* ---- a column of texts --- */

/* A list of str, bytes and None or NaN, or an Arrow array or stream, which is read chunk by chunk. */
struct texts {
	PyObject *owners;      /* for a list: the owners of the texts */
	urlgrep_span *spans;   /* for a list: the texts */
	struct ArrowSchema *schema, own_schema;
	struct ArrowArrayStream *stream; /* or NULL */
	struct ArrowArray *chunk, own_chunk;
	char format;           /* of the texts: u, U, z, Z, v (views), n (nulls) */
	bool is_wrapped;       /* the texts are the only child of a struct */
	int64_t length;        /* of the current chunk; 0 before the first chunk of a stream */
};

/* Return true if an object stands for a missing text, as NaN and pandas.NA do. */
static bool
is_missing(PyObject *object)
{
	PyObject *name = PyFloat_Check(object) ? NULL : PyType_GetName(Py_TYPE(object));
	bool is_na = name && PyUnicode_CompareWithASCIIString(name, "NAType") == 0;

	Py_XDECREF(name);
	return is_na || (PyFloat_Check(object) && isnan(PyFloat_AsDouble(object)));
}

/* Append the text of an object, with its owner. */
static int
add_text(struct texts *t, PyObject *object)
{
	struct text_input input;

	if (object == Py_None)
		return 0;
	if (!PyUnicode_Check(object) && !PyBytes_Check(object)) {
		if (is_missing(object))
			return 0;
		PyErr_Format(PyExc_TypeError, "expected str, bytes or None, not %.100R",
		    (PyObject *)Py_TYPE(object));
		return -1;
	}
	if (text_input_open(&input, object) < 0)
		return -1;
	t->spans[t->length] = input.text;
	return append_object(t->owners, input.owner);
}

static int
open_list(struct texts *t, PyObject *list)
{
	Py_ssize_t count = PyList_Size(list);

	t->owners = PyList_New(0);
	t->spans = calloc((size_t)count + 1, sizeof(*t->spans));
	if (t->spans == NULL)
		PyErr_NoMemory();
	if (t->owners == NULL || t->spans == NULL)
		return -1;
	for (; t->length < count; t->length++)
		if (add_text(t, PyList_GetItem(list, t->length)) < 0)
			return -1;
	return 0;
}

/* Find where the texts are: in the array itself, or in the only column of a table. */
static int
read_schema(struct texts *t)
{
	const struct ArrowSchema *schema = t->schema;

	t->is_wrapped = strcmp(schema->format, "+s") == 0 && schema->n_children == 1;
	if (t->is_wrapped)
		schema = schema->children[0];
	t->format = *schema->format;
	if (!schema->dictionary && t->format && (strcmp(schema->format, "vu") == 0 ||
	    strcmp(schema->format, "vz") == 0 ||
	    (strchr("uUzZn", t->format) && schema->format[1] == '\0')))
		return 0;
	PyErr_Format(PyExc_TypeError,
	    "expected a column of strings or binary, not of the Arrow format \"%.100s\"%s",
	    schema->format, schema->dictionary ? ", dictionary-encoded" : "");
	return -1;
}

static int
open_array(struct texts *t, PyObject *capsules)
{
	PyObject *schema, *array;

	if (!PyArg_Parse(capsules, "(OO)", &schema, &array))
		return -1;
	t->schema = PyCapsule_GetPointer(schema, "arrow_schema");
	t->chunk = t->schema ? PyCapsule_GetPointer(array, "arrow_array") : NULL;
	if (t->chunk == NULL)
		return -1;
	t->length = t->chunk->length;
	return read_schema(t);
}

static int
open_stream(struct texts *t, PyObject *capsule)
{
	int error;

	t->stream = PyCapsule_GetPointer(capsule, "arrow_array_stream");
	if (t->stream == NULL)
		return -1;
	t->schema = &t->own_schema;
	Py_BEGIN_ALLOW_THREADS /* the stream may wait for a thread that runs Python */
	error = t->stream->get_schema(t->stream, t->schema);
	Py_END_ALLOW_THREADS
	if (error == 0)
		return read_schema(t);
	t->own_schema.release = NULL;
	PyErr_SetString(PyExc_ValueError, "the Arrow stream has no schema");
	return -1;
}

/* Open a list of texts, a pair of capsules (schema and array), or a capsule with a stream. */
static int
texts_open(struct texts *t, PyObject *column)
{
	if (PyList_Check(column))
		return open_list(t, column);
	return PyTuple_Check(column) ? open_array(t, column) : open_stream(t, column);
}

static void
texts_close(struct texts *t)
{
	if (t->own_chunk.release)
		t->own_chunk.release(&t->own_chunk);
	if (t->own_schema.release)
		t->own_schema.release(&t->own_schema);
	Py_XDECREF(t->owners);
	free(t->spans);
}

/* Go to the next chunk of a stream. Return 1, 0 at the end, or -1 with an exception. */
static int
next_chunk(struct texts *t)
{
	const char *why;
	int error;

	if (t->stream == NULL)
		return 0;
	if (t->own_chunk.release)
		t->own_chunk.release(&t->own_chunk);
	Py_BEGIN_ALLOW_THREADS
	error = t->stream->get_next(t->stream, &t->own_chunk);
	Py_END_ALLOW_THREADS
	if (error) {
		why = t->stream->get_last_error(t->stream);
		t->own_chunk.release = NULL;
		PyErr_Format(PyExc_OSError, "the Arrow stream failed: %.200s",
		    why ? why : strerror(error));
		return -1;
	}
	t->chunk = &t->own_chunk;
	t->length = t->own_chunk.length;
	return t->own_chunk.release != NULL;
}

static bool
is_null(const struct ArrowArray *a, int64_t i)
{
	const unsigned char *bits = a->n_buffers > 0 ? a->buffers[0] : NULL;

	return bits && !(bits[i / 8] >> (i % 8) & 1);
}

/* Return the text of a view (16 bytes) in the array. A short text is in the view itself, a longer
 * one in one of the data buffers. */
static urlgrep_span
viewed_text(const struct ArrowArray *a, int64_t i)
{
	const char *view = (const char *)a->buffers[1] + 16 * i;
	int32_t len, at[2];

	memcpy(&len, view, sizeof(len));
	if (len <= 12)
		return (urlgrep_span){ view + 4, (size_t)len };
	memcpy(at, view + 8, sizeof(at)); /* the buffer and the offset in it */
	return (urlgrep_span){ (const char *)a->buffers[2 + at[0]] + at[1], (size_t)len };
}

/* Return offset i of an array of strings; "large" types have 64-bit offsets. */
static int64_t
offset_at(const struct ArrowArray *a, bool is_large, int64_t i)
{
	return is_large ? ((const int64_t *)a->buffers[1])[i] : ((const int32_t *)a->buffers[1])[i];
}

/* Return text i of the chunk; absent if it is null. Does not need the GIL. */
static urlgrep_span
text_at(const struct texts *t, int64_t i)
{
	const struct ArrowArray *a = t->chunk;
	bool is_large = t->format == 'U' || t->format == 'Z';
	int64_t begin;

	if (a == NULL)
		return t->spans[i];
	i += a->offset;
	if (t->is_wrapped && !is_null(a, i)) {
		a = a->children[0];
		i += a->offset;
	}
	if (t->format == 'n' || is_null(a, i)) /* an array of nulls has no buffers */
		return (urlgrep_span){ NULL, 0 };
	if (t->format == 'v')
		return viewed_text(a, i);
	begin = offset_at(a, is_large, i);
	return (urlgrep_span){ a->buffers[2] ? (const char *)a->buffers[2] + begin : "",
		(size_t)(offset_at(a, is_large, i + 1) - begin) };
}

/* ---- the search --- */

struct extract {
	struct search_options options;
	struct details *details;
	struct rows *rows;
};

/* Append the URLs of one text. Return false if out of memory. */
static bool
extract_text(struct extract *e, urlgrep_span text)
{
	urlgrep_scanner *scanner = details_scanner(e->details);
	struct row row = { .details = e->details };
	bool is_good = true;

	urlgrep_scanner_reset(scanner);
	if (text.text) {
		urlgrep_scanner_text(scanner, text.text, text.len,
		    search_text_flags(&e->options));
		while ((row.finding = urlgrep_next(scanner)) != NULL)
			if (search_wants(&e->options, row.finding))
				rows_append(e->rows, &row);
		is_good = urlgrep_scanner_status(scanner) == URLGREP_END;
	}
	rows_end_list(e->rows, text.text == NULL);
	return is_good;
}

static int
extract_chunks(struct extract *e, struct texts *texts)
{
	bool is_good = true;
	size_t bytes;
	int64_t i;
	int status;

	do {
		Py_BEGIN_ALLOW_THREADS
		for (i = 0; i < texts->length && is_good; i++)
			is_good = extract_text(e, text_at(texts, i));
		Py_END_ALLOW_THREADS
		if (!is_good || !rows_measure(e->rows, &bytes)) {
			raise_rows_failed();
			return -1;
		}
	} while ((status = next_chunk(texts)) == 1);
	return status;
}

/* extract(column, columns, options) -> Array; column is as for texts_open() */
PyObject *
py_extract(PyObject *module, PyObject *args)
{
	struct state *state = PyModule_GetState(module);
	PyObject *column, *columns, *options, *array = NULL;
	struct extract e = { .details = NULL };
	struct texts texts = { .owners = NULL };
	struct field_list fields;
	struct engine *engine;

	if (!PyArg_ParseTuple(args, "OOO!", &column, &columns, &PyDict_Type, &options) ||
	    (engine = engine_for(state, &e.options, FOR_TEXT, options)) == NULL ||
	    field_list_read(&fields, columns) < 0 ||
	    (e.details = engine_take_details(engine)) == NULL)
		return NULL;
	e.rows = rows_new(&fields, true);
	if (e.rows == NULL) {
		raise_rows_failed();
	} else if (texts_open(&texts, column) == 0 && extract_chunks(&e, &texts) == 0) {
		array = array_object_new(state, e.rows);
		e.rows = NULL;
	}
	texts_close(&texts);
	rows_release(e.rows);
	engine_give_details(engine, e.details);
	return array;
}
