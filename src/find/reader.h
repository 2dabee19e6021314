/* reader.h - the state of a urlgrep_mail, which reads an input */
#ifndef FIND_READER_H
#define FIND_READER_H

#include <stdbool.h>

#include "find/document.h"
#include "find/message_search.h"
#include "find/source_map.h"
#include "find/text_search.h"
#include "input/source.h"
#include "mail/mbox.h"
#include "urlgrep_mail.h"

enum { MAX_REASON_BYTES = 320 }; /* longer ones are cut */

struct urlgrep_mail {
	urlgrep_memory memory;
	urlgrep_mail_options options;
	urlgrep_scanner *scanner;
	struct document *document;
	struct mbox *mbox;
	struct text_search *text;
	struct message_search *message;

	/* the input */
	char *path;
	int own_fd; /* of a file that was opened here; -1: none */
	struct file_source file;
	struct buffer_source buffer;
	struct byte_source source;
	urlgrep_mail_range range;
	struct range_stream range_stream;
	bool is_open;

	/* where the iterators are */
	bool is_range;  /* only a range of the input, which is plain, is read */
	bool is_member, is_message; /* there is a current one */
	/* begun by the caller, so that END is returned at its end */
	bool stays_in_member, stays_in_message;
	urlgrep_mail_type type;       /* of the member */
	const char *member_path;
	urlgrep_message current;
	uint64_t serial; /* how many messages there were, of all inputs */
	uint64_t message_offset; /* of the first part of the current message, if split */
	struct source_map map;

	urlgrep_mail_sums sums;
	uint64_t decoded_before;  /* by the message reader, before this input */
	urlgrep_mail_error_info error;
	char reason[MAX_REASON_BYTES];
};

static inline bool
reader_has_flag(const urlgrep_mail *m, unsigned flag)
{
	return (m->options.flags & flag) != 0;
}

/* Return the flags for the scanner of a text that is mail, or not. */
unsigned reader_scanner_flags(const urlgrep_mail *m, bool is_mail);

/* Record what was skipped, for urlgrep_mail_error. Return SKIPPED. */
urlgrep_status reader_skip(urlgrep_mail *m, const char *path, const char *reason,
    int system_error);
urlgrep_status reader_skip_errno(urlgrep_mail *m, const char *path, int error);

#endif
