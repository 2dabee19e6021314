/* inflate_isal.c - decompress deflate by ISA-L, which takes a third of zlib's time */
#include "input/inflate_isal.h"

#include <pthread.h>
#include <stdbool.h>
#include <string.h>

#include "util/dynload.h"
#include "util/memory.h"

static struct isal {
	void (*init)(struct isal_state *state);
	void (*reset)(struct isal_state *state);
	int (*run)(struct isal_state *state);
	uint32_t (*checksum)(uint32_t sum, const unsigned char *text, uint64_t len);
	bool is_usable;
} functions;

static void *
new_state(const urlgrep_memory *memory)
{
	struct isal_state *state = memory_allocate(memory, sizeof(*state));

	if (state)
		functions.init(state);
	return state;
}

static void
free_state(const urlgrep_memory *memory, void *state)
{
	memory_release(memory, state);
}

static void
reset(void *state)
{
	functions.reset(state);
}

/* Give back the whole bytes among the bits that were not used. */
static void
give_back(struct isal_state *state, struct inflate_buffers *b)
{
	uint64_t bits = state->read_in >> (state->read_in_length % 8);

	for (b->rest_len = 0; state->read_in_length >= 8; state->read_in_length -= 8) {
		b->rest[b->rest_len++] = (unsigned char)bits;
		bits >>= 8;
	}
}

/* After damage: drop the last bytes. The length of a match that is not possible counts as
 * written, but there is something else at its place. */
static void
drop_match(struct inflate_buffers *b, size_t written)
{
	enum { MAX_MATCH = 258 };
	size_t dropped = written < MAX_MATCH ? written : MAX_MATCH;

	b->out -= dropped;
	b->out_len += dropped;
}

static enum inflate_status
run(void *data, struct inflate_buffers *b)
{
	struct isal_state *state = data;
	unsigned char *begin = b->out;
	int status;

	state->next_in = (uint8_t *)b->in;
	state->avail_in = b->in_len < UINT32_MAX ? (uint32_t)b->in_len : UINT32_MAX;
	state->next_out = b->out;
	state->avail_out = b->out_len < UINT32_MAX ? (uint32_t)b->out_len : UINT32_MAX;
	status = functions.run(state);
	b->in_len -= (size_t)(state->next_in - b->in);
	b->in = state->next_in;
	b->out_len -= (size_t)(state->next_out - b->out);
	b->out = state->next_out;
	if (status < ISAL_STATUS_OK) {
		drop_match(b, (size_t)(b->out - begin));
		return INFLATE_DAMAGED;
	}
	if (state->block_state != ISAL_STATE_FINISH)
		return INFLATE_MORE;
	give_back(state, b);
	return INFLATE_END;
}

static uint32_t
checksum(uint32_t sum, const unsigned char *text, size_t len)
{
	return functions.checksum(sum, text, len);
}

static const struct inflate_library isal = { "ISA-L", new_state, free_state, reset, run,
	checksum };

/* Return true if a stream of one stored byte comes out as it should: then the structure is
 * as this file expects it. */
static bool
works(void)
{
	static const unsigned char stored[] = { 1, 1, 0, 0xfe, 0xff, 'u', 'r' };
	unsigned char out[8] = "";
	struct inflate_buffers b = { stored, sizeof(stored), out, sizeof(out), "", 0 };
	void *state = new_state(&memory_default);
	bool is_good = state && run(state, &b) == INFLATE_END && out[0] == 'u' &&
	    b.out_len == sizeof(out) - 1 && b.in_len + b.rest_len == 1;

	free_state(&memory_default, state);
	return is_good && checksum(0, out, 1) == 0xf26d6a3e;
}

static void
load(void)
{
	static struct dynload library;

	dynload_open(&library, "libisal.so.2");
	*(void **)&functions.init = dynload_symbol(&library, "isal_inflate_init");
	*(void **)&functions.reset = dynload_symbol(&library, "isal_inflate_reset");
	*(void **)&functions.run = dynload_symbol(&library, "isal_inflate");
	*(void **)&functions.checksum = dynload_symbol(&library, "crc32_gzip_refl");
	functions.is_usable = library.error == NULL && works();
}

const struct inflate_library *
inflate_isal(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, load);
	return functions.is_usable ? &isal : NULL;
}
