/* piece.c - the messages that begin in a range of a mailbox */
#include "piece.h"

#include <stdlib.h>
#include <string.h>
#include <structmember.h>

enum { MAX_SPARE_BYTES = 16 * 1024 * 1024 };

struct piece_object {
	PyObject_HEAD
	struct saved_message *at;
	size_t count, room, next;
	unsigned long long messages, lines;               /* of the range */
	unsigned long long messages_before, lines_before; /* it */
	PyObject *owner;
	struct piece_reader *reader;
	PyObject *path;
	struct text_block texts;
};

struct pieces_object {
	PyObject_HEAD
	PyObject *piece; /* or NULL */
	bool is_busy;    /* another thread is in the iterator */
};

/* ---- reading; without the GIL --- */

/* Return an empty message at the end; NULL without memory. */
static struct saved_message *
add_message(struct piece_object *p)
{
	if (p->count == p->room) {
		size_t room = p->room * 2 + 64;
		struct saved_message *more = realloc(p->at, room * sizeof(*more));

		if (more == NULL)
			return NULL;
		p->at = more;
		p->room = room;
	}
	return memset(&p->at[p->count++], 0, sizeof(struct saved_message));
}

/* Read the messages of the range that was opened. Return false without memory. */
static bool
read_messages(struct piece_object *p)
{
	struct piece_reader *r = p->reader;
	struct saved_message *m;

	while (!atomic_load(&r->is_stopped)) {
		m = add_message(p);
		if (m == NULL)
			return false;
		if (!saved_message_read(m, r->source.mail, &r->options, &p->texts)) {
			p->count--;
			break;
		}
		if (m->status == URLGREP_NOMEM)
			return false;
	}
	return true;
}

/* Read the range. What cannot be opened is an error among the messages. Return false
 * without memory. */
static bool
fill_piece(struct piece_object *p, const urlgrep_mail_range *range)
{
	struct mail_source *s = &p->reader->source;
	urlgrep_status status = urlgrep_mail_open_file(s->mail, s->path, range);
	struct saved_message *m;
	urlgrep_mail_sums sums;

	if (status == URLGREP_NOMEM)
		return false;
	if (status == URLGREP_SKIPPED) {
		m = add_message(p);
		if (m)
			saved_message_set_error(m, s->mail);
		return m != NULL;
	}
	if (!read_messages(p))
		return false;
	sums = urlgrep_mail_sums_of(s->mail);
	p->messages = sums.messages;
	p->lines = sums.lines;
	return true;
}

/* Take the reader's spare block, or give it one: fresh memory costs as much as a fourth of
 * the search. */
static void
take_block(struct piece_object *p)
{
	p->texts = p->reader->spare;
	p->texts.len = 0;
	p->reader->spare = (struct text_block){ .at = NULL };
}

static void
give_block(struct piece_object *p)
{
	struct text_block *spare = &p->reader->spare;

	if (spare->at == NULL && p->texts.room <= MAX_SPARE_BYTES)
		*spare = p->texts;
	else
		free(p->texts.at);
}

/* ---- Python --- */

PyObject *
piece_new(PyObject *owner, struct piece_reader *reader, const urlgrep_mail_range *range)
{
	struct piece_object *p = (struct piece_object *)PyType_GenericAlloc(
	    state_of_object(owner)->piece_type, 0);
	bool has_memory;

	if (p == NULL)
		return NULL;
	p->owner = Py_NewRef(owner);
	p->reader = reader;
	p->path = path_string(reader->source.path);
	if (p->path == NULL) {
		Py_DECREF(p);
		return NULL;
	}
	take_block(p);
	Py_BEGIN_ALLOW_THREADS
	has_memory = fill_piece(p, range);
	Py_END_ALLOW_THREADS
	if (has_memory)
		return (PyObject *)p;
	Py_DECREF(p);
	return PyErr_NoMemory();
}

static PyObject *
piece_next(PyObject *self)
{
	struct piece_object *p = (struct piece_object *)self;
	struct saved_message *m;
	PyObject *message;

	if (p->next == p->count)
		return NULL;
	m = &p->at[p->next++];
	saved_message_move(m, p->messages_before, p->lines_before);
	message = message_object_new(&p->reader->maker, p->path, m, &p->texts,
	    state_of_object(self)->read_error);
	saved_message_clear(m);
	return message;
}

static PyObject *
piece_move(PyObject *self, PyObject *args)
{
	struct piece_object *p = (struct piece_object *)self;

	if (!PyArg_ParseTuple(args, "KK:move", &p->messages_before, &p->lines_before))
		return NULL;
	Py_RETURN_NONE;
}

static void
piece_dealloc(PyObject *self)
{
	struct piece_object *p = (struct piece_object *)self;
	PyTypeObject *type = Py_TYPE(self);

	while (p->count > p->next)
		saved_message_clear(&p->at[--p->count]);
	free(p->at);
	give_block(p);
	Py_XDECREF(p->path);
	Py_XDECREF(p->owner);
	PyObject_Free(self);
	Py_DECREF(type);
}

PyTypeObject *
piece_type_new(PyObject *module)
{
	static PyMemberDef members[] = {
		{ "messages", T_ULONGLONG, offsetof(struct piece_object, messages), READONLY,
		    NULL },
		{ "lines", T_ULONGLONG, offsetof(struct piece_object, lines), READONLY, NULL },
		{ NULL, 0, 0, 0, NULL },
	};
	static PyMethodDef methods[] = {
		{ "move", piece_move, METH_VARARGS, NULL },
		{ NULL, NULL, 0, NULL },
	};
	PyType_Slot slots[] = {
		{ Py_tp_dealloc, (void *)piece_dealloc },
		{ Py_tp_iter, (void *)PyObject_SelfIter },
		{ Py_tp_iternext, (void *)piece_next },
		{ Py_tp_members, members },
		{ Py_tp_methods, methods },
		{ 0, NULL },
	};
	PyType_Spec spec = { .name = "urlgrep._urlgrep.Piece",
		.basicsize = sizeof(struct piece_object),
		.flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
		.slots = slots };

	return (PyTypeObject *)PyType_FromModuleAndSpec(module, &spec, NULL);
}

/* ---- pieces --- */

/* Return the next message; NULL at the end, or with an exception. */
static PyObject *
next_of_pieces(PyObject *self)
{
	struct pieces_object *p = (struct pieces_object *)self;

	for (;;) {
		PyObject *message = p->piece ? piece_next(p->piece) : NULL;

		if (message || PyErr_Occurred())
			return message;
		Py_CLEAR(p->piece);
		p->piece = PyObject_CallMethod(self, "next_piece", NULL);
		if (p->piece == NULL)
			return NULL;
		if (PyType_GetSlot(Py_TYPE(p->piece), Py_tp_iternext) != (void *)piece_next) {
			Py_CLEAR(p->piece);
			PyErr_SetString(PyExc_TypeError, "expected a piece");
			return NULL;
		}
	}
}

static PyObject *
pieces_next(PyObject *self)
{
	struct pieces_object *p = (struct pieces_object *)self;
	PyObject *message;

	if (p->is_busy) {
		PyErr_SetString(PyExc_ValueError, "the mailbox is being read by another thread");
		return NULL;
	}
	p->is_busy = true;
	message = next_of_pieces(self);
	p->is_busy = false;
	return message;
}

static int
pieces_traverse(PyObject *self, visitproc visit, void *arg)
{
	Py_VISIT(Py_TYPE(self));
	Py_VISIT(((struct pieces_object *)self)->piece);
	return 0;
}

static int
pieces_clear(PyObject *self)
{
	Py_CLEAR(((struct pieces_object *)self)->piece);
	return 0;
}

static void
pieces_dealloc(PyObject *self)
{
	PyTypeObject *type = Py_TYPE(self);

	PyObject_GC_UnTrack(self);
	pieces_clear(self);
	PyObject_GC_Del(self);
	Py_DECREF(type);
}

PyTypeObject *
pieces_type_new(PyObject *module)
{
	PyType_Slot slots[] = {
		{ Py_tp_dealloc, (void *)pieces_dealloc },
		{ Py_tp_traverse, (void *)pieces_traverse },
		{ Py_tp_clear, (void *)pieces_clear },
		{ Py_tp_iter, (void *)PyObject_SelfIter },
		{ Py_tp_iternext, (void *)pieces_next },
		{ 0, NULL },
	};
	PyType_Spec spec = { .name = "urlgrep._urlgrep.Pieces",
		.basicsize = sizeof(struct pieces_object),
		.flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
		.slots = slots };
	PyObject *type = PyType_FromModuleAndSpec(module, &spec, NULL);

	if (type && PyModule_AddObjectRef(module, "Pieces", type) < 0)
		Py_CLEAR(type);
	return (PyTypeObject *)type;
}
