/* body_structure.c - what a message is made of: the lists that its two readers fill */
#include "mail/body_structure.h"

#include <glib.h>

struct outline {
	/* there are many of these: they are put here without a call */
	struct header_field *fields;
	size_t field_count, field_room;
	GArray *parts;  /* of struct part */
	GStringChunk *strings;
	unsigned alternatives;
	bool deep;
};

struct outline *
outline_new(void)
{
	struct outline *o = g_new0(struct outline, 1);

	o->parts = g_array_new(FALSE, FALSE, sizeof(struct part));
	return o;
}

void
outline_free(struct outline *o)
{
	g_free(o->fields);
	g_array_free(o->parts, TRUE);
	if (o->strings)
		g_string_chunk_free(o->strings);
	g_free(o);
}

void
outline_clear(struct outline *o)
{
	o->field_count = 0;
	g_array_set_size(o->parts, 0);
	if (o->strings)
		g_string_chunk_clear(o->strings);
	o->alternatives = 0;
	o->deep = false;
}

const struct header_field *
outline_fields(const struct outline *o, size_t *count)
{
	*count = o->field_count;
	return o->fields;
}

const struct part *
outline_parts(const struct outline *o, size_t *count)
{
	*count = o->parts->len;
	return (const struct part *)(void *)o->parts->data;
}

bool
outline_deep(const struct outline *o)
{
	return o->deep;
}

const char *
outline_string(struct outline *o, const char *text, size_t len)
{
	enum { BLOCK = 512 };

	if (o->strings == NULL)
		o->strings = g_string_chunk_new(BLOCK);
	return g_string_chunk_insert_len(o->strings, text, (gssize)len);
}

void
outline_add_field(struct outline *o, const struct header_field *f)
{
	if (o->field_count == o->field_room) {
		o->field_room = o->field_room ? o->field_room * 2 : 32;
		o->fields = g_renew(struct header_field, o->fields, o->field_room);
	}
	o->fields[o->field_count++] = *f;
}

void
outline_add_part(struct outline *o, const struct part *p)
{
	g_array_append_val(o->parts, *p);
}

unsigned
outline_alternative(struct outline *o)
{
	return ++o->alternatives;
}

void
outline_leave_out(struct outline *o)
{
	o->deep = true;
}
