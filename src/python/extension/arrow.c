/* arrow.c - builds Arrow arrays, value by value and row by row, and exports them */
#include <stdlib.h>
#include <string.h>

#include "module.h"
#include "util/utf8.h"

enum { ARROW_NULLABLE = 2 };

/* ---- columns --- */

/* A type with the types of its children. */
struct shape {
	const char *format, *name;
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

/* Without names, which are the fields'. */
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

static bool
has_offsets(const struct column *c)
{
	return *c->format == 'u' || strcmp(c->format, "+l") == 0 || strcmp(c->format, "+m") == 0;
}

/* The offsets of texts and lists have 32 bits. */
static void
append_offset(struct column *c, uint64_t offset)
{
	int32_t n = (int32_t)offset;

	strbuf_append(&c->offsets, (const char *)&n, sizeof(n));
	c->offsets.failed |= offset > INT32_MAX;
}

/* Append a bit for value number c->length. */
static void
append_bit(const struct column *c, struct strbuf *bits, bool value)
{
	if (c->length % 8 == 0)
		strbuf_append_byte(bits, 0);
	if (value && !bits->failed)
		bits->at[c->length / 8] |= (char)(1U << c->length % 8);
}

/* Complete value number c->length, which is present or null. */
static void
end_value(struct column *c, bool is_valid)
{
	append_bit(c, &c->validity, is_valid);
	c->null_count += !is_valid;
	c->length++;
}

/* Initialize a column; its children are zeros. Return false without memory. */
static bool
column_init(struct column *c, const char *format, const char *name, int64_t child_count)
{
	*c = (struct column){ .format = format, .name = name,
		.validity.memory = &memory_default, .offsets.memory = &memory_default,
		.data.memory = &memory_default };
	c->children = calloc((size_t)child_count + 1, sizeof(*c->children));
	if (c->children == NULL)
		return false;
	c->child_count = child_count;
	if (has_offsets(c))
		append_offset(c, 0);
	return true;
}

static bool
column_init_shape(struct column *c, const struct shape *shape, const char *name)
{
	bool is_done = column_init(c, shape->format, name, shape->child_count);
	int64_t i;

	for (i = 0; is_done && i < shape->child_count; i++)
		is_done = column_init_shape(&c->children[i], &shape->children[i],
		    shape->children[i].name);
	return is_done;
}

static void
column_free(struct column *c)
{
	int64_t i;

	if (c->format == NULL) /* not initialized */
		return;
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
	urlgrep_span piece = text;
	size_t used = text.len;
	bool is_valid = utf8_is_ascii(text.text, text.len) || utf8_is_valid(text.text, text.len);

	for (; text.len > 0; text.text += used, text.len -= used) {
		if (!is_valid)
			used = field_next_piece(text, &piece);
		strbuf_append(&c->data, piece.text, piece.len);
	}
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

/* End a list whose values were appended to the child before. */
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

/* Append a date in microseconds; null if it is after 9999 in UTC, which Python and databases
 * do not have. */
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
		append_string(&entry->children[1], field_verdict_name(r->verdict));
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

static bool
init_rows(struct rows *rows, bool in_lists)
{
	const struct field_list *fields = rows->fields;
	size_t i;

	rows->row = &rows->root;
	if (in_lists) {
		if (!column_init(&rows->root, "+l", "", 1))
			return false;
		rows->row = &rows->root.children[0];
	}
	if (!column_init(rows->row, "+s", in_lists ? "item" : "", (int64_t)fields->count))
		return false;
	for (i = 0; i < fields->count; i++)
		if (!column_init_shape(&rows->row->children[i],
		    &shape_of_type[fields->at[i]->type], fields->at[i]->name))
			return false;
	return true;
}

struct rows *
rows_new(const struct field_list *fields, bool in_lists)
{
	struct rows *rows = calloc(1, sizeof(*rows));

	if (rows == NULL)
		return NULL;
	atomic_init(&rows->references, 1);
	rows->fields = fields;
	if (init_rows(rows, in_lists))
		return rows;
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
	end_value(rows->row, true);
}

void
rows_end_list(struct rows *rows, bool is_null)
{
	end_list(&rows->root, !is_null);
}

bool
rows_measure(const struct rows *rows, size_t *bytes)
{
	*bytes = 0;
	return column_measure(&rows->root, bytes);
}

/* ---- exports --- */

/* Return a list of pointers to as many structures of zeros, all in one block; NULL without
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

/* A consumer may move each child away and release it. */
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

/* Set the buffers that the type has; return how many. They may not be NULL. */
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
