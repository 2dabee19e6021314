/* reader.c - the messages of a mailbox, one after the other */
#include "reader.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "bindings/columns.h"
#include "mail_source.h"
#include "saved_finding.h"
#include "text_input.h"
#include "url_object.h"

/* The URLs of the current message, and what of it could not be read. Filled without the
 * GIL. */
struct message_urls {
	struct saved_finding **at;
	size_t count, room;
	char **errors;
	size_t error_count, error_room;
	bool has_failed; /* no memory */
};

struct reader_object {
	PyObject_HEAD
	struct mail_source source;
	struct message_urls urls;
	struct search_options options;
	struct url_maker maker;
	bool is_busy; /* another thread is in the reader */
};

/* ---- URLs --- */

/* Make room for one more pointer. */
static bool
grow(void *array, size_t count, size_t *room)
{
	void **at = array, *more;

	if (count < *room)
		return true;
	*room = *room * 2 + 8;
	more = realloc(*at, *room * sizeof(void *));
	if (more)
		*at = more;
	return more != NULL;
}

static void
add_url(struct message_urls *urls, const urlgrep_finding *finding,
    const urlgrep_location *location)
{
	struct saved_finding *saved = NULL;

	if (grow(&urls->at, urls->count, &urls->room))
		saved = saved_finding_new(finding, location);
	if (saved)
		urls->at[urls->count++] = saved;
	else
		urls->has_failed = true;
}

static void
add_error(struct message_urls *urls, const char *reason)
{
	char *copy = NULL;

	if (grow(&urls->errors, urls->error_count, &urls->error_room))
		copy = strdup(reason);
	if (copy)
		urls->errors[urls->error_count++] = copy;
	else
		urls->has_failed = true;
}

static void
clear_urls(struct message_urls *urls)
{
	while (urls->count > 0)
		free(urls->at[--urls->count]);
	while (urls->error_count > 0)
		free(urls->errors[--urls->error_count]);
	urls->has_failed = false;
}

/* Collect the URLs of the current message. Return END, or NOMEM. */
static urlgrep_status
collect_urls(struct reader_object *r)
{
	urlgrep_mail *mail = r->source.mail;
	urlgrep_location location;
	urlgrep_finding finding;
	urlgrep_status status;

	while ((status = urlgrep_mail_next(mail, &finding, &location)) != URLGREP_END) {
		if (status == URLGREP_NOMEM)
			return status;
		if (status == URLGREP_SKIPPED)
			add_error(&r->urls, urlgrep_mail_error(mail)->reason);
		else if (search_wants(&r->options, &finding))
			add_url(&r->urls, &finding, &location);
	}
	return r->urls.has_failed ? URLGREP_NOMEM : URLGREP_END;
}

/* Return the URLs as a list, and forget them. */
static PyObject *
list_of_urls(struct reader_object *r)
{
	struct message_urls *urls = &r->urls;
	PyObject *list = PyList_New((Py_ssize_t)urls->count);
	size_t i;

	for (i = 0; list && i < urls->count; i++) {
		PyObject *url = url_object_of_saved(&r->maker, urls->at[i]);

		urls->at[i] = NULL;
		if (url == NULL || PyList_SetItem(list, (Py_ssize_t)i, url) < 0)
			Py_CLEAR(list);
	}
	return list;
}

static PyObject *
tuple_of_errors(const struct message_urls *urls)
{
	PyObject *tuple = PyTuple_New((Py_ssize_t)urls->error_count);
	size_t i;

	for (i = 0; tuple && i < urls->error_count; i++) {
		const char *reason = urls->errors[i];
		PyObject *string = str_of_span((urlgrep_span){ reason, strlen(reason) });

		if (string == NULL || PyTuple_SetItem(tuple, (Py_ssize_t)i, string) < 0)
			Py_CLEAR(tuple);
	}
	return tuple;
}

/* ---- messages --- */

static const char *
type_name(urlgrep_mail_type type)
{
	return type == URLGREP_MAIL_MESSAGE ? "mail" :
	    type == URLGREP_MAIL_HTML ? "html" : "text";
}

static PyObject *
path_string(const char *path)
{
	return PyUnicode_DecodeFSDefault(path);
}

static PyObject *
tuple_of_message(struct reader_object *r, const urlgrep_message *m)
{
	PyObject *raw = m->text.text ? PyBytes_FromStringAndSize(m->text.text,
	    (Py_ssize_t)m->text.len) : Py_NewRef(Py_None);

	return Py_BuildValue("(NsKKKKNNN)", path_string(m->path), type_name(m->type),
	    (unsigned long long)m->number, (unsigned long long)m->offset,
	    (unsigned long long)m->length, (unsigned long long)m->line, raw,
	    list_of_urls(r), tuple_of_errors(&r->urls));
}

/* Raise urlgrep.ReadError for what the reader reports. */
static PyObject *
raise_read_error(struct reader_object *r)
{
	const urlgrep_mail_error_info *error = urlgrep_mail_error(r->source.mail);
	PyObject *path = path_string(error->path), *arguments;

	if (path == NULL)
		return NULL;
	arguments = Py_BuildValue("(isN)", error->system_error, error->reason, path);
	if (arguments)
		PyErr_SetObject(state_of_object((PyObject *)r)->read_error, arguments);
	Py_XDECREF(arguments);
	return NULL;
}

/* Go to the next message and collect its URLs; without the GIL. Return the status of
 * urlgrep_mail_next_message, or NOMEM. */
static urlgrep_status
step(struct reader_object *r, urlgrep_message *message)
{
	urlgrep_status status = urlgrep_mail_next_message(r->source.mail, message);

	if (status == URLGREP_OK && collect_urls(r) == URLGREP_NOMEM)
		status = URLGREP_NOMEM;
	return status;
}

static PyObject *
next_message(struct reader_object *r)
{
	urlgrep_message message;
	urlgrep_status status;

	if (r->source.is_empty)
		return NULL;
	clear_urls(&r->urls);
	Py_BEGIN_ALLOW_THREADS
	status = step(r, &message);
	Py_END_ALLOW_THREADS
	if (mail_source_check(&r->source) < 0)
		return NULL;
	if (status == URLGREP_NOMEM)
		return PyErr_NoMemory();
	if (status == URLGREP_SKIPPED)
		return raise_read_error(r);
	return status == URLGREP_OK ? tuple_of_message(r, &message) : NULL;
}

static PyObject *
reader_next(PyObject *self)
{
	struct reader_object *r = (struct reader_object *)self;
	PyObject *message;

	if (r->is_busy) {
		PyErr_SetString(PyExc_ValueError, "the mailbox is being read by another thread");
		return NULL;
	}
	r->is_busy = true;
	message = next_message(r);
	r->is_busy = false;
	return message;
}

static void
reader_dealloc(PyObject *self)
{
	struct reader_object *r = (struct reader_object *)self;
	PyTypeObject *type = Py_TYPE(self);

	clear_urls(&r->urls);
	free(r->urls.at);
	free(r->urls.errors);
	mail_source_close(&r->source);
	PyObject_Free(self);
	Py_DECREF(type);
}

PyTypeObject *
reader_type_new(PyObject *module)
{
	PyType_Slot slots[] = {
		{ Py_tp_dealloc, (void *)reader_dealloc },
		{ Py_tp_iter, (void *)PyObject_SelfIter },
		{ Py_tp_iternext, (void *)reader_next },
		{ 0, NULL },
	};
	PyType_Spec spec = { .name = "urlgrep._urlgrep.Reader",
		.basicsize = sizeof(struct reader_object),
		.flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
		.slots = slots };

	return (PyTypeObject *)PyType_FromModuleAndSpec(module, &spec, NULL);
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
open_reader(struct state *state, const struct mail_options *o)
{
	struct reader_object *r = PyObject_New(struct reader_object, state->reader_type);

	if (r == NULL)
		return NULL;
	memset(&r->source, 0, sizeof(r->source));
	memset(&r->urls, 0, sizeof(r->urls));
	r->is_busy = false;
	r->options = o->search;
	if (mail_source_open(&r->source, state, o) == 0) {
		r->maker = url_maker_of(state, r->source.pool, &o->search);
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
	static char *names[] = { "source", "begin", "end", "type", NULL };
	struct mail_options o = { .end = UINT64_MAX };
	PyObject *others = take_options(&o.search, FOR_MAIL, keywords, names), *reader = NULL;
	unsigned long long begin = 0;

	if (others && PyArg_ParseTupleAndKeywords(args, others, "O|KO&$z:mbox", names,
	    &o.source, &begin, convert_range_end, &o.end, &o.type)) {
		o.begin = begin;
		reader = open_reader(state_of_module(module), &o);
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
