/* link_text.c - what the text of a link shows */
#include "find/link_text.h"

#include <stdbool.h>
#include <string.h>

#include "util/ascii.h"
#include "util/utf8.h"

/* Return true for the characters with the property White_Space. */
static bool
is_space(uint32_t code)
{
	return code < 0x80 ? ascii_is_space((char)code) :
	    code == 0x85 || code == 0xA0 || code == 0x1680 ||
	    (code >= 0x2000 && code <= 0x200A) || code == 0x2028 || code == 0x2029 ||
	    code == 0x202F || code == 0x205F || code == 0x3000;
}

/* Decode a character as utf8_decode does; most are US-ASCII. */
static size_t
decode(const char *text, size_t len, uint32_t *code)
{
	*code = (unsigned char)*text;
	return *code < 0x80 ? 1 : utf8_decode(text, len, code);
}

size_t
link_text_collapse(urlgrep_span text, char out[MAX_LINK_TEXT_BYTES])
{
	size_t at = 0, len = 0, count = 0, size;
	bool is_space_due = false;
	uint32_t code;

	for (; at < text.len && count < MAX_LINK_TEXT_CHARACTERS; at += size) {
		size = decode(text.text + at, text.len - at, &code);
		if (size == 0)
			size = 1; /* a byte of another charset */
		else if (is_space(code)) {
			is_space_due = count > 0;
			continue;
		}
		if (is_space_due && count + 1 == MAX_LINK_TEXT_CHARACTERS)
			break;
		if (is_space_due)
			out[len++] = ' ';
		memcpy(out + len, text.text + at, size);
		len += size;
		count += 1u + is_space_due;
		is_space_due = false;
	}
	return len;
}

urlgrep_status
link_text_read(urlgrep_scanner *scanner, struct idna *idna, urlgrep_span text,
    urlgrep_span host, struct shown_url *shown)
{
	urlgrep_finding f;
	urlgrep_status status;

	*shown = (struct shown_url){ .host = { NULL, 0 } };
	if (host.text == NULL || text.len == 0)
		return URLGREP_OK;
	urlgrep_scanner_reset(scanner);
	urlgrep_scanner_text(scanner, text.text, text.len, URLGREP_LAST);
	status = urlgrep_next(scanner, &f);
	if (status == URLGREP_OK && f.url.verdict == URLGREP_NOMEM)
		status = URLGREP_NOMEM;
	if (status != URLGREP_OK || !urlgrep_accepts(scanner, f.url.verdict))
		return status == URLGREP_NOMEM ? URLGREP_NOMEM : URLGREP_OK;
	shown->host = urlgrep_part_named(&f.url, "host");
	shown->has_other_host = shown->host.text == NULL ||
	    !idna_is_same_host(idna, shown->host, host);
	return URLGREP_OK;
}

/* Return where the first ellipsis begins in the text, and set *length to its length; NULL if
 * there is none. */
static const char *
find_ellipsis(urlgrep_span text, size_t *length)
{
	const char *dots = memmem(text.text, text.len, "...", 3);
	const char *mark = memmem(text.text, text.len, "\xE2\x80\xA6", 3); /* U+2026 */
	const char *at = dots && (mark == NULL || dots < mark) ? dots : mark;
	const char *end = text.text + text.len;

	*length = 3;
	while (at && at == dots && at + *length < end && at[*length] == '.')
		++*length;
	return at;
}

static urlgrep_span
trim(const char *begin, const char *end)
{
	while (begin < end && ascii_is_space(*begin))
		begin++;
	while (begin < end && ascii_is_space(end[-1]))
		end--;
	return (urlgrep_span){ begin, (size_t)(end - begin) };
}

bool
link_text_is_shortened(urlgrep_span text, urlgrep_span url)
{
	size_t length;
	const char *ellipsis = find_ellipsis(text, &length);
	urlgrep_span front, back;

	if (ellipsis == NULL)
		return false;
	front = trim(text.text, ellipsis);
	back = trim(ellipsis + length, text.text + text.len);
	if (back.len == 0)
		return memchr(front.text, ' ', front.len) == NULL;
	return url.len > front.len + back.len && memcmp(url.text, front.text, front.len) == 0 &&
	    memcmp(url.text + url.len - back.len, back.text, back.len) == 0;
}
