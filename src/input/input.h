/* input.h - read, convert and decompress the bytes of an input */
#ifndef INPUT_INPUT_H
#define INPUT_INPUT_H

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "urlgrep_mail.h"
#include "util/strbuf.h"

enum text_encoding {
	ENCODING_BYTES, /* a superset of US-ASCII: not converted */
	ENCODING_UTF16LE,
	ENCODING_UTF16BE,
	ENCODING_UTF32LE,
	ENCODING_UTF32BE
};

/* A sequential reader of an urlgrep_mail_source, or of the text that it is converted to. */
struct byte_stream {
	/* Like read(2): each read continues where the previous one ended. */
	ssize_t (*read)(void *data, char *buffer, size_t size);
	void *data;
	uint64_t origin; /* offset of the first byte in the source */
	enum text_encoding encoding; /* from which the text is converted to UTF-8 */
};

/* ---- files and buffers --- */

/* The errno of a read from a file that was truncated after it was opened. No system returns this
 * value for a read from a file. */
#define FILE_TRUNCATED ENOMSG

struct file_source {
	int fd;        /* borrowed */
	uint64_t base; /* position of the descriptor, which is offset 0 of the source */
	uint64_t size; /* of the source, when it was opened; 0 if unknown */
	bool seekable;
};

/* Return a source of the bytes from the current position of fd on. A regular file is read with
 * pread, which does not change that position, anything else with read. Interrupted reads are
 * retried. Bytes appended to a file after it was opened are not read; a file that has become
 * shorter fails with FILE_TRUNCATED. The source refers to f. */
urlgrep_mail_source file_source_open(struct file_source *f, int fd);

/* Return a source of the bytes of a buffer. The source refers to *buffer. */
urlgrep_mail_source buffer_source_open(urlgrep_span *buffer);

/* ---- UTF-16 and UTF-32: detect, convert to UTF-8, and map back --- */

enum { ENCODING_HEAD_BYTES = 512 }; /* enough bytes to detect the encoding */

/* Return the encoding of a text that begins with head[0..len), which is the whole text or at least
 * ENCODING_HEAD_BYTES. The encoding is detected by its byte order mark or, without one, if nearly
 * all characters are US-ASCII. */
enum text_encoding utf16_detect(const char *head, size_t len);

/* Return true if more of the head is needed to detect the encoding. */
bool utf16_needs_more(const char *head, size_t len);

struct utf16_decoder {
	enum text_encoding encoding;
	uint32_t high;         /* a high surrogate that needs the next unit, or 0 */
	unsigned char unit[4]; /* an incomplete code unit */
	size_t unit_len;
};

/* Convert text[0..len) to UTF-8, and return the length. out has room for 2 * len + 8 bytes. Invalid
 * code units become U+FFFD; the byte order mark is kept. An incomplete character at the end is
 * saved for the next call. */
size_t utf16_decode(struct utf16_decoder *d, const char *text, size_t len, char *out);

/* Return the number of original bytes that were converted to text[0..len) or, with ENCODING_BYTES,
 * are that text. */
uint64_t utf16_source_bytes(enum text_encoding encoding, const char *text, size_t len);

/* ---- folded lines of iCalendar, vCard and LDIF: a line break and the blank after it are removed
 * (RFC 5545, 3.1; RFC 6350, 3.2), and so is a backslash before a colon or a semicolon, which
 * address books and calendars write, as in "URL:https\://h.example/". The value of a property with
 * ENCODING=QUOTED-PRINTABLE is decoded (vCard 2.1, vCalendar 1.0) --- */

/* The number of bytes and lines removed before a byte. */
struct fold {
	uint64_t offset; /* of that byte in the unfolded text */
	uint64_t bytes;  /* removed since the beginning of the text */
	uint64_t lines;  /* line breaks removed, likewise */
};

/* Removes folds from text that comes in pieces. Initialize to zeros, then set folds.memory; free
 * folds after use. */
struct unfolder {
	struct byte_stream folded;
	struct strbuf folds; /* of struct fold, by offset; if it has failed, offsets may be wrong */
	size_t taken;        /* how many of these were passed by unfolder_take() */
	struct fold before;  /* the last of them */
	struct fold last;    /* the totals so far; offset: the number of bytes returned */
	char held[2];        /* the beginning of an incomplete mark: "\r\n ", "\\:" or "=41" */
	size_t held_len;
	bool is_in_value;    /* after the colon of a property */
	unsigned char encoding_len; /* how much of "quoted-printable" has been matched there */
	bool is_quoted;      /* the property is in quoted-printable (vCard 2.1, vCalendar 1.0) */
};

/* Return a stream of the unfolded text of `folded`. Each read from it must request more than two
 * bytes. */
struct byte_stream unfolder_open(struct unfolder *u, struct byte_stream folded);

/* Unfold text[0..len) and append it to *to, which grows by at most len bytes. Return the number of
 * bytes read: the last two may be left unread, unless this is the end (is_last). */
size_t unfolder_append(struct unfolder *u, const char *text, size_t len, bool is_last,
    struct strbuf *to);

/* Return the number of bytes and lines removed before the byte at offset, and forget these folds:
 * the next offset must not be less. */
struct fold unfolder_take(struct unfolder *u, uint64_t offset);

/* ---- compressed files and archives, detected by their first bytes and their names --- */

enum packing {
	PACKING_NONE,
	PACKING_GZIP,       /* RFC 1952 */
	PACKING_COMPRESSED, /* bzip2, xz, zstd, lzip, lzma, lz4, compress */
	PACKING_ARCHIVE,    /* tar, zip */
	PACKING_SEEKABLE    /* 7z: an archive that can be read only by seeking */
};

enum { MAGIC_BYTES = 512 }; /* enough for any format: the first block of a tar */

/* Return the packing of a file that begins with head[0..len). */
enum packing magic_detect(const char *head, size_t len);

/* The kind of content that the name of a file or attachment indicates. */
enum file_content {
	FILE_UNKNOWN,
	FILE_TEXT,
	FILE_RECORDS, /* text in which each line is a record: a log, a table, JSON, subtitles */
	FILE_COMMAS,  /* likewise, with fields separated by commas */
	FILE_HTML,
	FILE_XML,
	FILE_FOLDED,  /* iCalendar, vCard, LDIF */
	FILE_RTF,
	FILE_MESSAGE,
	FILE_MAILBOX,
	FILE_OUTLOOK, /* a message or template */
	FILE_SMIME
};

/* Return the content that the ending of name[0..len) indicates. */
enum file_content file_name_content(const char *name, size_t len);
/* Likewise for a path, ignoring any endings of compressed files (.gz), old copies (.bak) and
 * rotated logs (.1). */
enum file_content file_path_content(const char *path);

/* Return the length of the skippable frames (RFC 8878, section 3.1.2) before the first frame of
 * zstd or lz4; 0 if there are none, or if they do not end within head[0..len). pzstd writes a
 * skippable frame before each frame; libarchive 3.6 does not accept one before the first. */
size_t magic_skippable(const char *head, size_t len);

/* Return true if head[0..len) contains a whole line of text and cannot be the beginning of a packed
 * file. Then there is no need to wait for more bytes, which may come slowly through a pipe. */
bool magic_is_text(const char *head, size_t len);

/* Return a message with the name of the format if the file that begins with head[0..len) holds mail
 * that is not read: TNEF (the caller has tried to read it) or Outlook's .pst; else NULL. */
const char *magic_unread_mail(const char *head, size_t len);

/* Return true if head[0..len) begins a compound file ([MS-CFB]), such as a .msg or a .doc. */
bool magic_is_compound_file(const char *head, size_t len);

/* Return true if the file is an Outlook message: a compound file whose path ends in .msg or .oft,
 * or whose bytes at hand contain names of streams that other compound files do not have. */
bool magic_is_outlook(const char *path, const char *head, size_t len);

/* ---- the decompressed bytes of a .gz (RFC 1952)
 *
 * libarchive is not used for gzip: it uses zlib, withholds up to 64 KiB before damage, and does not
 * compare checksums. --- */

/* The smallest buffer that a read may be given. */
enum { MIN_INFLATE_ROOM = 128 * 1024 };

struct gzip_reader;

/* Set *bytes to the next bytes of the .gz, which are valid until the next call, and return their
 * number; 0 at the end, -1 on an error. */
typedef ssize_t gzip_next_fn(void *data, const void **bytes);

/* Return a reader of one .gz, or NULL if out of memory. It decompresses with ISA-L or zlib, which
 * must be loaded. ISA-L needs a third of zlib's time. memory and data are borrowed. */
struct gzip_reader *gzip_reader_new(const urlgrep_memory *memory, bool use_isal,
    gzip_next_fn *next, void *data);
/* NULL is allowed. */
void gzip_reader_free(struct gzip_reader *r);

/* Read like read(2) into a buffer of at least MIN_INFLATE_ROOM bytes: return 0 at the end, -1 on an
 * error, and -1 again if called again. The bytes before an error are returned first; with ISA-L, up
 * to 258 bytes before damage are lost. The members are read as one stream; bytes after the last
 * member are ignored. */
ssize_t gzip_reader_read(struct gzip_reader *r, char *text, size_t size);

/* The same, but set *bytes to the next bytes, which are valid until the next call. */
ssize_t gzip_reader_next(struct gzip_reader *r, const void **bytes);

/* Return an error message for the user, or NULL. */
const char *gzip_reader_error(const struct gzip_reader *r);

/* ---- a stream that a thread of its own reads some buffers ahead of the consumer: one processor
 * decompresses while another searches --- */

struct read_ahead;

/* Return a reader that can be used for one stream after another, or NULL if out of memory. It uses
 * 768 KiB. memory is borrowed. */
struct read_ahead *read_ahead_new(const urlgrep_memory *memory);
/* NULL is allowed. */
void read_ahead_free(struct read_ahead *a);

/* Begin to read the rest of the stream, with reads of at least 128 KiB. Until read_ahead_is_on()
 * returns false again, no other code may use the stream. Return false if no thread can be started:
 * then the caller reads the stream itself. */
bool read_ahead_start(struct read_ahead *a, struct byte_stream stream);

/* Return true if a stream has been started and has not ended. */
bool read_ahead_is_on(const struct read_ahead *a);

/* Return the next bytes of the stream, like read(2); 0 at its end, -1 on an error. After 0 or -1
 * the thread has ended. read_ahead_is_on() must be true. */
ssize_t read_ahead_read(struct read_ahead *a, char *text, size_t size);

/* End the thread, and discard the bytes that it has read. NULL is allowed. */
void read_ahead_stop(struct read_ahead *a);

/* ---- a decompressed input or, if it is an archive, its members one after another; everything is
 * streamed, nothing is written to disk --- */

struct archive_reader;

/* Return a reader for one input after another, or NULL if out of memory. It uses 100 KB. memory is
 * borrowed. libarchive allocates its own memory. */
struct archive_reader *archive_reader_new(const urlgrep_memory *memory);
/* NULL is allowed. */
void archive_reader_free(struct archive_reader *r);

/* Begin to read the bytes of source: unchanged with URLGREP_RAW, and with large packed members read
 * in another thread with URLGREP_READ_AHEAD. The objects that the source refers to must last until
 * the next call. The format is detected by the first bytes: gzip, bzip2, xz, zstd, lzip, lzma, lz4,
 * compress, tar, zip, a compressed tar, 7z if the source is seekable, or none of these. Compressed
 * members of an archive are decompressed; a tar or zip in an archive is read like the archive
 * itself. Archives at the third level and 7z files in an archive are not unpacked. */
void archive_reader_open(struct archive_reader *r, urlgrep_mail_source source, unsigned flags);

/* Begin to read the only member of a source as it is stored, from `context` bytes before the range
 * on. Return the offset of its first byte. Bytes after the end of the range are returned in small
 * pieces; the caller reads them only if a URL or a message continues there. */
uint64_t archive_reader_open_range(struct archive_reader *r, urlgrep_mail_source source,
    const urlgrep_mail_range *range, uint64_t context);

/* Go to the next member of the input that is open. An input that is not an archive has one.
 * Directories and links are skipped. Return 1; 0 at the end; or -1 on an error: members read before
 * are good, and the next call continues after the error (in a damaged tar, or after a damaged zip
 * member) or returns 0. */
int archive_reader_next(struct archive_reader *r);

/* Read bytes of the member, like read(2): return 0 at its end, -1 on an error, and -1 again if
 * called again. archive_reader_next then goes to the next member, if there is one. */
ssize_t archive_reader_read(struct archive_reader *r, char *text, size_t size);

enum { MAX_NESTED_ARCHIVES = 2 }; /* the input, and its members */

/* The current member of the reader, and its last error. Strings are valid until the next call. */
struct archive_state {
	/* The name of the member; if that is an archive, also the name of the member in it; then
	 * NULL. After an error in a nested archive, only the name of that archive is set. */
	const char *names[MAX_NESTED_ARCHIVES + 1];
	const char *unread; /* why the member is an archive that was not unpacked; else NULL */
	bool is_plain;      /* the member is the input itself, neither unpacked nor decompressed */
	const char *error;  /* a message for the user; "": no error */
	int system_error;   /* the errno of the error, if reading the source failed, else 0 */
	/* of the source, or of its range; a read-ahead thread may change it */
	_Atomic uint64_t bytes_read;
};

/* Return the state, which is valid as long as the reader. */
const struct archive_state *archive_reader_state(const struct archive_reader *r);

#endif
