/* message_object.c - the Python type urlgrep._urlgrep.Message */
#include "message_object.h"

#include <stddef.h>
#include <string.h>
#include <structmember.h>

#include "text_input.h"

/* Its members are set from Python for a message that is not there. */
struct message_object {
	PyObject_HEAD
	PyObject *path, *type, *raw, *urls, *errors;
	PyObject *fields; /* of the header, when they were asked for */
	unsigned long long number, offset, length, line;
};

/* ---- values --- */

PyObject *
path_string(const char *path)
{
	return PyUnicode_DecodeFSDefault(path);
}

static PyObject *
type_string(urlgrep_mail_type type)
{
	return PyUnicode_InternFromString(type == URLGREP_MAIL_MESSAGE ? "mail" :
	    type == URLGREP_MAIL_HTML ? "html" : "text");
}

/* Return the URLs as a list, and forget them. */
static PyObject *
list_of_urls(const struct url_maker *maker, struct saved_message *m)
{
	PyObject *list = PyList_New((Py_ssize_t)m->url_count);
	size_t i;

	for (i = 0; list && i < m->url_count; i++) {
		PyObject *url = url_object_of_saved(maker, m->urls[i]);

		m->urls[i] = NULL;
		if (url == NULL || PyList_SetItem(list, (Py_ssize_t)i, url) < 0)
			Py_CLEAR(list);
	}
	return list;
}

static PyObject *
tuple_of_errors(const struct saved_message *m)
{
	PyObject *tuple = PyTuple_New((Py_ssize_t)m->error_count);
	size_t i;

	for (i = 0; tuple && i < m->error_count; i++) {
		const char *reason = m->errors[i];
		PyObject *string = str_of_span((urlgrep_span){ reason, strlen(reason) });

		if (string == NULL || PyTuple_SetItem(tuple, (Py_ssize_t)i, string) < 0)
			Py_CLEAR(tuple);
	}
	return tuple;
}

/* Raise urlgrep.ReadError for what the reader reported. */
static PyObject *
raise_read_error(const struct saved_message *m, PyObject *read_error)
{
	PyObject *arguments = Py_BuildValue("(isN)", m->system_error, m->errors[0],
	    path_string(m->path));

	if (arguments)
		PyErr_SetObject(read_error, arguments);
	Py_XDECREF(arguments);
	return NULL;
}

static PyObject *
raw_of(const struct saved_message *m, const struct text_block *block)
{
	if (!m->has_raw)
		Py_RETURN_NONE;
	return PyBytes_FromStringAndSize(m->raw ? m->raw : block->at + m->raw_at,
	    (Py_ssize_t)m->raw_len);
}

PyObject *
message_object_new(const struct message_maker *maker, PyObject *path,
    struct saved_message *m, const struct text_block *block, PyObject *read_error)
{
	struct message_object *o;

	if (m->status == URLGREP_NOMEM)
		return PyErr_NoMemory();
	if (m->status == URLGREP_SKIPPED)
		return raise_read_error(m, read_error);
	o = (struct message_object *)PyType_GenericAlloc(maker->type, 0);
	if (o == NULL)
		return NULL;
	o->path = Py_NewRef(path);
	o->type = type_string(m->type);
	o->number = m->number;
	o->offset = m->offset;
	o->length = m->length;
	o->line = m->line;
	o->raw = raw_of(m, block);
	o->urls = list_of_urls(&maker->urls, m);
	o->errors = tuple_of_errors(m);
	if (o->type == NULL || o->raw == NULL || o->urls == NULL || o->errors == NULL)
		Py_CLEAR(o);
	return (PyObject *)o;
}

/* ---- the type --- */

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
	PyObject *type = PyType_FromModuleAndSpec(module, &spec, NULL);

	if (type && PyModule_AddObjectRef(module, "Message", type) < 0)
		Py_CLEAR(type);
	return (PyTypeObject *)type;
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
		PyObject *value = text ? str_of_span((urlgrep_span){ text,
		    strlen(text) }) : Py_NewRef(Py_None);

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
