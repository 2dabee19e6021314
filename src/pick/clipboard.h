/* clipboard.h - copies text to the clipboard of the desktop and of the terminal */
#ifndef PICK_CLIPBOARD_H
#define PICK_CLIPBOARD_H

#include <stdbool.h>
#include <stddef.h>

#include "util/strbuf.h"

/* Copy text by the desktop's program, if there is one, and by an escape sequence of the
 * terminal whose descriptor is given (OSC 52); is_primary: to the primary selection, which
 * the middle mouse button pastes. Return the name of the program, or NULL. */
const char *clipboard_copy(const char *text, size_t len, bool is_primary, int terminal);

/* Append the escape sequence to out. */
void clipboard_append_osc52(struct strbuf *out, const char *text, size_t len,
    bool is_primary);

#endif
