/* rows.c - findings as rows of an Arrow struct, by the table of columns */
#include "rows.h"

#include <string.h>

/* ---- which columns --- */

static void
list_default(struct column_list *list, unsigned set)
{
	const struct field *column;
	unsigned i;

	for (i = 0; (column = field_at(i)) != NULL; i++)
		if (column->sets & set)
			list->at[list->count++] = column;
}

static int
add_name(struct column_list *list, PyObject *name)
{
	const char *text = PyUnicode_AsUTF8AndSize(name, NULL);
	const struct field *column = text ? field_named(text, strlen(text)) : NULL;

	if (text == NULL)
		return -1;
	if (column == NULL || list->count == MAX_FIELDS) {
		PyErr_Format(PyExc_ValueError, column ? "too many columns: %.100s" :
		    "unknown column: %.100s", text);
		return -1;
	}
	list->at[list->count++] = column;
	return 0;
}

int
column_list_read(struct column_list *list, PyObject *names, unsigned set)
{
	PyObject *iterator, *name;
	int status = 0;

	list->count = 0;
	if (names == NULL || names == Py_None) {
		list_default(list, set);
		return 0;
	}
	iterator = PyObject_GetIter(names);
	if (iterator == NULL)
		return -1;
	while (status == 0 && (name = PyIter_Next(iterator)) != NULL) {
		status = add_name(list, name);
		Py_DECREF(name);
	}
	Py_DECREF(iterator);
	return PyErr_Occurred() ? -1 : status;
}

/* ---- columns of values that are not simple --- */

/* readings: a list of structs */
static void
init_readings(struct arrow_builder *b, const char *name)
{
	struct arrow_builder *item;

	arrow_builder_init(b, ARROW_LIST, name, 1);
	if (b->has_failed)
		return;
	item = &b->children[0];
	arrow_builder_init(item, ARROW_STRUCT, "item", 3);
	if (item->has_failed)
		return;
	arrow_builder_init(&item->children[0], ARROW_TEXT, "url", 0);
	arrow_builder_init(&item->children[1], ARROW_TEXT, "verdict", 0);
	arrow_builder_init(&item->children[2], ARROW_LIST, "how", 1);
	if (!item->children[2].has_failed)
		arrow_builder_init(&item->children[2].children[0], ARROW_TEXT, "item", 0);
}

static void
init_words(struct arrow_builder *b, const char *name)
{
	arrow_builder_init(b, ARROW_LIST, name, 1);
	if (!b->has_failed)
		arrow_builder_init(&b->children[0], ARROW_TEXT, "item", 0);
}

static void
init_parts(struct arrow_builder *b, const char *name)
{
	struct arrow_builder *entries;

	arrow_builder_init(b, ARROW_MAP, name, 1);
	if (b->has_failed)
		return;
	entries = &b->children[0];
	arrow_builder_init(entries, ARROW_STRUCT, "entries", 2);
	if (entries->has_failed)
		return;
	arrow_builder_init(&entries->children[0], ARROW_TEXT, "key", 0);
	arrow_builder_init(&entries->children[1], ARROW_TEXT, "value", 0);
}

static void
append_string(struct arrow_builder *b, const char *string)
{
	arrow_append_text(b, string, strlen(string));
}

static void
append_words(struct arrow_builder *b, uint64_t words, const char *(*word)(unsigned))
{
	const char *name;

	while ((name = field_next_word(&words, word)) != NULL)
		append_string(&b->children[0], name);
	arrow_append_list(b);
}

static void
append_texts(struct arrow_builder *b, struct text_list texts)
{
	size_t i;

	for (i = 0; i < texts.count; i++)
		arrow_append_text(&b->children[0], texts.at[i].text, texts.at[i].len);
	arrow_append_list(b);
}

static void
append_parts(struct arrow_builder *b, const urlgrep_url *url)
{
	struct arrow_builder *entries = &b->children[0];
	unsigned i;

	for (i = 0; i < url->part_count; i++) {
		append_string(&entries->children[0], url->parts[i].name);
		arrow_append_text(&entries->children[1], url->parts[i].value.text,
		    url->parts[i].value.len);
		arrow_append_struct(entries);
	}
	arrow_append_list(b);
}

static void
append_readings(struct arrow_builder *b, const urlgrep_finding *f)
{
	struct arrow_builder *item = &b->children[0];
	unsigned i;

	for (i = 0; i < f->reading_count; i++) {
		const urlgrep_reading *r = &f->readings[i];

		arrow_append_text(&item->children[0], r->url.text, r->url.len);
		append_string(&item->children[1], field_verdict_name(r->verdict));
		append_words(&item->children[2], r->how, urlgrep_treatment_name);
		arrow_append_struct(item);
	}
	arrow_append_list(b);
}

/* ---- rows --- */

static void
init_column(struct arrow_builder *b, const struct field *column)
{
	switch (column->type) {
	case FIELD_TEXT:
	case FIELD_NAME:
	case FIELD_TIME:
	case FIELD_LABELS:
		arrow_builder_init(b, ARROW_TEXT, column->name, 0);
		break;
	case FIELD_NUMBER:
		arrow_builder_init(b, ARROW_NUMBER, column->name, 0);
		break;
	case FIELD_BOOL:
		arrow_builder_init(b, ARROW_BOOL, column->name, 0);
		break;
	case FIELD_WORDS:
	case FIELD_TEXTS:
	case FIELD_STEPS:
		init_words(b, column->name);
		break;
	case FIELD_PARTS:
		init_parts(b, column->name);
		break;
	case FIELD_READINGS:
		init_readings(b, column->name);
		break;
	}
}

void
arrow_rows_init(struct arrow_builder *b, const char *name,
    const struct column_list *columns)
{
	size_t i;

	arrow_builder_init(b, ARROW_STRUCT, name, columns->count);
	for (i = 0; i < b->child_count; i++)
		init_column(&b->children[i], columns->at[i]);
}

static void
append_value(struct arrow_builder *b, enum field_type type, const struct row *row,
    const struct value *value)
{
	switch (type) {
	case FIELD_TEXT:
	case FIELD_NAME:
	case FIELD_TIME:
	case FIELD_LABELS:
		arrow_append_text(b, value->text.text, value->text.len);
		break;
	case FIELD_NUMBER:
		arrow_append_number(b, value->number);
		break;
	case FIELD_BOOL:
		arrow_append_bool(b, value->number != 0);
		break;
	case FIELD_WORDS:
		append_words(b, value->words, value->word);
		break;
	case FIELD_TEXTS:
	case FIELD_STEPS:
		append_texts(b, value->texts);
		break;
	case FIELD_PARTS:
		append_parts(b, value->url);
		break;
	case FIELD_READINGS:
		append_readings(b, row->finding);
		break;
	}
}

void
arrow_rows_append(struct arrow_builder *b, const struct column_list *columns,
    const struct row *row)
{
	struct value value;
	size_t i;

	if (row->details)
		details_begin(row->details);
	for (i = 0; i < b->child_count; i++) {
		const struct field *column = columns->at[i];

		field_get(column, row, &value);
		if (value.is_absent)
			arrow_append_null(&b->children[i]);
		else
			append_value(&b->children[i], column->type, row, &value);
	}
	arrow_append_struct(b);
}
