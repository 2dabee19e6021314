/* undo.c - undo what a text writes in place of characters of a URL, such as escape sequences of
 * JSON, roff, TeX and XML; escapes.pcre lists the sequences */
#include "text/undo.h"

#include <string.h>

#include "text/run.h"
#include "util/ascii.h"
#include "util/utf8.h"

/* ---- the buffer --- */

/* A piece of the buffer: its bytes from `undone` on are text[begin..end) or replace it. */
struct undone_piece {
	size_t undone, begin, end;
	bool is_copied;
};

void
undone_clear(struct undone *u)
{
	strbuf_clear(&u->text);
	strbuf_clear(&u->map);
	u->stop = u->first_json = u->first_hidden = u->gap = 0;
}

static void
add_piece(struct undone *u, size_t begin, size_t end, bool is_copied)
{
	struct undone_piece piece = { u->text.len, begin, end, is_copied };

	strbuf_append(&u->map, (const char *)&piece, sizeof(piece));
}

void
undone_copy(struct undone *u, const struct scan_text *t, size_t at, size_t len)
{
	if (len == 0)
		return;
	add_piece(u, at, at + len, true);
	strbuf_append(&u->text, t->bytes + at, len);
}

void
undone_replace(struct undone *u, size_t at, size_t written, const char *means)
{
	if (*means)
		add_piece(u, at, at + written, false);
	strbuf_append_string(&u->text, means);
}

/* Return the piece that contains the byte at `at`. */
static const struct undone_piece *
find_piece(const struct undone *u, size_t at)
{
	const struct undone_piece *pieces = (const void *)u->map.at;
	size_t first = 0, last = u->map.len / sizeof(*pieces), middle;

	while (last - first > 1) {
		middle = first + (last - first) / 2;
		if (pieces[middle].undone > at)
			last = middle;
		else
			first = middle;
	}
	return &pieces[first];
}

bool
undone_is_replaced(const struct undone *u, size_t at)
{
	return !find_piece(u, at)->is_copied;
}

size_t
undone_written_begin(const struct undone *u, size_t at)
{
	const struct undone_piece *piece = find_piece(u, at);

	return piece->is_copied ? piece->begin + (at - piece->undone) : piece->begin;
}

size_t
undone_written_end(const struct undone *u, size_t end)
{
	const struct undone_piece *piece = find_piece(u, end - 1);

	return piece->is_copied ? piece->begin + (end - piece->undone) : piece->end;
}

/* ---- numeric escapes --- */

/* Set *number to the value of "\xXX", "\ooo" or "\uXXXX" at the beginning of text[0..len). Return
 * the length, 4 or 6; 0 if there is no such escape. */
static size_t
read_number(const char *text, size_t len, uint32_t *number)
{
	size_t n = len > 1 && text[1] == 'u' ? 6 : 4, i;

	if (len < n || text[0] != '\\')
		return 0;
	*number = 0;
	if (text[1] >= '0' && text[1] <= '3' && (text[2] & ~7) == '0' && (text[3] & ~7) == '0') {
		*number = (uint32_t)((text[1] & 7) << 6 | (text[2] & 7) << 3 | (text[3] & 7));
		return n;
	}
	if ((text[1] != 'x' && text[1] != 'u') || ascii_span(text + 2, n - 2, ASCII_HEX) < n - 2)
		return 0;
	for (i = 2; i < n; i++)
		*number = *number << 4 | ascii_hex_value(text[i]);
	return n;
}

/* Decode "\uXXXX", a surrogate pair of these (RFC 8259, 7), the escaped bytes of a character of
 * UTF-8 in a string literal, such as "\xc3\xa9", or a single escape below U+0100. JSON within JSON
 * has two backslashes. Return the length; 0 if there is no such escape. */
static size_t
decode_character(const char *text, size_t len, uint32_t *code)
{
	char bytes[4];
	uint32_t number;
	size_t count = 0, n;

	if (len > 6 && text[1] == '\\' && text[2] == 'u') {
		n = decode_character(text + 1, len - 1, code);
		return n ? n + 1 : 0;
	}
	n = read_number(text, len, code);
	if (n == 6 && (*code < 0xD800 || *code > 0xDFFF))
		return n;
	if (n == 6) {
		if (*code > 0xDBFF || read_number(text + 6, len - 6, &number) != 6 || number < 0xDC00 ||
		    number > 0xDFFF)
			return 0;
		*code = 0x10000 + ((*code - 0xD800) << 10 | (number - 0xDC00));
		return 12;
	}
	while (count < sizeof(bytes) && read_number(text + 4 * count, len - 4 * count, &number) == 4)
		bytes[count++] = (char)number;
	n = utf8_decode(bytes, count, code);
	if (n == 0 && count > 0)
		*code = (unsigned char)bytes[0];
	return n == 0 && count > 0 ? 4 : n * 4;
}

/* ---- references of XML and HTML --- */

/* Return the length of "&#60;" or "&#x3c;" at the beginning of text[0..len), and set *code to its
 * number; 0 if there is no such reference. */
static size_t
reference_length(const char *text, size_t len, uint32_t *code)
{
	enum { MAX_DIGITS = 6 };
	bool is_hex = len > 2 && (text[2] == 'x' || text[2] == 'X');
	size_t first = is_hex ? 3 : 2, at = first;

	if (len < 4 || memcmp(text, "&#", 2) != 0)
		return 0;
	*code = 0;
	for (; at < len && at - first < MAX_DIGITS &&
	    ascii_is(text[at], is_hex ? ASCII_HEX : ASCII_DIGIT); at++)
		*code = *code * (is_hex ? 16 : 10) + ascii_hex_value(text[at]);
	return at > first && at < len && text[at] == ';' ? at + 1 : 0;
}

/* Decode the reference at the beginning of text[0..len): "&amp;", escaped once or twice (as in the
 * HTML of a feed), or a numeric one such as "&#x2F;". Set *character and return the length of the
 * reference; 0 if there is none. */
static size_t
read_reference(const char *text, size_t len, char *character)
{
	uint32_t code;
	size_t n;

	*character = '&';
	if (text_begins_with(text, len, "&amp;"))
		return text_begins_with(text + 5, len - 5, "amp;") ? 9 : 5;
	n = reference_length(text, len, &code);
	*character = n && code < 0x80 ? (char)code : ' ';
	return ascii_is(*character, ASCII_RUN) && *character != '\'' ? n : 0;
}

/* ---- control sequences --- */

size_t
undo_control_length(const char *text, size_t len)
{
	size_t at = 2;

	if (len < 3 || text[0] != '\33')
		return 0;
	if (text[1] == '(')
		return 3;
	while (at < len && at < MAX_CONTROL_BYTES && (ascii_is(text[at], ASCII_DIGIT) ||
	    text[at] == ';' || text[at] == ':'))
		at++;
	return text[1] == '[' && at < len && (text[at] == 'm' || text[at] == 'K') ? at + 1 : 0;
}

/* ---- one sequence --- */

/* A sequence that encodes one character or none, or before which the URL ends. */
struct escape {
	size_t length;    /* its length in the text; 0: there is no sequence */
	bool ends_url;
	bool is_json;
	char original[5]; /* the decoded character, in UTF-8; "": none */
};

/* Set *e to the sequence at text[at], where the rule matches text[at..at+len). It stands for its
 * last character, unless the rule's value says otherwise. */
static void
set_escape(const char *text, size_t at, size_t end, unsigned rule, size_t len, struct escape *e)
{
	unsigned char value = rules_value(RULES_ESCAPES, rule);
	uint32_t code;

	*e = (struct escape){ .length = len, .ends_url = value == RULE_ENDS,
		.is_json = rule == ESCAPES_SLASH || rule == ESCAPES_JSON_CHARACTER ||
		    text[at + 1] == 'u' };
	if (rule == ESCAPES_JSON_CHARACTER || rule == ESCAPES_BYTE) {
		len = decode_character(text + at, end - at, &code);
		e->ends_url = len == 0 || (code < 0x80 && !ascii_is((char)code, ASCII_RUN));
		if (e->ends_url)
			return;
		e->length = len;
		utf8_encode(code, e->original);
	} else if (rule == ESCAPES_LITERAL_IN_GROUP) {
		*e->original = text[at + 2];
	} else if (!e->ends_url && value != RULE_OMITTED) {
		*e->original = value ? (char)value : text[at + len - 1];
	}
}

/* How much of a URL is searched for its host or for a drive letter. No host is longer. Each escape
 * searches again, so the limit keeps the time linear. */
enum { MAX_HEAD_BYTES = 512 };

/* Return true if the URL has a path, query or fragment, or no host. */
static bool
is_after_host(const char *url, size_t len)
{
	size_t head = len > MAX_HEAD_BYTES ? MAX_HEAD_BYTES : len, rest;
	const char *slashes = len > 0 ? memmem(url, head, "//", 2) : NULL;

	rest = slashes ? len - (size_t)(slashes - url) - 2 : 0;
	return slashes == NULL || ascii_until(slashes + 2, rest, ASCII_AUTHORITY_END) < rest;
}

/* Return the conditions of escapes.pcre that are true after the part of the URL in the buffer. */
static unsigned
escape_conditions(struct undoing *x)
{
	const char *url = x->to->text.at + x->url;
	size_t len = x->to->text.len - x->url;

	if (!(x->conditions & ESCAPES_IF_PATH) && is_after_host(url, len))
		x->conditions |= ESCAPES_IF_PATH;
	if (!(x->conditions & ESCAPES_IF_QUERY) && x->no_query < len &&
	    memchr(url + x->no_query, '?', len - x->no_query))
		x->conditions |= ESCAPES_IF_QUERY;
	x->no_query = len;
	return x->conditions | condition_if(ESCAPES_IF_AFTER_BOLD, x->last_rule == ESCAPES_BOLD) |
	    condition_if(ESCAPES_IF_BRACKET, x->last_rule == ESCAPES_OPENING_BRACKET);
}

/* Return the character before the drive letter and its slashes in "file:///C:\" and "?f=c:\", which
 * is ":" or "="; NUL if the colon belongs to no drive. */
static char
character_before_drive(const char *url, const char *colon)
{
	const char *at = colon - 1;

	if (at <= url || !ascii_is(*at, ASCII_ALPHA))
		return '\0';
	while (at > url + 1 && at[-1] == '/')
		at--;
	return ascii_is_one_of(at[-1], ":=") ? at[-1] : '\0';
}

/* Return true if the backslash at text[at] stays, since it belongs to a Windows path:
 * "?f=c:\temp\a.log". If a string literal writes the backslashes of the path twice, set the condition
 * for that and return false. In other literals only "///" shows a drive: "?f=c:\t" may end in a tab. */
static bool
is_in_windows_path(struct undoing *x, size_t at)
{
	const char *text = x->text->bytes, *drive;
	char before;
	size_t end = scan_limit(x->begin, MAX_HEAD_BYTES, at + 1);

	drive = x->no_drive < end ? memmem(text + x->no_drive, end - x->no_drive, ":\\", 2) : NULL;
	if (drive == NULL && x->no_drive < end)
		x->no_drive = end - 1;
	before = drive ? character_before_drive(text + x->begin, drive) : '\0';
	if (before == '\0' || x->begin == 0 || !ascii_is_one_of(text[x->begin - 1], "\"'"))
		return before != '\0';
	if (scan_byte_at(x->text, (size_t)(drive - text) + 2) != '\\')
		return before == ':' && memcmp(drive - 4, "///", 3) == 0; /* not "http://f:\n" */
	x->conditions |= ESCAPES_IF_VALUE;
	return false;
}

/* Copy the text before `at` that is not yet in the buffer. */
static void
copy_before(struct undoing *x, size_t at)
{
	undone_copy(x->to, x->text, x->from, at - x->from);
	x->from = at;
}

/* Read the escape at the backslash or "@" of text[at], or the TeX group around it, such as "{\_}".
 * Return where the escape begins. */
static size_t
read_backslash(struct undoing *x, size_t at, size_t end, struct escape *e)
{
	const char *text = x->text->bytes;
	unsigned rule = 0, conditions = 0;
	enum { MAX_RULE_BYTES = 192 }; /* that escapes.pcre may read */
	size_t back, len = scan_limit(at, MAX_RULE_BYTES, end);
	struct rule_match m;

	*e = (struct escape){ .length = 0 };
	for (back = 2; back > 0 && rule == 0; back--)
		if (at - x->from >= back && (text[at - back] == '{' || text[at - back] == '$'))
			rule = rules_find(x->rules, RULES_ESCAPES, 0, text, len, at - back, &m);
	if (rule == 0 && !is_in_windows_path(x, at)) {
		copy_before(x, at);
		conditions = escape_conditions(x);
		rule = rules_find(x->rules, RULES_ESCAPES, conditions, text, len, at, &m);
	}
	if (rule == 0)
		return at;
	x->last_rule = rule;
	set_escape(text, m.begin, end, rule, m.end - m.begin, e);
	if (rule == ESCAPES_BYTE && *e->original & 0x80 && !(conditions & ESCAPES_IF_PATH))
		e->ends_url = true; /* a host has no such byte */
	return m.begin;
}

static bool
begins_url(const char *text, size_t at, size_t end)
{
	at += ascii_span(text + at, end - at, ASCII_SCHEME);
	return end - at > 3 && text_begins_with(text + at, end - at, "://");
}

/* Read the hidden character of that length at text[at]. It is removed between two ASCII characters
 * of a URL; otherwise the URL ends there. A soft hyphen divides a word, but even between them a
 * zero-width character may end the URL. */
static void
read_hidden(struct undoing *x, size_t at, size_t length, size_t end, struct escape *e)
{
	const char *text = x->text->bytes;
	size_t next = at + length;
	bool is_within = next < end && (text[at] == '\33' || ascii_is(text[at - 1], ASCII_RUN)) &&
	    (ascii_is_alphanumeric(text[next]) || ascii_is_one_of(text[next], "/?#&=%_~-") ||
	    (ascii_is_one_of(text[next], ".:@") && next + 1 < end &&
	    ascii_is_alphanumeric(text[next + 1])));

	*e = (struct escape){ .length = length, .ends_url = !is_within || begins_url(text, next, end) };
	if (!e->ends_url && x->to->first_hidden == 0)
		x->to->first_hidden = x->to->text.len;
	if (is_within && text[at] != '\33' && length > 2 && x->to->gap == 0)
		x->to->gap = x->to->text.len;
}

/* Return the length of a soft hyphen, a zero-width character or control sequences at the beginning
 * of text[0..len), which a program may have put into a URL; 0 if there are none. */
static size_t
hidden_length(const char *text, size_t len)
{
	static const char *const hidden[] = { "\u00AD", "\u200B", "\u2060", "\uFEFF" };
	size_t n, at = 0, i;

	while ((n = undo_control_length(text + at, len - at)) > 0)
		at += n;
	for (i = 0; i < COUNT(hidden) && at == 0; i++)
		if (text_begins_with(text, len, hidden[i]))
			return strlen(hidden[i]);
	return at;
}

/* Return the offset of the next byte of text[at..end) that may begin a sequence; or `end`. */
static size_t
find_sequence(const struct undoing *x, size_t at, size_t end)
{
	const char *text = x->text->bytes;

	for (; at < end; at++) {
		switch ((unsigned char)text[at]) {
		case '\\':
			return at;
		case '&':
			if (x->is_xml)
				return at;
			break;
		case '@':
			if (x->conditions & ESCAPES_IF_TEXINFO)
				return at;
			break;
		case 0x1B: case 0xC2: case 0xE2: case 0xEF:
			if (hidden_length(text + at, end - at) > 0)
				return at;
		}
	}
	return at;
}

size_t
undo_text(struct undoing *x, size_t at, size_t end)
{
	const char *text = x->text->bytes;
	struct undone *u = x->to;
	struct escape e;

	x->from = at;
	while (!u->text.failed && (at = find_sequence(x, at, end)) < end) {
		if (text[at] == '\\' || text[at] == '@') {
			at = read_backslash(x, at, end, &e);
		} else if (text[at] == '&') {
			e = (struct escape){ .length = 0 };
			e.length = read_reference(text + at, end - at, e.original);
		} else {
			copy_before(x, at);
			read_hidden(x, at, hidden_length(text + at, end - at), end, &e);
		}
		if (e.length == 0) {
			at++;
			continue;
		}
		copy_before(x, at);
		if (e.ends_url)
			return at;
		if (e.is_json && u->first_json == 0)
			u->first_json = u->text.len;
		undone_replace(u, at, e.length, e.original);
		at += e.length;
		x->from = at;
	}
	copy_before(x, end);
	return end;
}

/* ---- a URL --- */

size_t
undo_escaped_slashes_length(const struct scan_text *t, size_t at)
{
	static const char *const slashes[] = { "\\/", "\\\\/", "\\\\\\/", "\\u002f", "\\\\u002f",
		"\\x2f", "&#x2f;", "&#47;" };
	size_t i, n;

	for (i = 0; i < COUNT(slashes); i++) {
		n = strlen(slashes[i]);
		if (t->len - at >= 2 * n && ascii_equal(t->bytes + at, slashes[i], n) &&
		    ascii_equal(t->bytes + at + n, slashes[i], n))
			return 2 * n;
	}
	return 0;
}

/* Return true if references in the URL at text[begin..end) are to be undone: in XML, if its slashes
 * are references, in the target of a Markdown link, and otherwise in the value of an attribute. */
static bool
is_xml(const urlgrep_scanner *s, size_t begin, size_t at, size_t end)
{
	const char *text = s->text.bytes, *found = text + at;
	char character;

	while ((found = memchr(found, '&', (size_t)(text + end - found))) != NULL &&
	    read_reference(found, (size_t)(text + end - found), &character) == 0)
		found++;
	return found && (s->flags & URLGREP_XML || found == text + at + 1 ||
	    (begin > 1 && memcmp(text + begin - 2, "](", 2) == 0) ||
	    run_text_before(s->rules, &s->text, begin, BEFORE_IF_ATTRIBUTE));
}

/* Return true if the URL is an argument of Texinfo, which allows a line break at "@/". */
static bool
is_in_texinfo(const char *text, size_t begin)
{
	return begin > 0 && text[begin - 1] == '{' && (text_ends_with(text, begin, "@url{") ||
	    text_ends_with(text, begin, "@uref{"));
}

struct undoing
undo_prepare(urlgrep_scanner *s, size_t begin)
{
	const struct scan_text *t = &s->text;
	const char *before = t->bytes + begin;
	struct undoing x = { .rules = s->rules, .text = t, .begin = begin, .to = &s->undone,
		.no_drive = begin };

	x.conditions = condition_if(ESCAPES_IF_TEX, begin > 0 && before[-1] == '{' &&
	    run_text_before(s->rules, t, begin, BEFORE_IF_TEX)) |
	    condition_if(ESCAPES_IF_TARGET, text_ends_with(t->bytes, begin, "](")) |
	    condition_if(ESCAPES_IF_TEXINFO, is_in_texinfo(t->bytes, begin)) |
	    condition_if(ESCAPES_IF_ROFF_STRING, text_ends_with(t->bytes, begin, "\\*<")) |
	    condition_if(ESCAPES_IF_MANUAL, run_text_before(s->rules, t, begin, BEFORE_IF_MANUAL));
	return x;
}

/* Return the end of the URL whose scheme ends at `at`: if it begins with "http:\/\/", the first
 * slash that is not escaped. JSON escapes all slashes of a URL, and in "s/http:\/\/h/x/" and
 * "/http:\/\/h/" the unescaped slash does not belong to it. */
static size_t
before_plain_slash(const struct scan_text *t, size_t at, size_t end)
{
	if (!text_begins_with(t->bytes + at, end - at, ":\\/"))
		return end;
	for (at++; at < end && (t->bytes[at] != '/' || t->bytes[at - 1] == '\\'); at++)
		;
	return at;
}

size_t
undo_begin(urlgrep_scanner *s, size_t begin, size_t at, size_t end)
{
	enum { MAX_BEFORE_BYTES = 320, MAX_REST_BYTES = 2048, MAX_AFTER_BYTES = 320 };
	const struct scan_text *t = &s->text;
	size_t from = scan_floor(begin, MAX_BEFORE_BYTES, 0), stop, run_end, rest;
	bool has_references = t->origin + end > s->unmarked_end && is_xml(s, begin, at, end);
	bool is_value = t->bytes[at] == '\\';
	bool has_breaks = is_in_texinfo(t->bytes, begin) && memmem(t->bytes + at, end - at, "@/", 2);
	size_t limit;
	struct rule_match pair;
	struct undoing x;

	if (!s->run_has_escapes && !has_references && !is_value && !has_breaks)
		return SIZE_MAX;
	x = undo_prepare(s, begin);
	x.is_xml = has_references;
	if (find_sequence(&x, at, end) == end)
		return SIZE_MAX;
	undone_clear(x.to);
	x.conditions |= condition_if(ESCAPES_IF_VALUE, is_value);
	x.url = begin - from;
	undone_copy(x.to, t, from, at - from);
	limit = before_plain_slash(t, at, end);
	if (x.conditions & ESCAPES_IF_TARGET && rules_find(s->rules, RULES_PAIRS, 0, t->bytes, limit, begin,
	    &pair))
		limit = pair.begin; /* escaped brackets do not pair */
	stop = undo_text(&x, at, limit);
	if (undo_failed(s) || (x.to->text.len == stop - from &&
	    (stop == end || (unsigned char)t->bytes[stop] >= 0x80)))
		return SIZE_MAX; /* nothing is undone */
	if (stop < end)
		x.to->stop = x.to->text.len;
	rest = scan_limit(stop, MAX_REST_BYTES, end);
	undone_copy(x.to, t, stop, rest - stop);
	run_end = x.to->text.len;
	undone_copy(x.to, t, rest, scan_limit(rest, MAX_AFTER_BYTES, t->len) - rest);
	if (undo_failed(s))
		return SIZE_MAX;
	undo_enter(s, from, run_end);
	return from;
}

void
undo_enter(urlgrep_scanner *s, size_t from, size_t end)
{
	struct undone *u = &s->undone;

	s->original = s->text;
	s->original_run_end = s->run_end;
	s->text = (struct scan_text){ .bytes = u->text.at, .len = u->text.len,
		.origin = s->text.origin + from, .is_last = true, .is_iri = s->text.is_iri,
		.floor = s->text.floor < from ? 0 : s->text.floor - from };
	s->run_end = s->text.origin + end;
}

bool
undo_failed(urlgrep_scanner *s)
{
	bool failed = s->undone.text.failed || s->undone.map.failed;

	s->failed |= failed;
	return failed;
}

void
undo_finish(urlgrep_scanner *s, urlgrep_finding *f)
{
	const struct scan_text *t = &s->text;
	size_t begin = f ? (size_t)(f->offset - t->origin) : 0, written, i;

	s->text = s->original;
	s->run_end = s->original_run_end;
	s->original.bytes = NULL;
	if (f == NULL)
		return;
	written = undone_written_begin(&s->undone, begin);
	f->offset = s->text.origin + written;
	for (i = 0; i < f->reading_count; i++)
		s->lengths[i] = undone_written_end(&s->undone, begin + s->lengths[i]) - written;
	f->length = s->lengths[0];
}

void
undo_fragment(urlgrep_scanner *s, size_t url, size_t begin, size_t end)
{
	struct undoing x = undo_prepare(s, url);

	while ((begin = undo_text(&x, begin, end)) < end)
		undone_copy(x.to, x.text, begin++, 1);
}

size_t
undo_find_stop(urlgrep_scanner *s, size_t begin, size_t end)
{
	struct undoing x = undo_prepare(s, begin);
	size_t stop;

	undone_clear(&s->undone);
	stop = undo_text(&x, begin, end);

	return stop < end ? stop : 0;
}
