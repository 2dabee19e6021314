/* reader_input.h - the input of a urlgrep_mail: a file, a buffer or a source */
#ifndef FIND_READER_INPUT_H
#define FIND_READER_INPUT_H

#include "urlgrep_mail.h"

/* Begin to read the members of the input, also again. */
void reader_input_open_document(urlgrep_mail *m);

void reader_input_close(urlgrep_mail *m);

#endif
