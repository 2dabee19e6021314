/* page_file.c - the file that a page is written to
 *
 * The name after --html is easily mistaken for that of an input. Therefore nothing is replaced
 * but an earlier page. */
#include "report/page_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmd/messages.h"
#include "cmd/xmalloc.h"
#include "report/page.h"

static const char temporary_end[] = ".XXXXXX"; /* for mkstemp */

/* ---- may it be written? --- */

static bool
is_same_file(const struct stat *page, const char *input)
{
	struct stat st;
	int failed = strcmp(input, "-") == 0 ? fstat(STDIN_FILENO, &st) : stat(input, &st);

	return failed == 0 && st.st_dev == page->st_dev && st.st_ino == page->st_ino;
}

static bool
is_input(const struct stat *page, char **inputs)
{
	if (*inputs == NULL)
		return is_same_file(page, "-");
	while (*inputs && !is_same_file(page, *inputs))
		inputs++;
	return *inputs != NULL;
}

/* Return true if a file is empty or begins as a page does. */
static bool
is_old_page(const char *name)
{
	FILE *file = fopen(name, "re");
	const char *wanted = page_begin;
	int c;

	if (file == NULL)
		return false;
	c = getc(file);
	if (c == EOF && !ferror(file))
		wanted = "";
	for (; *wanted && c == (unsigned char)*wanted; wanted++)
		c = getc(file);
	fclose(file);
	return *wanted == '\0';
}

/* Return true if a file can be made in the directory of a path; else set errno. */
static bool
may_create(const char *path)
{
	const char *slash = strrchr(path, '/');
	char *directory = slash ? x_strndup(path, (size_t)(slash - path) + 1) : NULL;
	bool may = access(directory ? directory : ".", W_OK | X_OK) == 0;
	int error = errno;

	free(directory);
	errno = error;
	return may;
}

/* Return the path of the file that a name leads to, which may be a new one. Free it. */
static char *
find_path(const char *name)
{
	char *path = realpath(name, NULL);

	return path ? path : x_strndup(name, strlen(name));
}

static bool
check_directory(const char *name)
{
	char *path = find_path(name);
	bool may = may_create(path);

	if (!may)
		message_errno(name, errno);
	free(path);
	return may;
}

static bool
refuse(const char *name, const char *reason)
{
	message(name, reason);
	return false;
}

bool
page_file_check(const char *name, char **inputs)
{
	struct stat st;

	if (strcmp(name, "-") == 0)
		return true;
	if (name[0] == '-' || name[0] == '\0')
		return refuse("--html", "expected the name of the page, as in --html=page.html");
	if (stat(name, &st) != 0)
		return check_directory(name);
	if (!S_ISREG(st.st_mode))
		return true; /* opening it reports a directory */
	if (is_input(&st, inputs))
		return refuse(name, "not replaced by the page (--html=PAGE): it is an input");
	if (!is_old_page(name))
		return refuse(name,
		    "not replaced by the page (--html=PAGE): it is not an earlier page");
	return check_directory(name);
}

/* ---- writing --- */

/* Make a file that becomes the page, with the permissions of the old one. Return its
 * descriptor, or -1. */
static int
make_temporary(struct page_file *f)
{
	size_t len = strlen(f->path);
	mode_t mask = umask(0), mode = 0666 & ~mask;
	struct stat st;
	int fd;

	umask(mask);
	if (stat(f->path, &st) == 0)
		mode = st.st_mode & 0777;
	f->temporary = x_malloc(len + sizeof(temporary_end));
	memcpy(f->temporary, f->path, len);
	memcpy(f->temporary + len, temporary_end, sizeof(temporary_end));
	fd = mkstemp(f->temporary);
	if (fd >= 0)
		fchmod(fd, mode);
	return fd;
}

static bool
is_regular_or_new(const char *path)
{
	struct stat st;

	return stat(path, &st) != 0 || S_ISREG(st.st_mode);
}

static void
free_names(struct page_file *f)
{
	free(f->path);
	free(f->temporary);
}

bool
page_file_open(struct page_file *f, const char *name)
{
	int fd = -1;

	*f = (struct page_file){ .name = name, .out = stdout };
	if (strcmp(name, "-") == 0)
		return true;
	f->path = find_path(name);
	if (is_regular_or_new(f->path)) {
		fd = make_temporary(f);
		f->out = fd < 0 ? NULL : fdopen(fd, "w");
	} else {
		f->out = fopen(f->path, "we");
	}
	if (f->out)
		return true;
	message_errno(name, errno);
	if (fd >= 0)
		unlink(f->temporary);
	free_names(f);
	return false;
}

void
page_file_close(struct page_file *f)
{
	bool failed;

	if (f->out == stdout)
		return;
	failed = ferror(f->out) != 0;
	failed |= fclose(f->out) != 0;
	if (!failed && f->temporary)
		failed = rename(f->temporary, f->path) != 0;
	if (failed) {
		message_errno(f->name, errno ? errno : EIO);
		if (f->temporary)
			unlink(f->temporary);
	}
	free_names(f);
}
