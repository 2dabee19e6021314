/* cms.c - find the content of CMS SignedData (RFC 5652, 5), in BER (X.690) */
#include "mail/containers.h"

#include <string.h>

#include "util/strbuf.h"

enum {
	TAG_INTEGER = 0x02,
	TAG_BYTES = 0x04,
	TAG_OBJECT_ID = 0x06,
	TAG_SEQUENCE = 0x30,
	TAG_SET = 0x31,
	TAG_CONTEXT_0 = 0xA0,
	CONSTRUCTED = 0x20,
	LONG_TAG = 0x1F,
	MAX_LENGTH_BYTES = 8
};

/* An element whose contents are being read. */
struct ber_element {
	unsigned char tag; /* the first byte */
	bool is_indefinite;
	size_t begin, end; /* of the contents; if is_indefinite, end is that of the enclosing
	                      element */
};

struct ber {
	const char *text;
	size_t at;
	bool is_damaged; /* a length exceeds the bytes available */
	struct strbuf content, points; /* the joined content; where its pieces are */
};

static unsigned char
next_byte(struct ber *b)
{
	return (unsigned char)b->text[b->at++];
}

/* Read the length of an element in an element that ends at `end`. Return false if the length is
 * missing or malformed. */
static bool
read_length(struct ber *b, size_t end, struct ber_element *e)
{
	size_t len = 0;
	unsigned first, count;

	if (b->at == end)
		return false;
	first = next_byte(b);
	count = first & 0x7F;
	e->is_indefinite = first == 0x80;
	if (first < 0x80)
		len = first;
	else if (count > MAX_LENGTH_BYTES || end - b->at < count)
		return false;
	else
		for (; count > 0; count--)
			len = len << 8 | next_byte(b);
	e->begin = b->at;
	if (len > end - b->at)
		b->is_damaged = true;
	e->end = e->is_indefinite || len > end - b->at ? end : b->at + len;
	return true;
}

/* Read the tag and length of the element at b->at. Return false if it is missing or malformed. */
static bool
read_element(struct ber *b, size_t end, struct ber_element *e)
{
	if (b->at >= end)
		return false;
	e->tag = next_byte(b);
	if ((e->tag & LONG_TAG) == LONG_TAG)
		while (b->at < end && next_byte(b) & 0x80)
			;
	return read_length(b, end, e);
}

static void
add_piece(struct ber *b, const struct ber_element *e)
{
	enclosed_text_add(&b->content, &b->points, b->text, (struct byte_range){ e->begin, e->end });
}

/* Go to the end of an element whose length was read, without recursion. If is_string, the element
 * is a constructed string of bytes: add the strings in it, which may be constructed, too. Return
 * false if the end cannot be found, or if a string contains anything else. */
static bool
walk_contents(struct ber *b, const struct ber_element *e, bool is_string)
{
	size_t open = e->is_indefinite; /* unfinished elements of indefinite length */
	struct ber_element inner;

	if (!e->is_indefinite && !is_string)
		b->at = e->end;
	while (b->at < e->end || open > 0) {
		if (!read_element(b, e->end, &inner))
			return false;
		if (inner.tag == 0 && inner.begin == inner.end && open > 0) { /* end-of-contents */
			if (--open == 0 && e->is_indefinite)
				return true;
			continue;
		}
		if (is_string && (inner.tag & ~CONSTRUCTED) != TAG_BYTES)
			return false;
		open += inner.is_indefinite;
		if (is_string && inner.tag == TAG_BYTES && !inner.is_indefinite)
			add_piece(b, &inner);
		if (!inner.is_indefinite && !(is_string && inner.tag & CONSTRUCTED))
			b->at = inner.end;
	}
	return true;
}

/* Enter the next element in e, which must have this tag, and set *e to it. Return false if not. */
static bool
enter(struct ber *b, unsigned char tag, struct ber_element *e)
{
	return read_element(b, e->end, e) && e->tag == tag;
}

static bool
skip(struct ber *b, unsigned char tag, const struct ber_element *around)
{
	struct ber_element e = *around;

	return enter(b, tag, &e) && walk_contents(b, &e, false);
}

/* Read an object identifier. Return false if it is not 1.2.840.113549.1.7 and this number. */
static bool
read_pkcs7_type(struct ber *b, const struct ber_element *around, char number)
{
	static const char pkcs7[] = "\x2a\x86\x48\x86\xf7\x0d\x01\x07";
	const size_t len = sizeof(pkcs7) - 1;
	struct ber_element e = *around;

	if (!enter(b, TAG_OBJECT_ID, &e) || e.end - e.begin != len + 1 ||
	    memcmp(b->text + e.begin, pkcs7, len) != 0 || b->text[e.begin + len] != number)
		return false;
	b->at = e.end;
	return true;
}

/* ---- the content --- */

enum { PKCS7_DATA = 1, PKCS7_SIGNED_DATA = 2 };

/* Go to the string with the content, and set *e to it. */
static enum enclosed_status
enter_content(struct ber *b, struct ber_element *e)
{
	if (!enter(b, TAG_SEQUENCE, e) || !read_pkcs7_type(b, e, PKCS7_SIGNED_DATA) ||
	    !enter(b, TAG_CONTEXT_0, e) || !enter(b, TAG_SEQUENCE, e) ||
	    !skip(b, TAG_INTEGER, e) || !skip(b, TAG_SET, e) ||
	    !enter(b, TAG_SEQUENCE, e) || !read_pkcs7_type(b, e, PKCS7_DATA))
		return ENCLOSED_UNREAD;
	if (!enter(b, TAG_CONTEXT_0, e))
		return b->is_damaged ? ENCLOSED_UNREAD : ENCLOSED_EMPTY;
	return read_element(b, e->end, e) && (e->tag & ~CONSTRUCTED) == TAG_BYTES ?
	    ENCLOSED_OK : ENCLOSED_UNREAD;
}

enum enclosed_status
cms_open(struct arena *arena, const char *text, size_t len, struct enclosed_text *content)
{
	struct ber b = { .text = text, .content.memory = arena->memory,
		.points.memory = arena->memory };
	struct ber_element e = { .end = len };
	enum enclosed_status status = enter_content(&b, &e);

	*content = (struct enclosed_text){ .text = "" };
	if (status != ENCLOSED_OK)
		return status;
	if (e.tag & CONSTRUCTED)
		b.is_damaged |= !walk_contents(&b, &e, true);
	if (e.tag & CONSTRUCTED || e.is_indefinite)
		e.end = e.begin;
	if (b.points.len == 0) /* the content is one piece, or empty */
		add_piece(&b, &e);
	content->is_damaged = b.is_damaged;
	return enclosed_text_finish(content, arena, &b.content, &b.points) ? ENCLOSED_OK :
	    ENCLOSED_NOMEM;
}
