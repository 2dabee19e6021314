/* document.c - a file as it is read: its members one after the other */
#include "find/document.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "input/archive.h"
#include "input/file_source.h"
#include "util/memory.h"

enum { HEAD = 8192 };

struct members {
	const struct options *options;
	struct members_client client;

	/* the file */
	struct archive_reader *reader;
	struct file_source source;
	bool open;
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
	m->reader = archive_reader_new(&memory_default);
	if (m->head == NULL || m->reader == NULL) {
		members_free(m);
		return NULL;
	}
	return m;
}

static void
close_file(struct members *m)
{
	free(m->path);
	m->open = false;
	m->path = NULL;
}

void
members_free(struct members *m)
{
	if (m == NULL)
		return;
	close_file(m);
	archive_reader_free(m->reader);
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
	m->open = true;
	archive_reader_open(m->reader, file_source_open(&m->source, fd), 0,
	    m->options->raw);
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
	tell(m, octets, archive_reader_bytes(m->reader));
}

/* After a failure the member is over: what was read still counts. */
static ssize_t
read_input(struct members *m, char *text, size_t size)
{
	ssize_t n = m->failed ? 0 : archive_reader_read(m->reader, text, size);

	if (n < 0) {
		m->client.trouble(member_path(m), archive_reader_error(m->reader),
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
	while (m->open && (rc = archive_reader_next(m->reader, &name)) < 0)
		m->client.trouble(m->file, archive_reader_error(m->reader), m->client.data);
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

	return archive_reader_is_plain(m->reader) && fstat(m->fd, &st) == 0 &&
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

struct reader
member_reader(struct members *m)
{
	return (struct reader){ member_read, m, NULL };
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
