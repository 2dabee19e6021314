/* stage.c - a stream of bytes that can be peeked at: those of an input, or what is unpacked
 * from the stage before */
#include "input/stage.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "input/file_source.h"

void
stage_init(struct stage *s, struct stage_source *source, const urlgrep_memory *memory,
    char *head, size_t head_size)
{
	*s = (struct stage){ .source = source, .memory = memory, .head = head,
		.head_size = head_size };
}

void
stage_reset(struct stage *s)
{
	stage_init(s, s->source, s->memory, s->head, s->head_size);
}

void
stage_begin_member(struct stage *s)
{
	s->head_at = s->head_len = 0;
	s->block_len = 0;
	s->is_ended = false;
	s->error[0] = '\0';
}

void
stage_set_error(struct stage *s, const char *error)
{
	snprintf(s->error, sizeof(s->error), "%s", error ? error : "damaged input");
	s->system_error = 0;
}

/* Take the error of libarchive. For xz, lzip and lzma it reports a stream that ends too early in
 * the words of liblzma; for the others it says that the input is truncated. The filter has no
 * name if the stream ends in its header. */
static void
set_archive_error(struct stage *s)
{
	const char *error = libarchive()->error_string(s->archive), *name;

	if (error == NULL || strstr(error, "No progress is possible") == NULL) {
		stage_set_error(s, error);
		return;
	}
	name = libarchive()->filter_name(s->archive, 0);
	snprintf(s->error, sizeof(s->error), "truncated %s input", name ? name : "compressed");
	s->system_error = 0;
}

int
stage_fail(struct stage *s, int status)
{
	s->is_ended = true;
	s->is_fatal = status == ARCHIVE_FATAL;
	if (s->parent->error[0]) {
		stage_set_error(s, s->parent->error);
		s->system_error = s->parent->system_error;
	} else if (s->gzip) {
		stage_set_error(s, gzip_reader_error(s->gzip));
	} else {
		set_archive_error(s);
	}
	return -1;
}

/* Read the source, like read(2). */
static ssize_t
read_source(struct stage *s, char *text, size_t size)
{
	struct stage_source *source = s->source;
	ssize_t n = source->bytes.read(source->bytes.data, text, size,
	    source->begin + source->bytes_read);

	if (n < 0) {
		int error = errno;

		stage_set_error(s, file_source_error(error));
		s->system_error = error;
	} else {
		source->bytes_read += (uint64_t)n;
	}
	s->is_ended = n <= 0;
	return n;
}

/* End the stage if a read returned the end or an error. Return what it returned. */
static ssize_t
end_gzip(struct stage *s, ssize_t n)
{
	if (n < 0)
		stage_fail(s, ARCHIVE_FATAL);
	s->is_ended = n <= 0;
	return n;
}

/* Get the next block of the archive's member, and return its length; 0 at the end, -1 on
 * an error. Holes in sparse files are skipped: they hold no URL, and a header may
 * claim any number of bytes. */
static ssize_t
next_archive_block(struct stage *s, const void **block)
{
	size_t len;
	la_int64_t offset;
	int status;

	do
		status = libarchive()->read_data_block(s->archive, block, &len,
		    &offset);
	while (status == ARCHIVE_OK && len == 0);
	if (status == ARCHIVE_EOF) {
		s->is_ended = true;
		return 0;
	}
	return status == ARCHIVE_OK ? (ssize_t)len : stage_fail(s, status);
}

static ssize_t
next_block(struct stage *s)
{
	const void *block;
	ssize_t n = s->gzip ? end_gzip(s, gzip_reader_next(s->gzip, &block)) :
	    next_archive_block(s, &block);

	if (n > 0) {
		s->block = block;
		s->block_len = (size_t)n;
	}
	return n;
}

/* Like read(2), for the bytes after the head. */
static ssize_t
read_after_head(struct stage *s, char *text, size_t size)
{
	if (stage_is_source(s))
		return read_source(s, text, size);
	if (s->gzip && s->block_len == 0 && size >= MIN_INFLATE_ROOM)
		return end_gzip(s, gzip_reader_read(s->gzip, text, size));
	if (s->block_len == 0) {
		ssize_t n = next_block(s);

		if (n <= 0)
			return n;
	}
	if (size > s->block_len)
		size = s->block_len;
	memcpy(text, s->block, size);
	s->block += size;
	s->block_len -= size;
	return (ssize_t)size;
}

enum packing
stage_read_head(struct stage *s)
{
	s->head_at = s->head_len = 0;
	while (s->head_len < MAGIC_BYTES && !s->is_ended &&
	    !magic_is_text(s->head, s->head_len)) {
		ssize_t n = read_after_head(s, s->head + s->head_len,
		    s->head_size - s->head_len);

		if (n > 0)
			s->head_len += (size_t)n;
	}
	s->head_at = magic_skippable(s->head, s->head_len);
	return magic_detect(s->head + s->head_at, s->head_len - s->head_at);
}

/* First the head, then the rest. */
ssize_t
stage_read(struct stage *s, char *text, size_t size)
{
	size_t left = s->head_len - s->head_at;

	if (left == 0 && s->is_ended)
		return s->error[0] ? -1 : 0;
	if (left == 0)
		return read_after_head(s, text, size);
	if (size > left)
		size = left;
	memcpy(text, s->head + s->head_at, size);
	s->head_at += size;
	return (ssize_t)size;
}

/* libarchive calls again only when it is done with the bytes. */
ssize_t
stage_next_bytes(struct stage *s, const void **bytes)
{
	size_t n = s->head_len - s->head_at;

	*bytes = s->head + s->head_at;
	s->head_at = s->head_len;
	if (n > 0)
		return (ssize_t)n;
	if (!stage_is_source(s) && s->block_len == 0 && !s->is_ended)
		next_block(s);
	if (s->block_len > 0) {
		*bytes = s->block;
		n = s->block_len;
		s->block_len = 0;
	} else if (stage_is_source(s) && !s->is_ended) {
		*bytes = s->source->buffer;
		return read_source(s, s->source->buffer, INPUT_BUFFER_BYTES);
	}
	return (ssize_t)n;
}
