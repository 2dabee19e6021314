/* file_type.h - detect what a file is by its first bytes */
#ifndef FIND_FILE_TYPE_H
#define FIND_FILE_TYPE_H

#include <stdbool.h>
#include <stddef.h>

#include "urlgrep_mail.h"

/* Return the type of what begins with text[0..len): a few thousand bytes, or all of it.
 * *is_sure is false if more bytes could still turn it into mail (a pipe may deliver
 * one line at a time). */
urlgrep_mail_type detect_file_type(const char *text, size_t len, bool *is_sure);

#endif
