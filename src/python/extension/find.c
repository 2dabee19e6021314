/* find.c - texts of Python, and the functions find() and judge() */
#include <string.h>

#include "module.h"
#include "util/utf8.h"

/* Scanning a longer text takes so long that other threads should run. */
enum { LONG_TEXT_BYTES = 64 * 1024 };

/* ---- texts --- */

/* Lone surrogates have no UTF-8: those that represent bytes become these bytes, others become
 * question marks. */
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
	Py_ssize_t length = PyUnicode_GetLength(string), size = 0;
	const char *text = PyUnicode_AsUTF8AndSize(string, &size);

	if (text) {
		t->owner = Py_NewRef(string);
	} else {
		if (!PyErr_ExceptionMatches(PyExc_UnicodeEncodeError))
			return -1;
		t->owner = encode_surrogates(string);
		if (t->owner == NULL)
			return -1;
		t->surrogates = string;
		text = PyBytes_AsString(t->owner);
		size = PyBytes_Size(t->owner);
	}
	t->text = (urlgrep_span){ text, (size_t)size };
	t->characters = length == size ? -1 : length;
	return 0;
}

int
text_input_open(struct text_input *t, PyObject *object)
{
	Py_buffer buffer;

	*t = (struct text_input){ .characters = -1 };
	if (PyUnicode_Check(object))
		return open_string(t, object);
	if (!PyObject_CheckBuffer(object)) {
		PyErr_Format(PyExc_TypeError, "expected str or a bytes-like object, not %.100R",
		    (PyObject *)Py_TYPE(object));
		return -1;
	}
	t->owner = PyMemoryView_FromObject(object);
	if (t->owner == NULL || PyObject_GetBuffer(t->owner, &buffer, PyBUF_SIMPLE) < 0) {
		Py_CLEAR(t->owner);
		return -1;
	}
	t->text = (urlgrep_span){ buffer.buf ? buffer.buf : "", (size_t)buffer.len };
	if (!buffer.readonly) { /* others may change it while the GIL is released */
		Py_DECREF(t->owner);
		t->owner = PyBytes_FromStringAndSize(buffer.buf, buffer.len);
		t->text.text = t->owner ? PyBytes_AsString(t->owner) : NULL;
	}
	PyBuffer_Release(&buffer); /* the memoryview has it, too */
	return t->owner ? 0 : -1;
}

/* ---- where a finding is in a str --- */

/* Counts characters up to an offset, for offsets that do not decrease. */
struct character_count {
	const struct text_input *input;
	size_t bytes;
	int64_t characters;
};

/* Return the length of a character of a str in the text. */
static size_t
character_length(PyObject *string, Py_ssize_t index)
{
	Py_UCS4 code = PyUnicode_ReadChar(string, index);

	if (code < 0x80 || (code >= 0xD800 && code < 0xE000))
		return 1;
	return code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}

/* Return how many characters come before a byte. The bytes of surrogates may be UTF-8
 * together: "\udcc3\udca9" becomes C3 A9. Therefore the str itself is read then. */
static int64_t
count_characters(struct character_count *c, size_t offset)
{
	const struct text_input *input = c->input;

	while (c->bytes < offset) {
		uint32_t code;

		c->bytes += input->surrogates ?
		    character_length(input->surrogates, (Py_ssize_t)c->characters) :
		    utf8_decode(input->text.text + c->bytes, offset - c->bytes, &code);
		c->characters++;
	}
	return c->characters;
}

/* ---- find --- */

struct find {
	const struct search_options *options;
	PyTypeObject *type; /* urlgrep.URL */
	struct engine *engine;
	urlgrep_scanner *scanner;
	const struct text_input *input;
	struct character_count count;
};

static int
append_url(struct find *f, PyObject *list, const urlgrep_finding *finding)
{
	int64_t begin = (int64_t)finding->offset;
	int64_t end = (int64_t)(finding->offset + finding->length);

	if (f->input->characters >= 0) {
		begin = count_characters(&f->count, (size_t)begin);
		end = count_characters(&f->count, (size_t)end);
	}
	return append_object(list, url_object_new(f->type, f->engine, finding, NULL, begin, end));
}

static const urlgrep_finding *
next_finding(struct find *f)
{
	const urlgrep_finding *finding;

	if (f->input->text.len < LONG_TEXT_BYTES)
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

	urlgrep_scanner_reset(f->scanner);
	urlgrep_scanner_text(f->scanner, f->input->text.text, f->input->text.len,
	    search_text_flags(f->options));
	while (list && (finding = next_finding(f)) != NULL)
		if (search_wants(f->options, finding) && append_url(f, list, finding) < 0)
			Py_CLEAR(list);
	if (list && urlgrep_scanner_status(f->scanner) != URLGREP_END) {
		Py_CLEAR(list);
		PyErr_NoMemory();
	}
	return list;
}

static PyObject *
find(struct state *state, PyObject *text, const struct search_options *options)
{
	struct text_input input = { .owner = NULL };
	struct find f = { .options = options, .type = state->url_type,
		.engine = engine_of(state, options), .input = &input, .count.input = &input };
	PyObject *list = NULL;

	if (f.engine && text_input_open(&input, text) == 0) {
		f.scanner = engine_take_scanner(f.engine);
		if (f.scanner) {
			list = find_all(&f);
			engine_give_scanner(f.engine, f.scanner);
		}
	}
	Py_XDECREF(input.owner);
	return list;
}

/* find(text, **options) -> list of URL */
PyObject *
py_find(PyObject *module, PyObject *const *args, Py_ssize_t count, PyObject *names)
{
	struct state *state = state_of_module(module);
	PyObject *text = count == 1 ? args[0] : NULL;
	Py_ssize_t name_count = names ? PyTuple_Size(names) : 0, i;
	struct search_options options;

	search_options_init(&options);
	for (i = 0; i < name_count; i++) {
		PyObject *name = PyTuple_GetItem(names, i), *value = args[count + i];

		if (count == 0 && PyUnicode_CompareWithASCIIString(name, "text") == 0)
			text = value;
		else if (option_read(state, &options, FOR_TEXT, name, value) < 0)
			return NULL;
	}
	if (text)
		return find(state, text, &options);
	PyErr_Format(PyExc_TypeError, "find() takes 1 positional argument, but %zd were given",
	    count);
	return NULL;
}

/* ---- judge --- */

/* Return the error as a dict. */
static PyObject *
dict_of_error(const urlgrep_error *e)
{
	return Py_BuildValue("{s:n,s:n,s:N,s:s,s:N,s:N}", "offset", (Py_ssize_t)e->offset,
	    "length", (Py_ssize_t)e->length, "rule", str_of_span(e->rule), "by",
	    e->prose ? "prose" : "bnf", "message", str_of_span(e->message),
	    "suggestion", str_of_span(e->suggestion));
}

/* Return (verdict, parts, error or None, url). The URL has all that is said of URLs in texts. */
static PyObject *
judge(struct state *state, struct engine *engine, urlgrep_scanner *scanner,
    const struct text_input *input)
{
	urlgrep_span text = input->text;
	urlgrep_finding finding = { .form = URLGREP_BARE, .length = text.len,
		.reading_count = 1 };
	urlgrep_url *url = &finding.url;
	urlgrep_reading reading;
	urlgrep_error error;
	PyObject *why, *object;

	if (urlgrep_judge(scanner, text.text, text.len, 0, url) == URLGREP_UNJUDGED)
		return PyErr_NoMemory();
	reading = (urlgrep_reading){ url->text, url->verdict, 0 };
	finding.readings = &reading;
	object = url_object_new(state->url_type, engine, &finding, NULL, 0,
	    input->characters >= 0 ? (int64_t)input->characters : (int64_t)text.len);
	if ((url->verdict == URLGREP_INVALID || url->verdict == URLGREP_LOOSE) &&
	    urlgrep_explain(scanner, text.text, text.len, 0, &error) == URLGREP_OK)
		why = dict_of_error(&error);
	else
		why = Py_NewRef(Py_None);
	return Py_BuildValue("(sNNN)", field_verdict_name(url->verdict), dict_of_parts(url), why,
	    object);
}

/* judge(url, options) -> tuple */
PyObject *
py_judge(PyObject *module, PyObject *args)
{
	struct state *state = state_of_module(module);
	struct text_input input = { .owner = NULL };
	urlgrep_scanner *scanner = NULL;
	PyObject *text, *values, *result = NULL;
	struct search_options options;
	struct engine *engine;

	if (!PyArg_ParseTuple(args, "OO!", &text, &PyDict_Type, &values) ||
	    options_read(state, &options, FOR_JUDGING, values) < 0 ||
	    (engine = engine_of(state, &options)) == NULL ||
	    text_input_open(&input, text) < 0)
		return NULL;
	scanner = engine_take_scanner(engine);
	if (scanner) {
		result = judge(state, engine, scanner, &input);
		engine_give_scanner(engine, scanner);
	}
	Py_DECREF(input.owner);
	return result;
}
