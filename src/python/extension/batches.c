/* batches.c - the function batches(): the URLs of a mailbox as Arrow record batches
 *
 * A batch is complete after so many bytes, not rows: what it takes is bounded. What cannot
 * be read is a row, too. */
#include "batches.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "rows.h"
#include "mail_source.h"

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
	    &requested))
		return NULL;
	stream = calloc(1, sizeof(*stream));
	s = calloc(1, sizeof(*s));
	if (stream == NULL || s == NULL) {
		free(stream);
		free(s);
		return PyErr_NoMemory();
	}
	s->batches = Py_NewRef(self);
	*stream = (struct ArrowArrayStream){ stream_get_schema, stream_get_next,
		stream_get_last_error, stream_release, s };
	capsule = PyCapsule_New(stream, "arrow_array_stream", free_stream);
	if (capsule == NULL) {
		stream_release(stream);
		free(stream);
	}
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
	PyObject *type = PyType_FromModuleAndSpec(module, &spec, NULL);

	if (type && PyModule_AddObjectRef(module, "Batches", type) < 0)
		Py_CLEAR(type);
	return (PyTypeObject *)type;
}

/* Open the source, for rows with these columns. Return -1 with an exception. */
static int
open_batches(struct batches_object *b, struct state *state, const struct mail_options *o,
    PyObject *columns)
{
	if (column_list_read(&b->columns, columns, OF_MAIL) < 0 ||
	    mail_source_open(&b->source, state, o) < 0)
		return -1;
	b->details = details_new(&(struct details_source){ .grammar_name = o->search.grammar,
	    .grammar = b->source.pool->grammar, .unwrap_classes = o->search.unwrap_classes,
	    .wrappers = o->search.wrappers });
	if (b->details == NULL)
		PyErr_NoMemory();
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
