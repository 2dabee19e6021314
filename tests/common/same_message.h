/* same_message.h - compare what was read of two messages */
#ifndef SAME_MESSAGE_H
#define SAME_MESSAGE_H

#include <string.h>

#include "mail/message.h"

static inline bool
same_string(const char *a, const char *b)
{
	return a == b || (a && b && strcmp(a, b) == 0);
}

static inline bool
same_source(const struct message_text *a, const struct message_text *b, size_t begin, size_t end)
{
	struct byte_range x = message_source_range(a, begin, end);
	struct byte_range y = message_source_range(b, begin, end);

	return x.begin == y.begin && x.end == y.end;
}

static inline bool
same_text(const struct message_text *a, const struct message_text *b)
{
	size_t step = a->len / 20 + 1, at;

	if (strcmp(a->part, b->part) != 0 ||
	    a->encoding != b->encoding || !same_string(a->field, b->field) ||
	    a->is_html != b->is_html || a->flags != b->flags || a->alternative != b->alternative ||
	    a->len != b->len || memcmp(a->text, b->text, a->len) != 0)
		return false;
	for (at = 0; at < a->len; at += step)
		if (!same_source(a, b, at, at + 1) || !same_source(a, b, 0, at + 1))
			return false;
	return true;
}

static inline bool
same_message(struct message *a, struct message *b)
{
	size_t count, others, i;
	const struct message_text *x = message_texts(a, &count);
	const struct message_text *y = message_texts(b, &others);
	int field;

	if (count != others || !same_string(message_skipped(a), message_skipped(b)))
		return false;
	for (i = 0; i < count; i++)
		if (!same_text(&x[i], &y[i]))
			return false;
	for (field = URLGREP_MAIL_ID; field <= URLGREP_MAIL_LABELS; field++)
		if (!same_string(message_field(a, (urlgrep_mail_field)field),
		    message_field(b, (urlgrep_mail_field)field)))
			return false;
	return true;
}

#endif
