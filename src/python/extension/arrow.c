/* arrow.c - builds Arrow arrays, value by value and row by row, and exports them */
#include "arrow.h"

#include <stdlib.h>
#include <string.h>

#include "util/utf8.h"

/* ---- bytes --- */

/* Return where to put `count` more bytes, or NULL without memory. */
static char *
extend(struct arrow_builder *b, struct arrow_bytes *bytes, size_t count)
{
	if (bytes->room - bytes->len < count) {
		size_t room = (bytes->len + count) * 2 + 256;
		char *at = realloc(bytes->at, room);

		if (at == NULL) {
			b->has_failed = true;
			return NULL;
		}
		bytes->at = at;
		bytes->room = room;
	}
	bytes->len += count;
	return bytes->at + bytes->len - count;
}

/* Append a bit for value number b->length. */
static void
append_bit(struct arrow_builder *b, struct arrow_bytes *bits, bool value)
{
	unsigned bit = (unsigned)(b->length % 8);
	char *byte;

	if (bit == 0 && (byte = extend(b, bits, 1)) != NULL)
		*byte = 0;
	if (!b->has_failed && value)
		bits->at[b->length / 8] |= (char)(1U << bit);
}

/* Complete value number b->length, which is present or null. */
static void
append_validity(struct arrow_builder *b, bool is_valid)
{
	append_bit(b, &b->validity, is_valid);
	if (b->has_failed)
		return;
	b->null_count += !is_valid;
	b->length++;
}

/* The offsets of texts and lists have 32 bits. */
static void
append_offset(struct arrow_builder *b, uint64_t offset)
{
	int32_t n = (int32_t)offset;
	char *at;

	if (offset > INT32_MAX) {
		b->has_failed = true;
		return;
	}
	if ((at = extend(b, &b->offsets, sizeof(n))) != NULL)
		memcpy(at, &n, sizeof(n));
}

static bool
has_offsets(const struct arrow_builder *b)
{
	return b->type == ARROW_TEXT || b->type == ARROW_LIST || b->type == ARROW_MAP;
}

void
arrow_builder_init(struct arrow_builder *b, enum arrow_type type, const char *name,
    size_t child_count)
{
	*b = (struct arrow_builder){ .type = type, .name = name,
		.child_count = child_count };
	if (child_count > 0) {
		b->children = calloc(child_count, sizeof(*b->children));
		if (b->children == NULL) {
			b->has_failed = true;
			b->child_count = 0;
		}
	}
	if (has_offsets(b))
		append_offset(b, 0);
}

void
arrow_builder_free(struct arrow_builder *b)
{
	size_t i;

	for (i = 0; i < b->child_count; i++)
		arrow_builder_free(&b->children[i]);
	free(b->children);
	free(b->validity.at);
	free(b->offsets.at);
	free(b->values.at);
}

bool
arrow_builder_has_failed(const struct arrow_builder *b)
{
	bool has_failed = b->has_failed;
	size_t i;

	for (i = 0; i < b->child_count; i++)
		has_failed = has_failed || arrow_builder_has_failed(&b->children[i]);
	return has_failed;
}

size_t
arrow_builder_bytes(const struct arrow_builder *b)
{
	size_t bytes = b->validity.len + b->offsets.len + b->values.len, i;

	for (i = 0; i < b->child_count; i++)
		bytes += arrow_builder_bytes(&b->children[i]);
	return bytes;
}

/* ---- values --- */

/* Append a text with U+FFFD for each byte that is not UTF-8. */
static void
append_mended(struct arrow_builder *b, const char *text, size_t len)
{
	urlgrep_span piece;
	size_t at = 0;

	while (at < len) {
		char *to;

		at += field_next_piece((urlgrep_span){ text + at, len - at }, &piece);
		to = extend(b, &b->values, piece.len);
		if (to == NULL)
			return;
		memcpy(to, piece.text, piece.len);
	}
}

static void
append_text(struct arrow_builder *b, const char *text, size_t len)
{
	char *to;

	if (!utf8_is_ascii(text, len) && !utf8_is_valid(text, len))
		append_mended(b, text, len);
	else if ((to = extend(b, &b->values, len)) != NULL && len > 0)
		memcpy(to, text, len);
	append_offset(b, b->values.len);
	append_validity(b, true);
}

static void
append_bytes_of(struct arrow_builder *b, int64_t number)
{
	char *to = extend(b, &b->values, sizeof(number));

	if (to)
		memcpy(to, &number, sizeof(number));
}

static void
append_number(struct arrow_builder *b, int64_t number)
{
	append_bytes_of(b, number);
	append_validity(b, true);
}

static void
append_bool(struct arrow_builder *b, bool value)
{
	append_bit(b, &b->values, value);
	append_validity(b, true);
}

static uint64_t
child_length(const struct arrow_builder *b)
{
	return b->child_count ? (uint64_t)b->children[0].length : 0;
}

void
arrow_append_list(struct arrow_builder *b)
{
	append_offset(b, child_length(b));
	append_validity(b, true);
}

void
arrow_append_null(struct arrow_builder *b)
{
	size_t i;

	switch (b->type) {
	case ARROW_TEXT:
		append_offset(b, b->values.len);
		break;
	case ARROW_NUMBER:
		append_bytes_of(b, 0);
		break;
	case ARROW_BOOL:
		append_bit(b, &b->values, false);
		break;
	case ARROW_LIST:
	case ARROW_MAP:
		append_offset(b, child_length(b));
		break;
	case ARROW_STRUCT:
		for (i = 0; i < b->child_count; i++)
			arrow_append_null(&b->children[i]);
		break;
	}
	append_validity(b, false);
}

/* ---- arrays that are complete --- */

struct arrow_shared *
arrow_share(struct arrow_builder *b)
{
	struct arrow_shared *s = malloc(sizeof(*s));

	if (s == NULL)
		return NULL;
	atomic_init(&s->references, 1);
	s->builder = *b;
	*b = (struct arrow_builder){ .type = b->type, .name = b->name };
	return s;
}

void
arrow_shared_release(struct arrow_shared *s)
{
	if (s == NULL || atomic_fetch_sub(&s->references, 1) != 1)
		return;
	arrow_builder_free(&s->builder);
	free(s);
}

/* ---- exported arrays --- */

/* What an exported array owns; a consumer may move each child away and release it. */
struct exported_array {
	struct arrow_shared *shared;
	const void *buffers[3];
	struct ArrowArray **pointers;
	struct ArrowArray *children;
};

static void
release_array(struct ArrowArray *array)
{
	struct exported_array *e = array->private_data;
	int64_t i;

	for (i = 0; i < array->n_children; i++)
		if (array->children[i]->release)
			array->children[i]->release(array->children[i]);
	arrow_shared_release(e->shared);
	free(e->pointers);
	free(e->children);
	free(e);
	array->release = NULL;
}

/* Set the buffers that the type has; return how many. */
static int64_t
set_buffers(const struct arrow_builder *b, const void **buffers)
{
	static const int64_t nothing[1];

	buffers[0] = b->null_count ? b->validity.at : NULL;
	switch (b->type) {
	case ARROW_TEXT:
		buffers[1] = b->offsets.at;
		buffers[2] = b->values.at ? (void *)b->values.at : nothing;
		return 3;
	case ARROW_NUMBER:
	case ARROW_BOOL:
		buffers[1] = b->values.at ? (void *)b->values.at : nothing;
		return 2;
	case ARROW_LIST:
	case ARROW_MAP:
		buffers[1] = b->offsets.at;
		return 2;
	default:
		return 1;
	}
}

/* Export b, which is part of shared. */
static bool
export_builder(struct arrow_shared *shared, const struct arrow_builder *b,
    struct ArrowArray *out)
{
	struct exported_array *e = calloc(1, sizeof(*e));
	size_t i;

	memset(out, 0, sizeof(*out));
	if (e == NULL)
		return false;
	atomic_fetch_add(&shared->references, 1);
	e->shared = shared;
	e->children = calloc(b->child_count + 1, sizeof(*e->children));
	e->pointers = calloc(b->child_count + 1, sizeof(*e->pointers));
	*out = (struct ArrowArray){ .length = b->length, .null_count = b->null_count,
		.n_buffers = set_buffers(b, e->buffers), .buffers = e->buffers,
		.children = e->pointers, .release = release_array, .private_data = e };
	for (i = 0; e->children && e->pointers && i < b->child_count; i++) {
		if (!export_builder(shared, &b->children[i], &e->children[i]))
			break;
		e->pointers[i] = &e->children[i];
		out->n_children++;
	}
	if (out->n_children == (int64_t)b->child_count)
		return true;
	release_array(out);
	return false;
}

bool
arrow_export_array(struct arrow_shared *shared, struct ArrowArray *out)
{
	return export_builder(shared, &shared->builder, out);
}

/* ---- exported schemas --- */

struct exported_schema {
	struct ArrowSchema **pointers;
	struct ArrowSchema *children;
};

static void
release_schema(struct ArrowSchema *schema)
{
	struct exported_schema *e = schema->private_data;
	int64_t i;

	for (i = 0; i < schema->n_children; i++)
		if (schema->children[i]->release)
			schema->children[i]->release(schema->children[i]);
	free(e->pointers);
	free(e->children);
	free(e);
	schema->release = NULL;
}

bool
arrow_export_schema(const struct arrow_builder *b, struct ArrowSchema *out)
{
	static const char *const formats[] = { [ARROW_TEXT] = "u", [ARROW_NUMBER] = "l",
		[ARROW_BOOL] = "b", [ARROW_LIST] = "+l", [ARROW_MAP] = "+m",
		[ARROW_STRUCT] = "+s" };
	struct exported_schema *e = calloc(1, sizeof(*e));
	bool is_key = strcmp(b->name, "key") == 0 || strcmp(b->name, "entries") == 0;
	size_t i;

	memset(out, 0, sizeof(*out));
	if (e == NULL)
		return false;
	e->children = calloc(b->child_count + 1, sizeof(*e->children));
	e->pointers = calloc(b->child_count + 1, sizeof(*e->pointers));
	*out = (struct ArrowSchema){ .format = formats[b->type], .name = b->name,
		.flags = is_key ? 0 : ARROW_NULLABLE, .children = e->pointers,
		.release = release_schema, .private_data = e };
	for (i = 0; e->children && e->pointers && i < b->child_count; i++) {
		if (!arrow_export_schema(&b->children[i], &e->children[i]))
			break;
		e->pointers[i] = &e->children[i];
		out->n_children++;
	}
	if (out->n_children == (int64_t)b->child_count)
		return true;
	release_schema(out);
	return false;
}

/* ---- the shapes of columns --- */

/* A type with its children. */
struct shape {
	enum arrow_type type;
	size_t child_count;
	const struct shape *children;
	const char *name; /* of a child */
};

static const struct shape item[] = { { ARROW_TEXT, 0, NULL, "item" } };

static const struct shape part_members[] = {
	{ ARROW_TEXT, 0, NULL, "key" },
	{ ARROW_TEXT, 0, NULL, "value" },
};
static const struct shape part[] = { { ARROW_STRUCT, 2, part_members, "entries" } };

static const struct shape reading_members[] = {
	{ ARROW_TEXT, 0, NULL, "url" },
	{ ARROW_TEXT, 0, NULL, "verdict" },
	{ ARROW_LIST, 1, item, "how" },
};
static const struct shape reading[] = { { ARROW_STRUCT, 3, reading_members, "item" } };

static const struct shape shape_of_field[] = {
	[FIELD_TEXT] = { .type = ARROW_TEXT },
	[FIELD_NAME] = { .type = ARROW_TEXT },
	[FIELD_TIME] = { .type = ARROW_TEXT },
	[FIELD_LABELS] = { .type = ARROW_TEXT },
	[FIELD_NUMBER] = { .type = ARROW_NUMBER },
	[FIELD_BOOL] = { .type = ARROW_BOOL },
	[FIELD_WORDS] = { ARROW_LIST, 1, item, NULL },
	[FIELD_TEXTS] = { ARROW_LIST, 1, item, NULL },
	[FIELD_STEPS] = { ARROW_LIST, 1, item, NULL },
	[FIELD_PARTS] = { ARROW_MAP, 1, part, NULL },
	[FIELD_READINGS] = { ARROW_LIST, 1, reading, NULL },
};

static void
init_shape(struct arrow_builder *b, const struct shape *shape, const char *name)
{
	size_t i;

	arrow_builder_init(b, shape->type, name, shape->child_count);
	for (i = 0; i < b->child_count; i++)
		init_shape(&b->children[i], &shape->children[i], shape->children[i].name);
}

/* ---- values that are not simple --- */

static void
append_string(struct arrow_builder *b, const char *string)
{
	append_text(b, string, strlen(string));
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
		append_text(&b->children[0], texts.at[i].text, texts.at[i].len);
	arrow_append_list(b);
}

static void
append_parts(struct arrow_builder *b, const urlgrep_url *url)
{
	struct arrow_builder *entries = &b->children[0];
	unsigned i;

	for (i = 0; i < url->part_count; i++) {
		append_string(&entries->children[0], url->parts[i].name);
		append_text(&entries->children[1], url->parts[i].value.text,
		    url->parts[i].value.len);
		append_validity(entries, true);
	}
	arrow_append_list(b);
}

static void
append_readings(struct arrow_builder *b, const urlgrep_finding *f)
{
	struct arrow_builder *entry = &b->children[0];
	unsigned i;

	for (i = 0; i < f->reading_count; i++) {
		const urlgrep_reading *r = &f->readings[i];

		append_text(&entry->children[0], r->url.text, r->url.len);
		append_string(&entry->children[1], field_verdict_name(r->verdict));
		append_words(&entry->children[2], r->how, urlgrep_treatment_name);
		append_validity(entry, true);
	}
	arrow_append_list(b);
}

/* ---- rows --- */

void
arrow_rows_init(struct arrow_builder *b, const char *name,
    const struct column_list *columns)
{
	size_t i;

	arrow_builder_init(b, ARROW_STRUCT, name, columns->count);
	for (i = 0; i < b->child_count; i++)
		init_shape(&b->children[i], &shape_of_field[columns->at[i]->type],
		    columns->at[i]->name);
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
		append_text(b, value->text.text, value->text.len);
		break;
	case FIELD_NUMBER:
		append_number(b, value->number);
		break;
	case FIELD_BOOL:
		append_bool(b, value->number != 0);
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
	append_validity(b, true);
}
