/* inflate_zlib.h - decompress deflate by zlib */
#ifndef INPUT_INFLATE_ZLIB_H
#define INPUT_INFLATE_ZLIB_H

#include "input/inflate.h"

/* Return zlib's functions, which are loaded at the first call. Returns NULL, and sets
 * *missing to the reason, if it cannot be loaded. */
const struct inflate_library *inflate_zlib(const char **missing);

/* Return zlib's version; NULL, as above, if it cannot be loaded. */
const char *inflate_zlib_version(const char **missing);

#endif
