/* mailbox.c - opens what Python calls a mailbox */
#include "mailbox.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { CACHE_BYTES = 1024 * 1024 }; /* read of a file object at once */

/* ---- file objects --- */

/* Keep the exception for mail_source_check. */
static void
keep_exception(struct mail_source *s)
{
	PyObject *type, *error, *traceback;

	PyErr_Fetch(&type, &error, &traceback);
	if (s->error_type) { /* the first one counts */
		Py_XDECREF(type);
		Py_XDECREF(error);
		Py_XDECREF(traceback);
	} else {
		s->error_type = type;
		s->error = error;
		s->error_traceback = traceback;
	}
}

int
mail_source_check(struct mail_source *s)
{
	if (s->error_type == NULL)
		return 0;
	PyErr_Restore(s->error_type, s->error, s->error_traceback);
	s->error_type = s->error = s->error_traceback = NULL;
	return -1;
}

/* Copy what was read to the cache. Some file objects return more than they are asked for, such
 * as urllib3's of a compressed response. Return false with an exception. */
static bool
copy_to_cache(struct mail_source *s, PyObject *bytes, uint64_t offset)
{
	Py_ssize_t len;
	char *text, *more;

	if (PyBytes_AsStringAndSize(bytes, &text, &len) < 0)
		return false;
	if (len > CACHE_BYTES) {
		more = realloc(s->cache, (size_t)len);
		if (more == NULL) {
			PyErr_NoMemory();
			return false;
		}
		s->cache = more;
	}
	memcpy(s->cache, text, (size_t)len);
	s->cache_begin = offset;
	s->cache_len = (size_t)len;
	return true;
}

/* Read from the file object into the cache. Return false with an exception. */
static bool
fill_cache(struct mail_source *s, uint64_t offset, bool seekable)
{
	PyObject *done = NULL, *bytes = NULL;
	bool is_read;

	if (seekable)
		done = PyObject_CallMethod(s->object, "seek", "K",
		    (unsigned long long)offset);
	if (done || !seekable)
		bytes = PyObject_CallMethod(s->object, "read", "i", CACHE_BYTES);
	is_read = bytes && copy_to_cache(s, bytes, offset);
	Py_XDECREF(done);
	Py_XDECREF(bytes);
	return is_read;
}

static ssize_t
read_file_object(struct mail_source *s, char *buffer, size_t size, uint64_t offset,
    bool seekable)
{
	size_t at;

	if (offset < s->cache_begin || offset - s->cache_begin >= s->cache_len) {
		PyGILState_STATE gil = PyGILState_Ensure();
		bool is_read = fill_cache(s, offset, seekable);

		if (!is_read)
			keep_exception(s);
		PyGILState_Release(gil);
		if (!is_read) {
			errno = EIO;
			return -1;
		}
	}
	at = (size_t)(offset - s->cache_begin);
	if (size > s->cache_len - at)
		size = s->cache_len - at;
	memcpy(buffer, s->cache + at, size);
	return (ssize_t)size;
}

static ssize_t
read_seekable(void *data, char *buffer, size_t size, uint64_t offset)
{
	return read_file_object(data, buffer, size, offset, true);
}

static ssize_t
read_stream(void *data, char *buffer, size_t size, uint64_t offset)
{
	return read_file_object(data, buffer, size, offset, false);
}

/* Return 1 if the file object is seekable, 0 if not, -1 with an exception. */
static int
is_seekable(PyObject *file)
{
	PyObject *answer;
	int seekable;

	if (!PyObject_HasAttrString(file, "seekable"))
		return 0;
	answer = PyObject_CallMethod(file, "seekable", NULL);
	seekable = answer ? PyObject_IsTrue(answer) : -1;
	Py_XDECREF(answer);
	return seekable;
}

/* ---- opening --- */

static urlgrep_mail_type
type_named(const char *name)
{
	static const struct {
		const char *name;
		urlgrep_mail_type type;
	} types[] = { { "mbox", URLGREP_MAIL_MBOX }, { "mail", URLGREP_MAIL_MESSAGE },
		{ "text", URLGREP_MAIL_TEXT }, { "html", URLGREP_MAIL_HTML } };
	size_t i;

	for (i = 0; name && i < sizeof(types) / sizeof(types[0]); i++)
		if (strcmp(name, types[i].name) == 0)
			return types[i].type;
	return URLGREP_MAIL_DETECT;
}

static int
make_reader(struct mail_source *s, struct state *state, const struct mail_options *o)
{
	urlgrep_mail_options options = search_mail_options(&o->search);

	s->reads_ahead = o->reads_ahead && s->object == NULL;
	options.flags |= s->reads_ahead ? URLGREP_MAIL_READ_AHEAD : 0;
	options.type = type_named(o->type);
	if (o->type && options.type == URLGREP_MAIL_DETECT) {
		PyErr_Format(PyExc_ValueError,
		    "type: expected \"mbox\", \"mail\", \"text\" or \"html\", not \"%.100s\"",
		    o->type);
		return -1;
	}
	s->pool = pool_of_options(state, &o->search);
	if (s->pool == NULL)
		return -1;
	s->mail = urlgrep_mail_new(s->pool->grammar, &options);
	if (s->mail == NULL)
		PyErr_NoMemory();
	return s->mail ? 0 : -1;
}

static int
set_path(struct mail_source *s, const char *path)
{
	s->path = strdup(path);
	if (s->path == NULL)
		PyErr_NoMemory();
	return s->path ? 0 : -1;
}

/* Take a bytes-like object or a file object. */
static int
take_object(struct mail_source *s, PyObject *object)
{
	s->object = Py_NewRef(object);
	if (PyObject_CheckBuffer(object))
		return PyObject_GetBuffer(object, &s->buffer, PyBUF_SIMPLE) < 0 ? -1 :
		    set_path(s, "<bytes>");
	s->cache = malloc(CACHE_BYTES);
	if (s->cache == NULL) {
		PyErr_NoMemory();
		return -1;
	}
	return set_path(s, "<file>");
}

/* Take a path: str, bytes or os.PathLike. */
static int
take_path(struct mail_source *s, PyObject *path)
{
	PyObject *encoded;
	char *text;
	int status = -1;

	if (!PyUnicode_FSConverter(path, &encoded))
		return -1;
	if (PyBytes_AsStringAndSize(encoded, &text, NULL) == 0)
		status = set_path(s, text);
	Py_DECREF(encoded);
	return status;
}

static int
take_source(struct mail_source *s, PyObject *source)
{
	bool is_object = PyObject_HasAttrString(source, "read") ||
	    PyObject_CheckBuffer(source);

	return is_object ? take_object(s, source) : take_path(s, source);
}

/* Open the source in the reader; without the GIL. */
static urlgrep_status
open_reader(struct mail_source *s, int seekable, const urlgrep_mail_range *range)
{
	urlgrep_mail_source source = { seekable ? read_seekable : read_stream, s,
		seekable };

	if (s->buffer.obj)
		return urlgrep_mail_open_buffer(s->mail, s->path,
		    s->buffer.buf ? s->buffer.buf : "", (size_t)s->buffer.len, range);
	if (s->object)
		return urlgrep_mail_open_source(s->mail, s->path, &source, range);
	return urlgrep_mail_open_file(s->mail, s->path, range);
}

bool
mail_source_is_divisible(struct mail_source *s)
{
	urlgrep_member member;

	return s->opened == URLGREP_OK && urlgrep_mail_divisible(s->mail) &&
	    urlgrep_mail_next_member(s->mail, &member) == URLGREP_OK &&
	    member.type == URLGREP_MAIL_MBOX;
}

/* Open the range of the source. A file that is not divided counts as one message, which
 * begins at 0. Without the GIL. */
static void
open_range(struct mail_source *s, int seekable, uint64_t begin, uint64_t end)
{
	urlgrep_mail_range range = { .size = sizeof(range), .begin = begin, .end = end,
		.type = URLGREP_MAIL_MBOX, .flags = URLGREP_MAIL_KNOWN_DIVISIBLE };

	s->opened = open_reader(s, seekable, NULL);
	if (s->opened != URLGREP_OK || (begin == 0 && end == UINT64_MAX))
		return;
	if (begin < end && mail_source_is_divisible(s))
		s->opened = open_reader(s, seekable, &range);
	else if (begin == 0 && end > 0)
		s->opened = open_reader(s, seekable, NULL);
	else
		s->is_empty = true;
}

int
mail_source_open(struct mail_source *s, struct state *state,
    const struct mail_options *options)
{
	int seekable = 0;

	memset(s, 0, sizeof(*s));
	if (take_source(s, options->source) < 0 || make_reader(s, state, options) < 0)
		return -1;
	if (s->object && s->buffer.obj == NULL &&
	    (seekable = is_seekable(s->object)) < 0)
		return -1;
	Py_BEGIN_ALLOW_THREADS
	open_range(s, seekable, options->begin, options->end);
	Py_END_ALLOW_THREADS
	if (s->opened == URLGREP_NOMEM) {
		PyErr_NoMemory();
		return -1;
	}
	return mail_source_check(s);
}

void
mail_source_close(struct mail_source *s)
{
	urlgrep_mail_free(s->mail);
	if (s->buffer.obj)
		PyBuffer_Release(&s->buffer);
	Py_XDECREF(s->object);
	Py_XDECREF(s->error_type);
	Py_XDECREF(s->error);
	Py_XDECREF(s->error_traceback);
	free(s->path);
	free(s->cache);
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

	if (s->object == NULL) /* a path refers to nothing */
		return;
	memset(s, 0, sizeof(*s));
	s->is_empty = true;
	mail_source_close(&old);
}

int
convert_range_begin(PyObject *object, void *begin)
{
	PyObject *number = PyNumber_Index(object);

	if (number == NULL)
		return 0;
	*(uint64_t *)begin = PyLong_AsUnsignedLongLong(number);
	Py_DECREF(number);
	return PyErr_Occurred() == NULL;
}

int
convert_range_end(PyObject *object, void *end)
{
	if (object != Py_None)
		return convert_range_begin(object, end);
	*(uint64_t *)end = UINT64_MAX;
	return 1;
}
