/* stream.h - where octets come from */
#ifndef INPUT_STREAM_H
#define INPUT_STREAM_H

#include <stdint.h>
#include <sys/types.h>

struct reader {
	/* As read(2). */
	ssize_t (*read)(void *data, char *text, size_t size);
	void *data;
	/* Instead, where they can be seen as they lie in memory; else NULL. Those
	 * from an octet on (counted as they would be read), and more than least
	 * unless they end: how many, at *text, or -1 as read(2). They last until
	 * others are shown, and may change as the file does. */
	ssize_t (*show)(void *data, uint64_t from, size_t least, const char **text);
};

#endif
