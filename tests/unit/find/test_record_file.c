/* test_record_file.c - recognize files whose lines are records by their names and first lines */
#include <string.h>

#include "fence.h"
#include "find/find.h"
#include "tap.h"

static const struct name_case {
	const char *path;
	enum file_content kind;
} names[] = {
	{ "a.csv", FILE_COMMAS },
	{ "a.csv.gz", FILE_COMMAS },
	{ "d.csv/a", FILE_UNKNOWN },
	{ "a.log", FILE_RECORDS },
	{ "a.log.2.xz", FILE_RECORDS },
	{ "a.zip:b.json", FILE_RECORDS },
	{ "a.py", FILE_UNKNOWN },
	{ "csv", FILE_UNKNOWN },
	{ "", FILE_UNKNOWN },
	{ "a.CSV", FILE_COMMAS }, { "a.tsv", FILE_RECORDS }, { "a.tab", FILE_RECORDS },
	{ "a.jsonl", FILE_RECORDS }, { "a.ndjson", FILE_RECORDS }, { "a.geojson", FILE_RECORDS },
	{ "a.ipynb", FILE_RECORDS }, { "a.webmanifest", FILE_RECORDS }, { "a.har", FILE_RECORDS },
	{ "a.srt", FILE_RECORDS }, { "a.vtt", FILE_RECORDS }, { "a.sbv", FILE_RECORDS },
	{ "a.list", FILE_RECORDS }, { "a.sources", FILE_RECORDS }, { "a.csvx", FILE_UNKNOWN },
	{ "a.cs", FILE_UNKNOWN }, { ".csv", FILE_COMMAS }, { "a.", FILE_UNKNOWN },
	{ "a.csv.", FILE_COMMAS },
	{ "a.log.bz2", FILE_RECORDS }, { "a.log.zst", FILE_RECORDS }, { "a.log.lz", FILE_RECORDS },
	{ "a.log.lzma", FILE_RECORDS }, { "a.log.lz4", FILE_RECORDS }, { "a.log.Z", FILE_RECORDS },
	{ "a.log.old", FILE_RECORDS }, { "a.log.bak", FILE_RECORDS }, { "a.log.1", FILE_RECORDS },
	{ "a.log.20240101.1.gz", FILE_RECORDS }, { "a.log.1a", FILE_UNKNOWN },
	{ "a.log.zip", FILE_UNKNOWN }, { "log.gz", FILE_UNKNOWN }, { "gz", FILE_UNKNOWN },
	{ ".gz", FILE_UNKNOWN }, { "1.2", FILE_UNKNOWN }, { "d.log/1", FILE_UNKNOWN },
	{ "d.log/.1", FILE_UNKNOWN }, { "a.log:b.gz", FILE_UNKNOWN }, { ":.log", FILE_RECORDS },
};

#define TIME "2021-01-01 10:00:00 x\n"
#define WEB "192.0.2.1 - - [10/Oct/2020:13:55:36 -0700] \"GET / HTTP/1.0\" 200\n"

static const struct text_case {
	const char *text;
	enum file_content kind;
} texts[] = {
	/* the same number of commas in each of the first lines */
	{ "a,b,c\n1,2,3\n4,5,6\n", FILE_COMMAS },
	{ "\xef\xbb\xbf" "a,b,c\r\n1,2,3\r\n4,5,6\r\n", FILE_COMMAS },
	{ "a,b,c\n1,\"2, 2\",3\n4,5,\"6,,\"\n", FILE_COMMAS },
	{ "a,b,c\n1,2,3\n4,5,6\nunfinished", FILE_COMMAS },
	{ "a,b,c\n1,2,3\n", FILE_UNKNOWN },
	{ "a,b,c\n1,2,3\n4,5\n", FILE_UNKNOWN },
	{ "a,b,c\n1,2,3\n4,5,6,7\n", FILE_UNKNOWN },
	{ "a,b,c\n1, 2,3\n4,5,6\n", FILE_UNKNOWN },
	{ "a,b\n1,2\n3,4\n", FILE_UNKNOWN },
	{ "a,b,c\n1,\"2,3\n4,5,6\n", FILE_UNKNOWN },
	{ "a,b,c\n\n4,5,6\n", FILE_UNKNOWN },
	/* tabs */
	{ "a\tb\nc\td\ne\tf\n", FILE_RECORDS },
	{ "a\tb\nc\td\ne\tf\tg\n", FILE_UNKNOWN },
	{ "\ta\n\tb\n\tc\n", FILE_UNKNOWN },
	{ "a\tb\nc\td\n", FILE_UNKNOWN },
	/* times */
	{ TIME TIME TIME, FILE_RECORDS },
	{ TIME TIME, FILE_UNKNOWN },
	{ TIME TIME "more\n", FILE_UNKNOWN },
	{ TIME TIME "[" TIME, FILE_RECORDS },
	{ "Jan  1 10:00:00 h x\nJan  1 10:00:00 h x\nJan 11 10:00:00 h x\n", FILE_RECORDS },
	{ "[Sun Nov 22 10:00:00 2026] x\n[Sun Nov 22 10:00:00 2026] x\n"
	  "[Sun Nov 22 10:00:00 2026] x\n", FILE_RECORDS },
	{ WEB WEB WEB, FILE_RECORDS },
	{ WEB WEB "192.0.2.1 - - [10/Oct/2020]\n", FILE_UNKNOWN },
	/* where lines begin and end */
	{ "a,b,c\r\n1,2,3\r\n4,5,6\r\n", FILE_COMMAS }, { ",,\n,,\n,,\n", FILE_COMMAS },
	{ ",,\r\n,,\n,,\r\n", FILE_COMMAS }, { "a,,\nb,,\nc,, \n", FILE_UNKNOWN },
	{ "a,b,\nc,d,\ne,f,\n", FILE_COMMAS }, { "a,,b\nc,,d\ne,, f\n", FILE_UNKNOWN },
	{ "\"a\",b,c\n1,\"2\",3\n4,5,\"6\"\n", FILE_COMMAS },
	{ "a,b,\"c\n1,2,\"3\n4,5,\"6\n", FILE_UNKNOWN }, { "\r\n\r\n\r\n", FILE_UNKNOWN },
	{ "a,b,c\n1,2,3\n4,5,6\r", FILE_UNKNOWN }, { "\t\n\t\n\t\n", FILE_UNKNOWN },
	{ "a\t\nb\t\nc\t\n", FILE_RECORDS }, { "a\t\tb\nc\t\td\ne\t\tf\n", FILE_RECORDS },
	{ "\xef\xbb\xbf" "a\tb\nc\td\ne\tf\n", FILE_RECORDS },
	/* each form of time; with the last byte missing or changed; beginning too late */
#define THREE(line) line line line
	{ THREE("2021-01-01T10:00:00\n"), FILE_RECORDS }, { THREE("2021-01-01T10:00:0\n"), FILE_UNKNOWN },
	{ THREE("[2021/01/01 10:00:00Z\n"), FILE_RECORDS }, { THREE("2021-01-01 10:00\n"), FILE_UNKNOWN },
	{ THREE("Jan 21 10:00:00 \n"), FILE_RECORDS }, { THREE("Jan 21 10:00-00 \n"), FILE_UNKNOWN },
	{ THREE("[Sun Nov 22 10:00:00\n"), FILE_RECORDS }, { THREE("10:00:00\n"), FILE_RECORDS },
	{ THREE("1x:00:00\n"), FILE_UNKNOWN }, { THREE("10:00:0x\n"), FILE_UNKNOWN },
	{ THREE(" [10/Oct/2020:13:55:36 \n"), FILE_RECORDS },
#define TEN "a        -"
	{ THREE(TEN TEN TEN TEN TEN TEN "-, 10:00:00\n"), FILE_RECORDS },
	{ THREE(TEN TEN TEN TEN TEN TEN "--, 10:00:00\n"), FILE_UNKNOWN },
	{ "2021-01-01 10:00:00\n2021-01-01T10:00:00\n2021-01-01 10:00:00\n", FILE_RECORDS },
	/* text */
	{ "", FILE_UNKNOWN },
	{ "\n\n\n", FILE_UNKNOWN },
	{ "a\nb\nc\n", FILE_UNKNOWN },
};

/* Lines after the first RECORD_HEAD_BYTES are not examined. */
static void
test_head(void)
{
	char text[RECORD_HEAD_BYTES + 100];
	size_t i;

	for (i = 0; i < RECORD_HEAD_BYTES; i++)
		text[i] = "1,2,3\n"[i % 6];
	memset(text + i, 'x', sizeof(text) - i);
	text[sizeof(text) - 1] = '\n';
	ok(file_type_of_records(FILE_UNKNOWN, text, sizeof(text)) == FILE_COMMAS, "a long file");
	ok(file_type_of_records(FILE_UNKNOWN, text, RECORD_HEAD_BYTES) == FILE_COMMAS, "its head");
}

/* Examine a text that ends at an unreadable page, and one that begins at one. */
static void
check_text(const struct text_case *c)
{
	size_t len = strlen(c->text);

	ok(file_type_of_records(FILE_UNKNOWN, fenced_copy(c->text, len), len) == c->kind &&
	    file_type_of_records(FILE_UNKNOWN, copy_after_fence(c->text, len), len) == c->kind, "text %d",
	    (int)(c - texts) + 1);
}

/* Examine as many lines as are compared, and one more. */
static void
test_line_count(void)
{
	char text[200] = "";
	size_t i;

	for (i = 0; i < 20; i++)
		strcat(text, "1,2,3\n");
	ok(file_type_of_records(FILE_UNKNOWN, text, strlen(text)) == FILE_COMMAS, "20 lines");
	strcat(text, "x\n");
	ok(file_type_of_records(FILE_UNKNOWN, text, strlen(text)) == FILE_COMMAS, "20 lines and another");
	memmove(text, text + 6, strlen(text) - 5);
	ok(file_type_of_records(FILE_UNKNOWN, text, strlen(text)) == FILE_UNKNOWN, "19 lines and another");
}

/* Return the content implied by a name if it is a kind of records, else FILE_UNKNOWN. */
static enum file_content
record_kind(const char *path)
{
	enum file_content content = file_path_content(path);

	return content == FILE_RECORDS || content == FILE_COMMAS ? content : FILE_UNKNOWN;
}

int
main(void)
{
	FOR_EACH(name, names)
		ok(record_kind(name->path) == name->kind, "name \"%s\"", name->path);
	FOR_EACH(text, texts)
		check_text(text);
	test_head();
	test_line_count();
	return done_testing();
}
