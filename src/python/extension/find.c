/* find.c - Python texts, and the functions find() and judge() */
#include <string.h>

#include "module.h"
#include "util/memory.h"
#include "util/strbuf.h"
#include "util/utf8.h"

/* The GIL is released while a text of this length or more is scanned, so that other threads run. */
enum { LONG_TEXT_BYTES = 64 * 1024 };

/* ---- texts --- */

/* Return true if a surrogate represents a byte (PEP 383). */
static bool
is_escaped(Py_UCS4 code)
{
	return code >= 0xDC80 && code < 0xDD00;
}

/* Lone surrogates have no UTF-8: those that represent bytes become these bytes, others U+FFFD. */
static PyObject *
encode_surrogates(PyObject *string)
{
	struct strbuf bytes = { .memory = &memory_default };
	Py_ssize_t length = PyUnicode_GetLength(string), i;
	PyObject *encoded;
	char utf8[4];

	if (!PyErr_ExceptionMatches(PyExc_UnicodeEncodeError))
		return NULL;
	PyErr_Clear();
	for (i = 0; i < length; i++) {
		Py_UCS4 code = PyUnicode_ReadChar(string, i);
		bool is_surrogate = code >= 0xD800 && code < 0xE000;

		if (is_escaped(code))
			strbuf_append_byte(&bytes, (char)(code & 0xFF));
		else
			strbuf_append(&bytes, utf8, utf8_encode(is_surrogate ? 0xFFFD : code, utf8));
	}
	encoded = bytes.failed ? PyErr_NoMemory() :
	    PyBytes_FromStringAndSize(bytes.at, (Py_ssize_t)bytes.len);
	strbuf_free(&bytes);
	return encoded;
}

int
text_input_open(struct text_input *t, PyObject *object)
{
	Py_ssize_t length = -1, size = 0;
	const char *text = NULL;

	*t = (struct text_input){ .characters = -1 };
	if (PyUnicode_Check(object)) {
		length = PyUnicode_GetLength(object);
		text = PyUnicode_AsUTF8AndSize(object, &size);
		t->surrogates = text ? NULL : object;
		t->owner = text ? Py_NewRef(object) : encode_surrogates(object);
	} else if (PyObject_CheckBuffer(object)) { /* copied unless it is bytes */
		t->owner = PyBytes_FromObject(object);
	} else {
		PyErr_Format(PyExc_TypeError, "expected str or a bytes-like object, not %.100R",
		    (PyObject *)Py_TYPE(object));
	}
	if (t->owner == NULL)
		return -1;
	if (text == NULL) {
		text = PyBytes_AsString(t->owner);
		size = PyBytes_Size(t->owner);
	}
	t->text = (urlgrep_span){ text, (size_t)size };
	t->characters = length == size ? -1 : length;
	return 0;
}

/* ---- find --- */

struct find {
	struct state *state;
	const struct search_options *options;
	struct engine *engine;
	urlgrep_scanner *scanner;
	struct text_input input;
	size_t bytes;       /* the offset up to which characters were counted */
	int64_t characters;
};

/* Return the length in bytes of the character at index of the str. */
static size_t
character_length(PyObject *string, Py_ssize_t index)
{
	Py_UCS4 code = PyUnicode_ReadChar(string, index);
	char utf8[4];

	return is_escaped(code) ? 1 : utf8_encode(code, utf8);
}

/* Convert a byte offset to an index in the Python object. Offsets must not decrease. If the str has
 * surrogates, count its own characters, since the bytes of several surrogates may form UTF-8:
 * "\udcc3\udca9" becomes C3 A9. */
static int64_t
place_of(struct find *f, uint64_t offset)
{
	const struct text_input *input = &f->input;

	if (input->characters < 0)
		return (int64_t)offset;
	if (input->surrogates == NULL) {
		f->characters += (int64_t)urlgrep_length_in(input->text.text + f->bytes,
		    offset - f->bytes, URLGREP_CHARACTERS);
		f->bytes = offset;
	}
	for (; f->bytes < offset; f->characters++)
		f->bytes += character_length(input->surrogates, (Py_ssize_t)f->characters);
	return f->characters;
}

static const urlgrep_finding *
next_finding(struct find *f)
{
	const urlgrep_finding *finding;

	if (f->input.text.len < LONG_TEXT_BYTES)
		return urlgrep_next(f->scanner);
	Py_BEGIN_ALLOW_THREADS
	finding = urlgrep_next(f->scanner);
	Py_END_ALLOW_THREADS
	return finding;
}

static PyObject *
find_all(struct find *f)
{
	PyObject *list = PyList_New(0);
	const urlgrep_finding *finding;
	int64_t begin;

	urlgrep_scanner_reset(f->scanner);
	urlgrep_scanner_text(f->scanner, f->input.text.text, f->input.text.len,
	    search_text_flags(f->options));
	while (list && (finding = next_finding(f)) != NULL) {
		if (!search_wants(f->options, finding))
			continue;
		begin = place_of(f, finding->offset);
		if (append_object(list, url_object_new(f->state, f->engine, finding, NULL, begin,
		    place_of(f, finding->offset + finding->length))) < 0)
			Py_CLEAR(list);
	}
	if (list && urlgrep_scanner_status(f->scanner) != URLGREP_END) {
		Py_CLEAR(list);
		PyErr_NoMemory();
	}
	return list;
}

/* find(text, **options) -> list of URL */
PyObject *
py_find(PyObject *module, PyObject *const *args, Py_ssize_t count, PyObject *names)
{
	PyObject *text = count == 1 ? args[0] : NULL, *list = NULL;
	Py_ssize_t name_count = names ? PyTuple_Size(names) : 0, i;
	struct search_options options;
	struct find f = { .state = PyModule_GetState(module), .options = &options };
	struct details *details;

	search_options_init(&options);
	for (i = 0; i < name_count; i++) {
		PyObject *name = PyTuple_GetItem(names, i), *value = args[count + i];

		if (count == 0 && PyUnicode_CompareWithASCIIString(name, "text") == 0)
			text = value;
		else if (option_read(f.state, &options, FOR_TEXT, name, value) < 0)
			return NULL;
	}
	if (text == NULL)
		return PyErr_Format(PyExc_TypeError,
		    "find() takes 1 positional argument, but %zd were given", count);
	f.engine = engine_of(f.state, &options);
	if (f.engine && text_input_open(&f.input, text) == 0 &&
	    (details = engine_take_details(f.engine)) != NULL) {
		f.scanner = details_scanner(details);
		list = find_all(&f);
		engine_give_details(f.engine, details);
	}
	Py_XDECREF(f.input.owner);
	return list;
}

/* ---- judge --- */

/* Return the error as a dict. It is at a place in the text that Python has. */
static PyObject *
dict_of_error(const urlgrep_error *e, const struct text_input *input)
{
	struct find f = { .input = *input };
	int64_t begin = place_of(&f, e->offset);
	int64_t length = place_of(&f, e->offset + e->length) - begin;

	return Py_BuildValue("{s:L,s:L,s:N,s:s,s:N,s:N}", "offset", (long long)begin,
	    "length", (long long)length, "rule", str_of_span(e->rule), "by",
	    e->prose ? "prose" : "bnf", "message", str_of_span(e->message),
	    "suggestion", str_of_span(e->suggestion));
}

/* Return (URL, error or None). The URL has the same attributes as URLs found in texts. */
static PyObject *
judge(struct state *state, struct engine *engine, urlgrep_scanner *scanner,
    const struct text_input *input)
{
	urlgrep_span text = input->text;
	urlgrep_finding finding = { .form = URLGREP_BARE, .length = text.len,
		.reading_count = 1 };
	urlgrep_reading reading;
	urlgrep_verdict verdict = urlgrep_judge(scanner, text.text, text.len, 0, &finding.url);
	urlgrep_status explained = URLGREP_END;
	urlgrep_error error;
	PyObject *url;

	if (verdict == URLGREP_UNJUDGED)
		return PyErr_NoMemory();
	reading = (urlgrep_reading){ finding.url.text, verdict, 0 };
	finding.readings = &reading;
	url = url_object_new(state, engine, &finding, NULL, 0,
	    input->characters >= 0 ? (int64_t)input->characters : (int64_t)text.len);
	if (verdict == URLGREP_INVALID || verdict == URLGREP_LOOSE)
		explained = urlgrep_explain(scanner, text.text, text.len, 0, &error);
	if (explained == URLGREP_OK)
		return Py_BuildValue("(NN)", url, dict_of_error(&error, input));
	if (explained == URLGREP_NOMEM) {
		Py_XDECREF(url);
		return PyErr_NoMemory();
	}
	return Py_BuildValue("(NO)", url, Py_None);
}

/* judge(url, options) -> tuple */
PyObject *
py_judge(PyObject *module, PyObject *args)
{
	struct state *state = PyModule_GetState(module);
	struct text_input input;
	struct details *details;
	PyObject *text, *values, *result = NULL;
	struct search_options options;
	struct engine *engine;

	if (!PyArg_ParseTuple(args, "OO!", &text, &PyDict_Type, &values) ||
	    (engine = engine_for(state, &options, FOR_JUDGING, values)) == NULL ||
	    text_input_open(&input, text) < 0)
		return NULL;
	details = engine_take_details(engine);
	if (details) {
		result = judge(state, engine, details_scanner(details), &input);
		engine_give_details(engine, details);
	}
	Py_DECREF(input.owner);
	return result;
}
