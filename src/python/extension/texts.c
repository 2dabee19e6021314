/* texts.c - texts that Python hands over, one or a column */
#include "texts.h"

#include <stdlib.h>
#include <string.h>

/* ---- one text --- */

/* Lone surrogates have no UTF-8: those that stand for bytes become these bytes, others
 * become question marks. */
static PyObject *
encode_surrogates(PyObject *string)
{
	PyObject *encoded;

	PyErr_Clear();
	encoded = PyUnicode_AsEncodedString(string, "utf-8", "surrogateescape");
	if (encoded || !PyErr_ExceptionMatches(PyExc_UnicodeEncodeError))
		return encoded;
	PyErr_Clear();
	return PyUnicode_AsEncodedString(string, "utf-8", "replace");
}

static int
open_string(struct text_input *t, PyObject *string)
{
	Py_ssize_t length = PyUnicode_GetLength(string), size;
	const char *text = PyUnicode_AsUTF8AndSize(string, &size);

	if (text == NULL) {
		char *bytes;

		if (!PyErr_ExceptionMatches(PyExc_UnicodeEncodeError))
			return -1;
		t->surrogates = string;
		t->encoded = encode_surrogates(string);
		if (t->encoded == NULL ||
		    PyBytes_AsStringAndSize(t->encoded, &bytes, &size) < 0)
			return -1;
		text = bytes;
	}
	t->text = (urlgrep_span){ text, (size_t)size };
	t->characters = length == size ? -1 : length;
	return 0;
}

/* Others may change a bytearray while the GIL is released: search a copy. */
static int
copy_buffer(struct text_input *t)
{
	char *bytes;
	Py_ssize_t size;

	t->encoded = PyBytes_FromStringAndSize(t->buffer.buf, t->buffer.len);
	if (t->encoded == NULL ||
	    PyBytes_AsStringAndSize(t->encoded, &bytes, &size) < 0)
		return -1;
	t->text = (urlgrep_span){ bytes, (size_t)size };
	return 0;
}

int
text_input_open(struct text_input *t, PyObject *object)
{
	t->surrogates = t->encoded = NULL;
	t->buffer.obj = NULL;
	t->characters = -1;
	if (PyUnicode_Check(object))
		return open_string(t, object);
	if (!PyObject_CheckBuffer(object)) {
		PyErr_Format(PyExc_TypeError,
		    "expected str or a bytes-like object, not %.100R",
		    (PyObject *)Py_TYPE(object));
		return -1;
	}
	if (PyObject_GetBuffer(object, &t->buffer, PyBUF_SIMPLE) < 0)
		return -1;
	if (!t->buffer.readonly)
		return copy_buffer(t);
	t->text = (urlgrep_span){ t->buffer.buf ? t->buffer.buf : "",
		(size_t)t->buffer.len };
	return 0;
}

void
text_input_close(struct text_input *t)
{
	Py_XDECREF(t->encoded);
	if (t->buffer.obj)
		PyBuffer_Release(&t->buffer);
}

/* ---- a column: a sequence of Python objects --- */

static void
free_objects(struct arrow_texts *t)
{
	Py_ssize_t i, count = t->sequence ? PyTuple_Size(t->sequence) : 0;

	for (i = 0; t->encoded && i < count; i++)
		Py_XDECREF(t->encoded[i]);
	free(t->encoded);
	free(t->spans);
	Py_XDECREF(t->sequence);
}

/* Take the text of an object, which the tuple keeps alive. */
static int
take_object(struct arrow_texts *t, Py_ssize_t i)
{
	PyObject *object = PyTuple_GetItem(t->sequence, i);
	struct text_input input;
	int status;

	if (object == Py_None)
		return 0;
	if (!PyUnicode_Check(object) && !PyBytes_Check(object)) {
		PyErr_Format(PyExc_TypeError, "expected str, bytes or None, not %.100R",
		    (PyObject *)Py_TYPE(object));
		return -1;
	}
	input.text = (urlgrep_span){ NULL, 0 };
	status = text_input_open(&input, object);
	t->spans[i] = input.text;
	Py_XINCREF(input.encoded);
	t->encoded[i] = input.encoded;
	text_input_close(&input);
	return status;
}

static int
open_sequence(struct arrow_texts *t, PyObject *column)
{
	Py_ssize_t count, i;

	t->sequence = PySequence_Tuple(column);
	if (t->sequence == NULL)
		return -1;
	count = PyTuple_Size(t->sequence);
	t->spans = calloc((size_t)count + 1, sizeof(*t->spans));
	t->encoded = calloc((size_t)count + 1, sizeof(PyObject *));
	if (t->spans == NULL || t->encoded == NULL) {
		PyErr_NoMemory();
		return -1;
	}
	for (i = 0; i < count; i++)
		if (take_object(t, i) < 0)
			return -1;
	t->length = count;
	return 0;
}

/* ---- a column of Arrow --- */

/* Return the letter of a format that has texts, or nothing but nulls; else NUL. */
static char
text_format(const char *format)
{
	static const char *const formats[] = { "u", "U", "z", "Z", "vu", "vz", "n" };
	size_t i;

	for (i = 0; i < sizeof(formats) / sizeof(formats[0]); i++)
		if (strcmp(format, formats[i]) == 0)
			return *format;
	return '\0';
}

/* Look where the texts are: in the array itself, or in the only column of a table. */
static int
read_schema(struct arrow_texts *t)
{
	const struct ArrowSchema *schema = t->schema;

	if (strcmp(schema->format, "+s") == 0 && schema->n_children == 1) {
		t->is_wrapped = true;
		schema = schema->children[0];
	}
	t->format = schema->dictionary ? '\0' : text_format(schema->format);
	if (t->format)
		return 0;
	PyErr_Format(PyExc_TypeError,
	    "expected a column of strings or binary, not of the Arrow format \"%.100s\"%s",
	    schema->format, schema->dictionary ? ", encoded by a dictionary" : "");
	return -1;
}

static int
open_array(struct arrow_texts *t, PyObject *column)
{
	t->capsules = PyObject_CallMethod(column, "__arrow_c_array__", NULL);
	if (t->capsules == NULL)
		return -1;
	if (!PyTuple_Check(t->capsules) || PyTuple_Size(t->capsules) != 2) {
		PyErr_SetString(PyExc_TypeError, "__arrow_c_array__: not two capsules");
		return -1;
	}
	t->schema = PyCapsule_GetPointer(PyTuple_GetItem(t->capsules, 0), "arrow_schema");
	t->chunk = PyCapsule_GetPointer(PyTuple_GetItem(t->capsules, 1), "arrow_array");
	return t->schema && t->chunk ? read_schema(t) : -1;
}

static int
open_stream(struct arrow_texts *t, PyObject *column)
{
	t->capsules = PyObject_CallMethod(column, "__arrow_c_stream__", NULL);
	if (t->capsules == NULL)
		return -1;
	t->stream = PyCapsule_GetPointer(t->capsules, "arrow_array_stream");
	if (t->stream == NULL)
		return -1;
	if (t->stream->get_schema(t->stream, &t->own_schema) != 0) {
		t->own_schema.release = NULL;
		PyErr_SetString(PyExc_ValueError, "the Arrow stream has no schema");
		return -1;
	}
	t->schema = &t->own_schema;
	return read_schema(t);
}

int
arrow_texts_open(struct arrow_texts *t, PyObject *column)
{
	memset(t, 0, sizeof(*t));
	if (PyObject_HasAttrString(column, "__arrow_c_array__"))
		return open_array(t, column);
	if (PyObject_HasAttrString(column, "__arrow_c_stream__"))
		return open_stream(t, column);
	if (PyUnicode_Check(column) || PyBytes_Check(column)) {
		PyErr_SetString(PyExc_TypeError,
		    "expected a column of texts, not a single one: see find()");
		return -1;
	}
	return open_sequence(t, column);
}

void
arrow_texts_close(struct arrow_texts *t)
{
	if (t->own_chunk.release)
		t->own_chunk.release(&t->own_chunk);
	if (t->own_schema.release)
		t->own_schema.release(&t->own_schema);
	Py_XDECREF(t->capsules);
	free_objects(t);
}

static int
next_of_stream(struct arrow_texts *t)
{
	int error;

	if (t->own_chunk.release)
		t->own_chunk.release(&t->own_chunk);
	error = t->stream->get_next(t->stream, &t->own_chunk);
	if (error) {
		const char *why = t->stream->get_last_error(t->stream);

		t->own_chunk.release = NULL;
		PyErr_Format(PyExc_OSError, "the Arrow stream failed: %.200s",
		    why ? why : strerror(error));
		return -1;
	}
	t->chunk = &t->own_chunk;
	return t->own_chunk.release != NULL;
}

int
arrow_texts_next_chunk(struct arrow_texts *t)
{
	int status = t->stream ? next_of_stream(t) : !t->is_started;

	t->is_started = true;
	if (status == 1 && t->chunk)
		t->length = t->chunk->length;
	return status;
}

/* ---- the texts of a column --- */

static bool
is_null(const struct ArrowArray *a, int64_t i)
{
	const unsigned char *bits = a->buffers[0];

	return bits && !(bits[i / 8] >> (i % 8) & 1);
}

/* Return a text of which the array has a view (16 bytes): short ones are in it, others in
 * one of the data buffers. */
static urlgrep_span
viewed_text(const struct ArrowArray *a, int64_t i)
{
	const char *view = (const char *)a->buffers[1] + 16 * i;
	int32_t len, buffer, offset;

	memcpy(&len, view, sizeof(len));
	if (len <= 12)
		return (urlgrep_span){ view + 4, (size_t)len };
	memcpy(&buffer, view + 8, sizeof(buffer));
	memcpy(&offset, view + 12, sizeof(offset));
	return (urlgrep_span){ (const char *)a->buffers[2 + buffer] + offset,
		(size_t)len };
}

static urlgrep_span
span_of_data(const struct ArrowArray *a, int64_t begin, int64_t end)
{
	const char *data = a->buffers[2];

	return (urlgrep_span){ data ? data + begin : "", (size_t)(end - begin) };
}

urlgrep_span
arrow_texts_at(const struct arrow_texts *t, int64_t i)
{
	const struct ArrowArray *a = t->chunk;

	if (a == NULL)
		return t->spans[i];
	i += a->offset;
	if (t->is_wrapped) {
		if (is_null(a, i))
			return (urlgrep_span){ NULL, 0 };
		a = a->children[0];
		i += a->offset;
	}
	if (t->format == 'n' || is_null(a, i)) /* an array of nulls has no buffers */
		return (urlgrep_span){ NULL, 0 };
	if (t->format == 'v')
		return viewed_text(a, i);
	if (t->format == 'U' || t->format == 'Z') {
		const int64_t *offsets = a->buffers[1];

		return span_of_data(a, offsets[i], offsets[i + 1]);
	} else {
		const int32_t *offsets = a->buffers[1];

		return span_of_data(a, offsets[i], offsets[i + 1]);
	}
}
