/* inflate_zlib.c - decompress deflate by zlib */
#include "input/inflate_zlib.h"

#include <pthread.h>
#include <zlib.h>

#include "util/dynload.h"
#include "util/memory.h"

/* The functions in use. */
#define ZLIB_FUNCTIONS(each) \
	each(crc32) \
	each(inflate) \
	each(inflateEnd) \
	each(inflateInit2_) \
	each(inflateReset) \
	each(zlibVersion)

#define ZLIB_MEMBER(name) __typeof__(name) *name;
static struct zlib {
	ZLIB_FUNCTIONS(ZLIB_MEMBER)
	const char *missing; /* why it could not be loaded, or NULL */
} functions;

#ifdef ZLIB_SONAME
#define LOAD(name) *(void **)&functions.name = dynload_symbol(&library, #name);

static void
load(void)
{
	static struct dynload library;

	dynload_open(&library, ZLIB_SONAME);
	ZLIB_FUNCTIONS(LOAD)
	functions.missing = library.error;
}

#else /* linked */
#define LINK(name) functions.name = name;

static void
load(void)
{
	ZLIB_FUNCTIONS(LINK)
}
#endif

static void *
allocate(void *memory, unsigned count, unsigned size)
{
	return memory_allocate(memory, (size_t)count * size);
}

static void
release(void *memory, void *block)
{
	memory_release(memory, block);
}

static void *
new_state(const urlgrep_memory *memory)
{
	enum { RAW = -15 }; /* no header, the largest window */
	z_stream *z = memory_allocate_zeroed(memory, sizeof(*z));

	if (z == NULL)
		return NULL;
	z->zalloc = allocate;
	z->zfree = release;
	z->opaque = (void *)memory;
	if (functions.inflateInit2_(z, RAW, ZLIB_VERSION, sizeof(*z)) == Z_OK)
		return z;
	memory_release(memory, z);
	return NULL;
}

static void
free_state(const urlgrep_memory *memory, void *state)
{
	if (state)
		functions.inflateEnd(state);
	memory_release(memory, state);
}

static void
reset(void *state)
{
	functions.inflateReset(state);
}

static enum inflate_status
run(void *state, struct inflate_buffers *b)
{
	z_stream *z = state;
	int status;

	z->next_in = (unsigned char *)b->in;
	z->avail_in = b->in_len < UINT32_MAX ? (unsigned)b->in_len : UINT32_MAX;
	z->next_out = b->out;
	z->avail_out = b->out_len < UINT32_MAX ? (unsigned)b->out_len : UINT32_MAX;
	status = functions.inflate(z, Z_NO_FLUSH);
	b->in_len -= (size_t)(z->next_in - b->in);
	b->in = z->next_in;
	b->out_len -= (size_t)(z->next_out - b->out);
	b->out = z->next_out;
	b->rest_len = 0;
	return status == Z_OK || status == Z_BUF_ERROR ? INFLATE_MORE :
	    status == Z_STREAM_END ? INFLATE_END :
	    status == Z_MEM_ERROR ? INFLATE_NOMEM : INFLATE_DAMAGED;
}

static uint32_t
checksum(uint32_t sum, const unsigned char *text, size_t len)
{
	return (uint32_t)functions.crc32(sum, text, (unsigned)len);
}

static const char *
load_once(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, load);
	return functions.missing;
}

const struct inflate_library *
inflate_zlib(const char **missing)
{
	static const struct inflate_library zlib = { "zlib", new_state, free_state, reset,
		run, checksum };

	*missing = load_once();
	return *missing ? NULL : &zlib;
}

const char *
inflate_zlib_version(const char **missing)
{
	*missing = load_once();
	return *missing ? NULL : functions.zlibVersion();
}
