/* url.c - the Python type urlgrep.URL
 *
 * A URL holds a copy of the finding; an attribute is a row of the table of fields and is
 * computed when it is read. A URL that was pickled or copied holds the values instead. */
#include "module.h"

#include <stddef.h>
#include <string.h>


struct url_object {
	PyObject_VAR_HEAD
	struct engine *engine; /* of the module, to which the type refers */
	PyObject *values;      /* a dict of the attributes by name; or NULL */
	int64_t begin, end;
	urlgrep_finding finding;
	urlgrep_location *location; /* without signs; NULL if it is of a text */
	max_align_t block[];        /* the memory that finding and location borrow */
};

/* ---- a copy of the memory that a finding borrows --- */

/* The texts that findings borrow, and after them those that locations borrow, by the table of
 * fields. */
static struct borrowed {
	bool is_string; /* NUL-terminated; else a span */
	size_t at;
} borrowed[MAX_FIELDS];
static unsigned in_finding, in_both;

static void
add_borrowed(int source)
{
	const struct field *field;
	unsigned i;

	for (i = 0; (field = field_at(i)) != NULL; i++)
		if ((int)field->source == source)
			borrowed[in_both++] =
			    (struct borrowed){ source == IN_LOCATION_STRING, field->at };
}

static void
list_borrowed(void)
{
	in_both = 0;
	add_borrowed(IN_FINDING);
	in_finding = in_both;
	borrowed[in_both++] = (struct borrowed){ true, offsetof(urlgrep_location, path) };
	add_borrowed(IN_LOCATION);
	add_borrowed(IN_LOCATION_STRING);
}

/* Return where the text is that is row number i; NULL if it is absent. */
static const char **
borrowed_text(unsigned i, const urlgrep_finding *finding, const urlgrep_location *location)
{
	uintptr_t at = i < in_finding ? (uintptr_t)finding : (uintptr_t)location;
	const char **text = (const char **)(at + borrowed[i].at);

	return *text ? text : NULL;
}

static size_t
borrowed_length(unsigned i, const char *const *text)
{
	return borrowed[i].is_string ? strlen(*text) + 1 : ((const urlgrep_span *)text)->len;
}

/* Return how many bytes the copy takes. */
static size_t
block_size(const urlgrep_finding *f, const urlgrep_location *location)
{
	size_t size = f->reading_count * sizeof(*f->readings) + (location ? sizeof(*location) : 0);
	unsigned i, count = location ? in_both : in_finding;
	const char **text;

	for (i = 0; i < count; i++)
		if ((text = borrowed_text(i, f, location)) != NULL)
			size += borrowed_length(i, text);
	for (i = 0; i < f->reading_count; i++)
		size += f->readings[i].url.len;
	return size;
}

/* Copy bytes to *block, which is advanced. */
static void *
copy_bytes(char **block, const void *bytes, size_t len)
{
	char *copy = *block;

	*block += len;
	return len ? memcpy(copy, bytes, len) : copy;
}

/* Move the memory that the finding and the location borrow to the block, aligned objects first. */
static void
copy_borrowed(struct url_object *u)
{
	urlgrep_finding *f = &u->finding;
	char *block = (char *)u->block;
	const char *url = f->url.text.text, **text;
	unsigned i, count = u->location ? in_both : in_finding;
	urlgrep_reading *readings;

	f->readings = readings = copy_bytes(&block, f->readings,
	    f->reading_count * sizeof(*f->readings));
	if (u->location) {
		u->location = copy_bytes(&block, u->location, sizeof(*u->location));
		u->location->sign_count = 0;
		u->location->signs = NULL;
	}
	for (i = 0; i < count; i++)
		if ((text = borrowed_text(i, f, u->location)) != NULL)
			*text = copy_bytes(&block, *text, borrowed_length(i, text));
	for (i = 0; i < f->url.part_count; i++) /* they lie in the URL */
		f->url.parts[i].value.text += f->url.text.text - url;
	for (i = 0; i < f->reading_count; i++)
		readings[i].url.text = copy_bytes(&block, readings[i].url.text,
		    readings[i].url.len);
}

PyObject *
url_object_new(PyTypeObject *type, struct engine *engine, const urlgrep_finding *finding,
    const urlgrep_location *location, int64_t begin, int64_t end)
{
	struct url_object *u = PyObject_NewVar(struct url_object, type,
	    (Py_ssize_t)block_size(finding, location));

	if (u == NULL)
		return NULL;
	u->engine = engine;
	u->values = NULL;
	u->begin = begin;
	u->end = end;
	u->finding = *finding;
	u->location = (urlgrep_location *)(uintptr_t)location; /* is replaced by the copy */
	copy_borrowed(u);
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
	if (span.text == NULL)
		Py_RETURN_NONE;
	return PyUnicode_DecodeUTF8(span.text, (Py_ssize_t)span.len, "surrogateescape");
}

PyObject *
str_of_string(const char *string)
{
	return str_of_span((urlgrep_span){ string, strlen(string) });
}

int
append_object(PyObject *list, PyObject *object)
{
	int status = object ? PyList_Append(list, object) : -1;

	Py_XDECREF(object);
	return status;
}

/* Return a list of that type as a tuple of str. */
static PyObject *
tuple_of_list(enum field_type type, struct value value)
{
	PyObject *list = PyList_New(0), *tuple;
	urlgrep_span element;

	while (list && field_next_element(type, &value, &element))
		if (append_object(list, str_of_span(element)) < 0)
			Py_CLEAR(list);
	tuple = list ? PyList_AsTuple(list) : NULL;
	Py_XDECREF(list);
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
tuple_of_readings(const struct value *value)
{
	PyObject *tuple = PyTuple_New((Py_ssize_t)value->reading_count);
	unsigned i;

	for (i = 0; tuple && i < value->reading_count; i++) {
		const urlgrep_reading *r = &value->readings[i];
		struct value how = { .words = r->how, .names = URLGREP_TREATMENT_NAMES };
		PyObject *item = Py_BuildValue("(NsN)", str_of_span(r->url),
		    field_verdict_name(r->verdict), tuple_of_list(FIELD_WORDS, how));

		if (item == NULL || PyTuple_SetItem(tuple, (Py_ssize_t)i, item) < 0)
			Py_CLEAR(tuple);
	}
	return tuple;
}

static PyObject *
object_of_value(enum field_type type, const struct value *value)
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
	case FIELD_PARTS:
		return dict_of_parts(value->url);
	case FIELD_READINGS:
		return tuple_of_readings(value);
	default:
		return tuple_of_list(type, *value);
	}
}

/* ---- attributes --- */

/* Return the value of that name, of a URL that holds values. */
static PyObject *
held_value(const struct url_object *u, const char *name)
{
	return Py_NewRef(PyDict_GetItemString(u->values, name));
}

static PyObject *
url_get_column(PyObject *self, void *closure)
{
	const struct url_object *u = (struct url_object *)self;
	const struct field *column = closure;
	struct row row = { .finding = &u->finding, .location = u->location };
	struct value value;
	PyObject *object;

	if (u->values)
		return held_value(u, column->name);
	if (column->source != IN_FUNCTION) { /* it is in the copy */
		field_get(column, &row, &value);
		return object_of_value(column->type, &value);
	}
	row.details = engine_take_details(u->engine);
	if (row.details == NULL)
		return NULL;
	field_get(column, &row, &value);
	object = details_have_failed(row.details) ? PyErr_NoMemory() :
	    object_of_value(column->type, &value);
	engine_give_details(u->engine, row.details);
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
void
url_type_prepare(void)
{
	PyGetSetDef *next = attributes;
	const struct field *column;
	unsigned i;

	list_borrowed();
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

/* Return true if an attribute may have the value: one that was pickled may have been tampered
 * with. */
static bool
is_possible(const PyGetSetDef *attribute, PyObject *value)
{
	const struct field *field = attribute->closure;
	bool is_place = attribute->get == url_get_place;

	if (value == Py_None)
		return !is_place && strcmp(attribute->name, "url") != 0;
	switch (is_place ? FIELD_NUMBER : field->type) {
	case FIELD_NUMBER:
		return PyLong_CheckExact(value);
	case FIELD_BOOL:
		return PyBool_Check(value);
	case FIELD_PARTS:
		return PyDict_CheckExact(value);
	case FIELD_TEXT:
	case FIELD_NAME:
	case FIELD_TIME:
	case FIELD_LABELS:
		return PyUnicode_CheckExact(value);
	default:
		return PyTuple_CheckExact(value);
	}
}

/* Return a copy of a dict of attributes. Missing ones are None: another version may have written
 * it. */
static PyObject *
copy_values(PyObject *values)
{
	PyObject *copy = PyDict_New();
	const PyGetSetDef *a;

	for (a = attributes; copy && a->name; a++) {
		PyObject *value = PyDict_GetItemString(values, a->name);

		if (value == NULL)
			value = Py_None;
		if (!is_possible(a, value)) {
			PyErr_Format(PyExc_TypeError, "not an attribute of a URL: %s: %.100R",
			    a->name, value);
			Py_CLEAR(copy);
		} else if (PyDict_SetItemString(copy, a->name, value) < 0) {
			Py_CLEAR(copy);
		}
	}
	return copy;
}

/* url_of_values(dict) -> URL with the attributes that to_dict() returned */
PyObject *
py_url_of_values(PyObject *module, PyObject *values)
{
	struct url_object *u;
	PyObject *copy;

	if (!PyDict_CheckExact(values)) {
		PyErr_SetString(PyExc_TypeError, "expected the attributes of a URL");
		return NULL;
	}
	copy = copy_values(values);
	if (copy == NULL)
		return NULL;
	u = PyObject_NewVar(struct url_object, state_of_module(module)->url_type, 0);
	if (u)
		u->values = copy;
	else
		Py_DECREF(copy);
	return (PyObject *)u;
}

static PyMethodDef url_methods[] = {
	{ "to_dict", url_to_dict, METH_NOARGS,
	    "to_dict() -> dict\n\nAll attributes by name." },
	{ NULL, NULL, 0, NULL },
};

static PyType_Slot url_slots[] = {
	{ Py_tp_dealloc, (void *)url_dealloc },
	{ Py_tp_str, (void *)url_str },
	{ Py_tp_repr, (void *)url_repr },
	{ Py_tp_richcompare, (void *)url_compare },
	{ Py_tp_hash, (void *)url_hash },
	{ Py_tp_getset, attributes },
	{ Py_tp_methods, url_methods },
	{ Py_tp_doc, (void *)"A URL that was found; str() is its text, by which it "
	    "compares and hashes." },
	{ 0, NULL },
};

PyType_Spec url_spec = { .name = "urlgrep.URL",
	.basicsize = sizeof(struct url_object), .itemsize = 1,
	.flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
	.slots = url_slots };
