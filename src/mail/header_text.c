/* header_text.c - header fields as texts to search: decoded (RFC 2047), with their places */
#include "mail/header_text.h"

#include <string.h>

#include "mail/bounds.h"
#include "mail/encoded_words.h"
#include "mail/transfer_encoding.h"
#include "util/ascii.h"
#include "util/strbuf.h"

/* Append a text of the arena, which is unfolded, decoded. Return false if GMime is missing. */
static bool
append_decoded(struct message *m, struct strbuf *decoded, char *text, bool *has_long_word)
{
	struct charset_converters *converters = message_converters(m);

	if (converters == NULL || encoded_words_decode_usual(decoded, text, converters))
		return true;
	if (!message_has_gmime(m))
		return false;
	encoded_words_decode(decoded, text, has_long_word);
	return true;
}

/* Decode a text of the arena, which is unfolded. Returns NULL if GMime is missing, or
 * without memory. */
static const char *
decode_words(struct message *m, char *text, bool *has_long_word)
{
	struct strbuf decoded = { .memory = &m->memory };
	const char *copy = NULL;

	if (append_decoded(m, &decoded, text, has_long_word) && !decoded.failed &&
	    !m->has_failed)
		copy = message_copy_text(m, decoded.at ? decoded.at : "", decoded.len);
	m->has_failed |= decoded.failed;
	strbuf_free(&decoded);
	return copy;
}

const char *
header_text_decode(struct message *m, urlgrep_span value, bool *has_long_word)
{
	char *unfolded;
	size_t len;

	if (value.len > MAX_FIELD_BYTES)
		return NULL;
	unfolded = arena_allocate(&m->arena, value.len + 1);
	if (unfolded == NULL) {
		m->has_failed = true;
		return NULL;
	}
	len = header_unfold(unfolded, value);
	unfolded[len] = '\0';
	return encoded_words_may_be_in(unfolded, len) ?
	    decode_words(m, unfolded, has_long_word) : unfolded;
}

/* Return the name in lower case, or NULL without memory. */
static const char *
lower_case_name(struct message *m, urlgrep_span name)
{
	char *copy = message_copy_text(m, name.text, name.len);
	size_t i;

	for (i = 0; copy && i < name.len; i++)
		copy[i] = ascii_lower(copy[i]);
	return copy;
}

/* Return "PATH.FIELD", or NULL without memory. */
static const char *
part_of_field(struct message *m, const char *path, const char *field)
{
	size_t path_len = strlen(path), len = strlen(field);
	char *part = arena_allocate(&m->arena, path_len + 1 + len + 1);

	if (part == NULL) {
		m->has_failed = true;
		return NULL;
	}
	memcpy(part, path, path_len);
	part[path_len] = '.';
	memcpy(part + path_len + 1, field, len + 1);
	return part;
}

/* Find the decoded value t in the entity, right after its field's name; if it is
 * there byte for byte, it can be mapped exactly. */
static void
locate_value(const struct entity *e, const struct header_field *f,
    struct message_text *t)
{
	size_t at = f->offset + f->name.len + 1;

	while (at < e->len && (e->text[at] == ' ' || e->text[at] == '\t'))
		at++;
	t->is_exact = t->len <= e->len - at &&
	    memcmp(e->text + at, t->text, t->len) == 0;
	t->source.begin = t->is_exact ? at : f->offset;
	t->source.end = header_field_end(e->text, e->len, f->offset);
}

/* Return a text for the field, without its value. path: of the part with the message that has
 * it; NULL: the message that is read. */
static struct message_text
new_field_text(struct message *m, const struct entity *e, const char *path,
    const struct header_field *f)
{
	struct message_text t = { .enclosure = e->enclosure,
		.encoding = transfer_encoding_name(TRANSFER_7BIT),
		.field = header_field_is(f, "subject") ? "subject" : lower_case_name(m, f->name) };

	t.part = path && t.field ? part_of_field(m, path, t.field) : t.field;
	message_take_encoding(e, &t);
	return t;
}

void
header_text_add(struct message *m, const struct entity *e, const char *path,
    const struct header_field *f)
{
	struct message_text t = new_field_text(m, e, path, f);
	urlgrep_span value = f->value;

	if (header_trim_if_plain(&value)) {
		t.text = value.text;
		t.len = value.len;
		t.source.begin = f->offset + f->name.len + 1 +
		    (size_t)(value.text - f->value.text);
		t.source.end = t.source.begin + t.len;
		t.is_exact = true;
	} else if (value.len > MAX_FIELD_BYTES) {
		message_set_exceeded(m, BOUND_FIELD_BYTES);
		t.text = value.text;
		t.len = value.len;
		locate_value(e, f, &t);
	} else {
		bool has_long_word = false;

		t.text = header_text_decode(m, f->value, &has_long_word);
		if (t.text == NULL)
			return;
		if (has_long_word)
			message_set_exceeded(m, BOUND_ENCODED_WORDS);
		t.len = strlen(t.text);
		locate_value(e, f, &t);
	}
	message_append_text(m, &t);
}

/* Add a field of a message in a message if it is selected. */
static void
add_inner_field(struct message *m, const struct entity *e, const char *path,
    const struct header_field *f)
{
	if (!header_is_selected(&m->selection, f))
		return;
	if (m->inner_fields == MAX_FIELDS) {
		message_set_exceeded(m, BOUND_FIELDS);
		return;
	}
	m->inner_fields++;
	header_text_add(m, e, path, f);
}

void
header_text_add_all(struct message *m, const struct entity *e, const char *path,
    size_t begin, size_t end)
{
	size_t at, len, name_len;

	for (at = begin; !m->has_failed && at < end; at += len) {
		const char *line = e->text + at;

		len = header_field_length(line, end - at, &name_len);
		if (name_len > 0) {
			add_inner_field(m, e, path, &(struct header_field){ .offset = at,
			    .name = { line, name_len },
			    .value = { line + name_len + 1, len - name_len - 1 } });
		} else {
			const char *feed = memchr(line, '\n', end - at);

			len = feed ? (size_t)(feed - line) + 1 : end - at;
		}
	}
}

void
header_text_add_enclosed(struct message *m, const struct entity *e, const char *path)
{
	size_t count, i;
	const struct header_field *fields = body_structure_fields(e->structure, &count);

	for (i = 0; !m->has_failed && i < count; i++) {
		const char *at = e->text + fields[i].offset;
		size_t name_len;
		size_t len = header_field_length(at, e->len - fields[i].offset, &name_len);

		if (name_len > 0)
			add_inner_field(m, e, path, &(struct header_field){
			    .offset = fields[i].offset, .name = { at, name_len },
			    .value = { at + name_len + 1, len - name_len - 1 } });
	}
}
