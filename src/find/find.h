/* find.h - find the URLs of an input and their locations: the parts that reader.c combines into a
 * reader (urlgrep_mail) */
#ifndef FIND_FIND_H
#define FIND_FIND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "html/html.h"
#include "input/input.h"
#include "mail/mbox.h"
#include "mail/message.h"
#include "urlgrep_mail.h"
#include "util/memory.h"
#include "util/strbuf.h"

/* The options of a reader. */
struct find_options {
	urlgrep_mail_options given;
	const urlgrep_grammar *grammar;
	unsigned mail_flags, text_flags; /* scanner flags for mail and for other text */
};

static inline bool
has_flag(const struct find_options *o, unsigned flag)
{
	return (o->given.flags & flag) != 0;
}

/* The position of a byte in a text: its offset; the number of its line, or 0 if lines are not
 * counted; and how much of that line precedes the byte, in bytes or characters. */
struct text_position {
	uint64_t offset, line, column;
	uint64_t excess; /* the text as stored has so many more bytes before it; modulo 2^64, since
	                  * it may have fewer */
	enum text_encoding encoding; /* of the text as stored */
};

/* Advance a position to the end of text[0..len), which begins at the position. */
void text_position_advance(const struct find_options *o, struct text_position *p, const char *text,
    size_t len);

/* A range of a text. Offsets are meaningless without the text, because an HTML document has several
 * texts. */
struct text_place {
	urlgrep_span text; /* absent: not in a text */
	size_t begin, end;
};

/* ---- file_type.c: the type of a file, by its name and its first bytes --- */

struct file_type {
	urlgrep_mail_type type;
	enum mailbox_format format; /* for an mbox or a message */
	bool is_sure; /* false if more bytes could still turn it into mail (a pipe may
	                 deliver one line at a time) */
};

/* Return the type of a file that begins with text[0..len): a few thousand bytes, or all of it. */
struct file_type file_type_detect(const char *text, size_t len);

/* Return true if text[0..len) begins like an iCalendar, vCard or LDIF, whose lines are folded, or
 * if the name of the file indicates one (content). */
bool file_type_is_folded(enum file_content content, const char *text, size_t len);

/* Return true if text[0..len) begins with an XML declaration, or if the name indicates XML. */
bool file_type_is_xml(enum file_content content, const char *text, size_t len);

enum { RECORD_HEAD_BYTES = 4096 };

/* Return FILE_RECORDS or FILE_COMMAS if the name of a text indicates it (content), or if the text
 * begins with head[0..len), at least RECORD_HEAD_BYTES or all of it, and is a log whose lines have a
 * time near the beginning, or a table whose lines have the same number of fields, separated by tabs
 * or commas; else FILE_UNKNOWN. */
enum file_content file_type_of_records(enum file_content content, const char *head, size_t len);

/* ---- document.c: the members of an input, one after another: decompressed, each with its type and
 * its bytes as a stream --- */

enum {
	DOCUMENT_HEAD_BYTES = 8192, /* enough to detect the type */
	MIN_READ_BYTES = 16         /* of one read, so that there is room for a character */
};

struct document {
	/* the current member */
	urlgrep_mail_type type; /* never DETECT */
	enum mailbox_format format;
	bool is_folded;         /* a text with folded lines: iCalendar, vCard or LDIF */
	unsigned scanner_flags; /* for a text */
	struct utf16_decoder decoder; /* from the member's encoding to UTF-8 */
	const char *unread;     /* why mail or an archive in it is not decoded, or NULL */
	const char *error;      /* why it could not be read further, or NULL */
	uint64_t bytes;         /* read from all members */
	struct archive_reader *archive;
	const struct archive_state *state; /* of the archive */

	urlgrep_mail_source source; /* of the input */

	/* private to document.c */
	const struct find_options *options;
	const char *input_path;
	urlgrep_mail_type input_type; /* of every member, or DETECT */
	struct strbuf path;     /* empty: the path of the input */
	bool is_at_end;
	size_t head_len;        /* the first bytes, read to detect the type */
	size_t head_at;         /* how many of these the stream has returned */
	char head[DOCUMENT_HEAD_BYTES + MIN_READ_BYTES];
};

/* Initialize a reader of documents, which can be used for one input after another; options are
 * borrowed. Return false if out of memory; it must be freed even then. */
bool document_init(struct document *d, const urlgrep_memory *memory,
    const struct find_options *options);
void document_free(struct document *d);

/* Begin to read an input, as a single text with URLGREP_RAW. The path is borrowed. */
void document_open(struct document *d, urlgrep_mail_source source, const char *path,
    urlgrep_mail_type type);

/* Begin to read the same input again. */
void document_restart(struct document *d);

/* Go to the next member. Return OK, END, NOMEM, or SKIPPED (see d->error; the path is then that of
 * the archive). */
urlgrep_status document_next(struct document *d);

/* Return the path of the member: "FILE", "FILE:NAME" or "FILE:ARCHIVE:NAME". It is valid until the
 * next member. */
const char *document_path(const struct document *d);

/* Return true if the member is the input itself and is read as it is stored. */
bool document_is_plain(const struct document *d);

/* Return the bytes of the member, from the first on. Each read must request MIN_READ_BYTES or more.
 * A read error ends the stream; then d->error tells the reason. */
struct byte_stream document_stream(struct document *d);

/* Likewise for the bytes of a range of the input, which is plain, and the bytes after it, from
 * `context` bytes before the range on. */
struct byte_stream document_open_range(struct document *d, const urlgrep_mail_range *range,
    uint64_t context);

/* ---- url_set.c: a set of URLs (its public functions are in urlgrep_mail.h) --- */

/* Remove all members, but keep the memory. */
void url_set_clear(urlgrep_url_set *set);

/* Make the longest reading of a finding that occurs unbroken elsewhere (in urls) its best reading;
 * see urlgrep_choose. scanner must have made the finding. urls may be NULL. Return OK or NOMEM. */
urlgrep_status unbroken_urls_choose(const urlgrep_url_set *urls, urlgrep_scanner *scanner,
    urlgrep_finding *finding);

/* ---- text_search.c: the URLs in a text of any length, read in pieces, each with its line --- */

/* A range is scanned from this many bytes before its begin: more than twice as far as a scanner
 * looks back. With lines of context, MAX_CONTEXT_BYTES more. */
enum { TEXT_OVERLAP_BYTES = 24 * 1024, MAX_CONTEXT_BYTES = 64 * 1024 };

struct text_search {
	const urlgrep_memory *memory;
	const struct find_options *options;
	urlgrep_scanner *scanner;
	const struct document *document;
	struct byte_stream stream;
	urlgrep_mail_range range;
	int live_fd; /* a pipe or a terminal, whose next line may come late; or -1 */
	char *buffer;
	size_t size;
	size_t front;       /* the context before the text at hand: buffer[front..begin) */
	size_t begin, len;  /* the text at hand: buffer[begin..begin + len) */
	uint64_t offset;    /* of buffer[begin] in the input */
	bool is_last;       /* the stream has no more bytes */
	bool is_scanned;    /* the text at hand has been passed to the scanner */
	bool is_paused;     /* no more text came for some time */
	uint64_t given_end; /* offset of the end of what the scanner was given last */
	bool is_binary;     /* see text_source_is_binary */
	struct text_position counted; /* lines and stored bytes are counted up to here */
	struct unfolder unfolder; /* if the document is folded */
	/* the end of the last URL that begins before the range (0: none was seen), and the end of
	 * the last URL that begins in the range or before it */
	uint64_t entered_after, left_after;
	bool is_entered;    /* a URL that begins in the range was found */
	uint64_t found;     /* offset of the last finding in the input */
};

/* Initialize; everything is borrowed. Return false if out of memory; it must be freed even then. */
bool text_search_init(struct text_search *s, const urlgrep_memory *memory,
    urlgrep_scanner *scanner, const struct find_options *options);
void text_search_free(struct text_search *s);

/* Return true if a source begins like a binary file, with a NUL in its first 32 KiB. */
bool text_source_is_binary(const urlgrep_mail_source *source);

/* Begin to search the stream of a text, the current member of d, which is borrowed.
 * text_search_next() will return the URLs that begin in the range, which is copied. live_fd is a
 * pipe or terminal whose next line may come late, or -1. */
void text_search_open(struct text_search *s, const struct document *d, struct byte_stream stream,
    const urlgrep_mail_range *range, int live_fd);

/* Find the next URL; its offset is relative to the stream's input. Return OK, END, or NOMEM. END
 * may be due to a read error after the bytes that were searched. */
urlgrep_status text_search_next(struct text_search *s, urlgrep_finding *f);

/* Read to the end of the range without searching, to count its lines. */
urlgrep_status text_search_skip(struct text_search *s);

/* Set the line of the last finding in *l, and its offset and length in the input as stored and in
 * the text. */
void text_search_locate(struct text_search *s, const urlgrep_finding *f, urlgrep_location *l);

/* Return the place of the last finding in the text at hand; without one it is empty. */
struct text_place text_search_place(const struct text_search *s);

/* Return the number of line feeds in the range, after END; 0 if lines are not counted. */
uint64_t text_search_lines(const struct text_search *s);

/* If the whole text is in memory, set *text to it and return true. Read the first piece or, with
 * WHOLE_TEXTS, up to 128 MiB. Return false if searching has begun or, without WHOLE_TEXTS, if the
 * text is folded. */
bool text_search_whole(struct text_search *s, urlgrep_span *text);

/* ---- html_links.c: the links of an HTML document --- */

/* The state for judging links: a scanner that is not in use otherwise, and room for a URL.
 * Initialize to zeros, then set scanner, flags, and the buffers' memory. */
struct link_judge {
	urlgrep_scanner *scanner;
	unsigned flags;         /* URLGREP_FIND_MALFORMED, URLGREP_ACTIVE_LINKS */
	struct strbuf resolved; /* a resolved relative reference */
	struct strbuf repaired; /* a malformed URL, as browsers read it */
	bool is_changed;        /* it differs from the link as written in more than escapes */
	bool has_no_host;       /* browsers do not open it */
	char scheme[64];        /* the last scheme that was looked up, */
	size_t scheme_len;      /* its length, */
	bool is_listed;         /* and the result */
	urlgrep_reading readings[2];
};

/* Return true if the link is a relative reference that the base of its document can resolve. */
bool link_is_relative(const struct html *h, const struct html_link *link);

/* Return the absolute URL of a link, valid until the next call; absent if out of memory. */
urlgrep_span link_url(struct link_judge *j, const struct html *h,
    const struct html_link *link);

/* Make a finding of a link, given its link_url; the offset is 0. It is valid until the next one is
 * made. An attribute contains only a URL, so all of it is judged. Return OK; END if the scanner
 * would not report it as a URL; or NOMEM.
 *
 * With URLGREP_FIND_MALFORMED (rule H1), URLs that browsers repair, such as "http:/h/", "http:\\h"
 * and "//h/" without a base, are malformed findings whose second reading is the URL that browsers
 * open; any other text that begins with a scheme is an invalid finding. Links to javascript,
 * vbscript and data are invalid findings even if the grammar accepts them; for those that a click
 * follows, URLGREP_ACTIVE_LINKS suffices. */
urlgrep_status link_judge(struct link_judge *j, const struct html *h,
    const struct html_link *link, urlgrep_span url, urlgrep_finding *f);

/* Return the link of an HTML alternative that has the same URL as the plain text; NULL if none of
 * the compared links has it. Usually both have their URLs in the same order: begin at link number
 * *next, and set it to the number after the returned link. */
const struct html_link *link_find(const struct html *h, urlgrep_span url,
    size_t *next);

enum { MAX_LINK_TEXT_CHARACTERS = 200,
	MAX_LINK_TEXT_BYTES = 4 * MAX_LINK_TEXT_CHARACTERS };

/* Copy text, with a single space for each sequence of white space and none at the ends, up to
 * MAX_LINK_TEXT_CHARACTERS. Return the length of the copy. */
size_t link_text_collapse(urlgrep_span text, char out[MAX_LINK_TEXT_BYTES]);

/* Return true if the text of a link to url is a URL that a program has shortened, so that the text
 * itself leads nowhere: it ends in an ellipsis, or has one in place of a part of url. */
bool link_text_is_shortened(urlgrep_span text, urlgrep_span url);

/* Describes links: their texts, the hosts that the texts show, and whether the links lead to other
 * hosts. Initialize to zeros, then set options, which are borrowed. */
struct link_description {
	const struct find_options *options;
	urlgrep_unwrapper *unwrapper; /* NULL before the first link that shows a URL */
	char text[MAX_LINK_TEXT_BYTES]; /* of the last location */
};

void link_description_free(struct link_description *d);

/* Describe in *l the text of a link that leads to the URL of a finding. scanner must not be
 * in use. Return OK or NOMEM. */
urlgrep_status link_description_write(struct link_description *d, urlgrep_scanner *scanner,
    urlgrep_span text, const urlgrep_finding *f, urlgrep_location *l);

/* ---- message_search.c: the URLs of a message or an HTML document: each once, with its
 * location --- */

/* Reads the URLs of a text: in HTML those of the attributes, and then those of the segments. */
struct part_cursor {
	const struct message_text *part;
	const struct html *html; /* text is its visible text; NULL: the part is plain text */
	urlgrep_scanner *scanner;
	urlgrep_span text;
	size_t begin, end;       /* of the current or last segment */
	bool is_scanning;
	size_t next_link;
	/* for the text being searched, not for texts that it is compared with: */
	size_t gathered_links; /* how many links are in message_search.links */
	size_t next_label; /* the first link whose visible text may contain the next finding */
	const struct message_text *alternative; /* the HTML part with the same content; or NULL */
	size_t next_alternative_link;
};

/* How far apart the positions are from which lines are counted. */
enum { MARK_BYTES = 64 * 1024, MARK_COUNT = MAX_MESSAGE_BYTES / MARK_BYTES };

struct message_search {
	struct memory_budget budget;
	const char *exceeded; /* the content of the message that exceeds the budget; or NULL */
	const urlgrep_memory *memory;   /* of the budget */
	struct message_text raw_text;   /* the HTML document, or a message that cannot be decoded */
	const struct find_options *options;
	urlgrep_scanner *scanner;       /* for the text being searched */
	urlgrep_scanner *second_scanner; /* for other texts, while a finding is in use */
	struct link_judge judge;
	struct link_description description;
	struct message *message;

	struct mbox_message raw; /* set by the caller; the text is borrowed */
	bool goes_on_as_text; /* the rest of a message that is too long is text */
	bool shows_mail; /* the HTML document is the page of a message in a mail archive */
	struct text_position located; /* of the last location in raw */
	struct text_position marks[MARK_COUNT]; /* at multiples of MARK_BYTES in raw */
	size_t mark_count; /* those that are known */
	bool is_html;      /* the raw text is an HTML document, not a message */
	bool is_in_text, is_at_end;
	bool is_parsed;
	const struct message_text *texts;
	size_t text_count, next_text;
	struct part_cursor current;
	struct html *html; /* the last document that was parsed */
	const struct message_text *html_part; /* the part with that document */
	struct strbuf base; /* of the HTML document, given before the piece being searched */
	bool is_unclosed;   /* that piece begins in a script or the like, whose links have no base */

	unsigned alternative;      /* number of the multipart/alternative being searched */
	urlgrep_url_set *shown;    /* URLs of its plain text */
	urlgrep_url_set *alternative_urls; /* URLs of an HTML part, gathered when needed */
	const struct message_text *gathered; /* that HTML part */
	urlgrep_url_set *links;    /* URLs of the attributes of the current HTML */
	urlgrep_url_set *unbroken; /* URLs that occur unbroken in the message, also when needed */
	bool is_gathered;          /* `unbroken` has been filled */

	struct text_place found; /* the last finding, or the text of its link */
	uint64_t decoded; /* number of encoded parts since the reader was created */
};

/* Initialize; scanner and options are borrowed. Return false if out of memory; it must be freed
 * even then. */
bool message_search_init(struct message_search *s, const urlgrep_memory *memory,
    urlgrep_scanner *scanner, const struct find_options *options);
void message_search_free(struct message_search *s);

/* Begin to search the message, or (is_html) the HTML document, that mbox_next() has set s->raw to.
 * Its text was converted from the encoding. */
void message_search_open(struct message_search *s, bool is_html, enum text_encoding encoding);

/* Find the next URL. Fill in *location, which is all zeros, except for the path and the number of
 * the message. Return OK; END; SKIPPED if a part was skipped (see message_search_skipped()); or
 * NOMEM: the rest of the message is lost. */
urlgrep_status message_search_next(struct message_search *s,
    urlgrep_finding *f, urlgrep_location *location);

/* Return why a part was skipped. */
const char *message_search_skipped(const struct message_search *s);

/* Parse the message, unless this has been done: then s->texts are its texts, and message_field() of
 * s->message returns its fields. It must not be HTML. Return OK or NOMEM; the caller may retry. */
urlgrep_status message_search_parse(struct message_search *s);

#endif
