/* test_record_file.c - files whose lines are records, by their names and first lines */
#include <string.h>

#include "fence.h"
#include "find/find.h"
#include "tap.h"

static const struct name_case {
	const char *path;
	enum record_file kind;
} names[] = {
	{ "a.csv", RECORD_COMMAS },
	{ "a.csv.gz", RECORD_COMMAS },
	{ "d.csv/a", RECORD_NONE },
	{ "a.log", RECORD_LINES },
	{ "a.log.2.xz", RECORD_LINES },
	{ "a.zip:b.json", RECORD_LINES },
	{ "a.py", RECORD_NONE },
	{ "csv", RECORD_NONE },
	{ "", RECORD_NONE },
	{ "a.CSV", RECORD_COMMAS }, { "a.tsv", RECORD_LINES }, { "a.tab", RECORD_LINES },
	{ "a.jsonl", RECORD_LINES }, { "a.ndjson", RECORD_LINES }, { "a.geojson", RECORD_LINES },
	{ "a.ipynb", RECORD_LINES }, { "a.webmanifest", RECORD_LINES }, { "a.har", RECORD_LINES },
	{ "a.srt", RECORD_LINES }, { "a.vtt", RECORD_LINES }, { "a.sbv", RECORD_LINES },
	{ "a.list", RECORD_LINES }, { "a.sources", RECORD_LINES }, { "a.csvx", RECORD_NONE },
	{ "a.cs", RECORD_NONE }, { ".csv", RECORD_COMMAS }, { "a.", RECORD_NONE },
	{ "a.csv.", RECORD_COMMAS },
	{ "a.log.bz2", RECORD_LINES }, { "a.log.zst", RECORD_LINES }, { "a.log.lz", RECORD_LINES },
	{ "a.log.lzma", RECORD_LINES }, { "a.log.lz4", RECORD_LINES }, { "a.log.Z", RECORD_LINES },
	{ "a.log.old", RECORD_LINES }, { "a.log.bak", RECORD_LINES }, { "a.log.1", RECORD_LINES },
	{ "a.log.20240101.1.gz", RECORD_LINES }, { "a.log.1a", RECORD_NONE },
	{ "a.log.zip", RECORD_NONE }, { "log.gz", RECORD_NONE }, { "gz", RECORD_NONE },
	{ ".gz", RECORD_NONE }, { "1.2", RECORD_NONE }, { "d.log/1", RECORD_NONE },
	{ "d.log/.1", RECORD_NONE }, { "a.log:b.gz", RECORD_NONE }, { ":.log", RECORD_LINES },
};

#define TIME "2021-01-01 10:00:00 x\n"
#define WEB "192.0.2.1 - - [10/Oct/2020:13:55:36 -0700] \"GET / HTTP/1.0\" 200\n"

static const struct text_case {
	const char *text;
	enum record_file kind;
} texts[] = {
	/* as many commas in each of the first lines */
	{ "a,b,c\n1,2,3\n4,5,6\n", RECORD_COMMAS },
	{ "\xef\xbb\xbf" "a,b,c\r\n1,2,3\r\n4,5,6\r\n", RECORD_COMMAS },
	{ "a,b,c\n1,\"2, 2\",3\n4,5,\"6,,\"\n", RECORD_COMMAS },
	{ "a,b,c\n1,2,3\n4,5,6\nunfinished", RECORD_COMMAS },
	{ "a,b,c\n1,2,3\n", RECORD_NONE },
	{ "a,b,c\n1,2,3\n4,5\n", RECORD_NONE },
	{ "a,b,c\n1,2,3\n4,5,6,7\n", RECORD_NONE },
	{ "a,b,c\n1, 2,3\n4,5,6\n", RECORD_NONE },
	{ "a,b\n1,2\n3,4\n", RECORD_NONE },
	{ "a,b,c\n1,\"2,3\n4,5,6\n", RECORD_NONE },
	{ "a,b,c\n\n4,5,6\n", RECORD_NONE },
	/* tabs */
	{ "a\tb\nc\td\ne\tf\n", RECORD_LINES },
	{ "a\tb\nc\td\ne\tf\tg\n", RECORD_NONE },
	{ "\ta\n\tb\n\tc\n", RECORD_NONE },
	{ "a\tb\nc\td\n", RECORD_NONE },
	/* times */
	{ TIME TIME TIME, RECORD_LINES },
	{ TIME TIME, RECORD_NONE },
	{ TIME TIME "more\n", RECORD_NONE },
	{ TIME TIME "[" TIME, RECORD_LINES },
	{ "Jan  1 10:00:00 h x\nJan  1 10:00:00 h x\nJan 11 10:00:00 h x\n", RECORD_LINES },
	{ "[Sun Nov 22 10:00:00 2026] x\n[Sun Nov 22 10:00:00 2026] x\n"
	  "[Sun Nov 22 10:00:00 2026] x\n", RECORD_LINES },
	{ WEB WEB WEB, RECORD_LINES },
	{ WEB WEB "192.0.2.1 - - [10/Oct/2020]\n", RECORD_NONE },
	/* where lines begin and end */
	{ "a,b,c\r\n1,2,3\r\n4,5,6\r\n", RECORD_COMMAS }, { ",,\n,,\n,,\n", RECORD_COMMAS },
	{ ",,\r\n,,\n,,\r\n", RECORD_COMMAS }, { "a,,\nb,,\nc,, \n", RECORD_NONE },
	{ "a,b,\nc,d,\ne,f,\n", RECORD_COMMAS }, { "a,,b\nc,,d\ne,, f\n", RECORD_NONE },
	{ "\"a\",b,c\n1,\"2\",3\n4,5,\"6\"\n", RECORD_COMMAS },
	{ "a,b,\"c\n1,2,\"3\n4,5,\"6\n", RECORD_NONE }, { "\r\n\r\n\r\n", RECORD_NONE },
	{ "a,b,c\n1,2,3\n4,5,6\r", RECORD_NONE }, { "\t\n\t\n\t\n", RECORD_NONE },
	{ "a\t\nb\t\nc\t\n", RECORD_LINES }, { "a\t\tb\nc\t\td\ne\t\tf\n", RECORD_LINES },
	{ "\xef\xbb\xbf" "a\tb\nc\td\ne\tf\n", RECORD_LINES },
	/* each form of time; its last byte is missing, is another; it begins too late */
#define THREE(line) line line line
	{ THREE("2021-01-01T10:00:00\n"), RECORD_LINES }, { THREE("2021-01-01T10:00:0\n"), RECORD_NONE },
	{ THREE("[2021/01/01 10:00:00Z\n"), RECORD_LINES }, { THREE("2021-01-01 10:00\n"), RECORD_NONE },
	{ THREE("Jan 21 10:00:00 \n"), RECORD_LINES }, { THREE("Jan 21 10:00-00 \n"), RECORD_NONE },
	{ THREE("[Sun Nov 22 10:00:00\n"), RECORD_LINES }, { THREE("10:00:00\n"), RECORD_LINES },
	{ THREE("1x:00:00\n"), RECORD_NONE }, { THREE("10:00:0x\n"), RECORD_NONE },
	{ THREE(" [10/Oct/2020:13:55:36 \n"), RECORD_LINES },
#define TEN "a        -"
	{ THREE(TEN TEN TEN TEN TEN TEN "-, 10:00:00\n"), RECORD_LINES },
	{ THREE(TEN TEN TEN TEN TEN TEN "--, 10:00:00\n"), RECORD_NONE },
	{ "2021-01-01 10:00:00\n2021-01-01T10:00:00\n2021-01-01 10:00:00\n", RECORD_LINES },
	/* text */
	{ "", RECORD_NONE },
	{ "\n\n\n", RECORD_NONE },
	{ "a\nb\nc\n", RECORD_NONE },
};

/* Lines after the first RECORD_HEAD_BYTES are not looked at. */
static void
test_head(void)
{
	char text[RECORD_HEAD_BYTES + 100];
	size_t i;

	for (i = 0; i < RECORD_HEAD_BYTES; i++)
		text[i] = "1,2,3\n"[i % 6];
	memset(text + i, 'x', sizeof(text) - i);
	text[sizeof(text) - 1] = '\n';
	ok(record_file_kind_of_head(text, sizeof(text)) == RECORD_COMMAS, "a long file");
	ok(record_file_kind_of_head(text, RECORD_HEAD_BYTES) == RECORD_COMMAS, "its head");
}

/* Look at a text that ends at an unreadable page, and one that begins at one. */
static void
check_text(const struct text_case *c)
{
	size_t len = strlen(c->text);

	ok(record_file_kind_of_head(fenced_copy(c->text, len), len) == c->kind &&
	    record_file_kind_of_head(copy_after_fence(c->text, len), len) == c->kind, "text %d",
	    (int)(c - texts) + 1);
}

/* Look at as many lines as are compared, and at one more. */
static void
test_line_count(void)
{
	char text[200] = "";
	size_t i;

	for (i = 0; i < 20; i++)
		strcat(text, "1,2,3\n");
	ok(record_file_kind_of_head(text, strlen(text)) == RECORD_COMMAS, "20 lines");
	strcat(text, "x\n");
	ok(record_file_kind_of_head(text, strlen(text)) == RECORD_COMMAS, "20 lines and another");
	memmove(text, text + 6, strlen(text) - 5);
	ok(record_file_kind_of_head(text, strlen(text)) == RECORD_NONE, "19 lines and another");
}

int
main(void)
{
	size_t i;

	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		ok(record_file_kind(file_type_content(names[i].path)) == names[i].kind, "name \"%s\"",
		    names[i].path);
	for (i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		check_text(&texts[i]);
	test_head();
	test_line_count();
	return done_testing();
}
