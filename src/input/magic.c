/* magic.c - detect compressed files and archives by their first bytes, and content by file names */
#include "input/input.h"

#include <string.h>

#include "util/ascii.h"
#include "util/byte_range.h"
#include "util/memory.h"

static const struct magic {
	size_t offset;
	const char *bytes;
	size_t len;
	enum packing packing;
} magics[] = {
	{ 0, "\x1f\x8b\x08", 3, PACKING_GZIP },          /* 8 is the only method */
	{ 0, "\xfd" "7zXZ\0", 6, PACKING_COMPRESSED },     /* xz */
	{ 0, "\x28\xb5\x2f\xfd", 4, PACKING_COMPRESSED },  /* zstd */
	{ 0, "LZIP\001", 5, PACKING_COMPRESSED },          /* lzip */
	{ 0, "\x04\x22\x4d\x18", 4, PACKING_COMPRESSED },  /* lz4 */
	{ 0, "\x02\x21\x4c\x18", 4, PACKING_COMPRESSED },  /* lz4, written by its first versions */
	{ 0, "7z\xbc\xaf\x27\x1c", 6, PACKING_SEEKABLE }, /* 7z */
	{ 0, "PK\003\004", 4, PACKING_ARCHIVE },           /* zip */
	{ 0, "PK\005\006", 4, PACKING_ARCHIVE },           /* zip without members */
	/* tar; libarchive also verifies the checksum of the block, and returns a text that
	 * has these bytes by chance unchanged */
	{ 257, "ustar", 5, PACKING_ARCHIVE },
};

static bool
has_magic(const char *head, size_t len, size_t offset, const char *magic, size_t n)
{
	return len >= offset + n && head[offset] == *magic && memcmp(head + offset, magic, n) == 0;
}

/* A mail may begin with "BZh9", but not if the magic number of a block (the digits of pi) or of the
 * end (the digits of the square root of pi) follows. */
static bool
is_bzip2(const char *head, size_t len)
{
	return has_magic(head, len, 0, "BZh", 3) &&
	    (has_magic(head, len, 4, "\x31\x41\x59\x26\x53\x59", 6) ||
	        has_magic(head, len, 4, "\x17\x72\x45\x38\x50\x90", 6)) &&
	    head[3] >= '1' && head[3] <= '9';
}

/* compress(1): the largest code has 9 to 16 bits, and two further bits are 0. */
static bool
is_compress(const char *head, size_t len)
{
	return has_magic(head, len, 0, "\x1f\x9d", 2) && len > 2 &&
	    (head[2] & 0x60) == 0 && (head[2] & 0x1f) >= 9 && (head[2] & 0x1f) <= 16;
}

/* lzma has no magic number. Test for the usual parameters; a dictionary of a multiple of 64 KiB, up
 * to 1.5 GiB; a length that is unknown or below 256 GiB; and the first byte of a range coder, 0. */
static bool
is_lzma(const char *head, size_t len)
{
	return len > 13 && has_magic(head, len, 0, "\x5d\0\0", 3) &&
	    (unsigned char)head[4] < 0x60 && head[13] == 0 &&
	    (has_magic(head, len, 5, "\xff\xff\xff\xff\xff\xff\xff\xff", 8) ||
	        (head[10] == 0 && head[11] == 0 && head[12] == 0 &&
	            (unsigned char)head[9] < 0x40));
}

size_t
magic_skippable(const char *head, size_t len)
{
	enum { SKIPPABLE = 0x184d2a5 };
	struct byte_reader r = { head, 0, len, false };
	size_t at = 0;

	for (; read_little_endian(&r, 4) >> 4 == SKIPPABLE; at = r.at) {
		read_bytes(&r, read_little_endian(&r, 4));
		if (r.is_short)
			return 0;
	}
	return has_magic(head, len, at, "\x28\xb5\x2f\xfd", 4) ||
	    has_magic(head, len, at, "\x04\x22\x4d\x18", 4) ? at : 0;
}

enum packing
magic_detect(const char *head, size_t len)
{
	size_t i;

	if (is_bzip2(head, len) || is_compress(head, len) || is_lzma(head, len))
		return PACKING_COMPRESSED;
	for (i = 0; i < COUNT(magics); i++)
		if (has_magic(head, len, magics[i].offset, magics[i].bytes,
		        magics[i].len))
			return magics[i].packing;
	return PACKING_NONE;
}

/* Return true if head[0..len), which is not empty, and the magic number agree as far as both go. */
static bool
may_become(const char *head, size_t len, const char *magic, size_t n)
{
	return *head == *magic && memcmp(head, magic, len < n ? len : n) == 0;
}

bool
magic_is_text(const char *head, size_t len)
{
	size_t i;

	if (len == 0 || memchr(head, '\n', len) == NULL || memchr(head, '\0', len) ||
	    *head == '\x1f' || may_become(head, len, "BZh", 3))
		return false;
	for (i = 0; i < COUNT(magics); i++)
		if (magics[i].offset == 0 &&
		    may_become(head, len, magics[i].bytes, magics[i].len))
			return false;
	return true;
}

/* ---- file names, and mail that is not read --- */

/* Return the offset of the ending of name[0..len), after the dot; 0 if there is no dot. */
static size_t
find_ending(const char *name, size_t len)
{
	while (len > 0 && !ascii_is_one_of(name[len - 1], "./:"))
		len--;
	return len > 0 && name[len - 1] == '.' ? len : 0;
}

enum file_content
file_name_content(const char *name, size_t len)
{
	static const char *const endings[] = {
		[FILE_TEXT] = "asc conf diff markdown md patch rst tex text txt url yaml yml",
		[FILE_RECORDS] =
		    "geojson har ipynb json jsonl list log ndjson sbv sources srt tab tsv vtt webmanifest",
		[FILE_COMMAS] = "csv",
		[FILE_HTML] = "hta htm html shtml xht xhtml",
		[FILE_XML] = "atom gpx kml opml plist rdf rss svg webloc xlf xml xsd xsl xslt",
		[FILE_FOLDED] = "ical ics ifb ldif vcard vcf vcs",
		[FILE_RTF] = "rtf",
		[FILE_MESSAGE] = "eml mht mhtml",
		[FILE_MAILBOX] = "mbox",
		[FILE_OUTLOOK] = "msg oft",
		[FILE_SMIME] = "p7m" };
	size_t ending = find_ending(name, len), i;

	for (i = FILE_TEXT; ending > 0 && i < COUNT(endings); i++)
		if (word_list_has(endings[i], name + ending, len - ending))
			return (enum file_content)i;
	return FILE_UNKNOWN;
}

enum file_content
file_path_content(const char *path)
{
	size_t end = strlen(path), ending;

	while ((ending = find_ending(path, end)) > 0 &&
	    (ascii_span(path + ending, end - ending, ASCII_DIGIT) == end - ending ||
	    word_list_has("gz bz2 xz zst lz lzma lz4 z old bak", path + ending, end - ending)))
		end = ending - 1;
	return file_name_content(path, end);
}

/* Return true if the bytes at hand of an OLE compound file contain this stream name, in UTF-16. */
static bool
has_stream(const char *head, size_t len, const char *name)
{
	char wide[64] = "";
	size_t n;

	for (n = 0; name[n]; n++)
		wide[2 * n] = name[n];
	return memmem(head, len, wide, 2 * n) != NULL;
}

const char *
magic_unread_mail(const char *head, size_t len)
{
	if (has_magic(head, len, 0, "\x78\x9f\x3e\x22", 4))
		return "not read: TNEF (winmail.dat)";
	if (has_magic(head, len, 0, "!BDN", 4))
		return "not read: Outlook data file (.pst)";
	return NULL;
}

bool
magic_is_compound_file(const char *head, size_t len)
{
	return has_magic(head, len, 0, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", 8);
}

bool
magic_is_outlook(const char *path, const char *head, size_t len)
{
	return magic_is_compound_file(head, len) &&
	    (file_path_content(path) == FILE_OUTLOOK ||
	        has_stream(head, len, "__substg1.0_") ||
	        has_stream(head, len, "__nameid_version1.0") ||
	        has_stream(head, len, "__properties_version1.0"));
}
