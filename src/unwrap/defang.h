/* defang.h - write a URL so that no program takes it for one, and read it back */
#ifndef UNWRAP_DEFANG_H
#define UNWRAP_DEFANG_H

#include <stdbool.h>

#include "util/strbuf.h"

/* Append to *out the URL that text[0..len) is the form of that urlgrep_defang() writes.
 * Returns false if it is not exactly that form of any URL, or without memory
 * (out->failed); then what was appended is of no use. */
bool defang_undo(const char *text, size_t len, struct strbuf *out);

#endif
