/* gzip_reader.c - the decompressed bytes of a .gz, RFC 1952 */
#include "input/gzip_reader.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>

#include "util/memory.h"

enum reader_state {
	AT_FIRST_HEADER,
	AT_HEADER,
	IN_MEMBER,
	AT_END /* with an error, if there was one */
};

enum { /* flags of a header */
	HAS_CHECKSUM = 2,
	HAS_EXTRA = 4,
	HAS_NAME = 8,
	HAS_COMMENT = 16,
	RESERVED = 0xe0
};

static const char truncated[] = "truncated gzip input";

struct gzip_reader {
	const urlgrep_memory *memory;
	const struct inflate_library *library, *exact;
	void *inflater;
	struct gzip_input input;

	const unsigned char *in; /* what is left of the input's bytes */
	size_t in_len;
	unsigned char rest[MAX_INFLATE_REST]; /* comes before it */
	size_t rest_at, rest_len;
	bool is_input_over;
	bool has_input_failed;

	enum reader_state state;
	uint32_t checksum, length; /* of the member so far, modulo 2^32 */
	uint64_t total;   /* bytes decompressed */
	uint64_t to_skip; /* of them, that come for the second time */
	const char *error;

	char *block; /* that gzip_reader_next() returns; or NULL */
};

struct gzip_reader *
gzip_reader_new(const urlgrep_memory *memory, const struct inflate_library *library,
    const struct inflate_library *exact, const struct gzip_input *input)
{
	struct gzip_reader *r = memory_allocate_zeroed(memory, sizeof(*r));

	if (r == NULL)
		return NULL;
	r->memory = memory;
	r->library = library;
	r->exact = exact;
	r->input = *input;
	r->inflater = library->new_state(memory);
	if (r->inflater)
		return r;
	memory_release(memory, r);
	return NULL;
}

void
gzip_reader_free(struct gzip_reader *r)
{
	if (r == NULL)
		return;
	r->library->free_state(r->memory, r->inflater);
	memory_release(r->memory, r->block);
	memory_release(r->memory, r);
}

/* ---- the input --- */

/* Make r->in not empty, if there is more. */
static void
fill(struct gzip_reader *r)
{
	const void *bytes;
	ssize_t n;

	if (r->in_len > 0 || r->is_input_over)
		return;
	n = r->input.next(r->input.data, &bytes);
	r->is_input_over = n <= 0;
	r->has_input_failed = n < 0;
	if (n > 0) {
		r->in = bytes;
		r->in_len = (size_t)n;
	}
}

/* Return the next byte, or -1 at the end. */
static int
next_byte(struct gzip_reader *r)
{
	if (r->rest_at < r->rest_len)
		return r->rest[r->rest_at++];
	fill(r);
	if (r->in_len == 0)
		return -1;
	r->in_len--;
	return *r->in++;
}

/* Read a number of `bytes` bytes, the lowest first. Return false at the end. */
static bool
read_number(struct gzip_reader *r, int bytes, uint32_t *number)
{
	int i, byte;

	*number = 0;
	for (i = 0; i < bytes; i++) {
		byte = next_byte(r);
		if (byte < 0)
			return false;
		*number |= (uint32_t)byte << 8 * i;
	}
	return true;
}

static bool
skip_bytes(struct gzip_reader *r, uint32_t count)
{
	while (count > 0 && next_byte(r) >= 0)
		count--;
	return count == 0;
}

static bool
skip_string(struct gzip_reader *r)
{
	int byte;

	do
		byte = next_byte(r);
	while (byte > 0);
	return byte == 0;
}

/* ---- members --- */

enum header_status { HEADER_READ, HEADER_ABSENT, HEADER_TRUNCATED, HEADER_UNKNOWN };

/* Skip the fields that a header has by its flags. Return false at the end. */
static bool
skip_fields(struct gzip_reader *r, uint32_t flags)
{
	uint32_t extra;

	if (flags & HAS_EXTRA && !(read_number(r, 2, &extra) && skip_bytes(r, extra)))
		return false;
	if (flags & HAS_NAME && !skip_string(r))
		return false;
	if (flags & HAS_COMMENT && !skip_string(r))
		return false;
	return !(flags & HAS_CHECKSUM) || skip_bytes(r, 2);
}

/* Read the header of a member. One with a reserved flag may have fields that are not known
 * (RFC 1952, 2.3.1.2). */
static enum header_status
read_header(struct gzip_reader *r)
{
	enum { MAGIC = 0x88b1f, REST = 6 }; /* time, flags of the method, system */
	uint32_t magic, flags;

	if (!read_number(r, 3, &magic) || magic != MAGIC)
		return HEADER_ABSENT;
	if (!read_number(r, 1, &flags) || !skip_bytes(r, REST))
		return HEADER_TRUNCATED;
	if (flags & RESERVED)
		return HEADER_UNKNOWN;
	return skip_fields(r, flags) ? HEADER_READ : HEADER_TRUNCATED;
}

/* Return the error for a header that was not read, or NULL: bytes after a member that do not begin
 * another one are ignored, as gzip does. */
static const char *
header_error(enum header_status status, bool is_first)
{
	if (status == HEADER_TRUNCATED)
		return truncated;
	return is_first || status == HEADER_UNKNOWN ? "damaged compressed input" : NULL;
}

static void
begin_member(struct gzip_reader *r)
{
	bool is_first = r->state == AT_FIRST_HEADER;
	enum header_status status = read_header(r);

	r->checksum = r->length = 0;
	if (status == HEADER_READ) {
		r->state = IN_MEMBER;
		r->library->reset(r->inflater);
		return;
	}
	r->state = AT_END;
	if (r->error == NULL)
		r->error = header_error(status, is_first);
}

/* Begin again with the other library, and skip what was returned. Return false if there is
 * none, or it finds no memory, or the input cannot be rewound. */
static bool
begin_again(struct gzip_reader *r)
{
	void *inflater;

	if (r->exact == NULL || r->exact == r->library)
		return false;
	inflater = r->exact->new_state(r->memory);
	if (inflater == NULL || !r->input.rewind(r->input.data)) {
		r->exact->free_state(r->memory, inflater);
		return false;
	}
	r->library->free_state(r->memory, r->inflater);
	r->library = r->exact;
	r->inflater = inflater;
	r->in_len = r->rest_at = r->rest_len = 0;
	r->is_input_over = r->has_input_failed = false;
	r->state = AT_FIRST_HEADER;
	r->error = NULL;
	r->to_skip = r->total;
	r->total = 0;
	return true;
}

/* Read what follows a member. Return what is wrong with it, or NULL. */
static const char *
end_member(struct gzip_reader *r, const struct inflate_buffers *b)
{
	uint32_t checksum, length;

	memcpy(r->rest, b->rest, b->rest_len);
	r->rest_at = 0;
	r->rest_len = b->rest_len;
	if (!read_number(r, 4, &checksum) || !read_number(r, 4, &length))
		return truncated;
	r->state = AT_HEADER;
	return checksum == r->checksum && length == r->length ? NULL :
	    "damaged gzip input: wrong checksum";
}

/* Decompress some bytes, and set *len. Return what is wrong with them, or NULL. r->rest is
 * empty: it is less than the checksum and length before a member's header. */
static const char *
inflate_some(struct gzip_reader *r, unsigned char *out, size_t size, size_t *len)
{
	struct inflate_buffers b = { .out = out, .out_len = size };
	enum inflate_status status;
	bool is_last;

	fill(r);
	is_last = r->in_len == 0;
	b.in = r->in;
	b.in_len = r->in_len;
	status = r->library->run(r->inflater, &b);
	*len = (size_t)(b.out - out);
	r->checksum = r->library->checksum(r->checksum, out, *len);
	r->length += (uint32_t)*len;
	if (status == INFLATE_MORE && *len == 0 && b.in_len == r->in_len)
		status = INFLATE_DAMAGED; /* no progress */
	r->in = b.in;
	r->in_len = b.in_len;
	if (status == INFLATE_END)
		return end_member(r, &b);
	return status == INFLATE_MORE ? NULL :
	    status == INFLATE_NOMEM ? strerror(ENOMEM) :
	    is_last ? truncated : "gzip decompression failed";
}

/* Drop what comes for the second time. Return how many bytes are left. */
static size_t
skip_known(struct gzip_reader *r, unsigned char *out, size_t len)
{
	size_t known = r->to_skip < len ? (size_t)r->to_skip : len;

	r->to_skip -= known;
	memmove(out, out + known, len - known);
	return len - known;
}

/* Read on in a member; return how many bytes are new. What follows a member with a wrong
 * checksum may be good: the error is reported at the end. */
static size_t
read_member(struct gzip_reader *r, unsigned char *out, size_t size)
{
	size_t len;
	const char *error = inflate_some(r, out, size, &len);

	if (error && begin_again(r))
		return 0;
	r->total += len;
	if (r->error == NULL)
		r->error = error;
	if (error && r->state == IN_MEMBER)
		r->state = AT_END;
	return skip_known(r, out, len);
}

/* Fill the buffer, which has at least MIN_INFLATE_ROOM bytes, unless the end or damage
 * comes first. */
static size_t
inflate_all(struct gzip_reader *r, unsigned char *out, size_t size)
{
	size_t len = 0;

	while (r->state != AT_END && size - len >= MIN_INFLATE_ROOM) {
		if (r->state == IN_MEMBER)
			len += read_member(r, out + len, size - len);
		else
			begin_member(r);
	}
	return len;
}

/* ---- reading --- */

ssize_t
gzip_reader_read(struct gzip_reader *r, char *text, size_t size)
{
	size_t n = inflate_all(r, (unsigned char *)text, size);

	return n == 0 && (r->error || r->has_input_failed) ? -1 : (ssize_t)n;
}

ssize_t
gzip_reader_next(struct gzip_reader *r, const void **bytes)
{
	if (r->block == NULL)
		r->block = memory_allocate(r->memory, MIN_INFLATE_ROOM);
	if (r->block == NULL) {
		r->state = AT_END;
		r->error = strerror(ENOMEM);
		return -1;
	}
	*bytes = r->block;
	return gzip_reader_read(r, r->block, MIN_INFLATE_ROOM);
}

const char *
gzip_reader_error(const struct gzip_reader *r)
{
	return r->has_input_failed ? NULL : r->error;
}
