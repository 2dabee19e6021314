/* json.c - write JSON (RFC 8259), one object per line, and the values of a finding */
#include "row/json.h"

#include <string.h>

#include "urlgrep_tools.h"
#include "util/ascii.h"
#include "util/span.h"
#include "util/utf8.h"

/* ---- objects and arrays --- */

void
json_close(struct strbuf *j, char bracket)
{
	if (j->at[j->len - 1] == ',')
		j->len--;
	strbuf_append_byte(j, bracket);
	strbuf_append_byte(j, ',');
}

void
json_end_line(struct strbuf *j)
{
	json_close(j, '}');
	j->at[j->len - 1] = '\n';
}

/* ---- strings --- */

void
json_base64(struct strbuf *j, const char *text, size_t len)
{
	static const char digits[] =
	    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	size_t i;

	for (i = 0; i < len; i += 3) {
		unsigned group = 0, k;
		size_t left = len - i;

		for (k = 0; k < 3; k++)
			group = group << 8 |
			    (k < left ? (unsigned char)text[i + k] : 0);
		strbuf_append_byte(j, digits[group >> 18]);
		strbuf_append_byte(j, digits[group >> 12 & 63]);
		strbuf_append_byte(j, left > 1 ? digits[group >> 6 & 63] : '=');
		strbuf_append_byte(j, left > 2 ? digits[group & 63] : '=');
	}
}

/* Write a character as \uHHHH, or as a pair of surrogates. */
static void
write_escape(struct strbuf *j, uint32_t code)
{
	if (code > 0xFFFF) {
		strbuf_printf(j, "\\u%04x", (unsigned)(0xD800 + ((code - 0x10000) >> 10)));
		code = 0xDC00 + (code & 0x3FF);
	}
	strbuf_printf(j, "\\u%04x", (unsigned)code);
}

/* Write the rest of a UTF-8 string, whose first character may need escaping. */
static void
write_escaped(struct strbuf *j, const char *text, size_t len)
{
	size_t i = 0, n;
	uint32_t code;

	while (i < len) {
		n = utf8_decode(text + i, len - i, &code);
		if (code == '"' || code == '\\') {
			strbuf_append_byte(j, '\\');
			strbuf_append_byte(j, (char)code);
		} else if (json_is_safe(code)) {
			strbuf_append(j, text + i, n);
		} else {
			write_escape(j, code);
		}
		i += n;
		n = ascii_span(text + i, len - i, ASCII_QUOTABLE);
		strbuf_append(j, text + i, n);
		i += n;
	}
}

void
json_span(struct strbuf *j, const char *key, urlgrep_span text)
{
	size_t plain = ascii_span(text.text, text.len, ASCII_QUOTABLE);

	if (key)
		json_word(j, key, ':');
	if (plain < text.len && !utf8_is_valid(text.text + plain, text.len - plain)) {
		strbuf_append_string(j, "{\"bytes\":\"");
		json_base64(j, text.text, text.len);
		strbuf_append_string(j, "\"},");
		return;
	}
	strbuf_append_byte(j, '"');
	strbuf_append(j, text.text, plain);
	if (plain < text.len) /* rare */
		write_escaped(j, text.text + plain, text.len - plain);
	strbuf_append(j, "\",", 2);
}

void
json_string(struct strbuf *j, const char *key, const char *text)
{
	json_span(j, key, span_of(text));
}

/* ---- values of fields --- */

static void
write_list(struct strbuf *j, enum field_type type, struct value *value)
{
	urlgrep_span element;

	strbuf_append_byte(j, '[');
	while (field_next_element(type, value, &element))
		json_span(j, NULL, element);
	json_close(j, ']');
}

static void
write_words(struct strbuf *j, uint64_t words, urlgrep_names names)
{
	if (words == 0) /* the usual case */
		strbuf_append_string(j, "[],");
	else
		write_list(j, FIELD_WORDS, &(struct value){ .words = words, .names = names });
}

/* Write labels, which are separated by commas. A label that contains a comma is in quotes. */
static void
write_labels(struct strbuf *j, const char *labels)
{
	strbuf_append_byte(j, '[');
	while (*labels) {
		bool is_quoted = *labels == '"' && strchr(labels + 1, '"');
		const char *text = labels + is_quoted;
		size_t len = strcspn(text, is_quoted ? "\"" : ",");

		if (len > 0)
			json_span(j, NULL, (urlgrep_span){ text, len });
		labels = text + len + is_quoted;
		labels += strspn(labels, ", ");
	}
	json_close(j, ']');
}

static void
write_steps(struct strbuf *j, const urlgrep_unwrapped *r)
{
	unsigned i;

	strbuf_append_byte(j, '[');
	for (i = 0; i < r->step_count && r->steps[i].url.text.text; i++) {
		strbuf_append_byte(j, '{');
		json_string(j, "via", r->steps[i].via);
		json_span(j, "url", r->steps[i].url.text);
		strbuf_append_string(j, r->steps[i].url.verdict == URLGREP_VALID ?
		    "\"valid\":true}," : "\"valid\":false},");
	}
	json_close(j, ']');
}

static void
write_parts(struct strbuf *j, const urlgrep_url *url)
{
	unsigned i;

	strbuf_append_byte(j, '{');
	for (i = 0; i < url->part_count; i++)
		json_span(j, url->parts[i].name, url->parts[i].value);
	json_close(j, '}');
}

static void
write_readings(struct strbuf *j, const urlgrep_reading *reading, unsigned count)
{
	const unsigned evidence = URLGREP_UNBROKEN_COPY;

	strbuf_append_byte(j, '[');
	for (; count > 0; count--, reading++) {
		strbuf_append_string(j, "{\"url\":");
		json_span(j, NULL, reading->url);
		strbuf_append_string(j, reading->verdict == URLGREP_VALID ?
		    "\"valid\":true,\"verdict\":" : "\"valid\":false,\"verdict\":");
		json_word(j, urlgrep_name(URLGREP_VERDICT_NAMES, reading->verdict), ',');
		strbuf_append_string(j, "\"how\":");
		write_words(j, reading->how & ~evidence, URLGREP_TREATMENT_NAMES);
		strbuf_append_string(j, "\"evidence\":");
		write_words(j, reading->how & evidence, URLGREP_TREATMENT_NAMES);
		json_close(j, '}');
	}
	json_close(j, ']');
}

void
json_value(struct strbuf *j, enum field_type type, struct value *value)
{
	switch (type) {
	case FIELD_TEXT:
	case FIELD_TIME:
		if (value->text.text)
			json_span(j, NULL, value->text);
		else
			strbuf_append_string(j, "null,");
		break;
	case FIELD_NAME:
		json_word(j, value->text.text, ',');
		break;
	case FIELD_NUMBER:
		digits_append(j, (uint64_t)value->number);
		strbuf_append_byte(j, ',');
		break;
	case FIELD_BOOL:
		strbuf_append_string(j, value->number ? "true," : "false,");
		break;
	case FIELD_WORDS:
	case FIELD_TEXTS:
		write_list(j, type, value);
		break;
	case FIELD_LABELS:
		write_labels(j, value->text.text);
		break;
	case FIELD_STEPS:
		write_steps(j, value->unwrapped);
		break;
	case FIELD_PARTS:
		write_parts(j, value->url);
		break;
	case FIELD_READINGS:
		write_readings(j, value->readings, value->reading_count);
		break;
	}
}

/* ---- members that are not fields --- */

void
json_error(struct strbuf *j, const urlgrep_error *e)
{
	strbuf_printf(j, "\"error\":{\"offset\":%zu,\"length\":%zu,", e->offset, e->length);
	json_span(j, "rule", e->rule);
	json_string(j, "by", e->prose ? "prose" : "bnf");
	json_span(j, "message", e->message);
	if (e->suggestion.text)
		json_span(j, "suggestion", e->suggestion);
	json_close(j, '}');
}

void
json_signs(struct strbuf *j, const urlgrep_location *location)
{
	unsigned i;

	strbuf_append_string(j, "\"signs\":[");
	for (i = 0; i < location->sign_count; i++) {
		const urlgrep_sign *sign = &location->signs[i];

		strbuf_printf(j, "{\"break\":%u,\"sign\":\"%s\",\"points\":%d},", sign->line_break,
		    sign->name, sign->points);
	}
	json_close(j, ']');
}
