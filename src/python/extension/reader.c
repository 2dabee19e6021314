/* reader.c - the messages of a mailbox, one after the other, or range by range */
#include "reader.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "mail_source.h"
#include "message_object.h"
#include "piece.h"

struct reader_object {
	PyObject_HEAD
	struct piece_reader all;
	struct saved_message message;
	char *path;                 /* of the message before, and as a str */
	PyObject *path_string;
	bool is_busy;               /* another thread is in the reader */
	pid_t process;              /* that made it */
};

/* ---- messages --- */

/* Return the path of a message, borrowed; mostly that of the message before. */
static PyObject *
message_path(struct reader_object *r, const char *path)
{
	if (r->path && strcmp(r->path, path) == 0)
		return r->path_string;
	free(r->path);
	Py_CLEAR(r->path_string);
	r->path = strdup(path);
	if (r->path == NULL)
		return PyErr_NoMemory();
	r->path_string = path_string(path);
	if (r->path_string == NULL) {
		free(r->path);
		r->path = NULL;
	}
	return r->path_string;
}

static PyObject *
next_message(struct reader_object *r)
{
	struct saved_message *m = &r->message;
	PyObject *path = NULL;
	bool is_at_end;

	if (r->all.source.is_empty)
		return NULL;
	Py_BEGIN_ALLOW_THREADS
	is_at_end = !saved_message_read(m, r->all.source.mail, &r->all.options, NULL);
	Py_END_ALLOW_THREADS
	if (mail_source_check(&r->all.source) < 0 || is_at_end)
		return NULL;
	if (m->status == URLGREP_OK) {
		path = message_path(r, urlgrep_mail_current(r->all.source.mail)->path);
		if (path == NULL)
			return NULL;
	}
	return message_object_new(&r->all.maker, path, m, NULL,
	    state_of_object((PyObject *)r)->read_error);
}

/* Begin to use the reader; return false with an exception. */
static bool
enter(struct reader_object *r)
{
	if (r->is_busy) {
		PyErr_SetString(PyExc_ValueError, "the mailbox is being read by another thread");
		return false;
	}
	/* the thread that decompresses is not there in a process that was forked */
	if (r->all.source.reads_ahead && r->process != getpid()) {
		PyErr_SetString(PyExc_RuntimeError,
		    "the mailbox is being read by another process");
		return false;
	}
	r->is_busy = true;
	return true;
}

static PyObject *
reader_next(PyObject *self)
{
	struct reader_object *r = (struct reader_object *)self;
	PyObject *message;

	if (!enter(r))
		return NULL;
	message = next_message(r);
	r->is_busy = false;
	return message;
}

/* piece(begin, end) -> Piece, of a path that is divisible */
static PyObject *
reader_piece(PyObject *self, PyObject *args)
{
	struct reader_object *r = (struct reader_object *)self;
	urlgrep_mail_range range = { .size = sizeof(range), .type = URLGREP_MAIL_MBOX,
		.flags = URLGREP_MAIL_KNOWN_DIVISIBLE };
	PyObject *piece;

	if (!PyArg_ParseTuple(args, "O&O&:piece", convert_range_begin, &range.begin,
	    convert_range_end, &range.end) || !enter(r))
		return NULL;
	piece = piece_new(self, &r->all, &range);
	r->is_busy = false;
	return piece;
}

/* stop(): end the piece that another thread is reading, and all that follow, early */
static PyObject *
reader_stop(PyObject *self, PyObject *unused)
{
	(void)unused;
	atomic_store(&((struct reader_object *)self)->all.is_stopped, true);
	Py_RETURN_NONE;
}

/* ---- the type --- */

static int
reader_traverse(PyObject *self, visitproc visit, void *arg)
{
	struct reader_object *r = (struct reader_object *)self;

	Py_VISIT(Py_TYPE(self));
	Py_VISIT(r->all.maker.type);
	return mail_source_traverse(&r->all.source, visit, arg);
}

static int
reader_clear(PyObject *self)
{
	mail_source_clear(&((struct reader_object *)self)->all.source);
	return 0;
}

static void
reader_dealloc(PyObject *self)
{
	struct reader_object *r = (struct reader_object *)self;
	PyTypeObject *type = Py_TYPE(self);

	PyObject_GC_UnTrack(self);
	saved_message_clear(&r->message);
	if (!r->all.source.reads_ahead || r->process == getpid()) /* else a thread is missing */
		mail_source_close(&r->all.source);
	free(r->all.spare.at);
	free(r->path);
	Py_XDECREF(r->path_string);
	Py_XDECREF((PyObject *)r->all.maker.type);
	PyObject_GC_Del(self);
	Py_DECREF(type);
}

PyTypeObject *
reader_type_new(PyObject *module)
{
	static PyMethodDef methods[] = {
		{ "piece", reader_piece, METH_VARARGS, NULL },
		{ "stop", reader_stop, METH_NOARGS, NULL },
		{ NULL, NULL, 0, NULL },
	};
	PyType_Slot slots[] = {
		{ Py_tp_dealloc, (void *)reader_dealloc },
		{ Py_tp_traverse, (void *)reader_traverse },
		{ Py_tp_clear, (void *)reader_clear },
		{ Py_tp_iter, (void *)PyObject_SelfIter },
		{ Py_tp_iternext, (void *)reader_next },
		{ Py_tp_methods, methods },
		{ 0, NULL },
	};
	PyType_Spec spec = { .name = "urlgrep._urlgrep.Reader",
		.basicsize = sizeof(struct reader_object),
		.flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
		    Py_TPFLAGS_HAVE_GC,
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
open_reader(struct state *state, const struct mail_options *o, PyTypeObject *message_type)
{
	struct reader_object *r = (struct reader_object *)PyType_GenericAlloc(
	    state->reader_type, 0);

	if (r == NULL)
		return NULL;
	atomic_init(&r->all.is_stopped, false);
	r->process = getpid();
	r->all.options = o->search;
	if (mail_source_open(&r->all.source, state, o) == 0) {
		r->all.maker.type = (PyTypeObject *)Py_NewRef((PyObject *)message_type);
		r->all.maker.urls = url_maker_of(state, r->all.source.pool, &o->search);
		if (r->all.source.opened == URLGREP_OK)
			return (PyObject *)r;
		raise_open_error(&r->all.source);
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
