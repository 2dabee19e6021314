/* arrow.c - builds Arrow arrays value by value and row by row, and exports them */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "module.h"
#include "util/strbuf.h"

enum { ARROW_NULLABLE = 2 };

/* ---- columns --- */

/* A type, with the types of its children. */
struct shape {
	const char *format, *name; /* as in struct ArrowSchema; constants */
	int64_t child_count;
	const struct shape *children;
};

static const struct shape item[] = { { "u", "item", 0, NULL } };
static const struct shape part_members[] = {
	{ "u", "key", 0, NULL },
	{ "u", "value", 0, NULL },
};
static const struct shape part[] = { { "+s", "entries", 2, part_members } };
static const struct shape reading_members[] = {
	{ "u", "url", 0, NULL },
	{ "u", "verdict", 0, NULL },
	{ "+l", "how", 1, item },
};
static const struct shape reading[] = { { "+s", "item", 3, reading_members } };

/* The shape of each field type, without a name, since the name is that of the field. */
static const struct shape shape_of_type[] = {
	[FIELD_TEXT] = { .format = "u" },
	[FIELD_NAME] = { .format = "u" },
	[FIELD_LABELS] = { .format = "u" },
	[FIELD_TIME] = { .format = "tsu:UTC" },
	[FIELD_NUMBER] = { .format = "l" },
	[FIELD_BOOL] = { .format = "b" },
	[FIELD_WORDS] = { "+l", NULL, 1, item },
	[FIELD_TEXTS] = { "+l", NULL, 1, item },
	[FIELD_STEPS] = { "+l", NULL, 1, item },
	[FIELD_PARTS] = { "+m", NULL, 1, part },
	[FIELD_READINGS] = { "+l", NULL, 1, reading },
};

/* A column under construction. */
struct column {
	const char *format, *name;
	int64_t length, null_count;
	struct strbuf validity, offsets, data;
	const void *buffers[3];    /* of an exported array */
	struct column *children;
	int64_t child_count;
};

static bool
has_offsets(const struct column *c)
{
	return *c->format == 'u' || strcmp(c->format, "+l") == 0 || strcmp(c->format, "+m") == 0;
}

/* Append an offset of a text or list, which has 32 bits. */
static void
append_offset(struct column *c, uint64_t offset)
{
	int32_t n = (int32_t)offset;

	strbuf_append(&c->offsets, (const char *)&n, sizeof(n));
	c->offsets.failed |= offset > INT32_MAX;
}

/* Append the bit of value c->length. */
static void
append_bit(const struct column *c, struct strbuf *bits, bool value)
{
	if (c->length % 8 == 0)
		strbuf_append_byte(bits, 0);
	if (value && !bits->failed)
		bits->at[c->length / 8] |= (char)(1U << c->length % 8);
}

/* Complete value c->length, which is null unless is_valid. */
static void
end_value(struct column *c, bool is_valid)
{
	append_bit(c, &c->validity, is_valid);
	c->null_count += !is_valid;
	c->length++;
}

/* Initialize a column. Return false if out of memory. */
static bool
column_init(struct column *c, const struct shape *shape)
{
	bool is_done = true;

	*c = (struct column){ .format = shape->format, .name = shape->name,
		.validity.memory = &memory_default, .offsets.memory = &memory_default,
		.data.memory = &memory_default,
		.children = calloc((size_t)shape->child_count + 1, sizeof(*c->children)) };
	if (c->children == NULL)
		return false;
	if (has_offsets(c))
		append_offset(c, 0);
	for (; is_done && c->child_count < shape->child_count; c->child_count++)
		is_done = column_init(&c->children[c->child_count],
		    &shape->children[c->child_count]);
	return is_done;
}

static void
column_free(struct column *c)
{
	int64_t i;

	for (i = 0; i < c->child_count; i++)
		column_free(&c->children[i]);
	free(c->children);
	strbuf_free(&c->validity);
	strbuf_free(&c->offsets);
	strbuf_free(&c->data);
}

static bool
column_measure(const struct column *c, size_t *bytes)
{
	bool is_good = !c->validity.failed && !c->offsets.failed && !c->data.failed;
	int64_t i;

	*bytes += c->validity.len + c->offsets.len + c->data.len;
	for (i = 0; i < c->child_count; i++)
		is_good &= column_measure(&c->children[i], bytes);
	return is_good;
}

/* ---- values --- */

static void
append_text(struct column *c, urlgrep_span text)
{
	field_append_valid(&c->data, text);
	append_offset(c, c->data.len);
	end_value(c, true);
}

static void
append_string(struct column *c, const char *string)
{
	append_text(c, (urlgrep_span){ string, strlen(string) });
}

static void
append_number(struct column *c, int64_t number, bool is_valid)
{
	strbuf_append(&c->data, (const char *)&number, sizeof(number));
	end_value(c, is_valid);
}

/* End a list, whose values have been appended to the child. */
static void
end_list(struct column *c, bool is_valid)
{
	append_offset(c, (uint64_t)c->children[0].length);
	end_value(c, is_valid);
}

static void
append_null(struct column *c)
{
	if (*c->format == '+') {
		end_list(c, false);
	} else if (*c->format == 'u') {
		append_offset(c, c->data.len);
		end_value(c, false);
	} else if (*c->format == 'b') {
		append_bit(c, &c->data, false);
		end_value(c, false);
	} else {
		append_number(c, 0, false);
	}
}

/* Append a date in microseconds; null if it is after the year 9999 in UTC, which Python and
 * databases cannot represent. */
static void
append_time(struct column *c, const char *iso)
{
	static const int64_t end = 253402300800; /* 10000-01-01T00:00:00Z */
	int64_t seconds = field_read_time(iso);

	if (seconds < end)
		append_number(c, seconds * 1000000, true);
	else
		append_null(c);
}

static void
append_list(struct column *c, enum field_type type, struct value *value)
{
	urlgrep_span element;

	while (field_next_element(type, value, &element))
		append_text(&c->children[0], element);
	end_list(c, true);
}

static void
append_parts(struct column *c, const urlgrep_url *url)
{
	struct column *entries = &c->children[0];
	unsigned i;

	for (i = 0; i < url->part_count; i++) {
		append_string(&entries->children[0], url->parts[i].name);
		append_text(&entries->children[1], url->parts[i].value);
		end_value(entries, true);
	}
	end_list(c, true);
}

static void
append_readings(struct column *c, const struct value *value)
{
	struct column *entry = &c->children[0];
	unsigned i;

	for (i = 0; i < value->reading_count; i++) {
		const urlgrep_reading *r = &value->readings[i];
		struct value how = { .words = r->how, .names = URLGREP_TREATMENT_NAMES };

		append_text(&entry->children[0], r->url);
		append_string(&entry->children[1],
		    urlgrep_name(URLGREP_VERDICT_NAMES, r->verdict));
		append_list(&entry->children[2], FIELD_WORDS, &how);
		end_value(entry, true);
	}
	end_list(c, true);
}

static void
append_value(struct column *c, enum field_type type, struct value *value)
{
	switch (type) {
	case FIELD_TEXT:
	case FIELD_NAME:
	case FIELD_LABELS:
		append_text(c, value->text);
		break;
	case FIELD_TIME:
		append_time(c, value->text.text);
		break;
	case FIELD_NUMBER:
		append_number(c, value->number, true);
		break;
	case FIELD_BOOL:
		append_bit(c, &c->data, value->number != 0);
		end_value(c, true);
		break;
	case FIELD_PARTS:
		append_parts(c, value->url);
		break;
	case FIELD_READINGS:
		append_readings(c, value);
		break;
	default:
		append_list(c, type, value);
		break;
	}
}

/* ---- rows --- */

struct rows {
	atomic_long references;
	const struct field_list *fields;
	struct column root;
	struct column *row; /* the root, or its child */
};

struct rows *
rows_new(const struct field_list *fields, bool in_lists)
{
	struct shape members[MAX_FIELDS];
	struct shape row = { "+s", in_lists ? "item" : "", (int64_t)fields->count, members };
	struct shape list = { "+l", "", 1, &row };
	struct rows *rows = calloc(1, sizeof(*rows));
	size_t i;

	if (rows == NULL)
		return NULL;
	for (i = 0; i < fields->count; i++) {
		members[i] = shape_of_type[fields->at[i]->type];
		members[i].name = fields->at[i]->name;
	}
	atomic_init(&rows->references, 1);
	rows->fields = fields;
	if (column_init(&rows->root, in_lists ? &list : &row)) {
		rows->row = in_lists ? &rows->root.children[0] : &rows->root;
		return rows;
	}
	rows_release(rows);
	return NULL;
}

void
rows_release(struct rows *rows)
{
	if (rows == NULL || atomic_fetch_sub(&rows->references, 1) != 1)
		return;
	column_free(&rows->root);
	free(rows);
}

void
rows_append(struct rows *rows, const struct row *row)
{
	struct value value;
	size_t i;

	if (row->details)
		details_begin(row->details);
	for (i = 0; i < rows->fields->count; i++) {
		const struct field *field = rows->fields->at[i];

		field_get(field, row, &value);
		if (value.is_absent)
			append_null(&rows->row->children[i]);
		else
			append_value(&rows->row->children[i], field->type, &value);
	}
	if (row->details)
		rows->row->validity.failed |= details_have_failed(row->details);
	end_value(rows->row, true);
}

void
rows_end_list(struct rows *rows, bool is_null)
{
	end_list(&rows->root, !is_null);
}

int64_t
rows_count(const struct rows *rows)
{
	return rows->root.length;
}

bool
rows_measure(const struct rows *rows, size_t *bytes)
{
	*bytes = 0;
	return column_measure(&rows->root, bytes);
}

/* ---- exports --- */

/* Return an array of pointers to that many zeroed structures, all in one block; NULL if out of
 * memory. */
static void *
new_children(int64_t count, size_t size)
{
	void **list = calloc((size_t)count + 1, sizeof(*list) + size);
	int64_t i;

	for (i = 0; list && i < count; i++)
		list[i] = (char *)(list + count) + (size_t)i * size;
	return list;
}

/* Release an exported array. A consumer may have moved children away to release them itself. */
static void
release_array(struct ArrowArray *array)
{
	int64_t i;

	for (i = 0; i < array->n_children; i++)
		if (array->children[i]->release)
			array->children[i]->release(array->children[i]);
	free(array->children);
	rows_release(array->private_data);
	array->release = NULL;
}

/* Set the buffers of the type, which must not be NULL. Return how many there are. */
static int64_t
set_buffers(struct column *c)
{
	static const int64_t nothing[1];
	int64_t count = 0;

	c->buffers[count++] = c->null_count ? c->validity.at : NULL;
	if (has_offsets(c))
		c->buffers[count++] = c->offsets.at;
	if (*c->format != '+')
		c->buffers[count++] = c->data.at ? (const void *)c->data.at : nothing;
	return count;
}

static bool
export_column(struct rows *rows, struct column *c, struct ArrowArray *out)
{
	*out = (struct ArrowArray){ .length = c->length, .null_count = c->null_count,
		.n_buffers = set_buffers(c), .buffers = c->buffers,
		.children = new_children(c->child_count, sizeof(*out)),
		.release = release_array, .private_data = rows };
	atomic_fetch_add(&rows->references, 1);
	while (out->children && out->n_children < c->child_count &&
	    export_column(rows, &c->children[out->n_children],
	    out->children[out->n_children]))
		out->n_children++;
	if (out->n_children == c->child_count && out->children)
		return true;
	release_array(out);
	return false;
}

bool
rows_export(struct rows *rows, struct ArrowArray *out)
{
	return export_column(rows, &rows->root, out);
}

static void
release_schema(struct ArrowSchema *schema)
{
	int64_t i;

	for (i = 0; i < schema->n_children; i++)
		if (schema->children[i]->release)
			schema->children[i]->release(schema->children[i]);
	free(schema->children);
	schema->release = NULL;
}

static bool
export_schema(const struct column *c, struct ArrowSchema *out)
{
	bool is_key = strcmp(c->name, "key") == 0 || strcmp(c->name, "entries") == 0;

	*out = (struct ArrowSchema){ .format = c->format, .name = c->name,
		.flags = is_key ? 0 : ARROW_NULLABLE,
		.children = new_children(c->child_count, sizeof(*out)),
		.release = release_schema };
	while (out->children && out->n_children < c->child_count &&
	    export_schema(&c->children[out->n_children], out->children[out->n_children]))
		out->n_children++;
	if (out->n_children == c->child_count && out->children)
		return true;
	release_schema(out);
	return false;
}

bool
rows_export_schema(const struct rows *rows, struct ArrowSchema *out)
{
	return export_schema(&rows->root, out);
}

/* ---- objects of Python --- */

int
field_list_read(struct field_list *list, PyObject *names)
{
	PyObject *parts = PyUnicode_Check(names) ? PyObject_CallMethod(names, "split", "s", ",") :
	    Py_NewRef(names);
	PyObject *tuple = parts ? PySequence_Tuple(parts) : NULL;
	Py_ssize_t count = tuple ? PyTuple_Size(tuple) : 0, i, len;

	list->count = 0;
	for (i = 0; i < count && !PyErr_Occurred(); i++) {
		PyObject *name = PyTuple_GetItem(tuple, i);
		bool is_string = PyUnicode_Check(name);
		const char *text = is_string ? PyUnicode_AsUTF8AndSize(name, &len) : NULL;
		const struct field *field = text ? field_named(text, (size_t)len) : NULL;

		if (!is_string)
			PyErr_Format(PyExc_TypeError, "columns: expected names, not %.100R", name);
		else if (field && list->count < MAX_FIELDS)
			list->at[list->count++] = field;
		else if (text)
			PyErr_Format(PyExc_ValueError, field ? "%.100U: too many columns" :
			    "%.100U: unknown column", name);
	}
	Py_XDECREF(tuple);
	Py_XDECREF(parts);
	return PyErr_Occurred() ? -1 : 0;
}

void
raise_rows_failed(void)
{
	PyErr_SetString(PyExc_MemoryError, "out of memory, or more than 2 GiB in a column");
}

/* The Arrow structures and the names of their capsules. */
#define FREE(structure, name) \
static void \
free_##name(PyObject *capsule) \
{ \
	struct structure *at = PyCapsule_GetPointer(capsule, #name); \
\
	if (at->release) \
		at->release(at); \
	free(at); \
}
FREE(ArrowSchema, arrow_schema)
FREE(ArrowArray, arrow_array)
FREE(ArrowArrayStream, arrow_array_stream)

/* Return a capsule with a zeroed structure, and set *structure to it. */
static PyObject *
capsule_new(const char *name, size_t size, PyCapsule_Destructor destructor, void *structure)
{
	void *at = calloc(1, size);
	PyObject *capsule = at ? PyCapsule_New(at, name, destructor) : PyErr_NoMemory();

	if (capsule == NULL)
		free(at);
	*(void **)structure = at;
	return capsule;
}

PyObject *
stream_capsule(struct ArrowArrayStream **stream)
{
	return capsule_new("arrow_array_stream", sizeof(**stream), free_arrow_array_stream, stream);
}

PyObject *
schema_capsule(const struct rows *rows)
{
	struct ArrowSchema *schema;
	PyObject *capsule = capsule_new("arrow_schema", sizeof(*schema), free_arrow_schema,
	    &schema);

	if (capsule && !(rows && rows_export_schema(rows, schema))) {
		Py_CLEAR(capsule);
		PyErr_NoMemory();
	}
	return capsule;
}

/* The type urlgrep.Array. */
struct array_object {
	PyObject_HEAD
	struct rows *rows;
};

PyObject *
array_object_new(struct state *state, struct rows *rows)
{
	struct array_object *a = PyObject_New(struct array_object, state->types[ARRAY_TYPE]);

	if (a == NULL)
		rows_release(rows);
	else
		a->rows = rows;
	return (PyObject *)a;
}

static void
array_dealloc(PyObject *self)
{
	PyTypeObject *type = Py_TYPE(self);

	rows_release(((struct array_object *)self)->rows);
	PyObject_Free(self);
	Py_DECREF(type);
}

static PyObject *
array_c_schema(PyObject *self, PyObject *unused)
{
	(void)unused;
	return schema_capsule(((struct array_object *)self)->rows);
}

/* A consumer may request another type, but must accept the type that it gets. */
static PyObject *
array_c_array(PyObject *self, PyObject *args, PyObject *keywords)
{
	PyObject *schema = array_c_schema(self, NULL), *capsule;
	struct ArrowArray *array;

	(void)args;
	(void)keywords;
	capsule = capsule_new("arrow_array", sizeof(*array), free_arrow_array, &array);
	if (capsule && !rows_export(((struct array_object *)self)->rows, array)) {
		PyErr_NoMemory();
		Py_CLEAR(capsule);
	}
	return Py_BuildValue("(NN)", schema, capsule);
}

static Py_ssize_t
array_length(PyObject *self)
{
	return (Py_ssize_t)rows_count(((struct array_object *)self)->rows);
}

static PyMethodDef array_methods[] = {
	{ "__arrow_c_schema__", array_c_schema, METH_NOARGS, NULL },
	{ "__arrow_c_array__", KEYWORDS(array_c_array), METH_VARARGS | METH_KEYWORDS, NULL },
	{ NULL, NULL, 0, NULL },
};

static PyType_Slot array_slots[] = {
	{ Py_tp_dealloc, (void *)array_dealloc },
	{ Py_tp_methods, array_methods },
	{ Py_sq_length, (void *)array_length },
	{ Py_tp_doc, (void *)"An Arrow array: pyarrow.array(a), polars.Series(a)." },
	{ 0, NULL },
};

PyType_Spec array_spec = { .name = "urlgrep.Array",
	.basicsize = sizeof(struct array_object),
	.flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
	.slots = array_slots };
