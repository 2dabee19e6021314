/* extract.c - the function extract(): the URLs of a column of texts */
#include "extract.h"

#include "array.h"
#include "rows.h"
#include "texts.h"

struct extract {
	struct search_options options;
	urlgrep_scanner *scanner;
	struct details *details;
	struct column_list columns;
	struct arrow_builder list; /* of structs */
	bool has_failed;           /* no memory for the scanner */
};

/* Append the URLs of one text. */
static void
extract_text(struct extract *e, urlgrep_span text)
{
	struct arrow_builder *item = &e->list.children[0];
	urlgrep_finding finding;
	struct row row = { .finding = &finding, .details = e->details };
	urlgrep_status status;

	urlgrep_scanner_reset(e->scanner);
	urlgrep_scanner_text(e->scanner, text.text, text.len,
	    search_text_flags(&e->options));
	while ((status = urlgrep_next(e->scanner, &finding)) == URLGREP_OK)
		if (search_wants(&e->options, &finding))
			arrow_rows_append(item, &e->columns, &row);
	if (status != URLGREP_END)
		e->has_failed = true;
	arrow_append_list(&e->list);
}

static void
extract_chunk(struct extract *e, const struct arrow_texts *texts)
{
	int64_t i;

	for (i = 0; i < texts->length && !e->has_failed; i++) {
		urlgrep_span text = arrow_texts_at(texts, i);

		if (text.text)
			extract_text(e, text);
		else
			arrow_append_null(&e->list);
	}
}

/* Search all chunks. Return -1 with an exception. */
static int
extract_chunks(struct extract *e, struct arrow_texts *texts)
{
	int status;

	while ((status = arrow_texts_next_chunk(texts)) == 1) {
		Py_BEGIN_ALLOW_THREADS
		extract_chunk(e, texts);
		Py_END_ALLOW_THREADS
		if (e->has_failed || details_have_failed(e->details) ||
		    arrow_builder_has_failed(&e->list)) {
			PyErr_SetString(PyExc_MemoryError,
			    "no memory, or more than 2 GiB in a column");
			return -1;
		}
	}
	return status;
}

static PyObject *
extract(struct extract *e, PyTypeObject *type, PyObject *column)
{
	PyObject *array = NULL;
	struct arrow_texts texts;

	arrow_builder_init(&e->list, ARROW_LIST, "", 1);
	if (!e->list.has_failed)
		arrow_rows_init(&e->list.children[0], "item", &e->columns);
	if (arrow_builder_has_failed(&e->list)) {
		PyErr_NoMemory();
	} else {
		if (arrow_texts_open(&texts, column) == 0 &&
		    extract_chunks(e, &texts) == 0)
			array = array_object_new(type, &e->list);
		arrow_texts_close(&texts);
	}
	arrow_builder_free(&e->list);
	return array;
}

/* Search the column with what that needs. */
static PyObject *
extract_with(struct extract *e, struct state *state, PyObject *column)
{
	struct pool *pool = pool_of_options(state, &e->options);
	PyObject *array = NULL;

	if (pool == NULL || (e->scanner = pool_take_scanner(pool)) == NULL)
		return NULL;
	e->details = details_new(&(struct details_source){ .grammar_name = e->options.grammar,
	    .grammar = pool->grammar, .unwrap_classes = e->options.unwrap_classes,
	    .wrappers = e->options.wrappers });
	array = e->details ? extract(e, state->array_type, column) : PyErr_NoMemory();
	details_free(e->details);
	pool_give_scanner(pool, e->scanner);
	return array;
}

PyObject *
py_extract(PyObject *module, PyObject *args, PyObject *keywords)
{
	static char *names[] = { "column", "columns", NULL };
	struct extract e = { .has_failed = false };
	PyObject *others = take_options(state_of_module(module), &e.options, FOR_TEXT,
	    keywords, names);
	PyObject *column, *columns = NULL, *array = NULL;

	if (others && PyArg_ParseTupleAndKeywords(args, others, "O|$O:extract", names,
	    &column, &columns) && column_list_read(&e.columns, columns, OF_TEXT) == 0)
		array = extract_with(&e, state_of_module(module), column);
	Py_XDECREF(others);
	return array;
}
