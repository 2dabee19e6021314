/* test_window.c - what is seen of a file is what is in it; what it loses meanwhile
 * is zeros, and told if the file has it */
#include <errno.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tap.h"
#include "input/mapped_file.h"

enum { SIZE = WINDOW * 2 + 12345, KEPT = 5000 };

static char octet_at(uint64_t at)
{
	return (char)(at % 251 + 1);
}

/* A file of SIZE octets that nobody else sees. */
static int
new_file(void)
{
	static char text[SIZE];
	FILE *file = tmpfile();
	size_t i;

	for (i = 0; i < SIZE; i++)
		text[i] = octet_at(i);
	if (file == NULL || fwrite(text, 1, SIZE, file) != SIZE || fflush(file) != 0) {
		perror("a file to look at");
		exit(2);
	}
	return fileno(file);
}

/* Are the octets from..end those of the file, and what follows zeros? */
static bool
is_file(const char *text, uint64_t from, uint64_t end, uint64_t zeros)
{
	uint64_t at;

	for (at = from; at < end; at++)
		if (text[at - from] != octet_at(at))
			return false;
	for (; at < zeros; at++)
		if (text[at - from] != 0)
			return false;
	return true;
}

static void
check_shown(int fd)
{
	static const uint64_t places[][2] = { { 0, 1 }, { 0, SIZE }, { 1, 4096 },
		{ 4095, 4097 }, { 5000, WINDOW + 5000 }, { WINDOW, SIZE + 99 },
		{ SIZE - 1, SIZE }, { 3, 70 } };
	struct window w;
	bool opened = window_open(&w, fd, 0, SIZE);
	size_t i;

	ok(opened, "a file is opened");
	for (i = 0; opened && i < sizeof(places) / sizeof(places[0]); i++) {
		uint64_t from = places[i][0];
		uint64_t end = places[i][1] < SIZE ? places[i][1] : SIZE;
		const char *text = NULL;
		ssize_t n = window_show(&w, from, places[i][1], &text);

		ok(n == (ssize_t)(end - from) && is_file(text, from, end, end),
		    "octets %llu..%llu", (unsigned long long)from,
		    (unsigned long long)places[i][1]);
	}
	if (opened) {
		const char *text = "as it was";

		ok(window_show(&w, SIZE, SIZE + 1, &text) == 0 && *text == 'a',
		    "at the end nothing is shown");
		ok(window_close(&w), "all could be read");
	}
	ok(!window_open(&w, fd, 1, SIZE), "a file that has not so many octets");
	ok(!window_open(&w, fd, SIZE + 1, 1), "a place behind its end");
}

/* Cut while it is looked at; grown: it says again that it has all. */
static void
check_cut(int fd, bool grown)
{
	struct window w;
	const char *text = NULL, *more = NULL;
	bool good = window_open(&w, fd, 0, 1) &&
	    window_show(&w, 0, WINDOW, &text) == WINDOW && ftruncate(fd, KEPT) == 0;

	ok(good && is_file(text, 0, KEPT, WINDOW), "what is lost is zeros");
	if (grown) {
		good = ftruncate(fd, SIZE) == 0;
		errno = 0;
		ok(good && window_show(&w, WINDOW, SIZE, &more) == -1 && errno == EIO,
		    "lost, and still of the file: an error");
		errno = 0;
		ok(!window_close(&w) && errno == EIO, "at the end, too");
	} else {
		ok(window_show(&w, KEPT - 1000, SIZE, &more) == 1000 &&
		    is_file(more, KEPT - 1000, KEPT, KEPT), "what is left is shown");
		ok(window_show(&w, WINDOW, SIZE, &more) == 0, "then it is at its end");
		ok(window_close(&w), "that is no error");
	}
}

/* Any other octet that is gone ends the process. */
static void
check_others(int fd)
{
	int status = 0;
	pid_t child = ftruncate(fd, SIZE) == 0 ? fork() : -1;

	if (child == 0) {
		volatile char *at = mmap(NULL, SIZE, PROT_READ, MAP_SHARED, fd, 0);

		_exit(ftruncate(fd, 1) == 0 ? at[SIZE - 1] : 2);
	}
	ok(child > 0 && waitpid(child, &status, 0) == child &&
	    WIFSIGNALED(status) && WTERMSIG(status) == SIGBUS,
	    "of what no window shows the signal is what it was");
}

static void
check_kinds(void)
{
	struct window w;
	int ends[2];

	ok(pipe(ends) == 0 && !window_open(&w, ends[0], 0, 0), "a pipe is read");
	ok(!window_open(&w, -1, 0, 0), "no file is no window");
}

/* Each needs a place to be known by; there are more files than places. */
static void
check_many(int fd)
{
	enum { MANY = 300 };
	static struct window windows[MANY];
	unsigned opened = 0, closed = 0;

	while (opened < MANY && window_open(&windows[opened], fd, 0, 1))
		opened++;
	ok(opened >= 64 && opened < MANY, "many at once, and then no more");
	while (closed < opened && window_close(&windows[closed]))
		closed++;
	ok(closed == opened && window_open(&windows[0], fd, 0, 1),
	    "those that were closed can be opened again");
	window_close(&windows[0]);
}

int
main(void)
{
	int fd = new_file();
	struct window w;

	ok(!window_open(&w, fd, 0, 1), "none before all is set up");
	window_setup();
	check_shown(fd);
	check_kinds();
	check_many(fd);
	check_others(new_file());
	check_cut(new_file(), false);
	check_cut(new_file(), true);
	return done_testing();
}
