/* body_structure.c - what a message consists of: the lists that its two parsers fill */
#include "mail/mime/body_structure.h"

#include <stdio.h>
#include <string.h>

#include "mail/bounds.h"
#include "util/arena.h"
#include "util/ascii.h"

struct body_structure {
	const urlgrep_memory *memory;
	struct header_field *fields;
	size_t field_count, field_room;
	struct body_part *parts;
	size_t part_count, part_room;
	struct arena strings;
	unsigned alternatives;
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

void
body_structure_clear(struct body_structure *s)
{
	s->field_count = 0;
	s->part_count = 0;
	arena_clear(&s->strings);
	s->alternatives = 0;
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

void
body_structure_add_part(struct body_structure *s, const struct body_part *p)
{
	if (s->part_count == MAX_PARTS) {
		body_structure_set_exceeded(s, BOUND_PARTS);
		return;
	}
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

const char *
body_structure_copy(struct body_structure *s, const char *text, size_t len)
{
	const char *copy = arena_copy(&s->strings, text, len);

	if (copy == NULL)
		s->has_failed = true;
	return copy;
}

unsigned
body_structure_new_alternative(struct body_structure *s)
{
	return ++s->alternatives;
}

/* Return true for the names of files of TNEF, of messages and of HTML. */
static bool
is_unread_name(urlgrep_span name)
{
	static const char *const endings[] = { ".msg", ".eml", ".html", ".htm" };
	size_t i, len;

	for (i = 0; i < sizeof(endings) / sizeof(endings[0]); i++) {
		len = strlen(endings[i]);
		if (name.len > len &&
		    ascii_equal(name.text + name.len - len, endings[i], len))
			return true;
	}
	return ascii_is_word(name.text, name.len, "winmail.dat");
}

/* Return true for TNEF, S/MIME that is not clear-signed, Outlook's messages, messages and HTML
 * that are sent as bytes, and what is encrypted (RFC 1847). */
static bool
is_unread(urlgrep_span type, urlgrep_span subtype, urlgrep_span name)
{
	static const char *const applications[] = { "ms-tnef", "vnd.ms-tnef",
		"pkcs7-mime", "x-pkcs7-mime", "vnd.ms-outlook" };
	size_t i;

	if (ascii_is_word(type.text, type.len, "multipart"))
		return ascii_is_word(subtype.text, subtype.len, "encrypted");
	if (!ascii_is_word(type.text, type.len, "application"))
		return false;
	for (i = 0; i < sizeof(applications) / sizeof(applications[0]); i++)
		if (ascii_is_word(subtype.text, subtype.len, applications[i]))
			return true;
	return ascii_is_word(subtype.text, subtype.len, "octet-stream") &&
	    is_unread_name(name);
}

bool
body_structure_is_folded(urlgrep_span subtype)
{
	static const char *const names[] = { "calendar", "vcard", "x-vcard",
		"x-vcalendar", "directory" };
	size_t i;

	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (ascii_is_word(subtype.text, subtype.len, names[i]))
			return true;
	return false;
}

void
body_structure_note_unread(struct body_structure *s, urlgrep_span type,
    urlgrep_span subtype, urlgrep_span name, const char *path)
{
	char text[160];
	int len;

	if (s->unread || !is_unread(type, subtype, name))
		return;
	len = snprintf(text, sizeof(text), "part %s not read: %.*s/%.*s",
	    *path ? path : "1", (int)type.len, type.text, (int)subtype.len, subtype.text);
	s->unread = body_structure_copy(s, text,
	    (size_t)len < sizeof(text) ? (size_t)len : sizeof(text) - 1);
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
	if (s->unread == NULL && enclosed->unread)
		s->unread = body_structure_copy(s, enclosed->unread,
		    strlen(enclosed->unread));
}
