/* mime.h - the structure of a message: its header fields and the parts of its body, with their
 * offsets and encodings (RFC 5322, 2045, 2046) */
#ifndef MAIL_MIME_H
#define MAIL_MIME_H

#include <stdbool.h>
#include <stddef.h>

#include "mail/header.h"
#include "mail/transfer.h"
#include "util/memory.h"

/* Bounds on the parts of a message that are read, so that memory is bounded for any input.
 * src/doc/LIMITS.md lists all bounds, and the effect of each. */
enum {
	MAX_PARTS = 10 * 1000,        /* of a message, including messages in it */
	MAX_FIELDS = 10 * 1000,       /* in the header of a message */
	MAX_FIELD_BYTES = 1024 * 1024 /* a longer value is searched undecoded */
};

/* The reports about a message that exceeds a bound. */
#define BOUND_PARTS "more than 10,000 parts"
#define BOUND_FIELDS "more than 10,000 header fields"
#define BOUND_FIELD_BYTES "a header field longer than 1 MiB"
#define BOUND_DEPTH "parts nested too deeply"

/* The decoded content of a part. */
enum body_content {
	BODY_TEXT,
	BODY_HEADER,     /* the header of a message in the message; other parts are its body */
	BODY_MESSAGE,    /* a header and a body, within TNEF or S/MIME */
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
	const char *base;     /* of relative references (RFC 2557, 5); NULL: not given */
	bool is_html;         /* text/html, application/xhtml+xml */
	bool is_xml;          /* text/xml, application/xml, application/rss+xml... */
	bool is_flowed;       /* RFC 3676 */
	bool has_delsp;
	bool is_folded;       /* text/calendar, text/vcard: RFC 5545, 3.1 */
	unsigned alternative; /* parts with the same number are alternatives; 0: none */
};

/* The lists of a message. Their elements last until the structure is cleared. */
struct body_structure {
	const urlgrep_memory *memory;
	struct header_field *fields; /* in the order of the message */
	size_t field_count, field_room;
	struct body_part *parts; /* likewise, except that plain text comes first among
	                            alternatives */
	size_t part_count, part_room;
	size_t header_count;    /* of the parts, which do not count as such */
	struct arena strings;
	const char *outer_path; /* of the part that the message is in; NULL: in none */
	unsigned outer_alternatives, alternatives; /* the latter with the former */
	size_t outer_parts, enclosed_parts; /* of the message around it; of those in it */
	const char *exceeded;   /* the first bound that the message exceeds; or NULL */
	const char *unread;     /* the first part that is not read because it is encrypted, damaged or
	                           in a format of its own, such as "part 2 not read:
	                           application/vnd.ms-outlook"; or NULL */
	bool has_multipart;
	bool has_failed;        /* an allocation failed: something may be missing */
};

/* Make s empty, with this memory, which must outlive it. */
void body_structure_init(struct body_structure *s, const urlgrep_memory *memory);
void body_structure_free(struct body_structure *s);

/* Make s, which is empty, describe a message in the part `path` of another message: the paths of
 * its own parts begin with `path`, its alternatives have numbers that `outer` does not use, and the
 * bound of parts applies to both together. This lasts until the next call. */
void body_structure_set_outer(struct body_structure *s,
    const struct body_structure *outer, const char *path);

/* Make it empty for the next message. */
void body_structure_clear(struct body_structure *s);

/* Parse the message text[0..len) into s, which is empty. Without memory s->has_failed is set. */
void mime_parse(struct body_structure *s, const char *text, size_t len);

/* ---- for parsers of other formats --- */

/* Parts beyond MAX_PARTS are skipped. */
void body_structure_add_part(struct body_structure *s, const struct body_part *p);

/* Return a NUL-terminated copy of text[0..len) in s->strings; NULL without memory. */
const char *body_structure_copy(struct body_structure *s, const char *text, size_t len);

/* Return the path, in s->strings, of a part that is at `path` in the tree of multiparts, "" at the
 * top. NULL without memory. */
const char *body_structure_path(struct body_structure *s, const char *path);

/* Return a number that no alternative has yet. */
unsigned body_structure_new_alternative(struct body_structure *s);

/* Return "TYPE/SUBTYPE" in s->strings; NULL without memory. */
const char *body_structure_type(struct body_structure *s, urlgrep_span type,
    urlgrep_span subtype);

/* Note that a part of this type may hold mail or text, but is not read. The path is in the
 * tree of multiparts. */
void body_structure_note_unread(struct body_structure *s, urlgrep_span type,
    urlgrep_span subtype, const char *path);

/* Note that a part, of type `what`, is not read, or (is_damaged) not all of it. */
void body_structure_note_part(struct body_structure *s, const char *path, bool is_damaged,
    const char *what);

/* Note that the message exceeds a bound; the string must last. */
void body_structure_set_exceeded(struct body_structure *s, const char *bound);

/* Add the omissions, errors, alternatives and parts of a message that is enclosed in this one. */
void body_structure_inherit(struct body_structure *s,
    const struct body_structure *enclosed);

#endif
