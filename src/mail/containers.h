/* containers.h - formats other than MIME that hold messages and texts: TNEF, CMS and RTF */
#ifndef MAIL_CONTAINERS_H
#define MAIL_CONTAINERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "mail/charset.h"
#include "urlgrep.h"
#include "util/byte_range.h"
#include "util/memory.h"

struct message;

/* ---- TNEF (winmail.dat), in which Outlook and Exchange send what MIME cannot express
 * ([MS-OXTNEF])
 *
 * libytnef 2.0 is not used: it writes to the standard output about damaged streams, leaks memory,
 * allocates by malloc() only, and does not report the offset of a text in the stream
 * (src/doc/HACKING.md has the measurements). --- */

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

/* ---- the content of S/MIME that is signed, but not clear-signed: CMS SignedData (RFC 5652,
 * RFC 8551)
 *
 * The signature is not verified. OpenSSL's libcrypto is not used: it decodes all of the
 * certificates and attributes, too, so that a message of 48 MB can make it allocate 640 MB beyond
 * any limit of this library, and does not report the offset of the content in the message. --- */

struct cms_content {
	const char *text; /* borrowed, or of the arena */
	size_t len;
	const struct source_point *pieces; /* of the arena: where each is in the CMS; at least one */
	size_t piece_count;
	bool is_damaged; /* the contents before the damage were read */
};

enum cms_status {
	CMS_OK,
	CMS_EMPTY,  /* signed data without content: certificates, or a signature apart */
	CMS_UNREAD, /* encrypted or compressed, other content, or not CMS */
	CMS_NOMEM
};

/* Find the content of the CMS text[0..len), in BER. */
enum cms_status cms_open(struct arena *arena, const char *text, size_t len,
    struct cms_content *content);

/* Return the offset in the CMS of byte `at` of the content. */
size_t cms_content_source(const struct cms_content *c, size_t at);

/* ---- RTF, as HTML: its text and hyperlinks ([MSFT-RTF], [MS-OXRTFEX]) --- */

struct rtf_text {
	urlgrep_span html; /* of the arena: the HTML that the RTF encapsulates; plain text that it
	                      encapsulates, in <pre>; else paragraphs and links */
	char charset[CODE_PAGE_NAME_BYTES]; /* of the HTML; "": not known */
	bool is_damaged;   /* html has the content before the damage */
};

/* Convert the RTF, which may be compressed as in TNEF. Returns false without memory. */
bool rtf_text_open(struct rtf_text *t, struct arena *arena, urlgrep_span rtf,
    bool is_compressed);

/* ---- little-endian numbers and bytes, one after the other, with bounds --- */

/* A reader of consecutive bytes. Reading past the end yields 0 and sets is_short. */
struct byte_reader {
	const char *text;
	size_t at, end;
	bool is_short;
};

static inline uint32_t
read_little_endian(struct byte_reader *r, unsigned bytes)
{
	uint32_t value = 0;
	unsigned i;

	if (r->end - r->at < bytes) {
		r->is_short = true;
		r->at = r->end;
		return 0;
	}
	for (i = 0; i < bytes; i++)
		value |= (uint32_t)(unsigned char)r->text[r->at++] << (8 * i);
	return value;
}

/* Skip len bytes and return where they are: fewer, and set is_short, if there are not as
 * many. */
static inline struct byte_range
read_bytes(struct byte_reader *r, size_t len)
{
	size_t begin = r->at;

	if (r->end - r->at < len) {
		r->is_short = true;
		len = r->end - r->at;
	}
	r->at += len;
	return (struct byte_range){ begin, r->at };
}

#endif
