/* enclosure.c - what a part of a message holds, and where that is in the message */
#include "mail/enclosure.h"

/* Undo the transfer encoding. Returns false without memory. */
static bool
decode(struct enclosure *e, struct arena *arena, const struct body_part *p)
{
	urlgrep_span decoded;

	if (transfer_encoding_is_identity(p->encoding))
		return true;
	e->encoding = transfer_encoding_name(p->encoding);
	e->decoder = transfer_decoder_new(arena, e->text, e->len, p->source.begin,
	    p->encoding, true);
	if (e->decoder == NULL || !transfer_decoder_prepare(e->decoder))
		return false;
	decoded = transfer_decoder_text(e->decoder);
	e->text = decoded.text;
	e->len = decoded.len;
	return true;
}

/* Find the signed content. */
static enum enclosure_status
open_signed(struct enclosure *e, struct arena *arena)
{
	enum cms_status status = cms_open(arena, e->text, e->len, &e->content);

	e->text = e->content.text;
	e->len = e->content.len;
	switch (status) {
	case CMS_OK:
		return e->content.is_damaged ? ENCLOSURE_DAMAGED : ENCLOSURE_OPEN;
	case CMS_EMPTY:
		return ENCLOSURE_EMPTY;
	case CMS_UNREAD:
		return ENCLOSURE_UNREAD;
	case CMS_NOMEM:
		break;
	}
	return ENCLOSURE_NOMEM;
}

enum enclosure_status
enclosure_open(struct arena *arena, const struct enclosure *outer, const char *text,
    const struct body_part *p, struct enclosure **opened)
{
	struct enclosure *e = arena_allocate(arena, sizeof(*e));
	enum enclosure_status status = ENCLOSURE_OPEN;

	if (e == NULL)
		return ENCLOSURE_NOMEM;
	*e = (struct enclosure){ .outer = outer, .source = p->source,
		.encoding = outer ? outer->encoding : NULL,
		.text = text + p->source.begin, .len = p->source.end - p->source.begin };
	if (!decode(e, arena, p))
		return ENCLOSURE_NOMEM;
	if (p->content == BODY_SMIME)
		status = open_signed(e, arena);
	if (status <= ENCLOSURE_DAMAGED)
		*opened = e;
	return status;
}

/* Return the bytes around that byte `at` of the enclosure comes from. */
static struct byte_range
byte_source(const struct enclosure *e, size_t at)
{
	if (e->content.piece_count > 0)
		at = cms_content_source(&e->content, at);
	if (e->decoder)
		return transfer_decoder_source(e->decoder, at);
	return (struct byte_range){ e->source.begin + at, e->source.begin + at + 1 };
}

struct byte_range
enclosure_source(const struct enclosure *e, struct byte_range range)
{
	for (; e; e = e->outer) {
		struct byte_range source = byte_source(e, range.begin);

		source.end = range.end > range.begin ?
		    byte_source(e, range.end - 1).end : source.begin;
		range = source;
	}
	return range;
}
