/* unpack.h - read a stage unpacked: by libarchive, or by the reader of gzip */
#ifndef INPUT_UNPACK_H
#define INPUT_UNPACK_H

#include <stdbool.h>

#include "input/stage.h"

enum { MAX_LAYERS = 8 }; /* a .gz in a .gz has two */

/* Tell libarchive which formats to read. */
typedef bool unpack_support_fn(struct archive *a);

/* tar and zip; 7z, which needs a source that is seekable */
unpack_support_fn unpack_support_archives, unpack_support_7z;

/* Make s the members of the archive that parent has. Return false after an error, which is
 * returned when s is read. */
bool unpack_archive(struct stage *s, struct stage *parent, unpack_support_fn *support);

/* Decompress s, as long as what comes out is compressed. Return the last layer, or s, and
 * set *packing to what it has. */
struct stage *unpack_layers(struct stage layers[MAX_LAYERS], struct stage *s,
    enum packing *packing);

/* End the stage with an error. Return false. */
bool unpack_fail(struct stage *s, const char *error);

void unpack_close(struct stage *s);

/* Close them, each before the stage that it reads from. */
void unpack_close_layers(struct stage layers[MAX_LAYERS]);

#endif
