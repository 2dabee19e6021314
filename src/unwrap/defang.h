/* defang.h - write a URL so that no program takes it for one, and read it back */
#ifndef UNWRAP_DEFANG_H
#define UNWRAP_DEFANG_H

#include <stdbool.h>

#include "util/strbuf.h"

/* Append to *out the URL for which urlgrep_defang() writes text[0..len). Returns false if there is
 * no such URL, or without memory (out->failed); then the appended bytes are meaningless. */
bool defang_undo(const char *text, size_t len, struct strbuf *out);

#endif
