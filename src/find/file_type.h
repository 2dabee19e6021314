/* file_type.h - detect the type of a file by its name and its first bytes */
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

/* Return the type of a file that begins with text[0..len): a few thousand bytes, or all of it. */
struct file_type file_type_detect(const char *text, size_t len);

/* Return true if text[0..len) begins an iCalendar or a vCard, or if a file of that name is
 * one: its lines are folded. */
bool file_type_is_folded(const char *path, const char *text, size_t len);

/* Return true if text[0..len) begins with an XML declaration, or if a file of that name is
 * XML. */
bool file_type_is_xml(const char *path, const char *text, size_t len);

/* ---- files whose lines are records --- */

enum record_file {
	RECORD_NONE,  /* a text */
	RECORD_LINES, /* each line is a record of its own: a log, a table, JSON, subtitles */
	RECORD_COMMAS /* likewise, and commas divide its fields */
};

/* Return the content type of a file by its name. The names of compressed and rotated logs are
 * known, too. */
enum record_file record_file_kind(const char *path);

enum { RECORD_HEAD_BYTES = 4096 };

/* Return the content type of a file whose first RECORD_HEAD_BYTES, or more, are head[0..len): a log
 * whose lines begin with a time, or a table whose lines have the same number of fields, divided by
 * tabs or commas. */
enum record_file record_file_kind_of_head(const char *head, size_t len);

#endif
