/* mailbox_range.h - searching a mailbox in byte ranges: --range and --pieces
 *
 * A message belongs to the range in which it begins. A file that cannot be divided counts
 * as one message, which begins at 0: a text, a compressed file, a mailbox whose messages
 * have lengths. So the URLs of adjacent ranges are those of the file, wherever it is cut. */
#ifndef CMD_MAILBOX_RANGE_H
#define CMD_MAILBOX_RANGE_H

#include <stdbool.h>

#include "urlgrep_mail.h"

/* Decide what is to be read of a file for a range of it, whose begin and end are set:
 * complete the range, or widen it to all of the file. Return false if no message begins in
 * the range. Opens the file in the reader. */
bool mailbox_range_complete(urlgrep_mail *mail, int fd, const char *path,
    urlgrep_mail_range *range);

/* Print the ranges of `size` bytes to search the file in, one a line; a single one if it
 * cannot be divided. Return false and set errno if it cannot be read. */
bool mailbox_range_print_pieces(urlgrep_mail *mail, const char *path, uint64_t size);

#endif
