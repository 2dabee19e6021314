/* shape.h - whether the end of a wrapper is there: evidence for joining lines (rule U13) */
#ifndef UNWRAP_SHAPE_H
#define UNWRAP_SHAPE_H

#include <stddef.h>

enum wrapper_shape {
	SHAPE_NONE,  /* no wrapper of a gateway */
	SHAPE_OPEN,  /* its end, or that of its target, is missing */
	SHAPE_ENDED, /* the target is there; nothing says whether the wrapper goes on */
	SHAPE_CLOSING, /* something that follows a target is there, but not the last of it */
	SHAPE_WHOLE  /* what follows a target is there, too */
};

/* Return the shape of text[0..len), by the built-in rows. Nothing is decoded. */
enum wrapper_shape wrapper_shape_of(const char *text, size_t len);

#endif
