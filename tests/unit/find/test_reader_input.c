/* test_reader_input.c - one reader, many inputs: files that it opens and closes, those that
 * stay the caller's, and what is forgotten of the input before */
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "mail_findings.h"
#include "tap.h"

static const char path[] = "corpus/demo.eml";

static urlgrep_mail *mail;

/* Return how many URLs the input that was opened has. */
static unsigned
count_urls(void)
{
	const urlgrep_finding *f;
	const urlgrep_location *l;
	unsigned count = 0;

	while (urlgrep_mail_next(mail, &f, &l) == URLGREP_OK)
		count++;
	return count;
}

/* Return the number that the next file would have. */
static int
next_fd(void)
{
	int fd = open("/dev/null", O_RDONLY);

	close(fd);
	return fd;
}

static void
check_closed(void)
{
	int first = next_fd(), i;
	unsigned expected, good = 0;

	urlgrep_mail_open_file(mail, path, NULL);
	expected = count_urls();
	for (i = 0; i < 20; i++) {
		good += urlgrep_mail_open_file(mail, path, NULL) == URLGREP_OK &&
		    (i % 2 || count_urls() == expected);
	}
	ok(good == 20 && expected > 0, "20 files, every second read");
	ok(next_fd() <= first + 1, "one is open");
	ok(urlgrep_mail_open_file(mail, "corpus/none", NULL) == URLGREP_SKIPPED &&
	    urlgrep_mail_error(mail)->system_error == ENOENT &&
	    strcmp(urlgrep_mail_error(mail)->path, "corpus/none") == 0, "a file that is missing");
	ok(next_fd() == first, "the one before it is closed");
	ok(count_urls() == 0, "it has no URLs");
	urlgrep_mail_open_file(mail, path, NULL);
	urlgrep_mail_open_buffer(mail, "x", "http://h.example/", 17, NULL);
	ok(next_fd() == first && count_urls() == 1, "closed before a buffer");
}

static void
check_own(void)
{
	int fd = open(path, O_RDONLY);
	unsigned count;

	urlgrep_mail_open_fd(mail, path, fd, NULL);
	count = count_urls();
	ok(count > 0, "a file of the caller");
	lseek(fd, 0, SEEK_SET);
	urlgrep_mail_open_fd(mail, path, fd, NULL);
	ok(fcntl(fd, F_GETFD) >= 0 && count_urls() == count, "again");
	urlgrep_mail_open_buffer(mail, "x", "", 0, NULL);
	ok(fcntl(fd, F_GETFD) >= 0, "it stays open");
	close(fd);
}

/* Open an input with a range whose size ends before its flags. */
static void
check_range(void)
{
	static const char text[] = "http://a.example/ http://b.example/\nhttp://c.example/\n";
	urlgrep_mail_range range = { .size = offsetof(urlgrep_mail_range, message),
		.begin = 18, .end = 36, .line = 7, .message = 9, .flags = ~0u };
	const urlgrep_finding *f;
	const urlgrep_location *l;

	urlgrep_mail_open_buffer(mail, "x", text, sizeof(text) - 1, &range);
	ok(urlgrep_mail_next(mail, &f, &l) == URLGREP_OK && l->line == 7 && l->offset == 18,
	    "a range");
	ok(urlgrep_mail_sums_of(mail).bytes > 0 && urlgrep_mail_next(mail, &f, &l) == URLGREP_END,
	    "its end");
	ok(urlgrep_mail_sums_of(mail).file_bytes == urlgrep_mail_sums_of(mail).bytes, "its sums");
	urlgrep_mail_open_buffer(mail, "x", text, sizeof(text) - 1, NULL);
	ok(urlgrep_mail_sums_of(mail).bytes == 0 && urlgrep_mail_sums_of(mail).members == 0,
	    "new sums");
	ok(urlgrep_mail_next(mail, &f, &l) == URLGREP_OK && l->line == 1 && l->offset == 0 &&
	    count_urls() == 2, "the range is forgotten");
	ok(urlgrep_mail_sums_of(mail).bytes == sizeof(text) - 1 &&
	    urlgrep_mail_sums_of(mail).file_bytes == sizeof(text) - 1 &&
	    urlgrep_mail_sums_of(mail).members == 1 && urlgrep_mail_sums_of(mail).lines == 2,
	    "sums of all");
}

int
main(void)
{
	urlgrep_grammar *grammar = urlgrep_grammar_new("current", 0, NULL, NULL);
	urlgrep_mail_options options = { .size = sizeof(options),
		.flags = URLGREP_COUNT_LINES };
	int first = next_fd();

	mail = urlgrep_mail_new(grammar, &options);
	ok(count_urls() == 0, "nothing is open");
	check_closed();
	check_own();
	check_range();
	urlgrep_mail_open_file(mail, path, NULL);
	urlgrep_mail_free(mail);
	ok(next_fd() == first, "all files are closed");
	urlgrep_grammar_free(grammar);
	return done_testing();
}
