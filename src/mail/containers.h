/* containers.h - formats other than MIME that hold messages and texts: TNEF, .msg, CMS and RTF */
#ifndef MAIL_CONTAINERS_H
#define MAIL_CONTAINERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "mail/charset.h"
#include "urlgrep.h"
#include "util/byte_range.h"
#include "util/memory.h"

struct body_part;
struct entity;
struct message;

/* ---- TNEF (winmail.dat), in which Outlook and Exchange send what MIME cannot express
 * ([MS-OXTNEF])
 *
 * libytnef 2.0 is not used: it writes to the standard output about damaged streams, leaks memory,
 * allocates by malloc() only, and does not report the offset of a text in the stream. --- */

/* Return true if text[0..len) begins with the signature of TNEF, a key, and the attribute
 * that must come first, the version. */
bool tnef_begins(const char *text, size_t len);

/* Add the parts of the stream e, the content of part p, to m; their sources are ranges in the
 * stream, which may be the lists of a .msg. Part 1 is the message's own text, 2 the same in HTML or
 * RTF, 3 and so on the attached files. Only attached texts and containers of texts are added. The
 * header that the properties tell is added, too, unless p is a BODY_TNEF: it is that of the message
 * whose part winmail.dat is. */
void tnef_parse(struct message *m, const struct entity *e, const struct body_part *p);

/* Types of MAPI properties. */
enum {
	MAPI_LONG = 3,
	MAPI_OBJECT = 0x0D,  /* an interface identifier of 16 bytes, then its data */
	MAPI_STRING8 = 0x1E, /* in a code page; ends in a NUL */
	MAPI_UNICODE = 0x1F, /* in UTF-16LE; ends in a NUL */
	MAPI_TIME = 0x40,    /* 100 ns each since 1601 */
	MAPI_BINARY = 0x102
};

/* Return true if the property with this identifier is read. */
bool mapi_is_read(uint32_t id);

/* ---- the content of a part, joined of pieces of it --- */

struct enclosed_text {
	const char *text; /* of the arena */
	size_t len;
	const struct source_point *pieces; /* of the arena: where each is in the part; at least
	                                      one */
	size_t piece_count;
	bool is_damaged; /* the contents before the damage were read */
};

/* Append text[range] of the part to the content, and note where it comes from. */
void enclosed_text_add(struct strbuf *content, struct strbuf *pieces, const char *text,
    struct byte_range range);

/* Move the content and its pieces to the arena. Return false without memory. */
bool enclosed_text_finish(struct enclosed_text *c, struct arena *arena, struct strbuf *content,
    struct strbuf *pieces);

enum enclosed_status {
	ENCLOSED_OK,
	ENCLOSED_EMPTY,  /* signed data without content: certificates, or a signature apart */
	ENCLOSED_UNREAD, /* encrypted or compressed, other content, or another format */
	ENCLOSED_NOMEM
};

/* ---- messages of Outlook (.msg, .oft)
 *
 * libolecf is not used, since Debian's version is of 2018; libgsf needs GLib. --- */

/* Find the message in the compound file text[0..len). Its content is a list of MAPI properties as
 * in TNEF, then one more for each attached file; a message in it is a property with such lists. A
 * byte that only a list has, such as one of a length, is counted to the piece before it. */
enum enclosed_status msg_open(struct arena *arena, const char *text, size_t len,
    struct enclosed_text *content);

/* ---- the content of S/MIME that is signed, but not clear-signed: CMS SignedData (RFC 5652,
 * RFC 8551)
 *
 * The signature is not verified. OpenSSL's libcrypto is not used: it decodes all of the
 * certificates and attributes, too, so that a message of 48 MB can make it allocate 640 MB beyond
 * any limit of this library, and does not report the offset of the content in the message. --- */

/* Find the content of the CMS text[0..len), in BER. */
enum enclosed_status cms_open(struct arena *arena, const char *text, size_t len,
    struct enclosed_text *content);

/* ---- RTF, as HTML: its text and hyperlinks ([MSFT-RTF], [MS-OXRTFEX]) --- */

struct rtf_text {
	urlgrep_span html; /* of the arena: the HTML that the RTF encapsulates; plain text that it
	                      encapsulates, in <pre>; else paragraphs and links */
	char charset[CODE_PAGE_NAME_BYTES]; /* of the HTML */
	bool is_damaged;   /* html has the content before the damage */
};

/* Return true if the text begins as RTF does. */
bool rtf_begins(urlgrep_span text);

/* Convert the RTF, which may be compressed as in TNEF. Returns false without memory. */
bool rtf_text_open(struct rtf_text *t, struct arena *arena, urlgrep_span rtf,
    bool is_compressed);

#endif
