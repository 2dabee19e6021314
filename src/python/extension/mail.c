/* mail.c - mailboxes: a path, a bytes-like object, or a file object, also of an object store; and
 * the fields and texts of single messages */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "module.h"

static const char *const type_names[] = { [URLGREP_MAIL_TEXT] = "text",
	[URLGREP_MAIL_MESSAGE] = "mail", [URLGREP_MAIL_MBOX] = "mbox",
	[URLGREP_MAIL_HTML] = "html" };

/* ---- file objects --- */

/* Read the bytes from an offset on. */
static PyObject *
read_bytes(struct mail_source *s, uint64_t offset)
{
	enum { BYTES_AT_ONCE = 1024 * 1024 };
	PyObject *bytes;

	if (s->is_seekable) {
		PyObject *place = PyObject_CallMethod(s->object, "seek", "K",
		    (unsigned long long)offset);

		if (place == NULL)
			return NULL;
		Py_DECREF(place);
	}
	bytes = PyObject_CallMethod(s->object, "read", "i", BYTES_AT_ONCE);
	if (bytes == NULL || PyBytes_Check(bytes))
		return bytes;
	PyErr_Format(PyExc_TypeError, "read() should return bytes, not %.100R",
	    (PyObject *)Py_TYPE(bytes));
	Py_DECREF(bytes);
	return NULL;
}

/* Replace the bytes that are kept. Keep the first exception instead; return false then. */
static bool
keep_bytes(struct mail_source *s, uint64_t offset)
{
	PyGILState_STATE gil = PyGILState_Ensure();
	PyObject *bytes = read_bytes(s, offset), *before = s->bytes;

	s->bytes = bytes;
	s->bytes_begin = offset;
	Py_XDECREF(before);
	if (bytes == NULL && s->error_type == NULL)
		PyErr_Fetch(&s->error_type, &s->error, &s->error_traceback);
	else if (bytes == NULL)
		PyErr_Clear();
	PyGILState_Release(gil);
	return bytes != NULL;
}

/* Return how many bytes are kept from an offset on, and set *at. Some file objects return more
 * than they are asked for, such as urllib3's of a compressed response. */
static size_t
kept_bytes(const struct mail_source *s, uint64_t offset, const char **at)
{
	Py_ssize_t len = s->bytes ? PyBytes_Size(s->bytes) : 0;

	if (offset < s->bytes_begin || offset - s->bytes_begin >= (uint64_t)len)
		return 0;
	*at = PyBytes_AsString(s->bytes) + (offset - s->bytes_begin);
	return (size_t)len - (size_t)(offset - s->bytes_begin);
}

/* Read from the file object, for the library; without the GIL. */
static ssize_t
read_file_object(void *source, char *buffer, size_t size, uint64_t offset)
{
	struct mail_source *s = source;
	const char *at = NULL;
	size_t len = kept_bytes(s, offset, &at);

	if (len == 0 && !keep_bytes(s, offset)) {
		errno = EIO;
		return -1;
	}
	if (len == 0)
		len = kept_bytes(s, offset, &at);
	if (len > size)
		len = size;
	if (len > 0)
		memcpy(buffer, at, len);
	return (ssize_t)len;
}

/* ---- opening --- */

/* Take a file object. One without seekable() is a stream. */
static int
take_file_object(struct mail_source *s, PyObject *object)
{
	PyObject *answer;
	int seekable = 0;

	s->object = Py_NewRef(object);
	if (PyObject_HasAttrString(object, "seekable")) {
		answer = PyObject_CallMethod(object, "seekable", NULL);
		seekable = answer ? PyObject_IsTrue(answer) : -1;
		Py_XDECREF(answer);
	}
	s->is_seekable = seekable > 0;
	return seekable < 0 ? -1 : 0;
}

/* Take a bytes-like object, a file object, or a path: str or os.PathLike. */
static int
take_source(struct mail_source *s, PyObject *source)
{
	PyObject *encoded = NULL;
	const char *path = "<bytes>";

	if (PyObject_CheckBuffer(source)) {
		if (PyObject_GetBuffer(source, &s->buffer, PyBUF_SIMPLE) < 0)
			return -1;
	} else if (PyObject_HasAttrString(source, "read")) {
		path = "<file>";
		if (take_file_object(s, source) < 0)
			return -1;
	} else {
		if (!PyUnicode_FSConverter(source, &encoded))
			return -1;
		path = PyBytes_AsString(encoded);
	}
	s->path = strdup(path);
	Py_XDECREF(encoded);
	if (s->path == NULL)
		PyErr_NoMemory();
	return s->path ? 0 : -1;
}

/* Make the reader. type is a name or None. */
static int
make_reader(struct mail_source *s, struct state *state, PyObject *type, bool reads_ahead)
{
	urlgrep_mail_options options = search_mail_options(&s->options);

	if (type != Py_None) {
		options.type = URLGREP_MAIL_TEXT; /* the first that has a name */
		while (options.type < COUNT(type_names) && (!PyUnicode_Check(type) ||
		    PyUnicode_CompareWithASCIIString(type, type_names[options.type]) != 0))
			options.type++;
	}
	if (options.type == COUNT(type_names)) {
		PyErr_Format(PyUnicode_Check(type) ? PyExc_ValueError : PyExc_TypeError,
		    "type: expected \"mbox\", \"mail\", \"text\" or \"html\", not %.100R", type);
		return -1;
	}
	s->reads_ahead = reads_ahead && s->object == NULL && s->buffer.obj == NULL;
	options.flags |= s->reads_ahead ? URLGREP_READ_AHEAD : 0;
	s->engine = engine_of(state, &s->options);
	s->mail = s->engine ? urlgrep_mail_new(s->engine->grammar, &options) : NULL;
	if (s->engine && s->mail == NULL)
		PyErr_NoMemory();
	return s->mail ? 0 : -1;
}

/* Open the source in the reader; without the GIL. */
static urlgrep_status
open_source(struct mail_source *s, const urlgrep_mail_range *range)
{
	urlgrep_mail_source source = { read_file_object, s, s->is_seekable };

	if (s->buffer.obj)
		return urlgrep_mail_open_buffer(s->mail, s->path,
		    s->buffer.buf ? s->buffer.buf : "", (size_t)s->buffer.len, range);
	if (s->object)
		return urlgrep_mail_open_source(s->mail, s->path, &source, range);
	return urlgrep_mail_open_file(s->mail, s->path, range);
}

/* Return true if the source is a mailbox whose messages can be found from any byte on. Does
 * not need the GIL. */
static bool
is_divisible(struct mail_source *s)
{
	const urlgrep_member *member;

	return s->opened == URLGREP_OK && urlgrep_mail_divisible(s->mail) &&
	    urlgrep_mail_next_member(s->mail, &member) == URLGREP_OK &&
	    member->type == URLGREP_MAIL_MBOX;
}

/* Open a range of the source. A file that is not divided counts as one message, which
 * begins at 0. Without the GIL. */
static void
open_range(struct mail_source *s, uint64_t begin, uint64_t end)
{
	urlgrep_mail_range range = { .size = sizeof(range), .begin = begin, .end = end,
		.type = URLGREP_MAIL_MBOX, .flags = URLGREP_MAIL_KNOWN_DIVISIBLE };

	s->opened = open_source(s, NULL);
	if (s->opened != URLGREP_OK || (begin == 0 && end == UINT64_MAX))
		return;
	if (begin < end && is_divisible(s))
		s->opened = open_source(s, &range);
	else if (begin == 0 && end > 0)
		s->opened = open_source(s, NULL);
	else
		s->is_empty = true;
}

/* Convert the beginning or end of a range, for "O&"; None is the end of the file. */
static int
convert_offset(PyObject *object, void *offset)
{
	PyObject *number;

	*(uint64_t *)offset = UINT64_MAX;
	if (object == Py_None)
		return 1;
	number = PyNumber_Index(object);
	if (number == NULL)
		return 0;
	*(uint64_t *)offset = PyLong_AsUnsignedLongLong(number);
	Py_DECREF(number);
	return PyErr_Occurred() == NULL;
}

int
mail_source_open(struct mail_source *s, struct state *state, PyObject *arguments)
{
	PyObject *source, *type, *options;
	uint64_t begin, end;
	int reads_ahead;

	*s = (struct mail_source){ .process = getpid() };
	if (!PyArg_ParseTuple(arguments, "OO&O&OpO!", &source, convert_offset, &begin,
	    convert_offset, &end, &type, &reads_ahead, &PyDict_Type, &options) ||
	    options_read(state, &s->options, FOR_MAIL, options) < 0 ||
	    take_source(s, source) < 0 || make_reader(s, state, type, reads_ahead) < 0 ||
	    mail_source_enter(s) < 0)
		return -1;
	Py_BEGIN_ALLOW_THREADS
	open_range(s, begin, end);
	Py_END_ALLOW_THREADS
	if (mail_source_leave(s) == 0 && s->opened == URLGREP_NOMEM)
		PyErr_NoMemory();
	return PyErr_Occurred() ? -1 : 0;
}

void
mail_source_close(struct mail_source *s)
{
	if (s->reads_ahead && s->process != getpid()) /* a thread is missing */
		return;
	urlgrep_mail_free(s->mail);
	if (s->buffer.obj)
		PyBuffer_Release(&s->buffer);
	Py_XDECREF(s->object);
	Py_XDECREF(s->bytes);
	Py_XDECREF(s->error_type);
	Py_XDECREF(s->error);
	Py_XDECREF(s->error_traceback);
	free(s->path);
}

/* ---- using it --- */

int
mail_source_enter(struct mail_source *s)
{
	if (s->is_busy) {
		PyErr_SetString(PyExc_ValueError, "the mailbox is being read by another thread");
		return -1;
	}
	if (s->reads_ahead && s->process != getpid()) {
		PyErr_SetString(PyExc_RuntimeError,
		    "the mailbox is being read by another process");
		return -1;
	}
	s->is_busy = true;
	return 0;
}

int
mail_source_leave(struct mail_source *s)
{
	s->is_busy = false;
	if (s->error_type == NULL)
		return 0;
	PyErr_Restore(s->error_type, s->error, s->error_traceback);
	s->error_type = s->error = s->error_traceback = NULL;
	return -1;
}

int
mail_source_traverse(struct mail_source *s, visitproc visit, void *arg)
{
	Py_VISIT(s->object);
	Py_VISIT(s->buffer.obj);
	Py_VISIT(s->error_type);
	Py_VISIT(s->error);
	Py_VISIT(s->error_traceback);
	return 0;
}

void
mail_source_clear(struct mail_source *s)
{
	struct mail_source old = *s;

	if (s->object == NULL && s->buffer.obj == NULL) /* a path refers to nothing */
		return;
	*s = (struct mail_source){ .engine = s->engine, .is_empty = true };
	mail_source_close(&old);
}

/* ---- the type of readers: iterators over messages --- */

struct reader_object {
	PyObject_HEAD
	struct mail_source source;
};

/* Append the URLs of the message that the reader is at, and the reasons why something of it was
 * skipped. */
static int
append_findings(struct reader_object *r, PyTypeObject *type, PyObject *urls, PyObject *errors)
{
	struct mail_source *s = &r->source;
	const urlgrep_location *location;
	const urlgrep_finding *finding;
	urlgrep_status status;

	for (;;) {
		Py_BEGIN_ALLOW_THREADS
		do
			status = urlgrep_mail_next(s->mail, &finding, &location);
		while (status == URLGREP_OK && !search_wants(&s->options, finding));
		Py_END_ALLOW_THREADS
		if (status == URLGREP_END)
			return 0;
		if (status == URLGREP_NOMEM)
			PyErr_NoMemory();
		if (status == URLGREP_NOMEM || (status == URLGREP_OK && append_object(urls,
		    url_object_new(type, s->engine, finding, location,
		    (int64_t)location->offset, (int64_t)(location->offset + location->length))) < 0) ||
		    (status == URLGREP_SKIPPED && append_object(errors,
		    str_of_string(urlgrep_mail_error(s->mail)->reason)) < 0))
			return -1;
	}
}

/* Return the path of a message: mostly the same object as for the previous message. */
static PyObject *
path_of(const char *path)
{
	PyObject *string = PyUnicode_DecodeFSDefault(path);

	if (string)
		PyUnicode_InternInPlace(&string);
	return string;
}

/* Return the arguments of the class Message. */
static PyObject *
tuple_of_message(struct reader_object *r, PyTypeObject *type, const urlgrep_message *m)
{
	enum { RAW = 6, URLS, ERRORS, MEMBERS };
	PyObject *urls = PyList_New(0), *errors = PyList_New(0), *tuple = PyTuple_New(MEMBERS);
	PyObject *objects[MEMBERS] = { path_of(m->path), PyUnicode_FromString(type_names[m->type]),
		PyLong_FromUnsignedLongLong(m->number), PyLong_FromUnsignedLongLong(m->offset),
		PyLong_FromUnsignedLongLong(m->length), PyLong_FromUnsignedLongLong(m->line) };
	urlgrep_span text;
	Py_ssize_t i;

	if (urls && errors && append_findings(r, type, urls, errors) == 0) {
		text = urlgrep_mail_current(r->source.mail)->text; /* the search may move it */
		objects[RAW] = text.text ? PyBytes_FromStringAndSize(text.text,
		    (Py_ssize_t)text.len) : Py_NewRef(Py_None);
		objects[URLS] = Py_NewRef(urls);
		objects[ERRORS] = PyList_AsTuple(errors);
	}
	for (i = 0; i < MEMBERS; i++) {
		if (tuple && objects[i]) {
			PyTuple_SetItem(tuple, i, objects[i]);
		} else { /* there is an exception */
			Py_CLEAR(tuple);
			Py_XDECREF(objects[i]);
		}
	}
	Py_XDECREF(urls);
	Py_XDECREF(errors);
	return tuple;
}

/* Raise the error that the reader reports: by the constructor OSError(errno, reason, path). */
static PyObject *
raise_error(const struct mail_source *s, PyObject *type, const char *path)
{
	const urlgrep_mail_error_info *error = urlgrep_mail_error(s->mail);
	PyObject *arguments = Py_BuildValue("(isN)", error->system_error, error->reason,
	    PyUnicode_DecodeFSDefault(path ? path : error->path));

	if (arguments)
		PyErr_SetObject(type, arguments);
	Py_XDECREF(arguments);
	return NULL;
}

/* Return the next message; NULL at the end, or with an exception. */
static PyObject *
reader_next(PyObject *self)
{
	struct reader_object *r = (struct reader_object *)self;
	struct state *state = state_of_object(self);
	PyObject *message = NULL;
	const urlgrep_message *m;
	urlgrep_status status;

	if (r->source.is_empty || mail_source_enter(&r->source) < 0)
		return NULL;
	Py_BEGIN_ALLOW_THREADS
	status = urlgrep_mail_next_message(r->source.mail, &m);
	Py_END_ALLOW_THREADS
	if (status == URLGREP_NOMEM)
		PyErr_NoMemory();
	else if (status == URLGREP_SKIPPED && r->source.error_type == NULL)
		raise_error(&r->source, state->read_error, NULL);
	else if (status == URLGREP_OK && r->source.error_type == NULL)
		message = tuple_of_message(r, state->url_type, m);
	if (mail_source_leave(&r->source) < 0)
		Py_CLEAR(message);
	return message;
}

static int
reader_traverse(PyObject *self, visitproc visit, void *arg)
{
	Py_VISIT(Py_TYPE(self));
	return mail_source_traverse(&((struct reader_object *)self)->source, visit, arg);
}

static int
reader_clear(PyObject *self)
{
	mail_source_clear(&((struct reader_object *)self)->source);
	return 0;
}

static void
reader_dealloc(PyObject *self)
{
	PyTypeObject *type = Py_TYPE(self);

	PyObject_GC_UnTrack(self);
	mail_source_close(&((struct reader_object *)self)->source);
	PyObject_GC_Del(self);
	Py_DECREF(type);
}

static PyType_Slot reader_slots[] = {
	{ Py_tp_dealloc, (void *)reader_dealloc },
	{ Py_tp_traverse, (void *)reader_traverse },
	{ Py_tp_clear, (void *)reader_clear },
	{ Py_tp_iter, (void *)PyObject_SelfIter },
	{ Py_tp_iternext, (void *)reader_next },
	{ 0, NULL },
};

PyType_Spec reader_spec = { .name = "urlgrep._urlgrep.Reader",
	.basicsize = sizeof(struct reader_object),
	.flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
	    Py_TPFLAGS_HAVE_GC,
	.slots = reader_slots };

/* open_reader(source, begin, end, type, read_ahead, options) -> Reader */
PyObject *
py_open_reader(PyObject *module, PyObject *args)
{
	struct state *state = state_of_module(module);
	struct reader_object *r =
	    (struct reader_object *)PyType_GenericAlloc(state->reader_type, 0);

	if (r == NULL)
		return NULL;
	if (mail_source_open(&r->source, state, args) == 0) {
		if (r->source.opened == URLGREP_OK)
			return (PyObject *)r;
		raise_error(&r->source, PyExc_OSError, r->source.path);
	}
	Py_DECREF(r);
	return NULL;
}

/* is_divisible(the same) -> bool */
PyObject *
py_is_divisible(PyObject *module, PyObject *args)
{
	struct reader_object *r = (struct reader_object *)py_open_reader(module, args);
	PyObject *answer = NULL;
	bool is_true;

	if (r == NULL)
		return NULL;
	r->source.is_busy = true;
	Py_BEGIN_ALLOW_THREADS
	is_true = is_divisible(&r->source);
	Py_END_ALLOW_THREADS
	if (mail_source_leave(&r->source) == 0)
		answer = PyBool_FromLong(is_true);
	Py_DECREF(r);
	return answer;
}

/* ---- a single message --- */

/* Call use() with a reader that has begun the message; return its result. */
static PyObject *
with_message(PyObject *module, PyObject *raw, PyObject *(*use)(urlgrep_mail *mail))
{
	urlgrep_mail_range range = { .size = sizeof(range), .end = UINT64_MAX,
		.type = URLGREP_MAIL_MESSAGE };
	struct state *state = state_of_module(module);
	urlgrep_mail *mail = state->mail;
	struct search_options defaults;
	PyObject *result = NULL;
	struct text_input input = { .owner = NULL };
	struct engine *engine;
	const urlgrep_message *message;

	search_options_init(&defaults);
	engine = engine_of(state, &defaults);
	if (engine == NULL || text_input_open(&input, raw) < 0)
		return NULL;
	state->mail = NULL;
	if (mail == NULL)
		mail = urlgrep_mail_new(engine->grammar, NULL);
	if (mail && urlgrep_mail_open_buffer(mail, "", input.text.text, input.text.len,
	    &range) == URLGREP_OK && urlgrep_mail_next_message(mail, &message) == URLGREP_OK)
		result = use(mail);
	else
		result = mail && input.text.len == 0 ? Py_NewRef(Py_None) : PyErr_NoMemory();
	Py_DECREF(input.owner);
	urlgrep_mail_free(state->mail); /* set by another thread */
	state->mail = mail;
	return result;
}

static PyObject *
dict_of_fields(urlgrep_mail *mail)
{
	PyObject *dict = PyDict_New();
	const struct field *field;
	unsigned i;

	for (i = 0; dict && (field = field_at(i)) != NULL; i++) {
		const char *text;
		PyObject *value;

		if (field->source != IN_HEADER)
			continue;
		text = urlgrep_mail_header(mail, (urlgrep_mail_field)field->at);
		value = text ? str_of_string(text) : Py_NewRef(Py_None);
		if (value == NULL || PyDict_SetItemString(dict, field->name, value) < 0)
			Py_CLEAR(dict);
		Py_XDECREF(value);
	}
	return dict;
}

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

/* message_fields(raw) -> dict of header fields, or None if there is no message */
PyObject *
py_message_fields(PyObject *module, PyObject *raw)
{
	return with_message(module, raw, dict_of_fields);
}

/* message_texts(raw) -> list of (part, encoding, text, html), or None */
PyObject *
py_message_texts(PyObject *module, PyObject *raw)
{
	return with_message(module, raw, list_of_texts);
}
