/* url.c - the Python type urlgrep.URL
 *
 * A URL holds a copy of the finding. Each attribute is a row of the table of fields, computed when
 * it is read. A URL that was unpickled or copied holds the values instead. */
#include "module.h"

#include <stddef.h>
#include <string.h>

#include "util/memory.h"

struct url_object {
	PyObject_VAR_HEAD
	struct engine *engine; /* owned by the module, which the type keeps alive */
	PyObject *values;      /* a dict of the attributes by name; or NULL */
	int64_t begin, end;
	urlgrep_finding finding;
	urlgrep_location *location; /* without signs; NULL for a URL in a text */
	max_align_t block[];        /* the memory borrowed by finding and location */
};

/* ---- a copy of the memory that a finding borrows --- */

/* The fields whose texts are borrowed: by findings, and after those by locations. */
static const struct field *borrowed[MAX_FIELDS];
static unsigned in_finding, in_both;

/* Return the length of a text. Unless *block is NULL, copy the text there, make *text point to the
 * copy, and advance *block. */
static size_t
keep_text(const char **text, size_t len, char **block)
{
	if (*block) {
		*text = len ? memcpy(*block, *text, len) : *block;
		*block += len;
	}
	return len;
}

static size_t
keep_string(const char **string, char **block)
{
	return *string ? keep_text(string, strlen(*string) + 1, block) : 0;
}

/* Return the total length of the texts borrowed by a finding, these readings, and a location unless
 * it is NULL. Unless block is NULL, copy the texts there and point to the copies. */
static size_t
keep_texts(urlgrep_finding *f, urlgrep_reading *readings, urlgrep_location *location, char *block)
{
	size_t size = location ? keep_string(&location->path, &block) : 0;
	unsigned i, count = location ? in_both : in_finding;

	for (i = 0; i < count; i++) {
		char *at = (i < in_finding ? (char *)f : (char *)location) + borrowed[i]->at;
		urlgrep_span *span = (urlgrep_span *)at;

		if (borrowed[i]->source == IN_LOCATION_STRING)
			size += keep_string((const char **)at, &block);
		else if (span->text)
			size += keep_text(&span->text, span->len, &block);
	}
	for (i = 0; i < f->reading_count; i++)
		size += keep_text(&readings[i].url.text, readings[i].url.len, &block);
	return size;
}

/* Copy an object to *block, advance *block, and return the copy. */
static void *
keep_object(const void *object, size_t size, char **block)
{
	void *copy = *block;

	if (size)
		memcpy(copy, object, size);
	*block += size;
	return copy;
}

PyObject *
url_object_new(struct state *state, struct engine *engine, const urlgrep_finding *finding,
    const urlgrep_location *location, int64_t begin, int64_t end)
{
	size_t readings_size = finding->reading_count * sizeof(*finding->readings);
	size_t size = readings_size + (location ? sizeof(*location) : 0) +
	    keep_texts((urlgrep_finding *)(uintptr_t)finding,
	    (urlgrep_reading *)(uintptr_t)finding->readings,
	    (urlgrep_location *)(uintptr_t)location, NULL);
	struct url_object *u = PyObject_NewVar(struct url_object, state->types[URL_TYPE],
	    (Py_ssize_t)size);
	urlgrep_reading *readings;
	char *block;
	unsigned i;

	if (u == NULL)
		return NULL;
	u->engine = engine;
	u->values = NULL;
	u->begin = begin;
	u->end = end;
	u->finding = *finding;
	block = (char *)u->block;
	u->finding.readings = readings = keep_object(finding->readings, readings_size, &block);
	u->location = location ? keep_object(location, sizeof(*location), &block) : NULL;
	keep_texts(&u->finding, readings, u->location, block);
	for (i = 0; i < finding->url.part_count; i++) /* parts are substrings of the URL */
		u->finding.url.parts[i].value.text +=
		    u->finding.url.text.text - finding->url.text.text;
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

int
append_object(PyObject *list, PyObject *object)
{
	int status = object ? PyList_Append(list, object) : -1;

	Py_XDECREF(object);
	return status;
}

int
set_item(PyObject *dict, const char *name, PyObject *object)
{
	int status = object ? PyDict_SetItemString(dict, name, object) : -1;

	Py_XDECREF(object);
	return status;
}

PyObject *
tuple_of(PyObject *list)
{
	PyObject *tuple = list ? PyList_AsTuple(list) : NULL;

	Py_XDECREF(list);
	return tuple;
}

/* Return a list of that field type as a tuple of str. */
static PyObject *
tuple_of_list(enum field_type type, struct value value)
{
	PyObject *list = PyList_New(0);
	urlgrep_span element;

	while (list && field_next_element(type, &value, &element))
		if (append_object(list, str_of_span(element)) < 0)
			Py_CLEAR(list);
	return tuple_of(list);
}

static PyObject *
dict_of_parts(const urlgrep_url *url)
{
	PyObject *dict = PyDict_New();
	unsigned i;

	for (i = 0; dict && i < url->part_count; i++)
		if (set_item(dict, url->parts[i].name, str_of_span(url->parts[i].value)) < 0)
			Py_CLEAR(dict);
	return dict;
}

/* Return the readings as a tuple of (url, verdict, how). */
static PyObject *
tuple_of_readings(const struct value *value)
{
	PyObject *list = PyList_New(0);
	unsigned i;

	for (i = 0; list && i < value->reading_count; i++) {
		const urlgrep_reading *r = &value->readings[i];
		struct value how = { .words = r->how, .names = URLGREP_TREATMENT_NAMES };

		if (append_object(list, Py_BuildValue("(NsN)", str_of_span(r->url),
		    urlgrep_name(URLGREP_VERDICT_NAMES, r->verdict),
		    tuple_of_list(FIELD_WORDS, how))) < 0)
			Py_CLEAR(list);
	}
	return tuple_of(list);
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

/* The place in the Python text. */
static const struct field places[] = { { .name = "begin", .type = FIELD_NUMBER },
	{ .name = "end", .type = FIELD_NUMBER }, { .name = NULL } };

static PyObject *
url_get_column(PyObject *self, void *closure)
{
	const struct url_object *u = (struct url_object *)self;
	const struct field *column = closure;
	struct row row = { .finding = &u->finding, .location = u->location };
	struct value value;
	PyObject *object;

	if (u->values)
		return Py_NewRef(PyDict_GetItemString(u->values, column->name));
	if (column == &places[0] || column == &places[1])
		return PyLong_FromLongLong(column == &places[0] ? u->begin : u->end);
	if (column->get == NULL) { /* a member of the finding or location */
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

static PyObject *
url_str(PyObject *self)
{
	const struct url_object *u = (struct url_object *)self;

	return u->values ? Py_NewRef(PyDict_GetItemString(u->values, "url")) :
	    str_of_span(u->finding.url.text);
}

static PyObject *
url_repr(PyObject *self)
{
	PyObject *url = url_str(self), *repr = url ? PyUnicode_FromFormat("URL(%R)", url) : NULL;

	Py_XDECREF(url);
	return repr;
}

/* Compare the texts of two URLs, regardless of where they were found. */
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

/* ---- all attributes as a dict --- */

enum { MAX_ATTRIBUTES = MAX_FIELDS + 3 };

static PyGetSetDef attributes[MAX_ATTRIBUTES]; /* NULL-terminated */

/* Append an attribute for each of these columns that is in all of the sets. Return the end. */
static PyGetSetDef *
add_attributes(PyGetSetDef *next, const struct field *column, unsigned sets)
{
	for (; column->name; column++)
		if ((column->sets & sets) == sets)
			*next++ = (PyGetSetDef){ .name = column->name,
				.get = url_get_column, .closure = (void *)column };
	return next;
}

void
url_type_prepare(void)
{
	const struct field *field;

	in_finding = 0; /* the module may be imported again */
	for (field = field_table; field->name; field++)
		if (field->source == IN_FINDING)
			borrowed[in_finding++] = field;
	in_both = in_finding;
	for (field = field_table; field->name; field++)
		if (field->source == IN_LOCATION || field->source == IN_LOCATION_STRING)
			borrowed[in_both++] = field;
	add_attributes(add_attributes(attributes, places, 0), field_table, OF_URL);
}

/* to_dict() -> a dict of all attributes */
static PyObject *
url_to_dict(PyObject *self, PyObject *unused)
{
	PyObject *dict = PyDict_New();
	const PyGetSetDef *a;

	(void)unused;
	for (a = attributes; dict && a->name; a++)
		if (set_item(dict, a->name, a->get(self, a->closure)) < 0)
			Py_CLEAR(dict);
	return dict;
}

/* url_of_values(dict) -> a URL with the attributes that to_dict() returned. Missing attributes are
 * None: another version may have written the dict. The text must be present, since URLs are
 * compared by it. All other values are returned unchecked, even those of a manipulated pickle. */
PyObject *
py_url_of_values(PyObject *module, PyObject *values)
{
	struct state *state = PyModule_GetState(module);
	PyObject *text = PyDict_CheckExact(values) ? PyDict_GetItemString(values, "url") : NULL;
	struct url_object *u = NULL;
	PyObject *copy;
	const PyGetSetDef *a;

	if (text == NULL || !PyUnicode_CheckExact(text))
		return PyErr_Format(PyExc_TypeError, "not the attributes of a URL: %.100R", values);
	copy = PyDict_New();
	for (a = attributes; copy && a->name; a++) {
		PyObject *value = PyDict_GetItemString(values, a->name);

		if (PyDict_SetItemString(copy, a->name, value ? value : Py_None) < 0)
			Py_CLEAR(copy);
	}
	if (copy)
		u = PyObject_NewVar(struct url_object, state->types[URL_TYPE], 0);
	if (u)
		u->values = copy;
	else
		Py_XDECREF(copy);
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
	{ Py_tp_doc, (void *)"A URL that was found. str() is its text, by which URLs "
	    "are compared and hashed." },
	{ 0, NULL },
};

PyType_Spec url_spec = { .name = "urlgrep.URL",
	.basicsize = sizeof(struct url_object), .itemsize = 1,
	.flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
	.slots = url_slots };
