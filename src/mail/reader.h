/* reader.h - where octets come from */
#ifndef READER_H
#define READER_H

#include <sys/types.h>

/* As read(2). */
struct reader {
	ssize_t (*read)(void *data, char *text, size_t size);
	void *data;
};

#endif
