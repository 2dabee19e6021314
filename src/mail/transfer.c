/* transfer.c - a text in its transfer encoding: what it says, and the way back */
#include "transfer.h"

#include <gmime/gmime.h>

#include <stdbool.h>
#include <string.h>

struct transfer {
	bool quoted; /* else only the beginning is known */
	size_t begin;
	const char *encoded;
	size_t encoded_len;
	char *decoded;
	size_t len;
	GArray *marks; /* quoted-printable: of struct mark, MARK octets apart */
};

/* A place in the encoded text, and what is decoded before it. */
struct mark {
	size_t encoded;
	size_t decoded;
};

enum { MARK = 64 };

/* ---- quoted-printable --- */

/* The mark before octet at of the decoded text. */
static const struct mark *
mark_before(const struct transfer *t, size_t at)
{
	const struct mark *marks = (const struct mark *)(void *)t->marks->data;
	size_t low = 0, high = t->marks->len;

	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;

		if (marks[middle].decoded <= at)
			low = middle;
		else
			high = middle;
	}
	return &marks[low];
}

/* Put a mark at in, unless there is one nearby. */
static void
set_mark(struct transfer *t, size_t in)
{
	struct mark mark = { in, t->len };
	const struct mark *marks = (const struct mark *)(void *)t->marks->data;

	if (t->marks->len == 0 || in - marks[t->marks->len - 1].encoded >= MARK)
		g_array_append_val(t->marks, mark);
}

/* The length of the line end at p; the end of all is one, of no length. */
static bool
at_line_end(const char *p, size_t left, size_t *len)
{
	*len = left == 0 ? 0 : *p == '\r' && left > 1 ? 2 : 1;
	return left == 0 || p[*len - 1] == '\n';
}

/* Octets of the next unit of quoted-printable, and how many it gives: "=41"
 * one; a soft line break, and blanks at a line's end, none; all else itself. */
static size_t
quoted_unit(const char *p, size_t left, size_t *gives)
{
	size_t n = 1, line_end;

	*gives = 1;
	if (*p != '=' && *p != ' ' && *p != '\t')
		return 1;
	if (*p == '=' && left >= 3 && g_ascii_isxdigit(p[1]) &&
	    g_ascii_isxdigit(p[2]))
		return 3;
	while (n < left && (p[n] == ' ' || p[n] == '\t'))
		n++;
	if (at_line_end(p + n, left - n, &line_end)) {
		*gives = 0;
		return *p == '=' ? n + line_end : n;
	}
	if (*p == '=')
		return 1;
	return *gives = n;
}

/* Octets at p that stand for themselves, up to the next "=" or the line's end,
 * len octets away; *skip: blanks behind them, at a line's end, that do not count. */
static size_t
plain_run(const char *p, size_t len, bool feed, size_t *skip)
{
	const char *equals = memchr(p, '=', len);
	size_t run = len, line_end;

	*skip = 0;
	if (equals)
		return (size_t)(equals - p);
	if (feed && run > 0 && p[run - 1] == '\r')
		run--;
	line_end = run;
	while (run > 0 && (p[run - 1] == ' ' || p[run - 1] == '\t'))
		run--;
	*skip = line_end - run;
	return run;
}

/* Copy octets that stand for themselves, with a mark now and then. */
static void
copy_run(struct transfer *t, size_t *in, size_t run)
{
	memcpy(t->decoded + t->len, t->encoded + *in, run);
	while (run > 0) {
		size_t step = run < MARK ? run : MARK;

		set_mark(t, *in);
		*in += step;
		t->len += step;
		run -= step;
	}
}

/* Copy or undo the one unit at in. */
static size_t
decode_unit(struct transfer *t, size_t in)
{
	const char *p = t->encoded + in;
	size_t gives;
	size_t n = quoted_unit(p, t->encoded_len - in, &gives);

	set_mark(t, in);
	if (n == 3 && *p == '=' && gives == 1)
		t->decoded[t->len] = (char)(g_ascii_xdigit_value(p[1]) * 16 +
		    g_ascii_xdigit_value(p[2]));
	else
		memcpy(t->decoded + t->len, p, gives);
	t->len += gives;
	return n;
}

static void
decode_quoted(struct transfer *t)
{
	const char *end = t->encoded + t->encoded_len, *feed = t->encoded;
	size_t in = 0;

	t->decoded = g_malloc(t->encoded_len + 1);
	t->quoted = true;
	t->marks = g_array_new(FALSE, FALSE, sizeof(struct mark));
	while (in < t->encoded_len) {
		const char *p = t->encoded + in;
		size_t skip, run;

		if (in == 0 || (feed && feed < p))
			feed = memchr(p, '\n', (size_t)(end - p));
		run = plain_run(p, (size_t)((feed ? feed : end) - p),
		    feed != NULL, &skip);
		copy_run(t, &in, run);
		in += skip;
		if (run + skip == 0)
			in += decode_unit(t, in);
	}
}

/* ---- base64 and uuencode --- */

/* Behind the line "begin 644 name". */
static size_t
find_uuencoded(const char *text, size_t len)
{
	const char *begin = text, *end;

	while (begin && len - (size_t)(begin - text) >= 6 &&
	    memcmp(begin, "begin ", 6) != 0) {
		begin = memchr(begin, '\n', len - (size_t)(begin - text));
		begin = begin ? begin + 1 : NULL;
	}
	if (begin == NULL)
		return len;
	end = memchr(begin, '\n', len - (size_t)(begin - text));
	return end ? (size_t)(end - text) + 1 : len;
}

static void
decode_whole(struct transfer *t, GMimeContentEncoding encoding)
{
	GMimeEncoding state;
	size_t begin = 0;
	char *out;

	g_mime_encoding_init_decode(&state, encoding);
	if (encoding == GMIME_CONTENT_ENCODING_UUENCODE) {
		begin = find_uuencoded(t->encoded, t->encoded_len);
		state.state |= GMIME_UUDECODE_STATE_BEGIN;
	}
	out = g_malloc(g_mime_encoding_outlen(&state, t->encoded_len) + 16);
	t->len = g_mime_encoding_step(&state, t->encoded + begin,
	    t->encoded_len - begin, out);
	t->len += g_mime_encoding_flush(&state, "", 0, out + t->len);
	t->decoded = out;
}

/* ---- all --- */

const char *
transfer_name(enum transfer_encoding encoding)
{
	static const char *const names[] = { "7bit", "8bit", "binary",
		"quoted-printable", "base64", "uuencode" };

	return names[encoding];
}

bool
transfer_changes(enum transfer_encoding encoding)
{
	return encoding > BINARY;
}

struct transfer *
transfer_new(const char *encoded, size_t len, size_t begin,
    enum transfer_encoding encoding)
{
	struct transfer *t = g_new0(struct transfer, 1);

	t->begin = begin;
	t->encoded = encoded;
	t->encoded_len = len;
	if (encoding == QUOTED_PRINTABLE)
		decode_quoted(t);
	else
		decode_whole(t, encoding == BASE64 ? GMIME_CONTENT_ENCODING_BASE64 :
		    GMIME_CONTENT_ENCODING_UUENCODE);
	return t;
}

void
transfer_free(void *transfer)
{
	struct transfer *t = transfer;

	if (t->marks)
		g_array_free(t->marks, TRUE);
	g_free(t->decoded);
	g_free(t);
}

const char *
transfer_text(const struct transfer *t, size_t *len)
{
	*len = t->len;
	return t->decoded;
}

size_t
transfer_source(const struct transfer *t, size_t at)
{
	const struct mark *mark;
	size_t in, out;

	if (!t->quoted || t->marks->len == 0)
		return t->begin;
	mark = mark_before(t, at);
	in = mark->encoded;
	out = mark->decoded;
	while (in < t->encoded_len) {
		size_t gives;
		size_t n = quoted_unit(t->encoded + in, t->encoded_len - in, &gives);

		if (out + gives > at) {
			in += at - out; /* among blanks */
			break;
		}
		in += n;
		out += gives;
	}
	return t->begin + in;
}
