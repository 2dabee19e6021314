/* stage.h - a stream of bytes that can be peeked at: those of an input, or what is unpacked
 * from the stage before */
#ifndef INPUT_STAGE_H
#define INPUT_STAGE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "input/libraries.h"
#include "input/magic.h"
#include "input/byte_source.h"
#include "input/gzip.h"
#include "urlgrep.h"

enum { INPUT_BUFFER_BYTES = 1 << 16, MAX_ERROR_BYTES = 128 };

/* What the first stage reads. */
struct stage_source {
	struct byte_source bytes;
	uint64_t begin;
	_Atomic uint64_t bytes_read; /* maybe by a thread that reads ahead */
	char *buffer; /* INPUT_BUFFER_BYTES for what is not copied elsewhere */
};

/* The bytes are those of the source; or those that the reader of gzip, or libarchive, which
 * calls a compressed file an archive, too, returns for the stage before. */
struct stage {
	struct stage_source *source;
	const urlgrep_memory *memory;
	char *head;               /* a buffer for the bytes peeked at */
	size_t head_size;
	size_t head_at, head_len; /* head[head_at..head_len) is still unread */

	struct archive *archive;  /* if this and */
	struct gzip_reader *gzip; /* this are NULL, read the source */
	struct stage *parent;     /* the stage that the archive is read from */
	const char *block;        /* the unread rest of its block; borrowed */
	size_t block_len;

	bool is_ended; /* with an error, if there is one */
	bool is_fatal; /* nothing more can come from the archive */
	char error[MAX_ERROR_BYTES];
	int system_error; /* of that error: an errno, or 0 */
};

/* Prepare a stage, which borrows all of these. */
void stage_init(struct stage *s, struct stage_source *source, const urlgrep_memory *memory,
    char *head, size_t head_size);

/* Begin to read the source. */
void stage_reset(struct stage *s);

/* Begin to read the next member of the archive. */
void stage_begin_member(struct stage *s);

/* Return true if the bytes are those of the source. */
static inline bool
stage_is_source(const struct stage *s)
{
	return s->archive == NULL && s->gzip == NULL;
}

/* Read enough of the stage to return how it is packed. If reading fails, stage_read
 * returns the error after the bytes before it. */
enum packing stage_read_head(struct stage *s);

/* Like read(2). */
ssize_t stage_read(struct stage *s, char *text, size_t size);

/* Set *bytes to the next bytes, without a copy, and return their number; 0 at the end or
 * after an error. They last until the next call. */
ssize_t stage_next_bytes(struct stage *s, const void **bytes);

void stage_set_error(struct stage *s, const char *error);

/* End the stage with the error of its parent, which is the cause of libarchive's, or else
 * with that of libarchive. Return -1. */
int stage_fail(struct stage *s, int status);

#endif
