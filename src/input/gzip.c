/* gzip.c - decompress a .gz (RFC 1952)
 *
 * ISA-L and zlib read the headers and compare the checksums. Each of them decompresses a single
 * member, so this file finds the beginning of the next member. */
#include "input/input.h"

#include <string.h>

#include "input/libraries.h"
#include "util/memory.h"

enum inflate_status {
	INFLATE_MORE, /* the library needs more input, or more room for output */
	INFLATE_END,  /* the member is complete */
	INFLATE_DIFFERS, /* the member is complete, but its checksum or length is wrong */
	INFLATE_DIFFERS_EARLY, /* its checksum is wrong, and its length has not been read */
	INFLATE_DAMAGED,
	INFLATE_NOMEM
};

struct isal_member;

struct gzip_reader {
	const urlgrep_memory *memory;
	struct isal_member *isal; /* NULL: zlib decompresses */
	z_stream z; /* the input and output of a call, for both libraries */
	gzip_next_fn *next;
	void *data;

	const unsigned char *in; /* the unread rest of the input buffer */
	size_t in_len;
	bool is_input_over;

	enum { AT_FIRST_MEMBER, AT_MEMBER, IN_MEMBER, AT_END } position;
	const char *error;
	char *block; /* returned by gzip_reader_next(), or NULL */
};

static unsigned
limit_length(size_t len)
{
	return len < UINT32_MAX ? (unsigned)len : UINT32_MAX;
}

/* ---- ISA-L --- */

#ifdef HAS_ISAL
struct isal_member {
	struct inflate_state state;
	struct isal_gzip_header header;
	bool has_header; /* the header has been read */
};

/* Read the header or a part of it, and the data after it. Ignore the checksum of the header.
 * (ISA-L can read the header together with the data, but in that mode it loses the flags of a
 * header that arrives in pieces.) */
static int
read_isal(struct isal_member *m)
{
	int status;

	if (!m->has_header) {
		status = isal()->read_gzip_header(&m->state, &m->header);
		if (status != ISAL_DECOMP_OK && status != ISAL_INCORRECT_CHECKSUM)
			return status;
		m->state.block_state = ISAL_BLOCK_NEW_HDR;
		m->has_header = true;
	}
	return isal()->inflate(&m->state);
}

static enum inflate_status
run_isal(struct isal_member *m, z_stream *z)
{
	struct inflate_state *state = &m->state;
	size_t written;
	int status;

	state->next_in = (uint8_t *)z->next_in;
	state->avail_in = z->avail_in;
	state->next_out = z->next_out;
	state->avail_out = z->avail_out;
	status = read_isal(m);
	written = (size_t)(state->next_out - z->next_out);
	z->next_in = state->next_in;
	z->next_out = state->next_out;
	if (status == ISAL_INCORRECT_CHECKSUM)
		return INFLATE_DIFFERS;
	if (status >= 0)
		return state->block_state == ISAL_BLOCK_FINISH ? INFLATE_END : INFLATE_MORE;
	/* an invalid match counts as written in full, but the bytes there are arbitrary */
	z->next_out -= written < ISAL_DEF_MAX_MATCH ? written : ISAL_DEF_MAX_MATCH;
	return INFLATE_DAMAGED;
}
#endif

/* ---- zlib --- */

static void *
allocate_for_zlib(void *memory, unsigned count, unsigned size)
{
	return memory_allocate(memory, (size_t)count * size);
}

static void
release_for_zlib(void *memory, void *block)
{
	memory_release(memory, block);
}

/* Return false if out of memory. */
static bool
init_zlib(z_stream *z, const urlgrep_memory *memory)
{
	enum { GZIP_ONLY = 16 + 15 }; /* with the largest window */

	z->zalloc = allocate_for_zlib;
	z->zfree = release_for_zlib;
	z->opaque = (void *)memory;
	return zlib()->inflateInit2_(z, GZIP_ONLY, ZLIB_VERSION, sizeof(*z)) == Z_OK;
}

static enum inflate_status
run_zlib(z_stream *z)
{
	int status = zlib()->inflate(z, Z_NO_FLUSH);

	if (status == Z_DATA_ERROR && strcmp(z->msg, "incorrect data check") == 0)
		return INFLATE_DIFFERS_EARLY;
	return status == Z_OK || status == Z_BUF_ERROR ? INFLATE_MORE :
	    status == Z_STREAM_END ? INFLATE_END :
	    status == Z_MEM_ERROR ? INFLATE_NOMEM :
	    status == Z_DATA_ERROR && strcmp(z->msg, "incorrect length check") == 0 ?
	    INFLATE_DIFFERS : INFLATE_DAMAGED;
}

/* ---- the input --- */

static const unsigned char magic[] = { 0x1f, 0x8b, 8 }; /* of a member; 8 is the only method */

static const char failed[] = "gzip decompression failed";
static const char truncated[] = "truncated gzip input";

struct gzip_reader *
gzip_reader_new(const urlgrep_memory *memory, bool use_isal, gzip_next_fn *next, void *data)
{
	struct gzip_reader *r = memory_allocate(memory, sizeof(*r));

	if (r == NULL)
		return NULL;
	*r = (struct gzip_reader){ .memory = memory, .next = next, .data = data };
#ifdef HAS_ISAL
	r->isal = use_isal ? memory_allocate(memory, sizeof(*r->isal)) : NULL;
	if (r->isal)
		isal()->inflate_init(&r->isal->state);
#endif
	if (use_isal ? r->isal != NULL : init_zlib(&r->z, memory))
		return r;
	memory_release(memory, r);
	return NULL;
}

void
gzip_reader_free(struct gzip_reader *r)
{
	if (r == NULL)
		return;
	if (r->isal == NULL)
		zlib()->inflateEnd(&r->z);
	memory_release(r->memory, r->isal);
	memory_release(r->memory, r->block);
	memory_release(r->memory, r);
}

/* Decompress in[0..in_len) into out[0..out_len), and set r->z to where both ended. Stop at the end
 * of the input, of the output buffer or of the member. */
static enum inflate_status
run(struct gzip_reader *r, const unsigned char *in, size_t in_len, unsigned char *out,
    size_t out_len)
{
	r->z.next_in = (unsigned char *)in;
	r->z.avail_in = limit_length(in_len);
	r->z.next_out = out;
	r->z.avail_out = limit_length(out_len);
#ifdef HAS_ISAL
	if (r->isal)
		return run_isal(r->isal, &r->z);
#endif
	return run_zlib(&r->z);
}

/* Prepare for a new member. */
static void
reset(struct gzip_reader *r)
{
#ifdef HAS_ISAL
	if (r->isal) {
		isal()->inflate_reset(&r->isal->state);
		isal()->gzip_header_init(&r->isal->header);
		r->isal->state.crc_flag = ISAL_GZIP_NO_HDR_VER;
		r->isal->has_header = false;
		return;
	}
#endif
	zlib()->inflateReset(&r->z);
}

/* Ensure that r->in is not empty. Return false at the end of the input or after a read error. */
static bool
fill(struct gzip_reader *r)
{
	const void *bytes;
	ssize_t n;

	if (r->in_len > 0)
		return true;
	if (r->is_input_over)
		return false;
	n = r->next(r->data, &bytes);
	r->is_input_over = n <= 0;
	if (n < 0 && r->error == NULL)
		r->error = "read error";
	if (n > 0) {
		r->in = bytes;
		r->in_len = (size_t)n;
	}
	return n > 0;
}

/* ---- members --- */

/* Begin the next member. Like gzip, ignore bytes after a member that do not begin another one. The
 * magic number may be split between two blocks; pass it to the library when it is complete. */
static void
begin_member(struct gzip_reader *r)
{
	unsigned char none[1];
	size_t i;

	for (i = 0; i < sizeof(magic); i++, r->in++, r->in_len--)
		if (!fill(r) || *r->in != magic[i]) {
			if (r->position == AT_FIRST_MEMBER && r->error == NULL)
				r->error = failed;
			r->position = AT_END;
			return;
		}
	reset(r);
	run(r, magic, sizeof(magic), none, sizeof(none));
	r->position = IN_MEMBER;
}

/* End the member, or the whole input if the member is damaged. Members after one with a wrong
 * checksum may be good, so that error is reported at the end. */
static void
end_member(struct gzip_reader *r, enum inflate_status status)
{
	size_t left = status == INFLATE_DIFFERS_EARLY ? 4 : 0; /* of the length */

	for (; left > 0 && fill(r); left--, r->in++)
		r->in_len--;
	if (r->error == NULL)
		r->error = status == INFLATE_END ? NULL :
		    status <= INFLATE_DIFFERS_EARLY ? "damaged gzip input: wrong checksum" :
		    status == INFLATE_NOMEM ? strerror(ENOMEM) : r->is_input_over ? truncated : failed;
	r->position = status <= INFLATE_DIFFERS_EARLY ? AT_MEMBER : AT_END;
}

/* Decompress some bytes. Return their number. */
static size_t
inflate_some(struct gzip_reader *r, unsigned char *out, size_t size)
{
	enum inflate_status status;
	size_t used, written;

	fill(r);
	status = run(r, r->in, r->in_len, out, size);
	used = (size_t)(r->z.next_in - r->in);
	written = (size_t)(r->z.next_out - out);
	r->in += used;
	r->in_len -= used;
	if (status == INFLATE_MORE && used == 0 && written == 0) /* no progress */
		status = INFLATE_DAMAGED;
	if (status != INFLATE_MORE)
		end_member(r, status);
	return written;
}

/* ---- reading --- */

/* Fill the buffer until fewer than MIN_INFLATE_ROOM bytes are free, or the end or damage comes. */
ssize_t
gzip_reader_read(struct gzip_reader *r, char *text, size_t size)
{
	size_t len = 0;

	while (r->position != AT_END && size - len >= MIN_INFLATE_ROOM)
		if (r->position == IN_MEMBER)
			len += inflate_some(r, (unsigned char *)text + len, size - len);
		else
			begin_member(r);
	return len == 0 && r->error ? -1 : (ssize_t)len;
}

ssize_t
gzip_reader_next(struct gzip_reader *r, const void **bytes)
{
	if (r->block == NULL)
		r->block = memory_allocate(r->memory, MIN_INFLATE_ROOM);
	if (r->block == NULL) {
		r->position = AT_END;
		r->error = strerror(ENOMEM);
		return -1;
	}
	*bytes = r->block;
	return gzip_reader_read(r, r->block, MIN_INFLATE_ROOM);
}

const char *
gzip_reader_error(const struct gzip_reader *r)
{
	return r->error;
}
