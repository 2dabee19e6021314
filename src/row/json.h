/* json.h - write JSON (RFC 8259), one object per line, and the values of a finding
 *
 * Libraries build a tree in memory before they write. Building and writing the object of a finding
 * in mail with jansson 2.14 takes 137,000 instructions (measured by valgrind); all of
 * `urlgrep --json`, which also finds the URL, takes 102,000. */
#ifndef ROW_JSON_H
#define ROW_JSON_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "row/fields.h"
#include "urlgrep.h"
#include "util/strbuf.h"

/* Each function appends to a buffer whose memory never fails (cmd/shared.h has one). The key is
 * NULL for an element of an array, and if it has already been written. A comma follows each value;
 * json_close() and json_end_line() overwrite the last one. */

/* End an object or an array: bracket is "}" or "]". */
void json_close(struct strbuf *j, char bracket);
/* End the outermost object and the line. */
void json_end_line(struct strbuf *j);

/* Return true if a character may be shown unchanged anywhere: it is not a control character, a line
 * separator, an invisible character, or a bidi control. */
static inline bool
json_is_safe(uint32_t code)
{
	if (code < 0xA0)
		return code >= 0x20 && code < 0x7F;
	return code != 0x2028 && code != 0x2029 && /* line, paragraph separator */
	    (code < 0xFFF9 || code > 0xFFFB) &&    /* interlinear annotations */
	    !urlgrep_is_invisible(code);
}

/* Write a string. A string that is not UTF-8 becomes {"bytes":"<base64>"}. Characters that are not
 * safe to show become \uHHHH. If key is NULL, a buffer whose memory may fail is allowed. */
void json_span(struct strbuf *j, const char *key, urlgrep_span text);
void json_string(struct strbuf *j, const char *key, const char *text);

/* Write a key with quotation marks and colon. */
static inline void
json_key(struct strbuf *j, const struct field_key *key)
{
	strbuf_reserve(j, sizeof(key->text));
	memcpy(j->at + j->len, key->text, sizeof(key->text)); /* faster than key->len bytes */
	j->len += key->len;
}

/* Write a string that is known to need no escaping, and a comma or a colon after it. */
static inline void
json_word(struct strbuf *j, const char *word, char after)
{
	size_t len = strlen(word);
	char *at;

	strbuf_reserve(j, len + 3);
	at = j->at + j->len;
	at[0] = at[len + 1] = '"';
	memcpy(at + 1, word, len);
	at[len + 2] = after;
	j->len += len + 3;
}

/* End and begin objects, so that a member of `object` can be written. *open is the object that has
 * been begun, or NULL. */
static inline void
json_enter_object(struct strbuf *j, const char **open, const char *object)
{
	if (*open == object)
		return;
	if (*open)
		json_close(j, '}');
	if (object) {
		strbuf_append_byte(j, '"');
		strbuf_append_string(j, object);
		strbuf_append_string(j, "\":{");
	}
	*open = object;
}

/* Append text in base64, without quotation marks. */
void json_base64(struct strbuf *j, const char *text, size_t len);

/* ---- the values of a finding --- */

/* Write the value of a field, after its key. */
void json_value(struct strbuf *j, enum field_type type, struct value *value);

/* Write the members "error" (why a URL is not valid) and "signs" (the points for and against
 * joining its lines). */
void json_error(struct strbuf *j, const urlgrep_error *error);
void json_signs(struct strbuf *j, const urlgrep_location *location);

#endif
