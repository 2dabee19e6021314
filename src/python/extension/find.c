/* find.c - the functions find() and judge() */
#include "find.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "bindings/columns.h"
#include "text_input.h"
#include "url_object.h"
#include "util/utf8.h"

/* Scanning a longer text takes so long that other threads should run. */
enum { LONG_TEXT_BYTES = 64 * 1024 };

/* ---- where a finding is in a str --- */

/* Counts characters up to an offset, for offsets that do not decrease. */
struct character_count {
	const char *text;
	size_t bytes;
	int64_t characters;
};

/* Return how many characters come before a byte. A byte that is not UTF-8 is a surrogate
 * in the str, and counts as one, too. */
static int64_t
count_characters(struct character_count *c, size_t offset)
{
	while (c->bytes < offset) {
		uint32_t code;
		size_t length =
		    utf8_decode(c->text + c->bytes, offset - c->bytes, &code);

		c->bytes += length ? length : 1;
		c->characters++;
	}
	return c->characters;
}

/* ---- find --- */

struct find {
	PyTypeObject *type;
	urlgrep_scanner *scanner;
	const struct text_input *input;
	struct character_count count;
	bool all;
	unsigned flags; /* for urlgrep_scanner_text */
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
	url = url_object_new(f->type, finding, begin, end);
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
	    f->flags);
	while (list && (status = next_finding(f, &finding)) == URLGREP_OK)
		if (is_wanted(&finding, f->all) && append_url(f, list, &finding) < 0)
			Py_CLEAR(list);
	if (list && status != URLGREP_END) {
		Py_CLEAR(list);
		PyErr_NoMemory();
	}
	return list;
}

static PyObject *
find(struct state *state, PyObject *text, const char *grammar, bool all,
    urlgrep_mail_join join)
{
	struct pool *pool = pool_named(state, grammar);
	struct text_input input;
	struct find f = { .type = state->url_type, .input = &input, .all = all,
		.flags = text_flags(join, all) };
	PyObject *list = NULL;

	if (pool == NULL)
		return NULL;
	if (text_input_open(&input, text) == 0) {
		f.count.text = input.text.text;
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
	static char *names[] = { "text", "grammar", "all", "join", NULL };
	urlgrep_mail_join join = URLGREP_MAIL_JOIN_AUTO;
	const char *grammar = NULL;
	PyObject *text;
	int all = 0;

	if (!PyArg_ParseTupleAndKeywords(args, keywords, "O|$zpO&:find", names, &text,
	    &grammar, &all, convert_join, &join))
		return NULL;
	return find(state_of_module(module), text, grammar, all != 0, join);
}

PyObject *
py_find_fast(PyObject *module, PyObject *const *args, Py_ssize_t count,
    PyObject *names)
{
	PyObject *tuple, *keywords, *result = NULL;
	Py_ssize_t i, named = names ? PyTuple_Size(names) : 0;

	if (count == 1 && named == 0)
		return find(state_of_module(module), args[0], NULL, false,
		    URLGREP_MAIL_JOIN_AUTO);
	tuple = PyTuple_New(count);
	keywords = PyDict_New();
	for (i = 0; tuple && i < count; i++)
		PyTuple_SetItem(tuple, i, Py_NewRef(args[i]));
	for (i = 0; keywords && i < named; i++)
		if (PyDict_SetItem(keywords, PyTuple_GetItem(names, i),
		    args[count + i]) < 0)
			Py_CLEAR(keywords);
	if (tuple && keywords)
		result = py_find(module, tuple, keywords);
	Py_XDECREF(tuple);
	Py_XDECREF(keywords);
	return result;
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

/* Return (verdict, parts, warnings, error or None). */
static PyObject *
judge(urlgrep_scanner *scanner, urlgrep_span text)
{
	urlgrep_url url;
	urlgrep_error error;
	PyObject *why;

	if (urlgrep_judge(scanner, text.text, text.len, 0, &url) == URLGREP_NOMEM)
		return PyErr_NoMemory();
	if ((url.verdict == URLGREP_INVALID || url.verdict == URLGREP_LOOSE) &&
	    urlgrep_explain(scanner, text.text, text.len, 0, &error) == URLGREP_OK)
		why = dict_of_error(&error);
	else
		why = Py_NewRef(Py_None);
	return Py_BuildValue("(sNNN)", verdict_name(url.verdict), dict_of_parts(&url),
	    tuple_of_words(urlgrep_url_warnings(&url), urlgrep_warning_name), why);
}

PyObject *
py_judge(PyObject *module, PyObject *args, PyObject *keywords)
{
	static char *names[] = { "url", "grammar", NULL };
	PyObject *text, *result = NULL;
	const char *grammar = NULL;
	struct text_input input;
	urlgrep_scanner *scanner;
	struct pool *pool;

	if (!PyArg_ParseTupleAndKeywords(args, keywords, "O|z:judge", names, &text,
	    &grammar))
		return NULL;
	pool = pool_named(state_of_module(module), grammar);
	if (pool == NULL)
		return NULL;
	if (text_input_open(&input, text) == 0 &&
	    (scanner = pool_take_scanner(pool)) != NULL) {
		result = judge(scanner, input.text);
		pool_give_scanner(pool, scanner);
	}
	text_input_close(&input);
	return result;
}
