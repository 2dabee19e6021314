/* find.c - the functions find() and judge() */
#include "module.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "row/fields.h"
#include "texts.h"
#include "url.h"
#include "util/utf8.h"

/* Scanning a longer text takes so long that other threads should run. */
enum { LONG_TEXT_BYTES = 64 * 1024 };

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
	struct url_maker maker;
	urlgrep_scanner *scanner;
	const struct text_input *input;
	struct character_count count;
};

static int
append_url(struct find *f, PyObject *list, const urlgrep_finding *finding)
{
	int64_t begin = (int64_t)finding->offset;
	int64_t end = (int64_t)(finding->offset + finding->length);
	PyObject *url;
	int status;

	if (f->input->characters >= 0) {
		begin = count_characters(&f->count, (size_t)finding->offset);
		end = count_characters(&f->count,
		    (size_t)(finding->offset + finding->length));
	}
	url = url_object_new(&f->maker, finding, NULL, begin, end);
	status = url ? PyList_Append(list, url) : -1;
	Py_XDECREF(url);
	return status;
}

static urlgrep_status
next_finding(struct find *f, urlgrep_finding *finding)
{
	urlgrep_status status;

	if (f->input->text.len < LONG_TEXT_BYTES)
		return urlgrep_next(f->scanner, finding);
	Py_BEGIN_ALLOW_THREADS
	status = urlgrep_next(f->scanner, finding);
	Py_END_ALLOW_THREADS
	return status;
}

static PyObject *
find_all(struct find *f)
{
	PyObject *list = PyList_New(0);
	urlgrep_finding finding;
	urlgrep_status status = URLGREP_END;

	urlgrep_scanner_reset(f->scanner);
	urlgrep_scanner_text(f->scanner, f->input->text.text, f->input->text.len,
	    search_text_flags(f->options));
	while (list && (status = next_finding(f, &finding)) == URLGREP_OK)
		if (search_wants(f->options, &finding) &&
		    append_url(f, list, &finding) < 0)
			Py_CLEAR(list);
	if (list && status != URLGREP_END) {
		Py_CLEAR(list);
		PyErr_NoMemory();
	}
	return list;
}

static PyObject *
find(struct state *state, PyObject *text, const struct search_options *options)
{
	struct pool *pool = pool_of_options(state, options);
	struct text_input input;
	struct find f = { .options = options, .input = &input, .count.input = &input };
	PyObject *list = NULL;

	if (pool == NULL)
		return NULL;
	f.maker = url_maker_of(state, pool, options);
	if (text_input_open(&input, text) == 0) {
		f.scanner = pool_take_scanner(pool);
		if (f.scanner) {
			list = find_all(&f);
			pool_give_scanner(pool, f.scanner);
		}
	}
	text_input_close(&input);
	return list;
}

PyObject *
py_find(PyObject *module, PyObject *args, PyObject *keywords)
{
	static char *names[] = { "text", NULL };
	struct state *state = state_of_module(module);
	struct search_options options;
	PyObject *others, *text, *list = NULL;

	if (keywords == NULL) { /* the usual call is worth a short cut */
		search_options_init(&options);
		return PyArg_UnpackTuple(args, "find", 1, 1, &text) ?
		    find(state, text, &options) : NULL;
	}
	others = take_options(state, &options, FOR_TEXT, keywords, names);
	if (others && PyArg_ParseTupleAndKeywords(args, others, "O:find", names, &text))
		list = find(state, text, &options);
	Py_XDECREF(others);
	return list;
}

/* ---- judge --- */

/* Return the error as a dict. */
static PyObject *
dict_of_error(const urlgrep_error *e)
{
	PyObject *suggestion = e->suggestion.text ? str_of_span(e->suggestion) :
	    Py_NewRef(Py_None);

	return Py_BuildValue("{s:n,s:n,s:N,s:s,s:N,s:N}", "offset", (Py_ssize_t)e->offset,
	    "length", (Py_ssize_t)e->length, "rule", str_of_span(e->rule), "by",
	    e->prose ? "prose" : "bnf", "message", str_of_span(e->message),
	    "suggestion", suggestion);
}

/* What judge() found: all that is said of URLs in texts. */
static PyObject *
object_of_judged(const struct url_maker *maker, const urlgrep_url *url, Py_ssize_t end)
{
	urlgrep_reading reading = { url->text, url->verdict, 0 };
	urlgrep_finding finding = { .url = *url, .form = URLGREP_BARE,
		.length = url->text.len, .readings = &reading, .reading_count = 1 };

	return url_object_new(maker, &finding, NULL, 0, (int64_t)end);
}

/* Return (verdict, parts, warnings, error or None, url). */
static PyObject *
judge(urlgrep_scanner *scanner, const struct url_maker *maker,
    const struct text_input *input)
{
	urlgrep_span text = input->text;
	urlgrep_url url;
	urlgrep_error error;
	PyObject *why, *object;

	if (urlgrep_judge(scanner, text.text, text.len, 0, &url) == URLGREP_UNJUDGED)
		return PyErr_NoMemory();
	object = object_of_judged(maker, &url, input->characters >= 0 ?
	    input->characters : (Py_ssize_t)text.len);
	if ((url.verdict == URLGREP_INVALID || url.verdict == URLGREP_LOOSE) &&
	    urlgrep_explain(scanner, text.text, text.len, 0, &error) == URLGREP_OK)
		why = dict_of_error(&error);
	else
		why = Py_NewRef(Py_None);
	return Py_BuildValue("(sNNNN)", field_verdict_name(url.verdict), dict_of_parts(&url),
	    object ? PyObject_GetAttrString(object, "warnings") : NULL, why, object);
}

static PyObject *
judge_with(struct state *state, PyObject *text, const struct search_options *options)
{
	struct pool *pool = pool_of_options(state, options);
	urlgrep_scanner *scanner = pool ? pool_take_scanner(pool) : NULL;
	struct text_input input;
	struct url_maker maker;
	PyObject *result = NULL;

	if (scanner == NULL)
		return NULL;
	maker = url_maker_of(state, pool, options);
	if (text_input_open(&input, text) == 0)
		result = judge(scanner, &maker, &input);
	text_input_close(&input);
	pool_give_scanner(pool, scanner);
	return result;
}

PyObject *
py_judge(PyObject *module, PyObject *args, PyObject *keywords)
{
	static char *names[] = { "url", NULL };
	struct search_options options;
	PyObject *others = take_options(state_of_module(module), &options, FOR_JUDGING,
	    keywords, names);
	PyObject *text, *result = NULL;

	if (others && PyArg_ParseTupleAndKeywords(args, others, "O:judge", names, &text))
		result = judge_with(state_of_module(module), text, &options);
	Py_XDECREF(others);
	return result;
}
