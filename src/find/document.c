/* document.c - a file as it is read: its members one after the other */
#include "find/document.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "input/archive.h"

enum { HEAD = 8192 };

struct members {
	const struct options *options;
	struct members_client client;

	/* the file */
	struct input *input;
	int fd;
	uint64_t passed; /* of it, as it is on disk */
	const char *file;

	/* the member */
	char *path; /* NULL: the file's */
	enum kind kind;
	bool failed; /* reading went wrong: it is over */
	bool ended;
	char *head;  /* its first octets, read to see what it is */
	size_t head_size;
	size_t head_len;
	size_t head_at;
	struct window window; /* on it, if it is shown */
	uint64_t begin;       /* where in the file it begins */
	uint64_t shown;       /* octets of it */
};

struct members *
members_new(const struct options *o, struct members_client client)
{
	struct members *m = calloc(1, sizeof(*m));

	if (m == NULL)
		return NULL;
	m->options = o;
	m->client = client;
	m->head_size = HEAD;
	m->head = malloc(m->head_size);
	if (m->head == NULL) {
		free(m);
		return NULL;
	}
	return m;
}

static void
close_file(struct members *m)
{
	window_close(&m->window);
	input_free(m->input);
	free(m->path);
	m->input = NULL;
	m->path = NULL;
}

void
members_free(struct members *m)
{
	if (m == NULL)
		return;
	close_file(m);
	free(m->head);
	free(m);
}

void
members_open(struct members *m, int fd, const char *path)
{
	close_file(m);
	m->file = path;
	m->fd = fd;
	m->passed = 0;
	m->input = input_new(fd, m->options->raw);
	if (m->input == NULL)
		m->client.trouble(path, strerror(ENOMEM), m->client.data);
}

const char *
member_path(const struct members *m)
{
	return m->path ? m->path : m->file;
}

enum kind
member_kind(const struct members *m)
{
	return m->kind;
}

/* passed: where the file on disk is read. */
static void
tell(struct members *m, uint64_t octets, uint64_t passed)
{
	uint64_t before = m->passed;

	if (passed > before)
		m->passed = passed;
	if (octets > 0 || m->passed > before)
		m->client.read(octets, m->passed - before, m->client.data);
}

static void
tell_read(struct members *m, uint64_t octets)
{
	off_t at = m->options->progress == NEVER ? 0 :
	    lseek(m->fd, 0, SEEK_CUR);

	tell(m, octets, at > 0 ? (uint64_t)at : 0);
}

/* After a failure the member is over: what was read still counts. */
static ssize_t
read_input(struct members *m, char *text, size_t size)
{
	ssize_t n = m->failed ? 0 : input_read(m->input, text, size);

	if (n < 0) {
		m->client.trouble(member_path(m), input_error(m->input),
		    m->client.data);
		m->failed = true;
		n = 0;
	}
	m->ended = n == 0;
	tell_read(m, (uint64_t)n);
	return n;
}

static bool
read_head(struct members *m, size_t size)
{
	ssize_t n = read_input(m, m->head + m->head_len, size - m->head_len);

	m->head_len += (size_t)n;
	return n > 0;
}

static enum kind
find_kind(struct members *m)
{
	enum kind kind;
	bool more, sure;

	if (m->options->raw)
		return KIND_TEXT;
	if (m->options->kind_given)
		return m->options->kind;
	do {
		more = read_head(m, HEAD);
		kind = kind_of(m->head, m->head_len, &sure);
	} while (more && m->head_len < HEAD && !sure);
	return kind;
}

bool
members_next(struct members *m)
{
	const char *name;
	int rc = 0;

	free(m->path);
	m->path = NULL;
	while (m->input && (rc = input_member(m->input, &name)) < 0)
		m->client.trouble(m->file, input_error(m->input), m->client.data);
	if (rc == 0) {
		close_file(m);
		return false;
	}
	if (name && asprintf(&m->path, "%s:%s", m->file, name) < 0)
		m->path = NULL;
	m->failed = m->ended = false;
	m->head_at = m->head_len = 0;
	m->kind = find_kind(m);
	return true;
}

bool
member_divisible(const struct members *m)
{
	struct stat st;

	return input_plain(m->input) && fstat(m->fd, &st) == 0 &&
	    S_ISREG(st.st_mode);
}

static ssize_t
member_read(void *members, char *text, size_t size)
{
	struct members *m = members;

	if (m->head_at < m->head_len) {
		size_t left = m->head_len - m->head_at;

		if (left > size)
			left = size;
		memcpy(text, m->head + m->head_at, left);
		m->head_at += left;
		return (ssize_t)left;
	}
	return read_input(m, text, size);
}

static ssize_t
member_show(void *members, uint64_t from, size_t least, const char **text)
{
	struct members *m = members;
	uint64_t begin = m->begin + from;
	ssize_t n = window_show(&m->window, begin, begin + least + WINDOW, text);

	if (n > 0 && from + (uint64_t)n > m->shown) {
		uint64_t before = m->shown;

		m->shown = from + (uint64_t)n;
		tell(m, m->shown - before, m->begin + m->shown);
	}
	return n;
}

/* A text is gone through once. Mail is taken apart in several steps, for which the
 * octets must stay what they are: it is read. */
struct reader
member_reader(struct members *m)
{
	struct reader reader = { member_read, m, NULL };

	if (m->kind == KIND_TEXT && input_window(m->input, &m->window, &m->begin)) {
		reader.show = member_show;
		m->shown = m->head_len;
	}
	return reader;
}

bool
member_whole(struct members *m, size_t size, const char **text, size_t *len)
{
	if (m->head_size <= size) {
		char *more = realloc(m->head, size + 1);

		if (more == NULL)
			return false;
		m->head = more;
		m->head_size = size + 1;
	}
	while (!m->ended && m->head_len <= size && read_head(m, size + 1))
		;
	*text = m->head;
	*len = m->head_len;
	return m->ended;
}
