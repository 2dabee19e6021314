/* body_structure.h - what a message consists of: its header fields and the texts of
 * its body, where they are and how each is encoded (RFC 5322, 2045, 2046) */
#ifndef MAIL_BODY_STRUCTURE_H
#define MAIL_BODY_STRUCTURE_H

#include <stdbool.h>
#include <stddef.h>

#include "mail/header.h"
#include "mail/transfer_encoding.h"
#include "util/memory.h"

/* What a part holds once it is decoded. */
enum body_content {
	BODY_TEXT,
	BODY_HEADER,     /* the header of a message in the message; other parts are its body */
	BODY_MESSAGE,    /* a header and a body (in what one of the next two holds) */
	BODY_TNEF,       /* winmail.dat: see mail/tnef.h */
	BODY_SMIME,      /* S/MIME that is not clear-signed: see mail/cms.h */
	BODY_RTF,        /* see mail/rtf.h */
	BODY_COMPRESSED_RTF /* of TNEF */
};

/* A part of the body that is read. */
struct body_part {
	const char *path;     /* "1.2", as in IMAP */
	enum body_content content;
	const char *type;     /* "application/ms-tnef", for reports; NULL: a text or header */
	struct byte_range source; /* in the message */
	enum transfer_encoding encoding;
	const char *charset;  /* NULL: not given */
	bool is_html;         /* text/html, application/xhtml+xml */
	bool is_xml;          /* text/xml, application/xml, application/rss+xml... */
	bool is_flowed;       /* RFC 3676 */
	bool has_delsp;
	bool is_folded;       /* text/calendar, text/vcard: RFC 5545, 3.1 */
	unsigned alternative; /* parts of one number say the same; 0: none */
};

struct body_structure;

/* Return an empty structure that allocates from memory, which must outlive it; NULL
 * without memory. */
struct body_structure *body_structure_new(const urlgrep_memory *memory);
void body_structure_free(struct body_structure *s);

/* Say that s describes a message in a part of another, whose path is `path`: the paths
 * of its own parts begin with that, its alternatives have numbers that `outer` has not, and
 * the bound of parts is that of both together. Lasts until the next call; s is empty. */
void body_structure_set_outer(struct body_structure *s,
    const struct body_structure *outer, const char *path);

/* Make it empty for the next message. */
void body_structure_clear(struct body_structure *s);

/* Return the fields, or the texts, in the order in which they were added; they last
 * until the structure is cleared. */
const struct header_field *body_structure_fields(const struct body_structure *s,
    size_t *count);
const struct body_part *body_structure_parts(const struct body_structure *s,
    size_t *count);

/* Return the first bound (see bounds.h) that the message exceeds, so that something is
 * left out; NULL if it exceeds none. */
const char *body_structure_exceeded(const struct body_structure *s);

/* Return what is not read because it is encrypted, damaged or in a format of its own, such as
 * "part 2 not read: application/vnd.ms-outlook"; NULL if there is nothing. Of several parts the
 * first is named. */
const char *body_structure_unread(const struct body_structure *s);

/* Return true if an allocation failed since the structure was cleared: something
 * may be missing. It is enough to ask once, after everything was added. */
bool body_structure_has_failed(const struct body_structure *s);

/* ---- for the two parsers --- */

/* Fields and parts beyond MAX_FIELDS and MAX_PARTS are left out. */
void body_structure_add_field(struct body_structure *s,
    const struct header_field *f);
void body_structure_add_part(struct body_structure *s, const struct body_part *p);

/* Add the header at `source` of a message in the part that is at `path` in the tree of
 * multiparts. Headers do not count as parts. */
void body_structure_add_header(struct body_structure *s, const char *path,
    struct byte_range source);

/* Return a NUL-terminated copy of text[0..len) that lasts until the structure is
 * cleared; NULL without memory. */
const char *body_structure_copy(struct body_structure *s, const char *text,
    size_t len);

/* Return the path of a part that is at `path` in the tree of multiparts, "" at the top; it
 * lasts until the structure is cleared. NULL without memory. */
const char *body_structure_path(struct body_structure *s, const char *path);

/* Return a number that no alternative has yet. */
unsigned body_structure_new_alternative(struct body_structure *s);

/* Return "TYPE/SUBTYPE" as a string that lasts until the structure is cleared; NULL without
 * memory. */
const char *body_structure_type(struct body_structure *s, urlgrep_span type,
    urlgrep_span subtype);

/* Note that a part of this type may hold mail or text, but is not read. The path is in the
 * tree of multiparts. */
void body_structure_note_unread(struct body_structure *s, urlgrep_span type,
    urlgrep_span subtype, const char *path);

/* Note that a part is not read, or (is_damaged) not all of it. */
void body_structure_note_part(struct body_structure *s, const struct body_part *p,
    bool is_damaged);

/* Note that the message exceeds a bound; the string must last. */
void body_structure_set_exceeded(struct body_structure *s, const char *bound);

/* Note what was skipped, or failed, in a message that is enclosed in this one, and which
 * alternatives and parts it has. */
void body_structure_inherit(struct body_structure *s,
    const struct body_structure *enclosed);

#endif
