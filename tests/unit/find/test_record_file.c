/* test_record_file.c - files whose lines are records, by their names and first lines */
#include <string.h>

#include "find/record_file.h"
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
	{ TIME TIME "[" TIME, RECORD_NONE },
	{ "Jan  1 10:00:00 h x\nJan  1 10:00:00 h x\nJan 11 10:00:00 h x\n", RECORD_LINES },
	{ "[Sun Nov 22 10:00:00 2026] x\n[Sun Nov 22 10:00:00 2026] x\n"
	  "[Sun Nov 22 10:00:00 2026] x\n", RECORD_LINES },
	{ WEB WEB WEB, RECORD_LINES },
	{ WEB WEB "192.0.2.1 - - [10/Oct/2020]\n", RECORD_NONE },
	/* JSON */
	{ "{\"a\":1}\n{\"a\":2}\n", RECORD_LINES },
	{ "{\n  \"a\": 1\n}\n", RECORD_LINES },
	{ "[\n {\"a\": 1}]", RECORD_LINES },
	{ "{a}", RECORD_NONE },
	{ "[a]\nb = \"c\"\n", RECORD_NONE },
	{ "[[\"a\"]]\n", RECORD_NONE },
	{ "{", RECORD_NONE },
	{ "[", RECORD_NONE },
	/* subtitles */
	{ "WEBVTT\n\n00:01.000 --> 00:02.000\nx\n", RECORD_LINES },
	{ "WEBVTT - a title\n", RECORD_LINES },
	{ "WEBVTTX\n", RECORD_NONE },
	{ "WEBVTT", RECORD_NONE },
	{ "1\n00:00:01,000 --> 00:00:02,000\nx\n", RECORD_LINES },
	{ "1\nof many\n", RECORD_NONE },
	{ "1", RECORD_NONE },
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
	ok(record_text_kind(text, sizeof(text)) == RECORD_COMMAS, "a long file");
	ok(record_text_kind(text, RECORD_HEAD_BYTES) == RECORD_COMMAS, "its head");
}

int
main(void)
{
	size_t i;

	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		ok(record_file_kind(names[i].path) == names[i].kind, "name \"%s\"",
		    names[i].path);
	for (i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		ok(record_text_kind(texts[i].text, strlen(texts[i].text)) == texts[i].kind,
		    "text %zu", i + 1);
	test_head();
	return done_testing();
}
