/* base64_pieces.h - what follows the data of a text in base64: programs of mailing lists append
 * plain text to encoded mail, and others write one padded block after the other */
#ifndef MAIL_BASE64_PIECES_H
#define MAIL_BASE64_PIECES_H

#include <stdbool.h>
#include <stddef.h>

/* Return true if nothing follows the data, so that base64_piece_end(text, len, 0) is len. False if
 * that takes a closer look. */
bool base64_is_one_piece(const char *text, size_t len);

/* Return the end of the piece of text[0..len) that begins at `begin` < len, where the one before
 * ends; it is not empty. Set *is_data if it is data, which ends with the line of the first padding;
 * else it is plain text. The first piece is data. Data goes on after lines that are none if more
 * lines of data follow, and no padding is between them. */
size_t base64_piece_end(const char *text, size_t len, size_t begin, bool *is_data);

#endif
