/* reader_range.c - a range of an input that several readers divide */
#include "find/reader_range.h"

#include <string.h>

#include "find/reader.h"
#include "find/reader_input.h"

enum lengths { LENGTHS_UNKNOWN, LENGTHS_ABSENT, LENGTHS_PRESENT };

/* Find whether the mbox at the front of the input has Content-Length fields. */
static enum lengths
find_lengths(urlgrep_mail *m)
{
	struct mbox_range all = { .end = UINT64_MAX, .number = 1 };
	struct mbox_message message;

	range_stream_open(&m->range_stream, m->source, 0, 0, UINT64_MAX);
	mbox_open(m->mbox, range_stream_bytes(&m->range_stream), &all);
	while (mbox_next(m->mbox, &message) == URLGREP_OK)
		if (mbox_has_lengths(m->mbox) || mbox_lacks_lengths(m->mbox))
			break;
	if (mbox_error(m->mbox) != 0)
		return LENGTHS_UNKNOWN;
	return mbox_has_lengths(m->mbox) ? LENGTHS_PRESENT :
	    mbox_lacks_lengths(m->mbox) ? LENGTHS_ABSENT : LENGTHS_UNKNOWN;
}

/* Find the type of the input if it is a plain text, or a plain mbox of which *lengths is
 * set; else DETECT. */
static urlgrep_mail_type
find_plain_type(urlgrep_mail *m, enum lengths *lengths)
{
	urlgrep_mail_type type;

	*lengths = LENGTHS_UNKNOWN;
	if (!m->source.seekable)
		return URLGREP_MAIL_DETECT;
	reader_input_open_document(m);
	if (document_next(m->document) != URLGREP_OK ||
	    !document_is_plain(m->document))
		return URLGREP_MAIL_DETECT;
	type = document_type(m->document);
	if (type == URLGREP_MAIL_TEXT)
		return type;
	if (type != URLGREP_MAIL_MBOX || document_format(m->document) != MAILBOX_MBOX)
		return URLGREP_MAIL_DETECT;
	*lengths = find_lengths(m);
	return type;
}

/* Find the type of the input, if it may be divided; else DETECT. */
static urlgrep_mail_type
find_divisible_type(urlgrep_mail *m)
{
	enum lengths lengths;
	urlgrep_mail_type type = find_plain_type(m, &lengths);

	return type == URLGREP_MAIL_TEXT || lengths == LENGTHS_ABSENT ? type :
	    URLGREP_MAIL_DETECT;
}

int
urlgrep_mail_divisible(urlgrep_mail *m)
{
	int is_divisible;

	if (!m->is_open || m->is_member)
		return 0;
	is_divisible = find_divisible_type(m) != URLGREP_MAIL_DETECT;
	reader_input_open_document(m); /* from the front again */
	return is_divisible;
}

int
urlgrep_mail_has_lengths(urlgrep_mail *m)
{
	enum lengths lengths;

	if (!m->is_open || m->is_member)
		return 0;
	find_plain_type(m, &lengths);
	reader_input_open_document(m); /* from the front again */
	return lengths == LENGTHS_PRESENT;
}

/* Return true if the input is to be skipped because it begins like a binary file. */
static bool
is_skipped_binary(const urlgrep_mail *m)
{
	char text[BINARY_BYTES];
	ssize_t n;

	if (!reader_has_flag(m, URLGREP_MAIL_SKIP_BINARY))
		return false;
	n = m->source.read(m->source.data, text, sizeof(text), 0);
	return n > 0 && memchr(text, '\0', (size_t)n) != NULL;
}

urlgrep_status
reader_range_enter(urlgrep_mail *m)
{
	urlgrep_mail_type type = m->range.type;

	if (!(m->range.flags & (URLGREP_MAIL_KNOWN_DIVISIBLE | URLGREP_MAIL_HAS_LENGTHS) &&
	    (type == URLGREP_MAIL_TEXT || type == URLGREP_MAIL_MBOX)))
		type = find_divisible_type(m);
	if (type == URLGREP_MAIL_DETECT) {
		if (m->range.begin > 0 || m->range.end == 0)
			return URLGREP_END;
		m->is_range = false; /* all of it begins here */
		m->range.end = UINT64_MAX;
		reader_input_open_document(m);
		return URLGREP_OK;
	}
	m->type = type;
	m->member_path = m->path;
	return type == URLGREP_MAIL_TEXT && is_skipped_binary(m) ? URLGREP_END :
	    URLGREP_OK;
}

static uint64_t
context_bytes(urlgrep_mail_type type)
{
	return type == URLGREP_MAIL_TEXT ? TEXT_OVERLAP_BYTES : MBOX_CONTEXT_BYTES;
}

struct byte_stream
reader_range_open_stream(urlgrep_mail *m, uint64_t *origin)
{
	uint64_t context = context_bytes(m->type);

	*origin = 0;
	if (!m->is_range)
		return document_stream(m->document);
	if (m->range.begin > context)
		*origin = m->range.begin - context;
	range_stream_open(&m->range_stream, m->source, *origin, m->range.begin,
	    m->range.end);
	return range_stream_bytes(&m->range_stream);
}
