/* message.c - mbox(): the types urlgrep._urlgrep.Message and Reader, and what there is to know
 * of single messages */
#include "module.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <structmember.h>
#include <unistd.h>

#include "mailbox.h"
#include "texts.h"
#include "url.h"

/* Its members are set from Python for a message that is not there. */
struct message_object {
	PyObject_HEAD
	PyObject *path, *type, *raw, *urls, *errors;
	PyObject *fields; /* of the header, when they were asked for */
	unsigned long long number, offset, length, line;
};

/* An iterator over the messages of a mailbox. */
struct reader_object {
	PyObject_HEAD
	struct mail_source source;
	struct search_options options;
	PyTypeObject *message_type; /* urlgrep.Message */
	struct url_maker urls;
	char *path;                 /* of the message before, and as a str */
	PyObject *path_string;
	bool is_busy;               /* another thread is in the reader */
	pid_t process;              /* that made it */
};

/* ---- reading a message --- */

static PyObject *
path_string(const char *path)
{
	return PyUnicode_DecodeFSDefault(path);
}

/* Return the path of a message; mostly that of the message before. */
static PyObject *
message_path(struct reader_object *r, const char *path)
{
	if (r->path && strcmp(r->path, path) == 0)
		return Py_NewRef(r->path_string);
	free(r->path);
	Py_CLEAR(r->path_string);
	r->path = strdup(path);
	if (r->path == NULL)
		return PyErr_NoMemory();
	r->path_string = path_string(path);
	if (r->path_string)
		return Py_NewRef(r->path_string);
	free(r->path);
	r->path = NULL;
	return NULL;
}

static PyObject *
type_string(urlgrep_mail_type type)
{
	return PyUnicode_InternFromString(type == URLGREP_MAIL_MESSAGE ? "mail" :
	    type == URLGREP_MAIL_HTML ? "html" : "text");
}

/* Append an object, which is released. Return -1 with an exception, also if it is NULL. */
static int
append(PyObject *list, PyObject *object)
{
	int status = object ? PyList_Append(list, object) : -1;

	Py_XDECREF(object);
	return status;
}

/* Append the URLs of the message that the reader is at, and the reasons why something of it was
 * skipped. Return -1 with an exception. */
static int
append_findings(struct reader_object *r, PyObject *urls, PyObject *errors)
{
	urlgrep_mail *mail = r->source.mail;
	urlgrep_location location;
	urlgrep_finding finding;
	urlgrep_status status;

	for (;;) {
		Py_BEGIN_ALLOW_THREADS
		do
			status = urlgrep_mail_next(mail, &finding, &location);
		while (status == URLGREP_OK && !search_wants(&r->options, &finding));
		Py_END_ALLOW_THREADS
		if (status == URLGREP_END)
			return 0;
		if (status == URLGREP_NOMEM)
			PyErr_NoMemory();
		if (status == URLGREP_NOMEM ||
		    (status == URLGREP_OK && append(urls,
		    url_object_new(&r->urls, &finding, &location, (int64_t)location.offset,
		    (int64_t)(location.offset + location.length))) < 0) ||
		    (status == URLGREP_SKIPPED && append(errors,
		    str_of_string(urlgrep_mail_error(mail)->reason)) < 0))
			return -1;
	}
}

/* Set the members of a new message. Return -1 with an exception. */
static int
fill_message(struct reader_object *r, struct message_object *o, const urlgrep_message *m)
{
	PyObject *errors = PyList_New(0);
	urlgrep_span raw;

	o->number = m->number;
	o->offset = m->offset;
	o->length = m->length;
	o->line = m->line;
	o->type = type_string(m->type);
	o->path = message_path(r, m->path);
	o->urls = PyList_New(0);
	if (o->type && o->path && o->urls && errors &&
	    append_findings(r, o->urls, errors) == 0) {
		/* the search may have moved the text */
		raw = urlgrep_mail_current(r->source.mail)->text;
		o->raw = raw.text ? PyBytes_FromStringAndSize(raw.text,
		    (Py_ssize_t)raw.len) : Py_NewRef(Py_None);
		o->errors = PyList_AsTuple(errors);
	}
	Py_XDECREF(errors);
	return o->raw && o->errors ? 0 : -1;
}

/* Raise urlgrep.ReadError for what the reader reports. */
static PyObject *
raise_read_error(struct reader_object *r)
{
	const urlgrep_mail_error_info *error = urlgrep_mail_error(r->source.mail);
	PyObject *arguments = Py_BuildValue("(isN)", error->system_error, error->reason,
	    path_string(error->path));

	if (arguments)
		PyErr_SetObject(state_of_object((PyObject *)r)->read_error, arguments);
	Py_XDECREF(arguments);
	return NULL;
}

/* Return the next message; NULL at the end, or with an exception. */
static PyObject *
next_message(struct reader_object *r)
{
	struct message_object *o;
	urlgrep_message m;
	urlgrep_status status;

	if (r->source.is_empty)
		return NULL;
	Py_BEGIN_ALLOW_THREADS
	status = urlgrep_mail_next_message(r->source.mail, &m);
	Py_END_ALLOW_THREADS
	if (mail_source_check(&r->source) < 0 || status == URLGREP_END)
		return NULL;
	if (status == URLGREP_NOMEM)
		return PyErr_NoMemory();
	if (status == URLGREP_SKIPPED)
		return raise_read_error(r);
	o = (struct message_object *)PyType_GenericAlloc(r->message_type, 0);
	if (o && (fill_message(r, o, &m) < 0 || mail_source_check(&r->source) < 0))
		Py_CLEAR(o);
	return (PyObject *)o;
}

/* ---- the type of messages --- */

static int
message_traverse(PyObject *self, visitproc visit, void *arg)
{
	struct message_object *o = (struct message_object *)self;

	Py_VISIT(Py_TYPE(self));
	Py_VISIT(o->path);
	Py_VISIT(o->type);
	Py_VISIT(o->raw);
	Py_VISIT(o->urls);
	Py_VISIT(o->errors);
	Py_VISIT(o->fields);
	return 0;
}

static int
message_clear(PyObject *self)
{
	struct message_object *o = (struct message_object *)self;

	Py_CLEAR(o->path);
	Py_CLEAR(o->type);
	Py_CLEAR(o->raw);
	Py_CLEAR(o->urls);
	Py_CLEAR(o->errors);
	Py_CLEAR(o->fields);
	return 0;
}

static void
message_dealloc(PyObject *self)
{
	PyTypeObject *type = Py_TYPE(self);

	PyObject_GC_UnTrack(self);
	message_clear(self);
	PyObject_GC_Del(self);
	Py_DECREF(type);
}

PyTypeObject *
message_type_new(PyObject *module)
{
#define MEMBER(name, type) { #name, type, offsetof(struct message_object, name), 0, NULL }
	static PyMemberDef members[] = {
		MEMBER(path, T_OBJECT),
		MEMBER(type, T_OBJECT),
		MEMBER(number, T_ULONGLONG),
		MEMBER(offset, T_ULONGLONG),
		MEMBER(length, T_ULONGLONG),
		MEMBER(line, T_ULONGLONG),
		MEMBER(raw, T_OBJECT),
		MEMBER(urls, T_OBJECT),
		MEMBER(errors, T_OBJECT),
		{ "_fields", T_OBJECT, offsetof(struct message_object, fields), 0, NULL },
		{ NULL, 0, 0, 0, NULL },
	};
	PyType_Slot slots[] = {
		{ Py_tp_dealloc, (void *)message_dealloc },
		{ Py_tp_traverse, (void *)message_traverse },
		{ Py_tp_clear, (void *)message_clear },
		{ Py_tp_members, members },
		{ 0, NULL },
	};
	PyType_Spec spec = { .name = "urlgrep._urlgrep.Message",
		.basicsize = sizeof(struct message_object),
		.flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
		.slots = slots };

	return type_new(module, &spec, "Message");
}

/* ---- the type of readers --- */

static PyObject *
reader_next(PyObject *self)
{
	struct reader_object *r = (struct reader_object *)self;
	PyObject *message;

	if (r->is_busy) {
		PyErr_SetString(PyExc_ValueError, "the mailbox is being read by another thread");
		return NULL;
	}
	/* the thread that decompresses is not there in a process that was forked */
	if (r->source.reads_ahead && r->process != getpid()) {
		PyErr_SetString(PyExc_RuntimeError,
		    "the mailbox is being read by another process");
		return NULL;
	}
	r->is_busy = true;
	message = next_message(r);
	r->is_busy = false;
	return message;
}

static int
reader_traverse(PyObject *self, visitproc visit, void *arg)
{
	struct reader_object *r = (struct reader_object *)self;

	Py_VISIT(Py_TYPE(self));
	Py_VISIT(r->message_type);
	return mail_source_traverse(&r->source, visit, arg);
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
	struct reader_object *r = (struct reader_object *)self;
	PyTypeObject *type = Py_TYPE(self);

	PyObject_GC_UnTrack(self);
	if (!r->source.reads_ahead || r->process == getpid()) /* else a thread is missing */
		mail_source_close(&r->source);
	free(r->path);
	Py_XDECREF(r->path_string);
	Py_XDECREF((PyObject *)r->message_type);
	PyObject_GC_Del(self);
	Py_DECREF(type);
}

PyTypeObject *
reader_type_new(PyObject *module)
{
	PyType_Slot slots[] = {
		{ Py_tp_dealloc, (void *)reader_dealloc },
		{ Py_tp_traverse, (void *)reader_traverse },
		{ Py_tp_clear, (void *)reader_clear },
		{ Py_tp_iter, (void *)PyObject_SelfIter },
		{ Py_tp_iternext, (void *)reader_next },
		{ 0, NULL },
	};
	PyType_Spec spec = { .name = "urlgrep._urlgrep.Reader",
		.basicsize = sizeof(struct reader_object),
		.flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
		    Py_TPFLAGS_HAVE_GC,
		.slots = slots };

	return type_new(module, &spec, NULL);
}

/* Raise the OSError of a file that cannot be opened. */
static PyObject *
raise_open_error(const struct mail_source *s)
{
	const urlgrep_mail_error_info *error = urlgrep_mail_error(s->mail);
	PyObject *path = path_string(s->path);

	if (path == NULL)
		return NULL;
	errno = error->system_error;
	PyErr_SetFromErrnoWithFilenameObject(PyExc_OSError, path);
	Py_DECREF(path);
	return NULL;
}

static PyObject *
open_reader(struct state *state, const struct mail_options *o, PyTypeObject *message_type)
{
	struct reader_object *r = (struct reader_object *)PyType_GenericAlloc(
	    state->reader_type, 0);

	if (r == NULL)
		return NULL;
	r->process = getpid();
	r->options = o->search;
	if (mail_source_open(&r->source, state, o) == 0) {
		r->message_type = (PyTypeObject *)Py_NewRef((PyObject *)message_type);
		r->urls = url_maker_of(state, r->source.pool, &o->search);
		if (r->source.opened == URLGREP_OK)
			return (PyObject *)r;
		raise_open_error(&r->source);
	}
	Py_DECREF(r);
	return NULL;
}

PyObject *
py_open_reader(PyObject *module, PyObject *args, PyObject *keywords)
{
	static char *names[] = { "message_type", "source", "begin", "end", "type",
		"read_ahead", NULL };
	struct state *state = state_of_module(module);
	struct mail_options o = { .end = UINT64_MAX };
	PyObject *others = take_options(state, &o.search, FOR_MAIL, keywords, names);
	PyObject *reader = NULL;
	PyTypeObject *message_type;
	int reads_ahead = 0;

	if (others && PyArg_ParseTupleAndKeywords(args, others, "O!O|O&O&$zp:mbox", names,
	    &PyType_Type, &message_type, &o.source, convert_range_begin, &o.begin,
	    convert_range_end, &o.end, &o.type, &reads_ahead)) {
		o.reads_ahead = reads_ahead;
		if (PyType_IsSubtype(message_type, state->message_type))
			reader = open_reader(state, &o, message_type);
		else
			PyErr_SetString(PyExc_TypeError, "expected a type of messages");
	}
	Py_XDECREF(others);
	return reader;
}

PyObject *
py_is_divisible(PyObject *module, PyObject *args, PyObject *keywords)
{
	static char *names[] = { "source", "type", NULL };
	struct mail_options o = { .end = UINT64_MAX };
	PyObject *answer = NULL;
	struct mail_source s;
	bool is_divisible;

	search_options_init(&o.search);
	if (!PyArg_ParseTupleAndKeywords(args, keywords, "O|z:is_divisible", names,
	    &o.source, &o.type))
		return NULL;
	if (mail_source_open(&s, state_of_module(module), &o) == 0) {
		if (s.opened != URLGREP_OK) {
			raise_open_error(&s);
		} else {
			Py_BEGIN_ALLOW_THREADS
			is_divisible = mail_source_is_divisible(&s);
			Py_END_ALLOW_THREADS
			if (mail_source_check(&s) == 0)
				answer = PyBool_FromLong(is_divisible);
		}
	}
	mail_source_close(&s);
	return answer;
}

/* ---- a single message --- */

/* Call use() with a reader that has begun the message; return what it returns. */
static PyObject *
with_message(PyObject *module, PyObject *raw, PyObject *(*use)(urlgrep_mail *mail))
{
	urlgrep_mail_range range = { .size = sizeof(range), .end = UINT64_MAX,
		.type = URLGREP_MAIL_MESSAGE };
	struct search_options defaults;
	struct text_input input;
	urlgrep_message message;
	PyObject *result = NULL;
	urlgrep_mail *mail;
	struct pool *pool;

	search_options_init(&defaults);
	pool = pool_of_options(state_of_module(module), &defaults);
	mail = pool ? pool_take_reader(pool) : NULL;
	if (mail == NULL)
		return NULL;
	if (text_input_open(&input, raw) == 0) {
		if (urlgrep_mail_open_buffer(mail, "", input.text.text, input.text.len,
		    &range) == URLGREP_OK &&
		    urlgrep_mail_next_message(mail, &message) == URLGREP_OK)
			result = use(mail);
		else
			result = input.text.len ? PyErr_NoMemory() :
			    Py_NewRef(Py_None);
	}
	text_input_close(&input);
	pool_give_reader(pool, mail);
	return result;
}

static PyObject *
dict_of_fields(urlgrep_mail *mail)
{
	static const char *const names[] = { [URLGREP_MAIL_ID] = "id",
		[URLGREP_MAIL_DATE] = "date_as_written", [URLGREP_MAIL_DATE_ISO] = "date",
		[URLGREP_MAIL_FROM] = "from_", [URLGREP_MAIL_TO] = "to",
		[URLGREP_MAIL_SUBJECT] = "subject", [URLGREP_MAIL_LIST_ID] = "list_id" };
	PyObject *dict = PyDict_New();
	size_t i;

	for (i = 0; dict && i < sizeof(names) / sizeof(names[0]); i++) {
		const char *text = urlgrep_mail_header(mail, (urlgrep_mail_field)i);
		PyObject *value = text ? str_of_string(text) : Py_NewRef(Py_None);

		if (value == NULL || PyDict_SetItemString(dict, names[i], value) < 0)
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

	for (i = 0; list && (status = urlgrep_mail_text_at(mail, i, &text)) == URLGREP_OK;
	    i++) {
		PyObject *item = Py_BuildValue("(zzNO)", text.part, text.encoding,
		    str_of_span(text.text), text.html ? Py_True : Py_False);

		if (item == NULL || PyList_Append(list, item) < 0)
			Py_CLEAR(list);
		Py_XDECREF(item);
	}
	if (status == URLGREP_NOMEM) {
		Py_CLEAR(list);
		PyErr_NoMemory();
	}
	return list;
}

PyObject *
py_message_fields(PyObject *module, PyObject *raw)
{
	return with_message(module, raw, dict_of_fields);
}

PyObject *
py_message_texts(PyObject *module, PyObject *raw)
{
	return with_message(module, raw, list_of_texts);
}
