/* mime.c - the body structure of any message, by the parser that is enough for it */
#include "mail/mime.h"

#include <string.h>

#include "mail/bounds.h"
#include "mail/gmime_dl.h"
#include "mail/header.h"
#include "mail/mime_gmime.h"
#include "mail/mime_simple.h"

/* Take the lines that look like header fields for the header, and what follows for one
 * plain text. */
static urlgrep_status
parse_as_text(struct body_structure *s, const char *text, size_t len)
{
	struct body_part body = { .path = body_structure_path(s, ""),
		.encoding = TRANSFER_7BIT };
	size_t at = 0;

	while (at < len) {
		const char *line = text + at;
		const char *feed = memchr(line, '\n', len - at);
		size_t line_len = feed ? (size_t)(feed - line) : len - at;
		size_t name_len = header_name_length(line, line_len);
		size_t end;

		if (name_len == 0)
			break;
		end = header_field_end(text, len, at);
		body_structure_add_field(s, &(struct header_field){
		    .name = { line, name_len }, .offset = at,
		    .value = { line + name_len + 1, end - at - name_len - 1 } });
		feed = memchr(text + end, '\n', len - end);
		at = feed ? (size_t)(feed - text) + 1 : len;
	}
	body.source = (struct byte_range){ at, len };
	body_structure_add_part(s, &body);
	return body_structure_has_failed(s) ? URLGREP_NOMEM : URLGREP_OK;
}

/* Parse the message by GMime, unless that would take too much memory. */
static urlgrep_status
parse_by_gmime(struct body_structure *s, const char *text, size_t len,
    const char **missing)
{
	const char *bound = bounds_exceeded_for_gmime(text, len);

	if (bound) {
		body_structure_set_exceeded(s, bound);
		return parse_as_text(s, text, len);
	}
	if (gmime()->missing == NULL)
		return mime_gmime_parse(s, text, len);
	*missing = gmime()->missing;
	return URLGREP_OK;
}

urlgrep_status
mime_parse(struct body_structure *s, const char *text, size_t len, bool by_gmime,
    const char **missing)
{
	urlgrep_status status = by_gmime ? URLGREP_INVALID :
	    mime_simple_parse(s, text, len);

	return status == URLGREP_INVALID ? parse_by_gmime(s, text, len, missing) : status;
}
