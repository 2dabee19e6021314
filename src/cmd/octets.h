/* octets.h - octets that grow */
#ifndef CMD_OCTETS_H
#define CMD_OCTETS_H

#include <stddef.h>

/* Empty when zeroed; at is free's. */
struct octets {
	char *at;
	size_t len, size;
};

/* Without memory the command ends. */
void octets_add(struct octets *o, const void *octets, size_t len);

#endif
