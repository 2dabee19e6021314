/* outline.c - what a message is made of: the lists that its two readers fill */
#include "outline.h"

#include <glib.h>

struct outline {
	GArray *fields; /* of struct header_field */
	GArray *parts;  /* of struct part */
	GStringChunk *strings;
	unsigned alternatives;
};

struct outline *
outline_new(void)
{
	struct outline *o = g_new0(struct outline, 1);

	o->fields = g_array_new(FALSE, FALSE, sizeof(struct header_field));
	o->parts = g_array_new(FALSE, FALSE, sizeof(struct part));
	return o;
}

void
outline_free(struct outline *o)
{
	g_array_free(o->fields, TRUE);
	g_array_free(o->parts, TRUE);
	if (o->strings)
		g_string_chunk_free(o->strings);
	g_free(o);
}

void
outline_clear(struct outline *o)
{
	g_array_set_size(o->fields, 0);
	g_array_set_size(o->parts, 0);
	if (o->strings)
		g_string_chunk_clear(o->strings);
	o->alternatives = 0;
}

const struct header_field *
outline_fields(const struct outline *o, size_t *count)
{
	*count = o->fields->len;
	return (const struct header_field *)(void *)o->fields->data;
}

const struct part *
outline_parts(const struct outline *o, size_t *count)
{
	*count = o->parts->len;
	return (const struct part *)(void *)o->parts->data;
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
	g_array_append_val(o->fields, *f);
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
