/* urlgrep_mail.h - find the URLs in files, archives, mailboxes and messages
 *
 * liburlgrep-mail decompresses files, walks the members of archives, splits mailboxes into
 * messages, decodes their parts (RFC 2045, 2047, 3676) and HTML, and finds every URL once, whole,
 * with its location. It scans each text with liburlgrep (urlgrep.h).
 *
 *	urlgrep_mail_options options = { .size = sizeof(options),
 *		.flags = URLGREP_COUNT_LINES };
 *	urlgrep_mail *mail = urlgrep_mail_new(NULL, &options);
 *	urlgrep_status status = urlgrep_mail_open_file(mail, "inbox", NULL);
 *	const urlgrep_finding *f;
 *	const urlgrep_location *where;
 *
 *	if (status == URLGREP_OK)
 *		status = urlgrep_mail_next(mail, &f, &where);
 *	for (; status != URLGREP_END; status = urlgrep_mail_next(mail, &f, &where))
 *		if (status == URLGREP_SKIPPED)
 *			fprintf(stderr, "%s\n", urlgrep_mail_error(mail)->reason);
 *		else if (status != URLGREP_OK)
 *			fprintf(stderr, "out of memory\n");
 *		else
 *			printf("%s:%llu:%.*s\n", where->path,
 *			    (unsigned long long)where->line, (int)f->url.text.len,
 *			    f->url.text.text);
 *	urlgrep_mail_free(mail);
 *
 * Compile with `pkg-config --cflags --libs liburlgrep-mail` or, in a clone, with -Iinclude
 * build/liburlgrep-mail.a build/liburlgrep.a -lpcre2-8.
 *
 * A reader iterates over the members of the input (one, unless it is an archive), the messages of
 * a member, and the URLs of a message. Levels may be skipped: urlgrep_mail_next() finds the next
 * URL of the input, member or message that was begun last.
 *
 * The library never prints, exits, or installs signal or log handlers. Libraries that it uses have
 * global state: libarchive may change the locale of the calling thread while it reads a header;
 * ICU is loaded if the host of a link in HTML is internationalized and the link text shows a URL.
 *
 * A reader belongs to one thread; readers may share a grammar. Offsets and lengths count bytes.
 * Functions that free an object accept NULL. */
#ifndef URLGREP_MAIL_H
#define URLGREP_MAIL_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include <urlgrep.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A reader: searches inputs, one after another. */
typedef struct urlgrep_mail urlgrep_mail;

/* The type of a member of the input. */
typedef enum urlgrep_mail_type {
	URLGREP_MAIL_DETECT,  /* for options: decide by the first bytes */
	URLGREP_MAIL_TEXT,    /* any text */
	URLGREP_MAIL_MESSAGE, /* one message of mail or news (RFC 5322, RFC 5536) */
	URLGREP_MAIL_MBOX,    /* a mailbox in the mbox format (RFC 4155) */
	URLGREP_MAIL_HTML     /* an HTML document */
} urlgrep_mail_type;

/* ---- a set of URLs ------------------------------------------------------ */

/* URLs that are known to occur unbroken somewhere: of the readings of a broken URL, the longest one
 * in the set is chosen. Threads may share a set while nothing is added. */
typedef struct urlgrep_url_set urlgrep_url_set;

/* Return an empty set; NULL if out of memory. memory may be NULL (malloc and free). */
URLGREP_API urlgrep_url_set *urlgrep_url_set_new(const urlgrep_memory *memory);
URLGREP_API void urlgrep_url_set_free(urlgrep_url_set *set);
/* Add url, stored as 128 bits. Return OK if it is new, END if the set has it already, or NOMEM. */
URLGREP_API urlgrep_status urlgrep_url_set_add(urlgrep_url_set *set, urlgrep_span url);
/* Return 1 if the set has url, else 0. */
URLGREP_API int urlgrep_url_set_has(const urlgrep_url_set *set, urlgrep_span url);

/* ---- a reader ----------------------------------------------------------- */

/* Flags for urlgrep_mail_options, in addition to those of urlgrep.h for findings and line breaks.
 * Without any of URLGREP_JOIN_..., text outside mail and news is read with URLGREP_NOT_MAIL, and
 * files of records (logs, tables, JSON, subtitles) with URLGREP_JOIN_NEVER. */
enum {
	URLGREP_RAW = 1 << 19,     /* one text, whatever the bytes are */
	/* Also search header fields, except identifiers and transport fields; those with addresses
	 * only with URLGREP_FIND_ADDRESSES. Names are not found in newsgroups and link texts. */
	URLGREP_HEADERS = 1 << 20,
	URLGREP_COUNT_LINES = 1 << 21, /* fill in line numbers, and count lines */
	/* In HTML, find only links that a click follows: those of <a>, <area>, VML (<v:rect>) and
	 * SVG animations. */
	URLGREP_ANCHORS = 1 << 22,
	/* Set urlgrep_message.text for texts of up to 128 MiB, unfolded (iCalendar, vCard). */
	URLGREP_WHOLE_TEXTS = 1 << 23,
	URLGREP_SKIP_BINARY = 1 << 24, /* no texts with a NUL in the first 32 KiB, except UTF-16 */
	/* In messages and HTML, omit values that take time: line, offset, length, text_offset,
	 * text_length, alternative, link_text, shown_host and URLGREP_MAIL_HREF_DIFFERS. */
	URLGREP_BRIEF_LOCATIONS = 1 << 25,
	/* Decompress long input, of seekable sources, in a thread of its own, which calls the
	 * source's read function and the allocator. */
	URLGREP_READ_AHEAD = 1 << 26,
	URLGREP_SKIP_PACKED = 1 << 27, /* skip compressed files and archives */
	URLGREP_COLUMN_CHARACTERS = 1 << 28, /* columns count characters of UTF-8, not bytes */
	/* Links of <a> and the like to javascript, vbscript and data are invalid findings, as with
	 * URLGREP_FIND_MALFORMED. */
	URLGREP_ACTIVE_LINKS = 1 << 29,
	/* If a pipe or terminal delivers nothing for a tenth of a second, wait only for the next
	 * line. A URL that is broken over more lines may then be found incomplete. */
	URLGREP_LIVE = 1 << 30
};

/* Options of a reader; zero is the default. size is required: it shows which members the program
 * knows. The structure is copied; the strings and objects in it are borrowed, and must outlive the
 * reader. */
typedef struct urlgrep_mail_options {
	size_t size;            /* sizeof(urlgrep_mail_options); 0: all options are ignored */
	unsigned flags;         /* see above and urlgrep.h */
	urlgrep_mail_type type; /* of every member; DETECT by default */
	/* The header fields to search in addition to the subject, by name in any case, in
	 * place of those of URLGREP_HEADERS; "all": every field */
	const char *const *headers;
	size_t header_count;
	const urlgrep_url_set *known; /* or NULL */
	const urlgrep_memory *memory; /* copied; NULL: malloc and free. Not used by libarchive */
	/* More services, for URLGREP_MAIL_HREF_DIFFERS: a link may show the host to which its
	 * wrapper leads. Rows that urlgrep_unwrapper_add() rejects are ignored. */
	const char *const *wrappers;
	size_t wrapper_count;
	/* The least number of lines around a URL that urlgrep_mail_surroundings returns for a text
	 * that is read in pieces, up to 64 KiB on each side; 0: those in memory. */
	unsigned context_lines;
} urlgrep_mail_options;

/* Return a new reader that judges by grammar, which must outlive it; NULL if out of memory. grammar
 * and options may be NULL. A reader takes about 1 MiB, and up to 128 MiB for the largest
 * message. */
URLGREP_API urlgrep_mail *urlgrep_mail_new(const urlgrep_grammar *grammar,
    const urlgrep_mail_options *options);
URLGREP_API void urlgrep_mail_free(urlgrep_mail *mail);

/* ---- opening an input --------------------------------------------------- */

/* For urlgrep_mail_range.flags. */
enum {
	/* urlgrep_mail_divisible returned 1: do not read the beginning again */
	URLGREP_MAIL_KNOWN_DIVISIBLE = 1,
	/* For a file that was found in a directory, not named by the user: */
	/* skip it if it is binary, as URLGREP_SKIP_BINARY does for all inputs */
	URLGREP_MAIL_NO_BINARY = 2,
	/* skip it if it is a compressed file or an archive, unless its name says that it holds
	 * mail, or its first member is mail */
	URLGREP_MAIL_NO_PACKED = 4,
	/* The input is a mailbox with Content-Length fields, which urlgrep_mail_divisible checks
	 * with this flag. Its ranges begin where a message seems to: see urlgrep_mail_sums. */
	URLGREP_MAIL_HAS_LENGTHS = 8
};

/* A byte range of an input, and its position in a file. The URLs of a text and the messages of a
 * mailbox belong to the range in which they begin. An input that cannot be divided belongs to the
 * range with its first byte. Adjacent ranges together have the findings of the whole. */
typedef struct urlgrep_mail_range {
	size_t size;            /* sizeof(urlgrep_mail_range); required */
	uint64_t begin, end;    /* half-open; end UINT64_MAX: the end of the input */
	uint64_t line;          /* number of the line that holds begin; 0 means 1 */
	uint64_t message;       /* number of the first message; 0 means 1 */
	uint64_t offset;        /* added to all offsets: where the input lies in a file */
	urlgrep_mail_type type; /* overrides the type in the options, unless DETECT */
	unsigned flags;
} urlgrep_mail_range;

/* Where bytes come from. */
typedef struct urlgrep_mail_source {
	/* Read up to size bytes at offset, like pread(2): return their number, 0 at the end, or -1
	 * and errno on an error. An error ends the input, so wait for bytes, and retry after EINTR.
	 * If seekable is 0, offset is where the last read ended. */
	ssize_t (*read)(void *data, char *buffer, size_t size, uint64_t offset);
	void *data;
	int seekable;
} urlgrep_mail_source;

/* Begin to read an input, and forget the one before. path is its name in locations; it may
 * be NULL, which means "", but not of a file. range may be NULL (all of it). Both are copied.
 * Return OK, NOMEM, or SKIPPED if the file cannot be opened (see urlgrep_mail_error); then the
 * iterators return END. A file that can be opened but not read, such as a directory, is a member
 * and a message at whose end they return SKIPPED.
 *
 * Descriptors, buffers and sources belong to the caller, and must last until another input is
 * opened or the reader is freed. Regular files are read by pread() from the position of the
 * descriptor on, others by read(), which must block: EAGAIN is an error. */
URLGREP_API urlgrep_status urlgrep_mail_open_file(urlgrep_mail *mail,
    const char *path, const urlgrep_mail_range *range);
URLGREP_API urlgrep_status urlgrep_mail_open_fd(urlgrep_mail *mail,
    const char *path, int fd, const urlgrep_mail_range *range);
URLGREP_API urlgrep_status urlgrep_mail_open_buffer(urlgrep_mail *mail,
    const char *path, const char *text, size_t len, const urlgrep_mail_range *range);
URLGREP_API urlgrep_status urlgrep_mail_open_source(urlgrep_mail *mail,
    const char *path, const urlgrep_mail_source *source, const urlgrep_mail_range *range);

/* Return 1 if the input that was just opened may be divided into ranges at any byte: it is
 * seekable, neither compressed nor an archive, and a text or a mailbox without Content-Length (or
 * with it, if the range has URLGREP_MAIL_HAS_LENGTHS). Else return 0: all of it belongs to the
 * range that begins at 0. Reads the first few messages. */
URLGREP_API int urlgrep_mail_divisible(urlgrep_mail *mail);

/* ---- the members, messages and URLs of an input ------------------------- */

/* The iterators below return
 *   OK       there is one more
 *   END      there are no more
 *   SKIPPED  something could not be read, see urlgrep_mail_error(); call again to continue
 *   NOMEM    out of memory; call again to continue, but the part that was read is lost
 * The objects that they set belong to the reader and last until the next call of any iterator; a
 * member lasts until the next member is requested. */

/* A file; or a file within an archive. */
typedef struct urlgrep_member {
	const char *path;       /* "FILE"; or "FILE:NAME" in an archive, and
	                           "FILE:ARCHIVE:NAME" in a tar or zip in that */
	urlgrep_mail_type type; /* never DETECT */
} urlgrep_member;

/* Go to the next member. The other two iterators then return END at the end of this member. */
URLGREP_API urlgrep_status urlgrep_mail_next_member(urlgrep_mail *mail,
    const urlgrep_member **member);

/* A message; a text or an HTML document counts as one, too. */
typedef struct urlgrep_message {
	const char *path;       /* of its member */
	urlgrep_mail_type type; /* TEXT, MESSAGE or HTML */
	uint64_t number;        /* in its member, from 1; 0 unless type is MESSAGE */
	uint64_t offset;        /* of its first byte in the member, after the "From " line */
	uint64_t length;        /* 0 if not known yet, since the text is read in pieces */
	uint64_t line;          /* of its first byte, from 1; 0 without COUNT_LINES */
	urlgrep_span text;      /* as stored, but converted from UTF-16 or UTF-32 to UTF-8; absent
	                           if read in pieces, see URLGREP_WHOLE_TEXTS */
} urlgrep_message;

/* Go to the next message. urlgrep_mail_next then returns END at the end of this message. */
URLGREP_API urlgrep_status urlgrep_mail_next_message(urlgrep_mail *mail,
    const urlgrep_message **message);

/* For urlgrep_location.flags. */
enum {
	URLGREP_MAIL_IN_HEADER = 1,   /* part is, or ends in, the name of a header field */
	URLGREP_MAIL_RELATIVE = 2,    /* a relative reference, resolved by <base href> */
	URLGREP_MAIL_HREF_DIFFERS = 4 /* the link's text shows another host, see shown_host */
};

/* Where a finding is. Strings that do not apply are NULL. */
typedef struct urlgrep_location {
	const char *path;        /* of the member */
	uint64_t message;        /* its number; 0 in text and HTML files */
	uint64_t line;           /* from 1; 0 without COUNT_LINES */
	uint64_t offset;         /* in the member as stored: exact in plain and quoted-printable
	                            text; in base64 the group of four letters; else where the
	                            encoded text, or RTF, begins. In a .msg the bytes of a text may
	                            not be contiguous */
	uint64_t length;         /* there, including line breaks and encoding */
	const char *part;        /* as in IMAP, "1.2" (if part 2 is TNEF or .msg, its text is 2.1,
	                            HTML or RTF 2.2, files 2.3...), or a header field's name,
	                            "1.2.subject" in a message that is part 1.2 */
	const char *encoding;    /* Content-Transfer-Encoding: "7bit", "base64"... */
	const char *alternative; /* the HTML part that has the same URL */
	urlgrep_span element;    /* for a link in HTML: the element's name, "a", */
	urlgrep_span attribute;  /* the attribute's, "href", */
	urlgrep_span link_text;  /* and its visible text (of alternative, if that is set), with
	                            single spaces, at most 200 characters */
	unsigned flags;
	unsigned sign_count;     /* see urlgrep_signs in urlgrep_tools.h */
	const struct urlgrep_sign *signs; /* declared there */
	urlgrep_span shown_host; /* with HREF_DIFFERS: the host, if any, that the text shows, after
	                            IDNA if ICU can be loaded */
	uint64_t message_offset; /* as in urlgrep_message; 0 in text and HTML files */
	size_t text_index;       /* in a message: which of its texts, see urlgrep_mail_text_at */
	uint64_t text_offset;    /* in that text, or in urlgrep_message.text of a text or HTML file */
	uint64_t text_length;    /* there, including line breaks */
	uint64_t column;         /* of the first byte in its line, from 1; 0 without COUNT_LINES. In
	                            the converted text for UTF-16 or folded lines; counted from the
	                            beginning of the range if that is within the line */
} urlgrep_location;

/* Find the next URL of the current message, member or input, whichever was begun last. A URL that
 * occurs in several alternative parts of a message (RFC 2046, 5.1.4) is found once. */
URLGREP_API urlgrep_status urlgrep_mail_next(urlgrep_mail *mail,
    const urlgrep_finding **finding, const urlgrep_location **location);

/* Return the decoded text that has the last finding, and set *begin and *end to its range there, so
 * that the lines around it can be shown. For a link in HTML, this is the visible text and the range
 * of the link text; absent if there is none. It lasts until the next call of any iterator. */
URLGREP_API urlgrep_span urlgrep_mail_surroundings(const urlgrep_mail *mail,
    size_t *begin, size_t *end);

/* ---- more about the current message ------------------------------------- */

/* Return the message of the last urlgrep_mail_next_message(), or of the last finding; or NULL. It
 * lasts until the next call of any iterator. */
URLGREP_API const urlgrep_message *urlgrep_mail_current(const urlgrep_mail *mail);

/* Return a number that differs for each message of all inputs of this reader, so that values
 * derived from its header fields may be cached; 0 without a current message. */
URLGREP_API uint64_t urlgrep_mail_serial(const urlgrep_mail *mail);

typedef enum urlgrep_mail_field {
	URLGREP_MAIL_ID,       /* Message-ID, without its angle brackets */
	URLGREP_MAIL_DATE,     /* Date as written */
	URLGREP_MAIL_DATE_ISO, /* the same as ISO 8601, "1995-03-14T10:12:00+00:00" */
	URLGREP_MAIL_FROM,
	URLGREP_MAIL_TO,
	URLGREP_MAIL_SUBJECT,
	URLGREP_MAIL_LIST_ID,  /* without its phrase and angle brackets (RFC 2919) */
	URLGREP_MAIL_LABELS,   /* X-Gmail-Labels, as written: separated by commas */
	URLGREP_MAIL_DATE_SOURCE /* of DATE_ISO, if not Date: "x-date", "from-line", "received" */
} urlgrep_mail_field;

/* Return a header field of the current message, decoded to UTF-8 (RFC 2047); NULL if the message
 * does not have it, or if there is no memory. It lasts until the next message. It may contain line
 * feeds and terminal controls that were hidden in encoded words: escape it before printing it. */
URLGREP_API const char *urlgrep_mail_header(urlgrep_mail *mail, urlgrep_mail_field field);

/* A decoded text of the current message: a part of its body, or a header field. */
typedef struct urlgrep_mail_text {
	const char *part;     /* as in urlgrep_location */
	const char *encoding;
	urlgrep_span text;    /* decoded; in UTF-8 unless the charset extends US-ASCII */
	int html;             /* 1: text/html */
	int header;           /* 1: a header field; part is its name, or ends in it */
} urlgrep_mail_text;

/* Set *text to text number index (from 0) of the current message. Return OK, END or NOMEM. */
URLGREP_API urlgrep_status urlgrep_mail_text_at(urlgrep_mail *mail, size_t index,
    urlgrep_mail_text *text);

/* How much was read since the input was opened. */
typedef struct urlgrep_mail_sums {
	uint64_t members;
	uint64_t messages;  /* of mail and news, that begin in the range */
	uint64_t decoded;   /* texts that were in base64, quoted-printable or uuencode */
	uint64_t bytes;     /* read of the members, decompressed */
	uint64_t file_bytes; /* read of the input itself */
	uint64_t lines;     /* line feeds in the range; 0 without COUNT_LINES */
	uint64_t skipped;   /* how often SKIPPED was returned */
	/* In a text, entered_after is the end of the last URL that begins before the range (0:
	 * none; known once the first finding is returned), and left_after the end of the last URL
	 * that begins in the range or before it. In a mailbox with URLGREP_MAIL_HAS_LENGTHS, they
	 * are where the first message begins (none: a place after the range), and where the last
	 * one ends (none: 0). If entered_after is greater than the range's begin, it must equal the
	 * last earlier left_after that is not 0, or both must be beyond the range: only then do
	 * adjacent ranges together have the findings of the whole. In a mailbox without
	 * Content-Length fields they always do. */
	uint64_t entered_after, left_after;
} urlgrep_mail_sums;

/* Return the current sums. */
URLGREP_API urlgrep_mail_sums urlgrep_mail_sums_of(const urlgrep_mail *mail);

/* A part of the input that could not be read, or was skipped. */
typedef struct urlgrep_mail_error_info {
	const char *path;   /* of the input or member */
	const char *reason; /* for people, one line, no full stop */
	int system_error;   /* the errno if a file or source cannot be read, else 0 */
} urlgrep_mail_error_info;

/* After SKIPPED, return the path of the input that was skipped and the reason; they last until the
 * next call. At other times both may be NULL. */
URLGREP_API const urlgrep_mail_error_info *urlgrep_mail_error(const urlgrep_mail *mail);

/* ---- the library -------------------------------------------------------- */

/* Return the version of the loaded library; compare it with URLGREP_VERSION. */
URLGREP_API const char *urlgrep_mail_version(void);

/* Load library number index, from 0, of those that are loaded on demand, and return its name, or
 * NULL if index is too large. Write its name and version, "libarchive 3.6.2", or the reason why it
 * cannot be loaded, to text, truncated to size bytes including the NUL. */
URLGREP_API const char *urlgrep_mail_library(unsigned index, char *text, size_t size);

#ifdef __cplusplus
}
#endif
#endif
