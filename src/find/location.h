/* location.h - where a finding stands */
#ifndef FIND_LOCATION_H
#define FIND_LOCATION_H

#include <stdbool.h>
#include <stdint.h>

#include "mail/message.h"
#include "urlgrep.h"

/* The message of mail or news that a finding is in. */
struct origin {
	unsigned number; /* in its file, from 1 */
	struct message *message;
};

struct place {
	const char *path;
	uint64_t line;   /* from 1; 0: not counted */
	uint64_t offset; /* in the file as it is read */
	uint64_t length; /* there */
	const struct origin *message; /* NULL in text */
	const char *part;     /* "1.2", or a header field's name */
	const char *twin;     /* the part that has the same URL in HTML, or NULL */
	const char *encoding; /* of the transfer */
	const urlgrep_sign *signs; /* weighed at its line breaks */
	unsigned sign_count;
	bool relative;        /* made whole by the base of the HTML */
	bool href_differs;    /* its link shows a URL of another host */
};

#endif
