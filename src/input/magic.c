/* magic.c - recognize compressed files and archives by their first bytes */
#include "input/magic.h"

#include <string.h>

/* The first bytes of everything below, except tar, which begins with a name. */
static const char first_bytes[] = { '\x1f', 'B', '\xfd', '\x28', 'P' };

static const struct magic {
	size_t offset;
	const char *bytes;
	size_t len;
	enum packing packing;
} magics[] = {
	{ 0, "\xfd" "7zXZ\0", 6, PACKING_COMPRESSED },     /* xz */
	{ 0, "\x28\xb5\x2f\xfd", 4, PACKING_COMPRESSED },  /* zstd */
	{ 0, "PK\003\004", 4, PACKING_ARCHIVE },           /* zip, */
	{ 0, "PK\005\006", 4, PACKING_ARCHIVE },           /* without members */
	/* tar; libarchive verifies the checksum of the block as well, and reads a text
	 * that has these bytes by chance as it is */
	{ 257, "ustar", 5, PACKING_ARCHIVE },
};

static bool
has_magic(const char *head, size_t len, size_t offset, const char *magic, size_t n)
{
	return len >= offset + n && memcmp(head + offset, magic, n) == 0;
}

/* RFC 1952: 8 is the only method, and the upper three flags are 0. */
static bool
is_gzip(const char *head, size_t len)
{
	return has_magic(head, len, 0, "\x1f\x8b\x08", 3) && len > 3 &&
	    ((unsigned char)head[3] & 0xe0) == 0;
}

/* A mail may begin with "BZh9", but not with the magic number of a block (the digits of
 * pi) or of the end (those of its square root) after that. */
static bool
is_bzip2(const char *head, size_t len)
{
	return has_magic(head, len, 0, "BZh", 3) && len > 3 && head[3] >= '1' &&
	    head[3] <= '9' &&
	    (has_magic(head, len, 4, "\x31\x41\x59\x26\x53\x59", 6) ||
	        has_magic(head, len, 4, "\x17\x72\x45\x38\x50\x90", 6));
}

enum packing
magic_detect(const char *head, size_t len)
{
	size_t i;

	if (is_gzip(head, len) || is_bzip2(head, len))
		return PACKING_COMPRESSED;
	for (i = 0; i < sizeof(magics) / sizeof(magics[0]); i++)
		if (has_magic(head, len, magics[i].offset, magics[i].bytes,
		        magics[i].len))
			return magics[i].packing;
	return PACKING_NONE;
}

bool
magic_is_text(const char *head, size_t len)
{
	return len > 0 && !memchr(first_bytes, head[0], sizeof(first_bytes)) &&
	    memchr(head, '\n', len) && !memchr(head, '\0', len);
}
