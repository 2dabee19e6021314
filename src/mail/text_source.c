/* text_source.c - where the bytes of a message's text come from */
#include "input/unfold.h"
#include "mail/enclosure.h"
#include "mail/charset.h"
#include "mail/transfer_encoding.h"
#include "mail/message.h"

/* Return the bytes of the entity that byte `at` of the text comes from, which was not
 * converted from another charset. */
static struct byte_range
encoded_source(const struct message_text *t, size_t at)
{
	if (!t->is_exact)
		return t->source;
	if (t->decoder)
		return transfer_decoder_source(t->decoder, at);
	return (struct byte_range){ t->source.begin + at, t->source.begin + at + 1 };
}

/* Return the bytes of the entity that byte `at` of the text comes from. */
static struct byte_range
byte_source(const struct message_text *t, size_t at)
{
	struct byte_range original, source;

	if (t->unfolder)
		at += (size_t)unfolder_find(t->unfolder, at).bytes;
	if (t->charset_text == NULL)
		return encoded_source(t, at);
	original = charset_text_source(t->charset_text, at);
	source = encoded_source(t, original.begin);
	source.end = encoded_source(t, original.end - 1).end;
	return source;
}

struct byte_range
message_source_range(const struct message_text *t, size_t begin, size_t end)
{
	struct byte_range source = byte_source(t, begin);

	source.end = end > begin ? byte_source(t, end - 1).end : source.begin;
	return t->enclosure ? enclosure_source(t->enclosure, source) : source;
}
