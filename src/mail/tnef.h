/* tnef.h - the texts and attached files of a TNEF stream (winmail.dat), in which Outlook and
 * Exchange send what MIME cannot express ([MS-OXTNEF])
 *
 * libytnef 2.0 is not used: it writes to the standard output about damaged streams, leaks memory,
 * allocates by malloc() only, and does not report the offset of a text in the stream
 * (src/doc/HACKING.md has the measurements). */
#ifndef MAIL_TNEF_H
#define MAIL_TNEF_H

#include <stdbool.h>
#include <stddef.h>

struct message;

enum { TNEF_HEAD_BYTES = 11 }; /* enough bytes for tnef_begins() */

/* Return true if text[0..len) begins with the signature of TNEF, a key, and the attribute
 * that must come first, the version. */
bool tnef_begins(const char *text, size_t len);

/* Return true if more bytes may make tnef_begins() true. */
bool tnef_may_begin(const char *text, size_t len);

/* How much of a stream was read. */
enum tnef_status {
	TNEF_COMPLETE,
	TNEF_DAMAGED, /* the stream was read up to the damage */
	TNEF_UNREAD   /* it is no TNEF */
};

/* Add the parts of the stream text[0..len) to m; their sources are ranges in the stream. Part 1 is
 * the message's own text, 2 the same in HTML or RTF, 3 and so on the attached files. Only attached
 * texts and containers of texts are added. */
enum tnef_status tnef_parse(struct message *m, const char *text, size_t len);

#endif
