/* body_structure.c - what a message consists of: the lists that its two parsers fill */
#include "mail/body_structure.h"

#include <stdio.h>
#include <string.h>

#include "mail/bounds.h"
#include "util/memory.h"
#include "util/ascii.h"

struct body_structure {
	const urlgrep_memory *memory;
	struct header_field *fields;
	size_t field_count, field_room;
	struct body_part *parts;
	size_t part_count, part_room;
	size_t header_count; /* of the parts */
	struct arena strings;
	const char *outer_path; /* of the part that the message is in; NULL: in none */
	unsigned outer_alternatives, alternatives; /* the latter with the former */
	size_t outer_parts, enclosed_parts; /* of the message around it; of those in it */
	const char *exceeded; /* the first bound that the message exceeds */
	const char *unread;   /* the first part that is not read */
	bool has_failed;
};

struct body_structure *
body_structure_new(const urlgrep_memory *memory)
{
	struct body_structure *s = memory_allocate_zeroed(memory, sizeof(*s));

	if (s == NULL)
		return NULL;
	s->memory = memory;
	s->strings.memory = memory;
	return s;
}

void
body_structure_free(struct body_structure *s)
{
	if (s == NULL)
		return;
	memory_release(s->memory, s->fields);
	memory_release(s->memory, s->parts);
	arena_free(&s->strings);
	memory_release(s->memory, s);
}

/* Return the number of parts that are no headers, also of messages in the message. */
static size_t
count_parts(const struct body_structure *s)
{
	return s->part_count - s->header_count + s->enclosed_parts;
}

void
body_structure_set_outer(struct body_structure *s, const struct body_structure *outer,
    const char *path)
{
	s->outer_path = path;
	s->outer_parts = outer->outer_parts + count_parts(outer);
	s->alternatives = s->outer_alternatives = outer->alternatives;
}

void
body_structure_clear(struct body_structure *s)
{
	s->field_count = 0;
	s->part_count = s->header_count = 0;
	arena_clear(&s->strings);
	s->alternatives = s->outer_alternatives;
	s->enclosed_parts = 0;
	s->exceeded = NULL;
	s->unread = NULL;
	s->has_failed = false;
}

const struct header_field *
body_structure_fields(const struct body_structure *s, size_t *count)
{
	*count = s->field_count;
	return s->fields;
}

const struct body_part *
body_structure_parts(const struct body_structure *s, size_t *count)
{
	*count = s->part_count;
	return s->parts;
}

const char *
body_structure_exceeded(const struct body_structure *s)
{
	return s->exceeded;
}

const char *
body_structure_unread(const struct body_structure *s)
{
	return s->unread;
}

bool
body_structure_has_failed(const struct body_structure *s)
{
	return s->has_failed;
}

/* ---- for the two parsers --- */

void
body_structure_add_field(struct body_structure *s, const struct header_field *f)
{
	if (s->field_count == MAX_FIELDS) {
		body_structure_set_exceeded(s, BOUND_FIELDS);
		return;
	}
	if (s->field_count == s->field_room) {
		void *grown = memory_double_array(s->memory, s->fields, &s->field_room,
		    sizeof(*s->fields));

		if (grown == NULL) {
			s->has_failed = true;
			return;
		}
		s->fields = grown;
	}
	s->fields[s->field_count++] = *f;
}

static void
append_part(struct body_structure *s, const struct body_part *p)
{
	if (s->part_count == s->part_room) {
		void *grown = memory_double_array(s->memory, s->parts, &s->part_room,
		    sizeof(*s->parts));

		if (grown == NULL) {
			s->has_failed = true;
			return;
		}
		s->parts = grown;
	}
	s->parts[s->part_count++] = *p;
}

void
body_structure_add_part(struct body_structure *s, const struct body_part *p)
{
	if (s->outer_parts + count_parts(s) >= MAX_PARTS)
		body_structure_set_exceeded(s, BOUND_PARTS);
	else
		append_part(s, p);
}

void
body_structure_add_header(struct body_structure *s, const char *path, struct byte_range source)
{
	size_t count = s->part_count;

	append_part(s, &(struct body_part){ .content = BODY_HEADER, .source = source,
	    .path = body_structure_path(s, path) });
	s->header_count += s->part_count - count;
}

const char *
body_structure_copy(struct body_structure *s, const char *text, size_t len)
{
	const char *copy = arena_copy(&s->strings, text, len);

	if (copy == NULL)
		s->has_failed = true;
	return copy;
}

const char *
body_structure_path(struct body_structure *s, const char *path)
{
	const char *outer = s->outer_path;
	size_t len, outer_len;
	char *joined;

	if (outer == NULL && *path == '\0')
		return "1";
	len = strlen(path);
	if (outer == NULL)
		return body_structure_copy(s, path, len);
	outer_len = strlen(outer);
	if (*path == '\0')
		return body_structure_copy(s, outer, outer_len);
	joined = arena_allocate(&s->strings, outer_len + len + 2);
	if (joined == NULL) {
		s->has_failed = true;
		return NULL;
	}
	memcpy(joined, outer, outer_len);
	joined[outer_len] = '.';
	memcpy(joined + outer_len + 1, path, len + 1);
	return joined;
}

unsigned
body_structure_new_alternative(struct body_structure *s)
{
	return ++s->alternatives;
}

/* Note "part PATH WHAT: TYPE", unless another part was noted. */
static void
note(struct body_structure *s, const char *path, const char *what, urlgrep_span type)
{
	char text[320];
	int len;

	if (s->unread || path == NULL)
		return;
	len = snprintf(text, sizeof(text), "part %s %s: %.*s", path, what, (int)type.len,
	    type.text);
	s->unread = body_structure_copy(s, text,
	    (size_t)len < sizeof(text) ? (size_t)len : sizeof(text) - 1);
}

const char *
body_structure_type(struct body_structure *s, urlgrep_span type, urlgrep_span subtype)
{
	char text[128];
	int len = snprintf(text, sizeof(text), "%.*s/%.*s", (int)type.len, type.text,
	    (int)subtype.len, subtype.text);

	return body_structure_copy(s, text,
	    (size_t)len < sizeof(text) ? (size_t)len : sizeof(text) - 1);
}

void
body_structure_note_unread(struct body_structure *s, urlgrep_span type,
    urlgrep_span subtype, const char *path)
{
	const char *text;

	if (s->unread)
		return;
	text = body_structure_type(s, type, subtype);
	if (text)
		note(s, body_structure_path(s, path), "not read",
		    (urlgrep_span){ text, strlen(text) });
}

void
body_structure_note_part(struct body_structure *s, const struct body_part *p,
    bool is_damaged)
{
	note(s, p->path, is_damaged ? "damaged" : "not read",
	    (urlgrep_span){ p->type, strlen(p->type) });
}

void
body_structure_set_exceeded(struct body_structure *s, const char *bound)
{
	if (s->exceeded == NULL)
		s->exceeded = bound;
}

void
body_structure_inherit(struct body_structure *s, const struct body_structure *enclosed)
{
	if (enclosed->exceeded)
		body_structure_set_exceeded(s, enclosed->exceeded);
	s->alternatives = enclosed->outer_path ? enclosed->alternatives : s->alternatives;
	s->enclosed_parts += enclosed->outer_path ? count_parts(enclosed) : 0;
	s->has_failed = s->has_failed || enclosed->has_failed;
	if (s->unread == NULL && enclosed->unread)
		s->unread = body_structure_copy(s, enclosed->unread,
		    strlen(enclosed->unread));
}
