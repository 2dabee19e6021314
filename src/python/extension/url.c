/* url.c - the Python type urlgrep.URL
 *
 * A URL holds a copy of the finding; an attribute is a row of the table of columns and is
 * made when it is asked for. */
#include "url.h"

#include <stddef.h>
#include <string.h>

struct url_object {
	PyObject_VAR_HEAD
	struct pool *pool; /* of the module, to which the type refers */
	unsigned unwrap_classes;
	const struct wrapper_table *wrappers;
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
	u->begin = begin;
	u->end = end;
	u->finding = counted;
	u->location = at;
	copier = (struct copier){ .block = (char *)u->block };
	copy_borrowed(&copier, &u->finding, &u->location);
	return (PyObject *)u;
}

static void
url_dealloc(PyObject *self)
{
	PyTypeObject *type = Py_TYPE(self);

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

static PyObject *
url_get_column(PyObject *self, void *closure)
{
	const struct url_object *u = (struct url_object *)self;
	struct details *details = pool_take_details(u->pool, u->unwrap_classes,
	    u->wrappers);
	const struct field *column = closure;
	struct row row = { .finding = &u->finding, .location = u->location,
		.details = details };
	struct value value;
	PyObject *object;

	if (details == NULL)
		return NULL;
	field_get(column, &row, &value);
	object = details_have_failed(details) ? PyErr_NoMemory() :
	    object_of_value(column->type, &row, &value);
	pool_give_details(u->pool, details, u->unwrap_classes, u->wrappers);
	return object;
}

static PyObject *
url_get_begin(PyObject *self, void *closure)
{
	(void)closure;
	return PyLong_FromLongLong(((struct url_object *)self)->begin);
}

static PyObject *
url_get_end(PyObject *self, void *closure)
{
	(void)closure;
	return PyLong_FromLongLong(((struct url_object *)self)->end);
}

static PyObject *
url_str(PyObject *self)
{
	return str_of_span(((struct url_object *)self)->finding.url.text);
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

/* ---- the type --- */

enum { MAX_ATTRIBUTES = MAX_FIELDS + 3 };

/* Fill in one attribute for each column that is of URLs. */
static void
fill_attributes(PyGetSetDef *attributes)
{
	const struct field *column;
	unsigned i;

	*attributes++ = (PyGetSetDef){ .name = "begin", .get = url_get_begin };
	*attributes++ = (PyGetSetDef){ .name = "end", .get = url_get_end };
	for (i = 0; (column = field_at(i)) != NULL; i++)
		if (column->sets & OF_URL)
			*attributes++ = (PyGetSetDef){ .name = column->name,
				.get = url_get_column, .closure = (void *)column };
}

PyTypeObject *
url_type_new(PyObject *module)
{
	static PyGetSetDef attributes[MAX_ATTRIBUTES]; /* the last ones are NULL */
	PyType_Slot slots[] = {
		{ Py_tp_dealloc, (void *)url_dealloc },
		{ Py_tp_str, (void *)url_str },
		{ Py_tp_repr, (void *)url_repr },
		{ Py_tp_getset, attributes },
		{ Py_tp_doc, (void *)"A URL that was found; str() is its text." },
		{ 0, NULL },
	};
	PyType_Spec spec = { .name = "urlgrep.URL",
		.basicsize = sizeof(struct url_object), .itemsize = 1,
		.flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
		.slots = slots };

	fill_attributes(attributes);
	return type_new(module, &spec, "URL");
}
