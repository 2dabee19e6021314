/* transfer_encoding.c - a text in its transfer encoding: what it says, and the way back */
#include "mail/transfer_encoding.h"

#include <stdbool.h>
#include <string.h>

#include "mail/gmime_dl.h"

struct transfer {
	enum transfer_encoding encoding;
	size_t begin;
	const char *encoded;
	size_t encoded_len;
	char *decoded;
	size_t len;
	struct mark *marks; /* at least MARK octets apart; of base64 when they are needed */
	size_t mark_count;
	size_t due; /* the next one, here in the encoded text */
};

/* A place in the encoded text, and what is decoded before it. */
struct mark {
	size_t encoded;
	size_t decoded;
};

enum { MARK = 64 };

/* The mark before octet at of the decoded text. */
static const struct mark *
mark_before(const struct transfer *t, size_t at)
{
	size_t low = 0, high = t->mark_count;

	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;

		if (t->marks[middle].decoded <= at)
			low = middle;
		else
			high = middle;
	}
	return &t->marks[low];
}

/* ---- quoted-printable --- */

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

/* The marks that are due at in..end, octets that stand for themselves. */
static void
set_marks(struct transfer *t, size_t in, size_t end)
{
	for (; t->due < end; t->due += MARK) {
		if (t->due < in)
			t->due = in;
		t->marks[t->mark_count++] =
		    (struct mark){ t->due, t->len + (t->due - in) };
	}
}

/* Copy what stands for itself, from in to the next "=" or to end; where that is. */
static size_t
copy_run(struct transfer *t, size_t in, size_t end)
{
	const char *p = t->encoded + in;
	const char *equals = memchr(p, '=', end - in);
	size_t run = equals ? (size_t)(equals - p) : end - in;

	set_marks(t, in, in + run);
	memcpy(t->decoded + t->len, p, run);
	t->len += run;
	return in + run;
}

static int
hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c |= 0x20;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Undo "=41" at in; a "=" that begins no such thing stands for itself. Behind it. */
static size_t
decode_escape(struct transfer *t, size_t in, size_t end)
{
	const char *p = t->encoded + in;
	int high = end - in >= 3 ? hex_digit(p[1]) : -1;
	int low = high >= 0 ? hex_digit(p[2]) : -1;

	set_marks(t, in, in + 1);
	t->decoded[t->len++] = low >= 0 ? (char)(high * 16 + low) : '=';
	return low >= 0 ? in + 3 : in + 1;
}

static void
decode_units(struct transfer *t, size_t in, size_t end)
{
	while (in < end)
		in = t->encoded[in] == '=' ? decode_escape(t, in, end) :
		    copy_run(t, in, end);
}

/* The line at in; behind it. Blanks at its end do not count, nor does the end
 * itself behind "=". */
static size_t
decode_line(struct transfer *t, size_t in)
{
	const char *feed = memchr(t->encoded + in, '\n', t->encoded_len - in);
	size_t next = feed ? (size_t)(feed - t->encoded) + 1 : t->encoded_len;
	size_t line_end = next - (feed != NULL), end;

	if (feed && line_end > in && t->encoded[line_end - 1] == '\r')
		line_end--;
	end = line_end;
	while (end > in &&
	    (t->encoded[end - 1] == ' ' || t->encoded[end - 1] == '\t'))
		end--;
	if (end > in && t->encoded[end - 1] == '=') {
		decode_units(t, in, end - 1);
	} else if (end == line_end) {
		decode_units(t, in, next);
	} else {
		decode_units(t, in, end);
		decode_units(t, line_end, next);
	}
	return next;
}

static void
decode_quoted(struct transfer *t)
{
	size_t in = 0;

	t->decoded = g_malloc(t->encoded_len + 1);
	t->marks = g_new(struct mark, t->encoded_len / MARK + 1);
	t->marks[t->mark_count++] = (struct mark){ 0, 0 };
	t->due = MARK;
	while (in < t->encoded_len)
		in = decode_line(t, in);
}

/* ---- base64 and uuencode --- */

static bool
is_letter64(char c)
{
	return g_ascii_isalnum(c) || c == '+' || c == '/';
}

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

	gmime()->encoding_init_decode(&state, encoding);
	if (encoding == GMIME_CONTENT_ENCODING_UUENCODE) {
		begin = find_uuencoded(t->encoded, t->encoded_len);
		state.state |= GMIME_UUDECODE_STATE_BEGIN;
	}
	out = g_malloc(gmime()->encoding_outlen(&state, t->encoded_len) + 16);
	t->len = gmime()->encoding_step(&state, t->encoded + begin,
	    t->encoded_len - begin, out);
	t->len += gmime()->encoding_flush(&state, "", 0, out + t->len);
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

	t->encoding = encoding;
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

	g_free(t->marks);
	g_free(t->decoded);
	g_free(t);
}

const char *
transfer_text(const struct transfer *t, size_t *len)
{
	*len = t->len;
	return t->decoded;
}

/* ---- the way back --- */

static struct extent
quoted_extent(const struct transfer *t, size_t at)
{
	const struct mark *mark = mark_before(t, at);
	size_t in = mark->encoded, out = mark->decoded, n, gives;

	while (in < t->encoded_len) {
		n = quoted_unit(t->encoded + in, t->encoded_len - in, &gives);
		if (out + gives > at) {
			in += at - out; /* among blanks */
			return (struct extent){ in, in + (gives > 1 ? 1 : n) };
		}
		in += n;
		out += gives;
	}
	return (struct extent){ in, in };
}

/* Behind so many letters of base64 from in on. */
static size_t
pass_letters(const struct transfer *t, size_t in, size_t count)
{
	for (; in < t->encoded_len && count > 0; in++)
		count -= is_letter64(t->encoded[in]);
	return in;
}

/* Mark every MARK letters of base64. */
static void
mark_letters(struct transfer *t)
{
	size_t in = 0, decoded;

	t->marks = g_new(struct mark, t->encoded_len / MARK + 1);
	for (decoded = 0; in < t->encoded_len || decoded == 0; decoded += MARK / 4 * 3) {
		t->marks[t->mark_count++] = (struct mark){ in, decoded };
		in = pass_letters(t, in, MARK);
	}
}

/* The four letters, or what there is of them. */
static struct extent
base64_extent(struct transfer *t, size_t at)
{
	const struct mark *mark;
	size_t begin, end;

	if (t->marks == NULL)
		mark_letters(t);
	mark = mark_before(t, at);
	begin = pass_letters(t, mark->encoded, (at - mark->decoded) / 3 * 4);
	while (begin < t->encoded_len && !is_letter64(t->encoded[begin]))
		begin++;
	end = pass_letters(t, begin, 4);
	while (end > begin && !is_letter64(t->encoded[end - 1]))
		end--;
	return (struct extent){ begin, end };
}

struct extent
transfer_extent(struct transfer *t, size_t at)
{
	struct extent e = { 0, t->encoded_len };

	if (t->encoding == QUOTED_PRINTABLE)
		e = quoted_extent(t, at);
	else if (t->encoding == BASE64)
		e = base64_extent(t, at);
	return (struct extent){ t->begin + e.begin, t->begin + e.end };
}
