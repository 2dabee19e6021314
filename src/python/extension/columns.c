/* columns.c - URLs as columns of Arrow: extract() and batches()
 * (https://arrow.apache.org/docs/format/CDataInterface/PyCapsuleInterface.html) */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arrow.h"
#include "mailbox.h"
#include "module.h"
#include "texts.h"

/* ---- which columns --- */

static void
list_default(struct column_list *list, unsigned set)
{
	const struct field *column;
	unsigned i;

	for (i = 0; (column = field_at(i)) != NULL; i++)
		if (column->sets & set)
			list->at[list->count++] = column;
}

static int
add_name(struct column_list *list, PyObject *name)
{
	const char *text = PyUnicode_AsUTF8AndSize(name, NULL);
	const struct field *column = text ? field_named(text, strlen(text)) : NULL;

	if (text == NULL)
		return -1;
	if (column == NULL || list->count == MAX_FIELDS) {
		PyErr_Format(PyExc_ValueError, column ? "too many columns: %.100s" :
		    "unknown column: %.100s", text);
		return -1;
	}
	list->at[list->count++] = column;
	return 0;
}

/* Read a sequence of names, or None: the default columns of the set (OF_TEXT, OF_MAIL).
 * Return -1 with an exception. */
static int
column_list_read(struct column_list *list, PyObject *names, unsigned set)
{
	PyObject *iterator, *name;
	int status = 0;

	list->count = 0;
	if (names == NULL || names == Py_None) {
		list_default(list, set);
		return 0;
	}
	iterator = PyObject_GetIter(names);
	if (iterator == NULL)
		return -1;
	while (status == 0 && (name = PyIter_Next(iterator)) != NULL) {
		status = add_name(list, name);
		Py_DECREF(name);
	}
	Py_DECREF(iterator);
	return PyErr_Occurred() ? -1 : status;
}

/* ---- the type urlgrep.Array --- */

struct array_object {
	PyObject_HEAD
	struct arrow_shared *shared;
};

/* Return an array of what was built, which is taken over; NULL with an exception. */
static PyObject *
array_object_new(PyTypeObject *type, struct arrow_builder *b)
{
	struct array_object *a = PyObject_New(struct array_object, type);

	if (a == NULL)
		return NULL;
	a->shared = arrow_share(b);
	if (a->shared)
		return (PyObject *)a;
	Py_DECREF(a);
	return PyErr_NoMemory();
}

static void
array_dealloc(PyObject *self)
{
	PyTypeObject *type = Py_TYPE(self);

	arrow_shared_release(((struct array_object *)self)->shared);
	PyObject_Free(self);
	Py_DECREF(type);
}

/* ---- capsules --- */

static void
free_schema(PyObject *capsule)
{
	struct ArrowSchema *schema = PyCapsule_GetPointer(capsule, "arrow_schema");

	if (schema && schema->release)
		schema->release(schema);
	free(schema);
}

static void
free_array(PyObject *capsule)
{
	struct ArrowArray *array = PyCapsule_GetPointer(capsule, "arrow_array");

	if (array && array->release)
		array->release(array);
	free(array);
}

/* Return a capsule that holds a structure of zeros; NULL with an exception. */
static PyObject *
capsule_new(const char *name, size_t size, PyCapsule_Destructor destructor)
{
	void *structure = calloc(1, size);
	PyObject *capsule = structure ? PyCapsule_New(structure, name, destructor) :
	    PyErr_NoMemory();

	if (capsule == NULL)
		free(structure);
	return capsule;
}

static PyObject *
capsule_of_schema(const struct arrow_builder *b)
{
	PyObject *capsule = capsule_new("arrow_schema", sizeof(struct ArrowSchema),
	    free_schema);

	if (capsule == NULL ||
	    arrow_export_schema(b, PyCapsule_GetPointer(capsule, "arrow_schema")))
		return capsule;
	Py_DECREF(capsule);
	return PyErr_NoMemory();
}

static PyObject *
capsule_of_array(struct arrow_shared *shared)
{
	PyObject *capsule = capsule_new("arrow_array", sizeof(struct ArrowArray), free_array);

	if (capsule == NULL ||
	    arrow_export_array(shared, PyCapsule_GetPointer(capsule, "arrow_array")))
		return capsule;
	Py_DECREF(capsule);
	return PyErr_NoMemory();
}

/* ---- methods --- */

static PyObject *
array_c_schema(PyObject *self, PyObject *unused)
{
	(void)unused;
	return capsule_of_schema(&((struct array_object *)self)->shared->builder);
}

/* A consumer may ask for another type, and has to take what it gets. */
static PyObject *
array_c_array(PyObject *self, PyObject *args, PyObject *keywords)
{
	static char *names[] = { "requested_schema", NULL };
	PyObject *requested = NULL, *schema, *array;

	if (!PyArg_ParseTupleAndKeywords(args, keywords, "|O:__arrow_c_array__", names,
	    &requested))
		return NULL;
	schema = array_c_schema(self, NULL);
	if (schema == NULL)
		return NULL;
	array = capsule_of_array(((struct array_object *)self)->shared);
	if (array == NULL) {
		Py_DECREF(schema);
		return NULL;
	}
	return Py_BuildValue("(NN)", schema, array);
}

static Py_ssize_t
array_length(PyObject *self)
{
	return (Py_ssize_t)((struct array_object *)self)->shared->builder.length;
}

PyTypeObject *
array_type_new(PyObject *module)
{
	static PyMethodDef methods[] = {
		{ "__arrow_c_schema__", array_c_schema, METH_NOARGS, NULL },
		{ "__arrow_c_array__", (PyCFunction)(void (*)(void))array_c_array,
		    METH_VARARGS | METH_KEYWORDS, NULL },
		{ NULL, NULL, 0, NULL },
	};
	PyType_Slot slots[] = {
		{ Py_tp_dealloc, (void *)array_dealloc },
		{ Py_tp_methods, methods },
		{ Py_sq_length, (void *)array_length },
		{ Py_tp_doc, (void *)"An Arrow array: pyarrow.array(a), polars.Series(a)." },
		{ 0, NULL },
	};
	PyType_Spec spec = { .name = "urlgrep.Array",
		.basicsize = sizeof(struct array_object),
		.flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
		.slots = slots };

	return type_new(module, &spec, "Array");
}

/* ---- extract() --- */

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
	e->details = pool_new_details(pool, e->options.unwrap_classes, e->options.wrappers);
	if (e->details)
		array = extract(e, state->array_type, column);
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

/* ---- batches(): the URLs of a mailbox as record batches ---
 *
 * A batch is complete after so many bytes, not rows: what it takes is bounded. What cannot be read
 * is a row, too. */

enum {
	BATCH_BYTES = 4 * 1024 * 1024,
	ROWS_BETWEEN_CHECKS = 16 /* of the size of a batch */
};

struct batches_object {
	PyObject_HEAD
	struct mail_source source;
	struct column_list columns;
	struct search_options options;
	struct details *details;
	size_t max_bytes;
	bool is_at_end;
	bool is_busy; /* another thread is in the reader */
};

/* ---- rows; without the GIL --- */

/* Append a row for what the reader skipped. */
static void
append_error(struct batches_object *b, struct arrow_builder *rows)
{
	const urlgrep_mail_error_info *error = urlgrep_mail_error(b->source.mail);
	struct row row = { .path = error->path, .error = error->reason };

	arrow_rows_append(rows, &b->columns, &row);
}

static bool
is_full(const struct batches_object *b, const struct arrow_builder *rows)
{
	return rows->length % ROWS_BETWEEN_CHECKS == 0 && rows->length > 0 &&
	    arrow_builder_bytes(rows) >= b->max_bytes;
}

/* Append rows until the batch is full or the input ends. Return false without memory. */
static bool
fill_batch(struct batches_object *b, struct arrow_builder *rows)
{
	urlgrep_mail *mail = b->source.mail;
	urlgrep_location location;
	urlgrep_finding finding;
	struct row row = { .finding = &finding, .location = &location, .mail = mail,
		.details = b->details };

	while (!is_full(b, rows)) {
		urlgrep_status status = urlgrep_mail_next(mail, &finding, &location);

		if (status == URLGREP_END) {
			b->is_at_end = true;
			break;
		}
		if (status == URLGREP_NOMEM)
			return false;
		if (status == URLGREP_SKIPPED)
			append_error(b, rows);
		else if (search_wants(&b->options, &finding))
			arrow_rows_append(rows, &b->columns, &row);
	}
	return !arrow_builder_has_failed(rows) && !details_have_failed(b->details);
}

/* Make the next batch, which has no rows at the end of the input. */
static bool
next_batch(struct batches_object *b, struct arrow_builder *rows)
{
	arrow_rows_init(rows, "", &b->columns);
	if (arrow_builder_has_failed(rows))
		return false;
	if (b->source.is_empty || b->is_at_end) {
		b->is_at_end = true;
		return true;
	}
	if (b->source.opened == URLGREP_SKIPPED) {
		append_error(b, rows);
		b->is_at_end = true;
		return !arrow_builder_has_failed(rows);
	}
	return fill_batch(b, rows);
}

/* ---- Python --- */

/* Make the next batch. Return -1 with an exception. */
static int
step(struct batches_object *b, struct arrow_builder *rows)
{
	bool has_memory;

	if (b->is_busy) {
		PyErr_SetString(PyExc_ValueError, "the mailbox is being read by another thread");
		memset(rows, 0, sizeof(*rows));
		return -1;
	}
	b->is_busy = true;
	Py_BEGIN_ALLOW_THREADS
	has_memory = next_batch(b, rows);
	Py_END_ALLOW_THREADS
	b->is_busy = false;
	if (mail_source_check(&b->source) < 0)
		return -1;
	if (!has_memory)
		PyErr_NoMemory();
	return has_memory ? 0 : -1;
}

static PyObject *
batches_next(PyObject *self)
{
	struct batches_object *b = (struct batches_object *)self;
	struct arrow_builder rows;
	PyObject *array = NULL;

	if (step(b, &rows) == 0 && rows.length > 0)
		array = array_object_new(state_of_object(self)->array_type, &rows);
	arrow_builder_free(&rows);
	return array;
}

static int
batches_traverse(PyObject *self, visitproc visit, void *arg)
{
	Py_VISIT(Py_TYPE(self));
	return mail_source_traverse(&((struct batches_object *)self)->source, visit, arg);
}

static int
batches_clear(PyObject *self)
{
	mail_source_clear(&((struct batches_object *)self)->source);
	return 0;
}

static void
batches_dealloc(PyObject *self)
{
	PyTypeObject *type = Py_TYPE(self);

	PyObject_GC_UnTrack(self);
	mail_source_close(&((struct batches_object *)self)->source);
	details_free(((struct batches_object *)self)->details);
	PyObject_GC_Del(self);
	Py_DECREF(type);
}

static PyObject *
batches_c_schema(PyObject *self, PyObject *unused)
{
	struct arrow_builder rows;
	PyObject *capsule;

	(void)unused;
	arrow_rows_init(&rows, "", &((struct batches_object *)self)->columns);
	capsule = arrow_builder_has_failed(&rows) ? PyErr_NoMemory() :
	    capsule_of_schema(&rows);
	arrow_builder_free(&rows);
	return capsule;
}

/* ---- the Arrow stream --- */

struct stream {
	PyObject *batches;
	char error[256];
};

static int
stream_get_schema(struct ArrowArrayStream *stream, struct ArrowSchema *out)
{
	struct stream *s = stream->private_data;
	struct arrow_builder rows;
	bool is_done;

	arrow_rows_init(&rows, "", &((struct batches_object *)s->batches)->columns);
	is_done = !arrow_builder_has_failed(&rows) && arrow_export_schema(&rows, out);
	arrow_builder_free(&rows);
	return is_done ? 0 : ENOMEM;
}

/* Keep the text of the exception for get_last_error; with the GIL. */
static void
take_exception(struct stream *s)
{
	PyObject *type, *error, *traceback, *text;
	const char *string;

	PyErr_Fetch(&type, &error, &traceback);
	text = error ? PyObject_Str(error) : NULL;
	string = text ? PyUnicode_AsUTF8AndSize(text, NULL) : NULL;
	snprintf(s->error, sizeof(s->error), "%s", string ? string : "no memory");
	PyErr_Clear();
	Py_XDECREF(text);
	Py_XDECREF(type);
	Py_XDECREF(error);
	Py_XDECREF(traceback);
}

static int
export_rows(struct arrow_builder *rows, struct ArrowArray *out)
{
	struct arrow_shared *shared = arrow_share(rows);
	bool is_done = shared && arrow_export_array(shared, out);

	arrow_shared_release(shared);
	return is_done ? 0 : ENOMEM;
}

static int
stream_get_next(struct ArrowArrayStream *stream, struct ArrowArray *out)
{
	struct stream *s = stream->private_data;
	PyGILState_STATE gil = PyGILState_Ensure();
	struct arrow_builder rows;
	int error = 0;

	memset(out, 0, sizeof(*out));
	if (step((struct batches_object *)s->batches, &rows) < 0) {
		take_exception(s);
		error = EIO;
	} else if (rows.length > 0) {
		error = export_rows(&rows, out);
	}
	arrow_builder_free(&rows);
	PyGILState_Release(gil);
	return error;
}

static const char *
stream_get_last_error(struct ArrowArrayStream *stream)
{
	return ((struct stream *)stream->private_data)->error;
}

static void
stream_release(struct ArrowArrayStream *stream)
{
	struct stream *s = stream->private_data;
	PyGILState_STATE gil = PyGILState_Ensure();

	Py_DECREF(s->batches);
	PyGILState_Release(gil);
	free(s);
	stream->release = NULL;
}

static void
free_stream(PyObject *capsule)
{
	struct ArrowArrayStream *stream =
	    PyCapsule_GetPointer(capsule, "arrow_array_stream");

	if (stream && stream->release)
		stream->release(stream);
	free(stream);
}

static PyObject *
batches_c_stream(PyObject *self, PyObject *args, PyObject *keywords)
{
	static char *names[] = { "requested_schema", NULL };
	struct ArrowArrayStream *stream;
	PyObject *requested = NULL, *capsule;
	struct stream *s;

	if (!PyArg_ParseTupleAndKeywords(args, keywords, "|O:__arrow_c_stream__", names,
	    &requested) || (capsule = capsule_new("arrow_array_stream", sizeof(*stream),
	    free_stream)) == NULL)
		return NULL;
	stream = PyCapsule_GetPointer(capsule, "arrow_array_stream");
	s = calloc(1, sizeof(*s));
	if (s == NULL) {
		Py_DECREF(capsule);
		return PyErr_NoMemory();
	}
	s->batches = Py_NewRef(self);
	*stream = (struct ArrowArrayStream){ stream_get_schema, stream_get_next,
		stream_get_last_error, stream_release, s };
	/* cppcheck-suppress memleak ; the capsule owns s */
	return capsule;
}

/* ---- the type --- */

PyTypeObject *
batches_type_new(PyObject *module)
{
	static PyMethodDef methods[] = {
		{ "__arrow_c_schema__", batches_c_schema, METH_NOARGS, NULL },
		{ "__arrow_c_stream__", (PyCFunction)(void (*)(void))batches_c_stream,
		    METH_VARARGS | METH_KEYWORDS, NULL },
		{ NULL, NULL, 0, NULL },
	};
	PyType_Slot slots[] = {
		{ Py_tp_dealloc, (void *)batches_dealloc },
		{ Py_tp_traverse, (void *)batches_traverse },
		{ Py_tp_clear, (void *)batches_clear },
		{ Py_tp_iter, (void *)PyObject_SelfIter },
		{ Py_tp_iternext, (void *)batches_next },
		{ Py_tp_methods, methods },
		{ Py_tp_doc, (void *)"An iterator over record batches, and an Arrow stream." },
		{ 0, NULL },
	};
	PyType_Spec spec = { .name = "urlgrep.Batches",
		.basicsize = sizeof(struct batches_object),
		.flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
		    Py_TPFLAGS_HAVE_GC,
		.slots = slots };

	return type_new(module, &spec, "Batches");
}

/* Open the source, for rows with these columns. Return -1 with an exception. */
static int
open_batches(struct batches_object *b, struct state *state, const struct mail_options *o,
    PyObject *columns)
{
	if (column_list_read(&b->columns, columns, OF_MAIL) < 0 ||
	    mail_source_open(&b->source, state, o) < 0)
		return -1;
	b->details = pool_new_details(b->source.pool, o->search.unwrap_classes,
	    o->search.wrappers);
	return b->details ? 0 : -1;
}

static PyObject *
make_batches(struct state *state, const struct mail_options *o, PyObject *columns,
    Py_ssize_t max_bytes)
{
	struct batches_object *b = (struct batches_object *)PyType_GenericAlloc(
	    state->batches_type, 0);

	if (b == NULL)
		return NULL;
	b->options = o->search;
	b->max_bytes = max_bytes > 0 ? (size_t)max_bytes : 1;
	if (open_batches(b, state, o, columns) == 0)
		return (PyObject *)b;
	Py_DECREF(b);
	return NULL;
}

PyObject *
py_batches(PyObject *module, PyObject *args, PyObject *keywords)
{
	static char *names[] = { "source", "begin", "end", "type", "columns", "max_bytes",
		NULL };
	struct mail_options o = { .end = UINT64_MAX };
	PyObject *others = take_options(state_of_module(module), &o.search, FOR_MAIL,
	    keywords, names);
	PyObject *columns = NULL, *batches = NULL;
	Py_ssize_t max_bytes = BATCH_BYTES;

	if (others && PyArg_ParseTupleAndKeywords(args, others, "O|O&O&$zOn:batches", names,
	    &o.source, convert_range_begin, &o.begin, convert_range_end, &o.end, &o.type,
	    &columns, &max_bytes))
		batches = make_batches(state_of_module(module), &o, columns, max_bytes);
	Py_XDECREF(others);
	return batches;
}
