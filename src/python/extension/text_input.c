/* text_input.c - a text that Python hands over: str or a bytes-like object */
#include "text_input.h"

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
