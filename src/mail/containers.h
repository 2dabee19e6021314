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
 * libytnef 2.0 is not used: it reports damaged streams on standard output, leaks memory, allocates
 * only by malloc(), and does not tell the offset of a text in the stream. --- */

/* Return true if text[0..len) begins with the signature of TNEF, a key, and the version attribute,
 * which must come first. */
bool tnef_begins(const char *text, size_t len);

/* Add the parts of the stream e, which is the content of part p, to m. The stream may be the lists
 * of a .msg. The sources of the parts are ranges of the stream. Part 1 is the message's own text,
 * part 2 the same text in HTML or RTF, and parts from 3 on are attached files. Only texts and
 * containers of texts are added. The header fields in the properties are added, too, unless p is a
 * BODY_TNEF: then they repeat the header of the message that contains winmail.dat. */
void tnef_parse(struct message *m, const struct entity *e, const struct body_part *p);

/* Types of MAPI properties. */
enum {
	MAPI_LONG = 3,       /* 32-bit integer */
	MAPI_OBJECT = 0x0D,  /* an interface identifier of 16 bytes, then the data */
	MAPI_STRING8 = 0x1E, /* in a code page; ends in a NUL */
	MAPI_UNICODE = 0x1F, /* in UTF-16LE; ends in a NUL */
	MAPI_TIME = 0x40,    /* units of 100 ns since 1601 */
	MAPI_BINARY = 0x102
};

/* Return true if the property with this identifier is of use. */
bool mapi_is_read(uint32_t id);

/* ---- the content of a part, joined from pieces of the part --- */

struct enclosed_text {
	const char *text; /* in the arena */
	size_t len;
	const struct source_point *points; /* in the arena: where each piece is in the part; at
	                                      least one */
	size_t point_count;
	bool is_damaged; /* only the contents before the damage were read */
};

/* Append text[range] of the part to the content, and note where it comes from. */
void enclosed_text_add(struct strbuf *content, struct strbuf *points, const char *text,
    struct byte_range range);

/* Move the content and its points to the arena. Return false if out of memory. */
bool enclosed_text_finish(struct enclosed_text *c, struct arena *arena, struct strbuf *content,
    struct strbuf *points);

enum enclosed_status {
	ENCLOSED_OK,
	ENCLOSED_EMPTY,  /* signed data without content: certificates, or a detached signature */
	ENCLOSED_UNREAD, /* encrypted, compressed, or other content; or another format */
	ENCLOSED_NOMEM
};

/* ---- Outlook messages (.msg, .oft)
 *
 * libolecf is not used because Debian's version is from 2018; libgsf needs GLib. --- */

/* Find the message in the compound file text[0..len). Set *content to a list of MAPI properties as
 * in TNEF, and one more list for each attached file; a message in the message is a property with
 * such lists. A byte that only the list has, such as a length, is mapped to the piece before it. */
enum enclosed_status msg_open(struct arena *arena, const char *text, size_t len,
    struct enclosed_text *content);

/* ---- S/MIME that is signed, but not clear-signed: CMS SignedData (RFC 5652, RFC 8551)
 *
 * The signature is not verified. OpenSSL's libcrypto is not used: it does not report the offset of
 * the content in the message, and decodes all certificates and attributes, too, so that a message
 * of 48 MB can make it allocate 640 MB, ignoring all limits of this library. --- */

/* Find the content of the CMS text[0..len), which is BER. */
enum enclosed_status cms_open(struct arena *arena, const char *text, size_t len,
    struct enclosed_text *content);

/* ---- RTF, converted to HTML: its text and hyperlinks ([MSFT-RTF], [MS-OXRTFEX]) --- */

struct rtf_text {
	urlgrep_span html; /* in the arena: the HTML encapsulated in the RTF; or encapsulated plain
	                      text, in <pre>; else paragraphs and links */
	char charset[CODE_PAGE_NAME_BYTES]; /* of the HTML */
	bool is_damaged;   /* html has only the content before the damage */
};

#define RTF_BEGINNING "{\\rtf"

/* Convert the RTF, which may be compressed as in TNEF. Return false if out of memory. */
bool rtf_text_open(struct rtf_text *t, struct arena *arena, urlgrep_span rtf,
    bool is_compressed);

#endif
