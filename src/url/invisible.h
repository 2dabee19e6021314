/* invisible.h - characters that readers cannot see: bidi controls, which change the
 * direction of the text, and invisible characters */
#ifndef URL_INVISIBLE_H
#define URL_INVISIBLE_H

#include <stdint.h>

#include "urlgrep.h"

/* Return URLGREP_BIDI_BESIDE for a bidi control, URLGREP_INVISIBLE_BESIDE for an
 * invisible character, 0 for any other. */
unsigned invisible_note(uint32_t code);

#endif
