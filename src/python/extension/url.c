/* url.c - the Python type urlgrep.URL
 *
 * A URL holds a copy of the finding; an attribute is a row of the table of fields and is
 * computed when it is read. A URL that was pickled or copied holds the values instead. */
#include "url.h"

#include <stddef.h>
#include <string.h>

struct url_object {
	PyObject_VAR_HEAD
	struct pool *pool; /* of the module, to which the type refers */
	unsigned unwrap_classes;
	const struct wrapper_table *wrappers;
	PyObject *values; /* a dict of what follows by name; or NULL */
	int64_t begin, end;
	urlgrep_finding finding;
	urlgrep_location *location; /* without signs; NULL if it is of a text */
	max_align_t block[];        /* what finding and location borrow */
};

struct url_maker
url_maker_of(struct state *state, struct pool *pool, const struct search_options *options)
{
	return (struct url_maker){ state->url_type, pool, options->unwrap_classes,
		options->wrappers };
}

/* ---- a copy of what a finding borrows --- */

/* Copies to a block; if that is NULL, only counts the bytes that it needs. */
struct copier {
	char *block;
	size_t len;
};

/* Return the copy, or the bytes themselves if they are only counted. */
static void *
copy_bytes(struct copier *c, const void *bytes, size_t len)
{
	char *to = c->block ? c->block + c->len : NULL;

	if (bytes == NULL)
		return NULL;
	c->len += len;
	return to ? memcpy(to, bytes, len) : (void *)bytes;
}

static void
copy_span(struct copier *c, urlgrep_span *span)
{
	span->text = copy_bytes(c, span->text, span->len);
}

static void
copy_string(struct copier *c, const char **string)
{
	*string = copy_bytes(c, *string, *string ? strlen(*string) + 1 : 0);
}

static void
copy_location(struct copier *c, urlgrep_location *l)
{
	copy_string(c, &l->path);
	copy_string(c, &l->part);
	copy_string(c, &l->encoding);
	copy_string(c, &l->alternative);
	copy_span(c, &l->element);
	copy_span(c, &l->attribute);
	copy_span(c, &l->link_text);
	copy_span(c, &l->shown_host);
	l->sign_count = 0;
	l->signs = NULL;
}

/* Copy what a finding and its location borrow, and the location itself; first what needs to be
 * aligned. */
static void
copy_borrowed(struct copier *c, urlgrep_finding *f, urlgrep_location **location)
{
	const char *url = f->url.text.text;
	unsigned i;

	f->readings = copy_bytes(c, f->readings, f->reading_count * sizeof(*f->readings));
	*location = copy_bytes(c, *location, sizeof(**location));
	copy_span(c, &f->url.text);
	for (i = 0; i < f->url.part_count; i++) /* they lie in the URL */
		f->url.parts[i].value.text += f->url.text.text - url;
	copy_span(c, &f->written);
	copy_span(c, &f->supplied);
	copy_span(c, &f->defanged);
	for (i = 0; i < f->reading_count; i++) {
		urlgrep_span reading = f->readings[i].url;

		copy_span(c, &reading);
		if (c->block) /* else the readings are the scanner's */
			((urlgrep_reading *)f->readings)[i].url = reading;
	}
	if (*location)
		copy_location(c, *location);
}

PyObject *
url_object_new(const struct url_maker *maker, const urlgrep_finding *finding,
    const urlgrep_location *location, int64_t begin, int64_t end)
{
	urlgrep_finding counted = *finding;
	urlgrep_location counted_location = { .path = NULL };
	urlgrep_location *at = location ? &counted_location : NULL;
	struct copier copier = { .block = NULL };
	struct url_object *u;

	if (location)
		counted_location = *location;
	copy_borrowed(&copier, &counted, &at);
	u = PyObject_NewVar(struct url_object, maker->type, (Py_ssize_t)copier.len);
	if (u == NULL)
		return NULL;
	u->pool = maker->pool;
	u->unwrap_classes = maker->unwrap_classes;
	u->wrappers = maker->wrappers;
	u->values = NULL;
	u->begin = begin;
	u->end = end;
	u->finding = counted;
	u->location = at;
	copier = (struct copier){ .block = (char *)u->block };
	copy_borrowed(&copier, &u->finding, &u->location);
	return (PyObject *)u;
}

PyObject *
py_url_of_values(PyObject *module, PyObject *values)
{
	PyObject *url = PyDict_Check(values) ? PyDict_GetItemString(values, "url") : NULL;
	struct url_object *u;

	if (url == NULL || !PyUnicode_Check(url)) {
		PyErr_SetString(PyExc_TypeError, "expected the attributes of a URL");
		return NULL;
	}
	u = PyObject_NewVar(struct url_object, state_of_module(module)->url_type, 0);
	if (u == NULL)
		return NULL;
	u->values = PyDict_Copy(values);
	if (u->values == NULL)
		Py_CLEAR(u);
	return (PyObject *)u;
}

static void
url_dealloc(PyObject *self)
{
	PyTypeObject *type = Py_TYPE(self);

	Py_XDECREF(((struct url_object *)self)->values);
	PyObject_Free(self);
	Py_DECREF(type);
}

/* ---- values --- */

PyObject *
str_of_span(urlgrep_span span)
{
	return PyUnicode_DecodeUTF8(span.text, (Py_ssize_t)span.len, "surrogateescape");
}

PyObject *
str_of_string(const char *string)
{
	return str_of_span((urlgrep_span){ string, strlen(string) });
}

PyObject *
tuple_of_words(uint64_t words, const char *(*word)(unsigned))
{
	PyObject *list = PyList_New(0), *tuple;
	const char *text;

	while (list && (text = field_next_word(&words, word)) != NULL) {
		PyObject *name = PyUnicode_FromString(text);

		if (name == NULL || PyList_Append(list, name) < 0)
			Py_CLEAR(list);
		Py_XDECREF(name);
	}
	tuple = list ? PyList_AsTuple(list) : NULL;
	Py_XDECREF(list);
	return tuple;
}

static PyObject *
tuple_of_texts(struct text_list texts)
{
	PyObject *tuple = PyTuple_New((Py_ssize_t)texts.count);
	size_t i;

	for (i = 0; tuple && i < texts.count; i++) {
		PyObject *text = str_of_span(texts.at[i]);

		if (text == NULL || PyTuple_SetItem(tuple, (Py_ssize_t)i, text) < 0)
			Py_CLEAR(tuple);
	}
	return tuple;
}

PyObject *
dict_of_parts(const urlgrep_url *url)
{
	PyObject *dict = PyDict_New();
	unsigned i;

	for (i = 0; dict && i < url->part_count; i++) {
		PyObject *value = str_of_span(url->parts[i].value);

		if (value == NULL ||
		    PyDict_SetItemString(dict, url->parts[i].name, value) < 0)
			Py_CLEAR(dict);
		Py_XDECREF(value);
	}
	return dict;
}

/* Return the readings as a tuple of (url, verdict, how). */
static PyObject *
tuple_of_readings(const urlgrep_finding *f)
{
	PyObject *tuple = PyTuple_New((Py_ssize_t)f->reading_count);
	unsigned i;

	for (i = 0; tuple && i < f->reading_count; i++) {
		const urlgrep_reading *r = &f->readings[i];
		PyObject *item = Py_BuildValue("(NsN)", str_of_span(r->url),
		    field_verdict_name(r->verdict),
		    tuple_of_words(r->how, urlgrep_treatment_name));

		if (item == NULL || PyTuple_SetItem(tuple, (Py_ssize_t)i, item) < 0)
			Py_CLEAR(tuple);
	}
	return tuple;
}

static PyObject *
object_of_value(enum field_type type, const struct row *row, const struct value *value)
{
	if (value->is_absent)
		Py_RETURN_NONE;
	switch (type) {
	case FIELD_TEXT:
	case FIELD_NAME:
	case FIELD_TIME:
	case FIELD_LABELS:
		return str_of_span(value->text);
	case FIELD_NUMBER:
		return PyLong_FromLongLong(value->number);
	case FIELD_BOOL:
		return PyBool_FromLong((long)value->number);
	case FIELD_WORDS:
		return tuple_of_words(value->words, value->word);
	case FIELD_TEXTS:
	case FIELD_STEPS:
		return tuple_of_texts(value->texts);
	case FIELD_PARTS:
		return dict_of_parts(value->url);
	default:
		return tuple_of_readings(row->finding);
	}
}

/* ---- attributes --- */

/* Return the value of that name, of a URL that holds values; None if it has none. */
static PyObject *
held_value(const struct url_object *u, const char *name)
{
	PyObject *value = PyDict_GetItemString(u->values, name);

	return Py_NewRef(value ? value : Py_None);
}

static PyObject *
url_get_column(PyObject *self, void *closure)
{
	const struct url_object *u = (struct url_object *)self;
	const struct field *column = closure;
	struct row row = { .finding = &u->finding, .location = u->location };
	struct details *details;
	struct value value;
	PyObject *object;

	if (u->values)
		return held_value(u, column->name);
	details = pool_take_details(u->pool, u->unwrap_classes, u->wrappers);
	if (details == NULL)
		return NULL;
	row.details = details;
	field_get(column, &row, &value);
	object = details_have_failed(details) ? PyErr_NoMemory() :
	    object_of_value(column->type, &row, &value);
	pool_give_details(u->pool, details, u->unwrap_classes, u->wrappers);
	return object;
}

/* Return the attribute begin, or end if there is a closure. */
static PyObject *
url_get_place(PyObject *self, void *closure)
{
	const struct url_object *u = (struct url_object *)self;
	bool is_end = closure != NULL;

	return u->values ? held_value(u, is_end ? "end" : "begin") :
	    PyLong_FromLongLong(is_end ? u->end : u->begin);
}

static PyObject *
url_str(PyObject *self)
{
	const struct url_object *u = (struct url_object *)self;

	return u->values ? held_value(u, "url") : str_of_span(u->finding.url.text);
}

static PyObject *
url_repr(PyObject *self)
{
	PyObject *url = url_str(self), *repr;

	if (url == NULL)
		return NULL;
	repr = PyUnicode_FromFormat("URL(%R)", url);
	Py_DECREF(url);
	return repr;
}

/* Compare the texts of two URLs, wherever they were found. */
static PyObject *
url_compare(PyObject *self, PyObject *other, int operator)
{
	PyObject *one, *two, *result = NULL;

	if (Py_TYPE(self) != Py_TYPE(other))
		return Py_NewRef(Py_NotImplemented);
	one = url_str(self);
	two = url_str(other);
	if (one && two)
		result = PyUnicode_RichCompare(one, two, operator);
	Py_XDECREF(one);
	Py_XDECREF(two);
	return result;
}

static Py_hash_t
url_hash(PyObject *self)
{
	PyObject *url = url_str(self);
	Py_hash_t hash = url ? PyObject_Hash(url) : -1;

	Py_XDECREF(url);
	return hash;
}

/* ---- the type --- */

enum { MAX_ATTRIBUTES = MAX_FIELDS + 3 };

static PyGetSetDef attributes[MAX_ATTRIBUTES]; /* the last ones are NULL */

/* Fill in one attribute for each column that is of URLs. */
static void
fill_attributes(void)
{
	PyGetSetDef *next = attributes;
	const struct field *column;
	unsigned i;

	*next++ = (PyGetSetDef){ .name = "begin", .get = url_get_place };
	*next++ = (PyGetSetDef){ .name = "end", .get = url_get_place, .closure = attributes };
	for (i = 0; (column = field_at(i)) != NULL; i++)
		if (column->sets & OF_URL)
			*next++ = (PyGetSetDef){ .name = column->name,
				.get = url_get_column, .closure = (void *)column };
}

/* to_dict() -> dict of all attributes */
static PyObject *
url_to_dict(PyObject *self, PyObject *unused)
{
	PyObject *dict = PyDict_New();
	const PyGetSetDef *a;

	(void)unused;
	for (a = attributes; dict && a->name; a++) {
		PyObject *value = a->get(self, a->closure);

		if (value == NULL || PyDict_SetItemString(dict, a->name, value) < 0)
			Py_CLEAR(dict);
		Py_XDECREF(value);
	}
	return dict;
}

PyTypeObject *
url_type_new(PyObject *module)
{
	static PyMethodDef methods[] = {
		{ "to_dict", url_to_dict, METH_NOARGS,
		    "to_dict() -> dict\n\nAll attributes by name." },
		{ NULL, NULL, 0, NULL },
	};
	PyType_Slot slots[] = {
		{ Py_tp_dealloc, (void *)url_dealloc },
		{ Py_tp_str, (void *)url_str },
		{ Py_tp_repr, (void *)url_repr },
		{ Py_tp_richcompare, (void *)url_compare },
		{ Py_tp_hash, (void *)url_hash },
		{ Py_tp_getset, attributes },
		{ Py_tp_methods, methods },
		{ Py_tp_doc, (void *)"A URL that was found; str() is its text, by which it "
		    "compares and hashes." },
		{ 0, NULL },
	};
	PyType_Spec spec = { .name = "urlgrep.URL",
		.basicsize = sizeof(struct url_object), .itemsize = 1,
		.flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
		.slots = slots };

	fill_attributes();
	return type_new(module, &spec, "URL");
}
