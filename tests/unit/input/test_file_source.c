/* test_file_source.c - bytes of files, also of one that changes while it is read */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "input/input.h"
#include "tap.h"
#include "urlgrep_mail.h"

static const char text[] = "http://a.example/ http://b.example/\n";
enum { LEN = sizeof(text) - 1, CUT = LEN - 10 };

/* Return a file of the text, read from `from` on. */
static FILE *
open_text(struct file_source *f, struct byte_source *source, off_t from)
{
	FILE *file = tmpfile();

	if (file == NULL || fwrite(text, LEN, 1, file) != 1 || fflush(file) != 0 ||
	    lseek(fileno(file), from, SEEK_SET) != from) {
		puts("Bail out! no temporary file");
		exit(1);
	}
	if (f)
		*source = file_source_open(f, fileno(file));
	return file;
}

static void
test_reads(void)
{
	struct file_source f;
	struct byte_source s;
	char buffer[100];
	FILE *file = open_text(&f, &s, 0);

	ok(s.read(s.data, buffer, sizeof(buffer), 0) == LEN &&
	    memcmp(buffer, text, LEN) == 0, "all");
	ok(s.read(s.data, buffer, sizeof(buffer), LEN) == 0, "the end");
	ok(s.read(s.data, buffer, 0, 0) == 0, "nothing");
	ok(s.read(s.data, buffer, sizeof(buffer), LEN + 5) == 0, "after the end");
	fclose(file);
	file = open_text(&f, &s, 18);
	ok(s.read(s.data, buffer, sizeof(buffer), 0) == LEN - 18, "from a position");
	ok(s.read(s.data, buffer, sizeof(buffer), LEN - 18) == 0, "its end");
	fclose(file);
}

static void
test_truncated(void)
{
	struct file_source f;
	struct byte_source s;
	char buffer[100];
	FILE *file = open_text(&f, &s, 0);

	ok(ftruncate(fileno(file), CUT) == 0 &&
	    s.read(s.data, buffer, sizeof(buffer), 0) == CUT, "what is left of a file");
	errno = 0;
	ok(s.read(s.data, buffer, sizeof(buffer), CUT) == -1 && errno == FILE_TRUNCATED,
	    "then it fails");
	ok(fseek(file, 0, SEEK_END) == 0 && fwrite(text, LEN, 1, file) == 1 &&
	    fflush(file) == 0 && s.read(s.data, buffer, sizeof(buffer), CUT) == LEN,
	    "a file that has grown again");
	ok(s.read(s.data, buffer, sizeof(buffer), CUT + LEN) == 0, "and its end");
	fclose(file);
}

/* The library reports it. */
static void
test_report(void)
{
	FILE *file = open_text(NULL, NULL, 0);
	urlgrep_grammar *grammar = urlgrep_grammar_new("current", 0, NULL, NULL);
	urlgrep_mail *m = urlgrep_mail_new(grammar, NULL);
	urlgrep_status status = urlgrep_mail_open_fd(m, "a.log", fileno(file), NULL);
	const urlgrep_finding *finding;
	const urlgrep_location *location;
	unsigned found = 0;

	ok(status == URLGREP_OK && ftruncate(fileno(file), CUT) == 0, "truncate");
	while ((status = urlgrep_mail_next(m, &finding, &location)) == URLGREP_OK)
		found++;
	ok(found >= 1 && status == URLGREP_SKIPPED &&
	    strcmp(urlgrep_mail_error(m)->reason, "truncated while it was read") == 0,
	    "%u found, then status %d", found, (int)status);
	urlgrep_mail_free(m);
	urlgrep_grammar_free(grammar);
	fclose(file);
}

int
main(void)
{
	test_reads();
	test_truncated();
	test_report();
	return done_testing();
}
