/* input.h - the bytes of an input: where they come from, and what they are packed in */
#ifndef INPUT_INPUT_H
#define INPUT_INPUT_H

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "urlgrep_mail.h"
#include "util/strbuf.h"

/* A position in the bytes of an urlgrep_mail_source, or in what they are converted to. */
struct byte_stream {
	/* Like read(2): the next read continues where this ends. */
	ssize_t (*read)(void *data, char *buffer, size_t size);
	void *data;
	uint64_t origin; /* offset of the first byte, in a range of a source */
};

/* ---- files and buffers --- */

/* The errno of a read from a file that has become shorter since it was opened: a system
 * gives it for no read of a file. */
#define FILE_TRUNCATED ENOMSG

/* Return the message to report for a read that failed with this errno. */
const char *file_source_error(int error);

struct file_source {
	int fd;        /* borrowed */
	uint64_t base; /* position of the descriptor: offset 0 of the source */
	uint64_t size; /* of the source, when it was opened; 0 if that is not known */
	bool seekable;
};

/* Return a source of the bytes from the current position of fd on. A regular file is read with
 * pread, which leaves that position as it is, anything else with read. Interrupted reads are
 * retried. A file ends where it did when it was opened; one that ends before the size that it had
 * fails with FILE_TRUNCATED. The source refers to f. */
urlgrep_mail_source file_source_open(struct file_source *f, int fd);

/* Return a source of the bytes of a buffer, which refers to *buffer. */
urlgrep_mail_source buffer_source_open(urlgrep_span *buffer);

/* ---- a byte range of a source as a stream, and the bytes after it --- */

struct range_stream {
	urlgrep_mail_source source;
	uint64_t offset;     /* of the next byte */
	uint64_t begin, end; /* the range */
	uint64_t bytes_read; /* within it */
};

/* Return a stream that begins `context` bytes before the range, or at the begin of the source; it
 * refers to s. Bytes after the end of the range are read, in small pieces, only if a URL or a
 * message continues there. */
struct byte_stream range_stream_open(struct range_stream *s, urlgrep_mail_source source,
    const urlgrep_mail_range *range, uint64_t context);

/* ---- UTF-16 and UTF-32: detect, convert to UTF-8, and map back --- */

enum text_encoding {
	ENCODING_BYTES, /* a superset of US-ASCII: not converted */
	ENCODING_UTF16LE,
	ENCODING_UTF16BE,
	ENCODING_UTF32LE,
	ENCODING_UTF32BE
};

enum { ENCODING_HEAD_BYTES = 512 }; /* enough bytes to detect the encoding */

/* Return the encoding of a text that begins with head[0..len), all of it or
 * ENCODING_HEAD_BYTES: by its byte order mark or, without one, if nearly all characters
 * are US-ASCII. */
enum text_encoding utf16_detect(const char *head, size_t len);

/* Return true if more of the head is needed to detect the encoding. */
bool utf16_needs_more(const char *head, size_t len);

struct utf16_decoder {
	enum text_encoding encoding;
	uint32_t high;         /* a surrogate that waits for the second one, or 0 */
	unsigned char unit[4]; /* an incomplete code unit */
	size_t unit_len;
};

/* Convert text[0..len) to UTF-8, and return the length. out has room for 2 * len + 8 bytes. Invalid
 * code units become U+FFFD; the byte order mark is kept. An incomplete character at the end is kept
 * for the next call. */
size_t utf16_decode(struct utf16_decoder *d, const char *text, size_t len, char *out);

/* Return how many bytes of the original the converted text[0..len) comes from. */
uint64_t utf16_source_bytes(enum text_encoding encoding, const char *text, size_t len);

/* ---- folded lines of iCalendar, vCard and LDIF: a line break and the blank after it are removed
 * (RFC 5545, 3.1; RFC 6350, 3.2). So is a backslash before a colon, as in
 * "URL:https\://h.example/", which address books and calendars write; and a property that says
 * ENCODING=QUOTED-PRINTABLE is decoded (vCard 2.1, vCalendar 1.0) --- */

/* The bytes and lines removed before a byte. */
struct fold {
	uint64_t offset; /* of that byte in the unfolded text */
	uint64_t bytes;  /* removed from the beginning of the text on */
	uint64_t lines;  /* likewise: how many line breaks */
};

/* Removes folds from text that comes in pieces. Initialize with zeros, then set folds.memory; free
 * the folds. */
struct unfolder {
	struct byte_stream folded;
	struct strbuf folds; /* of struct fold, by offset; if it has failed, offsets may be wrong */
	struct fold last;    /* the sums up to now; offset: how much was returned */
	char held[2];        /* the beginning of a mark that goes on: "\r\n ", "\\:" or "=41" */
	size_t held_len;
	bool in_head;        /* before the colon of a property; so much of its encoding was read: */
	unsigned char encoding_len;
	bool is_quoted;      /* the property is in quoted-printable (vCard 2.1, vCalendar 1.0) */
};

/* Return a stream of the unfolded text of `folded`. Each read of it must ask for more than two
 * bytes. */
struct byte_stream unfolder_open(struct unfolder *u, struct byte_stream folded);

/* Unfold text[0..len) and append it to *to, which does not become longer than the text. Return how
 * many bytes were read: the last two may be left, unless this is the end (is_last). */
size_t unfolder_append(struct unfolder *u, const char *text, size_t len, bool is_last, char *to,
    size_t *to_len);

/* Return the number of bytes and lines removed before the byte at offset. */
struct fold unfolder_find(const struct unfolder *u, uint64_t offset);

/* Forget the folds before offset except for their sum: offsets before it are not looked up any
 * more. */
void unfolder_forget(struct unfolder *u, uint64_t offset);

/* ---- compressed files and archives, recognized by their first bytes and their names --- */

enum packing {
	PACKING_NONE,
	PACKING_GZIP,       /* RFC 1952 */
	PACKING_COMPRESSED, /* bzip2, xz, zstd, lzip, lzma, lz4, compress */
	PACKING_ARCHIVE,    /* tar, zip */
	PACKING_SEEKABLE    /* 7z: an archive that can be read only by seeking */
};

enum { MAGIC_BYTES = 512 }; /* enough bytes for any format: the first block of a tar */

/* Return the packing of a file that begins with head[0..len). */
enum packing magic_detect(const char *head, size_t len);

/* The content that the name of a file or attachment tells. */
enum file_content {
	FILE_UNKNOWN,
	FILE_TEXT,
	FILE_RECORDS, /* text in which each line is a record: a log, a table, JSON, subtitles */
	FILE_COMMAS,  /* likewise, and commas divide its fields */
	FILE_HTML,
	FILE_XML,
	FILE_FOLDED,  /* iCalendar, vCard, LDIF */
	FILE_RTF,
	FILE_MESSAGE,
	FILE_MAILBOX,
	FILE_OUTLOOK, /* a message or template */
	FILE_SMIME
};

/* Return the content that the ending of name[0..len) tells. */
enum file_content file_name_content(const char *name, size_t len);
/* The same of a path: before the endings of compressed files (.gz), of old copies (.bak) and of
 * rotated logs (.1), even several of them. */
enum file_content file_path_content(const char *path);

/* Return the length of the skippable frames (RFC 8878, section 3.1.2) before the first frame of
 * zstd or lz4; 0 if there are none, or if they do not end within head[0..len). pzstd writes
 * one before each frame; libarchive 3.6 expects none before the first. */
size_t magic_skippable(const char *head, size_t len);

/* Return true if head[0..len) has a whole line of text and begins as no packed file
 * does. Then there is no need to wait for more, which may come slowly through a pipe. */
bool magic_is_text(const char *head, size_t len);

/* Return the name of the format, if the file that begins with head[0..len) holds mail that
 * is not read: TNEF that is damaged, or Outlook's .pst; else NULL. */
const char *magic_unread_mail(const char *head, size_t len);

/* Return true if head[0..len) begins a compound file ([MS-CFB]), as .msg and .doc are. */
bool magic_is_compound_file(const char *head, size_t len);

/* Return true if it is a message of Outlook: its path ends in .msg or .oft, or the bytes at hand
 * have names of streams that other compound files do not have. */
bool magic_is_outlook(const char *path, const char *head, size_t len);

/* ---- the decompressed bytes of a .gz (RFC 1952)
 *
 * This is not left to libarchive, which uses zlib, withholds up to 64 KiB before damage, and does
 * not compare checksums. --- */

/* The least room that a read needs. */
enum { MIN_INFLATE_ROOM = 128 * 1024 };

struct gzip_reader;

/* Return the length of the next bytes of the .gz, which last until the next call; 0 at the end,
 * -1 on an error. */
typedef ssize_t gzip_next_fn(void *data, const void **bytes);

/* Return a reader of one .gz, or NULL without memory. ISA-L or zlib decompresses, which must be
 * loaded: ISA-L takes a third of zlib's time. memory and data are borrowed. */
struct gzip_reader *gzip_reader_new(const urlgrep_memory *memory, bool use_isal,
    gzip_next_fn *next, void *data);
/* Takes NULL. */
void gzip_reader_free(struct gzip_reader *r);

/* Read like read(2) into at least MIN_INFLATE_ROOM bytes: return 0 at the end, -1 on an
 * error, and -1 again if called again. All that comes before an error is returned first, but for
 * up to 258 bytes before damage, which ISA-L withholds. Several members are read as one; bytes
 * after the last that are not a member are ignored. */
ssize_t gzip_reader_read(struct gzip_reader *r, char *text, size_t size);

/* The same, but set *bytes to the next bytes, which last until the next call. */
ssize_t gzip_reader_next(struct gzip_reader *r, const void **bytes);

/* Return the error for people, or NULL. */
const char *gzip_reader_error(const struct gzip_reader *r);

/* ---- a stream read in a thread of its own, some buffers ahead of whoever takes the bytes: one
 * processor decompresses while another searches --- */

struct read_ahead;

/* Return a reader that is used for one stream after another, or NULL without memory. It takes
 * 768 KiB. memory is borrowed. */
struct read_ahead *read_ahead_new(const urlgrep_memory *memory);
/* Takes NULL. */
void read_ahead_free(struct read_ahead *a);

/* Begin to read the rest of the stream, with reads of at least 128 KiB. Until read_ahead_is_on()
 * returns false again, no other code may use the stream. Returns false if there is no thread: the
 * caller reads the stream itself. */
bool read_ahead_start(struct read_ahead *a, struct byte_stream stream);

/* Return true if a stream was begun and has not ended. */
bool read_ahead_is_on(const struct read_ahead *a);

/* Like read(2): the next bytes of the stream; 0 at its end, or -1 on an error, after
 * which the thread has ended. The stream must be on. */
ssize_t read_ahead_read(struct read_ahead *a, char *text, size_t size);

/* End the thread, and discard the bytes that it has read. Takes NULL. */
void read_ahead_stop(struct read_ahead *a);

/* ---- an input decompressed and, if it is an archive, its members one after another; everything is
 * streamed, nothing is written to disk --- */

struct archive_reader;

/* Make a reader for one input after another; it takes 100 KB. Return NULL without memory.
 * memory is borrowed. libarchive allocates its own. */
struct archive_reader *archive_reader_new(const urlgrep_memory *memory);
/* Takes NULL. */
void archive_reader_free(struct archive_reader *r);

/* Begin to read the bytes of source: with URLGREP_RAW as they are, with URLGREP_READ_AHEAD in another
 * thread, if need be. The objects that the source refers to must last until the next call. The
 * format is detected by the first bytes: gzip, bzip2, xz, zstd, lzip, lzma, lz4, compress, tar, zip,
 * a tar that is compressed, 7z if the source is seekable, or none of these. A compressed member of
 * an archive is decompressed; the members of a tar or zip in it are read like its own. An archive at
 * the third level is not unpacked, nor is a 7z in an archive. */
void archive_reader_open(struct archive_reader *r, urlgrep_mail_source source, unsigned flags);

/* Go to the next member. An input that is not an archive has one. Directories and links are skipped.
 * Return 1; 0 at the end; or -1 on an error: members read before are good, and calling again goes on
 * after the error (a damaged header in a tar, the member after a damaged zip) or returns 0. */
int archive_reader_next(struct archive_reader *r);

/* Read bytes of the member, like read(2): return 0 at its end, -1 on an error, and -1 again if called
 * again. archive_reader_next then goes to the next member, if there is one. */
ssize_t archive_reader_read(struct archive_reader *r, char *text, size_t size);

enum { MAX_NESTED_ARCHIVES = 2 }; /* the input, and its members */

/* The member that the reader went to, and its last error. Strings last until the next call. */
struct archive_state {
	/* The name of the member; if that is an archive, then of the member in it; then NULL. After an
	 * error in an archive that is a member, only this has a name. */
	const char *names[MAX_NESTED_ARCHIVES + 1];
	const char *unread; /* why the member, an archive, is read as it is; else NULL */
	bool is_plain;      /* the member is the input itself, as it is */
	const char *error;  /* for people; "": there was none */
	int system_error;   /* its errno, if the source could not be read, else 0 */
	_Atomic uint64_t bytes_read; /* of the source; maybe by a thread that reads ahead */
};

/* Return the state, which lasts as long as the reader. */
const struct archive_state *archive_reader_state(const struct archive_reader *r);

#endif
