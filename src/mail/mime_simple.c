/* mime_simple.c - the outline of a message that leaves nothing to interpret
 *
 * Header fields one behind the other and a blank line; one Content-Type, in the
 * plainest form RFC 2045 allows; boundaries that stand where they should, the
 * last one too. Most mail is so. Whatever is not is left to GMime. */
#include "mail/body_structure.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "mail/header.h"

enum { DEEPEST = 16, MOST_PARTS = 64 }; /* two figures, and a dot */

struct span {
	const char *text;
	size_t len;
};

/* What a header says of its body. */
struct entity {
	size_t body, end;
	bool typed; /* it has a Content-Type */
	struct span type, subtype;
	struct span boundary, charset, format, delsp;
	bool coded; /* it has a Content-Transfer-Encoding */
	enum transfer_encoding encoding;
};

struct reading {
	struct outline *outline;
	const char *text;
};

static bool
span_is(struct span s, const char *word)
{
	return s.len == strlen(word) && strncasecmp(s.text, word, s.len) == 0;
}

/* ---- Content-Type and Content-Transfer-Encoding --- */

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static void
skip_blanks(struct span *s)
{
	while (s->len > 0 && is_blank(*s->text)) {
		s->text++;
		s->len--;
	}
}

/* The token at the front of s (RFC 2045 section 5.1), which is moved over it. */
static struct span
take_token(struct span *s)
{
	struct span token = { s->text, 0 };

	while (token.len < s->len && token.text[token.len] > ' ' &&
	    token.text[token.len] < 0x7F &&
	    !strchr("()<>@,;:\\\"/[]?=", token.text[token.len]))
		token.len++;
	s->text += token.len;
	s->len -= token.len;
	return token;
}

static bool
take_char(struct span *s, char c)
{
	skip_blanks(s);
	if (s->len == 0 || *s->text != c)
		return false;
	s->text++;
	s->len--;
	return true;
}

/* The string behind a quotation mark: of one line, without escapes. */
static bool
take_quoted(struct span *s, struct span *value)
{
	const char *end = memchr(s->text, '"', s->len);
	size_t i;

	if (end == NULL)
		return false;
	*value = (struct span){ s->text, (size_t)(end - s->text) };
	for (i = 0; i < value->len; i++)
		if (value->text[i] < ' ' || value->text[i] >= 0x7F ||
		    value->text[i] == '\\')
			return false;
	s->text += value->len + 1;
	s->len -= value->len + 1;
	return !memmem(value->text, value->len, "=?", 2);
}

static struct span *
parameter_named(struct entity *e, struct span name)
{
	return span_is(name, "boundary") ? &e->boundary :
	    span_is(name, "charset")     ? &e->charset :
	    span_is(name, "format")      ? &e->format :
	    span_is(name, "delsp")       ? &e->delsp : NULL;
}

static bool
read_parameter(struct entity *e, struct span *s)
{
	struct span name, value, *wanted;

	skip_blanks(s);
	name = take_token(s);
	if (name.len == 0 || memchr(name.text, '*', name.len) ||
	    !take_char(s, '='))
		return false;
	skip_blanks(s);
	if (take_char(s, '"')) {
		if (!take_quoted(s, &value))
			return false;
	} else {
		value = take_token(s);
	}
	wanted = parameter_named(e, name);
	if (value.len == 0)
		return wanted == NULL;
	if (wanted) {
		if (wanted->text)
			return false; /* twice */
		*wanted = value;
	}
	return true;
}

/* type/subtype; name=value... or "text" alone, as it was written before MIME. */
static bool
read_type(struct entity *e, struct span s)
{
	if (e->typed)
		return false;
	e->typed = true;
	skip_blanks(&s);
	e->type = take_token(&s);
	if (span_is(e->type, "text") && (skip_blanks(&s), s.len == 0))
		return true;
	if (e->type.len == 0 || s.len == 0 || *s.text != '/')
		return false;
	s.text++;
	s.len--;
	e->subtype = take_token(&s);
	if (e->subtype.len == 0)
		return false;
	while (take_char(&s, ';')) {
		skip_blanks(&s);
		if (s.len > 0 && !read_parameter(e, &s))
			return false;
	}
	return s.len == 0;
}

static bool
read_encoding(struct entity *e, struct span s)
{
	static const enum transfer_encoding known[] = { SEVEN_BIT, EIGHT_BIT,
		BINARY, QUOTED_PRINTABLE, BASE64 };
	struct span token;
	size_t i;

	if (e->coded)
		return false;
	e->coded = true;
	skip_blanks(&s);
	token = take_token(&s);
	skip_blanks(&s);
	for (i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (span_is(token, transfer_name(known[i]))) {
			e->encoding = known[i];
			return s.len == 0;
		}
	return false;
}

/* ---- a header --- */

/* Behind the line at at; end if it is the last. */
static size_t
next_line(const struct reading *r, size_t at, size_t end)
{
	const char *feed = memchr(r->text + at, '\n', end - at);

	return feed ? (size_t)(feed - r->text) + 1 : end;
}

static bool
blank_line(const struct reading *r, size_t at, size_t next)
{
	return r->text[at] == '\n' ||
	    (next - at == 2 && r->text[at] == '\r' && r->text[at + 1] == '\n');
}

/* Take note of the field at at..end whose name has len octets. */
static bool
read_field(const struct reading *r, struct entity *e, size_t at, size_t len,
    size_t end)
{
	struct span name = { r->text + at, len };
	struct span value = { r->text + at + len + 1, end - at - len - 1 };

	if (*name.text != 'C' && *name.text != 'c')
		return true;
	if (span_is(name, "Content-Type"))
		return read_type(e, value);
	if (span_is(name, "Content-Transfer-Encoding"))
		return read_encoding(e, value);
	return true;
}

/* The header at at, up to its blank line: into e and, if they are wanted, its
 * fields into the outline. */
static bool
read_header(const struct reading *r, size_t at, size_t end, bool wanted,
    struct entity *e)
{
	size_t begin = at;

	*e = (struct entity){ .end = end, .encoding = SEVEN_BIT };
	while (at < end) {
		size_t next = next_line(r, at, end);
		size_t name;

		if (blank_line(r, at, next)) {
			e->body = next;
			return at > begin && !memchr(r->text + begin, '\0', at - begin);
		}
		name = field_name(r->text + at, next - at);
		if (name == 0)
			return false;
		while (next < end && (r->text[next] == ' ' || r->text[next] == '\t'))
			next = next_line(r, next, end);
		if (!read_field(r, e, at, name, next))
			return false;
		if (wanted)
			outline_add_field(r->outline, &(struct header_field){
			    r->text + at, name, r->text + at + name + 1,
			    next - at - name - 1, at });
		at = next;
	}
	return false;
}

/* ---- a body --- */

static bool read_body(const struct reading *r, const struct entity *e,
    const char *path, unsigned alternative, unsigned depth);

static bool
is_multipart(const struct entity *e)
{
	return e->typed && span_is(e->type, "multipart");
}

static bool
is_text(const struct entity *e)
{
	return !e->typed || span_is(e->type, "text");
}

static bool
is_plain(const struct entity *e)
{
	return is_text(e) && !(e->typed && span_is(e->subtype, "html"));
}

static void
add_text(const struct reading *r, const struct entity *e, const char *path,
    unsigned alternative)
{
	struct part p = { .begin = e->body, .end = e->end,
		.encoding = e->encoding, .alternative = alternative };

	p.path = *path ? outline_string(r->outline, path, strlen(path)) : "1";
	p.html = !is_plain(e);
	p.flowed = !p.html && span_is(e->format, "flowed");
	p.delsp = p.flowed && span_is(e->delsp, "yes");
	if (e->charset.text)
		p.charset = outline_string(r->outline, e->charset.text,
		    e->charset.len);
	outline_add_part(r->outline, &p);
}

/* ---- multipart (RFC 2046 section 5.1) --- */

/* What stands between boundaries, the line end before each left out. */
struct children {
	struct entity at[MOST_PARTS];
	size_t count;
};

/* The boundary at or behind at: its line's beginning and end, and whether it is
 * the last one. False: a line begins like it, but is none, or there is none. */
static bool
find_boundary(const struct reading *r, const struct entity *e, size_t *at,
    size_t *next, bool *last)
{
	size_t begin = *at, rest;
	const char *found;

	for (;;) {
		found = memmem(r->text + begin, e->end - begin, e->boundary.text,
		    e->boundary.len);
		if (found == NULL)
			return false;
		*at = (size_t)(found - r->text);
		if (*at >= e->body + 2 && memcmp(found - 2, "--", 2) == 0 &&
		    (*at == e->body + 2 || found[-3] == '\n'))
			break;
		begin = *at + 1;
	}
	rest = *at + e->boundary.len;
	*at -= 2;
	*next = next_line(r, *at, e->end);
	*last = e->end - rest >= 2 && memcmp(r->text + rest, "--", 2) == 0;
	if (*last)
		rest += 2;
	while (rest < *next && is_blank(r->text[rest]))
		rest++;
	return rest == *next;
}

/* Does nothing that looks like the boundary stand behind at? */
static bool
no_boundary(const struct reading *r, const struct entity *e, size_t at)
{
	return !memmem(r->text + at, e->end - at, e->boundary.text,
	    e->boundary.len);
}

static bool
read_child(const struct reading *r, struct children *c, size_t begin,
    size_t end)
{
	if (end > begin && r->text[end - 1] == '\n')
		end--;
	if (end > begin && r->text[end - 1] == '\r')
		end--;
	return c->count < MOST_PARTS &&
	    read_header(r, begin, end, false, &c->at[c->count++]);
}

static bool
find_children(const struct reading *r, const struct entity *e,
    struct children *c)
{
	size_t at = e->body, next, begin;
	bool last;

	c->count = 0;
	if (!find_boundary(r, e, &at, &next, &last) || last)
		return false;
	do {
		begin = at = next;
		if (!find_boundary(r, e, &at, &next, &last) ||
		    !read_child(r, c, begin, at))
			return false;
	} while (!last);
	return no_boundary(r, e, next);
}

static bool
read_children(const struct reading *r, const struct children *c,
    const char *path, unsigned alternative, unsigned depth, bool plain,
    bool others)
{
	enum { PATH_LONGEST = DEEPEST * 3 + 8 };
	unsigned i;

	for (i = 0; i < c->count; i++) {
		char below[PATH_LONGEST];

		if (is_plain(&c->at[i]) ? !plain : !others)
			continue;
		snprintf(below, sizeof(below), "%s%s%u", path, *path ? "." : "",
		    i + 1);
		if (!read_body(r, &c->at[i], below, alternative, depth + 1))
			return false;
	}
	return true;
}

/* Of alternatives the plain text comes first, as in outline_any. */
static bool
read_multipart(const struct reading *r, const struct entity *e,
    const char *path, unsigned alternative, unsigned depth)
{
	struct children c;

	if (e->boundary.len == 0 || e->encoding > BINARY || depth > DEEPEST ||
	    e->boundary.text[e->boundary.len - 1] == ' ' ||
	    span_is(e->subtype, "digest") || !find_children(r, e, &c))
		return false;
	if (!span_is(e->subtype, "alternative"))
		return read_children(r, &c, path, alternative, depth, true, true);
	alternative = outline_alternative(r->outline);
	return read_children(r, &c, path, alternative, depth, true, false) &&
	    read_children(r, &c, path, alternative, depth, false, true);
}

static bool
read_body(const struct reading *r, const struct entity *e, const char *path,
    unsigned alternative, unsigned depth)
{
	struct entity inner;

	if (is_multipart(e))
		return read_multipart(r, e, path, alternative, depth);
	if (is_text(e)) {
		add_text(r, e, path, alternative);
		return true;
	}
	if (!span_is(e->type, "message"))
		return true; /* nobody reads it here */
	return span_is(e->subtype, "rfc822") && e->encoding <= BINARY && *path &&
	    depth <= DEEPEST && read_header(r, e->body, e->end, false, &inner) &&
	    read_body(r, &inner, path, 0, depth + 1);
}

bool
outline_regular(struct outline *o, const char *text, size_t len)
{
	struct reading r = { o, text };
	struct entity e;

	if (read_header(&r, 0, len, true, &e) && read_body(&r, &e, "", 0, 0))
		return true;
	outline_clear(o);
	return false;
}
