/* message_state.c - what is known of the message being read */
#include "mail/message_state.h"

#include "mail/enclosure.h"
#include "mail/charset.h"
#include "mail/gmime_dl.h"

bool
message_has_gmime(struct message *m)
{
	if (gmime()->missing)
		m->missing = gmime()->missing;
	return gmime()->missing == NULL;
}

struct charset_converters *
message_converters(struct message *m)
{
	if (m->converters == NULL)
		m->converters = charset_converters_new(&m->memory);
	if (m->converters == NULL)
		m->has_failed = true;
	return m->converters;
}

void
message_set_exceeded(struct message *m, const char *bound)
{
	body_structure_set_exceeded(m->structure, bound);
}

void
message_append_text(struct message *m, const struct message_text *t)
{
	if (m->text_count == m->text_room) {
		void *grown = memory_double_array(&m->memory, m->texts,
		    &m->text_room, sizeof(*m->texts));

		if (grown == NULL) {
			m->has_failed = true;
			return;
		}
		m->texts = grown;
	}
	m->texts[m->text_count++] = *t;
}

char *
message_copy_text(struct message *m, const char *text, size_t len)
{
	char *copy = arena_copy(&m->arena, text, len);

	if (copy == NULL)
		m->has_failed = true;
	return copy;
}

void
message_take_encoding(const struct entity *e, struct message_text *t)
{
	if (e->enclosure && e->enclosure->encoding) {
		t->is_encoded = true;
		t->encoding = e->enclosure->encoding;
	}
}
