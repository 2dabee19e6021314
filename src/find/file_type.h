/* file_type.h - detect what a file is by its first bytes */
#ifndef FIND_FILE_TYPE_H
#define FIND_FILE_TYPE_H

#include <stdbool.h>
#include <stddef.h>

#include "mail/formats.h"
#include "urlgrep_mail.h"

struct file_type {
	urlgrep_mail_type type;
	enum mailbox_format format; /* of an mbox, or a message */
	bool is_sure; /* false if more bytes could still turn it into mail (a pipe may
	                 deliver one line at a time) */
};

/* Return the type of what begins with text[0..len): a few thousand bytes, or all of it. */
struct file_type file_type_detect(const char *text, size_t len);

/* Return true if text[0..len) begins an iCalendar or a vCard, or if a file of that name is
 * one: its lines are folded. */
bool file_type_is_folded(const char *path, const char *text, size_t len);

/* Return true if text[0..len) begins with an XML declaration, or if a file of that name is
 * XML. */
bool file_type_is_xml(const char *path, const char *text, size_t len);

#endif
