/* columns.c - URLs as columns of Arrow: extract() and batches()
 * (https://arrow.apache.org/docs/format/CDataInterface/PyCapsuleInterface.html) */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "module.h"

static PyObject *
raise_failure(void)
{
	PyErr_SetString(PyExc_MemoryError, "no memory, or more than 2 GiB in a column");
	return NULL;
}

/* ---- which columns --- */

static int
add_field(struct field_list *list, PyObject *name)
{
	Py_ssize_t len;
	const char *text = PyUnicode_AsUTF8AndSize(name, &len);
	const struct field *field = text ? field_named(text, (size_t)len) : NULL;

	if (text == NULL)
		return -1;
	if (field == NULL || list->count == MAX_FIELDS) {
		PyErr_Format(PyExc_ValueError, field ? "too many columns: %.100U" :
		    "unknown column: %.100U", name);
		return -1;
	}
	list->at[list->count++] = field;
	return 0;
}

/* Read a sequence of names, or None: the default columns of the set (OF_TEXT, OF_MAIL). */
static int
read_fields(struct field_list *list, PyObject *names, unsigned set)
{
	const struct field *field;
	PyObject *iterator, *name;
	int status = 0;
	unsigned i;

	list->count = 0;
	if (names == Py_None) {
		for (i = 0; (field = field_at(i)) != NULL; i++)
			if (field->sets & set)
				list->at[list->count++] = field;
		return 0;
	}
	iterator = PyObject_GetIter(names);
	if (iterator == NULL)
		return -1;
	while (status == 0 && (name = PyIter_Next(iterator)) != NULL) {
		status = add_field(list, name);
		Py_DECREF(name);
	}
	Py_DECREF(iterator);
	return PyErr_Occurred() ? -1 : status;
}

/* ---- capsules --- */

/* The structures of Arrow by the names that their capsules have. */
#define FREE(structure, name) \
static void \
free_##name(PyObject *capsule) \
{ \
	struct structure *at = PyCapsule_GetPointer(capsule, #name); \
\
	if (at->release) \
		at->release(at); \
	free(at); \
}
FREE(ArrowSchema, arrow_schema)
FREE(ArrowArray, arrow_array)
FREE(ArrowArrayStream, arrow_array_stream)

/* Return a capsule that holds a structure of zeros, and set *structure. */
static PyObject *
capsule_new(const char *name, size_t size, PyCapsule_Destructor destructor, void *structure)
{
	void *at = calloc(1, size);
	PyObject *capsule = at ? PyCapsule_New(at, name, destructor) : PyErr_NoMemory();

	if (capsule == NULL)
		free(at);
	*(void **)structure = at;
	return capsule;
}

static PyObject *
schema_of_rows(const struct rows *rows)
{
	struct ArrowSchema *schema;
	PyObject *capsule = capsule_new("arrow_schema", sizeof(*schema), free_arrow_schema,
	    &schema);

	if (capsule == NULL || rows_export_schema(rows, schema))
		return capsule;
	Py_DECREF(capsule);
	return PyErr_NoMemory();
}

/* ---- the type urlgrep.Array --- */

struct array_object {
	PyObject_HEAD
	struct rows *rows;
};

/* Return an array of rows, which are taken over. */
static PyObject *
array_object_new(struct state *state, struct rows *rows)
{
	struct array_object *a = PyObject_New(struct array_object, state->array_type);

	if (a == NULL)
		rows_release(rows);
	else
		a->rows = rows;
	return (PyObject *)a;
}

static void
array_dealloc(PyObject *self)
{
	PyTypeObject *type = Py_TYPE(self);

	rows_release(((struct array_object *)self)->rows);
	PyObject_Free(self);
	Py_DECREF(type);
}

static PyObject *
array_c_schema(PyObject *self, PyObject *unused)
{
	(void)unused;
	return schema_of_rows(((struct array_object *)self)->rows);
}

/* A consumer may ask for another type, and has to take what it gets. */
static PyObject *
array_c_array(PyObject *self, PyObject *args, PyObject *keywords)
{
	PyObject *schema = array_c_schema(self, NULL), *capsule;
	struct ArrowArray *array;

	(void)args;
	(void)keywords;
	if (schema == NULL)
		return NULL;
	capsule = capsule_new("arrow_array", sizeof(*array), free_arrow_array, &array);
	if (capsule && !rows_export(((struct array_object *)self)->rows, array)) {
		PyErr_NoMemory();
		Py_CLEAR(capsule);
	}
	return Py_BuildValue("(NN)", schema, capsule);
}

static Py_ssize_t
array_length(PyObject *self)
{
	return (Py_ssize_t)((struct array_object *)self)->rows->root.length;
}

static PyMethodDef array_methods[] = {
	{ "__arrow_c_schema__", array_c_schema, METH_NOARGS, NULL },
	{ "__arrow_c_array__", KEYWORDS(array_c_array), METH_VARARGS | METH_KEYWORDS, NULL },
	{ NULL, NULL, 0, NULL },
};

static PyType_Slot array_slots[] = {
	{ Py_tp_dealloc, (void *)array_dealloc },
	{ Py_tp_methods, array_methods },
	{ Py_sq_length, (void *)array_length },
	{ Py_tp_doc, (void *)"An Arrow array: pyarrow.array(a), polars.Series(a)." },
	{ 0, NULL },
};

PyType_Spec array_spec = { .name = "urlgrep.Array",
	.basicsize = sizeof(struct array_object),
	.flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
	.slots = array_slots };

/* ---- extract(): a column of texts --- */

/* A column: a sequence of str, bytes and None, or an Arrow array or stream, which is read chunk
 * by chunk. */
struct texts {
	PyObject *owners;      /* of a sequence: a list of the owners of the texts, */
	urlgrep_span *spans;   /* and these; */
	PyObject *capsules;    /* of Arrow */
	struct ArrowSchema *schema, own_schema;
	struct ArrowArrayStream *stream; /* or NULL */
	struct ArrowArray *chunk, own_chunk;
	char format;           /* of the texts: u, U, z, Z, v (views), n (nulls) */
	bool is_wrapped;       /* the texts are the only child of a struct */
	int64_t length;        /* of the current chunk */
	bool is_started;
};

/* Append the text of an object to the list of its owners. */
static int
add_text(struct texts *t, PyObject *object)
{
	struct text_input input = { .owner = NULL };

	if (object == Py_None)
		return 0;
	if (!PyUnicode_Check(object) && !PyBytes_Check(object)) {
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
open_sequence(struct texts *t, PyObject *column)
{
	PyObject *objects = PySequence_Tuple(column);
	Py_ssize_t count = objects ? PyTuple_Size(objects) : 0;
	int status = -1;

	t->owners = PyList_New(0);
	t->spans = calloc((size_t)count + 1, sizeof(*t->spans));
	if (objects && t->spans == NULL)
		PyErr_NoMemory();
	if (objects && t->owners && t->spans)
		for (status = 0; status == 0 && t->length < count; t->length++)
			status = add_text(t, PyTuple_GetItem(objects, t->length));
	Py_XDECREF(objects);
	return status;
}

/* Look where the texts are: in the array itself, or in the only column of a table. */
static int
read_schema(struct texts *t)
{
	const struct ArrowSchema *schema = t->schema;
	const char *format = schema->format;

	t->is_wrapped = strcmp(format, "+s") == 0 && schema->n_children == 1;
	if (t->is_wrapped)
		schema = schema->children[0];
	format = schema->format;
	if (!schema->dictionary && *format && (strcmp(format, "vu") == 0 ||
	    strcmp(format, "vz") == 0 || (strchr("uUzZn", *format) && format[1] == '\0'))) {
		t->format = *format;
		return 0;
	}
	PyErr_Format(PyExc_TypeError,
	    "expected a column of strings or binary, not of the Arrow format \"%.100s\"%s",
	    format, schema->dictionary ? ", encoded by a dictionary" : "");
	return -1;
}

static int
open_array(struct texts *t, PyObject *column)
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
	if (t->schema == NULL || t->chunk == NULL)
		return -1;
	t->length = t->chunk->length;
	return read_schema(t);
}

static int
open_stream(struct texts *t, PyObject *column)
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

static int
texts_open(struct texts *t, PyObject *column)
{
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

static void
texts_close(struct texts *t)
{
	if (t->own_chunk.release)
		t->own_chunk.release(&t->own_chunk);
	if (t->own_schema.release)
		t->own_schema.release(&t->own_schema);
	Py_XDECREF(t->capsules);
	Py_XDECREF(t->owners);
	free(t->spans);
}

/* Go to the next chunk. Return 1, 0 at the end, or -1 with an exception. */
static int
next_chunk(struct texts *t)
{
	bool is_first = !t->is_started;
	const char *why;
	int error;

	t->is_started = true;
	if (t->stream == NULL)
		return is_first;
	if (t->own_chunk.release)
		t->own_chunk.release(&t->own_chunk);
	error = t->stream->get_next(t->stream, &t->own_chunk);
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

/* Return a text whose view (16 bytes) is in the array: short ones are in it, others in one of the
 * data buffers. */
static urlgrep_span
viewed_text(const struct ArrowArray *a, int64_t i)
{
	const char *view = (const char *)a->buffers[1] + 16 * i;
	int32_t len, at[2];

	memcpy(&len, view, sizeof(len));
	if (len <= 12)
		return (urlgrep_span){ view + 4, (size_t)len };
	memcpy(at, view + 8, sizeof(at)); /* the buffer, and where in it */
	return (urlgrep_span){ (const char *)a->buffers[2 + at[0]] + at[1], (size_t)len };
}

/* Return text number i of the chunk, absent if it is null. Does not need the GIL. */
static urlgrep_span
text_at(const struct texts *t, int64_t i)
{
	const struct ArrowArray *a = t->chunk;
	int64_t begin, end;

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
	if (t->format == 'U' || t->format == 'Z') {
		begin = ((const int64_t *)a->buffers[1])[i];
		end = ((const int64_t *)a->buffers[1])[i + 1];
	} else {
		begin = ((const int32_t *)a->buffers[1])[i];
		end = ((const int32_t *)a->buffers[1])[i + 1];
	}
	return (urlgrep_span){ a->buffers[2] ? (const char *)a->buffers[2] + begin : "",
		(size_t)(end - begin) };
}

struct extract {
	struct search_options options;
	struct field_list fields;
	urlgrep_scanner *scanner;
	struct details *details;
	struct rows *rows;
};

/* Append the URLs of one text. Return false without memory. */
static bool
extract_text(struct extract *e, urlgrep_span text)
{
	struct row row = { .details = e->details };
	bool is_good = true;

	urlgrep_scanner_reset(e->scanner);
	if (text.text) {
		urlgrep_scanner_text(e->scanner, text.text, text.len,
		    search_text_flags(&e->options));
		while ((row.finding = urlgrep_next(e->scanner)) != NULL)
			if (search_wants(&e->options, row.finding))
				rows_append(e->rows, &row);
		is_good = urlgrep_scanner_status(e->scanner) == URLGREP_END;
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

	while ((status = next_chunk(texts)) == 1) {
		Py_BEGIN_ALLOW_THREADS
		for (i = 0; i < texts->length && is_good; i++)
			is_good = extract_text(e, text_at(texts, i));
		Py_END_ALLOW_THREADS
		if (!is_good || details_have_failed(e->details) ||
		    !rows_measure(e->rows, &bytes)) {
			raise_failure();
			return -1;
		}
	}
	return status;
}

/* Search the column, with a scanner and details of the engine. */
static PyObject *
extract(struct extract *e, struct state *state, PyObject *column)
{
	struct engine *engine = engine_of(state, &e->options);
	struct texts texts = { .owners = NULL };
	PyObject *array = NULL;

	e->scanner = engine ? engine_take_scanner(engine) : NULL;
	e->details = e->scanner ? engine_take_details(engine) : NULL;
	e->rows = e->details ? rows_new(&e->fields, true) : NULL;
	if (e->details && e->rows == NULL)
		PyErr_NoMemory();
	if (e->rows && texts_open(&texts, column) == 0 && extract_chunks(e, &texts) == 0) {
		array = array_object_new(state, e->rows);
		e->rows = NULL;
	}
	texts_close(&texts);
	rows_release(e->rows);
	if (e->details)
		engine_give_details(engine, e->details);
	if (e->scanner)
		engine_give_scanner(engine, e->scanner);
	return array;
}

/* extract(column, columns, options) -> Array */
PyObject *
py_extract(PyObject *module, PyObject *args)
{
	struct state *state = state_of_module(module);
	PyObject *column, *columns, *options;
	struct extract e;

	if (!PyArg_ParseTuple(args, "OOO!", &column, &columns, &PyDict_Type, &options) ||
	    options_read(state, &e.options, FOR_TEXT, options) < 0 ||
	    read_fields(&e.fields, columns, OF_TEXT) < 0)
		return NULL;
	return extract(&e, state, column);
}

/* ---- batches(): the URLs of a mailbox as record batches ---
 *
 * A batch is complete after so many bytes, not rows, so that its memory is bounded. A read error
 * is a row, too. */

enum { ROWS_BETWEEN_CHECKS = 16 /* of the size of a batch */ };

struct batches_object {
	PyObject_HEAD
	struct mail_source source;
	struct field_list fields;
	struct details *details;
	size_t max_bytes;
	bool is_at_end;
	char error[256]; /* of the stream */
};

/* Append a row for the error for which the reader skipped something. */
static void
append_error(struct batches_object *b, struct rows *rows)
{
	const urlgrep_mail_error_info *error = urlgrep_mail_error(b->source.mail);

	rows_append(rows, &(struct row){ .path = error->path, .error = error->reason });
}

/* Append rows until the batch is full or the input ends, without the GIL. Return false without
 * memory. */
static bool
fill_batch(struct batches_object *b, struct rows *rows)
{
	struct row row = { .mail = b->source.mail, .details = b->details };
	urlgrep_status status = URLGREP_OK;
	size_t bytes = 0;

	if (b->source.opened == URLGREP_SKIPPED) {
		append_error(b, rows);
		status = URLGREP_END;
	}
	while (status != URLGREP_END && bytes < b->max_bytes) {
		status = urlgrep_mail_next(row.mail, &row.finding, &row.location);
		if (status == URLGREP_NOMEM)
			return false;
		if (status == URLGREP_SKIPPED)
			append_error(b, rows);
		else if (status == URLGREP_OK && search_wants(&b->source.options, row.finding))
			rows_append(rows, &row);
		if (rows->root.length % ROWS_BETWEEN_CHECKS == 0 && !rows_measure(rows, &bytes))
			return false;
	}
	b->is_at_end = status == URLGREP_END;
	return rows_measure(rows, &bytes) && !details_have_failed(b->details);
}

/* Return the next batch, which has no rows at the end of the input. */
static struct rows *
next_batch(struct batches_object *b)
{
	struct rows *rows;
	bool is_good = true;

	if (mail_source_enter(&b->source) < 0)
		return NULL;
	Py_BEGIN_ALLOW_THREADS
	rows = rows_new(&b->fields, false);
	if (rows && !b->source.is_empty && !b->is_at_end)
		is_good = fill_batch(b, rows);
	Py_END_ALLOW_THREADS
	if (mail_source_leave(&b->source) == 0) {
		if (rows && is_good)
			return rows;
		raise_failure();
	}
	rows_release(rows);
	return NULL;
}

static PyObject *
batches_next(PyObject *self)
{
	struct rows *rows = next_batch((struct batches_object *)self);

	if (rows && rows->root.length > 0)
		return array_object_new(state_of_object(self), rows);
	rows_release(rows);
	return NULL;
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
	struct batches_object *b = (struct batches_object *)self;
	PyTypeObject *type = Py_TYPE(self);

	PyObject_GC_UnTrack(self);
	if (b->details)
		engine_give_details(b->source.engine, b->details);
	mail_source_close(&b->source);
	PyObject_GC_Del(self);
	Py_DECREF(type);
}

static PyObject *
batches_c_schema(PyObject *self, PyObject *unused)
{
	struct rows *rows = rows_new(&((struct batches_object *)self)->fields, false);
	PyObject *capsule = rows ? schema_of_rows(rows) : PyErr_NoMemory();

	(void)unused;
	rows_release(rows);
	return capsule;
}

/* ---- the Arrow stream: its private data are the batches --- */

static int
stream_get_schema(struct ArrowArrayStream *stream, struct ArrowSchema *out)
{
	struct batches_object *b = stream->private_data;
	struct rows *rows = rows_new(&b->fields, false);
	bool is_done = rows && rows_export_schema(rows, out);

	rows_release(rows);
	return is_done ? 0 : ENOMEM;
}

/* Keep the text of the exception for get_last_error. */
static void
take_exception(struct batches_object *b)
{
	PyObject *type, *error, *traceback, *text;
	const char *string;

	PyErr_Fetch(&type, &error, &traceback);
	text = error ? PyObject_Str(error) : NULL;
	string = text ? PyUnicode_AsUTF8AndSize(text, NULL) : NULL;
	snprintf(b->error, sizeof(b->error), "%s", string ? string : "no memory");
	PyErr_Clear();
	Py_XDECREF(text);
	Py_XDECREF(type);
	Py_XDECREF(error);
	Py_XDECREF(traceback);
}

static int
stream_get_next(struct ArrowArrayStream *stream, struct ArrowArray *out)
{
	struct batches_object *b = stream->private_data;
	PyGILState_STATE gil = PyGILState_Ensure();
	struct rows *rows = next_batch(b);
	int error = rows ? 0 : EIO;

	memset(out, 0, sizeof(*out));
	if (rows == NULL)
		take_exception(b);
	else if (rows->root.length > 0 && !rows_export(rows, out))
		error = ENOMEM;
	rows_release(rows);
	PyGILState_Release(gil);
	return error;
}

static const char *
stream_get_last_error(struct ArrowArrayStream *stream)
{
	return ((struct batches_object *)stream->private_data)->error;
}

static void
stream_release(struct ArrowArrayStream *stream)
{
	PyGILState_STATE gil = PyGILState_Ensure();

	Py_DECREF((PyObject *)stream->private_data);
	PyGILState_Release(gil);
	stream->release = NULL;
}

static PyObject *
batches_c_stream(PyObject *self, PyObject *args, PyObject *keywords)
{
	struct ArrowArrayStream *stream;
	PyObject *capsule = capsule_new("arrow_array_stream", sizeof(*stream),
	    free_arrow_array_stream, &stream);

	(void)args;
	(void)keywords;
	if (capsule)
		*stream = (struct ArrowArrayStream){ stream_get_schema, stream_get_next,
			stream_get_last_error, stream_release, Py_NewRef(self) };
	return capsule;
}

/* ---- the type urlgrep.Batches --- */

static PyMethodDef batches_methods[] = {
	{ "__arrow_c_schema__", batches_c_schema, METH_NOARGS, NULL },
	{ "__arrow_c_stream__", KEYWORDS(batches_c_stream),
	    METH_VARARGS | METH_KEYWORDS, NULL },
	{ NULL, NULL, 0, NULL },
};

static PyType_Slot batches_slots[] = {
	{ Py_tp_dealloc, (void *)batches_dealloc },
	{ Py_tp_traverse, (void *)batches_traverse },
	{ Py_tp_clear, (void *)batches_clear },
	{ Py_tp_iter, (void *)PyObject_SelfIter },
	{ Py_tp_iternext, (void *)batches_next },
	{ Py_tp_methods, batches_methods },
	{ Py_tp_doc, (void *)"An iterator over record batches, and an Arrow stream." },
	{ 0, NULL },
};

PyType_Spec batches_spec = { .name = "urlgrep.Batches",
	.basicsize = sizeof(struct batches_object),
	.flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
	    Py_TPFLAGS_HAVE_GC,
	.slots = batches_slots };

/* batches(columns, max_bytes, arguments of a source) -> Batches */
PyObject *
py_batches(PyObject *module, PyObject *args)
{
	struct state *state = state_of_module(module);
	struct batches_object *b;
	PyObject *columns, *source;
	Py_ssize_t max_bytes;

	if (!PyArg_ParseTuple(args, "OnO!", &columns, &max_bytes, &PyTuple_Type, &source))
		return NULL;
	b = (struct batches_object *)PyType_GenericAlloc(state->batches_type, 0);
	if (b == NULL)
		return NULL;
	b->max_bytes = max_bytes > 0 ? (size_t)max_bytes : 1;
	if (read_fields(&b->fields, columns, OF_MAIL) == 0 &&
	    mail_source_open(&b->source, state, source) == 0 &&
	    (b->details = engine_take_details(b->source.engine)) != NULL)
		return (PyObject *)b;
	Py_DECREF(b);
	return NULL;
}
