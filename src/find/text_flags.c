/* text_flags.c - with which flags of the scanner the texts of a message are read */
#include "find/text_flags.h"

#include <string.h>

#include "urlgrep.h"

unsigned
text_flags_of_format(const struct message_text *part)
{
	return (part->is_flowed ? URLGREP_FLOWED : 0) |
	    (part->has_delsp ? URLGREP_DELSP : 0) |
	    (part->is_encoded ? URLGREP_DECODED : 0) |
	    (part->is_xml ? URLGREP_XML : 0) |
	    (part->is_unfolded ? URLGREP_JOIN_NEVER : 0);
}

/* Return true if the text is a header field of identifiers, newsgroups or hosts that a
 * message passed, in which nothing is a name or an address (rule N15). */
static bool
has_identifiers(const struct message_text *part)
{
	static const char *const names[] = { "message-id", "references", "in-reply-to",
		"content-id", "supersedes", "resent-message-id", "newsgroups",
		"followup-to", "path" };
	size_t i;

	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (strcmp(part->field, names[i]) == 0)
			return true;
	return false;
}

unsigned
text_flags_of_part(const struct text_flags *f, const struct message_text *part)
{
	unsigned names = text_flags_of_names(f);

	return names && part && part->field && has_identifiers(part) ?
	    f->mail & ~names : f->mail;
}

unsigned
text_flags_of_names(const struct text_flags *f)
{
	const unsigned flags = URLGREP_FIND_NAMES | URLGREP_LOW_NAMES |
	    URLGREP_FIND_ADDRESSES | URLGREP_LOW_ADDRESSES | URLGREP_SUPPLY_HTTPS;

	return f->mail & flags;
}

/* Text that is laid out has no URL that continues on the next line. */
unsigned
text_flags_of_segment(const struct text_flags *f, const struct html *h, size_t at,
    size_t *end)
{
	bool is_preformatted;

	*end = html_segment_end(h, at, &is_preformatted);
	if (!is_preformatted)
		return f->mail | URLGREP_FLOWED | URLGREP_JOIN_WRAPPED;
	return f->is_file ? f->file : f->mail;
}
