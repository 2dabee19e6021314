/* inflate_isal.h - decompress deflate by ISA-L, which takes a third of zlib's time */
#ifndef INPUT_INFLATE_ISAL_H
#define INPUT_INFLATE_ISAL_H

#include "input/inflate.h"

/* The beginning of ISA-L's struct inflate_state, and room for the rest of it. It is
 * declared here so that urlgrep can be built where ISA-L is not installed, and use it
 * where it is. Version 2 of the library, which is in its file name, fixes the layout;
 * tests/unit/input/test_gzip.c compares it with the header. */
struct isal_state {
	uint8_t *next_out;
	uint32_t avail_out;
	uint32_t total_out;
	uint8_t *next_in;
	uint64_t read_in; /* bits taken from next_in and not used yet, */
	uint32_t avail_in;
	int32_t read_in_length; /* and how many */
	struct {
		uint32_t by_short_code[1 << 12];
		uint16_t by_long_code[1264];
	} literals;
	struct {
		uint16_t by_short_code[1 << 10];
		uint16_t by_long_code[80];
	} distances;
	int block_state;
	char rest[100 * 1024];
};

enum {
	ISAL_STATE_FINISH = 5, /* of block_state: the end was reached, and all is written */
	ISAL_STATUS_OK = 0     /* statuses below 0 are errors */
};

/* Return ISA-L's functions, which are loaded at the first call; NULL if it cannot be used. */
const struct inflate_library *inflate_isal(void);

#endif
