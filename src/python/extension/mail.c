/* mail.c - reads a mailbox as messages or as record batches of URLs, from a path, a bytes-like
 * object or a file object (as of an object store); reads header fields and texts of single
 * messages */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "module.h"
#include "util/memory.h"

enum { ROWS_BETWEEN_CHECKS = 16 /* of the batch size */ };

static const char *const type_names[] = { [URLGREP_MAIL_TEXT] = "text",
	[URLGREP_MAIL_MESSAGE] = "mail", [URLGREP_MAIL_MBOX] = "mbox",
	[URLGREP_MAIL_HTML] = "html" };

/* An iterator over messages, or over batches. */
struct reader {
	PyObject_HEAD
	PyObject *module;      /* keeps the engine: at exit, the type may lose the module first */
	struct engine *engine;
	urlgrep_mail *mail;    /* NULL after reader_clear */
	PyObject *read;        /* read(offset, size) of a file object, which returns up to size
	                          bytes; or NULL */
	int is_seekable;       /* read accepts any offset */
	Py_buffer buffer;      /* of a bytes-like object; .obj is NULL if there is none */
	const char *path;      /* of a file, or another name of the source */
	PyObject *encoded_path; /* owns path, as bytes */
	PyObject *path_object;  /* the path as a str, or NULL */
	PyObject *message_type; /* the class Message; NULL: the reader makes batches */
	struct search_options options;
	bool is_at_end;        /* there are no more messages or batches */
	bool is_busy;          /* a thread is in the reader */
	bool reads_ahead;      /* a thread decompresses, in the process that opened the reader */
	pid_t process;
	urlgrep_status opened;
	PyObject *error;       /* an exception that the file object raised */
	/* for batches */
	struct field_list fields;
	struct details *details;
	size_t max_bytes;
	char stream_error[256];
};

/* ---- file objects --- */

/* Clear and return the current exception. */
static PyObject *
take_exception(void)
{
	PyObject *type, *error, *traceback;

	PyErr_Fetch(&type, &error, &traceback);
	PyErr_NormalizeException(&type, &error, &traceback);
	if (traceback)
		PyException_SetTraceback(error, traceback);
	Py_XDECREF(type);
	Py_XDECREF(traceback);
	return error;
}

/* Read from the file object on behalf of the library, which calls this without the GIL. Keep the
 * first exception. A subclass of bytes may return anything as a slice. */
static ssize_t
read_file_object(void *reader, char *buffer, size_t size, uint64_t offset)
{
	struct reader *r = reader;
	PyGILState_STATE gil = PyGILState_Ensure();
	PyObject *bytes = PyObject_CallFunction(r->read, "Kn", (unsigned long long)offset,
	    (Py_ssize_t)size);
	Py_ssize_t len = -1;
	char *text;

	if (bytes && PyBytes_AsStringAndSize(bytes, &text, &len) == 0 && (size_t)len > size) {
		PyErr_SetString(PyExc_ValueError, "read() returned more bytes than requested");
		len = -1;
	}
	if (len >= 0) {
		memcpy(buffer, text, (size_t)len);
	} else if (r->error == NULL) {
		r->error = take_exception();
	} else {
		PyErr_Clear();
	}
	Py_XDECREF(bytes);
	PyGILState_Release(gil);
	errno = EIO;
	return len;
}

/* ---- opening --- */

/* Make the library's reader. type is a name or None. */
static int
make_reader(struct reader *r, PyObject *type, bool reads_ahead)
{
	urlgrep_mail_options options = search_mail_options(&r->options);

	if (type != Py_None) {
		options.type = URLGREP_MAIL_TEXT; /* the first type that has a name */
		while (options.type < COUNT(type_names) && (!PyUnicode_Check(type) ||
		    PyUnicode_CompareWithASCIIString(type, type_names[options.type]) != 0))
			options.type++;
	}
	if (options.type == COUNT(type_names)) {
		PyErr_Format(PyUnicode_Check(type) ? PyExc_ValueError : PyExc_TypeError,
		    "type: expected \"mbox\", \"mail\", \"text\" or \"html\", not %.100R", type);
		return -1;
	}
	r->reads_ahead = reads_ahead && r->read == NULL && r->buffer.obj == NULL;
	options.flags |= r->reads_ahead ? URLGREP_READ_AHEAD : 0;
	r->mail = urlgrep_mail_new(r->engine->grammar, &options);
	if (r->mail == NULL)
		PyErr_NoMemory();
	return r->mail ? 0 : -1;
}

/* Open the source in the reader. Call without the GIL. */
static urlgrep_status
open_source(struct reader *r, const urlgrep_mail_range *range)
{
	urlgrep_mail_source source = { read_file_object, r, r->is_seekable };

	if (r->buffer.obj)
		return urlgrep_mail_open_buffer(r->mail, r->path,
		    r->buffer.buf ? r->buffer.buf : "", (size_t)r->buffer.len, range);
	if (r->read)
		return urlgrep_mail_open_source(r->mail, r->path, &source, range);
	return urlgrep_mail_open_file(r->mail, r->path, range);
}

/* Return true if the source is a mailbox whose messages can be found from any byte on. Does not
 * need the GIL. */
static bool
is_divisible(struct reader *r)
{
	const urlgrep_member *member;

	return r->opened == URLGREP_OK && urlgrep_mail_divisible(r->mail) &&
	    urlgrep_mail_next_member(r->mail, &member) == URLGREP_OK &&
	    member->type == URLGREP_MAIL_MBOX;
}

/* Open a range of the source. A file that cannot be divided counts as one message that begins
 * at 0. Call without the GIL. */
static void
open_range(struct reader *r, uint64_t begin, uint64_t end)
{
	urlgrep_mail_range range = { .size = sizeof(range), .begin = begin, .end = end,
		.type = URLGREP_MAIL_MBOX, .flags = URLGREP_MAIL_KNOWN_DIVISIBLE };

	r->opened = open_source(r, NULL);
	if (r->opened != URLGREP_OK || (begin == 0 && end == UINT64_MAX))
		return;
	if (begin < end && is_divisible(r))
		r->opened = open_source(r, &range);
	else if (begin == 0 && end > 0)
		r->opened = open_source(r, NULL);
	else
		r->is_at_end = true;
}

/* ---- using the library's reader --- */

/* Enter the reader. Fail if is_right is false, since the reader was made for the other use, or if
 * the reader is used by another thread or in a forked process. */
static int
reader_enter(struct reader *r, bool is_right)
{
	if (!is_right) {
		PyErr_SetString(PyExc_TypeError, "a reader has either messages or batches");
		return -1;
	}
	if (r->is_busy) {
		PyErr_SetString(PyExc_ValueError, "the mailbox is being read by another thread");
		return -1;
	}
	if (r->reads_ahead && r->process != getpid()) {
		PyErr_SetString(PyExc_RuntimeError,
		    "the mailbox is being read by another process");
		return -1;
	}
	r->is_busy = true;
	return 0;
}

/* Leave the reader. If the file object raised an exception meanwhile, raise it. */
static int
reader_leave(struct reader *r)
{
	PyObject *error = r->error;

	r->is_busy = false;
	r->error = NULL;
	if (error)
		PyErr_SetObject((PyObject *)Py_TYPE(error), error);
	Py_XDECREF(error);
	return error ? -1 : 0;
}

/* Raise the reader's error as an exception of that type: OSError(errno, reason, path). */
static void
raise_error(const struct reader *r, PyObject *type)
{
	const urlgrep_mail_error_info *error = urlgrep_mail_error(r->mail);
	int number = error->system_error ? error->system_error : EIO; /* damaged data */
	PyObject *arguments = Py_BuildValue("(isN)", number, error->reason,
	    PyUnicode_DecodeFSDefault(error->path));

	if (arguments)
		PyErr_SetObject(type, arguments);
	Py_XDECREF(arguments);
}

/* ---- messages --- */

/* Go to the next wanted URL of the message. Does not need the GIL. */
static urlgrep_status
next_wanted(struct reader *r, struct row *row)
{
	urlgrep_status status;

	do
		status = urlgrep_mail_next(r->mail, &row->finding, &row->location);
	while (status == URLGREP_OK && !search_wants(&r->options, row->finding));
	return status;
}

/* Append the URLs of the message, the first of which is in the row, and the errors for parts that
 * were skipped. */
static int
append_findings(struct reader *r, struct state *state, urlgrep_status status, struct row *row,
    PyObject *urls, PyObject *errors)
{
	while (status != URLGREP_END) {
		const urlgrep_location *where = row->location;
		int appended = -1;

		if (status == URLGREP_OK)
			appended = append_object(urls, url_object_new(state, r->engine,
			    row->finding, where, (int64_t)where->offset,
			    (int64_t)(where->offset + where->length)));
		else if (status == URLGREP_SKIPPED)
			appended = append_object(errors,
			    PyUnicode_FromString(urlgrep_mail_error(r->mail)->reason));
		else
			PyErr_NoMemory();
		if (appended < 0)
			return -1;
		Py_BEGIN_ALLOW_THREADS
		status = next_wanted(r, row);
		Py_END_ALLOW_THREADS
	}
	return 0;
}

/* Return the path of a message, which is usually the same object as last time. */
static PyObject *
path_of(struct reader *r, const char *path)
{
	if (strcmp(path, r->path) != 0)
		return PyUnicode_DecodeFSDefault(path);
	if (r->path_object == NULL)
		r->path_object = PyUnicode_DecodeFSDefault(path);
	return Py_XNewRef(r->path_object);
}

/* Return the header fields of the current message by the names of their columns. */
static PyObject *
dict_of_fields(urlgrep_mail *mail)
{
	PyObject *dict = PyDict_New();
	const struct field *field;
	struct row row = { .mail = mail, .finding = &(urlgrep_finding){ .length = 0 } };
	struct value value;

	for (field = field_table; dict && field->name; field++) {
		if (field->source != IN_HEADER)
			continue;
		field_get(field, &row, &value);
		if (set_item(dict, field->name, value.is_absent ? Py_NewRef(Py_None) :
		    str_of_span(value.text)) < 0)
			Py_CLEAR(dict);
	}
	return dict;
}

/* Let the message keep its header fields if its date is that of the "From " line, which is not in
 * its text. */
static int
keep_header(urlgrep_mail *mail, PyObject *message)
{
	const char *source = urlgrep_mail_header(mail, URLGREP_MAIL_DATE_SOURCE);
	PyObject *header;
	int status;

	if (source == NULL || strcmp(source, "from-line") != 0)
		return 0;
	header = dict_of_fields(mail);
	status = header ? PyObject_SetAttrString(message, "_header", header) : -1;
	Py_XDECREF(header);
	return status;
}

/* Return an object of the class Message for the message whose first URL was looked for. */
static PyObject *
message_object(struct reader *r, struct state *state, urlgrep_status status, struct row *row)
{
	PyObject *urls = PyList_New(0), *errors = PyList_New(0), *message = NULL;

	if (urls && errors && append_findings(r, state, status, row, urls, errors) == 0) {
		/* the text of the message may have moved */
		const urlgrep_message *m = urlgrep_mail_current(r->mail);

		message = PyObject_CallFunction(r->message_type, "NsKKKKNON", path_of(r, m->path),
		    type_names[m->type], (unsigned long long)m->number, (unsigned long long)m->offset,
		    (unsigned long long)m->length, (unsigned long long)m->line,
		    m->text.text ? PyBytes_FromStringAndSize(m->text.text,
		    (Py_ssize_t)m->text.len) : Py_NewRef(Py_None), urls,
		    PyList_AsTuple(errors));
		if (message && keep_header(r->mail, message) < 0)
			Py_CLEAR(message);
	}
	Py_XDECREF(urls);
	Py_XDECREF(errors);
	return message;
}

/* next_message() -> Message; None at the end */
static PyObject *
reader_next_message(PyObject *self, PyObject *unused)
{
	struct reader *r = (struct reader *)self;
	struct state *state = PyType_GetModuleState(Py_TYPE(self));
	PyObject *object = NULL;
	const urlgrep_message *m;
	urlgrep_status status, found = URLGREP_END;
	struct row row;

	(void)unused;
	if (r->is_at_end)
		return Py_NewRef(Py_None);
	if (reader_enter(r, r->message_type != NULL) < 0)
		return NULL;
	Py_BEGIN_ALLOW_THREADS
	status = urlgrep_mail_next_message(r->mail, &m);
	if (status == URLGREP_OK)
		found = next_wanted(r, &row);
	Py_END_ALLOW_THREADS
	if (status == URLGREP_END)
		object = Py_NewRef(Py_None);
	else if (status == URLGREP_NOMEM)
		PyErr_NoMemory();
	else if (status == URLGREP_SKIPPED && r->error == NULL)
		raise_error(r, state->read_error);
	else if (r->error == NULL)
		object = message_object(r, state, found, &row);
	if (reader_leave(r) < 0)
		Py_CLEAR(object);
	return object;
}

/* ---- record batches ---
 *
 * A batch is complete after a number of bytes, not rows, so that its memory is bounded. A read
 * error is also a row. */

/* Append a row for the reader's last error. */
static void
append_error(struct reader *r, struct rows *rows)
{
	const urlgrep_mail_error_info *error = urlgrep_mail_error(r->mail);

	rows_append(rows, &(struct row){ .path = error->path, .error = error->reason });
}

/* Append rows until the batch is full or the input ends. Call without the GIL. Return false if out
 * of memory. */
static bool
fill_batch(struct reader *r, struct rows *rows)
{
	struct row row = { .mail = r->mail, .details = r->details };
	urlgrep_status status = r->opened;
	size_t bytes = 0;

	if (status == URLGREP_SKIPPED) {
		append_error(r, rows);
		status = URLGREP_END;
	}
	while (status != URLGREP_END && bytes < r->max_bytes) {
		status = next_wanted(r, &row);
		if (status == URLGREP_NOMEM)
			return false;
		if (status == URLGREP_SKIPPED)
			append_error(r, rows);
		else if (status == URLGREP_OK)
			rows_append(rows, &row);
		if (rows_count(rows) % ROWS_BETWEEN_CHECKS == 0 && !rows_measure(rows, &bytes))
			return false;
	}
	r->is_at_end = status == URLGREP_END;
	return rows_measure(rows, &bytes);
}

/* Return the next batch, which has no rows at the end of the input. */
static struct rows *
next_batch(struct reader *r)
{
	struct rows *rows;
	bool is_good = true;

	if (reader_enter(r, r->details != NULL) < 0)
		return NULL;
	Py_BEGIN_ALLOW_THREADS
	rows = rows_new(&r->fields, false);
	if (rows && !r->is_at_end)
		is_good = fill_batch(r, rows);
	Py_END_ALLOW_THREADS
	if (reader_leave(r) == 0) {
		if (rows && is_good)
			return rows;
		raise_rows_failed();
	}
	rows_release(rows);
	return NULL;
}

/* The functions of an Arrow stream. Its private data is the reader. */

static int
stream_get_schema(struct ArrowArrayStream *stream, struct ArrowSchema *out)
{
	struct reader *r = stream->private_data;
	struct rows *rows = rows_new(&r->fields, false);
	bool is_done = rows && rows_export_schema(rows, out);

	rows_release(rows);
	return is_done ? 0 : ENOMEM;
}

static int
stream_get_next(struct ArrowArrayStream *stream, struct ArrowArray *out)
{
	struct reader *r = stream->private_data;
	PyGILState_STATE gil = PyGILState_Ensure();
	struct rows *rows = next_batch(r);
	int error = rows ? 0 : EIO;

	memset(out, 0, sizeof(*out));
	if (rows == NULL) {
		PyObject *exception = take_exception(), *text = PyObject_Str(exception);
		const char *string = text ? PyUnicode_AsUTF8AndSize(text, NULL) : NULL;

		snprintf(r->stream_error, sizeof(r->stream_error), "%s",
		    string ? string : "out of memory");
		PyErr_Clear();
		Py_XDECREF(text);
		Py_XDECREF(exception);
	} else if (rows_count(rows) > 0 && !rows_export(rows, out)) {
		error = ENOMEM;
	}
	rows_release(rows);
	PyGILState_Release(gil);
	return error;
}

static const char *
stream_get_last_error(struct ArrowArrayStream *stream)
{
	return ((struct reader *)stream->private_data)->stream_error;
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
reader_c_stream(PyObject *self, PyObject *args, PyObject *keywords)
{
	struct ArrowArrayStream *stream;
	PyObject *capsule = stream_capsule(&stream);

	(void)args;
	(void)keywords;
	if (capsule)
		*stream = (struct ArrowArrayStream){ stream_get_schema, stream_get_next,
			stream_get_last_error, stream_release, Py_NewRef(self) };
	return capsule;
}

static PyObject *
reader_c_schema(PyObject *self, PyObject *unused)
{
	struct rows *rows = rows_new(&((struct reader *)self)->fields, false);
	PyObject *capsule = schema_capsule(rows);

	(void)unused;
	rows_release(rows);
	return capsule;
}

/* ---- the type of readers --- */

static PyObject *
reader_next(PyObject *self)
{
	struct reader *r = (struct reader *)self;
	struct rows *rows = next_batch(r);

	if (rows && rows_count(rows) > 0)
		return array_object_new(PyType_GetModuleState(Py_TYPE(self)), rows);
	rows_release(rows);
	return NULL;
}

/* is_divisible() -> bool */
static PyObject *
reader_is_divisible(PyObject *self, PyObject *unused)
{
	struct reader *r = (struct reader *)self;
	bool is_true;

	(void)unused;
	if (reader_enter(r, true) < 0)
		return NULL;
	Py_BEGIN_ALLOW_THREADS
	is_true = is_divisible(r);
	Py_END_ALLOW_THREADS
	return reader_leave(r) < 0 ? NULL : PyBool_FromLong(is_true);
}

/* Tell the garbage collector about the file object, which may refer to its reader. */
static int
reader_traverse(PyObject *self, visitproc visit, void *arg)
{
	struct reader *r = (struct reader *)self;

	Py_VISIT(Py_TYPE(self));
	Py_VISIT(r->module);
	Py_VISIT(r->read);
	Py_VISIT(r->buffer.obj);
	Py_VISIT(r->error);
	Py_VISIT(r->message_type);
	return 0;
}

/* Release the source. */
static int
reader_clear(PyObject *self)
{
	struct reader *r = (struct reader *)self;

	if (r->reads_ahead && r->process != getpid()) /* the thread exists only in the parent */
		return 0;
	r->is_at_end = true;
	r->opened = URLGREP_SKIPPED;
	urlgrep_mail_free(r->mail);
	r->mail = NULL;
	if (r->buffer.obj)
		PyBuffer_Release(&r->buffer);
	Py_CLEAR(r->read);
	Py_CLEAR(r->error);
	return 0;
}

static void
reader_dealloc(PyObject *self)
{
	struct reader *r = (struct reader *)self;
	PyTypeObject *type = Py_TYPE(self);

	PyObject_GC_UnTrack(self);
	reader_clear(self);
	if (r->details)
		engine_give_details(r->engine, r->details);
	Py_XDECREF(r->message_type);
	Py_XDECREF(r->path_object);
	Py_XDECREF(r->encoded_path);
	Py_XDECREF(r->module);
	PyObject_GC_Del(self);
	Py_DECREF(type);
}

static PyMethodDef reader_methods[] = {
	{ "next_message", reader_next_message, METH_NOARGS, NULL },
	{ "is_divisible", reader_is_divisible, METH_NOARGS, NULL },
	{ "__arrow_c_schema__", reader_c_schema, METH_NOARGS, NULL },
	{ "__arrow_c_stream__", KEYWORDS(reader_c_stream), METH_VARARGS | METH_KEYWORDS, NULL },
	{ NULL, NULL, 0, NULL },
};

static PyType_Slot reader_slots[] = {
	{ Py_tp_dealloc, (void *)reader_dealloc },
	{ Py_tp_traverse, (void *)reader_traverse },
	{ Py_tp_clear, (void *)reader_clear },
	{ Py_tp_iter, (void *)PyObject_SelfIter },
	{ Py_tp_iternext, (void *)reader_next },
	{ Py_tp_methods, reader_methods },
	{ Py_tp_doc, (void *)"An iterator over record batches, and an Arrow stream." },
	{ 0, NULL },
};

PyType_Spec reader_spec = { .name = "urlgrep.Batches",
	.basicsize = sizeof(struct reader),
	.flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
	    Py_TPFLAGS_HAVE_GC,
	.slots = reader_slots };

/* Open the source that the arguments name. A file that cannot be read raises an exception or, with
 * batches, becomes a row with the error. */
static int
reader_open(struct reader *r, struct state *state, PyObject *args)
{
	PyObject *read, *type, *options, *columns;
	Py_ssize_t begin, end, max_bytes = 0;
	int reads_ahead;

	r->process = getpid();
	if (!PyArg_ParseTuple(args, "O&z*OpnnOpO!O|n", PyUnicode_FSConverter, &r->encoded_path,
	    &r->buffer, &read, &r->is_seekable, &begin, &end, &type, &reads_ahead, &PyDict_Type,
	    &options, &columns, &max_bytes))
		return -1;
	r->path = PyBytes_AsString(r->encoded_path);
	r->read = read == Py_None ? NULL : Py_NewRef(read);
	r->engine = engine_for(state, &r->options, FOR_MAIL, options);
	if (r->engine == NULL || make_reader(r, type, reads_ahead) < 0)
		return -1;
	if (begin < 0 || end < 0) {
		PyErr_SetString(PyExc_OverflowError, "an offset is negative");
		return -1;
	}
	r->max_bytes = max_bytes > 0 ? (size_t)max_bytes : 1;
	if (PyType_Check(columns))
		r->message_type = Py_NewRef(columns);
	else if (field_list_read(&r->fields, columns) < 0 ||
	    (r->details = engine_take_details(r->engine)) == NULL)
		return -1;
	if (reader_enter(r, true) < 0)
		return -1;
	Py_BEGIN_ALLOW_THREADS
	open_range(r, (uint64_t)begin, end == PY_SSIZE_T_MAX ? UINT64_MAX : (uint64_t)end);
	Py_END_ALLOW_THREADS
	if (reader_leave(r) < 0)
		return -1;
	if (r->opened == URLGREP_NOMEM)
		PyErr_NoMemory();
	else if (r->opened != URLGREP_OK && r->message_type)
		raise_error(r, PyExc_OSError);
	return PyErr_Occurred() ? -1 : 0;
}

/* open_reader(path, data, read, is_seekable, begin, end, type, read_ahead, options, Message) ->
 * Batches, whose next_message() returns messages. With columns and max_bytes in place of the class
 * Message, return an iterator over batches. The input is the bytes-like object `data`; if that is
 * None, the bytes that the function `read` returns; if both are None, the file at `path`. */
PyObject *
py_open_reader(PyObject *module, PyObject *args)
{
	struct state *state = PyModule_GetState(module);
	PyObject *reader = PyType_GenericAlloc(state->types[READER_TYPE], 0);

	if (reader == NULL)
		return NULL;
	((struct reader *)reader)->module = Py_NewRef(module);
	if (reader_open((struct reader *)reader, state, args) < 0)
		Py_CLEAR(reader);
	return reader;
}

/* ---- a single message --- */

static PyObject *
list_of_texts(urlgrep_mail *mail)
{
	PyObject *list = PyList_New(0);
	urlgrep_status status = URLGREP_OK;
	urlgrep_mail_text text;
	size_t i;

	for (i = 0; list && (status = urlgrep_mail_text_at(mail, i, &text)) == URLGREP_OK; i++)
		if (append_object(list, Py_BuildValue("(zzNO)", text.part, text.encoding,
		    str_of_span(text.text), text.html ? Py_True : Py_False)) < 0)
			Py_CLEAR(list);
	if (list && status == URLGREP_NOMEM) {
		Py_CLEAR(list);
		PyErr_NoMemory();
	}
	return list;
}

/* read_message(raw, texts) -> a list of (part, encoding, text, html) if texts is true, else a dict
 * of header fields; None if there is no message */
PyObject *
py_read_message(PyObject *module, PyObject *args)
{
	struct state *state = PyModule_GetState(module);
	urlgrep_mail_range range = { .size = sizeof(range), .end = UINT64_MAX,
		.type = URLGREP_MAIL_MESSAGE };
	urlgrep_mail *mail = state->mail;
	PyObject *raw, *result = NULL;
	struct text_input input;
	const urlgrep_message *message;
	int wants_texts;

	if (!PyArg_ParseTuple(args, "Op", &raw, &wants_texts) || text_input_open(&input, raw) < 0)
		return NULL;
	state->mail = NULL;
	if (mail == NULL)
		mail = urlgrep_mail_new(NULL, NULL);
	if (mail && urlgrep_mail_open_buffer(mail, "", input.text.text, input.text.len,
	    &range) == URLGREP_OK && urlgrep_mail_next_message(mail, &message) == URLGREP_OK)
		result = wants_texts ? list_of_texts(mail) : dict_of_fields(mail);
	else
		result = mail && input.text.len == 0 ? Py_NewRef(Py_None) : PyErr_NoMemory();
	Py_DECREF(input.owner);
	urlgrep_mail_free(state->mail); /* another thread may have set it */
	state->mail = mail;
	return result;
}
