/* test_task.c - tasks for threads: their files, items and texts */
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmd/task.h"
#include "tap.h"

/* ---- shared files --- */

/* Return the descriptor of a file with these bytes, then a hole. */
static int
make_file(const char *text, off_t hole)
{
	char name[] = "/tmp/test_task.XXXXXX";
	int fd = mkstemp(name);
	size_t len = strlen(text);

	if (fd < 0 || unlink(name) != 0 || write(fd, text, len) != (ssize_t)len ||
	    ftruncate(fd, (off_t)len + hole) != 0) {
		puts("Bail out! no temporary file");
		exit(1);
	}
	return fd;
}

static bool
is_open(int fd)
{
	return fcntl(fd, F_GETFD) >= 0;
}

static void
test_files(void)
{
	enum { HOLE = 16 << 20 };
	int fd = make_file("text\n", 0), pipes[2];
	struct shared_file *file = shared_file_new(fd, false);
	struct stat st;

	ok(file->fd == fd && file->references == 1 && !file->is_sparse, "a file");
	file->references++;
	shared_file_release(file);
	ok(file->references == 1 && is_open(fd), "it stays open for another reference");
	shared_file_release(file);
	ok(!is_open(fd), "the last one closes it");
	shared_file_release(NULL);

	fd = make_file("text\n", HOLE);
	file = shared_file_new(fd, true);
	if (fstat(fd, &st) == 0 && st.st_blocks * 512 < HOLE)
		ok(file->is_sparse, "a sparse file");
	else
		skip("a sparse file", "the file system has none");
	shared_file_release(file);
	ok(is_open(fd), "the caller's descriptor stays open");
	close(fd);

	if (pipe(pipes) != 0)
		return;
	file = shared_file_new(pipes[0], false);
	ok(!file->is_sparse, "a pipe is not sparse");
	shared_file_release(file);
	ok(!is_open(pipes[0]) && is_open(pipes[1]), "one end is closed");
	close(pipes[1]);
	file = shared_file_new(-1, true);
	ok(!file->is_sparse, "nothing is known without a file");
	shared_file_release(file);
}

/* ---- ranges --- */

static void
test_ranges(void)
{
	static const struct {
		urlgrep_mail_type type;
		unsigned flags;
		bool is_checked;
	} rows[] = {
		{ URLGREP_MAIL_TEXT, 0, true },
		{ URLGREP_MAIL_TEXT, URLGREP_MAIL_HAS_LENGTHS, true },
		{ URLGREP_MAIL_MBOX, 0, false },
		{ URLGREP_MAIL_MBOX, URLGREP_MAIL_HAS_LENGTHS, true },
		{ URLGREP_MAIL_MESSAGE, 0, false },
	};
	size_t i;

	for (i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		urlgrep_mail_range range = { .type = rows[i].type, .flags = rows[i].flags };

		ok(range_is_checked(&range) == rows[i].is_checked, "range %zu", i);
	}
}

/* ---- items --- */

static const char *
path_of(const struct task *t, size_t item)
{
	return t->text.at + t->items[item].path;
}

static void
test_items(void)
{
	enum { ITEMS = 1000 };
	struct task *t = task_new();
	struct shared_file *file = shared_file_new(make_file("x", 0), false);
	struct task_item *item;
	char path[32];
	bool good = true;
	size_t len, i;
	int fd = file->fd;

	item = task_add_item(t, ITEM_RANGE, "box");
	item->file = file;
	ok(t->count == 1 && item->kind == ITEM_RANGE && item->text_len == 0 &&
	    strcmp(path_of(t, 0), "box") == 0, "an item");
	len = t->text.len;
	task_add_item(t, ITEM_MESSAGE, "box");
	ok(t->items[1].path == t->items[0].path && t->text.len == len && !t->items[1].file,
	    "the same path is not copied");
	i = task_copy(t, "a\0b", 3);
	ok(i == len && t->text.len == len + 3 && memcmp(t->text.at + i, "a\0b", 3) == 0,
	    "a text is copied");
	task_add_item(t, ITEM_FILE, "bo");
	ok(strcmp(path_of(t, 2), "bo") == 0, "a path that begins the one before");
	for (i = t->count; i < ITEMS; i++) {
		snprintf(path, sizeof(path), "file %zu", i / 3);
		task_add_item(t, (enum task_item_kind)(i % 5), path);
	}
	for (i = 3; i < ITEMS; i++) {
		snprintf(path, sizeof(path), "file %zu", i / 3);
		good = good && t->items[i].kind == (enum task_item_kind)(i % 5) &&
		    strcmp(path_of(t, i), path) == 0;
	}
	ok(good && t->count == ITEMS && t->items[0].file == file, "%d items", ITEMS);
	task_free(t);
	ok(!is_open(fd), "the files of a task are closed with it");
	task_free(NULL);
}

int
main(void)
{
	test_files();
	test_ranges();
	test_items();
	return done_testing();
}
