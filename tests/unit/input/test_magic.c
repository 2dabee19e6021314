/* test_magic.c - files recognized by their first bytes: every magic number, truncated and
 * with a byte changed; texts that look alike; mail that is not read */
#include "input/input.h"
#include "tap.h"

#define BYTES(literal) literal, sizeof(literal) - 1

static const struct packed {
	const char *head;
	size_t len;
	enum packing packing;
} heads[] = {
	/* gzip: the method, the flags */
	{ BYTES("\x1f\x8b\x08\x00"), PACKING_GZIP },
	{ BYTES("\x1f\x8b\x08\x1f"), PACKING_GZIP },
	{ BYTES("\x1f\x8b\x08\x20"), PACKING_GZIP },
	{ BYTES("\x1f\x8b\x08\x40"), PACKING_GZIP },
	{ BYTES("\x1f\x8b\x08\x80"), PACKING_GZIP },
	{ BYTES("\x1f\x8b\x08"), PACKING_GZIP },
	{ BYTES("\x1f\x8b"), PACKING_NONE },
	{ BYTES("\x1f\x8b\x07\x00"), PACKING_NONE },
	{ BYTES("\x1f\x8c\x08\x00"), PACKING_NONE },
	/* bzip2: the size, a block or the end */
	{ BYTES("BZh1\x31\x41\x59\x26\x53\x59"), PACKING_COMPRESSED },
	{ BYTES("BZh9\x31\x41\x59\x26\x53\x59"), PACKING_COMPRESSED },
	{ BYTES("BZh9\x17\x72\x45\x38\x50\x90"), PACKING_COMPRESSED },
	{ BYTES("BZh0\x31\x41\x59\x26\x53\x59"), PACKING_NONE },
	{ BYTES("BZh:\x31\x41\x59\x26\x53\x59"), PACKING_NONE },
	{ BYTES("BZi9\x31\x41\x59\x26\x53\x59"), PACKING_NONE },
	{ BYTES("BZh9\x31\x41\x59\x26\x53\x58"), PACKING_NONE },
	{ BYTES("BZh9\x31\x41\x59\x26\x53"), PACKING_NONE },
	{ BYTES("BZh9\x17\x72\x45\x38\x50\x91"), PACKING_NONE },
	{ BYTES("BZh9\x17\x72\x45\x38\x50"), PACKING_NONE },
	{ BYTES("BZh9"), PACKING_NONE },
	{ BYTES("BZh"), PACKING_NONE },
	/* compress: the bits of a code */
	{ BYTES("\x1f\x9d\x09"), PACKING_COMPRESSED },
	{ BYTES("\x1f\x9d\x89"), PACKING_COMPRESSED },
	{ BYTES("\x1f\x9d\x90"), PACKING_COMPRESSED },
	{ BYTES("\x1f\x9d\x08"), PACKING_NONE },
	{ BYTES("\x1f\x9d\x11"), PACKING_NONE },
	{ BYTES("\x1f\x9d\x29"), PACKING_NONE },
	{ BYTES("\x1f\x9d\x49"), PACKING_NONE },
	{ BYTES("\x1f\x9d"), PACKING_NONE },
	{ BYTES("\x1f\x9e\x90"), PACKING_NONE },
	/* lzma: a dictionary, a length, the first byte of the coder */
	{ BYTES("\x5d\0\0\1\0\xff\xff\xff\xff\xff\xff\xff\xff\0"), PACKING_COMPRESSED },
	{ BYTES("\x5d\0\0\0\x5f\xff\xff\xff\xff\xff\xff\xff\xff\0"), PACKING_COMPRESSED },
	{ BYTES("\x5d\0\0\0\x60\xff\xff\xff\xff\xff\xff\xff\xff\0"), PACKING_NONE },
	{ BYTES("\x5d\0\0\0\xe0\xff\xff\xff\xff\xff\xff\xff\xff\0"), PACKING_NONE },
	{ BYTES("\x5d\0\0\0\1\1\2\3\4\x3f\0\0\0\0"), PACKING_COMPRESSED },
	{ BYTES("\x5d\0\0\0\1\1\2\3\4\x40\0\0\0\0"), PACKING_NONE },
	{ BYTES("\x5d\0\0\0\1\1\2\3\4\xc0\0\0\0\0"), PACKING_NONE },
	{ BYTES("\x5d\0\0\0\1\1\2\3\4\0\1\0\0\0"), PACKING_NONE },
	{ BYTES("\x5d\0\0\0\1\1\2\3\4\0\0\1\0\0"), PACKING_NONE },
	{ BYTES("\x5d\0\0\0\1\1\2\3\4\0\0\0\1\0"), PACKING_NONE },
	{ BYTES("\x5d\0\0\0\1\1\2\3\4\0\0\0\0\1"), PACKING_NONE },
	{ BYTES("\x5d\0\0\0\1\xff\xff\xff\xff\xff\xff\xff\xfe\0"), PACKING_NONE },
	{ BYTES("\x5d\0\1\0\1\1\2\3\4\0\0\0\0\0"), PACKING_NONE },
	{ BYTES("\x5d\0\0\0\1\1\2\3\4\0\0\0\0"), PACKING_NONE },
	{ BYTES(""), PACKING_NONE },
	{ BYTES("From a@b"), PACKING_NONE },
};

/* Magic numbers that are recognized regardless of what follows. */
static const struct packed numbers[] = {
	{ BYTES("\xfd" "7zXZ\0"), PACKING_COMPRESSED },
	{ BYTES("\x28\xb5\x2f\xfd"), PACKING_COMPRESSED },
	{ BYTES("LZIP\1"), PACKING_COMPRESSED },
	{ BYTES("\x04\x22\x4d\x18"), PACKING_COMPRESSED },
	{ BYTES("\x02\x21\x4c\x18"), PACKING_COMPRESSED },
	{ BYTES("7z\xbc\xaf\x27\x1c"), PACKING_SEEKABLE },
	{ BYTES("PK\3\4"), PACKING_ARCHIVE },
	{ BYTES("PK\5\6"), PACKING_ARCHIVE },
};

enum { TAR = 257 };

static void
check_number(const struct packed *p, size_t offset)
{
	char head[MAGIC_BYTES];
	size_t i, len = offset + p->len;
	bool good = true;

	memset(head, 'x', sizeof(head));
	memcpy(head + offset, p->head, p->len);
	ok(magic_detect(head, len) == p->packing && magic_detect(head, MAGIC_BYTES) ==
	    p->packing && magic_detect(head, len - 1) == PACKING_NONE, "%.2s", p->head);
	for (i = offset; i < len; i++) {
		head[i] ^= 1;
		good &= magic_detect(head, len) == PACKING_NONE;
		head[i] ^= 1;
	}
	ok(good, "%.2s with a byte changed", p->head);
	memmove(head + 1, head, len);
	ok(magic_detect(head, len + 1) == PACKING_NONE, "%.2s at another offset", p->head);
}

#define ZSTD "\x28\xb5\x2f\xfd"

static const struct {
	const char *head;
	size_t len, skipped;
} skippable[] = {
	{ BYTES("\x50\x2a\x4d\x18\3\0\0\0abc" ZSTD), 11 },
	{ BYTES("\x50\x2a\x4d\x18\0\0\0\0\x5f\x2a\x4d\x18\1\0\0\0a" ZSTD), 17 },
	{ BYTES("\x51\x2a\x4d\x18\0\0\0\0\x04\x22\x4d\x18"), 8 },
	{ BYTES("\x60\x2a\x4d\x18\0\0\0\0" ZSTD), 0 }, { BYTES(ZSTD), 0 }, { BYTES(""), 0 },
	{ BYTES("\x50\x2a\x4d\x18\0\0\0\0\x28\xb5\x2f"), 0 },
	{ BYTES("\x50\x2a\x4d\x18\x8\0\0\0" ZSTD ZSTD), 0 },
	{ BYTES("\x50\x2a\x4d\x18\xff\xff\xff\xff" ZSTD), 0 },
};

static void
test_detect(void)
{
	static const struct packed tar = { BYTES("ustar"), PACKING_ARCHIVE };

	FOR_EACH(head, heads)
		ok(magic_detect(head->head, head->len) == head->packing, "head %zu", INDEX(head, heads));
	FOR_EACH(number, numbers)
		check_number(number, 0);
	check_number(&tar, TAR);
	FOR_EACH(c, skippable)
		ok(magic_skippable(c->head, c->len) == c->skipped,
		    "skippable frames %zu", INDEX(c, skippable));
}

static void
test_text(void)
{
	static const struct {
		const char *head;
		size_t len;
		bool is_text;
	} texts[] = {
		{ BYTES("a\n"), true }, { BYTES("\n"), true }, { BYTES(""), false },
		{ BYTES("a"), false }, { BYTES("a\n\0"), false }, { BYTES("\0\n"), false },
		{ BYTES("\x1f\n"), false }, { BYTES("BZh\n"), false }, { BYTES("BZ\n"), true },
		{ BYTES("BZi\n"), true }, { BYTES("PK\n"), true }, { BYTES("PK\3\4\n"), false },
		{ BYTES("PK\5\6\n"), false }, { BYTES("PK\3\5\n"), true },
		{ BYTES("LZIP\1\n"), false }, { BYTES("LZIP\2\n"), true },
		{ BYTES("\x28\xb5\x2f\xfd\n"), false }, { BYTES("\x04\x22\x4d\x18\n"), false },
		{ BYTES("\x02\x21\x4c\x18\n"), false },
		{ BYTES("7z\xbc\xaf\x27\x1c\n"), false }, { BYTES("7z\n"), true },
		{ BYTES("ustar\n"), true },
	};

	FOR_EACH(text, texts)
		ok(magic_is_text(text->head, text->len) == text->is_text, "text %zu", INDEX(text, texts));
}

#define OLE "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"

/* Write a name in UTF-16 after the head of an OLE file. Return the total length. */
static size_t
put_stream(char *head, const char *name)
{
	size_t len = strlen(OLE), i;

	memcpy(head, OLE, len);
	for (i = 0; name[i]; i++) {
		head[len++] = name[i];
		head[len++] = '\0';
	}
	return len;
}

static bool
is_named(const char *found, const char *wanted)
{
	return found == wanted || (found && wanted && strstr(found, wanted));
}

static void
test_unread(void)
{
	static const struct {
		const char *head, *found;
	} unread[] = {
		{ "\x78\x9f\x3e\x22", "TNEF" }, { "\x78\x9f\x3e\x23", NULL },
		{ "\x78\x9f\x3e", NULL }, { "!BDN", ".pst" }, { "!BDM", NULL },
	};
	static const struct {
		const char *path, *head;
		bool is_outlook;
	} files[] = {
		{ "a.msg", OLE, true }, { "a.OFT", OLE, true }, { "a.Msg", OLE, true }, { "a.msx", OLE, false },
		{ "a.ofx", OLE, false }, { ".msg", OLE, true }, { "a.doc", OLE, false },
		{ "a.msg1", OLE, false }, { "a.msg", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe2", false },
		{ "", OLE, false }, { "a.msg", "text", false },
	};
	static const char *const streams[] = {
		"__substg1.0_", "__nameid_version1.0", "__properties_version1.0"
	};
	char head[100];
	size_t len;

	FOR_EACH(c, unread)
		ok(is_named(magic_unread_mail(c->head, strlen(c->head)), c->found),
		    "unread %zu", INDEX(c, unread));
	FOR_EACH(file, files)
		ok(magic_is_outlook(file->path, file->head, strlen(file->head)) ==
		    file->is_outlook, "Outlook %zu", INDEX(file, files));
	FOR_EACH(stream, streams) {
		len = put_stream(head, *stream);
		ok(magic_is_outlook("a", head, len) && !magic_is_outlook("a", head, len - 1), "stream %s",
		    *stream);
	}
	ok(!magic_is_outlook("a", head, put_stream(head, "__other")), "another stream");
}

int
main(void)
{
	test_detect();
	test_text();
	test_unread();
	return done_testing();
}
