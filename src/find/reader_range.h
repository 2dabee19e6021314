/* reader_range.h - a range of an input that several readers divide */
#ifndef FIND_READER_RANGE_H
#define FIND_READER_RANGE_H

#include "input/source.h"
#include "urlgrep_mail.h"

/* Decide whether only the range is read; an input that cannot be divided is read as a whole
 * if the range has its first byte. Returns OK; or END if nothing is to be read. */
urlgrep_status reader_range_enter(urlgrep_mail *m);

/* Return the bytes of the member; of a range, with some bytes before it as context. Set
 * *origin to the offset of the first byte. */
struct byte_stream reader_range_open_stream(urlgrep_mail *m, uint64_t *origin);

#endif
